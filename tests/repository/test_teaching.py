"""All texts agree on minutes, on the numbers of lessons and on slides."""

import re

import pytest

from tools import deck
from tools.notebooks import ROOT, read

README, GUIDE = ((ROOT / name).read_text("utf-8") for name in ("README.md", "TEACHING.md"))
NOTEBOOKS = {path.stem[:2]: path for path in sorted(ROOT.glob("notebooks/*.ipynb"))}
MINUTES = r"(\d+)(?: minutes)?, including (\d+) for the exercises\. \*Further\* takes (\d+)\.$"


def texts(path):
    return [cell.source for cell in read(path).cells]


def rows(text):
    """Return {lesson: (minutes, minutes under Further)} of a table of the course."""
    found = re.findall(r"^\| \[?(\d\d) · .*? \| (\d+) \| \[(\d+)\]\(.*?\) \|", text, re.M)
    return {number: (minutes, further) for number, minutes, further in found}


@pytest.mark.parametrize("number", NOTEBOOKS)
def test_minutes_are_the_same_in_lesson_tables_and_guide(number):
    first, *_, last = texts(NOTEBOOKS[number])
    whole, exercises, further = re.search(r"^\*\*Time\*\* " + MINUTES, first, re.M).groups()
    page = (ROOT / f"docs/teaching/{number}.md").read_text("utf-8")
    assert re.search("Minutes: " + MINUTES, page, re.M).groups() == (whole, exercises, further)
    the_map = "\n".join(texts(NOTEBOOKS["00"]))
    assert rows(README)[number] == rows(the_map)[number] == (whole, further)
    assert int(whole) - int(exercises) <= 45
    title, *others = texts(ROOT / f"notebooks/further/{number}_further.ipynb")
    parts = re.findall(r"^## (.+)\n\n\*(\d+) minutes\.\*$", "\n".join(others), re.M)
    assert sum(int(minutes) for _, minutes in parts) == int(further)
    assert f" {further} minutes" in title and f"[{further} minutes more]" in last
    assert [name for name, _ in parts if name not in last] == []


def test_tables_name_the_lessons_and_hours_are_the_sum_of_their_minutes():
    table = rows(README)
    assert list(table) == list(rows("\n".join(texts(NOTEBOOKS["00"])))) == list(NOTEBOOKS)
    core, further = zip(*((int(a), int(b)) for a, b in table.values()), strict=True)
    given = re.findall(r"\*\*A[\w ]+\*\*: [^.]*?([\d½]+) hours", README)
    hours = [float(one.replace("½", ".5")) for one in given]
    assert hours == [round(sum(part) / 30) / 2 for part in (core[:2], core[:7], core)]
    assert int(re.search(r"\*Further\* adds (\d+) hours", README)[1]) == round(sum(further) / 60)


def test_slides_that_the_guide_names_have_these_titles():
    for number, slides in re.findall(r"(\d\d): ((?:[^|(,]+ \(\d+\)(?:, )?)+)", GUIDE):
        cells = deck.laid(read(NOTEBOOKS[number])).cells
        opening = [cell.source for cell in cells if cell.metadata["slide"]["opens"]]
        for title, at in re.findall(r"([^,(]+) \((\d+)\)", slides):
            assert re.search(rf"^#+ {re.escape(title.strip())}$", opening[int(at) - 1], re.M), title
