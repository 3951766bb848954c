"""The right and the wrong answers to the exercises of `10.md`."""

from math import degrees, tau

import numpy as np

from posenc_helpers.encoding import angular_frequencies, turning_pairs
from posenc_helpers.lessons.exercise import exercise


@exercise([(128, 10_000.0, 4_096), (128, 500_000.0, 8_192), (64, 160.0, 64), (64, 10_000.0, 32)])
def never_turn(head_dim, theta, length):
    pairs, turning = head_dim // 2, turning_pairs(length, head_dim, theta)
    yield "right", pairs - turning
    yield "turning", turning
    yield "less_than_a_radian", sum(length * angular_frequencies(head_dim, theta) < 1)
    yield "half_a_turn", pairs - turning_pairs(2 * length, head_dim, theta)
    yield "columns", head_dim - 2 * turning
    yield "from_columns", head_dim - turning
    yield "exponent_i_over_d", pairs - turning_pairs(length, head_dim, theta**0.5)


def turns_and(*settings):
    """Return the turns of 16 pairs, from many to few, and settings."""
    return 8_192 * angular_frequencies(32, 500_000) / tau, *settings


def line(turns, factor, low, high):
    """Return what the ramp of `parted` is without its ends."""
    kept = (turns - low) / (high - low)
    return kept + (1 - kept) / factor


def parted(turns, factor, low, high):
    """Return by how much speeds are multiplied where pairs are scaled by their turns."""
    return line(np.clip(turns, low, high), factor, low, high)


@exercise([(8.0, 1.0, 4.0), (4.0, 1.0, 32.0), (2.0, 2.0, 3.0)], turns_and, within=1e-6)
def by_parts_speeds(turns, factor, low, high):
    yield "right", parted(turns, factor, low, high)
    yield "fast_slowed", parted(-turns, factor, -high, -low)
    yield "how_much_is_kept", np.clip((turns - low) / (high - low), 0, 1)
    yield "not_cut_off", line(turns, factor, low, high)
    for name, limit in (("jump_at_low", low), ("jump_at_high", high)):
        yield name, np.where(turns > limit, 1, 1 / factor), np.where(turns >= limit, 1, 1 / factor)
    yield "multiplied", parted(turns, 1 / factor, low, high)
    yield "every_pair", np.full_like(turns, 1 / factor)


@exercise()
def eight_times():
    yield "right", [8, 1, 4, 4096]
    yield "new_length", [8, 1, 4, 32768]
    yield "length_of_llama_3", [8, 1, 4, 8192]
    yield "factor_for_llama_3", [4, 1, 4, 8192]
    yield "low_and_high_exchanged", [8, 4, 1, 4096]
    yield "ramp_of_yarn", [8, 1, 32, 4096]
    yield "other_factor", lambda found: found.shape == (4,) and found[1:].tolist() == [1, 4, 4096]


@exercise(decimals=3)
def stale_key():
    speed = 10_000 ** (-126 / 128)
    yield "right", 4_000 * speed / 2
    yield "whole_angle", 4_000 * speed
    yield "zero", 0
    yield "position_of_query", 8_191 * speed / 2, 8_192 * speed / 2
    yield "length_in_training", 4_096 * speed / 2
    yield "sign", -4_000 * speed / 2
    yield "degrees", degrees(4_000 * speed / 2)
