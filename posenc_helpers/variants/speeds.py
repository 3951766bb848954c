"""The speeds of the clocks, read off a table."""

from __future__ import annotations

import numpy as np

from posenc_helpers.arguments import finite_array


def clock_speeds(table):
    """Return the speed of each clock in radians per token, read off an interleaved table.

    Columns 2i and 2i + 1 are the sine and the cosine of clock i at positions 0, 1, 2 ...; a last
    column without a partner is left out.  Shape (pairs,).  The result is right if the hands turn
    evenly and by less than half a turn per token.
    """
    table = as_table(table)
    return speeds_of(hands_of(table), np.arange(len(table)))[0]


def as_table(table, *, even=False):
    """Return `table` as a float64 array of two axes, with two rows and two columns or more."""
    table = finite_array("table", table)
    if table.ndim != 2:
        axes = "two axes, one row for each position"
        raise ValueError(f"table must have {axes}, got shape {table.shape}")
    if min(table.shape) < 2 or (even and table.shape[1] % 2):
        columns = "an even number of columns" if even else "two columns"
        least = f"at least two rows and {columns}"
        raise ValueError(f"table must have {least}, got shape {table.shape}")
    return table


def hands_of(table):
    """Return the hands of an interleaved table as cos + i sin; shape (rows, pairs)."""
    pairs = table.shape[1] // 2
    return table[:, 1::2] + 1j * table[:, 0 : 2 * pairs : 2]


def speeds_of(hands, positions):
    """Return how far each clock turns in a token, and the span in tokens that this is read from.

    It is read from ever longer spans.  The shortest tells the speed if no clock makes half a turn
    in it; the speed so far then tells how many whole turns a longer span holds.
    """
    order = np.argsort(positions)
    hands, positions = hands[order], positions[order]
    gaps, speeds = np.diff(positions), np.zeros(hands.shape[1])
    if not (gaps > 0).any():
        return speeds, 1.0
    start, last = int(np.argmin(np.where(gaps > 0, gaps, np.inf))), positions.size - 1
    longest = gaps[start]
    while True:
        stop = int(np.searchsorted(positions, positions[start] + longest, side="right")) - 1
        span = float(positions[stop] - positions[start])
        turn = np.angle(hands[stop] * np.conj(hands[start]) * np.exp(-1j * speeds * span))
        speeds = speeds + turn / span
        if start == 0 and stop == last:
            return speeds, span
        longest *= 2
        if stop == last:
            start = int(np.searchsorted(positions, positions[last] - longest))
