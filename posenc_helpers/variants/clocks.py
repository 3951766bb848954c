"""Clocks fitted to the columns of a table: how fast they turn, and from which position on.

The speeds of every convention are a geometric series, omega_k = exp(-k * fall) radians per token,
so that two numbers describe a table of consecutive positions: `fall` and the first position.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from posenc_helpers.arguments import finite_row
from posenc_helpers.precision import ROUND_OFF, rounded
from posenc_helpers.variants.speeds import as_table, speeds_of

LARGEST_ERROR = 0.2  # beyond it, rounded angles no longer tell one table from another
LATEST = 1_000_000  # the furthest position that a first row is looked for at, on either side of 0
BLOCK = 2**15  # values that are looked at together
LEAST = {"float16": 2.0**-25}  # half of its smallest number; those of the others do not matter


class Rounding(NamedTuple):
    """How far a right table may be off: relative error of angles, and roundings of each value."""

    angle: float
    value: float


EXACT = Rounding(2.0**-49, 1.01)  # each value rounded once
SINGLE = Rounding(1.2e-7, 2.0)  # the angles computed in float32


class Rows:
    """A table, the position of each row, and which rows hold anything but zeros.

    `positions` None stands for 0, 1, 2 ...; `values` and `offsets` are those rows that are not all
    zeros and their positions, counted from the middle one of them; `storage` names the shortest
    format that holds all values.
    """

    def __init__(self, table, positions=None):
        self.table, self.given = as_table(table), positions is not None
        count = len(self.table)
        self.positions = (
            finite_row("positions", positions) if self.given else np.arange(count) + 0.0
        )
        if self.positions.size != count:
            wanted = f"one for each of the {count} rows"
            raise ValueError(f"positions must hold {wanted}, got {self.positions.size}")
        self.filled = self.table.any(axis=1)
        filled = self.positions[self.filled]
        self.middle = float(filled[filled.size // 2]) if filled.size else 0.0
        self.values, self.offsets = self.table[self.filled], filled - self.middle
        self.storage = _storage(self.table)


class Clocks:
    """The columns of a table read as the hands of clocks.

    `sines` and `cosines` are columns, the first of each for clock 0; `scale` is the length of a
    hand.  Attributes, for the complete pairs: `hands`, cos + i sin, of shape (rows, pairs), of some
    rows if there are many; `phases`, the angle of each hand at the middle row; `noise`, by how many
    radians it strays from turning evenly; `speeds`, in radians per token; `span`, the tokens that
    they are read from.
    """

    def __init__(self, rows, sines, cosines, scale=1.0):
        self.rows, self.scale = rows, scale
        self.columns = np.concatenate([sines, cosines])
        self.clock = np.concatenate([np.arange(sines.size), np.arange(cosines.size)])
        self.quarter = np.repeat([0.0, np.pi / 2], [sines.size, cosines.size])
        self.sample = _sample(rows.offsets, self.columns.size)
        values, offsets = rows.values[self.sample], rows.offsets[self.sample]
        self.hands = values[:, cosines] + 1j * values[:, sines[: cosines.size]]
        self.speeds, self.span = speeds_of(self.hands, offsets)
        still = self.hands * np.exp(-1j * np.multiply.outer(offsets, self.speeds))
        mean = still.mean(axis=0)
        self.phases = np.angle(mean)
        self.noise = np.abs(np.angle(still * np.conj(mean))).max(axis=0)
        # where sine and cosine are off by e of themselves, the angle t is off by e |sin 2t| at most
        share = 2 * np.abs(self.hands.real * self.hands.imag).max(axis=0) / scale**2
        self.stored = ROUND_OFF[rows.storage] * share + LEAST.get(rows.storage, 0.0) / scale

    def estimate(self):
        """Return the fall that the speeds point to and by how much it may be off, or None."""
        k, doubt = np.arange(self.speeds.size), self.noise + 2 * self.stored + 1e-15
        known = (self.speeds * self.span > 2 * doubt) & (k > 0)
        if not known.any():
            return None
        k, speeds, doubt = k[known], self.speeds[known], doubt[known]
        # the error of ln(omega) is that of the angle, roughly the same for all, over the angle
        weights = k * speeds**2 / (k**2 * speeds**2).sum()
        fall = -float((weights * np.log(speeds)).sum())
        return fall, 2 * float((weights / speeds * doubt).sum()) / self.span

    def late_centres(self):
        """Return all positions of the middle row, up to a million, that agree with clock 0."""
        exact = self.phases[0] + 2 * np.pi * np.arange(-LATEST // 6, LATEST // 6 + 1)
        centres = np.rint(exact)
        return centres[np.abs(exact - centres) <= 2 * self.stored[0] + 1e-9]

    def narrowed(self, centre, rounding):
        """Return the fall that agrees with the phases if the middle row stands at `centre`.

        None if the speeds are not known well enough to count the turns of all clocks since
        position 0.  The clocks that tell least come first: each narrows what the fall may be.
        """
        fall, spread = self.estimate() or (0.0, math.inf)
        clocks = np.arange(self.phases.size)
        for k in clocks[np.argsort(clocks * np.exp(-clocks * fall), kind="stable")]:
            angle = centre * np.exp(-k * fall)
            lever = k * angle
            if abs(lever) * spread > 1:
                return None
            doubt = (
                self.noise[k] + 2 * self.stored[k] + self._loose(k, fall, rounding) * abs(centre)
            )
            if abs(lever) * spread > doubt:
                off = (self.phases[k] - angle + np.pi) % (2 * np.pi) - np.pi
                fall, spread = fall - off / lever, doubt / abs(lever)
        return fall

    def interval(self, centre, fall, rounding):
        """Return the least and the largest fall with which the sample fits, or None.

        `fall` is near them.  Each value bounds it from both sides, by its slope at `fall`.
        """
        for _ in range(8):
            off, slope, slack = self._compared(self.sample, centre, fall, rounding)
            ends = (off - slack) / slope, (off + slack) / slope
            low, high = float(np.fmin(*ends).max()), float(np.fmax(*ends).min())
            if not math.isfinite(high - low):
                break
            step = (low + high) / 2
            if low <= high and abs(step) <= (high - low) / 8:
                break
            if low > high:
                weights = slope / slack**2
                step = float((weights * off).sum() / (weights * slope).sum())
            fall += step
        return (fall + low, fall + high) if low <= high else None

    def fits(self, centre, fall, rounding, rows=None):
        """Return whether every value, or those of some rows, is what the clocks show."""
        rows = np.arange(len(self.rows.values)) if rows is None else rows
        count = max(1, BLOCK // self.columns.size)
        blocks = (rows[first : first + count] for first in range(0, rows.size, count))
        compared = (self._compared(block, centre, fall, rounding) for block in blocks)
        return all((np.abs(off) <= slack).all() for off, _, slack in compared)

    def _compared(self, rows, centre, fall, rounding):
        """Return how far values are off, their slopes along `fall`, and what rounding explains."""
        values = self.rows.values[rows][:, self.columns]
        positions = centre + self.rows.offsets[rows]
        angles = np.multiply.outer(positions, np.exp(-fall * self.clock))
        off = values - self.scale * np.sin(angles + self.quarter)
        slope = -self.scale * np.cos(angles + self.quarter) * angles * self.clock
        loose = np.multiply.outer(np.abs(positions), self._loose(self.clock, fall, rounding))
        slack = loose * self.scale + 2 * rounding.angle * np.abs(values) + 1e-15
        slack += rounding.value * _half_unit(values, self.rows.storage)
        return off, slope, np.minimum(slack, LARGEST_ERROR)

    def _loose(self, clock, fall, rounding):
        """Return by how much rounding may change an angle, for each token of its position.

        exp(-x) in float32 is off by x times as much as x itself.  Clock 0 turns by exactly 1.
        """
        loose = rounding.angle * (1 + clock * abs(fall)) * np.exp(-clock * fall)
        whole = not np.remainder(self.rows.positions, 1).any()
        return np.where((clock == 0) & whole, EXACT.angle, loose)


def _storage(table):
    """Return the name of the shortest format that holds all values of `table`."""
    for name in ("bfloat16", "float16", "float32"):
        if all(np.array_equal(rounded(part, name), part) for part in (table[:9], table[9:])):
            return name
    return "float64"


def _half_unit(values, storage):
    """Return half a unit in the last place of each value, in that format."""
    halves = np.ldexp(ROUND_OFF[storage], np.frexp(values)[1] - 1)
    return np.maximum(np.where(values == 0, 0.0, halves), LEAST.get(storage, 0.0))


def _sample(positions, columns):
    """Return all rows, or of many the first in the order of positions, and some of the others."""
    most = max(16, BLOCK // columns)
    if positions.size <= most:
        return np.arange(positions.size)
    order = np.argsort(positions, kind="stable")
    spread = np.linspace(0, order.size - 1, most // 2, dtype=int)
    return order[np.unique(np.r_[: most // 2, spread])]
