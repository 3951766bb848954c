"""Questions that tell right tables from wrong ones.

    examine(table)                       which invariants hold, with the numbers measured

All tables here are interleaved, sin, cos, sin, cos ..., as the paper has them; positions count
from 0.  `halves_order` and `interleaved_order` lead from one layout to the other.
The texts are in invariants.csv, a row each; how it is measured, here, by a function
of the same name.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from posenc_helpers.clocks import as_table, clock_speeds, hands_of
from posenc_helpers.encoding import angular_frequencies
from posenc_helpers.rows import rows
from posenc_helpers.wording import number


@dataclass(frozen=True)
class Invariant:
    """Something that holds for every right table.

    `measure(table, base)` says how far a table is from it, 0 if not at all, possibly infinite; the
    invariant holds up to `tolerance`, which leaves room for float32 arithmetic.  `says` puts the
    number into words.
    """

    name: str
    title: str
    question: str
    tolerance: float
    says: str
    measure: Callable[[np.ndarray, float], float]


@dataclass(frozen=True)
class Finding:
    """Whether an invariant holds for a table, the number measured, and both in a sentence."""

    passes: bool
    measured: float
    text: str


def examine(table, base=10_000.0) -> dict[str, Finding]:
    """Check a table against each invariant and return {name: Finding}.

    `table` is interleaved, shape (rows >= 2, an even number of columns), positions from 0.
    `base` is the one that it is meant to have.  Raises ValueError for another shape.
    """
    table = as_table(table, even=True)
    angular_frequencies(table.shape[1], base)  # checks the base
    return {name: _finding(one, table, base) for name, one in INVARIANTS.items()}


def _finding(invariant, table, base):
    measured = invariant.measure(table, float(base))
    passes = measured <= invariant.tolerance
    verdict = "holds" if passes else "fails"
    return Finding(passes, measured, f"{verdict}: {invariant.says.format(number(measured, 2))}")


# ---------------------------------------------------------------------------------- invariants


def unit_circles(table, base):
    return float(np.abs(table[:, 0::2] ** 2 + table[:, 1::2] ** 2 - 1).max())


def constant_norm(table, base):
    lengths = np.linalg.norm(table, axis=1) / math.sqrt(table.shape[1] / 2)
    return float(np.abs(lengths - 1).max())


def toeplitz(table, base):
    """Return by how much PE(p) . PE(p + m) changes with p, over d/2; m = 1, 2, 4, 8 ..."""
    offsets = 2 ** np.arange((len(table) - 1).bit_length())
    products = (np.einsum("pj,pj->p", table[:-m], table[m:]) for m in offsets)
    return float(max(map(np.ptp, products))) / (table.shape[1] / 2)


def row_zero(table, base):
    return float(np.abs(table[0] - np.tile([0.0, 1.0], table.shape[1] // 2)).max())


def even_steps(table, base):
    """Return by how many radians a step of a clock differs from the mean step of that clock."""
    hands = hands_of(table)
    steps = hands[1:] * np.conj(hands[:-1])
    return float(np.abs(np.angle(steps * np.conj(steps.mean(axis=0)))).max())


def first_clock(table, base):
    return float(abs(clock_speeds(table)[0] - 1))


def wavelength_ratio(table, base):
    speeds = clock_speeds(table)
    if speeds.size == 1:
        return 0.0
    if not (speeds > 0).all():
        return math.inf
    expected = base ** (2 / table.shape[1])
    return float(np.abs(speeds[:-1] / speeds[1:] / expected - 1).max())


def slowest_clock(table, base):
    speed = float(clock_speeds(table)[-1])  # of Python: what overflows is inf, without a warning
    if speed <= 0:
        return math.inf
    return abs(float(angular_frequencies(table.shape[1], base)[-1]) / speed - 1)


INVARIANTS = {
    name: Invariant(**{**row, "tolerance": float(row["tolerance"])}, measure=globals()[name])
    for name, row in ((row["name"], row) for row in rows(Path(__file__).with_suffix(".csv")))
}
