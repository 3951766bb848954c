"""The right and the wrong answers to the exercises of `05.md`."""

import numpy as np

from posenc_helpers.encoding import positional_encoding
from posenc_helpers.lessons.exercise import Case, exercise, near


def two_codes(p, q, d_model):
    """Return the case that gives two rows to the student's function."""
    rows = positional_encoding(p + q + 1, d_model)[[p, q]]
    return Case(tuple(rows), f"PE({p}) and PE({q}) of {d_model} columns")


def turned(row, by):
    """Return `row` with each hand turned by the angle of the same hand in `by`."""
    (sine, cosine), (s, c) = (one.reshape(-1, 2).T for one in (row, by))
    return np.column_stack([sine * c + cosine * s, cosine * c - sine * s]).ravel()


@exercise([(10, 3, 4), (3, 6, 6), (1, 8, 8), (77, 20, 16), (500, 41, 64)], two_codes, within=1e-6)
def sum_of_positions(row_p, row_q):
    right, mirror = turned(row_p, row_q), np.tile([-1, 1], len(row_p) // 2)
    no_minus, overwritten = right.copy(), right.copy()
    halves = (row.reshape(2, -1).T.ravel() for row in (row_p, row_q))  # read as sines, then cosines
    no_minus[1::2] = turned(row_p, mirror * row_q)[1::2]
    overwritten[1::2] = row_p[1::2] * row_q[1::2] - right[0::2] * row_q[0::2]
    yield "right", right
    yield "added", row_p + row_q, (row_p + row_q) / 2
    yield "multiplied", row_p * row_q
    yield "other_way", turned(row_p, mirror * row_q), turned(row_q, mirror * row_p)
    yield "no_minus", no_minus
    yield "swapped", right.reshape(-1, 2)[:, ::-1].ravel()
    yield "halves", turned(*halves).reshape(-1, 2).T.ravel()
    yield "overwritten", overwritten
    yield "twice", turned(row_p, row_p), turned(row_q, row_q)
    yield "unchanged", row_p, row_q


@exercise()
def composed_shift():
    yield "right", 7
    yield "multiplied", 75, -75, 25, 22, 28, near(25 / 3, 0.1)
    yield "transpose_forward", 13
    yield "no_transpose", 10
    yield "first_once", 2, 8
    yield "wrong_direction", -7
