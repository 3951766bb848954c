"""The numbers that pictures draw, without a drawing."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import posenc_helpers as pe
from posenc_helpers.figures.downsampling import mean_encoding, mean_similarity, table_frequencies
from posenc_helpers.figures.invention import HANDS, written
from tests.figures.expected import similarity

U = 2.0**-53
SCALED = 70  # times U: a row, the factor of a mean (16 U), and the sum of the other mean


@given(
    seq_len=st.integers(0, 200) | st.integers(0, 700), pairs=st.integers(1, 12),
    base=st.just(1.0) | st.floats(1e-3, 1e8), start=st.integers(-(10**4), 10**4),
    max_rows=st.integers(1, 90) | st.just(200),
)  # fmt: skip
@settings(max_examples=80)
def test_equals_the_brute_force_mean(seq_len, pairs, base, start, max_rows):
    """Means of blocks are those of the table, up to rounding.

    Both have the same frequencies. An angle of the table is rounded once, and an angle of a mean
    three times, each time by at most omega p U.
    """
    frequencies = table_frequencies(seq_len, 2 * pairs, base, start)
    values, count = mean_encoding(start, seq_len, frequencies, max_rows)
    table = pe.positional_encoding(seq_len, 2 * pairs, base, start=start)
    assert count == max(1, math.ceil(seq_len / max_rows))
    firsts = [min(first, seq_len - count) for first in range(0, seq_len, count)]
    means = [table[first : first + count].mean(axis=0) for first in firsts]
    assert values.shape == (len(means), 2 * pairs)
    furthest = (abs(start) + seq_len) * max(1, 1 / base)
    off = np.abs(values - np.reshape(means, (-1, 2 * pairs))).max(initial=0)
    assert off <= (4 * furthest + SCALED) * U


@pytest.mark.parametrize("seq_len", [64, 65, 1000])
@pytest.mark.parametrize("turn", [math.pi, 2 * math.pi, 4 * math.pi, 3 * math.pi, 1.0])
def test_base_one_and_whole_turns(turn, seq_len):
    """The means are right even if a clock makes half turns or full turns per token."""
    # the second of two clocks turns 1/sqrt(base) radians per token
    test_equals_the_brute_force_mean.hypothesis.inner_test(seq_len, 2, turn**-2.0, -5, 10)


@pytest.mark.parametrize(("d_model", "base"), [(2, 1.0), (512, 1e4), (4, 1e8)])
def test_a_curve_shows_the_mean_over_the_distances_of_each_pixel(d_model, base):
    first, furthest = 1, 100_000
    means = mean_similarity(furthest, d_model, base)
    for k, (middle, height) in enumerate(zip(*means, strict=True)):
        last = round(2 * middle) - first
        if k % 90 == 0:
            exact = similarity(np.arange(first, last + 1), d_model, base).mean()
            assert height == pytest.approx(exact, abs=1e-8)
        first = last + 1
    assert first == furthest + 1 and k < 999


def test_the_last_stop_of_the_invention_is_the_table_of_the_course():
    assert (written(HANDS) == pe.positional_encoding(64, 12, base=64)).all()
    assert pe.wavelengths(12, 64) == pytest.approx([2 * math.pi * 2**k for k in range(6)])
