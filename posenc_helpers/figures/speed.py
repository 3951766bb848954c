"""Show by colour how fast a pair is: a strip below a table, a curve along the columns, a key."""

from itertools import pairwise

import numpy as np
from matplotlib.collections import LineCollection

from posenc_helpers.figures import look
from posenc_helpers.figures.table_image import Cells

STEPS = 24  # colours of one curve


class SpeedStrip:
    """A strip of the colours of pairs, side by side, between the words fast and slow."""

    def __init__(self, drawing, left, bottom, width, height=12):
        self.ax = drawing.add_axes(left, bottom, width, height, xlim=(0, 1), ylim=(0, 1))
        self.ax.axis("off")
        self.cells = Cells(self.ax, look.SPEED)
        self.cells.set_extent((0, 1, 0, 1))
        style = {"verticalalignment": "center", "fontsize": 13, "fontweight": "bold"}
        fast, slow = (left - 7, "right", look.FASTEST), (left + width + 7, "left", look.SLOWEST)
        for word, (x, side, wavelength) in (("fast", fast), ("slow", slow)):
            colour = look.speed_letters(wavelength)
            drawing.write(x, bottom + height / 2, word, ha=side, color=colour, **style)

    def show(self, wavelengths):
        """Show pairs of these wavelengths [tokens]."""
        self.cells.set_levels(look.slowness(wavelengths)[np.newaxis])


def add_key(drawing, left, bottom, width=80):
    """Draw the key of the colours of speed, which never changes."""
    strip = SpeedStrip(drawing, left, bottom, width)
    strip.show(np.geomspace(look.FASTEST, look.SLOWEST, 64))
    strip.cells.set_gid(look.STILL)


class SpeedCurve:
    """A curve along the columns whose colour says how fast the pair of each of its points is."""

    def __init__(self, ax, **style):
        self.lines = LineCollection([], capstyle="round", **style)
        ax.add_collection(self.lines, autolim=False)

    def set_data(self, x, y, wavelengths):
        """Draw the curve through these points. Neighbours of nearly one colour are one piece."""
        levels = np.floor(look.slowness(wavelengths) * (STEPS - 1))
        starts = np.flatnonzero(np.diff(levels, prepend=-1))
        points = np.column_stack([x, y])
        ends = pairwise([*starts, len(points)])
        self.lines.set_segments([points[start : end + 1] for start, end in ends])
        self.lines.set_color(look.SPEED(levels[starts] / (STEPS - 1)))
