"""The right and the wrong answers to the exercises of `09.md`."""

from math import cos, pi, radians, sin, tau

import numpy as np

from posenc_helpers.encoding import angular_frequencies
from posenc_helpers.lessons.exercise import exercise, near
from posenc_helpers.lessons.shared import halved, matrix, paired
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


@exercise(decimals=3)
def score_far_out():
    yield "right", 2 * cos(3)
    yield "no_length", cos(3)
    yield "not_turned", 2
    yield "added", 2 * cos(2_011)
    yield "one_alone", 2 * cos(1_007), 2 * cos(1_004)
    yield "degrees", 2 * cos(radians(3))
    yield "sines", 2 * sin(3), sin(3)
    yield "product", 2 * cos(1_007) * cos(1_004), cos(1_007) * cos(1_004)
    yield "sign", -2 * cos(3)


def vector_and_angles(d_head, position):
    """Return a random vector and the angles of a position."""
    vector = np.random.default_rng(d_head).normal(size=d_head).round(2)
    return vector, position * angular_frequencies(d_head)


def turned(vector, angles):
    """Return a vector in halves, turned anticlockwise."""
    x, y = np.split(vector, 2)
    cosines, sines = np.cos(angles), np.sin(angles)
    return np.concatenate([x * cosines - y * sines, x * sines + y * cosines])


@exercise([(4, 1), (8, 3), (6, 0), (64, 100)], vector_and_angles, within=1e-6)
def turn_halves(vector, angles):
    beside, stacked = np.repeat(angles, 2), np.tile(angles, 2)
    yield "right", turned(vector, angles)
    yield "clockwise", turned(vector, -angles)
    yield "neighbours", paired(turned(halved(vector), angles))
    yield "angles_paired", vector * np.cos(beside) + turned(vector, pi / 2) * np.sin(beside)
    yield "no_minus", vector * np.cos(stacked) + np.roll(vector, len(angles)) * np.sin(stacked)
    x, y = turned(vector, angles)[: len(angles)], vector[len(angles) :]
    yield "overwritten", np.concatenate([x, x * np.sin(angles) + y * np.cos(angles)])
    yield "side_by_side", paired(turned(vector, angles))
    yield "unchanged", vector
