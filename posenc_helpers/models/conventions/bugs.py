"""A museum of wrong tables.

    BUGS["one_based"].table(64, 64)      a wrong table

All tables here are interleaved, sin, cos, sin, cos ..., like the paper's, and positions count from
0. The texts about each bug are in one row of bugs.csv, and the code that makes its table is here.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from posenc_helpers.checks import Even, Positive, Whole, takes
from posenc_helpers.encoding import angular_frequencies, positional_encoding, too_large
from posenc_helpers.precision import rounded
from posenc_helpers.rows import rows


@dataclass(frozen=True)
class Bug:
    """A mistake that people make: what it looks like in code, and the table that it gives.

    `formula` is the wrong angle instead of the right one, p * b**(-2i/d). `source` is the address
    of a public discussion, or "". `table(seq_len, d_model, base=10_000.0)` returns the wrong table,
    shape (seq_len, d_model), float64, interleaved.
    """

    name: str
    title: str
    formula: str
    story: str
    source: str
    table: Callable[..., np.ndarray]


def _wrong(angles):
    """Return a function that makes the table of `angles`, given p, columns, d_model and base."""

    @np.errstate(all="ignore")
    @takes(seq_len=Whole(0), d_model=Even(), base=Positive())
    def table(seq_len, d_model, base=10_000.0):
        columns, positions = np.arange(d_model), np.arange(seq_len)
        values = angles(positions[:, np.newaxis], columns, d_model, base)
        if not np.isfinite(values).all():
            raise too_large(d_model, base, "angles")
        values[:, 0::2] = np.sin(values[:, 0::2])
        values[:, 1::2] = np.cos(values[:, 1::2])
        return values

    return table


def _right(d_model, base):
    """Return the right frequency of each column, in radians per token."""
    return np.repeat(angular_frequencies(d_model, base), 2)


def _rounded_angles(to):
    """Return a function that makes a table with positions, frequencies and angles in a format."""
    return _wrong(lambda p, j, d, b: rounded(rounded(p, to) * rounded(_right(d, b), to), to))


_TABLES = {
    "power_of_fraction": _wrong(lambda p, j, d, b: (p / b) ** (2 * (j // 2) / d)),
    "not_halved": _wrong(lambda p, j, d, b: p * b ** (-2.0 * j / d)),
    "own_exponent": _wrong(lambda p, j, d, b: p * b ** (-j / d)),
    "column_for_pair": _wrong(lambda p, j, d, b: p * b ** (-2 * (j // 2 * 2) / d)),
    "pair_for_column": _wrong(lambda p, j, d, b: p * b ** (-(j // 2) / d)),
    "pairs_from_1": _wrong(lambda p, j, d, b: p * b ** (-2.0 * (j // 2 + 1) / d)),
    "early_operator": _wrong(lambda p, j, d, b: p * np.exp(j // 2 * 2 * (-math.log(b) / d // 2))),
    "whole_exponents": _wrong(lambda p, j, d, b: p * b ** (-(2.0 * j // d))),
    "one_based": partial(positional_encoding, start=1),
    "min_timescale": _wrong(lambda p, j, d, b: p * 2 * (b / 2) ** (-2 * (j // 2) / d)),
    "bfloat16_positions": _wrong(lambda p, j, d, b: rounded(p, "bfloat16") * _right(d, b)),
    "float16_angles": _rounded_angles("float16"),
    "float32_angles": _rounded_angles("float32"),
    "text_for_token": _wrong(lambda p, j, d, b: (0 * p + 3) * _right(d, b)),  # of a batch's text 3
}
BUGS = {
    row["name"]: Bug(**row, table=_TABLES[row["name"]])
    for row in rows(Path(__file__).with_suffix(".csv"))
}
