"""The law of similarity, and its reach."""

import math

import mpmath
import numpy as np
import pytest

import posenc_helpers as pe
from posenc_helpers.reach import log_law, similarity_reach


def cosine_integrals(distance, base):
    """The integral that the sum over pairs comes close to: (Ci(D) - Ci(D/b)) / ln b."""
    return float((mpmath.ci(distance) - mpmath.ci(distance / base)) / mpmath.log(base))


@pytest.mark.parametrize("base", [1e2, 1e4, 1e6])
def test_law_is_the_integral_over_pairs_which_similarity_follows_within_its_ripple(base):
    """The integral crosses 0 a little beyond the reach of the law, falls further, and rises."""
    for distance in (base**0.5, base**0.7):
        least = 3 * max(1 / distance, (distance / base) ** 2) / math.log(base)
        assert abs(log_law(distance, base) - cosine_integrals(distance, base)) < least
    distances = np.unique(np.geomspace(1, 1_000 * base, 400).round())
    smooth = np.array([cosine_integrals(distance, base) for distance in distances])
    off = pe.similarity(distances, 512, base) - smooth
    assert np.sqrt(np.mean(off**2)) < 1.2 / math.sqrt(512) and abs(np.mean(off)) < 0.02
    reach = similarity_reach(base)
    assert reach == pytest.approx(base * float(mpmath.exp(-mpmath.euler)))
    assert log_law(reach, base) == pytest.approx(0, abs=1e-12)
    at, little, lowest, far = (cosine_integrals(reach * k, base) for k in (1, 1.15, 2.8, 8))
    assert at > 0 > little > lowest < -0.46 / math.log(base) and lowest < far


def test_similarity_falls_on_average_and_not_step_by_step():
    """Lesson 06 says it of distances up to 1,000 tokens, and of single tokens up to the reach."""
    near, twice_as_far = (pe.similarity(n * np.arange(1, 1_001), 512) for n in (1, 2))
    assert np.mean(twice_as_far < near) > 0.99
    assert 0.5 < np.mean(np.diff(pe.similarity(np.arange(5_616), 512)) < 0) < 0.55
