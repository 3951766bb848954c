"""The right and the wrong answers to the exercises of `01.md`."""

from math import tau

import numpy as np

from posenc_helpers.encoding import positional_encoding
from posenc_helpers.lessons.exercise import exercise


def waves(angles):
    """Return the sines of the angles in even columns and the cosines in odd columns."""
    table = np.sin(angles)
    table[..., 1::2] = np.cos(angles[..., 1::2])
    return table


def wrong_encodings(p, d_model, base):
    """Yield each mistake and its codes, for one position or for an array of positions."""
    p, column = np.asarray(p)[..., np.newaxis], np.arange(d_model)
    power = 2 * (column // 2) / d_model  # the exponent 2i/d of each column
    angles = p / base**power
    own, once = p / base ** (column / d_model), angles[..., ::2]
    yield "degrees", waves(np.radians(angles))
    yield "two_pi", waves(tau * angles)
    yield "neighbour", waves((p + 1) / base**power), waves((p - 1) / base**power)
    yield "exponent_of_column", waves(own)
    yield "doubled_twice", waves(p / base ** (2 * power)), waves(p / base ** (2 * column / d_model))
    yield "log10", waves(p * np.exp(-power * np.log10(base)))
    yield "pairs_from_1", *(waves(angles * base ** (k / d_model)) for k in (-2, 2))
    yield "power_of_fraction", waves((p / base) ** power), waves((p / base) ** (power / 2))
    yield "power_of_fraction", waves((p / base) ** (column / d_model))
    yield "multiplied", waves(p * base**power)
    yield "halves", np.concatenate([np.sin(once), np.cos(once)], axis=-1)
    yield "swapped", waves(np.pi / 2 - angles)
    yield "sine_everywhere", np.sin(angles), np.sin(once), np.sin(own)
    yield "wrong_sign", waves(-angles)
    yield "angles", angles, once
    yield "exponent_i_over_d", waves(p / base ** (power / 2))


@exercise(decimals=4)
def row_ten():
    right = positional_encoding(1, 4, start=10)[0]
    yield "right", right
    yield from wrong_encodings(10, 4, 1e4)
    yield "one_sign", *(right * (1 - 2 * np.eye(4)))


@exercise([(4, 4, 100), (10, 6, 10_000), (1, 2, 10_000), (200, 4, 10)], within=6e-5)
def encode(seq_len, d_model, base):
    right, p = positional_encoding(seq_len, d_model, base), np.arange(seq_len)
    power = 2 * (np.arange(d_model) // 2) / d_model
    yield "right", right
    yield from wrong_encodings(p, d_model, float(base))
    yield "base_unused", *(positional_encoding(seq_len, d_model, b) for b in (10_000, 100))
    yield "extra_axis", right[np.newaxis]
    yield "transposed", right.T
    yield "axis_of_pairs", right.reshape(seq_len, -1, 2)
    yield "twice_the_columns", lambda found: found.shape == (seq_len, 2 * d_model)
    yield "row_too_many", lambda found: found.shape == (seq_len + 1, d_model)
    yield "zeros_below", np.outer(p == 0, np.arange(d_model) == 1), np.trunc(right)
    yield "whole_division", waves(p[:, np.newaxis] // float(base) ** power)
    whole = power // 1, np.ceil(power), 2 * power // 1, 2 * np.arange(d_model) // d_model
    yield "whole_division", *(waves(p[:, np.newaxis] / float(base) ** one) for one in whole)
    step = -np.log(base) / d_model // 2
    yield "whole_division", waves(p[:, np.newaxis] * np.exp(power * d_model * step))


@exercise()
def blind_position():
    yield "right", 1
    yield "zero", 0
    yield "ten_thousand", 10_000
    yield "other_position", lambda found: found.size == 1 and found.item() > 1
