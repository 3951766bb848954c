"""Turns against mpmath and against matrices written out, the scalings against their definition."""

import mpmath
import numpy as np
import pytest

from posenc_helpers import (
    ntk_base,
    positional_encoding,
    rotary_frequencies,
    rotate,
    shift_encoding,
    similarity,
)
from posenc_helpers.rotary import pair_turns
from posenc_helpers.scaling import SCALINGS
from tests.test_scaling import exactly_scaled

VECTORS = np.random.default_rng(10).normal(size=(3, 8))
PLACES = [0, 2.5, -1_000]


@pytest.mark.parametrize("pairing", ["neighbours", "halves"])
@pytest.mark.parametrize("clockwise", [False, True])
@pytest.mark.parametrize(("scaling", "scale"), [("none", 1), ("interpolation", 4), ("ntk", 4)])
def test_rotate_pair_by_pair(pairing, clockwise, scaling, scale):
    settings = {"pairing": pairing, "clockwise": clockwise, "scaling": scaling, "scale": scale}
    found = rotate(VECTORS, PLACES, **settings)
    for pair in range(4):
        one, other = (2 * pair, 2 * pair + 1) if pairing == "neighbours" else (pair, pair + 4)
        omega = exactly_scaled(pair, 8, 10_000, scaling, scale, None)
        for row, (x, y), place in zip(found, VECTORS[:, [one, other]], PLACES, strict=True):
            angle = place * omega * (-1 if clockwise else 1)
            c, s = mpmath.cos(angle), mpmath.sin(angle)
            assert abs(row[one] - (x * c - y * s)) < 2e-12
            assert abs(row[other] - (x * s + y * c)) < 2e-12


def test_rotate_takes_many_texts():
    many = np.stack([VECTORS, 2 * VECTORS])
    assert np.array_equal(rotate(many, PLACES)[1], rotate(2 * VECTORS, PLACES))
    halves = rotate(many, PLACES, pairing="halves")
    assert np.array_equal(halves[0], rotate(VECTORS, PLACES, pairing="halves"))


@pytest.mark.parametrize("scaling", SCALINGS)
@pytest.mark.parametrize("shift", [1, 1_000, 100_000, 10_000_000])
def test_scores_depend_on_the_distance_alone(scaling, shift):
    query, key = np.random.default_rng(1).normal(size=(2, 1, 64))
    settings = {"scaling": scaling, "scale": 4, "seq_len": 128}
    at = [rotate(query, [p + 7], **settings) @ rotate(key, [p], **settings).T for p in (0, shift)]
    assert at[0] == pytest.approx(at[1], abs=shift * 64 * 2**-53 + 1e-13)


def test_clockwise_turns_are_those_of_the_encoding():
    codes = positional_encoding(50, 64)
    starts = np.repeat(codes[:1], 50, axis=0)
    assert rotate(starts, np.arange(50), clockwise=True) == pytest.approx(codes, abs=1e-14)
    back = positional_encoding(1, 64, start=-7)
    assert rotate(codes[:1], [7]) == pytest.approx(back, abs=1e-14)
    assert rotate(VECTORS[:1], [7], clockwise=True) == pytest.approx(shift_encoding(VECTORS[:1], 7))


def test_vectors_of_ones():
    ones = np.ones((1, 64))
    scores = [(rotate(ones, [p]) @ ones.T).item() for p in (0, 1, 10, 100)]
    assert np.round(scores, 2) == pytest.approx([64, 61.83, 42.10, 35.75])
    assert scores == pytest.approx(64 * similarity([0, 1, 10, 100], 64))


def test_ntk_base():
    assert ntk_base(4, 64) == pytest.approx(41_829.37, abs=0.005)
    assert ntk_base(8, 128) == pytest.approx(82_684.62, abs=0.005)
    assert ntk_base(1, 64, 77) == 77
    assert ntk_base(9, 2, 77) == 77
    speeds = rotary_frequencies(128, scaling="ntk", scale=8) / rotary_frequencies(128)
    assert speeds[[0, 32, 63]] == pytest.approx([1, 0.3478, 0.125], abs=5e-5)


def test_turns_of_pairs():
    turns = pair_turns([[0, 1], [2, 3]], 4)
    assert turns.shape == (2, 2, 2)
    assert turns[1, 1, 0] == pytest.approx(np.exp(3j))
    assert turns[0, 1, 1] == pytest.approx(np.exp(0.01j))
