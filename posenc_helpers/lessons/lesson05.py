"""The right and the wrong answers to the exercises of `05.md`."""

from math import pi

import numpy as np

from posenc_helpers.encoding import positional_encoding
from posenc_helpers.lessons.exercise import Case, exercise, near
from posenc_helpers.lessons.shared import halved, paired


def block(angle, sign=-1):
    """Return [[cos, sin], [-sin, cos]] of an angle, with this sign before the second sine."""
    cosine, sine = np.cos(angle), np.sin(angle)
    return [[cosine, sine], [sign * sine, cosine]]


def two_codes(p, q, d_model):
    """Return the case of two rows."""
    rows = positional_encoding(p + q + 1, d_model)[[p, q]]
    return Case(tuple(rows), f"PE({p}) and PE({q}) of {d_model} columns")


def turned(row, by):
    """Return one row with each hand turned by the angle of the hand in another."""
    (sine, cosine), (s, c) = (one.reshape(-1, 2).T for one in (row, by))
    return np.column_stack([sine * c + cosine * s, cosine * c - sine * s]).ravel()


@exercise([(10, 3, 4), (3, 6, 6), (1, 8, 8), (77, 20, 16), (500, 41, 64)], two_codes, within=1e-6)
def sum_of_positions(row_p, row_q):
    right, mirror = turned(row_p, row_q), np.tile([-1, 1], len(row_p) // 2)
    no_minus, overwritten = right.copy(), right.copy()
    no_minus[1::2] = turned(row_p, mirror * row_q)[1::2]
    overwritten[1::2] = row_p[1::2] * row_q[1::2] - right[0::2] * row_q[0::2]
    yield "right", right
    yield "added", row_p + row_q, (row_p + row_q) / 2
    yield "multiplied", row_p * row_q
    yield "other_way", turned(row_p, mirror * row_q), turned(row_q, mirror * row_p)
    yield "no_minus", no_minus
    yield "swapped", right.reshape(-1, 2)[:, ::-1].ravel()
    yield "halves", halved(turned(paired(row_p), paired(row_q)))
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


@exercise([(0.1, 10), (0.5, 3), (1.0, -2), (0.25, 1), (0.01, 2.5)], within=1e-6)
def shift_block(omega, shift):
    angle = omega * shift
    yield "right", block(angle)
    yield "other_way", block(-angle)
    yield "no_omega", block(shift), block(-shift)
    yield "no_minus", block(angle, sign=1)
    yield "swapped", block(pi / 2 - angle), block(angle)[::-1], np.fliplr(block(angle))
    yield "added", block(omega + shift)
    yield "degrees", block(np.radians(angle)), block(np.degrees(angle))


@exercise()
def worst_shift():
    yield "right", 16
    yield "half_turn", near(31, 1)
    yield "one_radian", 10
    yield "one_too_small", 15
    yield "not_whole", near(5 * pi, 0.06)
