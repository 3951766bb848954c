"""The law of similarity, and its reach."""

import math

import mpmath
import numpy as np
import pytest

import posenc_helpers as pe
from posenc_helpers.reach import log_law, similarity_reach


def cosine_integrals(distance, base):
    """Return the integral that similarity is close to: (Ci(D) - Ci(D/b)) / ln b."""
    return float((mpmath.ci(distance) - mpmath.ci(distance / base)) / mpmath.log(base))


@pytest.mark.parametrize("base", [1e2, 1e4, 1e6])
def test_law_is_the_integral_over_pairs_which_similarity_follows_within_its_ripple(base):
    """Law and similarity follow the integral, which crosses 0 a little beyond the reach."""
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
    """At twice the distance similarity is nearly always lower, one token later in half of cases."""
    near, twice_as_far = (pe.similarity(n * np.arange(1, 1_001), 512) for n in (1, 2))
    assert np.mean(twice_as_far < near) > 0.99
    assert 0.5 < np.mean(np.diff(pe.similarity(np.arange(5_616), 512)) < 0) < 0.55
