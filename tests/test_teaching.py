"""TEACHING.md and README.md speak of lessons, minutes, predictions and exercises that exist."""

import copy
import json
import re
from pathlib import Path

import nbformat
import pytest

from posenc_helpers.lessons import LESSONS
from tools import minutes

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


def test_each_lesson_has_its_row_in_the_tables_of_the_course():
    the_map = "".join("".join(cell["source"]) for cell in cells(NOTEBOOKS[0])[:3])
    for text in (README, the_map):
        assert re.findall(r"^\| \[?(\d\d) · .*\| \d+ \| [\d–]+ \|", text, re.M) == IDS


def test_minutes_follow_the_rule():
    """`python tools/minutes.py --write` writes what is missing here."""
    for path, text in minutes.retold().items():
        assert path.read_text(encoding="utf-8") == text, path.name


@lessons
def test_the_core_takes_45_minutes_at_most(path):
    notebook = nbformat.read(path, as_version=4)
    assert minutes.goes_further(notebook)
    core, further = minutes.parts(notebook)
    assert minutes.times(notebook)[0] <= minutes.CORE, core
    assert further and all(further.values())


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
                 "Students ask", "Skip when time is short", "Follow-up"):  # fmt: skip
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
    assert "Why one needs many clocks" in named
    examples = {"The dog bit the man", "I am a robot", "Attention sees a set"}
    assert set(named) - examples <= headings


@pytest.mark.parametrize(
    ("title", "minutes"), [("A guest", 15), ("One class", 50), ("One class", 90)]
)
def test_a_class_is_as_long_as_its_plan(title, minutes):
    heading = f"### {title} of {minutes} minutes\n"
    plan = GUIDE.partition(heading)[2].partition("### ")[0]
    assert sum(map(int, re.findall(r"^\| (\d+) \|", plan, re.M))) == minutes


# The rule itself


def markdown(text):
    return nbformat.v4.new_markdown_cell(text)


def code(text, *outputs):
    shown = [nbformat.v4.new_output("display_data", {kind: ""}) for kind in outputs]
    return nbformat.v4.new_code_cell(text, outputs=shown)


CELLS = [
    markdown("# Title\n\n**Time** 1 minutes.\n\n" + "word " * 75),  # 79 words
    code("import numpy\n\nfrom posenc_helpers import predict"),
    code('recall("swap", "row_zero")'),
    markdown("## Predict\n\n<details>" + "unread " * 80 + "</details>"),
    code("predict.swap()"),
    markdown("## Play\n\n" + "word " * 73 + "$\\frac{a + b}{c} + d$ " * 3),  # 80
    code("SwapExplorer()", "image/png"),
    markdown("## Derive"),
    code("x = 1\n\ny = 2\nz = 3"),
    code("plot()", "image/png"),
    markdown("## Exercises\n\n" + "word " * 800),
    code("table = 1\ncheck.encode(...)\n# hint.encode()"),
    code("check.hamming(...)"),
    markdown("## Summary\n\n" + "word " * 79 + "\n\n## Further\n\n" + "word " * 80),
    markdown("### One\n\n*35 minutes.*\n\n" + "word " * 479),
    code("plot()", "image/png"),
    markdown("### Two\n\n" + "word " * 479),
]


def test_the_rule():
    notebook = nbformat.v4.new_notebook(cells=CELLS)
    core, further = minutes.parts(notebook)
    share = pytest.approx
    assert core == {
        "Title": share(79 / 80 + 1),
        "Predict": share(3 + 1 / 80),
        "Play": share(6 + 1),
        "Derive": share(1 + 2 + 1 / 80),
        "Exercises": 15 + 8,
        "Summary": share(1),
    }
    assert further == {"One": share(6 + 2), "Two": share(6)}
    assert minutes.times(notebook) == (20, 23, {"One": 10, "Two": 10})


def test_times_are_told_where_they_were_and_once():
    notebook = nbformat.v4.new_notebook(cells=copy.deepcopy(CELLS))
    for _ in range(2):
        minutes.tell(notebook)
        texts = [cell.source for cell in notebook.cells]
        assert "\n\n**Time** 20 minutes, plus 23 for the exercises; *Further* 20.\n\n" in texts[0]
        assert texts[-3].startswith("### One\n\n*10 minutes.*\n\nword word")
        assert texts[-1].startswith("### Two\n\n*10 minutes.*\n\nword word")
    table = "| [A](notebooks/07_a.ipynb) | 5 | – | of 3 | 4 |\n| 07 · this | why | 35 | 5 |\n"
    assert minutes.with_row(table, "07_a", notebook) == (
        "| [A](notebooks/07_a.ipynb) | 20 | 20 | of 3 | 4 |\n| 07 · this | why | 20 | 20 |\n"
    )
    guide = "## Lesson 06 A\n\nMinutes: x\n\n## Lesson 07 B\n\nMinutes: x\n\nMinutes: y\n"
    said = "Minutes: Predict 3, Play 7, Derive 3; *Further* 20."
    assert minutes.with_parts(guide, "07_a", notebook) == guide.replace(
        "B\n\nMinutes: x", f"B\n\n{said}"
    )
