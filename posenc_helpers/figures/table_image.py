"""Show a table as an image on one axes: large pixels that are placed quickly, not resampled."""

import matplotlib
import numpy as np
from matplotlib.image import AxesImage

from posenc_helpers.figures import look
from posenc_helpers.figures.downsampling import block_means, mean_encoding

LEVELS = 255


class Cells(AxesImage):
    """An image whose every screen pixel shows the one cell in which it is.

    Matplotlib's own nearest-neighbour image gives the same picture and takes ten times as long.
    """

    def __init__(self, ax, colour_map):
        super().__init__(ax, interpolation="nearest", origin="upper")
        colours = colour_map(np.linspace(0, 1, LEVELS), bytes=True)
        self._palette = np.ascontiguousarray(colours).view(np.uint32).ravel()
        self.set_levels(np.zeros((1, 1)))
        self.set_extent((-0.5, 0.5, 0.5, -0.5))
        ax.add_image(self)

    def set_levels(self, fractions):
        """Show an array of numbers from 0 to 1, the two ends of the colour map."""
        self.levels = np.clip(fractions * (LEVELS - 1) + 0.5, 0, LEVELS - 1).astype(np.uint8)
        self.stale = True

    def get_array(self):
        """Return the colours of the cells, (rows, columns, 4): red, green, blue, alpha to 255."""
        return self._coloured().view(np.uint8).reshape(*self.levels.shape, 4)

    def set_extent(self, extent):
        """Place the image. The limits of the axes stay, because they take AxesImage very long."""
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
    """Return the index of the cell in which each pixel of an axis is.

    The axis has `pixels` pixels between its `limits`, and `cells` cells of one size fill `extent`.
    """
    centres = limits[0] + (np.arange(pixels) + 0.5) / pixels * (limits[1] - limits[0])
    index = np.floor((centres - extent[0]) / (extent[1] - extent[0]) * cells).astype(int)
    return np.clip(index, 0, cells - 1)


def pixel_size(ax) -> tuple[int, int]:
    """Return the width and height of `ax` in screen pixels (100 to the inch)."""
    box = ax.get_position()
    across, up = ax.figure.get_size_inches() * 100
    return max(1, round(box.width * across)), max(1, round(box.height * up))


class HeatmapImage:
    """A table as an image on one axes: rows are positions, columns are dimensions."""

    def __init__(self, ax, cmap=look.TABLE_COLOURS, limits=(-1.0, 1.0)):
        self.ax, self.window = ax, None  # window: which part of an encoding is shown
        self.norm = matplotlib.colors.Normalize(*limits)
        self.cmap = matplotlib.colormaps.get_cmap(cmap)
        self.image = Cells(ax, self.cmap)
        grounds = look.luminance(self.cmap(np.linspace(0, 1, LEVELS)))
        white = 1.05 / (grounds + 0.05) > (grounds + 0.05) / 0.05
        self._letters = np.where(white, look.WHITE, look.BLACK)
        for spine in ax.spines.values():  # a frame, so that white cells at the rim do not vanish
            spine.set(visible=True, edgecolor=look.PALE, linewidth=1.6, zorder=-1)

    def show(self, values, first=(0, 0), per_cell=(1, 1), shape=None):
        """Show `values`, whose first row and column have the numbers `first`.

        Each value is the mean of `per_cell` = (rows, columns) of a table of this `shape`, which
        fills the axes.
        """
        self.values, self.per_cell, self.window = np.asarray(values), per_cell, None
        low, high = self.norm.vmin, self.norm.vmax
        self.image.set_levels((self.values - low) / (high - low))
        top, left = first[0] - 0.5, first[1] - 0.5
        down, across = np.multiply(self.values.shape, per_cell)
        self.image.set_extent((left, left + across, top + down, top))
        rows, columns = shape or self.values.shape
        look.set_limits(self.ax, (left, left + columns), (top + rows, top))

    def show_means(self, table, first=(0, 0)):
        """Show a table, averaged where a pixel covers more than one of its values.

        Return how many rows and columns make one cell.
        """
        across, up = pixel_size(self.ax)
        per_cell = -(-len(table) // up), -(-table.shape[1] // across)
        self.show(block_means(table, *per_cell), first, per_cell, table.shape)
        return per_cell

    def letter_colours(self) -> list[str]:
        """Return black or white for each cell, the one that is easier to read on its colour."""
        return self._letters[self.image.levels].ravel().tolist()

    def add_colorbar(self, label: str = "value"):
        """Draw the colour bar beside the axes and return it."""
        scalar = matplotlib.cm.ScalarMappable(self.norm, self.cmap)
        box = self.ax.get_position()
        wide = 0.14 / self.ax.figure.get_size_inches()[0]
        bar_ax = self.ax.figure.add_axes([box.x1 + wide, box.y0, wide, box.height])
        bar = self.ax.figure.colorbar(scalar, cax=bar_ax, label=label)
        bar.outline.set_visible(False)
        bar_ax.tick_params(length=0)
        for part in (bar.solids, bar.dividers):
            part.set_gid(look.STILL)
        if (self.norm.vmin, self.norm.vmax) == (-1, 1):
            look.set_ticks(bar_ax.yaxis, look.SIGNED)
        return bar


def show_encoding(image: HeatmapImage, start, seq_len, frequencies):
    """Show the encoding in `image`. Return its rows and how many positions and columns a cell has.

    A pixel that covers more than one value shows their mean. A window that is shown already is not
    computed again.
    """
    window = start, seq_len, frequencies.tobytes()
    if image.window != window:
        across, up = pixel_size(image.ax)
        image.means, count = mean_encoding(start, seq_len, frequencies, up)
        d_model = 2 * len(frequencies)
        per_cell = count, -(-d_model // across)
        cells = block_means(image.means, 1, per_cell[1])
        image.show(cells, (start, 0), per_cell, (seq_len, d_model))
        image.window = window
    return image.means, image.per_cell
