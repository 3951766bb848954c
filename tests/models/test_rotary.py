"""Turns against mpmath and against matrices written out, the scalings against their definition."""

import mpmath
import numpy as np
import pytest

import posenc_helpers as pe
from posenc_helpers.models import rope
from posenc_helpers.models.rope.scaling import SCALINGS
from tests.models.test_scaling import exactly_scaled

VECTORS = np.random.default_rng(10).normal(size=(3, 8))
PLACES = [0, 2.5, -1_000]


@pytest.mark.parametrize("pairing", ["neighbours", "halves"])
@pytest.mark.parametrize("clockwise", [False, True])
@pytest.mark.parametrize(("scaling", "scale"), [("none", 1), ("interpolation", 4), ("ntk", 4)])
@mpmath.workdps(30)
def test_rotate_pair_by_pair(pairing, clockwise, scaling, scale):
    settings = {"pairing": pairing, "clockwise": clockwise, "scaling": scaling, "scale": scale}
    found = rope.rotate(VECTORS, PLACES, 77, **settings)
    for pair in range(4):
        one, other = (2 * pair, 2 * pair + 1) if pairing == "neighbours" else (pair, pair + 4)
        omega = exactly_scaled(pair, 8, 77, scaling, scale, None)
        for row, (x, y), place in zip(found, VECTORS[:, [one, other]], PLACES, strict=True):
            angle = place * omega * (-1 if clockwise else 1)
            c, s = mpmath.cos(angle), mpmath.sin(angle)
            assert abs(row[one] - (x * c - y * s)) < 2e-12
            assert abs(row[other] - (x * s + y * c)) < 2e-12


@pytest.mark.parametrize("pairing", ["neighbours", "halves"])
def test_rotate_takes_many_texts(pairing):
    many = rope.rotate(np.stack([VECTORS, 2 * VECTORS]), PLACES, pairing=pairing)
    assert np.array_equal(many[1], rope.rotate(2 * VECTORS, PLACES, pairing=pairing))


@pytest.mark.parametrize("scaling", SCALINGS)
@pytest.mark.parametrize("shift", [1, 1_000, 100_000, 10_000_000])
def test_scores_depend_on_the_distance_alone(scaling, shift):
    query, key = np.random.default_rng(1).normal(size=(2, 1, 64))
    given = {"scaling": scaling, "scale": 4, "seq_len": 128}
    turned = (
        (rope.rotate(query, [p + 7], **given), rope.rotate(key, [p], **given)) for p in (0, shift)
    )
    at = [q @ k.T for q, k in turned]
    assert at[0] == pytest.approx(at[1], abs=shift * 64 * 2**-53 + 1e-13)


def test_clockwise_turns_are_those_of_the_encoding():
    codes = pe.positional_encoding(50, 64)
    starts = np.repeat(codes[:1], 50, axis=0)
    assert rope.rotate(starts, np.arange(50), clockwise=True) == pytest.approx(codes, abs=1e-14)
    back = pe.positional_encoding(1, 64, start=-7)
    assert rope.rotate(codes[:1], [7]) == pytest.approx(back, abs=1e-14)
    moved = pe.shift_encoding(VECTORS[:1], 7)
    assert rope.rotate(VECTORS[:1], [7], clockwise=True) == pytest.approx(moved)


def test_vectors_of_ones():
    ones = np.ones((1, 64))
    scores = [(rope.rotate(ones, [p]) @ ones.T).item() for p in (0, 1, 10, 100)]
    assert scores == pytest.approx(64 * pe.similarity([0, 1, 10, 100], 64))
