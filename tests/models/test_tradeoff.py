"""What a base reads and orders: against plain drawing, exact sums, and the law of lesson 03."""

import math

import mpmath
import numpy as np
import pytest

import posenc_helpers as pe
from posenc_helpers.models.adding.tradeoff import BASES, score_bases

SETTINGS = [  # seq_len, d_model, base, noise
    (64, 128, 100, 0.5), (256, 128, 10_000, 0.5), (256, 128, 300, 1.0),
    (500, 32, 1_000, 0.5), (64, 16, 10, 1.0), (4, 2, 7, 0.8),
]  # fmt: skip
SEEDS = range(3)


def read_and_order(seq_len, d_model, base, noise, seed=0):
    return score_bases(seq_len, d_model, noise, [base], seed=seed)[:2, 0]


@pytest.mark.parametrize(("seq_len", "d_model", "base", "noise"), SETTINGS)
def test_reading_agrees_with_plain_drawing(seq_len, d_model, base, noise):
    """By the definition: the share of noisy codes that are nearest to their own position.

    Both are shares of 20,000 draws: four standard deviations of their difference at most.
    """
    rng = np.random.default_rng(99)
    table = pe.positional_encoding(seq_len, d_model, base)
    p = rng.integers(0, seq_len, 20_000)
    noisy = table[p] + noise * rng.normal(size=(20_000, d_model))
    drawn = np.mean(np.argmax(noisy @ table.T, axis=1) == p)
    settings = seq_len, d_model, base, noise
    found = np.mean([read_and_order(*settings, seed)[0] for seed in range(10)])
    assert abs(found - drawn) < 4 * math.sqrt(2 * drawn * (1 - drawn) / 20_000) + 1e-3


def test_without_noise_everything_is_read():
    assert read_and_order(100, 16, 1e4, 0)[0] == 1
    assert read_and_order(100, 16, 1e4, 1e-6)[0] == 1
    assert read_and_order(50, 2, 1e4, 1.0)[0] < 0.5


@pytest.mark.parametrize(("base", "noise"), [(30, 0.5), (1e4, 1.0), (30, 0), (1e4, 0)])
def test_order_is_a_mean_of_normal_probabilities(base, noise):
    """The formula again, with similarity and the normal distribution of mpmath."""
    shares = []
    for k in range(400):
        far = round(499 ** ((k + 0.5) / 400))
        near_k, far_k = pe.similarity([far, 2 * far], 64, base)
        lead, spread = 32 * (near_k - far_k), noise * 8 * math.sqrt(1 - near_k)
        shares.append(mpmath.ncdf(lead / spread) if noise else lead > 0)
    assert read_and_order(1_000, 64, base, noise)[1] == pytest.approx(
        float(np.mean(shares)), abs=1e-9
    )


def test_score():
    read, order, score = score_bases(64, 16, 1.5)
    assert len(score) == len(BASES)
    assert score == pytest.approx(read * np.maximum(0, 2 * order - 1))


def test_other_widths_and_noises_move_the_best_base_far_from_the_length():
    few, many = (score_bases(4_096, *one)[2].argmax() for one in ((16, 1), (64, 0.1)))
    assert BASES[few] < 4_096 / 10 and BASES[many] > 4_096 * 10


def test_the_best_base_grows_with_the_width_where_noise_counts():
    """As lesson 03 says, on a finer grid, for 256 positions."""
    grid = tuple(np.geomspace(30, 10_000, 28))

    def best(d_model, noise):
        scores = [score_bases(256, d_model, noise, bases=grid, seed=seed)[2] for seed in SEEDS]
        return np.mean(scores, axis=0) / np.max(np.mean(scores, axis=0))

    narrow, wide = (grid[best(d_model, 1).argmax()] for d_model in (128, 512))
    assert 1.5 < wide / narrow < 2
    flat = np.array(grid)[best(512, 0.5) > 0.99]
    assert flat.min() < 170 and flat.max() > 6_000
