"""Why the speeds are a geometric scale: with equal steps a wrong reading is far off (lesson 04)."""

import numpy as np
import pytest

import posenc_helpers as pe


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
    """They may read more positions exactly; what they misread is far off, not next door."""
    geometric = pe.angular_frequencies(d_model, base)
    arithmetic = np.linspace(geometric[0], geometric[-1], d_model // 2)
    near, far = off(geometric, seed, noise), off(arithmetic, seed, noise)
    assert np.median(near[near > 0]) <= 2
    assert np.median(far[far > 0]) > 50
