"""A table as an image on one axes, alone or as a part of a figure."""

import matplotlib
import numpy as np

from posenc_helpers.figures import look
from posenc_helpers.figures.cells import LEVELS, Cells
from posenc_helpers.figures.downsampling import block_means, mean_encoding


def pixel_size(ax) -> tuple[int, int]:
    """Return the width and height of `ax` in screen pixels (100 to the inch)."""
    box = ax.get_position()
    across, up = ax.figure.get_size_inches() * 100
    return max(1, round(box.width * across)), max(1, round(box.height * up))


class HeatmapImage:
    """A table as an image on one axes: rows are positions, columns are dimensions."""

    def __init__(self, ax, cmap=look.TABLE_COLOURS, limits=(-1.0, 1.0)):
        self.ax = ax
        self.norm = matplotlib.colors.Normalize(*limits)
        self.cmap = matplotlib.colormaps.get_cmap(cmap)
        self.values = np.zeros((1, 1))
        self.image = Cells(ax, self.cmap)
        grounds = look.luminance(self.cmap(np.linspace(0, 1, LEVELS)))
        white = 1.05 / (grounds + 0.05) > (grounds + 0.05) / 0.05
        self._letters = np.where(white, look.WHITE, look.BLACK)
        for spine in ax.spines.values():  # a frame, so that white cells at the rim do not vanish
            spine.set(visible=True, edgecolor=look.PALE, linewidth=1.6, zorder=-1)

    def show(self, values, first=(0, 0), per_cell=(1, 1), shape=None):
        """Show `values` from the row and the column `first` on.

        Each is the mean of `per_cell` = (rows, columns) of a table of this `shape`, which fills the
        axes.
        """
        self.values = np.asarray(values)
        low, high = self.norm.vmin, self.norm.vmax
        self.image.set_levels((self.values - low) / (high - low))
        top, left = first[0] - 0.5, first[1] - 0.5
        down, across = np.multiply(self.values.shape, per_cell)
        self.image.set_extent((left, left + across, top + down, top))
        rows, columns = shape or self.values.shape
        limits = (left, left + columns), (top + rows, top)
        if limits != (self.ax.get_xlim(), self.ax.get_ylim()):
            self.ax.set(xlim=limits[0], ylim=limits[1])

    def show_means(self, table, first=(0, 0)):
        """Show a table, averaged where a pixel covers more than one of its values.

        Return how many rows and columns make one cell.
        """
        across, up = pixel_size(self.ax)
        per_cell = -(-len(table) // up), -(-table.shape[1] // across)
        self.show(block_means(table, *per_cell), first, per_cell, table.shape)
        return per_cell

    def letter_colours(self) -> list[str]:
        """Return black or white for each cell, whichever is read more easily on its colour."""
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
            look.fixed_ticks(bar_ax.yaxis)
        return bar


def show_encoding(image: HeatmapImage, start, seq_len, frequencies):
    """Show the encoding in `image`; return its rows and how many positions and columns a cell has.

    Where a pixel covers more than one value it shows their mean.
    """
    across, up = pixel_size(image.ax)
    means, count = mean_encoding(start, seq_len, frequencies, up)
    d_model = 2 * len(frequencies)
    per_cell = count, -(-d_model // across)
    image.show(block_means(means, 1, per_cell[1]), (start, 0), per_cell, (seq_len, d_model))
    return means, per_cell
