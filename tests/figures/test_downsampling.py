"""Blocks of a table: means, and the table of dot products."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import posenc_helpers as pe
from posenc_helpers.figures.downsampling import (
    block_means,
    gram_cells,
    mean_encoding,
    table_frequencies,
)

U = 2.0**-53
SCALED = 70  # U: rounding a row, the factor of a mean (16 U), and the sum of the mean it is held to


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (2, 3), (5, 4), (37, 11), (50, 50)])
def test_means_of_blocks(rows, columns):
    table = np.random.default_rng(1).normal(size=(37, 11))
    expected = [
        [table[r : r + rows, c : c + columns].mean() for c in range(0, 11, columns)]
        for r in range(0, 37, rows)
    ]
    assert np.allclose(block_means(table, rows, columns), expected, rtol=0, atol=1e-14)


# ---------------------------------------------------------------------------- means of a table


def assert_means(seq_len, d_model, base, *, start, max_rows):
    """Hold the means against those of the table itself, block by block.

    Both are computed from the same frequencies. An angle of the table is rounded once, those of the
    means three times; each time by at most omega p U.
    """
    frequencies = table_frequencies(seq_len, d_model, base, start)
    values, count = mean_encoding(start, seq_len, frequencies, max_rows)
    table = pe.positional_encoding(seq_len, d_model, base, start=start)
    rows = max(1, math.ceil(seq_len / max_rows))
    means = [table[r : r + rows].mean(axis=0) for r in range(0, seq_len, rows)]
    assert count == rows
    assert values.shape == (len(means), d_model)
    furthest = (abs(start) + seq_len) * max(1, 1 / base)
    off = np.abs(values - np.reshape(means, (-1, d_model))).max(initial=0)
    assert off <= (4 * furthest + SCALED) * U


@given(
    seq_len=st.integers(0, 200) | st.integers(0, 700),
    pairs=st.integers(1, 12),
    base=st.just(1.0) | st.floats(1e-3, 1e8),
    start=st.integers(-(10**4), 10**4),
    max_rows=st.integers(1, 90) | st.just(200),
)
@settings(max_examples=80)
def test_equals_the_brute_force_mean(seq_len, pairs, base, start, max_rows):
    assert_means(seq_len, 2 * pairs, base, start=start, max_rows=max_rows)


@pytest.mark.parametrize("seq_len", [64, 65, 1000])
@pytest.mark.parametrize("turn", [math.pi, 2 * math.pi, 4 * math.pi, 3 * math.pi, 1.0])
def test_base_one_and_whole_turns(turn, seq_len):
    """A base below 1 can make a clock turn by half and whole turns from token to token."""
    # the second of two clocks turns 1/sqrt(base) radians per token
    assert_means(seq_len, 4, turn**-2.0, start=-5, max_rows=10)


# ------------------------------------------------------------------------------- dot products


@pytest.mark.parametrize(("seq_len", "most", "size"), [(50, 290, 1), (290, 289, 2), (7, 2, 4)])
def test_cells_are_the_dot_products_of_codes_or_their_means(seq_len, most, size):
    cells, per_cell = gram_cells(seq_len, 6, 1e3, most)
    assert per_cell == size
    assert len(cells) == math.ceil(seq_len / size) <= most
    codes = pe.positional_encoding(len(cells) * size, 6, 1e3)
    means = block_means(codes @ codes.T / 3, size, size)
    assert np.abs(cells - means).max() < 1e-12
