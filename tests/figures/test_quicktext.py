"""A text made of pictures of its letters, against the same text drawn by Matplotlib."""

import itertools

import numpy as np
import pytest
from matplotlib.text import Text

from posenc_helpers.figures.drawing import Drawing, Sheet, new_figure, resolution
from posenc_helpers.figures.quicktext import QuickText, draw_axis
from tests.figures.rendering import pixels

TEXTS = ["0: 15.76", "477: 0.0030", "base 10⁸: 8 of 64 complete a turn", "170", "(−1.5, ½)"]
LOOKS = [
    {"fontsize": 12, "va": "baseline"},
    {"fontsize": 13, "va": "baseline", "fontweight": "bold"},
]
PLACES = itertools.product(["left", "center", "right"], ["top", "center", "baseline"])


def drawn(kind, text, dpi=100, **look):
    """Return the darkness of a figure that holds one text: rows of 0 to 1."""
    figure = new_figure(6, 1)
    figure.add_artist(kind(0.5, 0.5, text, **look))
    return 1 - pixels(figure, dpi).mean(axis=2) / 255


def edges(picture):
    """Return the first and last row and column with ink."""
    rows, columns = np.nonzero(picture > 0.3)
    return np.array([rows.min(), rows.max(), columns.min(), columns.max()])


@pytest.mark.parametrize(
    ("text", "dpi", "look"),
    [
        *itertools.product(TEXTS, [100, 200], LOOKS),
        *(("1,234.5", 100, {"ha": ha, "va": va, "fontsize": 14}) for ha, va in PLACES),
    ],
)
def test_it_looks_like_a_text_of_matplotlib_and_stands_where_that_does(text, dpi, look):
    quick, plain = (drawn(kind, text, dpi, **look) for kind in (QuickText, Text))
    assert np.abs(edges(quick) - edges(plain)).max() <= 2
    assert quick.sum() == pytest.approx(plain.sum(), rel=0.03)


def test_colour_and_absence():
    figure = new_figure(2, 1)
    text = figure.add_artist(QuickText(0.5, 0.5, "1", color="#ff0000", fontsize=30))
    image = pixels(figure)
    assert image[..., 0].min() == 255  # red is full everywhere: on white and in the letter
    assert image[..., 1].min() == image[..., 2].min() == 0
    for hidden in ({"visible": False}, {"visible": True, "text": ""}):
        text.set(**hidden)
        assert (pixels(figure) == 255).all()


def test_each_text_is_the_same_whenever_it_is_drawn():
    first = drawn(QuickText, "12.34", fontsize=12)
    drawn(QuickText, "56.78", fontsize=20)
    drawn(QuickText, "12.34", dpi=200, fontsize=12)
    assert np.array_equal(drawn(QuickText, "12.34", fontsize=12), first)


@pytest.mark.parametrize("dpi", [100, 200])
def test_moved_axes_have_the_pixels_of_matplotlib(dpi):
    """Numbers and label, wherever a drag has brought the limits."""
    drawing = Drawing(6.0, 3.0)
    ax = drawing.add_axes(134, 62, 400, 200, x=8, y=6, xlabel="column j", ylabel="position p")
    limits = [(-0.5, 10**k + 7.5) for k in range(7)] + [(999_950, 1_000_050), (-73, -12), (40, -1)]
    for low, high in limits:
        ax.set(xlim=(low, high), ylim=(high, low))
        for axis in (ax.xaxis, ax.yaxis):
            quick, plain = (Sheet(6 * dpi, 3 * dpi, dpi) for _ in range(2))
            with resolution(drawing.figure, dpi):
                draw_axis(axis, quick)
                axis.draw(plain)
            assert np.array_equal(quick.pixels(), plain.pixels()), (axis, low, high)
            assert plain.pixels().any()
