"""Every picture equals its stored picture in `baseline`, and a notebook stores a picture whole.

Without --mpl the pictures are drawn but not compared. After a change that is meant, store what
comes out, and look at it:

    pytest tests/figures/test_images.py --mpl-generate-path=tests/figures/baseline
"""

import io
from pathlib import Path

import pytest
from PIL import Image

import posenc_helpers as pe
from tests.figures.cases import CASES, EXPLORERS, OPEN_OTHERWISE, drawn, first_drawing

STYLE = str(Path(pe.__file__).parent / "posenc.mplstyle")
BASELINE = Path(__file__).parent / "baseline"
TOLERANCE = 1.0  # root mean square of levels to 255; another processor makes far less
HOW = {"style": STYLE, "tolerance": TOLERANCE, "savefig_kwargs": {"dpi": 100}}


@pytest.mark.mpl_image_compare(baseline_dir="baseline", **HOW)
@pytest.mark.parametrize("name", CASES)
def test_picture(name):
    return drawn(name).figure


def test_every_stored_picture_is_compared_and_small():
    sizes = {path.name: path.stat().st_size for path in BASELINE.iterdir()}
    assert set(sizes) == {f"test_picture_{name}.png" for name in CASES}
    assert max(sizes.values()) < 200_000
    assert sum(sizes.values()) < 7_500_000


@pytest.mark.parametrize("name", sorted(EXPLORERS.keys() - OPEN_OTHERWISE))
def test_an_explorer_opens_with_the_picture_of_its_plot_function(name):
    """An explorer opens with all settings of its plot function, which are in the text."""
    of_plot = drawn(EXPLORERS[name].picture[1].__name__.removeprefix("plot_"))
    assert first_drawing(EXPLORERS[name]).text == of_plot.text


def test_a_notebook_stores_the_picture_and_the_text():
    drawing = drawn("heatmap_smallest")
    data, metadata = drawing._repr_mimebundle_()
    assert set(data) == {"image/png", "text/plain"}
    alt, width = metadata["image/png"]["alt"], metadata["image/png"]["width"]
    assert repr(drawing) == drawing.text == data["text/plain"] == alt
    picture, inches = Image.open(io.BytesIO(data["image/png"])), drawing.figure.get_size_inches()
    assert picture.format == "PNG"
    assert picture.size == pytest.approx(inches * drawing.stored_dpi, abs=1)
    assert width == round(inches[0] * 100)
