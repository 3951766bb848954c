"""What a screen reader, a terminal and a search find in place of the picture."""

import io
import re

import numpy as np
import pytest
from PIL import Image

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


def test_no_two_pictures_have_the_same_text():
    texts = {}
    for name in CASES:
        texts.setdefault(drawn(name).text, []).append(name)
    same = [names for names in texts.values() if len(names) > 1]
    # An explorer at its defaults shows what a plot function shows at its own.
    assert all(len(names) == 2 and names[1].startswith("explorer_") for names in same)


LISTED = [  # one of no literals; the others stand in texts.md
    ("plot_heatmap", {"table": np.full((3, 2), 0.25), "start": 7}, ("3", "7", "2", "0.25")),
    *table("texts.md"),
]


@pytest.mark.parametrize(("function", "settings", "mentioned"), LISTED)
def test_it_has_the_numbers_of_the_picture(function, settings, mentioned):
    text = redrawn(function, **settings).text
    assert not [part for part in mentioned if part not in text], text


def test_every_plot_function_is_listed_above():
    assert {function for function, *_ in LISTED} == set(PLOTS)


CHANGES = {function: told for function, *told in table("changes.md")}
SILENT = {"ax", "cmap", "colorbar", "labels", "size", "values"}  # not told, only seen


def another(argument, value):
    """Return another value for an argument of a plot function."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, list | tuple):
        return value[:-1]
    if isinstance(value, float | np.ndarray):
        return value / 2 + 0.25
    return value - (2 if argument == "d_model" else 1)


@pytest.mark.parametrize("name", PLOTS)
def test_it_changes_with_the_settings(name):
    small, (other, unseen) = SMALL.get(name, {}), CHANGES.get(name, ({}, []))
    texts = {redrawn(name, **small).text: "at first"}
    for argument, value in {**settings_of(name), **small}.items():
        if argument not in SILENT.union(unseen):
            value = other[argument] if argument in other else another(argument, value)
            text = redrawn(name, **{**small, argument: value}).text
            assert text not in texts, f"{argument} as {texts[text]}"
            texts[text] = argument


@pytest.mark.parametrize("name", ["heatmap_robot_values", "clock_wall_noise"])
def test_a_notebook_stores_the_picture_and_the_text(name):
    drawing = drawn(name)
    data, metadata = drawing._repr_mimebundle_()
    assert set(data) == {"image/png", "text/plain"}
    alt, width = metadata["image/png"]["alt"], metadata["image/png"]["width"]
    assert repr(drawing) == drawing.text == data["text/plain"] == alt
    picture, inches = Image.open(io.BytesIO(data["image/png"])), drawing.figure.get_size_inches()
    assert picture.format == "PNG"
    assert picture.size == pytest.approx(inches * drawing.stored_dpi, abs=1)
    assert width == round(inches[0] * 100)
