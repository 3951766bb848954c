"""The belief behind a mistake: beliefs.csv has those that explain mistakes in many exercises.

Any other mistake is a belief of its own, in the words of its reply.
"""

import csv
import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from posenc_helpers.lessons import EXERCISES
from tools.class_report.answered_by import Section, answered_by, sections

FILE = Path(__file__).with_name("beliefs.csv")
YOURS = re.compile(r"\bYours is ([-−\d.,e]*\d)")
FEWEST_ALIKE = 2  # students with one answer: what one wrote alone is not shown


@dataclass(frozen=True)
class Belief:
    """What explains mistakes, and the section of a lesson that answers it."""

    text: str
    lesson: str
    heading: str

    @property
    def section(self) -> Section:
        return next(one for one in sections(self.lesson) if one.heading == self.heading)


@cache
def merged():
    """The beliefs that are behind several mistakes, by the exercise and the reply to each."""
    with open(FILE, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    names = [(row, *one.split(".")) for row in rows for one in row["mistakes"].split()]
    return {
        (exercise, EXERCISES[exercise].replies[mistake]): Belief(
            row["belief"], row["lesson"], row["heading"]
        )
        for row, exercise, mistake in names
    }


def behind(lesson, answer):
    """The belief behind an answer that is a listed mistake."""
    known = merged().get((answer.exercise.name, answer.message))
    if known:
        return known
    heading = answered_by(lesson, answer.exercise, answer.message).heading
    return Belief(re.split(r"(?<=[.?])\s", answer.message)[0], lesson, heading)


def held(submissions):
    """The beliefs of a class, each with who holds it and in which exercises; most held first."""
    found = defaultdict(lambda: (set(), set()))
    for one in submissions:
        for answer in one.answers:
            if answer.status == "mistake":
                who, where = found[behind(one.lesson, answer)]
                who.add(one.who)
                where.add(answer.exercise.name)
    return sorted(found.items(), key=lambda item: -len(item[1][0]))


def unforeseen(submissions):
    """The wrong numbers that no reply foresaw, with how many students gave each, most first.

    A list of (exercise, number, count). Of what students wrote no other text is taken.
    """
    found = {
        (answer.exercise.name, number[1], one.who)
        for one in submissions
        for answer in one.answers
        if answer.status == "other" and (number := YOURS.search(answer.message))
    }
    counts = Counter((exercise, number) for exercise, number, _ in found)
    return [(*one, n) for one, n in counts.most_common() if n >= FEWEST_ALIKE]
