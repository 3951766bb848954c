"""The speeds of the clocks, read off a table."""

from __future__ import annotations

import numpy as np

from posenc_helpers.arguments import finite_array
from posenc_helpers.variants.conventions import CONVENTIONS
from posenc_helpers.variants.tables import _positions

__all__ = ["clock_speeds"]


def clock_speeds(table, positions=None):
    """Return the speed of each clock in radians per token, read off an interleaved table.

    Columns 2i and 2i + 1 are the sine and the cosine of clock i; a last column without a partner
    is left out.  Shape (pairs,).  `positions` None means 0, 1, 2 ...  The result is right if the
    hands turn evenly and by less than half a turn in the shortest step.
    """
    table = _as_table(table)
    positions = _positions_of(table, positions)
    pairs = table.shape[1] // 2
    hands = table[:, 1 : 2 * pairs : 2] + 1j * table[:, 0 : 2 * pairs : 2]
    return _speeds(hands, positions)[0]


def _positions_of(table, positions):
    """Return one position for each row of `table`."""
    if positions is None:
        return np.arange(table.shape[0], dtype=np.float64)
    positions = _positions(CONVENTIONS["paper"], np.atleast_1d(positions))
    if positions.size != table.shape[0]:
        raise ValueError(
            f"positions must hold one for each of the {table.shape[0]} rows, got {positions.size}"
        )
    return positions


def _as_table(table):
    table = finite_array("table", table)
    if table.ndim != 2 or table.shape[0] < 2 or table.shape[1] < 2:
        raise ValueError(
            f"table must have at least two rows and two columns, got shape {table.shape}"
        )
    return table


def _speeds(hands, positions):
    """Return how far each clock turns in a token, and the span in tokens that this is read from.

    It is read from ever longer spans.  The shortest tells the speed if no clock makes half a turn
    in it; the speed so far then tells how many whole turns a longer span holds.
    """
    lit = np.abs(hands).any(axis=1)  # not the row of zeros of a padding position
    order = np.argsort(positions[lit], kind="stable")
    positions, hands = positions[lit][order], hands[lit][order]
    gaps = np.diff(positions)
    speeds, span = np.zeros(hands.shape[1]), 1.0
    if not (gaps > 0).any():
        return speeds, span
    start = int(np.argmin(np.where(gaps > 0, gaps, np.inf)))
    last, reach = positions.size - 1, gaps[start]
    while True:
        stop = int(np.searchsorted(positions, positions[start] + reach, side="right")) - 1
        span = float(positions[stop] - positions[start])
        turn = np.angle(hands[stop] * np.conj(hands[start]) * np.exp(-1j * speeds * span))
        speeds = speeds + turn / span
        if start == 0 and stop == last:
            return speeds, span
        reach *= 2
        if stop == last:
            start = int(np.searchsorted(positions, positions[last] - reach))
