"""Means for drawing: the closed form against means taken by brute force.

Both are computed from the same frequencies, so they differ by roundings only: of a row of the table
(22 U, see test_encoding.py) and of a row that is scaled (22 U and the factor: the argument of each
of its two sines is off by 5 U of at most pi/2 radians, which divided by the sine of the smaller is
at most 16 U), and of the sum of a mean (8 U).  The half-integer centres of far windows take more
bits than float64 has.
"""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import posenc_helpers as pe

U = 2.0**-53
TOLERANCE = (22 + 22 + 16 + 8) * U


def assert_means(seq_len, d_model, base=10_000.0, *, tolerance=TOLERANCE, start=0, max_rows):
    """Hold the means against those of the table itself, block by block."""
    found = pe.mean_encoding(seq_len, d_model, base, start=start, max_rows=max_rows)
    table = pe.positional_encoding(seq_len, d_model, base, start=start)
    rows = max(1, math.ceil(seq_len / max_rows))
    means = [table[r : r + rows].mean(axis=0) for r in range(0, seq_len, rows)]
    assert found.positions_per_row == rows
    assert found.values.shape == (len(means), d_model)
    if rows == 1:  # nothing to average: bit for bit
        tolerance = 0
    assert np.abs(found.values - np.reshape(means, (-1, d_model))).max(initial=0) <= tolerance


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


@pytest.mark.parametrize("start", [0, -(10**6), 10**9 + 1])
@pytest.mark.parametrize("seq_len", [10_000, 10_001, 9_999, 6_400])
def test_long_windows(seq_len, start):
    # at 10**9 + 1/2 the exact angle has 55 bits: 2 fewer in float64, 10**9 * 2**-55 at the worst
    tolerance = TOLERANCE + (start > 10**8) * start * U
    assert_means(seq_len, 64, tolerance=tolerance, start=start, max_rows=333)


@pytest.mark.parametrize("start", [0, -40_000])
def test_more_rows_than_are_filled_at_a_time(start):
    assert_means(25_001, 8, tolerance=1e-14, start=start, max_rows=9_000)


@pytest.mark.parametrize("seq_len", [64, 65, 1000])
@pytest.mark.parametrize("turn", [math.pi, 2 * math.pi, 4 * math.pi, 3 * math.pi, 1.0])
def test_base_one_and_whole_turns(turn, seq_len):
    """A base below 1 can make a clock turn by half and whole turns from token to token."""
    # the second of two clocks turns 1/sqrt(base) radians per token
    assert_means(seq_len, 4, turn**-2.0, start=-5, max_rows=10)


def test_fast_columns_fade_and_slow_ones_stay():
    """A row of many turns averages to nothing; a clock that hardly moves is not dimmed."""
    found = pe.mean_encoding(10**6, 128, max_rows=400).values
    assert np.abs(found[:, 0]).max() < 1e-3
    assert found[:, -1].max() > 0.99


@pytest.mark.parametrize(("base", "d_model"), [(1.0, 2), (1e8, 2), (1.0, 1024), (1e8, 1024)])
@pytest.mark.parametrize("seq_len", [1, 10**6, 10**12])
@pytest.mark.parametrize("start", [0, -(10**9)])
def test_corners_are_finite_and_within_one(seq_len, d_model, base, start):
    values = pe.mean_encoding(seq_len, d_model, base, start=start, max_rows=400).values
    assert len(values) <= 400 and np.isfinite(values).all()
    assert np.abs(values).max() <= 1 + 1e-15


def test_the_slowest_clocks_there_are_stand_still():
    """The largest base gives the smallest frequency, 6e-309 for a wide table: not 0."""
    base, d_model = 1.7e308, 2**14
    assert 0 < pe.angular_frequencies(d_model, base)[-1] < 1e-308
    last = pe.mean_encoding(10, d_model, base, max_rows=5).values[:, -2:]
    assert last == pytest.approx(np.tile([0.0, 1.0], (5, 1)), abs=1e-300)
