"""The right and the wrong answers to the exercises of `03.md`."""

from math import pi, tau

import numpy as np

from posenc_helpers.encoding import similarity, wavelengths
from posenc_helpers.lessons.exercise import exercise, near


@exercise([(128, 10_000), (4, 100), (2, 10_000), (512, 500_000.0)], within=0.01, relative=1e-4)
def longest_wavelength(d_model, base):
    last = (d_model - 2) / d_model  # the exponent of the last pair
    yield "right", wavelengths(d_model, base)[-1]
    yield "exponent_1", tau * base
    yield "last_column", tau * base ** ((d_model - 1) / d_model)
    yield "column_for_pair", tau * base ** (2 * (d_model - 1) / d_model)
    yield "no_2_pi", base**last
    yield "exponent_i_over_d", tau * base ** (last / 2)
    yield "shortest", tau
    yield "base_unused", tau * 10_000**last
    yield "half_turn", pi * base**last


def compared(base, farthest, d_model, nearest=1, times=2, more=0):
    """Return, for each distance, whether the one `times` as far and `more` is less similar."""
    distances = np.arange(nearest, farthest + 1)
    farther = times * distances + more
    return similarity(distances, d_model, base) > similarity(farther, d_model, base)


@exercise([(100, 1_000, 512), (1e4, 1_000, 128), (1e8, 50, 64), (1e3, 9, 16)], within=1e-6)
def share_in_order(base, farthest, d_model):
    right = compared(base, farthest, d_model)
    yield "right", right.mean()
    yield "wrong_order", 1 - right.mean()
    yield "count", right.sum()
    yield "percent", 100 * right.mean()
    yield "next_distance", compared(base, farthest, d_model, times=1, more=1).mean()
    for last in (farthest, farthest - 1):
        yield "from_zero", compared(base, last, d_model, nearest=0).mean()
    yield "last_left_out", compared(base, farthest - 1, d_model).mean()
    yield "base_unused", compared(1e4, farthest, d_model).mean()


@exercise()
def cheapest_base():
    yield "right", 1_000
    yield "coin", 10, 100
    yield "closer_neighbours", 10_000, 100_000, 1_000_000, 10_000_000
    yield "too_flat", 100_000_000
    yield "reach", near(1_000 / 0.56, 20), near(500 / 0.56, 10)


@exercise(relative=0.01)
def base_for_reach():
    yield "right", 8_192 / 0.56
    yield "reach_of_8192", 8_192 * 0.56
    yield "half_the_text", 4_096 / 0.56
    yield "reach_for_base", near(8_192, 1)
    yield "wavelength", *((8_192 / tau) ** power for power in (1, 512 / 510, 128 / 126))
    yield "true_curve", near(8_192 / 0.617, 200)
