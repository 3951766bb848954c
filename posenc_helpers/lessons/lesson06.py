"""The right and the wrong answers to the exercises of `06.md`."""

import numpy as np

from posenc_helpers.attention import softmax
from posenc_helpers.encoding import positional_encoding, shift_encoding
from posenc_helpers.lessons.exercise import exercise


def table_of(seq_len, d_model):
    """Return a table as the argument of a case."""
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
