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
    yield "frequency", base**-last, base**-last / tau
    yield "shortest", tau
    yield "half_turn", pi * base**last
    yield "base_unused", tau * 1e4**last


@exercise(decimals=2)
def smallest_base():
    yield "right", (5_000 / tau) ** (512 / 510)
    yield "exponent_1", 5_000 / tau
    yield "not_inverted", (5_000 / tau) ** (510 / 512)
    yield "exponent_511", (5_000 / tau) ** (512 / 511)
    yield "no_2_pi", 5_000 ** (512 / 510), 5_000
    yield "multiplied", (5_000 * tau) ** (512 / 510)
    yield "a_token_more_or_less", (4_999 / tau) ** (512 / 510), (5_001 / tau) ** (512 / 510)
    yield "half_turn", (5_000 / pi) ** (512 / 510)


@exercise(decimals=1)
def half_turn_base():
    yield "right", (1_000 / tau) ** 2
    yield "root", (1_000 / tau) ** 0.5
    yield "no_2_pi", 1_000**2
    yield "all_turn", 1_000 / tau
    yield "doubled", 2 * 1_000 / tau, 2 * (1_000 / tau) ** 2
    yield "quarter_of_the_pairs", (1_000 / tau) ** 4
    yield "multiplied", (1_000 * tau) ** 2
    yield "half_turn", (1_000 / pi) ** 2


@exercise(relative=0.01)
def base_for_reach():
    yield "right", 8_192 / 0.56
    yield "reach_of_8192", 8_192 * 0.56
    yield "reach_for_base", near(8_192, 1)
    yield "wavelength", *((8_192 / tau) ** power for power in (1, 512 / 510, 128 / 126))
    yield "true_curve", near(8_192 / 0.617, 200)
