"""Clocks fitted to the columns of a table: how fast they turn, and from which position on.

The speeds of every convention are a geometric series, omega_k = exp(-k * fall) radians per token,
so that two numbers describe a table of consecutive positions: `fall` and the first position.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from posenc_helpers.precision import ROUND_OFF, rounded
from posenc_helpers.variants.speeds import as_table, positions_of, speeds_of

LARGEST_ERROR = 0.2  # beyond it, rounded angles no longer tell one table from another
LATEST = 1_000_000  # the furthest position that a first row is looked for at, on either side of 0
ROWS = 4096  # that are looked at together


class Rounding(NamedTuple):
    """How far a right table may be off: relative error of angles, and half units of values."""

    angle: float
    value: float


EXACT = Rounding(2.0**-49, 1.01)  # each value rounded once
SINGLE = Rounding(1.2e-7, 2.0)  # the angles computed in float32


class Rows:
    """A table, the position of each row, and which rows hold anything but zeros.

    `positions` None stands for 0, 1, 2 ...; `values` and `offsets` are those rows that are not all
    zeros and their positions, counted from the middle one of them; `storage` names the shortest
    format that holds all values; `whole` says whether all positions are whole numbers.
    """

    def __init__(self, table, positions=None):
        self.table, self.given = as_table(table), positions is not None
        counted = np.arange(len(self.table), dtype=np.float64)
        self.positions = positions_of(self.table, positions) if self.given else counted
        self.filled = self.table.any(axis=1)
        filled = self.positions[self.filled]
        self.middle = float(filled[filled.size // 2]) if filled.size else 0.0
        self.values, self.offsets = self.table[self.filled], filled - self.middle
        self.storage = _storage(self.table)
        self.whole = not np.remainder(self.positions, 1).any()


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
        self.sample = _sample(rows.offsets)
        values, offsets = rows.values[self.sample], rows.offsets[self.sample]
        self.hands = values[:, cosines] + 1j * values[:, sines[: cosines.size]]
        self.speeds, self.span = speeds_of(self.hands, offsets)
        still = self.hands * np.exp(-1j * np.multiply.outer(offsets, self.speeds))
        mean = still.mean(axis=0)
        self.phases = np.angle(mean)
        self.noise = np.abs(np.angle(still * np.conj(mean))).max(axis=0)
        self.half_span = np.abs(offsets).max()
        # where sine and cosine are off by e of themselves, the angle t is off by e |sin 2t| at most
        self.share = 2 * np.abs(self.hands.real * self.hands.imag).max(axis=0) / scale**2

    def doubt(self, rounding):
        """Return how far off each phase may be, in radians; shape (pairs,)."""
        return self.noise + self._stored(rounding) + 1e-15

    def estimate(self, rounding):
        """Return the fall that the speeds point to and by how much it may be off, or None."""
        k = np.arange(self.speeds.size)
        doubt = self.doubt(rounding)
        known = (self.speeds * self.span > 2 * doubt) & (k > 0)
        if not known.any():
            return None
        k, speeds, doubt = k[known], self.speeds[known], doubt[known]
        # the error of ln(omega) is that of the angle, roughly the same for all, over the angle
        weights = k * speeds**2 / (k**2 * speeds**2).sum()
        fall = -float((weights * np.log(speeds)).sum())
        return fall, 2 * float((weights / speeds * doubt).sum()) / self.span

    def late_centres(self, rounding):
        """Return all positions of the middle row, up to a million, that agree with clock 0."""
        if abs(self.speeds[0] - 1) > LARGEST_ERROR:
            return np.empty(0)
        exact = self.phases[0] + 2 * np.pi * np.arange(-LATEST // 6, LATEST // 6 + 1)
        centres = np.rint(exact)
        return centres[np.abs(exact - centres) <= self.doubt(rounding)[0] + 1e-9]

    def narrowed(self, centres, fall, spread, rounding):
        """Return those of `centres`, positions of the middle row, that agree with the phases.

        `fall` may be off by `spread`.  Returns four arrays: the position, the fall that agrees
        best, by how much that may be off, infinite if it leaves open how many turns a clock has
        made; and how many positions up to this one would agree by chance.
        """
        furthest = np.abs(centres) + self.half_span
        spreads = spread + (spread > 0) * 2 * rounding.angle * furthest / self.span
        found = np.array([centres, np.full(centres.size, fall), spreads, 2 * np.abs(centres) + 1])
        clocks, undecided = np.arange(self.phases.size), []
        for k in clocks[np.argsort(clocks * np.exp(-clocks * fall), kind="stable")]:
            angles = found[0] * np.exp(-k * found[1])
            unsure = k * np.abs(angles) * found[2]
            undecided.append(found[:, unsure > 1])
            sure = (part[..., unsure <= 1] for part in (found, angles, unsure))
            found = self._agreeing(k, *sure, self._loose(k, fall, rounding), rounding)
        undecided = np.concatenate(undecided, axis=1)
        undecided[2] = np.inf
        return np.concatenate([found, undecided], axis=1)

    def _agreeing(self, k, found, angles, unsure, loose, rounding):
        """Return those of `found` that agree with the phase of clock k, narrowed by it.

        `angles` are those of the clock, and by `unsure` they may be off; `loose` as in `_loose`.
        """
        doubt = self.doubt(rounding)[k] + loose * np.abs(found[0]) + k * unsure * found[2] / 2
        off = _within_half_a_turn(self.phases[k] - angles)
        found[3] *= np.minimum((doubt + unsure) / np.pi, 1)
        explained = self._stored(rounding)[k] + loose * (np.abs(found[0]) + self.half_span)
        kept = (np.abs(off) <= doubt + unsure) & (self.noise[k] <= 2 * explained + 1e-14)
        found = found[:, kept]
        _narrow(found, -off[kept], doubt[kept], k * angles[kept])
        return found

    def interval(self, centre, fall, rounding):
        """Return the least and the largest fall with which all values fit, or None.

        `fall` is near them.  Each value bounds it from both sides, by its slope at `fall`.
        """
        for _ in range(8):
            off, slope, slack = self._compared(self.sample, centre, fall, rounding)
            with np.errstate(divide="ignore", invalid="ignore"):
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

    def fit(self, centre, fall, rounding):
        """Return whether every value is what the clocks show, up to rounding."""
        blocks = [slice(k, k + ROWS) for k in range(0, len(self.rows.values), ROWS)]
        compared = (self._compared(rows, centre, fall, rounding) for rows in blocks)
        return all((np.abs(off) <= slack).all() for off, _, slack in compared)

    def _compared(self, rows, centre, fall, rounding):
        """Return how far values are off, their slopes along `fall`, and what rounding explains."""
        values = self.rows.values[rows][:, self.columns]
        positions = centre + self.rows.offsets[rows]
        angles = np.multiply.outer(positions, np.exp(-fall * self.clock))
        off = values - self.scale * np.sin(angles + self.quarter)
        slope = -self.scale * np.cos(angles + self.quarter) * angles * self.clock
        loose = np.multiply.outer(np.abs(positions), self._loose(self.clock, fall, rounding))
        slack = (
            loose * self.scale
            + 2 * rounding.angle * np.abs(values)
            + rounding.value * _half_unit(values, self.rows.storage)
            + 1e-15
        )
        return off, slope, np.minimum(slack, LARGEST_ERROR)

    def _stored(self, rounding):
        """Return by how much the rounding of values may change the angle of each hand."""
        halves = ROUND_OFF[self.rows.storage] * self.share
        halves += _least_half_unit(self.rows.storage) / self.scale
        return rounding.value * halves + 2 * rounding.angle * self.share

    def _loose(self, clock, fall, rounding):
        """Return by how much rounding may change an angle, for each token of its position.

        exp(-x) in float32 is off by x times as much as x itself.  Clock 0 turns by exactly 1.
        """
        loose = rounding.angle * (1 + clock * abs(fall)) * np.exp(-clock * fall)
        return np.where((clock == 0) & self.rows.whole, EXACT.angle, loose)


def _storage(table):
    """Return the name of the shortest format that holds all values of `table`."""
    for name in ("bfloat16", "float16", "float32"):
        if all(np.array_equal(rounded(part, name), part) for part in (table[:ROWS], table[ROWS:])):
            return name
    return "float64"


def _half_unit(values, storage):
    """Return half a unit in the last place of each value, in that format."""
    _, exponents = np.frexp(values)
    halves = np.ldexp(ROUND_OFF[storage], exponents - 1)
    return np.maximum(np.where(values == 0, 0.0, halves), _least_half_unit(storage))


def _least_half_unit(storage):
    return 2.0**-25 if storage == "float16" else 0.0


def _sample(positions):
    """Return all rows, or of many the first in the order of positions, and some of the others."""
    if positions.size <= ROWS:
        return np.arange(positions.size)
    order = np.argsort(positions, kind="stable")
    return order[
        np.unique(np.r_[: ROWS // 2, np.linspace(0, order.size - 1, ROWS // 2, dtype=int)])
    ]


def _within_half_a_turn(angles):
    return np.remainder(angles + np.pi, 2 * np.pi) - np.pi


def _narrow(found, off, doubt, levers):
    """Narrow the falls of `found`, in place, to where they bring each hand within its doubt."""
    known = (levers != 0) & (found[2] > 0)
    middle, width = off[known] / levers[known], doubt[known] / np.abs(levers[known])
    low = np.maximum(middle - width, -found[2, known])
    high = np.minimum(middle + width, found[2, known])
    found[1, known] += (low + high) / 2
    found[2, known] = (high - low) / 2
