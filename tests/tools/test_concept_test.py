"""The concept test: its key fits its questions and leads to the lessons.

The file tests/lessons/test_guessing.py tries to guess the right options.
"""

import re
from collections import namedtuple

import pytest

from tools.notebooks import ROOT

TEST = (ROOT / "docs" / "concept-test.md").read_text(encoding="utf-8")
KEY = (ROOT / "docs" / "concept-test-key.md").read_text(encoding="utf-8")
ROWS = [line.strip("| ").split(" | ") for line in KEY.splitlines() if re.match(r"\| \d", line)]


# `right` and `belief` are the places of the right option and of the false belief.
Question = namedtuple("Question", "question options right belief")


def form(letter):
    """Return the questions of one form, with what the key says of them."""
    text = re.search(rf"^# .*form {letter}$(.*?)(?=^# |\Z)", TEST, re.M | re.S)[1]
    asked = re.findall(r"^\*\*(\d+)\.\*\* (.+)\n\n((?:- .+\n)+)", text, re.M)
    numbers = [number for number, *_ in asked]
    assert numbers == [row[0] for row in ROWS] == [*map(str, range(1, 13))]
    found = []
    for row, (_, question, lines) in zip(ROWS, asked, strict=True):
        letters, options = zip(*re.findall(r"^- ([A-D])\. (.+)$", lines, re.M), strict=True)
        right, belief = re.fullmatch(r"([A-D]) \(([A-D])\)", row["AB".index(letter) + 1]).groups()
        assert letters == tuple("ABCD") and len(set(options)) == 4 and right != belief
        found.append(Question(question, options, letters.index(right), letters.index(belief)))
    return found


FORMS = {letter: form(letter) for letter in "AB"}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_each_belief_has_a_section_of_a_lesson(row):
    assert row[3].endswith(".") and row[4].endswith(".")
    assert row[3] not in TEST and row[4] not in TEST  # the questions do not give the key away
    lesson, heading = row[5].split(" · ", 1)
    number, more, _ = lesson.partition(" Further")
    (path,) = (ROOT / "notebooks").glob("further/" * bool(more) + f"{number}_*.ipynb")
    assert re.search(rf'"#+ {re.escape(heading)}(\\n)?"', path.read_text(encoding="utf-8"))
