"""The right and the wrong answers to the exercises of `06.md`."""

from math import log, sqrt

import numpy as np

from posenc_helpers.attention import softmax
from posenc_helpers.encoding import positional_encoding, shift_encoding, similarity
from posenc_helpers.lessons.exercise import exercise


@exercise([(2.0, 8), (0.0, 64), (1.5, 64), (9.0, 64), (20.0, 512)], within=1e-6)
def similarity_from_distance(distance, d_model):
    yield "right", 1 - distance**2 / d_model
    yield "length_1", 1 - distance**2 / 2
    yield "not_divided", 1 - distance**2
    yield "squared_length_d", 1 - distance**2 / (2 * d_model)
    yield "half_d", 1 - 2 * distance**2 / d_model
    law = 1 - (log(distance) + np.euler_gamma) / log(10_000) if distance else np.inf
    yield "tokens", similarity(distance, d_model)
    yield "tokens", lambda found: found == law or abs(found - law) < 1e-6
    yield "no_square", 1 - distance / d_model, 1 - distance / sqrt(d_model)
    yield "one_minus_k", distance**2 / d_model
    yield "dot_product", (d_model - distance**2) / 2


def shrinking(d_model, steps):
    """Count the steps that bring two codes nearer to each other."""
    return np.sum(np.diff(similarity(np.arange(steps + 1), d_model)) > 0)


@exercise([(512, 99), (512, 43), (512, 44), (16, 6), (16, 200), (2, 50), (1024, 94)])
def shrinking_steps(d_model, steps):
    k = similarity(np.arange(steps + 1), d_model)
    yield "right", shrinking(d_model, steps)
    yield "away", steps - shrinking(d_model, steps)
    yield "last_left_out", shrinking(d_model, steps - 1)
    yield "one_too_many", shrinking(d_model, steps + 1)
    yield "none", 0
    yield "all_earlier", np.sum(k[1:] > np.minimum.accumulate(k)[:-1])


def table_of(seq_len, d_model):
    """Return the arguments of a case."""
    return (positional_encoding(seq_len, d_model),)


@exercise([(6, 16), (32, 64), (20, 8)], table_of, within=1e-6)
def turned_keys(table):
    right = shift_encoding(table, 1)
    scores = table @ right.T
    yield "right", right
    yield "ahead", shift_encoding(table, -1)
    yield "itself", table
    yield "rows_moved", np.roll(table, -1, axis=0), np.vstack([table[1:], table[-1:]])
    yield "transposed", right.T
    yield "weights", scores, softmax(scores), softmax(8 * scores)


@exercise()
def smallest_sharpness():
    yield "right", 4
    yield "d_model_64", 8
    yield "nine_tenths", 2
    yield "not_listed", 1 / 16, 1 / 8, 32
    yield "half", 0.5
    yield "most", 0.25
