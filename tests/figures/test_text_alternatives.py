"""What a screen reader, a terminal and a search find in place of the picture."""

import io
import re
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.figures.cases import PLOTS, SOME, drawn, redrawn


@pytest.mark.parametrize("name", SOME)
def test_a_sentence_or_three_with_numbers(name):
    text = drawn(name).text
    assert 40 <= len(text) <= 600
    assert text[0].isupper() or text[0].isdigit()
    assert text.endswith(".")
    assert 1 <= len(re.findall(r"\.(?: |$)", text)) <= 3
    assert re.search(r"\d", text)
    assert "\n" not in text
    assert "  " not in text
    assert not re.search(r"\bnan\b|\binf\b|None|np\.|array|[{}]", text)
    assert not re.search(r"[-−]0(\.0+)?(?![\d.,])", text)  # "-0.000"
    assert not re.search(r"(?<!of )(?<![\d,.])1 (?!of)\w+s\b", text)  # "1 positions"


TESTS = Path(__file__).parents[1]
LISTED = [  # a plot function, what it is called with, and parts of its text
    ("heatmap", dict(table=np.full((3, 2), 0.25), start=7), "3; 7; 2; 0.25"),
    ("encoding", dict(seq_len=2000, d_model=6, start=9), "9 to 2,008; 6; of 7"),
    ("encoding", dict(seq_len=1_000_000, d_model=1024), "3,175 positions by 2 columns"),
    ("linked_heatmap", dict(position=10, column=9), "15 of 64; 10; 9; 128"),
    ("microscope", dict(position=3, column=5), "0.006463; 0.002154; 0.6667"),
    ("columns", dict(columns=[20]), "26.50; column 20; 100 positions"),
    ("chirps", dict(positions=[100]), "256 pairs; position 100: 31"),
    ("sines", dict(turns_per_ten_tokens=(4,)), "2.513; 2.5"),
    ("sum", dict(words=[[1.0, 2]], table=[[0.5, -3]], labels="a"), "2; -1; 1.50"),
    ("clock_wall", dict(position=99), "9 of 9; 99; 15.76; 0.0044; Only position 99 fits"),
    ("time_of_day", dict(hours=7, minutes=5, seconds=3), "07:05:03; 3,600"),
    ("two_bases", dict(base_b=1_000_00000.0), "29 of 64; 8 of 64; 584.7; 1.47 apart"),
    ("two_bases", dict(base_a=0.1, base_b=10, d_model=8, seq_len=5),
     "at base 0.1000 3 of 4 hands come round, the slowest takes 6.283 tokens for a turn"),
    ("frequencies", dict(bases=(100.0, 1_000_00000.0)), "64 pairs; 0.01075; 1.334e-08"),
    ("distances", dict(steps=99), "99 steps, 13; 43 to 44; 512; 0.437; 16.98"),
    ("letting_go", {}, "8 of 256 pairs; base 10,000; 1.6 tokens; 15,153; 0.97; 0.44"),
    ("directions", dict(position=20), "0.966; 1.000; 0.884; −1"),
    ("sharpness", dict(sharpnesses=(0.5, 2)), "0.358; 0.813; 64; 20; −1"),
    ("attention_head", dict(offset=-1), "0.9662; 0.8127; 20; 19; 32 positions"),
    ("swap", dict(gain=1.0, ask_for_the_word_before=True), "97 % from man; 135 %; is “dog”"),
    ("invention", {}, "6 binary digits; 1.00 to 2.45; 31 to 32; is 2.4"),
    ("shift", {}, "Pair 1 of 8; 4 and 7; 72.5° and 126.8°; 54.4°; 0.5828"),
    ("shift_on_clocks", {}, "0, 4, 30, 1,000; 54.4° for pair 1; 17.2° for pair 2"),
    ("shift_matrices", {}, "16 by 16; 8 blocks; 0.540 and 0.841 at Δ = 1"),
    ("sine_alone", {}, "ω = 0.1 ; R² = 0.296; R² = 1.000; 1,000 positions"),
    ("aliasing", dict(omegas=(5,)), "5 rad/token looks like -1.28; 4 steps"),
    ("circles", dict(seq_len=99), "9 of 9 circles; 99 dots; 15.76; 0.0044; 3 fastest"),
    ("windows", dict(starts=(7, -3)), "2 heatmaps of 50; 128; 10,000; 7, -3"),
    ("rotary", dict(distance=3), "position 12; 15,; 128 columns; 0.815"),
    ("common_shift", dict(distance=5), "5 tokens apart; 100 tokens; stays the same"),
    ("convention", dict(seq_len=9), "Whisper; 9 pos; 64 col; 1.99; row 0"),
    ("batch", dict(padding="left"), "8, 5, 3; B from 3 to 7; 8 of 16"),
    ("museum", {}, "14 bugs; 8 invariants; positions from 1: 1; 512"),
    ("word_and_position", {}, "size 0.5; position 40; 100 pos; 0.86; 50 words"),
    ("reading", {}, "100 positions; 512 words; 0.14 to 1.13 at d_model 512"),
    ("places_left", {}, "0 to 199; 143; 30 degrees; 105 after the clock of 628; 1 after"),
    ("who_bit_whom", {}, "5 words; turned by -1; 2 at 1, 3 at 2, 4 at 3"),
    ("reach", {}, "d_model 512; 56 tokens; 5,615; 561,459; 5.21 apart; 3.71; 3.06"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "settings", "mentioned"), LISTED)
def test_it_has_the_numbers_of_the_picture(name, settings, mentioned):
    text = redrawn(f"plot_{name}", **settings).text
    assert not [part for part in mentioned.split("; ") if part not in text], text


def test_every_plot_function_is_listed_above_or_has_a_test_that_redraws_it():
    tests = "".join(path.read_text("utf-8") for path in TESTS.rglob("test_*.py"))
    redrawn_by = set(re.findall(r'(?:redrawn\(|PLOTS\[)"(\w+)"', tests))
    missing = set(PLOTS) - {f"plot_{name}" for name, *_ in LISTED} - redrawn_by
    assert not missing, f"read every word of {missing} in a test, or add rows to LISTED"


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
