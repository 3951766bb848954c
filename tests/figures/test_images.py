"""Every picture against the one stored in `baseline`, pixel by pixel.

Without --mpl the pictures are drawn but not compared. After a change that is meant, store what
comes out, and look at it:

    pytest tests/figures/test_images.py --mpl-generate-path=tests/figures/baseline
"""

from pathlib import Path

import pytest

import posenc_helpers as pe
from tests.figures.cases import CASES, drawn, redrawn
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
    return drawn(name).figure


def test_every_stored_picture_is_compared():
    stored = {path.name for path in BASELINE.iterdir()}
    assert stored == {f"test_picture_{name}.png" for name in CASES}


def test_stored_pictures_are_small():
    sizes = {path.name: path.stat().st_size for path in BASELINE.iterdir()}
    assert max(sizes.values()) < 200_000
    assert sum(sizes.values()) < 7_500_000


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("plot_linked_heatmap", {"position": 11}),
        ("plot_linked_heatmap", {"column": 10}),
        ("plot_microscope", {"position": 9}),
        ("plot_clock_wall", {"position": 98}),
        ("plot_two_bases", {"base_a": 1.1e4}),
        ("plot_attention_head", {"position": 21}),
        ("plot_sharpness", {"offset": -2}),
        ("plot_swap", {"gain": 0.25}),
        ("plot_codes", {"seq_len": 33}),
        ("plot_pairs_as_circles", {"seq_len": 99}),
    ],
)
def test_the_tolerance_notices_one_step(name, changes):
    before = pixels(redrawn(name).figure)
    assert rms(before, pixels(redrawn(name, **changes).figure)) > 1.5 * TOLERANCE
