"""Drawing leaves Matplotlib as it was, and the user's settings leave the drawing as it is."""

import subprocess
import sys
import threading

import matplotlib
import matplotlib.style
import numpy as np
import pytest
from matplotlib.figure import Figure

import posenc_helpers as pe
from posenc_helpers.figures.look import style
from posenc_helpers.live import SCREEN_DPI, Canvas
from tests.figures.cases import CASES, PLOTS, drawn, settings_of
from tests.figures.rendering import pixels

# One picture of each kind: what follows need not be shown for all their settings.
KINDS = (
    "heatmap_robot_values", "linked_heatmap_small", "microscope", "columns", "sines", "sum",
    "clock_wall", "pairs_as_circles_two", "two_bases", "frequencies", "shift_back",
    "shift_matrices", "swap", "codes", "gram",
    "attention_head", "distances", "museum", "precision", "aliasing", "circles", "reach",
)  # fmt: skip

SLOPPY = {
    "font.size": 22, "font.family": "monospace", "text.color": "red", "axes.labelcolor": "red",
    "axes.titlecolor": "red", "axes.titlesize": 30, "axes.titlelocation": "right",
    "axes.labelsize": 30, "axes.titleweight": "bold", "axes.labelweight": "bold",
    "axes.facecolor": "yellow", "axes.grid": True, "axes.axisbelow": False, "axes.linewidth": 5,
    "figure.facecolor": "black", "figure.autolayout": True, "figure.dpi": 50,
    "savefig.facecolor": "black", "savefig.bbox": "tight", "savefig.transparent": True,
    "lines.linewidth": 9, "lines.markersize": 20, "lines.linestyle": ":", "lines.color": "red",
    "lines.markeredgecolor": "red", "lines.markeredgewidth": 4, "lines.dash_capstyle": "round",
    "xtick.major.size": 20, "xtick.direction": "in", "ytick.major.pad": 20, "ytick.labelsize": 30,
    "xtick.major.width": 6, "xtick.minor.visible": True, "xtick.top": True, "ytick.right": True,
    "image.cmap": "gray", "image.origin": "lower", "legend.frameon": True, "legend.fontsize": 30,
    "axes.xmargin": 0.4, "axes.unicode_minus": False, "scatter.marker": "x",
}  # fmt: skip


def settings_now():
    return {key: repr(value) for key, value in matplotlib.rcParams.items()}


@pytest.mark.parametrize("name", KINDS)
def test_the_users_settings_and_the_look_leave_each_other_alone(name):
    """With settings of any kind the picture is the same, and so are the settings afterward."""
    with style():
        expected = pixels(drawn(name).figure, 50)
    with matplotlib.rc_context(SLOPPY):
        before = settings_now()
        figure = CASES[name]().figure
        assert settings_now() == before
        with style():
            assert np.array_equal(pixels(figure, 50), expected)


def test_a_stored_picture_does_not_depend_on_the_users_settings():
    expected = drawn("sum").png(dpi=60)
    with matplotlib.rc_context(SLOPPY):
        before = settings_now()
        assert CASES["sum"]().png(dpi=60) == expected
        assert settings_now() == before


def test_global_settings_stay_as_they_were_when_drawing_fails():
    before = settings_now()
    for bad in ({"d_model": 3}, {"column": 999}, {"base": -1}):
        with pytest.raises(ValueError):
            pe.plot_linked_heatmap(**bad)
    assert settings_now() == before


def test_global_settings_survive_threads_that_draw_at_the_same_time():
    before = settings_now()

    def draw():
        for _ in range(2):
            pe.plot_clock_wall(3, 4, seq_len=10)
            pe.plot_microscope(0, 0, 2, seq_len=4)

    threads = [threading.Thread(target=draw) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert settings_now() == before


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("plot_linked_heatmap", {"d_model": 6, "seq_len": 20, "position": 3, "column": 2}),
        ("plot_swap", {"seq_len": 8, "gain": 0.5}),
        ("plot_clock_wall", {"d_model": 8}),
    ],
)
def test_a_moving_picture_does_not_depend_on_them_either(name, settings):
    def frame():
        drawing = PLOTS[name]()
        drawing.update(**{**settings_of(name), **settings})
        return Canvas(drawing, SCREEN_DPI).png()

    expected = frame()
    with matplotlib.rc_context(SLOPPY):
        assert frame() == expected


def test_pyplot_and_widgets_are_never_touched():
    """No figure is registered with pyplot, no window opens: pyplot is not even imported."""
    program = """
import sys, warnings
import posenc_helpers as pe
warnings.simplefilter("error")
pe.plot_encoding(4, 4).png(dpi=30)
assert not {"ipywidgets", "IPython"} & set(sys.modules)
from tests.figures.cases import CASES
for name in ("codes", "heatmap_robot_values", "pairs_as_circles_two", "frequencies", "museum"):
    CASES[name]().png(dpi=30)
pe.ClocksExplorer()
assert "matplotlib.pyplot" not in sys.modules
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("kind", ["svg", "pdf", "png"])
def test_a_figure_can_be_saved(kind, tmp_path):
    for name in ("linked_heatmap_small", "clock_wall", "heatmap_robot_values"):
        path = tmp_path / f"{name}.{kind}"
        CASES[name]().figure.savefig(path)
        assert path.stat().st_size > 4_000


def test_saving_to_svg_keeps_the_cells(tmp_path):
    """A saved heatmap has its cells as pixels within, at least as many as on the screen."""
    path = tmp_path / "heatmap.svg"
    pe.plot_heatmap(pe.positional_encoding(50, 128)).figure.savefig(path)
    assert "<image" in path.read_text()


def test_drawing_on_axes_leaves_their_figure_otherwise_alone():
    figure = Figure(figsize=(5, 4), facecolor="yellow")
    ax = figure.subplots()
    pe.plot_heatmap([[0.5]], ax=ax)
    assert tuple(figure.get_size_inches()) == (5, 4)
    assert figure.get_facecolor() == (1.0, 1.0, 0.0, 1.0)
