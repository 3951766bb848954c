"""The right and the wrong answers to the exercises of `03.md`."""

from math import pi, tau

from posenc_helpers.encoding import wavelengths
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


@exercise()
def cheapest_base():
    yield "right", 100_000
    yield "most_come_round", 100, 1_000, 10_000
    yield "closer_neighbours", 1_000_000, 10_000_000, 100_000_000
    yield "exactly_half", near((1_000 / tau) ** 2, 100)
    yield "exponent", 5
    yield "hands", 29, 35
