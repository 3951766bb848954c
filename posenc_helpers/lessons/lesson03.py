"""The right and the wrong answers to the exercises of `03.md`."""

from math import pi, tau

from posenc_helpers.lessons.exercise import exercise, near


@exercise([(128, 50), (6, 1_000), (512, 30_000), (64, 100)], within=0.01, relative=1e-4)
def one_turn_base(d_model, seq_len):
    last = (d_model - 2) / d_model  # the exponent of the last pair
    yield "right", (seq_len / tau) ** (1 / last)
    yield "exponent_1", seq_len / tau
    yield "not_inverted", (seq_len / tau) ** last
    yield "wavelength", tau * seq_len**last
    yield "last_column", (seq_len / tau) ** (d_model / (d_model - 1))
    yield "column_for_pair", (seq_len / tau) ** (d_model / (2 * d_model - 2))
    yield "no_2_pi", seq_len ** (1 / last)
    yield "exponent_i_over_d", (seq_len / tau) ** (2 / last)
    yield "half_turn", (seq_len / pi) ** (1 / last)


@exercise()
def cheapest_base():
    yield "right", 100_000
    yield "most_come_round", 100, 1_000, 10_000
    yield "closer_neighbours", 1_000_000, 10_000_000, 100_000_000
    yield "exactly_half", near((1_000 / tau) ** 2, 100)
    yield "exponent", 5
    yield "caret", 15, 14, 12
    yield "hands", 29, 35
