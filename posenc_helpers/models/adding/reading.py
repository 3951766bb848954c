"""Read words and positions again from one sum.

A reader takes the row of a list that is nearest to the sum: one of the codes, or one of the words.
The words are random: independent normal numbers with the standard deviation `word_std`.
"""

import functools
import math
from typing import NamedTuple

import numpy as np

from posenc_helpers.checks import Even, Positive, Reals, must_fit, takes
from posenc_helpers.encoding import neighbour_distance, positional_encoding

ROWS = Reals("(rows, d_model)")
MOST = 512  # most positions, words and columns of a sum that is tried at every size
TRIED = 20  # most words and most positions that are tried


class Limits(NamedTuple):
    """The sizes of the words between which both parts of a sum are read correctly.

    Each array holds one number for every word and position that were tried, shape (words,
    positions). The word is read correctly if `word_std` is above `word`, and the position if it is
    below `position`.
    """

    word: np.ndarray
    position: np.ndarray

    def shares(self, word_std):
        """Return the shares of words and positions that are read correctly, each from 0 to 1."""
        return np.mean(self.word < word_std), np.mean(self.position > word_std)

    def room(self):
        """Return the minimum and the maximum word_std at which 90 % of both are read correctly.

        If the first is above the second, there is no room.
        """
        needed = math.ceil(0.9 * self.word.size)  # tries that must be read correctly
        least = np.sort(self.word, axis=None)[needed - 1]
        return float(least), float(np.sort(self.position, axis=None)[-needed])


@takes(vectors=ROWS, candidates=ROWS)
def nearest_rows(vectors, candidates):
    """Return the index of the nearest row of `candidates` for each of `vectors`.

    `vectors` has shape (n, d_model), `candidates` has shape (m, d_model), and the result holds
    integers, shape (n,). Among rows of the same length, such as codes, the nearest has the largest
    dot product.

    Raises TypeError for tables that do not hold real numbers. Raises ValueError for tables that are
    not finite, are empty, differ in width, have dot products beyond float64, or need scores above 4
    GiB.
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
    """Return approximately which share of positions is read correctly from sums with random words.

    The reader takes a neighbour for the position if the word reaches more than half of the way to
    it. So the share is 1 - 2 Q(D / (2 word_std)), where D is the distance between the codes of
    neighbours and Q the share of a normal distribution beyond that many standard deviations. This
    leaves out all other positions, so it is too high for large words and for narrow models.
    `word_std` may have any shape, with all numbers > 0, and the result has the same shape.

    Raises TypeError or ValueError for arguments outside their ranges.
    """
    half = neighbour_distance(d_model, base) / 2
    with np.errstate(over="ignore"):
        deviations = half / word_std
    inside = [math.erf(z / math.sqrt(2)) for z in deviations.flat]  # 1 - 2 Q
    return np.reshape(inside, word_std.shape)[()]


def reading_limits(seq_len=100, d_model=64, base=10_000.0, *, vocab_size=50):
    """Return the `Limits` of sums of random words and codes.

    Up to 20 words are tried at up to 20 positions, evenly spread. The sizes at which each reading
    changes follow from dot products, so no size is left out. The words are the same every time. If
    there are fewer words or fewer columns, they are the first ones.
    """
    codes = positional_encoding(seq_len, d_model, base)
    words, gaps = random_words(vocab_size, d_model), _gaps(vocab_size, d_model)
    which, where = tried(vocab_size), tried(seq_len)
    code_gaps = d_model - 2 * products(codes[where], codes)
    with np.errstate(divide="ignore"):
        position = 1 / _least(products(words[which], codes), where, code_gaps)
    return Limits(_least(products(codes[where], words), which, gaps).T, position)


def _least(scores, right, gaps):
    """Return the minimum size at which each of `right` is nearest to a sum, shape (sums, right).

    `scores` are the dot products of the other parts of the sums with all rows, shape (sums, rows).
    `gaps` are the squared distances of the right rows from all rows, shape (right, rows).
    """
    pushes = 2 * (scores[:, np.newaxis, :] - scores[:, right, np.newaxis])
    with np.errstate(divide="ignore", invalid="ignore"):
        ratios = np.where(gaps > 0, pushes / gaps, 0)
    return np.maximum(ratios.max(axis=2), 0)


def products(rows, others):
    """Return all dot products of `rows` and `others`, shape (rows, others).

    It uses no matrix product, because the threads of a matrix product cost more than they save
    here.
    """
    return np.einsum("nd,md->nm", rows, others)


def tried(count):
    """Return up to 20 of the numbers below `count`, evenly spread."""
    few = min(count, TRIED)
    return (np.arange(few) * count + count // 2) // few


def random_words(vocab_size, d_model, word_std=1.0):
    """Return made-up words, shape (vocab_size, d_model), the same every time.

    Each number is normal with the standard deviation `word_std`.
    """
    return word_std * _draws()[:vocab_size, :d_model]


@functools.cache
def _draws():
    return np.random.default_rng(1706).normal(size=(MOST, MOST))


@functools.lru_cache(maxsize=8)
def _gaps(vocab_size, d_model):
    """Return the squared distances of the words that are tried from all words, (tried, words)."""
    words = random_words(vocab_size, d_model)
    squares = np.einsum("nd,nd->n", words, words)
    which = tried(vocab_size)
    gaps = squares[which, np.newaxis] + squares - 2 * products(words[which], words)
    gaps[np.arange(len(which)), which] = 0
    return gaps
