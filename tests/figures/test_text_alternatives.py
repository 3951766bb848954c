"""What a screen reader, a terminal and a search find in place of the picture."""

import io

import pytest
from PIL import Image

from tests.figures.cases import drawn, redrawn

LISTED = [  # a plot function, what it is called with, and parts of its text
    ("training", dict(step=60), "60 of 200 steps; 32 of 32 clocks (all), causal; 10,000; 191"),
    ("longer_text", dict(ramp_begins=1, ramp_ends=1), "17 of 32 pairs slowed; 117 of 192; 1 token"),
    ("four_ramps", {}, "117 of 192 distances, found: 0.52; none: it leads at 8 of 192"),
    ("layers", {}, "128 pairs; 71 within 1,024; 80 within 32,768; 73 within 131,072"),
    ("past_the_window", {}, "2 heads over 16 positions; first 8; position 8; the keys 7 to 7"),
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
