"""Draw clocks in any figure: a face, hands, and labels around clocks that are side by side."""

import math

import numpy as np

from posenc_helpers.figures import look
from posenc_helpers.figures.paths import copies
from posenc_helpers.figures.quicktext import empty_texts, show_texts
from posenc_helpers.wording import ROUNDING, number, rounded

MOST_CLOCKS = 16  # on a wall
LABEL = {"ha": "center", "va": "top", "fontsize": 14}
NAME = {"ha": "right", "va": "top", "fontsize": 13, "color": look.GREY}


def on_circle(angles):
    """Return points of the unit circle, shape (..., 2), at angles in radians clockwise from 12."""
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1)


FACE = np.concatenate(  # a circle and a mark at 12
    [on_circle(np.linspace(0, 2 * np.pi, 61)), [(np.nan, np.nan), (0, 0.86), (0, 1.12)]]
)


def add_clock(drawing, *place, title="", limit=1.2):
    """Return new axes with a unit circle, 12 at the top: x is the sine, y is the cosine."""
    ax = drawing.add_axes(*place, aspect="equal", xlim=(-limit, limit), ylim=(-limit, limit))
    ax.set_title(title, loc="center", color=look.INK)
    ax.axis("off")
    style = {"linewidth": 2, "gid": look.STILL}
    ax.plot(*on_circle(np.linspace(0, 2 * np.pi, 181)).T, color=look.PALE, **style)
    ax.plot([0, 0], [0.9, 1.1], color=look.GREY, **style)
    return ax


class Wall:
    """Clocks side by side on axes without a frame: circles, and texts beside them."""

    def __init__(self, drawing, bottom, height):
        self.ax = drawing.add_axes(10, bottom, 880, height, xlim=(0, 880), ylim=(0, height))
        self.ax.axis("off")
        (self.circles,) = self.ax.plot([], [], color=look.PALE, linewidth=2, zorder=0.5)
        styles = LABEL, NAME, {**NAME, "ha": "left"}
        self.labels, self.names, self.badges = empty_texts(self.ax, MOST_CLOCKS, *styles)

    def show(self, centres, radius, pairs, wavelengths):
        """Show clocks, each with its tokens for one turn below and its pair at the upper left."""
        self.circles.set_data(copies(FACE, centres, radius))
        words = [rounded(n) for n in wavelengths]
        show_texts(self.labels, centres - (0, radius + 6), [f"{words[0]} tokens", *words[1:]])
        show_texts(self.names, corners(centres, radius), map(str, pairs))


def corners(centres, radius, side=-1):
    """Return the end of a text at the upper left of each clock, in pixels.

    With `side` 1, return the beginning of a text at the upper right. Small clocks leave room for a
    text only higher up.
    """
    aside = min((0.9 if side < 0 else 0.68) * radius, 1.6 * radius - 40)
    return centres + (side * aside, max(radius, 52))


def fine(angle: float) -> str:
    """Return an angle, or a number of turns, to a thousandth or better, as text.

    Numbers below 1 never read as 1.
    """
    digits = 4 if angle < 1 else 4 + math.floor(math.log10(angle))
    return number(angle, 13 if 1 - ROUNDING <= angle < 1 else digits)


def shown_pairs(d_model: int):
    """Return the pairs that fit on the wall: all, or some, evenly spread from first to last."""
    pairs = d_model // 2
    return np.unique(np.linspace(0, pairs - 1, min(pairs, MOST_CLOCKS)).round().astype(int))


def wall_places(count: int):
    """Return the centres, shape (count, 2), and the radius of `count` clocks on the wall."""
    rows = 1 if count <= 5 else 2
    columns = math.ceil(count / rows)
    wide, high = 880 / columns, 304 / rows
    k = np.arange(count)
    centres = np.stack([(k % columns + 0.5) * wide, 304 - (k // columns + 0.5) * high + 12], axis=1)
    return centres, min(wide / 2 - 15, high / 2 - 19)
