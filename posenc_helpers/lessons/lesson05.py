"""The right and the wrong answers to the exercises of `05.md`."""

from math import pi

import numpy as np

from posenc_helpers.encoding import shift_encoding
from posenc_helpers.lessons.exercise import exercise, near
from posenc_helpers.lessons.shared import code_of, halved, paired


def block(angle, sign=-1):
    """Return [[cos, sin], [-sin, cos]] of an angle, with this sign before the second sine."""
    cosine, sine = np.cos(angle), np.sin(angle)
    return [[cosine, sine], [sign * sine, cosine]]


@exercise([(10, 4), (3, 6), (0, 8), (77, 16), (1_000, 64)], code_of, within=1e-6)
def three_back(row):
    right, overwritten = shift_encoding(row, -3), row.copy()
    overwritten[0::2] = right[0::2]
    overwritten[1::2] = shift_encoding(overwritten, -3)[1::2]
    yield "right", right
    yield "three_later", shift_encoding(row, 3)
    yield "other_shift", shift_encoding(row, -1), shift_encoding(row, -2)
    yield "stretched", -3 * row, 3 * row, -row
    yield "overwritten", overwritten
    yield "one_angle", shift_encoding(row, -3, base=1)
    yield "exponent_i_over_d", shift_encoding(row, -3, base=100)
    yield "halves", halved(shift_encoding(paired(row), -3))
    yield "columns", np.roll(row, 3), np.roll(row, -3)
    yield "subtracted", row - 3
    yield "unchanged", row


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
