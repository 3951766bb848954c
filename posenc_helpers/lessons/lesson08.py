"""The right and the wrong answers to the exercises of `08.md`."""

import numpy as np

from posenc_helpers.attention import softmax
from posenc_helpers.lessons.exercise import exercise, near

ASKED = {"clocks": "all", "mask": True, "d_model": 64, "base": 1e4, "seq_len": 96, "step": 200}
MARKED = {"past_the_end": ("TrainingExplorer", ASKED)}


def arrays(scores, holds):
    """Return scores, and which keys hold the wanted word, as arrays."""
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
    yield "signs", -slope(scores, holds), holds - weights
    yield "one_for_each", weights - holds
    yield "shared_evenly", weights - holds / np.sum(holds)
    yield "no_logarithm", weights * np.sum(weights * holds) - weights * holds
    yield "not_shared", weights - weights * holds
    yield "weights", weights


@exercise(within=2)
def peak_key():
    yield "right", 91
    yield "wanted", near(148, 0.5)
    yield "one_back", near(149, 0.4)
    yield "itself", near(150, 0.4)
    yield "masked", near(171, 20)
    yield "beyond", near(100, 4)
    yield "edge", near(94.5, 1)
    yield "one_window_back", near(53, 1.5)
    yield "first", near(0, 2)
    yield "middle", near(48, 1)
    yield "early", near(86, 2.5)


@exercise()
def covered():
    yield "right", [1, 1, 1, 0, 0]
    yield "first_window", [1, 0, 0, 0, 0]
    yield "formula", [1, 1, 1, 1, 1]
    yield "last_window", [1, 1, 1, 1, 0], [1, 1, 0, 0, 0]
    yield "beginning", [0, 1, 1, 0, 0], [0, 1, 0, 0, 0], [0, 1, 1, 1, 0], [0, 1, 1, 1, 1]
