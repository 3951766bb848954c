"""Readers who know nothing of the subject are not helped by how a question is written.

Guessers choose by the look of the options alone. On each set of questions none may be right more
often than by chance: not above the 95th percentile of the same guesser on 200 keys that are drawn
at random.
"""

import re

import numpy as np
import pytest

from posenc_helpers.lessons import PREDICTIONS
from tests.tools.test_concept_test import FORMS

SETS = {
    "predictions": list(PREDICTIONS.values()),
    "asked again": [one.again for one in PREDICTIONS.values() if one.again],
    "form A": FORMS["A"],
    "form B": FORMS["B"],
}
KEYS = 200
HEDGES = r"\b(about|almost|nearly|hardly|a little|some|most|often|usually|can|may|depends?)\b"
REASONS = r":|;|\b(because|since|so|for|as|which|whose)\b"


def most(measure):
    """Return a guesser that chooses among the options with the maximum of a measure."""

    def guess(options):
        values = np.array([measure(option) for option in options], dtype=float)
        best = values == values.max()
        return best / best.sum()

    return guess


def count(pattern):
    return lambda text: len(re.findall(pattern, text, re.IGNORECASE))


def middle(options):
    """Choose the option of middle length, or one of the two middle ones."""
    lengths = np.array([len(option) for option in options])
    return most(lambda text: -abs(len(text) - np.median(lengths)))(options)


GUESSERS = {
    "longest": most(len),
    "shortest": most(lambda text: -len(text)),
    "hedged": most(count(HEDGES)),
    "unhedged": most(lambda text: -count(HEDGES)(text)),
    "precise": most(count(r"\d")),
    "with reasons": most(count(REASONS)),
    "without reasons": most(lambda text: -count(REASONS)(text)),
    "middle": middle,
    **{f"place {k}": lambda options, k=k: np.arange(len(options)) == k for k in range(4)},
}


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("guesser", GUESSERS)
def test_the_look_of_the_options_does_not_help(guesser, name):
    random, questions = np.random.default_rng(0), SETS[name]
    shares = [GUESSERS[guesser](q.options) for q in questions]
    counts = [len(q.options) for q in questions]

    def score(key):
        return sum(share[right] for share, right in zip(shares, key, strict=True))

    by_chance = [score(random.integers(counts)) for _ in range(KEYS)]
    assert score([q.right for q in questions]) <= np.percentile(by_chance, 95) + 1e-9
