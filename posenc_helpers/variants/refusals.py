"""Why a table follows no convention: the first check that it fails."""

from __future__ import annotations

import numpy as np

from posenc_helpers.precision import ROUND_OFF
from posenc_helpers.variants.clocks import SINGLE, Clocks, Rounding
from posenc_helpers.wording import number

NOTICEABLE = 1e-3  # what is larger is no rounding error, unless values are stored in 16 bits


def too_coarse(rows):
    """Say that several tables fit numbers of so low a precision."""
    asked = "which base it has" if rows.given else "which base it has and where it starts"
    return (
        f"Its clocks turn as they should, but the precision of its numbers, {rows.storage}, is too "
        f"low to tell {asked}."
    )


def what_fails(rows, arrangements):
    """Return what fails first: circles, even steps, the speeds or the first row.

    `arrangements` holds pairs: the columns of the sines and those of the cosines.
    """
    if not rows.filled.any():
        return "All its values are 0."
    clocks = min((Clocks(rows, *columns) for columns in arrangements), key=_unlikely)
    noticeable = max(NOTICEABLE, 8 * ROUND_OFF[rows.storage])
    odd = "No convention makes this table of odd width. " if rows.table.shape[1] % 2 else ""
    varies = _varies(clocks)
    if varies > noticeable * (np.abs(clocks.hands) ** 2).mean():
        return (
            f"{odd}Neither columns side by side nor columns half a row apart form circles: for "
            f"some pair, sin² + cos² varies by {number(varies, 2)}."
        )
    reason = _first_reason(clocks, noticeable)
    return f"{odd}Columns {_where(clocks)} form circles, but {reason}."


def _first_reason(clocks, noticeable):
    for check in (_radius, _turning, _first_speed, _other_speeds, _zeros, _first_row):
        reason = check(clocks, noticeable)
        if reason:
            return reason
    return "its angles are off by more than float32 rounding explains"


def _where(clocks):
    """Return where the two columns of a pair stand."""
    further = clocks.columns[clocks.clock == 0].max()  # one of the two is column 0
    return "side by side" if further == 1 else "half a row apart"


def _unlikely(clocks):
    """Return by how much radii vary; then whether no hand starts at 12 and turns clockwise."""
    slowest = clocks.hands[0, -1]
    starts_at_12 = abs(slowest.imag) < 0.1 * abs(slowest.real)
    return round(_varies(clocks), 9), not starts_at_12, clocks.speeds[0] < 0


def _varies(clocks):
    return float(np.ptp(np.abs(clocks.hands) ** 2, axis=0).max())


def _radius(clocks, noticeable):
    radius = float(np.abs(clocks.hands).mean())
    if min(abs(radius - 1), abs(radius * clocks.rows.table.shape[1] ** 0.5 - 1)) > noticeable:
        return f"their radius is {number(radius, 3)}, not 1"
    return None


def _turning(clocks, noticeable):
    positions = np.unique(clocks.rows.offsets) + clocks.rows.middle
    if positions.size < 2 or np.diff(positions).min() >= np.pi:
        return "no two positions are near enough to each other to tell how fast clock 0 turns"
    uneven = clocks.noise > noticeable + SINGLE.angle * np.abs(positions).max()
    if uneven.any():
        clock = int(np.argmax(uneven))
        off = number(float(clocks.noise[clock]), 2)
        return (
            f"clock {clock} does not turn evenly: it strays from its mean speed by up to {off} "
            "radians"
        )
    return None


def _first_speed(clocks, noticeable):
    speed = float(clocks.speeds[0])
    if abs(speed - 1) > noticeable:
        return f"clock 0 turns by {number(speed, 4)} radians per token, not by 1"
    return None


def _other_speeds(clocks, noticeable):
    rounding = Rounding(0.0, 2.0)
    speeds, doubt = clocks.speeds, 2 * clocks.doubt(rounding) / clocks.span
    if (speeds < -noticeable - doubt).any():
        return "not all clocks turn clockwise"
    estimate = clocks.estimate(rounding)
    if estimate is None and speeds.size > 1:
        precision = f"the precision of its numbers, {clocks.rows.storage},"
        return f"{precision} is too low to tell how fast any clock but the first turns"
    return None if estimate is None else _uneven_ratio(speeds, doubt, estimate, noticeable)


def _uneven_ratio(speeds, doubt, estimate, noticeable):
    clock = np.arange(speeds.size)
    expected = np.exp(-clock * estimate[0])
    off = np.abs(speeds - expected) - doubt - expected * clock * estimate[1]
    if (off > noticeable * expected).any():
        ratios = (speeds[:-1] / speeds[1:])[speeds[1:] > 2 * doubt[1:]]
        low, high = number(float(ratios.min()), 4), number(float(ratios.max()), 4)
        return f"the ratio of neighbouring speeds is not constant: {low} to {high}"
    return None


def _zeros(clocks, noticeable):
    rows = np.flatnonzero(~clocks.rows.filled)
    if rows.size:
        return f"row {rows[0]} holds zeros, which only fairseq has, at the position of padding"
    return None


def _first_row(clocks, noticeable):
    rows = clocks.rows
    loose = Rounding(SINGLE.angle, noticeable / ROUND_OFF[rows.storage])
    fall, spread = clocks.estimate(loose) or (0.0, 0.0)
    if not rows.given:
        late = clocks.narrowed(clocks.late_centres(loose), fall, spread, loose)
        return None if late.size else "its first row is that of no position up to a million"
    if clocks.narrowed(np.array([rows.middle]), fall, spread, loose).size:
        return None
    given = f"that of position {number(rows.positions[0])}"
    late = clocks.narrowed(clocks.late_centres(SINGLE), fall, spread, SINGLE)
    if late.shape[1] != 1 or (np.diff(rows.positions) != 1).any():
        return f"its first row is not {given}"
    found = rows.positions[0] + late[0, 0] - rows.middle
    return f"its first row is that of position {number(found)}, not {given}"
