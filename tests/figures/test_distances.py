"""Scores by distance against products of codes and turned words."""

import math
from itertools import product

import numpy as np
import pytest

from posenc_helpers.models.rope import plot_scores_by_distance
from posenc_helpers.models.rope.figures import alibi_slopes, t5_bucket

SHARED, *OWN = np.random.default_rng(12).normal(size=(3, 32))
WORDS = [0.5 * SHARED + 0.25 * one for one in OWN]


def code(p, j, d_model, base=10_000):
    """One number of the table, by the paper's formula."""
    angle = p / base ** ((j - j % 2) / d_model)
    return math.cos(angle) if j % 2 else math.sin(angle)


def test_slopes_halve_from_a_half_to_a_256th():
    assert alibi_slopes().tolist() == [2**-k for k in range(1, 9)]


def test_buckets():
    """16 of their own, then edges at 16 * 8 ** (k / 16), all from 128 on in the last."""
    edges = [16 * 8 ** (k / 16) for k in range(16)]
    for distance in range(300):
        expected = distance if distance < 16 else 15 + sum(edge <= distance for edge in edges)
        assert t5_bucket(np.array([distance]))[0] == min(expected, 31)
    assert t5_bucket(np.array([112, 113, 10_000])).tolist() == [30, 31, 31]  # as the lesson says
    assert math.ceil(8 * 16 ** (7 / 8)) == 91  # the encoder: half of the buckets on either side


def test_scores():
    drawing = plot_scores_by_distance(60, d_model=32)
    added, turned, plain, alibi, buckets = (
        np.array([line.get_ydata() for line in ax.lines if len(line.get_xdata()) == 61])
        for ax in drawing.figure.axes
    )
    assert np.ptp(plain) == 0
    assert turned == pytest.approx(np.tile(turned[0], (3, 1)), abs=1e-9)  # where the key is
    assert turned[0, 0] == pytest.approx(plain[0, 0])  # not turned against each other
    assert np.abs(added[0] - added[1]).max() > 1
    for (k, place), distance in product(enumerate((0, 100, 1_000)), (0, 1, 7, 60)):
        query, key = (
            word + [code(spot, j, 32) for j in range(32)]
            for word, spot in zip(WORDS, (place + distance, place), strict=True)
        )
        assert added[k, distance] == pytest.approx(query @ key)
    assert alibi - plain == pytest.approx(-np.multiply.outer(0.5 ** np.arange(1, 9), np.arange(61)))
    assert buckets[0].tolist() == t5_bucket(np.arange(61)).tolist()
