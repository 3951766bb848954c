"""What the exercises of several lessons are made with."""

import numpy as np

from posenc_helpers.lessons.exercise import Case


def matrix(rows, columns):
    """Return the case of a matrix of random numbers."""
    numbers = np.random.default_rng(rows + columns).normal(size=(rows, columns))
    return Case((numbers,), f"a matrix of shape ({rows}, {columns})")


def paired(vector):
    """Return a vector in halves with its pairs side by side."""
    return vector.reshape(2, -1).T.ravel()


def halved(vector):
    """Return a vector whose pairs are side by side in halves."""
    return vector.reshape(-1, 2).T.ravel()
