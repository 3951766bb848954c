"""What the exercises of several lessons are made with."""

import numpy as np

from posenc_helpers.encoding import positional_encoding
from posenc_helpers.lessons.answers import Unreadable
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


KINDS = ("a number", "a whole number", "an even whole number")  # by the size of their steps


def chosen(name: str, value: float, least: float, most: float, step: int) -> float:
    """Return a number between two limits: as an int, if it comes in steps of 1 or 2 and not of 0.

    For any other raise Unreadable with its name.
    """
    inside = least - 1e-6 <= value <= most + 1e-6
    if not inside or step and abs(value - step * round(value / step)) > 1e-6:
        raise Unreadable(f"The {name} must be {KINDS[step]} from {least:,.7g} to {most:,.7g}.")
    return round(value) if step else float(value)
