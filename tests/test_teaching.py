"""TEACHING.md and README.md speak of lessons, minutes, predictions and exercises that exist."""

import json
import re
from pathlib import Path

import nbformat
import pytest

from posenc_helpers.lessons import LESSONS, PREDICTIONS
from tools import minutes

ROOT = Path(__file__).parents[1]
GUIDE = (ROOT / "TEACHING.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
NOTEBOOKS = sorted(ROOT.glob("notebooks/*.ipynb"))
IDS = [path.stem[:2] for path in NOTEBOOKS]
lessons = pytest.mark.parametrize("path", NOTEBOOKS, ids=IDS)
PARTS = ("Predict", "Play", "Look", "Derive")


def cells(path):
    return json.loads(path.read_text(encoding="utf-8"))["cells"]


def minutes_of_notebook(path):
    """Return (minutes, minutes of the exercises) from the first cell."""
    first = "".join(cells(path)[0]["source"])
    return re.search(r"\*\*Time\*\* (\d+) minutes, plus (\d+) for the exercises", first).groups()


def section(number):
    """Return the part of the guide about one lesson."""
    return re.search(rf"^## Lesson {number} .*?(?=^## |\Z)", GUIDE, re.M | re.S).group()


def used(kind, path):
    """Return the names after `check.` or `predict.` in the code of a notebook, in order."""
    code = "\n".join("".join(c["source"]) for c in cells(path) if c["cell_type"] == "code")
    return re.findall(rf"^{kind}\.(\w+)\(", code, re.M)


@lessons
def test_minutes_agree(path):
    assert f"(notebooks/{path.name}) | {minutes_of_notebook(path)[0]} |" in README


def test_minutes_on_the_map_of_the_course_agree():
    first = "".join("".join(cell["source"]) for cell in cells(NOTEBOOKS[0])[:3])
    rows = re.findall(r"^\| (?:\[)?(\d\d) · .*\| (\d+) \|$", first, re.M)
    assert rows == [(path.stem[:2], minutes_of_notebook(path)[0]) for path in NOTEBOOKS]


@lessons
def test_minutes_follow_the_rule(path):
    found = minutes.totals(nbformat.read(path, as_version=4))
    claimed = map(int, minutes_of_notebook(path))
    assert all(abs(one - other) <= 4 for one, other in zip(found, claimed, strict=True)), found


@lessons
def test_minutes_of_the_parts_follow_the_rule(path):
    line = re.search(r"^Minutes: (.+)\.$", section(path.stem[:2]), re.M).group(1)
    claimed = {name: int(said) for name, said in re.findall(r"(\w+) (\d+)", line)}
    found = minutes.parts(nbformat.read(path, as_version=4))
    assert list(claimed) == [part for part in found if part in PARTS]
    assert all(abs(found[part] - said) <= 3 for part, said in claimed.items()), found


@lessons
@pytest.mark.parametrize("kind", ["check", "predict"])
def test_guide_names_what_the_lesson_asks(kind, path):
    named = re.findall(rf"`{kind}\.(\w+)`:", section(path.stem[:2]))
    assert named == used(kind, path)
    assert named


def test_guide_names_all_there_is():
    exercises = {exercise.name for lesson in LESSONS.values() for exercise in lesson.exercises}
    assert set(re.findall(r"`check\.(\w+)`", GUIDE)) == exercises
    assert set(re.findall(r"`predict\.(\w+)`", GUIDE)) == set(PREDICTIONS)


@lessons
def test_each_part_of_the_guide_is_there(path):
    text = section(path.stem[:2])
    for part in ("The one thing to get across.", "Project", "Predictions", "Exercises",
                 "Students ask", "Skip when time is short", "Follow-up"):  # fmt: skip
        assert f"**{part}**" in text


@pytest.mark.parametrize("text", [GUIDE, README], ids=["TEACHING.md", "README.md"])
def test_links_lead_to_files(text):
    for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", text):
        assert (ROOT / target).exists(), target


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
    assert "Why one needs many clocks" in named
    examples = {"The dog bit the man", "I am a robot", "Attention sees a set"}
    assert set(named) - examples <= headings


@pytest.mark.parametrize("minutes", [50, 90])
def test_a_class_is_as_long_as_its_plan(minutes):
    heading = f"### One class of {minutes} minutes\n"
    plan = GUIDE.partition(heading)[2].partition("### ")[0]
    assert sum(map(int, re.findall(r"^\| (\d+) \|", plan, re.M))) == minutes
