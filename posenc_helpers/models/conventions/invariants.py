"""Questions that tell right tables from wrong ones.

    misses(table)                        by how much a table misses each invariant

All tables here are interleaved, sin, cos, sin, cos ..., as the paper has them; positions count
from 0.  Each invariant is a function that measures how far a table is from it: 0 if not at all,
possibly infinite.
"""

import math

import numpy as np

from posenc_helpers.clocks import clock_speeds, hands_of
from posenc_helpers.encoding import angular_frequencies

INVARIANTS = {}  # by their titles: what measures it, and up to where it holds


def misses(table, base=10_000.0) -> dict[str, float]:
    """Return by how many tolerances a table misses each invariant; up to 1 the invariant holds.

    `table` has two rows or more and an even number of columns; `base` is the one that it is meant
    to have.
    """
    measures = INVARIANTS.items()
    return {title: measure(table, base) / tolerance for title, (measure, tolerance) in measures}


def invariant(title, tolerance=1e-4):
    """Enter a function, which measures it, in INVARIANTS; the default leaves room for float32."""

    def enter(measure):
        INVARIANTS[title] = measure, tolerance
        return measure

    return enter


@invariant("unit circles")
def unit_circles(table, base):
    """Return by how much sin² + cos² of any pair differs from 1, at most."""
    return float(np.abs(table[:, 0::2] ** 2 + table[:, 1::2] ** 2 - 1).max())


@invariant("constant norm")
def constant_norm(table, base):
    """Return by how much of it the length of a row differs from √(d/2), at most."""
    lengths = np.linalg.norm(table, axis=1) / math.sqrt(table.shape[1] / 2)
    return float(np.abs(lengths - 1).max())


@invariant("Toeplitz Gram")
def toeplitz(table, base):
    """Return by how much PE(p)·PE(q)/(d/2) varies where q − p is the same, at most."""
    offsets = 2 ** np.arange((len(table) - 1).bit_length())  # 1, 2, 4, 8 ...
    products = (np.einsum("pj,pj->p", table[:-m], table[m:]) for m in offsets)
    return float(max(map(np.ptp, products))) / (table.shape[1] / 2)


@invariant("even steps")
def even_steps(table, base):
    """Return by how much a step differs from the mean step of its clock, at most, in radians."""
    hands = hands_of(table)
    steps = hands[1:] * np.conj(hands[:-1])
    return float(np.abs(np.angle(steps * np.conj(steps.mean(axis=0)))).max())


@invariant("row 0")
def row_zero(table, base):
    """Return by how much row 0 differs from 0, 1, 0, 1 …, at most."""
    return float(np.abs(table[0] - np.tile([0.0, 1.0], table.shape[1] // 2)).max())


@invariant("first clock")
def first_clock(table, base):
    """Return by how much clock 0 differs from one radian per token."""
    return float(abs(clock_speeds(table)[0] - 1))


@invariant("λ ratios")
def wavelength_ratio(table, base):
    """Return by how much of it a ratio λᵢ₊₁/λᵢ differs from b^(2/d), at most."""
    speeds = clock_speeds(table)
    if speeds.size == 1:
        return 0.0
    if not (speeds > 0).all():
        return math.inf
    expected = base ** (2 / table.shape[1])
    return float(np.abs(speeds[:-1] / speeds[1:] / expected - 1).max())


@invariant("slowest clock", 1e-3)
def slowest_clock(table, base):
    """Return by how much of it the longest wavelength differs from 2π·b^((d−2)/d)."""
    speed = float(clock_speeds(table)[-1])  # of Python: what overflows is inf, without a warning
    if speed <= 0:
        return math.inf
    return abs(float(angular_frequencies(table.shape[1], base)[-1]) / speed - 1)
