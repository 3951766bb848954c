"""Means for drawing: the closed form against means taken by brute force.

Both are computed from the same frequencies, so they differ by roundings only: of a row of the table
(22 U, see test_encoding.py) and of a row that is scaled (22 U and the factor: the argument of each
of its two sines is off by 5 U of at most pi/2 radians, which divided by the sine of the smaller is
at most 16 U), and of the sum of a mean (8 U).  The half-integer centres of far windows take more
bits than float64 has.
"""

import math
import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import posenc_helpers as pe

U = 2.0**-53
TOLERANCE = (22 + 22 + 16 + 8) * U


def brute_force(seq_len, d_model, base, start, max_rows):
    """Average the table itself, block by block."""
    table = pe.positional_encoding(seq_len, d_model, base, start=start)
    rows = max(1, math.ceil(seq_len / max_rows))
    means = [table[r : r + rows].mean(axis=0) for r in range(0, seq_len, rows)]
    return np.array(means).reshape(-1, d_model), rows


@given(
    seq_len=st.integers(0, 700),
    pairs=st.integers(1, 12),
    base=st.one_of(st.just(1.0), st.floats(1e-3, 1e8)),
    start=st.integers(-(10**4), 10**4),
    max_rows=st.integers(1, 90),
)
@settings(max_examples=80)
def test_equals_the_brute_force_mean(seq_len, pairs, base, start, max_rows):
    args = seq_len, 2 * pairs, base
    found = pe.mean_encoding(*args, start=start, max_rows=max_rows)
    values, rows = brute_force(*args, start, max_rows)
    assert found.positions_per_row == rows
    assert found.values.shape == values.shape
    assert np.abs(found.values - values).max(initial=0) <= TOLERANCE


@pytest.mark.parametrize("start", [0, -(10**6), 10**9 + 1])
@pytest.mark.parametrize("seq_len", [10_000, 10_001, 9_999, 6_400])
def test_long_windows(seq_len, start):
    found = pe.mean_encoding(seq_len, 64, start=start, max_rows=333)
    values, rows = brute_force(seq_len, 64, 1e4, start, 333)
    assert found.positions_per_row == rows
    # at 10**9 + 1/2 the exact angle has 55 bits: 2 fewer in float64, 10**9 * 2**-55 at the worst
    assert np.abs(found.values - values).max() <= TOLERANCE + (start > 10**8) * start * U


@given(
    seq_len=st.integers(0, 300),
    pairs=st.integers(1, 20),
    start=st.integers(-(10**9), 10**9),
    base=st.floats(1, 1e8),
)
@settings(max_examples=50)
def test_nothing_to_average_gives_the_table_bit_for_bit(seq_len, pairs, start, base):
    found = pe.mean_encoding(seq_len, 2 * pairs, base, start=start, max_rows=max(1, seq_len))
    assert found.positions_per_row == 1
    table = pe.positional_encoding(seq_len, 2 * pairs, base, start=start)
    assert np.array_equal(found.values, table)


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
            values, _ = brute_force(seq_len, 4, base, -5, 10)
            assert np.abs(found - values).max() <= TOLERANCE


@pytest.mark.parametrize("base", [1.0, 1e8])
@pytest.mark.parametrize("d_model", [2, 1024])
@pytest.mark.parametrize("seq_len", [1, 10**6, 10**12])
def test_corners_are_finite_and_within_one(seq_len, d_model, base):
    for start in (0, -(10**9)):
        values = pe.mean_encoding(seq_len, d_model, base, start=start, max_rows=400).values
        assert values.shape[0] <= 400
        assert np.isfinite(values).all()
        assert np.abs(values).max() <= 1 + 1e-15


def test_a_million_positions_take_the_memory_of_a_thousand():
    """So nothing of the size of the window is ever made; the benchmarks measure the time."""

    def peak(seq_len):
        tracemalloc.start()
        pe.mean_encoding(seq_len, 128, max_rows=400)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return peak

    assert peak(10**6) < 1.5 * peak(1_000)


@pytest.mark.parametrize("start", [0, -40_000])
def test_as_many_rows_as_one_likes(start):
    """More rows than are filled at a time, and a last row that stands for fewer."""
    seq_len, max_rows = 25_001, 9_000
    found = pe.mean_encoding(seq_len, 8, start=start, max_rows=max_rows)
    values, rows = brute_force(seq_len, 8, 1e4, start, max_rows)
    assert found.positions_per_row == rows == 3
    assert np.abs(found.values - values).max() <= 1e-14


def test_the_slowest_clocks_there_are_stand_still():
    """The largest base gives the smallest frequency, 6e-309 for a wide table: not 0."""
    base, d_model = 1.7e308, 2**20
    assert 0 < pe.angular_frequencies(d_model, base)[-1] < 1e-308
    last = pe.mean_encoding(10, d_model, base, max_rows=5).values[:, -2:]
    assert last == pytest.approx(np.tile([0.0, 1.0], (5, 1)), abs=1e-300)
