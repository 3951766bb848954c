"""The law of similarity, and its reach."""

import math

import mpmath
import numpy as np
import pytest

import posenc_helpers as pe
from posenc_helpers.reach import log_law, similarity_reach

BASES = (1e2, 1e4, 1e6)


def cosine_integrals(distance, base):
    """The integral that the sum over pairs comes close to: (Ci(D) - Ci(D/b)) / ln b."""
    return float((mpmath.ci(distance) - mpmath.ci(distance / base)) / mpmath.log(base))


@pytest.mark.parametrize("base", BASES)
def test_law_is_the_integral_over_pairs_which_similarity_follows_within_its_ripple(base):
    for distance in (base**0.5, base**0.7):
        least = 3 * max(1 / distance, (distance / base) ** 2) / math.log(base)
        assert abs(log_law(distance, base) - cosine_integrals(distance, base)) < least
    distances = np.unique(np.geomspace(1, 1_000 * base, 400).round())
    smooth = np.array([cosine_integrals(distance, base) for distance in distances])
    off = pe.similarity(distances, 512, base) - smooth
    assert np.sqrt(np.mean(off**2)) < 1.2 / math.sqrt(512)
    assert abs(np.mean(off)) < 0.02


@pytest.mark.parametrize(("base", "tokens"), [(1e2, 56), (1e4, 5_615), (1e6, 561_459)])
def test_reach_is_where_the_law_is_zero(base, tokens):
    assert round(similarity_reach(base)) == tokens
    assert log_law(similarity_reach(base), base) == pytest.approx(0, abs=1e-12)
    assert similarity_reach(base) == pytest.approx(base * float(mpmath.exp(-mpmath.euler)))


def test_similarity_falls_on_average_and_not_step_by_step():
    similar = pe.similarity(np.arange(5_616), 512)
    assert np.count_nonzero(np.diff(similar) > 0) == 2_742
    for d_model, base in [(256, 1e4), (1_024, 1e4), (512, 1e5)]:
        before = pe.similarity(np.arange(int(similarity_reach(base))), d_model, base)
        assert 0.4 < np.mean(np.diff(before) > 0) < 0.6


def test_twice_as_far_is_less_alike_in_wide_models_alone():
    distances, wrong = np.arange(1, 2_001), {}
    for d_model in (64, 256, 512, 1_024):
        near, far = (pe.similarity(n * distances, d_model) for n in (1, 2))
        wrong[d_model] = np.mean(near <= far)
    assert 0.25 < wrong[64] < 0.35 and 0.1 < wrong[256] < 0.15
    assert wrong[512] == 1 / 2_000 and wrong[1_024] == 0


@pytest.mark.parametrize("base", BASES)
def test_true_curve_crosses_zero_a_little_beyond_the_reach_and_rises_again(base):
    """The integral crosses 0 at 0.617 b and is lowest near 1.57 b."""
    around = np.linspace(0.4, 4, 400) * base
    smooth = np.array([cosine_integrals(distance, base) for distance in around])
    assert around[np.argmax(smooth < 0)] / base == pytest.approx(0.617, abs=0.01)
    assert around[np.argmin(smooth)] / base == pytest.approx(math.pi / 2, abs=0.02)
    assert smooth.min() == pytest.approx(-0.472 / math.log(base), abs=0.002)


def test_far_beyond_the_base_a_ripple_of_one_over_root_d_is_left():
    for d_model in (16, 64, 512):
        ripple = pe.similarity(np.arange(3_000, 30_000), d_model, 100)
        assert np.std(ripple) == pytest.approx(d_model**-0.5, rel=0.05)
