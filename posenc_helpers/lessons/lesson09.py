"""The right and the wrong answers to the exercises of `09.md`."""

from math import tau

import numpy as np

from posenc_helpers.lessons.exercise import exercise, near
from posenc_helpers.lessons.shared import matrix
from posenc_helpers.models.conventions.tables import halves_order, interleaved_order


@exercise(decimals=0)
def last_turned():
    yield "right", 10_000 ** (62 / 64)
    yield "all_in_exponent", 10_000 ** (62 / 256)
    yield "all_turned", 10_000 ** (254 / 256)
    yield "exponent_1", near(10_000, 1)
    yield "whole_turn", tau * 10_000 ** (62 / 64), near(tau * 10_000, 1)
    yield "exponent_i_over_d", 10_000 ** (31 / 64)
    yield "last_column", 10_000 ** (63 / 64)


@exercise([(8, 6), (4, 2), (64, 4)], matrix, within=1e-6)
def converted_weights(weights):
    yield "right", weights[halves_order(len(weights))]
    yield "way_back", weights[interleaved_order(len(weights))]
    yield "columns", weights[:, halves_order(weights.shape[1])]
    yield "second_first", np.concatenate([weights[1::2], weights[0::2]])
    yield "unchanged", weights
