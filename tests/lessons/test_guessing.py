"""Whoever knows nothing of the subject is not helped by how a question is written.

Guessers choose by the look of the options alone, or by the words of right options elsewhere. On
each set of questions none may be right more often than by chance: not above the 95th percentile of
the same guesser on 200 keys that are drawn at random.
"""

import math
import operator
import re
from collections import Counter
from functools import cache, partial

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
FOLDS = 10
HEDGES = r"\b(about|almost|nearly|hardly|a little|some|most|often|usually|can|may|depends?)\b"
REASONS = r":|;|\b(because|since|so|for|as|which|whose)\b"


def most(measure):
    """Return a guesser: of the options with most of a measure, each is as good."""

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


def expect_chance(questions, score):
    """Compare how many answers are right by the true key with the same by keys at random."""
    random, options = np.random.default_rng(0), [len(q.options) for q in questions]
    by_chance = [score(random.integers(options)) for _ in range(KEYS)]
    assert score([q.right for q in questions]) <= np.percentile(by_chance, 95)


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("guesser", GUESSERS)
def test_the_look_of_the_options_does_not_help(guesser, name):
    shares = [GUESSERS[guesser](q.options) for q in SETS[name]]
    expect_chance(SETS[name], lambda key: sum(map(operator.getitem, shares, key)))


@cache
def words(text):
    """Return the words of an option and its pairs of neighbouring words."""
    found = re.findall(r"[a-z]+", text.lower())
    return frozenset([*found, *(f"{a} {b}" for a, b in zip(found, found[1:], strict=False))])


def learned(questions, key):
    """Return how many answers a learner has right: ten-fold, by the words of right options."""
    total = 0
    for fold in range(FOLDS):
        counts = Counter(), Counter()
        for k, question in enumerate(questions):
            if k % FOLDS != fold:
                for place, option in enumerate(question.options):
                    counts[bool(place == key[k])].update(words(option))

        def favour(text, counts=counts):
            wrong, right = counts
            return sum(math.log((1 + right[w]) / (1 + wrong[w])) for w in words(text))

        for k in range(fold, len(questions), FOLDS):
            shares = most(favour)(questions[k].options)
            total += shares[key[k]]
    return total


@pytest.mark.parametrize("name", SETS)
def test_the_wording_of_other_questions_does_not_help(name):
    expect_chance(SETS[name], partial(learned, SETS[name]))
