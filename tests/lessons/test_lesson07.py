"""What lesson 07 says of bases that read a noisy code, with the functions of its own cells."""

import math

import mpmath
import numpy as np
import pytest

from posenc_helpers import positional_encoding, similarity
from posenc_helpers.models.adding import nearest_rows
from tests.lessons.cells import defined

SPACE = defined(
    *("07", "gain-and-cost-of-noise", "order-of-distances"),
    **{"np": np, "positional_encoding": positional_encoding},
    **{"similarity": similarity, "nearest_rows": nearest_rows},
)


def score(base, seq_len, d_model, noise, seed=0):
    read = SPACE["read_share"](seq_len, d_model, base, noise, seed)
    return read * max(0, 2 * SPACE["order_share"](seq_len, d_model, base, noise) - 1)


@pytest.mark.parametrize(("base", "noise"), [(30, 0.5), (1e4, 1.0)])
def test_order_is_a_mean_of_normal_probabilities(base, noise):
    """The formula again, with the normal distribution of mpmath."""
    shares = []
    for k in range(400):
        far = round(499 ** ((k + 0.5) / 400))
        near_k, far_k = similarity([far, 2 * far], 64, base)
        shares.append(mpmath.ncdf(32 * (near_k - far_k) / (noise * 8 * math.sqrt(1 - near_k))))
    found = SPACE["order_share"](1_000, 64, base, noise)
    assert found == pytest.approx(float(np.mean(shares)), abs=1e-9)


def test_other_widths_and_noises_move_the_best_base_far_from_the_length():
    bases = 3, 10, 30, 100, 300, 1e3, 3e3, 1e4, 3e4, 1e5, 3e5, 1e6
    few, many = (
        max(bases, key=lambda base, setting=setting: score(base, 4_096, *setting))
        for setting in ((16, 1), (64, 0.1))
    )
    assert few < 4_096 / 10 and many > 4_096 * 10


def test_the_best_base_grows_with_the_width_where_noise_counts():
    """As lesson 03 says, on a finer grid, for 256 positions."""
    grid = np.geomspace(30, 10_000, 28)

    def best(d_model, noise):
        scores = [[score(base, 256, d_model, noise, seed) for base in grid] for seed in range(3)]
        return np.mean(scores, axis=0) / np.max(np.mean(scores, axis=0))

    narrow, wide = (grid[best(d_model, 1).argmax()] for d_model in (128, 512))
    assert 1.5 < wide / narrow < 2
    flat = grid[best(512, 0.5) > 0.99]
    assert flat.min() < 170 and flat.max() > 6_000
