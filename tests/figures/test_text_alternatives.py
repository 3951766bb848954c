"""What a screen reader, a terminal and a search find in place of the picture."""

import io
import re

import numpy as np
import pytest
from PIL import Image

import posenc_helpers as pe
from tests.figures.cases import CASES, PLOTS, SMALL, SOME, drawn, redrawn, settings_of, table


@pytest.mark.parametrize("name", SOME)
def test_a_sentence_or_three_with_numbers(name):
    text = drawn(name).text
    assert 40 <= len(text) <= 500
    assert text[0].isupper() or text[0].isdigit()
    assert text.endswith(".")
    assert 1 <= len(re.findall(r"\.(?: |$)", text)) <= 3
    assert re.search(r"\d", text)
    assert "\n" not in text
    assert "  " not in text
    assert not re.search(r"\bnan\b|\binf\b|None|np\.|array|[{}]", text)
    assert not re.search(r"[-−]0(\.0+)?(?![\d.,])", text)  # "-0.000"
    assert not re.search(r"(?<!of )(?<![\d,.])1 (?!of)\w+s\b", text)  # "1 positions"


def test_it_is_the_plain_text_of_the_drawing():
    drawing = drawn("codes")
    assert repr(drawing) == drawing.text


def test_no_two_pictures_have_the_same_text():
    texts = {}
    for name in CASES:
        texts.setdefault(drawn(name).text, []).append(name)
    same = [names for names in texts.values() if len(names) > 1]
    # An explorer at its defaults shows what a plot function shows at its own.
    assert all(len(names) == 2 and names[1].startswith("explorer_") for names in same)


FIRST = [  # what is no literal; the others stand in texts.md
    ("plot_heatmap", {"table": np.full((3, 2), 0.25), "start": 7}, ("3", "7", "2", "0.25")),
]


@pytest.mark.parametrize(("function", "settings", "mentioned"), FIRST + table("texts.md"))
def test_it_has_the_numbers_of_the_picture(function, settings, mentioned):
    text = redrawn(function, **settings).text
    assert not [part for part in mentioned if part not in text], text


def test_every_plot_function_is_listed_above():
    listed = {function for function, *_ in FIRST + table("texts.md")}
    assert listed == {name for name in pe.__all__ if name.startswith("plot_")}


OTHER = {  # values that differ from the defaults, where one less is none or is not allowed
    "columns": {"plot_convention": "in the paper's order", "plot_columns": [0, 1]},
    "ids_by": {"plot_batch": "mask"},
    "d_model": {"plot_grid_similarity": 32},
    "padding": {"plot_batch": "left"},
    "positions": {"plot_training": "mask"},
    "noise": {"plot_trade_off": 0.3, "plot_scores": 0.3},
    "precision": {"plot_drift": "float16"},
    "seq_len": {"plot_swap": 6},
    "start": {"plot_batch": 7},
    "variant": {"plot_convention": "marian"},
    "word_std": {"plot_word_and_position": 0.8},
}
SILENT = {"ax", "cmap", "colorbar", "labels", "size", "values"}  # not told, only seen
UNSEEN = {  # settings that do not change what is told
    ("plot_clock_wall", "seq_len"),
    ("plot_codes", "base"),
    ("plot_directions", "around"),
    ("plot_microscope", "seq_len"),
    ("plot_pairs_as_circles", "columns"),
    ("plot_shift_matrices", "base"),
    ("plot_swap", "base"),
    ("plot_swap", "d_model"),
}


def another(name, argument, value):
    """Return another value for an argument of a plot function."""
    if name in OTHER.get(argument, {}):
        return OTHER[argument][name]
    if isinstance(value, bool):
        return not value
    if isinstance(value, list | tuple):
        return value[:-1]
    if isinstance(value, np.ndarray):
        return value / 2
    if isinstance(value, float):
        return value / 2 + 0.25
    return value - (2 if argument == "d_model" else 1)


@pytest.mark.parametrize("name", PLOTS)
def test_it_changes_with_the_settings(name):
    small = SMALL.get(name, {})
    texts = {redrawn(name, **small).text: "at first"}
    for argument, value in {**settings_of(name), **small}.items():
        if argument not in SILENT and (name, argument) not in UNSEEN:
            changed = {**small, argument: another(name, argument, value)}
            text = redrawn(name, **changed).text
            assert text not in texts, f"{argument} as {texts[text]}"
            texts[text] = argument


def test_the_means_are_mentioned_where_there_are_any():
    assert "mean" not in pe.plot_encoding(50, 128).text
    assert "mean of 3,175 positions" in pe.plot_encoding(1_000_000, 512).text
    by_both = pe.plot_encoding(1_000_000, 1024).text
    assert "3,175 positions by 2 columns" in by_both


@pytest.mark.parametrize("name", ["heatmap_robot_values", "clock_wall_noise"])
def test_a_notebook_stores_the_picture_and_the_text(name):
    drawing = drawn(name)
    data, metadata = drawing._repr_mimebundle_()
    assert data["text/plain"] == metadata["image/png"]["alt"] == drawing.text
    picture = Image.open(io.BytesIO(data["image/png"]))
    assert picture.format == "PNG"
    width, height = drawing.figure.get_size_inches() * drawing.stored_dpi
    assert picture.size == (pytest.approx(width, abs=1), pytest.approx(height, abs=1))
    assert metadata["image/png"]["width"] == round(drawing.figure.get_size_inches()[0] * 100)


@pytest.mark.parametrize("name", ["heatmap", "pairs_as_circles"])
def test_the_stored_picture_is_that_of_the_figure(name):
    """Few colours make it small; none may be far from what the figure has."""
    drawing = drawn(name)
    stored = np.asarray(Image.open(io.BytesIO(drawing.png(dpi=100))).convert("RGB")).astype(int)
    buffer = io.BytesIO()
    drawing.figure.savefig(buffer, dpi=100)
    exact = np.asarray(Image.open(buffer).convert("RGB")).astype(int)
    assert stored.shape == exact.shape
    gap = np.abs(stored - exact).max(axis=2)
    assert np.sqrt((gap**2).mean()) < 6
    assert np.mean(gap > 40) < 2e-4


def test_the_stored_picture_is_the_same_every_time():
    one, other = (pe.plot_linked_heatmap(position=5).png(dpi=60) for _ in range(2))
    assert one == other
