"""Cells: each pixel shows the cell that its centre lies in, at every size and resolution."""

import math
from fractions import Fraction

import matplotlib
import numpy as np
import pytest
from matplotlib.figure import Figure

from posenc_helpers.figures.cells import LEVELS, Cells

MAP = matplotlib.colormaps["viridis"]


def cells_on(width, height, extent=None, limits=None):
    """Cells on axes of so many pixels; `extent` and `limits` are left, right, bottom, top."""
    figure = Figure(figsize=(4, 3), dpi=100)
    ax = figure.add_axes([0.1, 0.2, width / 400, height / 300])
    cells = Cells(ax, MAP)
    cells.set_extent(extent or (-0.5, 3.5, 2.5, -0.5))
    left, right, bottom, top = limits or cells.get_extent()
    ax.set(xlim=(left, right), ylim=(bottom, top))
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


@pytest.mark.parametrize("magnification", [1, 2, 1.4])
@pytest.mark.parametrize(("width", "height"), [(40, 30), (41, 29), (10, 7), (3, 2), (157, 88)])
@pytest.mark.parametrize(
    ("extent", "limits"),
    [
        (None, None),
        ((-0.5, 3.5, -0.5, 2.5), None),  # rows upwards
        ((6.5, 10.5, 2.5, -0.5), (6.75, 9.5, 2.25, 0.5)),  # a window of them
        ((-0.5, 3.5, 2.5, -0.5), (-1.5, 5.5, 3.5, -1.5)),  # more than all: the rim goes on
    ],
)
def test_each_pixel_shows_the_cell_of_its_centre(width, height, extent, limits, magnification):
    cells = cells_on(width, height, extent, limits)
    values = np.arange(12).reshape(3, 4) / 12
    cells.set_levels(values)
    pixels, x, y, _ = cells.make_image(None, magnification)
    left, right, bottom, top = cells.get_extent()
    wide, high = round(width * magnification), round(height * magnification)
    across = cell_of_each_pixel(*cells.axes.get_xlim(), wide, left, right, 4)
    down = cell_of_each_pixel(*cells.axes.get_ylim(), high, top, bottom, 3)
    assert np.array_equal(pixels, cells.get_array()[np.ix_(down, across)])
    assert (x, y) == pytest.approx((40, 60))


def test_without_a_magnification_the_pixels_are_those_of_the_axes():
    assert cells_on(40, 30).make_image(None)[0].shape == (30, 40, 4)


def test_it_begins_as_one_cell_whatever_the_reader_has_set():
    """With interpolation "none" Matplotlib would place the image itself in PDF and SVG files."""
    with matplotlib.rc_context({"image.interpolation": "none", "image.origin": "lower"}):
        cells = Cells(Figure().add_axes([0, 0, 1, 1]), MAP)
        assert cells.get_extent() == (-0.5, 0.5, 0.5, -0.5)
        assert cells.get_interpolation() == "nearest"


def test_a_number_gets_the_nearest_of_the_colours():
    cells = cells_on(40, 30)
    fractions = np.linspace(0, 1, 1001)
    cells.set_levels(fractions[np.newaxis])
    nearest = np.floor(fractions * (LEVELS - 1) + 0.5) / (LEVELS - 1)
    assert np.array_equal(cells.get_array()[0], MAP(nearest, bytes=True))


def test_numbers_beyond_the_ends_get_the_colours_of_the_ends():
    cells = cells_on(40, 30)
    cells.set_levels(np.array([[-0.1, -3.0, 1.1, 300.0]]))
    low, high = MAP(np.array([0.0, 1.0]), bytes=True)
    assert np.array_equal(cells.get_array()[0], [low, low, high, high])


def test_axes_of_less_than_a_pixel_show_one():
    cells = cells_on(0.2, 0.2)
    cells.set_levels(np.array([[0.0, 1.0]]))
    assert cells.make_image(None)[0].shape == (1, 1, 4)


def test_new_numbers_ask_for_a_new_picture():
    cells = cells_on(40, 30)
    cells.stale = False
    cells.set_levels(np.ones((2, 2)))
    assert cells.stale
    assert cells.get_size() == (2, 2)
