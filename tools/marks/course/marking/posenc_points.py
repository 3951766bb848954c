"""Points for an answer: `award(NAME, VARIABLE, globals(), seed)`, in the locked cells of nbgrader.

Only the kernel that marks finds this file: nbgrader_config.py says where it is.

A function is also tried on cases that `check` does not show. They lie between the cases of the
exercise, where the seed says. So a table of stored answers gets no points, and the right answers to
the new cases are computed, not stored.

An answer that is not right raises `NotYet`, because nbgrader gives all points to a cell that ends
without an error and without a number.
"""

import io
import math
import random
import warnings
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import replace
from itertools import combinations
from numbers import Real
from textwrap import fill, wrap

import numpy as np

from posenc_helpers.lessons import EXERCISES
from posenc_helpers.lessons.answers import LIMIT
from posenc_helpers.lessons.exercise import Exercise

__all__ = ["NotYet", "award", "other_cases", "points"]

COUNT = 4  # cases that are drawn
TRIES = 50
WIDTH = 88  # characters of a message; nbgrader's pages do not break lines


class NotYet(Exception):
    """What keeps an answer from getting its points; shown without a traceback."""

    def _render_traceback_(self):
        return wrap(str(self), WIDTH)


def points(exercise: Exercise) -> int:
    """Return what a right answer is worth: a function 2 points, numbers 1."""
    return 2 if exercise.wants_function else 1


# The cases that the student does not see


def other_cases(exercise: Exercise, seed: int) -> tuple:
    """Return cases that `exercise.cases` does not have; none where the answer takes no arguments.

    They are those of `exercise.hidden`, and up to four whose numbers lie between the numbers of two
    cases by one recipe. The same seed gives the same cases.
    """
    found = {case.numbers: case for case in exercise.cases if case.recipe}
    pairs, known = _pairs(exercise), len(found)
    draw = random.Random(f"{exercise.name} {seed}")
    for _ in range(TRIES if pairs else 0):
        case = _between(exercise, *draw.choice(pairs), draw.uniform(0.1, 0.9))
        if case.numbers not in found and _can_be_judged(exercise, case):
            found[case.numbers] = case
        if len(found) == known + COUNT:
            break
    return (*exercise.hidden, *list(found.values())[known:])


def _pairs(exercise):
    """The pairs of cases that one recipe has made of equally many numbers."""
    made = [case for case in exercise.cases if case.recipe]
    return [pair for pair in combinations(made, 2) if _kind(pair[0]) == _kind(pair[1])]


def _kind(case):
    return case.recipe, len(case.numbers)


def _between(exercise, one, other, share):
    """Return the case whose numbers lie this share of the way from one case to another."""
    alike = [case.numbers for case in exercise.cases if _kind(case) == _kind(one)]
    columns = zip(one.numbers, other.numbers, zip(*alike, strict=True), strict=True)
    return one.recipe(*(_number_between(a, b, share, column) for a, b, column in columns))


def _number_between(a, b, share, column):
    """Return a number between two of a column, a multiple of what all numbers in it are."""
    if a == b or not (_is_number(a) and _is_number(b)):
        return a if share < 0.5 else b
    value = a + share * (b - a)
    if not all(isinstance(one, int) for one in column):
        return float(np.clip(float(f"{value:.3g}"), min(a, b), max(a, b)))
    step = math.gcd(*column)
    return step * round(value / step)


def _is_number(value):
    return isinstance(value, Real) and not isinstance(value, bool)


def _can_be_judged(exercise, case):
    (right,) = replace(exercise, cases=(case,)).right_answers
    return right.size <= LIMIT and bool(np.isfinite(right).all())


# Points


def award(name: str, variable: str, space: dict, seed: int) -> float:
    """Return the points of what is named `variable` in `space` as the answer to an exercise.

    Raise `NotYet` if it is not right, for the cases of the exercise and the others. An answer that
    is named `answer` is used up: the next exercise cannot be given this one's.
    """
    exercise = EXERCISES[name]
    try:
        if variable not in space:
            raise NotYet(f"Nothing is named `{variable}`: keep the names of the lesson.")
        cases = exercise.cases + other_cases(exercise, seed)
        with _quiet():
            feedback = replace(exercise, cases=cases, hidden=()).check(space[variable])
    finally:
        if variable == "answer":
            space[variable] = ...
    if feedback.status != "right":
        raise NotYet(feedback.text)
    print(fill(feedback.text, WIDTH))
    return float(points(exercise))


@contextmanager
def _quiet():
    """Swallow what the student's function prints: a cell that writes to stderr gets no points."""
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
