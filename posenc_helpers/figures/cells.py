"""Cells: an image of large pixels that is placed, not resampled, so that a frame takes no time."""

import numpy as np
from matplotlib.image import AxesImage

LEVELS = 255


class Cells(AxesImage):
    """An image whose every screen pixel shows the one cell that it lies in.

    Matplotlib's own nearest-neighbour image gives the same picture and takes ten times as long.
    """

    def __init__(self, ax, colour_map):
        super().__init__(ax, interpolation="nearest", origin="upper")
        colours = colour_map(np.linspace(0, 1, LEVELS), bytes=True)
        self._palette = np.ascontiguousarray(colours).view(np.uint32).ravel()
        self.set_levels(np.zeros((1, 1)))
        ax.add_image(self)

    def set_levels(self, fractions):
        """Show an array of numbers from 0 to 1, the two ends of the colour map."""
        self.levels = np.clip(fractions * (LEVELS - 1) + 0.5, 0, LEVELS - 1).astype(np.uint8)
        self._A = self.levels  # what AxesImage asks for its shape
        self.stale = True

    def get_array(self):
        """Return the colours of the cells: (rows, columns, 4), red, green, blue, alpha to 255."""
        return self._coloured().view(np.uint8).reshape(*self.levels.shape, 4)

    def set_extent(self, extent):
        """Place the image; the limits of the axes stay, which takes AxesImage most of its time."""
        self._extent = extent

    def make_image(self, renderer, magnification=1.0, unsampled=False):
        """Return the pixels of the axes' box, bottom row first, and its lower left corner."""
        box = self.axes.bbox
        left, right, bottom, top = self.get_extent()
        rows, columns = self.levels.shape
        high, wide = (max(1, round(size * magnification)) for size in (box.height, box.width))
        down = _cell_of_pixels(self.axes.get_ylim(), high, (top, bottom), rows)
        across = _cell_of_pixels(self.axes.get_xlim(), wide, (left, right), columns)
        pixels = self._coloured().take(down, axis=0).take(across, axis=1)
        return pixels.view(np.uint8).reshape(high, wide, 4), box.x0, box.y0, None

    def _coloured(self):
        return self._palette.take(self.levels)


def _cell_of_pixels(limits, pixels, extent, cells):
    """Return, for each of `pixels` between `limits`, the index of the cell it lies in when
    `cells` of one size fill `extent`.
    """
    centres = limits[0] + (np.arange(pixels) + 0.5) / pixels * (limits[1] - limits[0])
    index = np.floor((centres - extent[0]) / (extent[1] - extent[0]) * cells).astype(int)
    return np.clip(index, 0, cells - 1)
