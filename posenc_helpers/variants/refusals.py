"""Why a table follows no convention: the first check that it fails."""

from __future__ import annotations

import numpy as np

from posenc_helpers.precision import ROUND_OFF
from posenc_helpers.variants.clocks import SINGLE, Clocks
from posenc_helpers.wording import number

NOTICEABLE = 1e-3  # what is larger is no rounding error, unless values are stored in 16 bits


def what_fails(rows, arrangements):
    """Return what fails first: circles, even steps, the speeds or the angles.

    `arrangements` holds pairs: the columns of the sines and those of the cosines.
    """
    if not rows.filled.any():
        return "All its values are 0."
    clocks = min((Clocks(rows, *columns) for columns in arrangements), key=_unlikely)
    noticeable = max(NOTICEABLE, 8 * ROUND_OFF[rows.storage])
    varies = _varies(clocks)
    if not varies <= noticeable * (np.abs(clocks.hands) ** 2).mean():
        return (
            f"Neither columns side by side nor columns half a row apart form circles: for "
            f"some pair, sin² + cos² varies by {number(varies, 2)}."
        )
    further = clocks.columns[clocks.clock == 0].max()  # one of the two is column 0
    where = "side by side" if further == 1 else "half a row apart"
    return f"Columns {where} form circles, but {next(_reasons(clocks, noticeable))}."


def _unlikely(clocks):
    """Return by how much radii vary; then whether no hand starts at 12 and turns clockwise."""
    slowest = clocks.hands[0, -1]
    starts_at_12 = abs(slowest.imag) < 0.1 * abs(slowest.real)
    return round(_varies(clocks), 9), not starts_at_12, clocks.speeds[0] < 0


def _varies(clocks):
    return float(np.ptp(np.abs(clocks.hands) ** 2, axis=0).max())


def _reasons(clocks, noticeable):
    """Yield what is wrong with circles, the most telling first."""
    rows, speeds, radius = clocks.rows, clocks.speeds, float(np.abs(clocks.hands).mean())
    if min(abs(radius - 1), abs(radius * rows.table.shape[1] ** 0.5 - 1)) > noticeable:
        yield f"their radius is {number(radius, 3)}, not 1"
    offsets = np.unique(rows.offsets)
    if offsets.size < 2 or np.diff(offsets).min() >= np.pi:
        yield "no two positions are near enough to each other to tell how fast clock 0 turns"
    furthest = np.abs([*(offsets + rows.middle), *clocks.late_centres()]).max()  # if it is late
    uneven = clocks.noise > noticeable + SINGLE.angle * furthest
    if uneven.any():
        clock = int(np.argmax(uneven))
        off = f"strays from its mean speed by up to {number(float(clocks.noise[clock]), 2)} radians"
        yield f"clock {clock} does not turn evenly: it {off}"
    if abs(speeds[0] - 1) > noticeable:
        yield f"clock 0 turns by {number(float(speeds[0]), 4)} radians per token, not by 1"
    doubt = (clocks.noise + 2 * clocks.stored) / clocks.span  # slow clocks are known less well
    ratios = (speeds[:-1] / speeds[1:])[np.abs(speeds[1:]) * noticeable > doubt[1:]]
    if ratios.size and ratios.max() > ratios.min() * (1 + 4 * noticeable):
        low, high = number(float(ratios.min()), 4), number(float(ratios.max()), 4)
        yield f"the ratio of neighbouring speeds is not constant: {low} to {high}"
    if not rows.filled.all():
        zeros = int(np.argmin(rows.filled))
        yield f"row {zeros} holds zeros, which only fairseq has, at position 1"
    first = f"position {number(rows.positions[0])}" if rows.given else "a position up to a million"
    yield f"no base was found that gives these angles up to rounding, if row 0 is {first}"
