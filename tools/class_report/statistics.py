"""What a test says about its questions and about what a class has learned.

Quantiles, Wilson's and Fisher's intervals come from SciPy. A number that the answers cannot bear
is not given: a function then returns a text that names the missing part.
"""

from dataclasses import dataclass

import numpy as np
import scipy

from posenc_helpers.wording import counted

LEVEL = 0.95
FEWEST = 20  # answers to say that no one takes an option: one that is taken by a student in seven
# is then missing by chance in fewer than one class of twenty, because (6 / 7) ** 20 < 0.05
FEWEST_APART = 30  # answers for a correlation: its interval is then narrower than from -0.4 to 0.4
FEWEST_EACH = 5  # right and wrong answers among them
FEWEST_BOTH = 10  # students with both tests, for a gain; of one question, so many wrong before


@dataclass(frozen=True)
class Estimate:
    """A number and its interval: it holds the true one in 95 of 100 classes."""

    value: float
    low: float
    high: float

    def __str__(self):
        rounded = (round(one, 2) + 0.0 for one in (self.value, self.low, self.high))
        value, low, high = (f"{one:.2f}" for one in rounded)
        return f"{value} ({low} to {high})".replace("-", "−")


def point_biserial(right, scores):
    """The correlation of a question, right (1) or wrong (0), with a score.

    The score should leave out the question itself, or it would correlate with itself (Henrysson,
    1963). The interval is that of a correlation (Fisher, 1921).
    """
    right = np.asarray(right, float)
    if len(right) < FEWEST_APART:
        return f"{counted(len(right), 'answer')}; it takes {FEWEST_APART}"
    if min(right.sum(), (1 - right).sum()) < FEWEST_EACH:
        return "nearly all are " + ("right" if right.mean() > 0.5 else "wrong")
    if np.ptp(scores) == 0:
        return "all scores are equal"
    found = scipy.stats.pearsonr(right, scores)
    return Estimate(found.statistic, *found.confidence_interval(LEVEL))


def normalized_gain(before, after):
    """The normalized gain of a class: what it learned of what it could have learned (Hake, 1998).

    `before` and `after` hold the shares of right answers, from 0 to 1, of the same students. The
    gain (M₂ − M₁) / (1 − M₁) of the means is 1 minus the ratio of the mean shares of wrong
    answers, (1 − M₂) / (1 − M₁), so its interval is that of a ratio of paired means.
    """
    if len(before) < FEWEST_BOTH:
        return _too_few(len(before))
    wrong = 1 - np.array([after, before], float)
    if not wrong.mean(axis=1).all():
        return "no one had anything wrong " + ("after" if wrong[1].any() else "before")
    return _gain(*ratio_of_means(*wrong))


def gain_of_question(before, after):
    """The normalized gain of one question, from the right (1) and wrong (0) answers of students.

    It is 1 minus the ratio of two paired proportions of wrong answers.
    """
    wrong_before, wrong_after = ~np.asarray(before, bool), ~np.asarray(after, bool)
    if len(wrong_before) < FEWEST_BOTH:
        return _too_few(len(wrong_before))
    if wrong_before.sum() < FEWEST_BOTH:
        return f"{wrong_before.sum()} were wrong before; it takes {FEWEST_BOTH}"
    both = (wrong_after & wrong_before).sum()
    return _gain(*ratio_of_proportions(both, wrong_after.sum() - both, wrong_before.sum() - both))


def _too_few(count):
    return f"{counted(count, 'student')} took both tests; it takes {FEWEST_BOTH}"


def _gain(ratio, low, high):
    return Estimate(1 - ratio, 1 - high, 1 - low)


def ratio_of_means(first, second):
    """The ratio of two paired means and its interval, by the logarithm (Bonett and Price, 2020)."""
    apart = first / np.mean(first) - second / np.mean(second)
    wide = scipy.stats.t.ppf((1 + LEVEL) / 2, len(apart) - 1) * scipy.stats.sem(apart)
    ratio = np.mean(first) / np.mean(second)
    return ratio, ratio * np.exp(-wide), ratio * np.exp(wide)


def ratio_of_proportions(both, first_alone, second_alone):
    """The ratio of two paired proportions and its interval (Bonett and Price, 2006).

    The arguments count who has both, the first alone, and the second alone. The interval combines
    Wilson's intervals of the two proportions, at a level that allows for their correlation.
    """
    found = np.array([both + first_alone, both + second_alone])
    count = both + first_alone + second_alone  # who has neither does not matter
    shares = (found + 1) / (count + 2)
    errors = np.sqrt((1 - shares) / ((count + 2) * shares))
    together = np.sqrt((first_alone + second_alone + 2) / np.prod(found + 1.0))
    z = scipy.stats.norm.ppf((1 + LEVEL) / 2) * together / errors.sum()
    level = 1 - 2 * scipy.stats.norm.sf(z)
    first, second = (scipy.stats.binomtest(k, count).proportion_ci(level, "wilson") for k in found)
    return found[0] / found[1], first.low / second.high, first.high / second.low
