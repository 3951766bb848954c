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


def off(omega, seed, noise=0.5, seq_len=1_000):
    """Return how far each position is off that is read by the nearest code."""
    angles = np.arange(seq_len)[:, np.newaxis] * omega
    table = np.concatenate([np.sin(angles), np.cos(angles)], axis=1)
    noisy = table + noise * np.random.default_rng(seed).normal(size=table.shape)
    return np.abs(np.argmax(noisy @ table.T, axis=1) - np.arange(seq_len))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("d_model", "base", "noise"),
    [(64, 1e4, 0.5), (256, 1e4, 1.5), (32, 1e3, 0.5), (128, 1e3, 0.8), (64, 1e6, 0.5)],
)
def test_equal_steps_of_speed_lose_the_rough_place(d_model, base, noise, seed):
    """Why speeds are a geometric scale (lesson 04): what others misread is not next door."""
    geometric = pe.angular_frequencies(d_model, base)
    arithmetic = np.linspace(geometric[0], geometric[-1], d_model // 2)
    near, far = off(geometric, seed, noise), off(arithmetic, seed, noise)
    assert np.median(near[near > 0]) <= 2
    assert np.median(far[far > 0]) > 50


@given(st.integers(1, 40), st.floats(1.0, 1e8), st.integers(2, 500), st.integers(-(10**5), 10**5))
@settings(max_examples=100, deadline=None)
def test_speeds_are_read_off_the_table(pairs, base, rows, start):
    table = pe.positional_encoding(rows, 2 * pairs, base, start=start)
    expected = pe.angular_frequencies(2 * pairs, base)
    assert np.abs(clock_speeds(table) - expected).max() <= 1e-15 * (abs(start) + rows) + 2e-15
