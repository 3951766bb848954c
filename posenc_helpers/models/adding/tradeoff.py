"""What a base gains and loses: positions read right under noise, distances ordered right.

read, order, score = score_bases(256, noise=0.5)      of each of BASES, for 256 positions
"""

import math

import numpy as np

from posenc_helpers.checks import Even, Positive, Real, Several, Whole, takes
from posenc_helpers.encoding import positional_encoding, similarity
from posenc_helpers.models.adding.reading import nearest_rows

BASES = (3, 10, 30, 100, 300, 1e3, 3e3, 1e4, 3e4, 1e5, 3e5, 1e6)  # the grid of the sweep
DRAWS = 2_000
DISTANCES = 400  # judged for the order, evenly spread on a logarithmic scale


@takes(
    seq_len=Whole(4, 4_096), d_model=Even(most=512), noise=Real(0, 2.0),
    bases=Several(Positive(), 100), seed=Whole(0),
)  # fmt: skip
def score_bases(seq_len, d_model=128, noise=0.5, bases=BASES, *, seed=0):
    """Return read share, order share and score of each base, shape (3, len(bases)).

    `noise` is the standard deviation of normal noise in each column of a code.  Read is the share
    of 2,000 noisy codes, at evenly spread positions, that are nearest to the code of their own
    position; the same `seed` gives the same noise for every base.

    Order is the share of distances D, from 1 to (seq_len - 1) // 2, for which a noisy code at p is
    more similar to PE(p + D) than to PE(p + 2 D), without drawing any noise: the difference of the
    two dot products is normal, with mean d/2 (k(D) - k(2 D)) and standard deviation
    noise * sqrt(d (1 - k(D))).  The score is read * max(0, 2 order - 1).
    """
    read = np.array([_read(seq_len, d_model, base, noise, seed) for base in bases])
    order = np.array([_order(seq_len, d_model, base, noise) for base in bases])
    return np.array([read, order, read * np.maximum(0, 2 * order - 1)])


def _read(seq_len, d_model, base, noise, seed):
    codes, places = positional_encoding(seq_len, d_model, base), np.arange(DRAWS) * seq_len // DRAWS
    drawn = np.random.default_rng(seed).normal(size=(DRAWS, d_model))
    return np.mean(nearest_rows(codes[places] + noise * drawn, codes) == places)


def _order(seq_len, d_model, base, noise):
    shares = (np.arange(DISTANCES) + 0.5) / DISTANCES
    spread = (((seq_len - 1) // 2) ** shares).round()
    distances, counts = np.unique(spread, return_counts=True)
    near, far = (similarity(n * distances, d_model, base) for n in (1, 2))
    with np.errstate(divide="ignore", invalid="ignore"):
        sure = np.where(near == far, 0, (near - far) / (noise * np.sqrt(4 * (1 - near) / d_model)))
    right = [0.5 + 0.5 * math.erf(one / math.sqrt(2)) for one in sure]
    return np.average(right, weights=counts)
