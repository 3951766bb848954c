"""What a class's answers to the concept test say: of each question, and of what was learned."""

from collections import Counter
from dataclasses import dataclass

import numpy as np

from posenc_helpers.wording import counted
from tools.class_report.sheets import OPEN, WHENS
from tools.class_report.statistics import (
    FEWEST,
    Estimate,
    Unknown,
    gain_of_question,
    normalized_gain,
    point_biserial,
)
from tools.questions import FORMS, Misconception, Question, misconceptions


@dataclass(frozen=True)
class Item:
    """How a question did, in both tests together.

    `right` has the right answers and all answers of each test, and `left_open` counts those who
    gave none. `apart` is the point-biserial correlation with the number of other questions that
    were right, and `untaken` are the wrong options that nobody took.
    """

    form: str
    number: int
    question: Question
    right: dict[str, tuple[int, int]]
    left_open: int
    apart: Estimate | Unknown
    untaken: str | Unknown


@dataclass(frozen=True)
class Learned:
    """What was learned about one misconception: right answers before and after, and the gain."""

    misconception: Misconception
    before: tuple[int, int]
    after: tuple[int, int]
    gain: Estimate | Unknown


@dataclass(frozen=True)
class Belief:
    """How many still hold a misconception, how many were wrong otherwise, and of how many."""

    misconception: Misconception
    held: int
    otherwise: int
    count: int


def tests(sheets):
    """The sheets of each test by student, {when: {who: sheet}}; the last of a student counts."""
    return {when: {one.who: one for one in sheets if one.when == when} for when in WHENS}


def items(sheets) -> list[Item]:
    """Each question of each form that somebody took."""
    return [
        _item(form, number, [one for one in sheets if one.form == form])
        for form in FORMS
        if any(one.form == form for one in sheets)
        for number in range(len(misconceptions()))
    ]


def _item(form, number, sheets):
    question = misconceptions()[number].forms[form]
    by_test = {when: list(given.values()) for when, given in tests(sheets).items()}
    some = list({one.who: one for given in by_test.values() for one in given}.values())
    right = np.array([one.right for one in some])
    chosen = Counter(one.answers[number] for one in some)
    wrong = [letter for letter, option in question.lettered() if not option.is_right]
    few = Unknown(f"{counted(len(some), 'answer')}; it takes {FEWEST}")
    return Item(
        form,
        number + 1,
        question,
        {when: (sum(one.right[number] for one in g), len(g)) for when, g in by_test.items()},
        chosen[OPEN],
        point_biserial(right[:, number], right.sum(axis=1) - right[:, number]),
        ", ".join(one for one in wrong if not chosen[one]) if len(some) >= FEWEST else few,
    )


def paired(sheets):
    """The right answers before and after of those who took both tests: two tables of bools."""
    before, after = tests(sheets).values()
    both = [who for who in before if who in after]
    rows = [[given[who].right for who in both] for given in (before, after)]
    return np.array(rows, bool).reshape(2, len(both), len(misconceptions()))


def gain(sheets) -> Estimate | Unknown:
    """The normalized gain of the class."""
    return normalized_gain(*paired(sheets).mean(axis=2))


def learned(sheets) -> list[Learned]:
    """What was learned about each misconception, by those who took both tests."""
    before, after = paired(sheets)
    count = len(before)
    return [
        Learned(
            pair,
            (int(before[:, k].sum()), count),
            (int(after[:, k].sum()), count),
            gain_of_question(before[:, k], after[:, k]),
        )
        for k, pair in enumerate(misconceptions())
    ]


def beliefs(sheets) -> tuple[str, list[Belief]]:
    """The last test that was given, and the misconceptions that stayed, the most frequent first."""
    when, given = [(when, given) for when, given in tests(sheets).items() if given][-1]
    found = [_belief(k, pair, list(given.values())) for k, pair in enumerate(misconceptions())]
    return when, sorted((one for one in found if one.held), key=lambda one: -one.held)


def _belief(number, pair, given):
    chosen = [dict(pair.forms[one.form].lettered()).get(one.answers[number]) for one in given]
    held = sum(option.is_misconception for option in chosen if option)
    wrong = sum(not option.is_right for option in chosen if option)
    return Belief(pair, held, wrong - held, len(given))
