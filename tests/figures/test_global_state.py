"""Drawing does not change Matplotlib's settings, and the reader's settings change no drawing."""

import subprocess
import sys
from pathlib import Path

import matplotlib
import matplotlib.style
import pytest

import posenc_helpers as pe
from posenc_helpers.explorers.live import SCREEN_DPI, Canvas
from tests.figures.cases import CASES, settings_of
from tests.live.together import run_together

# One picture of each plot function that has settings.
KINDS = [name for name in CASES if name.endswith("_smallest")]
SLOPPY = Path(__file__).with_name("sloppy.mplstyle")


def settings_now():
    return {key: repr(value) for key, value in matplotlib.rcParams.items()}


def stored(name):
    return CASES[name]().png(dpi=50)


def frame(name):
    drawing = CASES[name]()
    drawing.update(**{**settings_of(f"plot_{name}"), "d_model": 12})
    return Canvas(drawing, SCREEN_DPI).png()


@pytest.mark.parametrize(("draw", "name"), [*((stored, one) for one in KINDS), (frame, "swap")])
def test_the_users_settings_and_the_look_leave_each_other_alone(draw, name):
    """Settings of any kind change no picture, and are the same afterwards."""
    expected = draw(name)
    with matplotlib.style.context(SLOPPY):
        before = settings_now()
        assert draw(name) == expected
        assert settings_now() == before


def test_global_settings_survive_threads_that_draw_at_the_same_time():
    before = settings_now()
    draw = [lambda: pe.plot_clock_wall(3, 10, 4), lambda: pe.plot_microscope(0, 0, 10, 2)]
    run_together(*3 * draw)
    assert settings_now() == before


def test_pyplot_is_never_touched():
    """Drawing never imports pyplot, so no figure is registered and no window opens."""
    program = """
import sys, warnings
import posenc_helpers as pe
warnings.simplefilter("error")
pe.plot_heatmap([[1.0]]).png(dpi=30)
from tests.figures.cases import CASES
for name in ("invention", "heatmap_smallest", "frequencies", "museum"):
    CASES[name]().png(dpi=30)
pe.ClocksExplorer()
assert "matplotlib.pyplot" not in sys.modules
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("kind", ["svg", "pdf"])
def test_a_figure_can_be_saved(kind, tmp_path):
    """A figure can be saved under settings of any kind, and cells are pixels in an SVG file."""
    path = tmp_path / f"saved.{kind}"
    with matplotlib.style.context(SLOPPY):
        CASES["linked_heatmap_smallest"]().figure.savefig(path)
    assert path.stat().st_size > 4_000
    assert kind != "svg" or "<image" in path.read_text()
