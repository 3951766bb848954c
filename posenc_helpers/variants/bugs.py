"""A museum of wrong tables.

    BUGS["one_based"].table(64, 64)      a wrong table

All tables here are interleaved, sin, cos, sin, cos ..., as the paper has them; positions count
from 0.  The texts on each are in bugs.csv, a row each; how it is made, here.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from posenc_helpers.arguments import positive, too_large, whole
from posenc_helpers.encoding import angular_frequencies, positional_encoding
from posenc_helpers.precision import rounded, rounded_encoding
from posenc_helpers.variants import rows


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


def _table(angles, d_model, base):
    """Return sines of the even and cosines of the odd columns of `angles`."""
    if not np.isfinite(angles).all():
        raise too_large(d_model, base, "angles")
    table = np.empty(angles.shape)
    table[:, 0::2] = np.sin(angles[:, 0::2])
    table[:, 1::2] = np.cos(angles[:, 1::2])
    return table


def _positions(seq_len):
    return np.arange(whole("seq_len", seq_len, 0))


def _columns(d_model, base):
    """Return the numbers of the columns and the base, after a check of both by the encoder."""
    angular_frequencies(d_model, base)
    return np.arange(d_model), positive("base", base)


def _turning_at(frequencies):
    """Return the table of frequencies given for each column number j, d_model and base."""

    @np.errstate(all="ignore")
    def table(seq_len, d_model, base=10_000.0):
        columns, base = _columns(d_model, base)
        angles = np.multiply.outer(_positions(seq_len), frequencies(columns, d_model, base))
        return _table(angles, d_model, base)

    return table


@np.errstate(all="ignore")
def _power_of_fraction(seq_len, d_model, base=10_000.0):
    columns, base = _columns(d_model, base)
    fractions = _positions(seq_len)[:, np.newaxis] / base
    return _table(fractions ** (2 * (columns // 2) / d_model), d_model, base)


def _early_operator(j, d_model, base):
    return np.exp(j // 2 * 2 * (-math.log(base) / d_model // 2))


def _min_timescale(j, d_model, base):
    shortest = 2.0
    return shortest * (base / shortest) ** (-2 * (j // 2) / d_model)


def _bfloat16_positions(seq_len, d_model, base=10_000.0):
    frequencies = np.repeat(angular_frequencies(d_model, base), 2)
    positions = rounded(_positions(seq_len), "bfloat16")
    return _table(np.multiply.outer(positions, frequencies), d_model, base)


def _text_for_token(seq_len, d_model, base=10_000.0):
    """Return the codes of all tokens of text 3 of a batch."""
    whole("seq_len", seq_len, 0)
    return np.repeat(positional_encoding(1, d_model, base, start=3), seq_len, axis=0)


def _rounded_angles(precision, seq_len, d_model, base=10_000.0):
    return rounded_encoding(_positions(seq_len), d_model, base, precision=precision)


_TABLES = {
    "power_of_fraction": _power_of_fraction,
    "not_halved": _turning_at(lambda j, d_model, base: base ** (-2.0 * j / d_model)),
    "own_exponent": _turning_at(lambda j, d_model, base: base ** (-j / d_model)),
    "column_for_pair": _turning_at(lambda j, d_model, base: base ** (-2 * (j // 2 * 2) / d_model)),
    "pair_for_column": _turning_at(lambda j, d_model, base: base ** (-(j // 2) / d_model)),
    "pairs_from_1": _turning_at(lambda j, d_model, base: base ** (-2.0 * (j // 2 + 1) / d_model)),
    "early_operator": _turning_at(_early_operator),
    "whole_exponents": _turning_at(lambda j, d_model, base: base ** (-(2.0 * j // d_model))),
    "one_based": partial(positional_encoding, start=1),
    "min_timescale": _turning_at(_min_timescale),
    "bfloat16_positions": _bfloat16_positions,
    "float16_angles": partial(_rounded_angles, "float16"),
    "float32_angles": partial(_rounded_angles, "float32"),
    "text_for_token": _text_for_token,
}
BUGS = {row["name"]: Bug(**row, table=_TABLES[row["name"]]) for row in rows("bugs")}
