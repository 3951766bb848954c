"""Means for drawing: the closed form against means taken by brute force.

Both are computed from the same frequencies, so they differ by a few roundings only, except for
the half-integer centres of far windows, whose angles take a bit more than float64 has.
"""

import math
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import posenc_helpers as pe


def brute_force(seq_len, d_model, base, start, max_rows, max_columns):
    """Average the table itself, block by block."""
    table = pe.positional_encoding(seq_len, d_model, base, start=start)
    rows = max(1, math.ceil(seq_len / max_rows))
    columns = max(1, math.ceil(d_model / max_columns))
    means = [
        [table[r : r + rows, c : c + columns].mean() for c in range(0, d_model, columns)]
        for r in range(0, seq_len, rows)
    ]
    return np.array(means).reshape(-1, math.ceil(d_model / columns)), rows, columns


@given(
    seq_len=st.integers(0, 700),
    pairs=st.integers(1, 12),
    base=st.one_of(st.just(1.0), st.floats(1e-3, 1e8)),
    start=st.integers(-(10**4), 10**4),
    max_rows=st.integers(1, 90),
    max_columns=st.integers(1, 30),
)
@settings(max_examples=150, deadline=None)
def test_equals_the_brute_force_mean(seq_len, pairs, base, start, max_rows, max_columns):
    args = seq_len, 2 * pairs, base
    found = pe.mean_encoding(*args, start=start, max_rows=max_rows, max_columns=max_columns)
    values, rows, columns = brute_force(*args, start, max_rows, max_columns)
    assert found.positions_per_row == rows
    assert found.columns_per_column == columns
    assert found.values.shape == values.shape
    assert np.abs(found.values - values).max(initial=0) <= 1e-14


@pytest.mark.parametrize("start", [0, -(10**6), 10**9 + 1])
@pytest.mark.parametrize("seq_len", [10_000, 10_001, 9_999, 6_400])
def test_long_windows(seq_len, start):
    found = pe.mean_encoding(seq_len, 64, start=start, max_rows=333)
    values, rows, _ = brute_force(seq_len, 64, 1e4, start, 333, 64)
    assert found.positions_per_row == rows
    # at 10**9 + 1/2 the exact angle has 55 bits: 2 fewer in float64, 10**9 * 2**-55 at the worst
    assert np.abs(found.values - values).max() <= 1e-14 + (start > 10**8) * start * 2.0**-53


def test_partial_last_row_and_column():
    found = pe.mean_encoding(10, 6, start=-3, max_rows=3, max_columns=4)
    table = pe.positional_encoding(10, 6, start=-3)
    assert found.positions_per_row == 4
    assert found.columns_per_column == 2
    assert found.values.shape == (3, 3)
    assert found.values[2, 2] == pytest.approx(table[8:10, 4:6].mean(), abs=1e-15)
    assert found.values[0, 1] == pytest.approx(table[0:4, 2:4].mean(), abs=1e-15)


@given(
    seq_len=st.integers(0, 300),
    pairs=st.integers(1, 20),
    start=st.integers(-(10**9), 10**9),
    base=st.floats(1, 1e8),
)
@settings(max_examples=50, deadline=None)
def test_nothing_to_average_gives_the_table_bit_for_bit(seq_len, pairs, start, base):
    found = pe.mean_encoding(
        seq_len, 2 * pairs, base, start=start, max_rows=max(1, seq_len), max_columns=2 * pairs
    )
    assert found[1:] == (1, 1)
    table = pe.positional_encoding(seq_len, 2 * pairs, base, start=start)
    assert np.array_equal(found.values, table)


def test_columns_alone():
    found = pe.mean_encoding(40, 100, max_rows=40, max_columns=30)
    assert found[1:] == (1, 4)
    table = pe.positional_encoding(40, 100)
    np.testing.assert_allclose(
        found.values, table.reshape(40, 25, 4).mean(axis=2), rtol=0, atol=1e-15
    )


def test_fast_columns_fade_and_slow_ones_stay():
    """A row of many turns averages to nothing; a clock that hardly moves is not dimmed."""
    found = pe.mean_encoding(10**6, 128, max_rows=400).values
    assert np.abs(found[:, 0]).max() < 1e-3
    assert found[:, -1].max() > 0.99


def test_base_one_and_whole_turns():
    """A base below 1 can make a clock turn by half and whole turns from token to token."""
    for turn in (math.pi, 2 * math.pi, 4 * math.pi, 3 * math.pi, 1.0):
        base = turn**-2.0  # the second of two clocks turns 1/sqrt(base) radians per token
        for seq_len in (64, 65, 1000):
            found = pe.mean_encoding(seq_len, 4, base, start=-5, max_rows=10).values
            values, _, _ = brute_force(seq_len, 4, base, -5, 10, 4)
            assert np.abs(found - values).max() <= 1e-14


@pytest.mark.parametrize("base", [1.0, 1e8])
@pytest.mark.parametrize("d_model", [2, 1024])
@pytest.mark.parametrize("seq_len", [1, 10**6, 10**12])
def test_corners_are_finite_and_within_one(seq_len, d_model, base):
    for start in (0, -(10**9)):
        values = pe.mean_encoding(
            seq_len, d_model, base, start=start, max_rows=400, max_columns=800
        ).values
        assert values.shape[0] <= 400
        assert values.shape[1] <= 800
        assert np.isfinite(values).all()
        assert np.abs(values).max() <= 1 + 1e-15


def test_a_million_positions_cost_what_a_thousand_do():
    """Best of many runs; the work is the same, and the factor 3 leaves room for a busy machine."""

    def best_time(seq_len):
        times = []
        for _ in range(15):
            begin = time.perf_counter()
            pe.mean_encoding(seq_len, 256, max_rows=400)
            times.append(time.perf_counter() - begin)
        return min(times)

    assert best_time(10**6) <= 3 * best_time(10**3)
