"""Make paths of several pieces that one line draws, with NaN between the pieces."""

import numpy as np


def joined(*pieces):
    """Return several paths as one path. Each is an array of shape (2, points), x and y."""
    gap = np.full((2, 1), np.nan)
    return np.concatenate([part for piece in pieces for part in (gap, piece)][1:], axis=1)


def copies(shape, centres, size):
    """Return x and y of copies of a shape, (points, 2), `size` times as large around `centres`."""
    around = np.asarray(centres, dtype=float).reshape(-1, 1, 2) + size * np.asarray(shape)
    return np.concatenate([around, np.full((len(around), 1, 2), np.nan)], axis=1).reshape(-1, 2).T


def bars(places, heights):
    """Return x and y of upright bars that begin at 0 and have these heights."""
    gaps = np.full(len(heights), np.nan)
    ends = np.array([(places, places, gaps), (0 * heights, heights, gaps)])
    return ends.swapaxes(1, 2).reshape(2, -1)


def frame(left, right, top, bottom):
    """Return x and y of the four edges of a rectangle, shape (2, 5)."""
    return np.array([(left, right, right, left, left), (top, top, bottom, bottom, top)])
