"""Reading clocks: what noise leaves possible, and speeds."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import posenc_helpers as pe
from posenc_helpers.clocks import clock_speeds, fit_threshold


def test_the_threshold_is_the_mean_square_of_noise_and_three_of_its_deviations():
    """The misfit of the true position is the root of the mean of d/2 sums of two squares."""
    rng = np.random.default_rng(3)
    for d_model in (8, 64, 512):
        squares = (rng.normal(size=(4_000, d_model)) ** 2).sum(axis=1) / (d_model / 2)
        bound = squares.mean() + 3 * squares.std()
        assert fit_threshold(1.0, d_model) ** 2 == pytest.approx(bound, rel=0.05)
    assert 0 < fit_threshold(0.0, 8) < 1e-5


@given(st.integers(1, 40), st.floats(1.0, 1e8), st.integers(2, 500), st.integers(-(10**5), 10**5))
@settings(max_examples=100, deadline=None)
def test_speeds_are_read_off_the_table(pairs, base, rows, start):
    table = pe.positional_encoding(rows, 2 * pairs, base, start=start)
    expected = pe.angular_frequencies(2 * pairs, base)
    assert np.abs(clock_speeds(table) - expected).max() <= 1e-15 * (abs(start) + rows) + 2e-15
