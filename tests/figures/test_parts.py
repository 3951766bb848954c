"""What pictures are made of: cells, and texts that change with every frame."""

import itertools
import math
from fractions import Fraction

import matplotlib
import numpy as np
import pytest
from matplotlib.text import Text

import posenc_helpers as pe
from posenc_helpers.figures.drawing import Drawing
from posenc_helpers.figures.quicktext import QuickText
from posenc_helpers.figures.table_image import Cells
from tests import memory
from tests.figures.cases import CASES
from tests.figures.rendering import pixels

MAP, TABLE_MAP = (matplotlib.colormaps[name] for name in ("viridis", "RdBu_r"))
LARGE = {"seq_len": 1_000_000, "d_model": 512}


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


@pytest.mark.parametrize("transpose", [False, True])
@pytest.mark.parametrize(("rows", "inches", "start"), [(12, 3, 7), (1_001, 3, 40), (1_001, 7, -9)])
def test_a_heatmap_has_the_mean_of_each_block_in_its_place(rows, inches, start, transpose):
    """Where a pixel covers several rows; some values are beyond the ends of the colours."""
    table = np.random.default_rng(0).uniform(-1.2, 1.2, size=(rows, 10))
    count, size = math.ceil(rows / (100 * inches)), np.add(inches, [2.16, 1.05])
    heatmap = pe.plot_heatmap(table, start=start, transpose=transpose, size=size)
    ax, cells, turn = heatmap.ax, heatmap.image.image, 1 if transpose else -1
    lengths = [(start - 0.5, start + rows - 0.5), (-0.5, 9.5)]
    assert [ax.get_xlim(), ax.get_ylim()[::-1]] == lengths[::turn]
    assert [ax.get_xlabel(), ax.get_ylabel()] == ["position p [tokens]", "column j"][::turn]
    means = [table[min(k, rows - count) :][:count].mean(axis=0) for k in range(0, rows, count)]
    left, right, bottom, top = cells.get_extent()
    ends = [(start - 0.5, start + len(means) * count - 0.5), (-0.5, 9.5)]
    assert [(left, right), (top, bottom)] == ends[::turn]
    found = cells.get_array().swapaxes(0, int(transpose))
    expected = TABLE_MAP((np.array(means) + 1) / 2, bytes=True)
    assert np.abs(found - expected.astype(float)).max() <= 6  # one step of 255: up to 5


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


# -------------------------------------------------------------------------------------- memory


@pytest.mark.parametrize(
    ("name", "settings"),
    [("linked_heatmap", LARGE), ("microscope", LARGE),
     ("two_bases", LARGE), ("attention_head", LARGE), ("shift", {"d_model": 1024})],
)  # fmt: skip
def test_a_million_positions_and_a_wide_matrix_are_never_held(name, settings):
    """One column of such a table takes 8 million bytes, such a matrix 8.4 million."""
    drawing = CASES[name]()
    with memory.at_most(6e6):
        drawing.update(**settings)
