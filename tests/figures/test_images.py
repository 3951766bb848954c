"""Every picture against the one stored in `baseline`, pixel by pixel.

Without --mpl the pictures are drawn but not compared. After a change that is meant, store what
comes out, and look at it:

    pytest tests/figures/test_images.py --mpl-generate-path=tests/figures/baseline
"""

from pathlib import Path

import pytest

import posenc_helpers as pe
from tests.figures.cases import CASES, EXPLORERS, drawn, plots_shown
from tests.figures.rendering import pixels, rms

STYLE = Path(pe.__file__).parent / "posenc.mplstyle"
BASELINE = Path(__file__).parent / "baseline"
TOLERANCE = 1.0  # RMS of 255: the same Matplotlib on another processor stays far below it


@pytest.mark.mpl_image_compare(
    baseline_dir="baseline",
    style=str(STYLE),
    tolerance=TOLERANCE,
    savefig_kwargs={"dpi": 100},
)
@pytest.mark.parametrize("name", CASES)
def test_picture(name):
    return CASES[name]().figure


def test_every_plot_function_has_a_picture():
    assert plots_shown() == {name for name in pe.__all__ if name.startswith("plot_")}


def test_every_explorer_has_a_picture():
    assert set(EXPLORERS) == {name for name in pe.__all__ if name.endswith("Explorer")}


def test_every_stored_picture_is_compared():
    stored = {path.name for path in BASELINE.iterdir()}
    assert stored == {f"test_picture_{name}.png" for name in CASES}


def test_stored_pictures_are_small():
    sizes = {path.name: path.stat().st_size for path in BASELINE.iterdir()}
    assert max(sizes.values()) < 200_000
    assert sum(sizes.values()) < 5_000_000


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("linked_heatmap", lambda: pe.plot_linked_heatmap(position=11, column=9)),
        ("linked_heatmap", lambda: pe.plot_linked_heatmap(position=10, column=10)),
        ("microscope", lambda: pe.plot_microscope(9)),
        ("clock_wall", lambda: pe.plot_clock_wall(98)),
        ("two_bases", lambda: pe.plot_two_bases(1.1e2)),
        ("swap_positions", lambda: pe.plot_swap(gain=1.25)),
        ("codes", lambda: pe.plot_codes(33)),
        ("pairs_as_circles", lambda: pe.plot_pairs_as_circles(99)),
    ],
)
def test_the_tolerance_notices_one_step(name, change):
    assert rms(pixels(drawn(name).figure), pixels(change().figure)) > 1.5 * TOLERANCE
