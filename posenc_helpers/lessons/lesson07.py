"""The right and the wrong answers to the exercises of `07.md`."""

from math import sqrt

import numpy as np

from posenc_helpers.encoding import neighbour_distance
from posenc_helpers.lessons.exercise import exercise, near
from posenc_helpers.lessons.shared import matrix

ASKED = {"d_model": 512, "base": 1e4, "seq_len": 100, "vocab_size": 50}
MARKED = {"read_from_sum": ("AddingExplorer", ASKED)}


@exercise([(4, 4), (6, 3), (2, 5)], matrix, within=1e-5)
def tied_matrix(W):
    yield "right", np.concatenate([W, W])
    yield "no_code", np.concatenate([W, 0 * W])
    yield "no_word", np.concatenate([0 * W, W])
    yield "side_by_side", np.concatenate([W, W], axis=1)
    yield "alternating", np.repeat(W, 2, axis=0)
    yield "halved", np.concatenate([W, W]) / 2
    yield "kept_apart", np.block([[W, 0 * W], [0 * W, W]])
    yield "unchanged", W


def readable(d_model, half=0.5, deviations=1.6449):
    """Return the maximum size of the words at which positions can be read, by the lesson's law.

    1.6449 standard deviations on either side hold 90 % of a normal distribution.
    """
    return half * neighbour_distance(d_model) / deviations


@exercise(relative=0.06)
def readable_size():
    yield "right", readable(256)
    yield "deviations", near(1.645, 0.003)
    yield "whole_way", readable(256, half=1)
    yield "one_neighbour", readable(256, deviations=1.2816)
    yield "half_of_d", readable(256) / sqrt(2)
    yield "guess", near(0.7, 0.05)
    yield "d_model_64", readable(64)
    yield "multiplied", near(readable(256) * 1.6449**2, 0.012)
    yield "squared_distance", near(2 * readable(256) ** 2 * 1.6449, 0.012)
    yield "half_distance", readable(256, deviations=1)
    yield "distance", readable(256, half=1, deviations=1)
