"""Distinguish right tables from wrong ones by properties that right tables have.

    misses(table)                        by how much a table misses each invariant

All tables here are interleaved, sin, cos, sin, cos ..., like the paper's, and positions count from
0. Each invariant is a function that measures how far a table is from it. The measure is 0 for a
perfect table and may be infinite.
"""

import math

import numpy as np

from posenc_helpers.clocks import clock_speeds, hands_of
from posenc_helpers.encoding import angular_frequencies

INVARIANTS = {}  # by title: the function that measures it, and its tolerance


def misses(table, base=10_000.0) -> dict[str, float]:
    """Return by how many tolerances a table misses each invariant: {title: number}.

    An invariant holds up to 1. `table` has at least two rows and an even number of columns. `base`
    is the base that the table should have.
    """
    measures = INVARIANTS.items()
    return {title: measure(table, base) / tolerance for title, (measure, tolerance) in measures}


def invariant(title, tolerance=1e-4):
    """Return a decorator that adds a measure to INVARIANTS. The default tolerance fits float32."""

    def enter(measure):
        INVARIANTS[title] = measure, tolerance
        return measure

    return enter


@invariant("unit circles")
def unit_circles(table, base):
    """Return the maximum difference of sin² + cos² from 1, over all pairs."""
    return float(np.abs(table[:, 0::2] ** 2 + table[:, 1::2] ** 2 - 1).max())


@invariant("constant norm")
def constant_norm(table, base):
    """Return the maximum relative difference of the length of a row from √(d/2)."""
    lengths = np.linalg.norm(table, axis=1) / math.sqrt(table.shape[1] / 2)
    return float(np.abs(lengths - 1).max())


@invariant("Toeplitz Gram")
def toeplitz(table, base):
    """Return the maximum range of PE(p)·PE(q)/(d/2) over positions with the same q − p."""
    offsets = 2 ** np.arange((len(table) - 1).bit_length())  # 1, 2, 4, 8 ...
    products = (np.einsum("pj,pj->p", table[:-m], table[m:]) for m in offsets)
    return float(max(map(np.ptp, products))) / (table.shape[1] / 2)


@invariant("even steps")
def even_steps(table, base):
    """Return the maximum difference of a step from the mean step of its clock, in radians."""
    hands = hands_of(table)
    steps = hands[1:] * np.conj(hands[:-1])
    return float(np.abs(np.angle(steps * np.conj(steps.mean(axis=0)))).max())


@invariant("row 0")
def row_zero(table, base):
    """Return the maximum difference of row 0 from 0, 1, 0, 1 …"""
    return float(np.abs(table[0] - np.tile([0.0, 1.0], table.shape[1] // 2)).max())


@invariant("first clock")
def first_clock(table, base):
    """Return the difference of the speed of clock 0 from one radian per token."""
    return float(abs(clock_speeds(table)[0] - 1))


@invariant("λ ratios")
def wavelength_ratio(table, base):
    """Return the maximum relative difference of a ratio λᵢ₊₁/λᵢ from b^(2/d)."""
    speeds = clock_speeds(table)
    if speeds.size == 1:
        return 0.0
    if not (speeds > 0).all():
        return math.inf
    expected = base ** (2 / table.shape[1])
    return float(np.abs(speeds[:-1] / speeds[1:] / expected - 1).max())


@invariant("slowest clock", 1e-3)
def slowest_clock(table, base):
    """Return the relative difference of the longest wavelength from 2π·b^((d−2)/d)."""
    speed = float(clock_speeds(table)[-1])  # a Python float becomes inf without a warning
    if speed <= 0:
        return math.inf
    return abs(float(angular_frequencies(table.shape[1], base)[-1]) / speed - 1)
