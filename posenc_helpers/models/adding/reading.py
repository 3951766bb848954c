"""Words and positions in one sum: what can be read from it again.

A reader takes the row of a list that lies nearest to the sum: one of the codes, or one of the
words. The words are random: independent normal numbers with the standard deviation `word_std`.
"""

import functools
import math
from typing import NamedTuple

import numpy as np

from posenc_helpers.checks import Even, Positive, Reals, must_fit, takes
from posenc_helpers.encoding import neighbour_distance, positional_encoding

ROWS = Reals("(rows, d_model)")
MOST = 512  # positions, words and columns of a sum that is tried out at every size
TRIED = 20  # words and as many positions


class Limits(NamedTuple):
    """Between which sizes of the words both parts of a sum are read correctly.

    Each array holds one number for every word and position that were tried: shape (words,
    positions). The word is read correctly at any `word_std` above `word`, the position at any below
    `position`.
    """

    word: np.ndarray
    position: np.ndarray

    def shares(self, word_std):
        """Return which share of the words and of the positions is read correctly, from 0 to 1."""
        return np.mean(self.word < word_std), np.mean(self.position > word_std)

    def room(self):
        """Return the least and the greatest word_std at which 90 % of both are read correctly.

        There is no room where the first is above the second.
        """
        needed = math.ceil(0.9 * self.word.size)  # tries that are to be read correctly
        least = np.sort(self.word, axis=None)[needed - 1]
        return float(least), float(np.sort(self.position, axis=None)[-needed])


@takes(vectors=ROWS, candidates=ROWS)
def nearest_rows(vectors, candidates):
    """Return for each of `vectors` the index of the row of `candidates` that lies nearest.

    Shapes: vectors (n, d_model), candidates (m, d_model); the result (n,) integers. Among rows of
    one length, such as codes, the nearest is the one with the largest dot product. Raises TypeError
    or ValueError for tables that are not finite numbers, are empty or differ in width.
    """
    if vectors.shape[1] != candidates.shape[1]:
        widths = f"{vectors.shape[1]} and {candidates.shape[1]}"
        raise ValueError(f"vectors and candidates must have the same width, got {widths}")
    rows = {"vectors": f"{len(vectors)} rows", "candidates": f"{len(candidates)} rows"}
    must_fit(len(vectors), len(candidates), **rows)
    with np.errstate(over="ignore", invalid="ignore"):
        scores = vectors @ candidates.T - np.sum(candidates**2, axis=1) / 2
    if not np.isfinite(scores).all():
        raise ValueError("vectors and candidates must be so small that dot products fit float64")
    return np.argmax(scores, axis=1)


@takes(word_std=Reals(above=0), d_model=Even(), base=Positive())
def neighbour_law(word_std, d_model, base=10_000.0):
    """Return about which share of positions is read correctly from sums with random words.

    A neighbour is taken for the position where the word reaches more than half of the way to it:
    1 - 2 Q(D / (2 word_std)), with D the distance of the codes of neighbours and Q the share of a
    normal distribution beyond that many standard deviations. It leaves out all other positions, so
    it is too high for large words and for narrow models. `word_std` may have any shape, all numbers
    > 0; the result has the same.
    """
    half = neighbour_distance(d_model, base) / 2
    with np.errstate(over="ignore"):
        deviations = half / word_std
    inside = [math.erf(z / math.sqrt(2)) for z in deviations.flat]  # 1 - 2 Q
    return np.reshape(inside, word_std.shape)[()]


def reading_limits(seq_len=100, d_model=64, base=10_000.0, *, vocab_size=50):
    """Return the `Limits` of sums of random words and codes.

    Up to 20 words are tried at up to 20 positions, evenly spread. For each, the sizes at which the
    reading changes follow from dot products, so no size is left out. The words are the same every
    time; fewer of them, or fewer columns, are the first of them.
    """
    codes = positional_encoding(seq_len, d_model, base)
    words, gaps = random_words(vocab_size, d_model), _gaps(vocab_size, d_model)
    which, where = tried(vocab_size), tried(seq_len)
    code_gaps = d_model - 2 * products(codes[where], codes)
    with np.errstate(divide="ignore"):
        position = 1 / _least(products(words[which], codes), where, code_gaps)
    return Limits(_least(products(codes[where], words), which, gaps).T, position)


def _least(scores, right, gaps):
    """Return how large the rows `right` must be, each to be the nearest to a sum: (sums, right).

    `scores` are the dot products of the other parts of the sums with all rows, (sums, rows); `gaps`
    the squared distances of the right rows from all rows, (right, rows).
    """
    pushes = 2 * (scores[:, np.newaxis, :] - scores[:, right, np.newaxis])
    with np.errstate(divide="ignore", invalid="ignore"):
        ratios = np.where(gaps > 0, pushes / gaps, 0)
    return np.maximum(ratios.max(axis=2), 0)


def products(rows, others):
    """Return all dot products. Not a matrix product: its threads cost more than they save here."""
    return np.einsum("nd,md->nm", rows, others)


def tried(count):
    """Return up to 20 of the numbers below `count`, evenly spread."""
    few = min(count, TRIED)
    return (np.arange(few) * count + count // 2) // few


def random_words(vocab_size, d_model, word_std=1.0):
    """Return made-up words, shape (vocab_size, d_model), each number normal with this std.

    The words are the same every time.
    """
    return word_std * _draws()[:vocab_size, :d_model]


@functools.cache
def _draws():
    return np.random.default_rng(1706).normal(size=(MOST, MOST))


@functools.lru_cache(maxsize=8)
def _gaps(vocab_size, d_model):
    """Return the squared distances of the words that are tried from all words."""
    words = random_words(vocab_size, d_model)
    squares = np.einsum("nd,nd->n", words, words)
    which = tried(vocab_size)
    gaps = squares[which, np.newaxis] + squares - 2 * products(words[which], words)
    gaps[np.arange(len(which)), which] = 0
    return gaps
