"""TEACHING.md and README.md speak of lessons, minutes, predictions and exercises that exist."""

import json
import re
from pathlib import Path

import pytest

from posenc_helpers.lessons import LESSONS

ROOT = Path(__file__).parents[1]
GUIDE = (ROOT / "TEACHING.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
NOTEBOOKS = sorted(ROOT.glob("notebooks/*.ipynb"))
IDS = [path.stem[:2] for path in NOTEBOOKS]
lessons = pytest.mark.parametrize("path", NOTEBOOKS, ids=IDS)


def cells(path):
    return json.loads(path.read_text(encoding="utf-8"))["cells"]


def section(number):
    """Return the part of the guide about one lesson."""
    return re.search(rf"^## Lesson {number} .*?(?=^## |\Z)", GUIDE, re.M | re.S).group()


MINUTES = r"(\d+)(?: minutes)?, of which the exercises take (\d+); \*Further\* (\d+)\.$"


def rows(text):
    """Return {lesson: (minutes, minutes under Further)} of a table of the course."""
    found = re.findall(r"^\| \[?(\d\d) · .*? \| (\d+) \| (\d+) \|", text, re.M)
    return {number: (minutes, further) for number, minutes, further in found}


@lessons
def test_minutes_are_the_same_in_lesson_tables_and_guide(path):
    number, texts = path.stem[:2], ["".join(cell["source"]) for cell in cells(path)]
    given = re.search(r"^\*\*Time\*\* " + MINUTES, texts[0], re.M).groups()
    assert re.search("^Minutes: " + MINUTES, section(number), re.M).groups() == given
    the_map = "\n".join("".join(cell["source"]) for cell in cells(NOTEBOOKS[0]))
    assert rows(README)[number] == rows(the_map)[number] == (given[0], given[2])
    whole, exercises, further = map(int, given)
    assert whole - exercises <= 45
    parts = [
        int(part) for text in texts for part in re.findall(r"^\*(\d+) minutes\.\*$", text, re.M)
    ]
    assert sum(parts) == further


def test_tables_of_the_course_have_no_other_rows():
    the_map = "\n".join("".join(cell["source"]) for cell in cells(NOTEBOOKS[0]))
    assert list(rows(README)) == list(rows(the_map)) == IDS


@pytest.mark.parametrize(("kind", "of"), [("check", "exercises"), ("predict", "predictions")])
def test_guide_names_what_each_lesson_asks_and_nothing_else(kind, of):
    asked = {number: [one.name for one in getattr(one, of)] for number, one in LESSONS.items()}
    assert list(asked) == IDS and all(asked.values())
    for number, names in asked.items():
        assert re.findall(rf"`{kind}\.(\w+)`:", section(number)) == names
    assert set(re.findall(rf"`{kind}\.(\w+)`", GUIDE)) == set(sum(asked.values(), []))


@lessons
def test_each_part_of_the_guide_is_there(path):
    text = section(path.stem[:2])
    for part in ("The one thing to get across.", "Project", "Predictions", "Exercises",
                 "Questions and answers", "Skip when time is short", "Follow-up"):  # fmt: skip
        assert f"**{part}**" in text


def test_headings_of_lessons_named_in_plans_exist():
    headings = {
        line.lstrip("# ").strip()
        for path in NOTEBOOKS
        for cell in cells(path)
        if cell["cell_type"] == "markdown"
        for line in "".join(cell["source"]).splitlines()
        if line.startswith("#")
    }
    plans = GUIDE[GUIDE.index("## Plans") : GUIDE.index("## Lesson 00")]
    named = re.findall(r"\*([A-Z][^*|]+)\*", plans)
    assert "Invariants in NumPy" in named
    examples = {"The dog bit the man", "I am a robot", "Attention sees a set"}
    assert set(named) - examples <= headings
