"""What pictures are made of: cells, and texts that change with every frame."""

import itertools
import math
from fractions import Fraction

import matplotlib
import numpy as np
import pytest
from matplotlib.text import Text

from posenc_helpers.figures.drawing import Drawing
from posenc_helpers.figures.quicktext import QuickText
from posenc_helpers.figures.table_image import Cells
from tests.figures.rendering import pixels

MAP = matplotlib.colormaps["viridis"]


def cells_on(width, height, extent=(0, 1, 0, 1), limits=(0, 1, 0, 1)):
    """Cells on axes of so many pixels."""
    ax = Drawing(4, 3).figure.add_axes([0.1, 0.2, width / 400, height / 300])
    cells = Cells(ax, MAP)
    cells.set_extent(extent)
    ax.set(xlim=limits[:2], ylim=limits[2:])
    return cells


def cell_of_each_pixel(low, high, pixels, first, last, cells):
    """In exact numbers: the index of the cell under each pixel's centre, or of the nearest."""
    low, high, first, last = map(Fraction, (low, high, first, last))
    indices = []
    for pixel in range(pixels):
        centre = low + (2 * pixel + 1) * (high - low) / (2 * pixels)
        place = math.floor((centre - first) / (last - first) * cells)
        indices.append(min(max(place, 0), cells - 1))
    return indices


WHOLE = (-0.5, 3.5, 2.5, -0.5)  # left, right, bottom, top


@pytest.mark.parametrize("magnification", [1, 1.4])
@pytest.mark.parametrize(("width", "height"), [(41, 29), (3, 2), (157, 88)])
@pytest.mark.parametrize(
    ("extent", "limits"),
    [(WHOLE, WHOLE), ((-0.5, 3.5, -0.5, 2.5), (-0.5, 3.5, -0.5, 2.5)),  # rows upwards
     ((6.5, 10.5, 2.5, -0.5), (6.75, 9.5, 2.25, 0.5)),  # a window of them
     (WHOLE, (-1.5, 5.5, 3.5, -1.5))],  # more than all: the rim goes on
)  # fmt: skip
def test_each_pixel_shows_the_cell_of_its_centre(width, height, extent, limits, magnification):
    cells = cells_on(width, height, extent, limits)
    cells.set_levels(np.arange(12).reshape(3, 4) / 12)
    shown, x, y, _ = cells.make_image(None, magnification)
    left, right, bottom, top = extent
    wide, high = (round(size * magnification) for size in (width, height))
    across = cell_of_each_pixel(*limits[:2], wide, left, right, 4)
    down = cell_of_each_pixel(*limits[2:], high, top, bottom, 3)
    assert np.array_equal(shown, cells.get_array()[np.ix_(down, across)])
    assert (x, y) == pytest.approx((40, 60))


def test_it_begins_as_one_cell_whatever_the_reader_has_set():
    """With interpolation "none" Matplotlib would place the image itself in PDF and SVG files."""
    with matplotlib.rc_context({"image.interpolation": "none", "image.origin": "lower"}):
        cells = Cells(Drawing(1, 1).add_axes(0, 0, 1, 1), MAP)
        assert cells.get_extent() == (-0.5, 0.5, 0.5, -0.5)
        assert cells.get_interpolation() == "nearest"


# ---------------------------------------------------------------------------------- quick texts

TEXTS = ["0: 15.76", "477: 0.0030", "base 10⁸: 8 of 64 complete a turn", "(−1.5, ½)"]
PLACES = itertools.product(["left", "center", "right"], ["top", "center", "baseline"])


def written(kind, text, dpi=100, **look):
    """Return the darkness of a figure that holds one text: rows of 0 to 1."""
    figure = Drawing(6, 1).figure
    figure.add_artist(kind(0.5, 0.5, text, **look))
    return 1 - pixels(figure, dpi).mean(axis=2) / 255


def edges(picture):
    """Return the first and last row and column with ink."""
    rows, columns = np.nonzero(picture > 0.3)
    return np.array([rows.min(), rows.max(), columns.min(), columns.max()])


@pytest.mark.parametrize(
    ("text", "dpi", "look"),
    [*itertools.product(TEXTS, [100, 200], [{"fontsize": 13, "fontweight": "bold"}]),
     *(("1,234.5", 100, {"ha": ha, "va": va, "fontsize": 14}) for ha, va in PLACES)],
)  # fmt: skip
def test_it_looks_like_a_text_of_matplotlib_and_stands_where_that_does(text, dpi, look):
    quick, plain = (written(kind, text, dpi, **look) for kind in (QuickText, Text))
    assert np.abs(edges(quick) - edges(plain)).max() <= 2
    assert quick.sum() == pytest.approx(plain.sum(), rel=0.03)
