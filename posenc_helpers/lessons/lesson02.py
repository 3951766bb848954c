"""The right and the wrong answers to the exercises of `02.md`."""

from itertools import starmap
from math import floor, log, pi, tau

import numpy as np

from posenc_helpers import encoding
from posenc_helpers.lessons.exercise import Case, exercise, near

MARKED = {
    "how_many_turn": ("HeatmapExplorer", {"d_model": 128, "seq_len": 50}),
    "longer_window": ("HeatmapExplorer", {"d_model": 128}),
}
COUNTING = np.arange(40.0).reshape(5, 8)


def boundary(pairs=64, turn=tau):
    """Return up to which pair the hands make a turn within 500 positions."""
    return pairs * log(500 / turn) / log(10_000)


@exercise()
def turning_pairs():
    def counts(**wrong):
        """Return the number of pairs up to a boundary, and that of the last of them."""
        return floor(boundary(**wrong)) + 1, floor(boundary(**wrong))

    yield "right", encoding.turning_pairs(500, 128)
    yield "last_pair", floor(boundary())
    yield "boundary", near(boundary(), 0.05)
    yield "columns", 2 * floor(boundary() + 1)
    yield "no_2_pi", *counts(turn=1)
    yield "half_turns", *counts(turn=pi)
    yield "others", 64 - encoding.turning_pairs(500, 128)
    yield "window_of_50", encoding.turning_pairs(50, 128)
    yield "pairs_as_many_as_columns", *counts(pairs=128)


def encoding_of(seq_len, d_model, base=10_000):
    """Return the case of a whole table."""
    return Case(
        (encoding.positional_encoding(seq_len, d_model, base),),
        f"the encoding of seq_len={seq_len}, d_model={d_model}, base={base}",
    )


def every_other(table, first=0):
    """Return every second pair of a table's columns."""
    return table.reshape(len(table), -1, 2)[:, first::2].reshape(len(table), -1)


@exercise(
    [
        *starmap(encoding_of, [(10, 16), (50, 256), (6, 12, 100)]),
        Case((COUNTING,), "a table of 5 rows and 8 columns that counts up"),
    ],
    within=1e-6,
)
def every_other_pair(wide):
    half = wide.shape[1] // 2
    yield "right", every_other(wide)
    yield "every_other_column", wide[:, ::2], wide[:, 1::2]
    yield "one_half", wide[:, :half], wide[:, half:]
    yield "odd_pairs", every_other(wide, first=1)
    yield "axis_of_pairs", wide.reshape(len(wide), -1, 2)[:, ::2]
    yield "rows", wide[::2]
    yield "unchanged", wide


def frozen(table, axis=0):
    """Return which columns, or rows, move by less than 0.1."""
    return np.ptp(table, axis=axis) < 0.1


@exercise(
    [
        *starmap(encoding_of, [(50, 128), (50, 128, 100_000_000), (50, 128, 100), (3, 32, 5_000)]),
        Case(
            (encoding.positional_encoding(60, 64, start=4_000),),
            "the positions 4000 to 4059, d_model=64",
        ),
        Case((COUNTING / 100,), "a table of 5 rows and 8 columns that counts up in hundredths"),
    ]
)
def frozen_columns(table):
    def small(sizes):
        return np.count_nonzero(sizes < 0.1)

    size, pairs = np.abs(table), frozen(table).reshape(-1, 2)
    yield "right", frozen(table).sum()
    yield "small_values", small(size.max(axis=0)), small(table.max(axis=0))
    yield "small_values", small(size.mean(axis=0))
    yield "rows", frozen(table, axis=1).sum()
    yield "none", 0
    yield "pairs", pairs.all(axis=1).sum(), pairs.any(axis=1).sum(), pairs.sum() // 2
    yield "deviation", small(table.std(axis=0)), small(table.var(axis=0))
    yield "moving", (~frozen(table)).sum()
    yield "first_and_last", small(np.abs(table[-1] - table[0]))
    yield "neighbouring_rows", small(np.abs(np.diff(table, axis=0)).max(axis=0))
