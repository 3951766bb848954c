"""What a screen reader, a terminal and a search find in place of the picture."""

import io

import numpy as np
import pytest
from PIL import Image

from tests.figures.cases import drawn, redrawn

LISTED = [  # a plot function, what it is called with, and parts of its text
    ("heatmap", dict(table=np.full((3, 2), 0.25), start=7), "3; 7; 2; 0.25"),
    ("encoding", dict(seq_len=2000, d_model=6, start=9), "9 to 2,008; 6; of 7"),
    ("encoding", dict(seq_len=1_000_000, d_model=1024), "3,175 positions by 2 columns"),
    ("linked_heatmap", dict(position=10, column=9), "15 of 64; 10; 9; 128"),
    ("two_bases", dict(base_b=1_000_00000.0), "29 of 64; 8 of 64; 584.7; 1.47 apart"),
    ("two_bases", dict(base_a=0.1, base_b=10, d_model=8, seq_len=5),
     "at base 0.1000 3 of 4 hands come round, the slowest takes 6.283 tokens for a turn"),
    ("frequencies", dict(bases=(100.0, 1_000_00000.0)), "64 pairs; 0.01075; 1.334e-08"),
    ("distances", dict(steps=99), "99 steps, 13; 43 to 44; 512; 0.437; 16.98"),
    ("letting_go", {}, "8 of 256 pairs; base 10,000; 1.6 tokens; 15,153; 0.97; 0.44"),
    ("directions", dict(position=20), "0.966; 1.000; 0.884; −1"),
    ("sharpness", dict(sharpnesses=(0.5, 2)), "0.358; 0.813; 64; 20; −1"),
    ("attention_head", dict(offset=-1), "0.9662; 0.8127; 20; 19; 32 positions"),
    ("windows", dict(starts=(7, -3)), "2 heatmaps of 50; 128; 10,000; 7, -3"),
    ("training", dict(step=60), "60 of 200 steps; 32 of 32 clocks (all), causal; 10,000; 191"),
    ("longer_text", dict(ramp_begins=1, ramp_ends=1), "17 of 32 pairs slowed; 117 of 192; 1 token"),
    ("four_ramps", {}, "117 of 192 distances, found: 0.52; none: it leads at 8 of 192"),
    ("layers", {}, "128 pairs; 71 within 1,024; 80 within 32,768; 73 within 131,072"),
    ("past_the_window", {}, "2 heads over 16 positions; first 8; position 8; the keys 7 to 7"),
    ("reach", {}, "d_model 512; 56 tokens; 5,615; 561,459; 5.21 apart; 3.71; 3.06"),
    ("learned_head", dict(off=(0,)), "12 words from position 200; 62 %; 6, 18, 53; off: 6"),
    ("learned_circles", {}, "6 tokens (radius ± 7 %); 576 tokens (radius ± 19 %)"),
    ("gears", {}, "5.5 to 6.7; 18 / 3; 53 / 9"),
    ("head_matrix", {}, "99.5 %; 6: 0.93, 18: 1.02, 53: 1.09"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "settings", "mentioned"), LISTED)
def test_it_has_the_numbers_of_the_picture(name, settings, mentioned):
    text = redrawn(f"plot_{name}", **settings).text
    assert not [part for part in mentioned.split("; ") if part not in text], text


def test_a_notebook_stores_the_picture_and_the_text():
    drawing = drawn("heatmap_window")
    data, metadata = drawing._repr_mimebundle_()
    assert set(data) == {"image/png", "text/plain"}
    alt, width = metadata["image/png"]["alt"], metadata["image/png"]["width"]
    assert repr(drawing) == drawing.text == data["text/plain"] == alt
    picture, inches = Image.open(io.BytesIO(data["image/png"])), drawing.figure.get_size_inches()
    assert picture.format == "PNG"
    assert picture.size == pytest.approx(inches * drawing.stored_dpi, abs=1)
    assert width == round(inches[0] * 100)
