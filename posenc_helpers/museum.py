"""A museum of wrong tables, and the questions that tell them from right ones.

    BUGS["one_based"].table(64, 64)      a wrong table
    examine(table)                       which invariants hold, with the numbers measured

All tables here are interleaved, sin, cos, sin, cos ..., as the paper has them; positions count
from 0.  `conventions.halves_order` and `interleaved_order` lead from one layout to the other.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from posenc_helpers.arguments import finite_array, whole
from posenc_helpers.conventions import clock_speeds
from posenc_helpers.encoding import angular_frequencies, positional_encoding, wavelengths
from posenc_helpers.precision import rounded, rounded_encoding
from posenc_helpers.wording import number

__all__ = ["BUGS", "INVARIANTS", "Bug", "Finding", "Invariant", "examine"]


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


@dataclass(frozen=True)
class Invariant:
    """Something that holds for every right table.

    `measure(table, base)` says how far a table is from it, 0 if not at all; the invariant holds
    up to `tolerance`, which leaves room for float32 arithmetic.  `says` words a measured number.
    """

    name: str
    title: str
    question: str
    measure: Callable[[np.ndarray, float], float]
    tolerance: float
    says: str

    def check(self, table, base=10_000.0) -> float:
        """Return how far `table` is from the invariant: 0 or more, possibly infinite."""
        return self.measure(_as_table(table), float(base))


@dataclass(frozen=True)
class Finding:
    """Whether an invariant holds for a table, the number measured, and both in a sentence."""

    passes: bool
    measured: float
    text: str


def examine(table, base=10_000.0) -> dict[str, Finding]:
    """Return what each invariant has to say about a table: {name: Finding}.

    `table` is interleaved, shape (rows >= 2, an even number of columns), positions from 0.
    `base` is the one that it is meant to have.  Raises ValueError for another shape.
    """
    table = _as_table(table)
    angular_frequencies(table.shape[1], base)  # refuses a base that is none
    return {name: _finding(one, table, base) for name, one in INVARIANTS.items()}


def _finding(invariant, table, base):
    measured = invariant.check(table, base)
    passes = measured <= invariant.tolerance
    verdict = "holds" if passes else "fails"
    return Finding(passes, measured, f"{verdict}: {invariant.says.format(number(measured, 2))}")


def _as_table(table):
    table = finite_array("table", table)
    if table.ndim != 2 or table.shape[0] < 2 or table.shape[1] < 2 or table.shape[1] % 2:
        raise ValueError(
            "table must have at least two rows and an even number of columns, "
            f"got shape {table.shape}"
        )
    return table


# ---------------------------------------------------------------------------------- invariants


def _hands(table):
    return table[:, 1::2] + 1j * table[:, 0::2]


def _off_the_circle(table, base):
    return float(np.abs(table[:, 0::2] ** 2 + table[:, 1::2] ** 2 - 1).max())


def _norms(table, base):
    lengths = np.linalg.norm(table, axis=1) / math.sqrt(table.shape[1] / 2)
    return float(np.abs(lengths - 1).max())


def _spread_of_diagonals(table, base):
    """Return by how much PE(p) . PE(p + k) changes with p, over d/2; k = 1, 2, 4, 8 ..."""
    spreads = []
    offset = 1
    while offset < table.shape[0]:
        products = np.einsum("pj,pj->p", table[:-offset], table[offset:])
        spreads.append(np.ptp(products))
        offset *= 2
    return float(max(spreads)) / (table.shape[1] / 2)


def _row_zero(table, base):
    return float(np.abs(table[0] - np.tile([0.0, 1.0], table.shape[1] // 2)).max())


def _uneven_steps(table, base):
    """Return by how many radians a step of a clock differs from the mean step of that clock."""
    hands = _hands(table)
    steps = hands[1:] * np.conj(hands[:-1])
    steps *= np.conj(steps.mean(axis=0))
    ahead = steps.real > 0  # within a quarter turn, the tangent grows with the angle
    if not ahead.all():
        return float(np.abs(np.angle(steps[~ahead])).max())
    return math.atan(np.abs(steps.imag / steps.real).max())


def _first_clock(table, base):
    return float(abs(clock_speeds(table)[0] - 1))


def _ratio(table, base):
    speeds = clock_speeds(table)
    if speeds.size == 1:
        return 0.0
    if not (speeds > 0).all():
        return math.inf
    expected = base ** (2 / table.shape[1])
    return float(np.abs(speeds[:-1] / speeds[1:] / expected - 1).max())


def _slowest(table, base):
    speed = clock_speeds(table)[-1]
    if speed <= 0:
        return math.inf
    return float(abs(2 * math.pi / speed / wavelengths(table.shape[1], base)[-1] - 1))


INVARIANTS = {
    one.name: one
    for one in [
        Invariant(
            "unit_circles",
            "unit circles",
            "Is sin² + cos² equal to 1 for every pair, at every position?",
            _off_the_circle,
            1e-4,
            "sin² + cos² is off 1 by at most {}",
        ),
        Invariant(
            "constant_norm",
            "constant norm",
            "Is every row √(d/2) long?",
            _norms,
            1e-4,
            "the length of a row is off √(d/2) by at most {} of it",
        ),
        Invariant(
            "toeplitz",
            "Toeplitz Gram",
            "Does PE(p)·PE(q) depend on q − p alone?",
            _spread_of_diagonals,
            1e-4,
            "along a diagonal, PE(p)·PE(q)/(d/2) varies by at most {}",
        ),
        Invariant(
            "even_steps",
            "even steps",
            "Does each clock turn by the same angle at every step?",
            _uneven_steps,
            1e-4,
            "a step is off the mean step of its clock by at most {} radians",
        ),
        Invariant(
            "row_zero",
            "row 0",
            "Is row 0 equal to 0, 1, 0, 1 …?",
            _row_zero,
            1e-4,
            "row 0 is off 0, 1, 0, 1 … by at most {}",
        ),
        Invariant(
            "first_clock",
            "first clock",
            "Does clock 0 turn by one radian per token?",
            _first_clock,
            1e-4,
            "clock 0 is off one radian per token by {}",
        ),
        Invariant(
            "wavelength_ratio",
            "λ ratios",
            "Is each wavelength b^(2/d) times the one before?",
            _ratio,
            1e-4,
            "a ratio λᵢ₊₁/λᵢ is off b^(2/d) by at most {} of it",
        ),
        Invariant(
            "slowest_clock",
            "slowest clock",
            "Is the longest wavelength 2π·b^((d−2)/d)?",
            _slowest,
            1e-3,
            "the longest wavelength is off 2π·b^((d−2)/d) by {} of it",
        ),
    ]
}


# ----------------------------------------------------------------------------------- the bugs


def _table(angles):
    """Return sines of the even and cosines of the odd columns of `angles`, or of each pair."""
    table = np.empty(angles.shape)
    table[:, 0::2] = np.sin(angles[:, 0::2])
    table[:, 1::2] = np.cos(angles[:, 1::2])
    return table


def _positions(seq_len):
    return np.arange(whole("seq_len", seq_len, 0), dtype=np.float64)


def _columns(d_model, base):
    """Return the numbers of the columns, after a check of both arguments by the encoder."""
    angular_frequencies(d_model, base)
    return np.arange(d_model)


def _power_of_fraction(seq_len, d_model, base=10_000.0):
    pairs = _columns(d_model, base) // 2
    return _table((_positions(seq_len)[:, None] / base) ** (2 * pairs / d_model))


def _column_for_pair(seq_len, d_model, base=10_000.0):
    even_columns = _columns(d_model, base) // 2 * 2
    return _table(np.multiply.outer(_positions(seq_len), base ** (-2 * even_columns / d_model)))


def _pair_for_column(seq_len, d_model, base=10_000.0):
    pairs = _columns(d_model, base) // 2
    return _table(np.multiply.outer(_positions(seq_len), base ** (-pairs / d_model)))


def _not_halved(seq_len, d_model, base=10_000.0):
    columns = _columns(d_model, base)
    return _table(np.multiply.outer(_positions(seq_len), base ** (-2.0 * columns / d_model)))


def _own_exponent(seq_len, d_model, base=10_000.0):
    columns = _columns(d_model, base)
    return _table(np.multiply.outer(_positions(seq_len), base ** (-columns / d_model)))


def _one_based(seq_len, d_model, base=10_000.0):
    return positional_encoding(seq_len, d_model, base, start=1)


def _bfloat16_positions(seq_len, d_model, base=10_000.0):
    frequencies = np.repeat(angular_frequencies(d_model, base), 2)
    positions = rounded(_positions(seq_len), "bfloat16")
    return _table(np.multiply.outer(positions, frequencies))


def _in(precision):
    def table(seq_len, d_model, base=10_000.0):
        return rounded_encoding(_positions(seq_len), d_model, base, precision=precision)

    return table


def _min_timescale(seq_len, d_model, base=10_000.0):
    shortest = 2.0
    pairs = _columns(d_model, base) // 2
    frequencies = shortest * (base / shortest) ** (-2 * pairs / d_model)
    return _table(np.multiply.outer(_positions(seq_len), frequencies))


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
            _not_halved,
        ),
        Bug(
            "own_exponent",
            "cosine with an exponent of its own",
            "p · b^(−j/d)",
            "The exponent is j/d in every column. That is right for the sines, but each cosine "
            "is slower than the sine beside it.",
            "https://github.com/maxjcohen/transformer/issues/62",
            _own_exponent,
        ),
        Bug(
            "column_for_pair",
            "column used as pair",
            "p · b^(−4i/d)",
            "The loop runs over the even columns 0, 2, 4 …, and the exponent doubles them again. "
            "The table is a right one, for the base b². A repair once proposed for the forgotten "
            "j // 2 ends here.",
            "https://github.com/SamLynnEvans/Transformer/issues/25",
            _column_for_pair,
        ),
        Bug(
            "pair_for_column",
            "pair used as column",
            "p · b^(−i/d)",
            "The loop runs over the pairs 0, 1, 2 …, and the factor 2 of the exponent is left "
            "out. The table is a right one, for the base √b.",
            "",
            _pair_for_column,
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
            "A shortest time scale m was to slow the fastest clock to 1/m. It multiplies where it "
            "should divide: all clocks run m² times too fast. tensor2tensor has it, and at the "
            "usual m = 1 nobody notices.",
            "https://github.com/tensorflow/tensor2tensor/issues/1923",
            _min_timescale,
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
            "A float16 keeps 11 bits of an angle. From 1,024 radians on it knows whole radians "
            "only, and from 2,048 on even ones. GPT-NeoX had this in its RoPE.",
            "https://github.com/EleutherAI/gpt-neox/issues/1003",
            _in("float16"),
        ),
        Bug(
            "float32_angles",
            "angles in float32",
            "f32(p · b^(−2i/d))",
            "A float32 keeps 24 bits of an angle. At d_model 512 the table is off by 0.0008 near "
            "position 10,000 and by 0.06 near a million. Most libraries accept that.",
            "",
            _in("float32"),
        ),
    ]
}
