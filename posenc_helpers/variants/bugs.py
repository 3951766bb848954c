"""A museum of wrong tables.

    BUGS["one_based"].table(64, 64)      a wrong table

All tables here are interleaved, sin, cos, sin, cos ..., as the paper has them; positions count
from 0.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from posenc_helpers.arguments import whole
from posenc_helpers.encoding import angular_frequencies, positional_encoding
from posenc_helpers.precision import rounded, rounded_encoding


@dataclass(frozen=True)
class Bug:
    """A mistake that people make: what it looks like in code, and the table that it gives.

    `formula` is the wrong angle, beside the right one p * b**(-2i/d).  `source` is the address of
    a public discussion, or "".  `table(seq_len, d_model, base=10_000.0)` gives the wrong table:
    shape (seq_len, d_model), float64, interleaved.
    """

    name: str
    title: str
    formula: str
    story: str
    source: str
    table: Callable[..., np.ndarray]


def _table(angles):
    """Return sines of the even and cosines of the odd columns of `angles`, or of each pair."""
    table = np.empty(angles.shape)
    table[:, 0::2] = np.sin(angles[:, 0::2])
    table[:, 1::2] = np.cos(angles[:, 1::2])
    return table


def _positions(seq_len):
    return np.arange(whole("seq_len", seq_len, 0))


def _columns(d_model, base):
    """Return the numbers of the columns, after a check of both arguments by the encoder."""
    angular_frequencies(d_model, base)
    return np.arange(d_model)


def _turning_at(frequencies):
    """Return the table of frequencies given for each column number j, d_model and base."""

    def table(seq_len, d_model, base=10_000.0):
        omega = frequencies(_columns(d_model, base), d_model, base)
        return _table(np.multiply.outer(_positions(seq_len), omega))

    return table


def _power_of_fraction(seq_len, d_model, base=10_000.0):
    pairs = _columns(d_model, base) // 2
    return _table((_positions(seq_len)[:, None] / base) ** (2 * pairs / d_model))


def _early_operator(j, d_model, base):
    return np.exp(j // 2 * 2 * (-math.log(base) / d_model // 2))


def _min_timescale(j, d_model, base):
    shortest = 2.0
    return shortest * (base / shortest) ** (-2 * (j // 2) / d_model)


def _one_based(seq_len, d_model, base=10_000.0):
    return positional_encoding(seq_len, d_model, base, start=1)


def _bfloat16_positions(seq_len, d_model, base=10_000.0):
    frequencies = np.repeat(angular_frequencies(d_model, base), 2)
    positions = rounded(_positions(seq_len), "bfloat16")
    return _table(np.multiply.outer(positions, frequencies))


def _rounded_angles(precision, seq_len, d_model, base=10_000.0):
    return rounded_encoding(_positions(seq_len), d_model, base, precision=precision)


BUGS = {
    one.name: one
    for one in [
        Bug(
            "power_of_fraction",
            "exponent on the whole fraction",
            "(p / b)^(2i/d)",
            "The bracket closes too late, so the position is raised to the power as well. Clock 0 "
            "stands still, and all others slow down as they go.",
            "",
            _power_of_fraction,
        ),
        Bug(
            "not_halved",
            "j // 2 forgotten",
            "p · b^(−2j/d)",
            "Each column j is taken for a pair of its own. Sine and cosine of a pair run at "
            "different speeds. Several early re-implementations of the paper had this.",
            "https://github.com/jadore801120/attention-is-all-you-need-pytorch/issues/32",
            _turning_at(lambda j, d_model, base: base ** (-2.0 * j / d_model)),
        ),
        Bug(
            "own_exponent",
            "cosine with an exponent of its own",
            "p · b^(−j/d)",
            "The exponent is j/d in every column. That is right for the sines, but each cosine "
            "is slower than the sine beside it.",
            "https://github.com/maxjcohen/transformer/issues/62",
            _turning_at(lambda j, d_model, base: base ** (-j / d_model)),
        ),
        Bug(
            "column_for_pair",
            "column used as pair",
            "p · b^(−4i/d)",
            "The loop runs over the even columns 0, 2, 4 …, and the exponent doubles them again. "
            "The table is correct, but for the base b². A repair once proposed for the forgotten "
            "j // 2 ends here.",
            "https://github.com/SamLynnEvans/Transformer/issues/25",
            _turning_at(lambda j, d_model, base: base ** (-2 * (j // 2 * 2) / d_model)),
        ),
        Bug(
            "pair_for_column",
            "pair used as column",
            "p · b^(−i/d)",
            "The loop runs over the pairs 0, 1, 2 …, and the factor 2 of the exponent is left "
            "out. The table is correct, but for the base √b.",
            "",
            _turning_at(lambda j, d_model, base: base ** (-(j // 2) / d_model)),
        ),
        Bug(
            "early_operator",
            "division without brackets",
            "p · e^(2i ⌊−ln b / d / 2⌋)",
            "The code has −ln(b) / d // 2 where it means −ln(b) / (d // 2). That is −1 for every "
            "usual width, so each clock is e² times as slow as the one before, and the base no "
            "longer matters. LoFTR has it; retrained without it, it gained 0.2 to 0.4 points.",
            "https://github.com/zju3dv/LoFTR/issues/41",
            _turning_at(_early_operator),
        ),
        Bug(
            "whole_exponents",
            "division of integers",
            "p · b^(−⌊2j/d⌋)",
            "The exponent 2j/d is an integer division, so it is 0 or 1. Half of the columns "
            "show one fast clock, the others one slow clock. Nobody has measured the harm.",
            "https://github.com/Kyubyong/transformer/pull/81",
            _turning_at(lambda j, d_model, base: base ** (-(2.0 * j // d_model))),
        ),
        Bug(
            "one_based",
            "positions from 1",
            "(p + 1) · b^(−2i/d)",
            "The first word is position 1. Nothing breaks as long as everybody does the same; "
            "DETR counts its pixels in this way on purpose.",
            "",
            _one_based,
        ),
        Bug(
            "min_timescale",
            "shortest time scale upside down",
            "p · m · (b/m)^(−2i/d),  m = 2",
            "A shortest time scale m was meant to slow the fastest clock to 1/m. It multiplies "
            "where it should divide: all clocks run m² times too fast. tensor2tensor has it, and "
            "at the usual m = 1 nobody notices.",
            "https://github.com/tensorflow/tensor2tensor/issues/1923",
            _turning_at(_min_timescale),
        ),
        Bug(
            "bfloat16_positions",
            "positions in bfloat16",
            "bf16(p) · b^(−2i/d)",
            "A bfloat16 keeps eight bits of a number, so 257 becomes 256, and neighbours share a "
            "code. Up to position 256 all is well. Programs for RoPE had this.",
            "https://github.com/huggingface/transformers/pull/29285",
            _bfloat16_positions,
        ),
        Bug(
            "float16_angles",
            "angles in float16",
            "f16(p · b^(−2i/d))",
            "A float16 keeps 11 bits of an angle. From 1,024 radians on it holds whole radians "
            "only, and from 2,048 on only even ones. GPT-NeoX had this in its RoPE.",
            "https://github.com/EleutherAI/gpt-neox/issues/1003",
            partial(_rounded_angles, "float16"),
        ),
        Bug(
            "float32_angles",
            "angles in float32",
            "f32(p · b^(−2i/d))",
            "A float32 keeps 24 bits of an angle. At d_model 512 the table is off by 0.0008 near "
            "position 10,000 and by 0.06 near a million. Most libraries accept that.",
            "",
            partial(_rounded_angles, "float32"),
        ),
    ]
}
