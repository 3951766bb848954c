"""Questions that tell right tables from wrong ones.

    examine(table)                       which invariants hold, with the numbers measured

All tables here are interleaved, sin, cos, sin, cos ..., as the paper has them; positions count
from 0.  `halves_order` and `interleaved_order` lead from one layout to the other.
Each invariant is a function that measures by how much a table misses it.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from posenc_helpers.clocks import as_table, clock_speeds, hands_of
from posenc_helpers.encoding import angular_frequencies
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

INVARIANTS: dict[str, Invariant] = {}


def invariant(title, says, tolerance=1e-4):
    """Enter a function in INVARIANTS: it is `measure`, and its docstring is the question."""

    def enter(measure):
        name, question = measure.__name__, measure.__doc__
        INVARIANTS[name] = Invariant(name, title, question, tolerance, says, measure)
        return measure

    return enter


@invariant("unit circles", "sin² + cos² differs from 1 by at most {}")
def unit_circles(table, base):
    """Is sin² + cos² equal to 1 for every pair, at every position?"""
    return float(np.abs(table[:, 0::2] ** 2 + table[:, 1::2] ** 2 - 1).max())


@invariant("constant norm", "the length of a row differs from √(d/2) by at most {} of it")
def constant_norm(table, base):
    """Is every row √(d/2) long?"""
    lengths = np.linalg.norm(table, axis=1) / math.sqrt(table.shape[1] / 2)
    return float(np.abs(lengths - 1).max())


@invariant("Toeplitz Gram", "along a diagonal, PE(p)·PE(q)/(d/2) varies by at most {}")
def toeplitz(table, base):
    """Does PE(p)·PE(q) depend on q − p alone?"""
    offsets = 2 ** np.arange((len(table) - 1).bit_length())  # 1, 2, 4, 8 ...
    products = (np.einsum("pj,pj->p", table[:-m], table[m:]) for m in offsets)
    return float(max(map(np.ptp, products))) / (table.shape[1] / 2)


@invariant("even steps", "a step differs from the mean step of its clock by at most {} radians")
def even_steps(table, base):
    """Does each clock turn by the same angle at every step?"""
    hands = hands_of(table)
    steps = hands[1:] * np.conj(hands[:-1])
    return float(np.abs(np.angle(steps * np.conj(steps.mean(axis=0)))).max())


@invariant("row 0", "row 0 differs from 0, 1, 0, 1 … by at most {}")
def row_zero(table, base):
    """Is row 0 equal to 0, 1, 0, 1 …?"""
    return float(np.abs(table[0] - np.tile([0.0, 1.0], table.shape[1] // 2)).max())


@invariant("first clock", "clock 0 differs from one radian per token by {}")
def first_clock(table, base):
    """Does clock 0 turn by one radian per token?"""
    return float(abs(clock_speeds(table)[0] - 1))


@invariant("λ ratios", "a ratio λᵢ₊₁/λᵢ differs from b^(2/d) by at most {} of it")
def wavelength_ratio(table, base):
    """Is each wavelength b^(2/d) times the one before?"""
    speeds = clock_speeds(table)
    if speeds.size == 1:
        return 0.0
    if not (speeds > 0).all():
        return math.inf
    expected = base ** (2 / table.shape[1])
    return float(np.abs(speeds[:-1] / speeds[1:] / expected - 1).max())


@invariant("slowest clock", "the longest wavelength differs from 2π·b^((d−2)/d) by {} of it", 1e-3)
def slowest_clock(table, base):
    """Is the longest wavelength 2π·b^((d−2)/d)?"""
    speed = float(clock_speeds(table)[-1])  # of Python: what overflows is inf, without a warning
    if speed <= 0:
        return math.inf
    return abs(float(angular_frequencies(table.shape[1], base)[-1]) / speed - 1)
