"""The right and the wrong answers to the exercises of `02.md`."""

from math import log, log10, tau

import numpy as np

from posenc_helpers import encoding
from posenc_helpers.lessons.exercise import exercise, near
from posenc_helpers.lessons.shared import encoding_of

ASKED = {"d_model": 128, "base": 1e4}
MARKED = {
    "how_many_turn": ("HeatmapExplorer", {**ASKED, "seq_len": 50}),
    "longer_window": ("HeatmapExplorer", {**ASKED, "seq_len": 5_000, "start": 0}),
}


@exercise()
def turning_pairs():
    def counts(seq_len, d_model=128):
        """Return the number of pairs that turn, and that of the last of them."""
        count = encoding.turning_pairs(seq_len, d_model)
        return count, count - 1

    right, last = counts(500)
    yield "right", right
    yield "last_pair", last
    yield "one_less", last - 1
    yield "boundary", near(encoding.turn_boundary(500, 128), 0.05)
    yield "all", 64
    yield "half", 32
    yield "ten_times", 10 * counts(50)[0]
    yield "two_logarithms", *(int(64 * log(500 / tau) / log10(10_000)) + k for k in (0, 1))
    yield "columns", 2 * right
    yield "no_2_pi", *counts(round(500 * tau))
    yield "half_turns", *counts(2 * 500)
    yield "window_of_50", counts(50)[0]
    yield "pairs_as_many_as_columns", *counts(500, 256)


def frozen(table, axis=0):
    """Return which columns, or rows, move by less than 0.1."""
    return np.ptp(table, axis=axis) < 0.1


def encoded_or_counted(*size):
    """Return the case of a table, or of one that goes down from the first row, and then up.

    The first column of that goes from -0.08 to 0.08.
    """
    counting = (np.arange(40.0).reshape(5, 8)[[2, 0, 1, 3, 4]] - 16) / 200
    return encoding_of(*size) if size else (counting,)


@exercise([(50, 128), (3, 32, 5_000), (60, 64, 10_000, 4_000), ()], encoded_or_counted)
def frozen_columns(table):
    def small(sizes):
        return np.count_nonzero(sizes < 0.1)

    size, pairs = np.abs(table), frozen(table).reshape(-1, 2)
    yield "right", frozen(table).sum()
    yield "small_values", *map(small, (size.max(axis=0), table.max(axis=0), size.mean(axis=0)))
    yield "sizes", small(np.ptp(size, axis=0))
    yield "rows", frozen(table, axis=1).sum()
    yield "none", 0
    yield "pairs", pairs.all(axis=1).sum(), pairs.any(axis=1).sum(), pairs.sum() // 2
    yield "moving", (~frozen(table)).sum()
    yield "spread", small(table.std(axis=0)), small(table.var(axis=0))
    yield "two_rows", small(np.abs(table[-1] - table[0]))
    yield "from_first_row", small(np.abs(table - table[0]).max(axis=0))


def every_other(table, first=0):
    """Return every second pair of a table's columns."""
    return table.reshape(len(table), -1, 2)[:, first::2].reshape(len(table), -1)


@exercise([(10, 16), (50, 256), (6, 12, 100)], encoding_of, within=1e-6)
def every_other_pair(wide):
    half = wide.shape[1] // 2
    yield "right", every_other(wide)
    yield "every_other_column", wide[:, ::2], wide[:, 1::2]
    yield "one_half", wide[:, :half], wide[:, half:]
    yield "odd_pairs", every_other(wide, first=1)
    yield "axis_of_pairs", wide.reshape(len(wide), -1, 2)[:, ::2]
    yield "unchanged", wide
