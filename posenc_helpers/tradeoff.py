"""What a base gains and loses: positions read right under noise, distances ordered right.

read_share(256, 128, 300, noise=0.5)      about 0.9 of the positions are read right
order_share(256, 128, 300, noise=0.5)     about 0.99 of the distances are ordered right
"""

import math
from functools import lru_cache

import numpy as np

from posenc_helpers import encoding
from posenc_helpers.arguments import finite_array
from posenc_helpers.ranges import Even, Positive, Real, Several, Whole, takes

BASES = (3, 10, 30, 100, 300, 1e3, 3e3, 1e4, 3e4, 1e5, 3e5, 1e6)  # the grid of the sweep
DRAWS = 2_000
DISTANCES = 400  # judged for the order, evenly spread on a logarithmic scale
ENOUGH = 0.95  # of the best score: the difference is then hardly more than that of two draws
LENGTH, WIDTH, NOISE = Whole(4, 4_096), Even(most=512), Real(0, 2.0)
SETTING = {"seq_len": LENGTH, "d_model": WIDTH, "noise": NOISE}
DRAWN = {"draws": Whole(1, 100_000), "seed": Whole(0)}
CLEAR = 5.0  # standard deviations: codes this clearly apart are confused once in 3 million draws


def base_score(read, order):
    """Return read * max(0, 2 order - 1): 1 if all is right, 0 if the order is a coin toss.

    `read` and `order` are shares from 0 to 1, numbers or arrays of the same shape.
    """
    return _shares("read", read) * np.maximum(0, 2 * _shares("order", order) - 1)


def _shares(name, values):
    shares = finite_array(name, values)
    if shares.size and not 0 <= shares.min() <= shares.max() <= 1:
        raise ValueError(f"{name} must be from 0 to 1, got {shares.min():g} to {shares.max():g}")
    return shares


@takes(**SETTING, base=Positive(), **DRAWN)
def read_share(seq_len, d_model=128, base=10_000.0, noise=0.5, *, draws=DRAWS, seed=0):
    """Return which share of noisy codes is nearest to the code of its own position.

    A draw takes a position p below `seq_len`, adds normal noise of standard deviation `noise` to
    each column of PE(p), and looks for the nearest of the `seq_len` codes.  The positions are
    evenly spread; the same `seed` gives the same noise for every base.

    A shift turns noise and codes alike (lesson 05), so that only the distance q - p counts: the
    noise is drawn once and compared with the codes of the distances.  Codes more than
    10 `noise` apart are left out, since noise confuses them less than once in 3 million draws.
    """
    gap = _gap(seq_len, d_model, base)
    near = 1 + np.flatnonzero(gap[1:] < 2 * (CLEAR * noise) ** 2)
    if noise == 0 or not near.size:
        return float(gap[1:].min() > 0)
    across, along = _noise(draws, d_model, seed)
    codes = encoding.positional_encoding(near[-1] + 1, d_model, base)[near].astype(np.float32)
    sideways, straight = across @ codes[:, 0::2].T, along @ (codes[:, 1::2] - 1).T
    needed = (gap[near] / noise).astype(np.float32)
    p = (np.arange(draws) * seq_len // draws)[:, np.newaxis]
    later = (straight + sideways >= needed) & (near <= seq_len - 1 - p)
    earlier = (straight - sideways >= needed) & (near <= p)
    return float(1 - np.mean((later | earlier).any(axis=1)))


@takes(**SETTING, base=Positive())
def order_share(seq_len, d_model=128, base=10_000.0, noise=0.5):
    """Return which share of distances a noisy code orders right, without drawing any noise.

    The distances D run from 1 to (seq_len - 1) // 2, evenly spread on a logarithmic scale.  D is
    ordered right if a noisy code at p is more similar to PE(p + D) than to PE(p + 2 D).  The
    difference of the two dot products is normal, with mean d/2 (k(D) - k(2 D)) and standard
    deviation noise * sqrt(d (1 - k(D))).
    """
    gap = _gap(seq_len, d_model, base)
    distances, weights = _spread(seq_len)
    lead = gap[2 * distances] - gap[distances]
    spread = noise * np.sqrt(2 * gap[distances])
    with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
        sure = np.where(lead == 0, 0, lead / spread)
    right = [math.erf(one / math.sqrt(2)) for one in sure]
    return float(0.5 + 0.5 * np.average(right, weights=weights))


@takes(**SETTING, bases=Several(Positive(), 100), **DRAWN)
def score_bases(seq_len, d_model=128, noise=0.5, bases=BASES, *, draws=DRAWS, seed=0):
    """Return read share, order share and score of each base, shape (3, len(bases)).

    Kept for each setting, so that asking again costs nothing.
    """
    return np.array(_swept(seq_len, d_model, noise, tuple(bases), draws, seed))


@lru_cache(maxsize=256)
def _swept(seq_len, d_model, noise, bases, draws, seed):
    more = {"draws": draws, "seed": seed}
    read = np.array([read_share(seq_len, d_model, base, noise, **more) for base in bases])
    order = np.array([order_share(seq_len, d_model, base, noise) for base in bases])
    return read, order, base_score(read, order)


@lru_cache(maxsize=64)
def _gap(seq_len, d_model, base):
    """Return d/2 (1 - k) of all distances, (seq_len,).

    The codes themselves are not kept: those of one sweep would take up to 200 MB.
    """
    cosines = encoding.positional_encoding(seq_len, d_model, base)[:, 1::2]
    return np.maximum(0, d_model / 2 - cosines.sum(axis=1))


@lru_cache(maxsize=1)
def _noise(draws, d_model, seed):
    noise = np.random.default_rng(seed).normal(size=(2, draws, d_model // 2))
    return noise.astype(np.float32)


@lru_cache(maxsize=64)
def _spread(seq_len):
    """Return the distances for the order, whole numbers, and how often each occurs."""
    shares = (np.arange(DISTANCES) + 0.5) / DISTANCES
    distances = ((seq_len - 1) // 2) ** shares
    return np.unique(distances.round().astype(int), return_counts=True)
