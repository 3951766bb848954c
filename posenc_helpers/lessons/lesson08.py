"""The right and the wrong answers to the exercises of `08.md`."""

from functools import cache
from itertools import count

import numpy as np

from posenc_helpers.attention import softmax
from posenc_helpers.encoding import positional_encoding, wavelengths
from posenc_helpers.lessons.exercise import exercise, near
from posenc_helpers.models.training.run import filled_directions

MARKED = {"past_the_end": ("TrainingExplorer", {"positions": "added"})}


def arrays(scores, holds):
    """Return some scores, and which keys hold the wanted word."""
    return np.array(scores, dtype=float), np.array(holds)


def slope(scores, holds):
    """Return the derivative of the loss with respect to each score."""
    right = softmax(scores) * holds
    return softmax(scores) - right / right.sum()


SCORED = [([0, 0, 0], [0, 1, 0]), ([1, 2, 3], [1, 0, 0]), ([0.5, -1, 2], [0, 1, 1])]


@exercise(SCORED, arrays, within=1e-6)
def loss_slope(scores, holds):
    weights = softmax(scores)
    yield "right", slope(scores, holds)
    yield "signs", -slope(scores, holds)
    yield "one_for_each", weights - holds
    yield "shared_evenly", weights - holds / np.sum(holds)
    yield "no_logarithm", weights * np.sum(weights * holds) - weights * holds
    yield "weights", weights


@cache
def shortest_window(d_model, base):
    """Return the shortest window whose codes fill all directions."""
    tables = (positional_encoding(seq_len, d_model, base) for seq_len in count(d_model))
    return next(len(table) for table in tables if filled_directions(table) == d_model)


@exercise(cases=[(8, 2), (8, 10), (16, 10), (12, 5)])
def full_window(d_model, base):
    right, slowest = shortest_window(d_model, base), wavelengths(d_model, base)[-1]
    yield "right", right
    yield "independent", d_model
    yield "one_too_few", right - 1
    yield "one_too_many", right + 1
    yield "slowest_clock", slowest, round(slowest)


@exercise(within=1)
def peak_key():
    yield "right", 30
    yield "wanted", near(99, 0.5)
    yield "itself", near(100, 0.5)
    yield "masked", near(114, 13.5)
    yield "beyond", near(34, 2.5)
    yield "one_window_back", 68, 67, 69


@exercise()
def covered():
    yield "right", [1, 1, 1, 0, 0]
    yield "first_window", [1, 0, 0, 0, 0]
    yield "formula", [1, 1, 1, 1, 1]
    yield "last_window", [1, 1, 1, 1, 0], [1, 1, 0, 0, 0]
    yield "beginning", [0, 1, 1, 0, 0], [0, 1, 0, 0, 0], [0, 1, 1, 1, 0], [0, 1, 1, 1, 1]
