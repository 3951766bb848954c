"""What the exercises of several lessons are made with."""

import numpy as np

from posenc_helpers.encoding import positional_encoding
from posenc_helpers.lessons.exercise import Case


def matrix(rows, columns):
    """Return the arguments of a case: a matrix of random numbers."""
    return (np.random.default_rng(rows + columns).normal(size=(rows, columns)),)


def encoding_of(seq_len, d_model, base=10_000, start=0):
    """Return the case of a whole table."""
    label = f"the encoding of {seq_len=}, {d_model=}, {base=}, {start=}"
    return Case((positional_encoding(seq_len, d_model, base, start=start),), label)


def code_of(position, d_model, decimals=15):
    """Return the case of one row, rounded."""
    code = positional_encoding(1, d_model, start=position)[0].round(decimals)
    return Case((code,), f"PE({position}) of {d_model} columns, to {decimals} decimals")


def paired(vector):
    """Return a vector in halves with its pairs side by side."""
    return vector.reshape(2, -1).T.ravel()


def halved(vector):
    """Return a vector whose pairs are side by side in halves."""
    return vector.reshape(-1, 2).T.ravel()
