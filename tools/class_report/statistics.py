"""What a test says about its questions and about what a class has learned.

A number that the answers cannot bear is not given: `Unknown` says in words what is missing.
"""

from dataclasses import dataclass
from functools import cache

import mpmath
import numpy as np

from posenc_helpers.wording import counted

LEVEL = 0.95
FEWEST = 20  # answers to say that nobody takes an option: one that is taken by a student in seven
# is then missing by chance in fewer than one class of twenty, because (6 / 7) ** 20 < 0.05
FEWEST_APART = 30  # answers for a correlation: its interval is then narrower than from -0.4 to 0.4
FEWEST_EACH = 5  # right and wrong answers among them
FEWEST_BOTH = 10  # students with both tests, for a gain; of one question, so many wrong before


@dataclass(frozen=True)
class Unknown:
    """Why a number is not given."""

    reason: str

    def __str__(self):
        return self.reason


@dataclass(frozen=True)
class Estimate:
    """A number and its interval: it holds the true one in 95 of 100 classes."""

    value: float
    low: float
    high: float

    def __str__(self):
        value, low, high = (
            f"{round(one, 2) + 0.0:.2f}" for one in (self.value, self.low, self.high)
        )
        return f"{value} ({low} to {high})".replace("-", "−")


def point_biserial(right, scores):
    """The correlation of a question, right (1) or wrong (0), with a score: (M₁ − M₀) √(p q) / s.

    M₁ and M₀ are the mean scores of those who were right and wrong, p and q their shares, and s is
    the standard deviation of all scores, with n below the root (Tate, 1954). The score should
    leave out the question itself, or it would correlate with itself (Henrysson, 1963). The
    interval is that of a correlation (Fisher, 1921).
    """
    right, scores = np.asarray(right, bool), np.asarray(scores, float)
    count, spread = len(right), scores.std()
    if count < FEWEST_APART:
        return Unknown(f"{counted(count, 'answer')}; it takes {FEWEST_APART}")
    if min(right.sum(), (~right).sum()) < FEWEST_EACH:
        return Unknown("nearly all are " + ("right" if right.mean() > 0.5 else "wrong"))
    if spread == 0:
        return Unknown("all scores are equal")
    value = correlation(right, scores)
    wide = normal() / np.sqrt(count - 3)
    return Estimate(value, *np.tanh(np.arctanh(value) + [-wide, wide]))


def correlation(right, scores):
    """The formula of `point_biserial`, for as few answers as there are."""
    right, scores = np.asarray(right, bool), np.asarray(scores, float)
    apart = scores[right].mean() - scores[~right].mean()
    return float(apart * np.sqrt(right.mean() * (1 - right.mean())) / scores.std())


def normalized_gain(before, after):
    """The normalized gain of a class: what it learned of what it could have learned (Hake, 1998).

    `before` and `after` hold the shares of right answers, from 0 to 1, of the same students. The
    gain (M₂ − M₁) / (1 − M₁) of the means is 1 minus the ratio of the mean shares of wrong
    answers, (1 − M₂) / (1 − M₁). So its interval is that of a ratio of paired means, by the
    logarithm and Student's t (Bonett and Price, 2020).
    """
    if len(before) < FEWEST_BOTH:
        return _too_few(len(before))
    wrong = 1 - np.array([after, before], float)
    if not wrong.mean(axis=1).all():
        return Unknown("nobody had anything wrong " + ("after" if wrong[1].any() else "before"))
    return _gain(*ratio_of_means(*wrong))


def gain_of_question(before, after):
    """The normalized gain of one question, from the right (1) and wrong (0) answers of students.

    It is 1 minus the ratio of two paired proportions of wrong answers; the interval of that ratio
    is the one of Bonett and Price (2006).
    """
    wrong_before, wrong_after = ~np.asarray(before, bool), ~np.asarray(after, bool)
    if len(wrong_before) < FEWEST_BOTH:
        return _too_few(len(wrong_before))
    if wrong_before.sum() < FEWEST_BOTH:
        return Unknown(f"{wrong_before.sum()} were wrong before; it takes {FEWEST_BOTH}")
    both = (wrong_after & wrong_before).sum()
    return _gain(*ratio_of_proportions(both, wrong_after.sum() - both, wrong_before.sum() - both))


def _too_few(count):
    return Unknown(f"{counted(count, 'student')} took both tests; it takes {FEWEST_BOTH}")


def _gain(ratio, low, high):
    return Estimate(1 - ratio, 1 - high, 1 - low)


def ratio_of_means(first, second):
    """The ratio of two paired means and its interval (Bonett and Price, 2020)."""
    first, second = np.asarray(first, float), np.asarray(second, float)
    means, spread = np.array([first.mean(), second.mean()]), np.cov(first, second)
    variance = (spread / np.outer(means, means) * [[1, -1], [-1, 1]]).sum() / len(first)
    wide = student(len(first) - 1) * np.sqrt(max(variance, 0))
    ratio = means[0] / means[1]
    return ratio, ratio * np.exp(-wide), ratio * np.exp(wide)


def ratio_of_proportions(both, first_alone, second_alone):
    """The ratio of two paired proportions and its interval (Bonett and Price, 2006).

    The arguments count who has both, the first alone, and the second alone.
    """
    first, second = both + first_alone, both + second_alone
    count = both + first_alone + second_alone  # who has neither does not matter
    shares = (np.array([first, second]) + 1) / (count + 2)
    errors = np.sqrt((1 - shares) / ((count + 2) * shares))
    together = np.sqrt((first_alone + second_alone + 2) / ((first + 1) * (second + 1)))
    z = normal() * together / errors.sum()
    (low, high), (low_2, high_2) = (_wilson(one, count, z) for one in (first, second))
    return first / second, low / high_2, high / low_2


def _wilson(found, count, z):
    """Wilson's interval of a proportion."""
    root = z * np.sqrt(z**2 + 4 * found * (1 - found / count))
    return np.array([2 * found + z**2 - root, 2 * found + z**2 + root]) / (2 * (count + z**2))


@cache
def student(freedom):
    """The quantile of Student's t that `LEVEL` of the values stay below in size."""

    def outside(t):
        part = freedom / (freedom + t**2)
        return mpmath.betainc(freedom / 2, 0.5, 0, part, regularized=True) - (1 - LEVEL)

    return float(mpmath.findroot(outside, 2))


def normal():
    """The quantile of the normal distribution that `LEVEL` of the values stay below in size."""
    return float(mpmath.sqrt(2) * mpmath.erfinv(LEVEL))
