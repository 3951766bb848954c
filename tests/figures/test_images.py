"""Every picture against the one stored in `baseline`, pixel by pixel.

Without --mpl the pictures are drawn but not compared. After a change that is meant, store what
comes out, and look at it:

    pytest tests/figures/test_images.py --mpl-generate-path=tests/figures/baseline
"""

from pathlib import Path

import pytest

import posenc_helpers as pe
from tests.figures.cases import CASES, EXPLORERS, OPEN_OTHERWISE, drawn, first_drawing
from tests.figures.rendering import contents

STYLE = str(Path(pe.__file__).parent / "posenc.mplstyle")
BASELINE = Path(__file__).parent / "baseline"
TOLERANCE = 1.0  # RMS of 255: the same Matplotlib on another processor stays far below it
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
    of_plot = drawn(EXPLORERS[name].picture[1].__name__.removeprefix("plot_"))
    assert contents(first_drawing(EXPLORERS[name]).figure) == contents(of_plot.figure)
