"""Cells: each pixel shows the cell that its centre lies in, at every size and resolution."""

import math
from fractions import Fraction

import matplotlib
import numpy as np
import pytest
from matplotlib.figure import Figure

from posenc_helpers.figures.table_image import LEVELS, Cells

MAP = matplotlib.colormaps["viridis"]


def cells_on(width, height, extent=(0, 1, 0, 1), limits=(0, 1, 0, 1)):
    """Cells on axes of so many pixels."""
    ax = Figure(figsize=(4, 3), dpi=100).add_axes([0.1, 0.2, width / 400, height / 300])
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


@pytest.mark.parametrize("magnification", [None, 2, 1.4])
@pytest.mark.parametrize(("width", "height"), [(41, 29), (10, 7), (3, 2), (157, 88)])
@pytest.mark.parametrize(
    ("extent", "limits"),
    [
        (WHOLE, WHOLE),
        ((-0.5, 3.5, -0.5, 2.5), (-0.5, 3.5, -0.5, 2.5)),  # rows upwards
        ((6.5, 10.5, 2.5, -0.5), (6.75, 9.5, 2.25, 0.5)),  # a window of them
        (WHOLE, (-1.5, 5.5, 3.5, -1.5)),  # more than all: the rim goes on
    ],
)
def test_each_pixel_shows_the_cell_of_its_centre(width, height, extent, limits, magnification):
    cells = cells_on(width, height, extent, limits)
    cells.set_levels(np.arange(12).reshape(3, 4) / 12)
    pixels, x, y, _ = cells.make_image(None, *[magnification] * (magnification is not None))
    left, right, bottom, top = extent
    wide, high = (round(size * (magnification or 1)) for size in (width, height))
    across = cell_of_each_pixel(*limits[:2], wide, left, right, 4)
    down = cell_of_each_pixel(*limits[2:], high, top, bottom, 3)
    assert np.array_equal(pixels, cells.get_array()[np.ix_(down, across)])
    assert (x, y) == pytest.approx((40, 60))


def test_it_begins_as_one_cell_whatever_the_reader_has_set():
    """With interpolation "none" Matplotlib would place the image itself in PDF and SVG files."""
    with matplotlib.rc_context({"image.interpolation": "none", "image.origin": "lower"}):
        cells = Cells(Figure().add_axes([0, 0, 1, 1]), MAP)
        assert cells.get_extent() == (-0.5, 0.5, 0.5, -0.5)
        assert cells.get_interpolation() == "nearest"


def test_a_number_gets_the_nearest_of_the_colours_and_asks_for_a_new_picture():
    """Numbers beyond the ends get the colours of the ends."""
    cells = cells_on(40, 30)
    cells.stale = False
    fractions = np.array([*np.linspace(0, 1, 1001), -0.1, -3.0, 1.1, 300.0])
    cells.set_levels(fractions[np.newaxis])
    nearest = np.floor(fractions.clip(0, 1) * (LEVELS - 1) + 0.5) / (LEVELS - 1)
    assert np.array_equal(cells.get_array()[0], MAP(nearest, bytes=True))
    assert cells.stale
    assert cells.get_size() == (1, 1005)


def test_axes_of_less_than_a_pixel_show_one():
    cells = cells_on(0.2, 0.2)
    cells.set_levels(np.array([[0.0, 1.0]]))
    assert cells.make_image(None)[0].shape == (1, 1, 4)
