"""Marks from end to end, with nbgrader itself: `make test-class`.

A class hands in lesson 02: right answers in several ways, each listed mistake, and what else comes.
Of each other lesson two students hand in the solutions and the first mistake of each exercise.
"""

import csv
import html
import os
import re
import subprocess
from pathlib import Path

import nbformat
import pytest
from bs4 import BeautifulSoup

from posenc_helpers.lessons import EXERCISES, LESSONS
from tests.marks.students import total
from tools import assignments as tool

NBGRADER = os.environ.get("POSENC_NBGRADER")
pytestmark = pytest.mark.skipif(not NBGRADER, reason="make test-class runs it")

ROOT = Path(__file__).resolve().parents[2]
NAMES = [path.stem for path in sorted((ROOT / "notebooks").glob("*.ipynb"))]
CLASS = "02_heatmaps"
NUMBER, PAIRS, FROZEN = (one.name for one in LESSONS["02"].EXERCISES)
SEED = "426426426"
SECONDS = 20  # for a cell; an endless loop is met twice

SCRIPT = "<script>alert(document.cookie)</script>"


def mistake(name, which):
    return (
        "from tests.marks.students import mistaken\n"
        f"{variable(name)} = mistaken({name!r}, {which})\n"
        f"check.{name}({variable(name)})"
    )


def variable(name):
    return {PAIRS: "narrow_table", FROZEN: "frozen"}.get(name, "answer")


# student: {exercise: the text of the answer's cell}, and the points
RIGHT_OTHERWISE = {
    NUMBER: "answer = sum(w <= 500 for w in wavelengths(128))\ncheck.turning_pairs(answer)",
    PAIRS: (
        "def narrow_table(wide):\n"
        "    return [[x for j, x in enumerate(row) if j % 4 < 2] for row in wide]\n"
        "check.every_other_pair(narrow_table)"
    ),
    FROZEN: (
        "import sys, warnings\n"
        "def frozen(table):\n"
        "    print('looking')\n"
        "    print('looking', file=sys.stderr)\n"
        "    warnings.warn('looking')\n"
        "    return sum(float(max(c) - min(c)) < 0.1 for c in table.T)\n"
        "check.frozen_columns(frozen)"
    ),
}
STORED = {
    name: (
        f"from tests.marks.students import stored\n{variable(name)} = stored({name!r})\n"
        f"check.{name}({variable(name)})"
    )
    for name in (PAIRS, FROZEN)
}
RAISING = {
    NUMBER: "answer = 1 / 0\ncheck.turning_pairs(answer)",
    PAIRS: f"def narrow_table(wide):\n    raise ValueError({SCRIPT!r})",
    FROZEN: "def frozen(table)\n    return 1",
}
ENDLESS = {
    NUMBER: "while True:\n    pass",
    PAIRS: RIGHT_OTHERWISE[PAIRS],
    FROZEN: "def frozen(table):\n    while True:\n        pass\ncheck.frozen_columns(frozen)",
}
RENAMED = {PAIRS: RIGHT_OTHERWISE[PAIRS].replace("narrow_table", "mine")}
SILENCED = {
    NUMBER: "get_ipython().ast_node_interactivity = 'none'\nanswer = 30",
}
DEAD = {NUMBER: "import os\nos._exit(1)"}
STUBBORN = {
    NUMBER: "import time\nwhile True:\n    try:\n        time.sleep(1)\n"
    "    except BaseException:\n        pass"
}
ANSWERS = {
    "right": ("solutions", 5),
    "otherwise": (RIGHT_OTHERWISE, 5),
    "unanswered": ({}, 0),
    "stored": (RIGHT_OTHERWISE | STORED, 1),
    "raising": (RAISING, 0),
    "endless": (ENDLESS, 2),
    "renamed": (RIGHT_OTHERWISE | RENAMED, 3),
    "silenced": (SILENCED, 0),
    "deleted": (RIGHT_OTHERWISE, 3),
    "edited": (STORED, 0),
    "dead": (DEAD, None),
    "stubborn": (STUBBORN, None),
}
MISTAKES = max(len(EXERCISES[name].mistakes) for name in (NUMBER, PAIRS, FROZEN))


def wrong(which, names):
    """An answer to each exercise: its mistake of this number, or its last."""
    return {name: mistake(name, min(which, len(EXERCISES[name].mistakes) - 1)) for name in names}


def grade_id(cell):
    return cell.metadata.get("nbgrader", {}).get("grade_id")


def solutions(source):
    """The text of each answer's cell in the notebook that has the solutions."""
    cells = nbformat.read(source, as_version=4).cells
    return {grade_id(cell): cell.source for cell in cells if grade_id(cell) in EXERCISES}


def without(notebook, *grade_ids):
    notebook.cells = [cell for cell in notebook.cells if grade_id(cell) not in grade_ids]


def environment():
    """nbgrader's own folder comes first on PATH: it starts `alembic` by its name."""
    path = os.pathsep.join([str(Path(NBGRADER).parent), os.environ["PATH"]])
    extra = {"PATH": path, "PYTHONPATH": str(ROOT), "JUPYTER_PREFER_ENV_PATH": "1"}
    return {**os.environ, **extra}


class Course:
    """A folder in which nbgrader works."""

    def __init__(self, folder):
        self.folder, self.log = folder, ""
        assert tool.main(["--to", str(folder), "--seed", SEED]) == 0

    def nbgrader(self, *words, may_fail=False):
        run = subprocess.run(
            [NBGRADER, *words],
            cwd=self.folder,
            env=environment(),
            capture_output=True,
            text=True,
        )
        assert may_fail or run.returncode == 0, run.stderr[-3000:]
        return run

    def release(self, name):
        self.nbgrader("generate_assignment", name, "--force")
        return self.folder / "release" / name / f"{name}.ipynb"

    def hand_in(self, student, name, given):
        if given == "solutions":
            given = solutions(self.folder / "source" / name / f"{name}.ipynb")
        released = self.folder / "release" / name / f"{name}.ipynb"
        notebook = nbformat.read(released, as_version=4)
        for cell in notebook.cells:
            cell.source = given.get(grade_id(cell), cell.source)
        if student == "deleted":  # a locked cell, and an answer
            without(notebook, f"{PAIRS}_points", FROZEN)
        if student == "edited":
            for cell in notebook.cells:
                if cell.metadata.get("nbgrader", {}).get("locked"):
                    cell.source = "2.0"
        target = self.folder / "submitted" / student / name / f"{name}.ipynb"
        target.parent.mkdir(parents=True)
        nbformat.write(notebook, target)

    def scores(self):
        self.nbgrader("export")
        with open(self.folder / "grades.csv", newline="", encoding="utf-8") as file:
            return {
                (row["student_id"], row["assignment"]): (row["score"], row["max_score"])
                for row in csv.DictReader(file)
            }

    def feedback(self, student, name):
        path = self.folder / "feedback" / student / name / f"{name}.html"
        return path.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """A course that has been marked, with feedback."""
    made = Course(tmp_path_factory.mktemp("course"))
    for name in NAMES:
        made.release(name)
        names = [one.name for one in LESSONS[name[:2]].EXERCISES]
        if name != CLASS:
            made.hand_in("right", name, "solutions")
            made.hand_in("mistake_0", name, named_mistakes(name, names))
    for student, (given, _) in ANSWERS.items():
        made.hand_in(student, CLASS, given)
    for which in range(MISTAKES):
        made.hand_in(f"mistake_{which}", CLASS, wrong(which, (NUMBER, PAIRS, FROZEN)))
    for name in NAMES:
        timeout = f"--Execute.timeout={SECONDS}"
        run = made.nbgrader("autograde", name, timeout, may_fail=name == CLASS)
        made.log = made.log + run.stderr
        made.nbgrader("generate_feedback", name, may_fail=name == CLASS)
    made.table = made.scores()
    return made


def named_mistakes(name, exercises):
    """The first mistake of each exercise, under the names that the lesson uses."""
    source = nbformat.read(ROOT / "notebooks" / f"{name}.ipynb", as_version=4)
    called = {one.name: used for one, used in filter(None, map(tool.asked, source.cells))}
    return {
        one: f"from tests.marks.students import mistaken\n{called[one]} = mistaken({one!r}, 0)"
        for one in exercises
    }


@pytest.mark.parametrize("name", NAMES)
def test_a_released_lesson_is_the_lesson_with_locked_cells(course, name):
    lesson = nbformat.read(ROOT / "notebooks" / f"{name}.ipynb", as_version=4)
    release = nbformat.read(course.folder / "release" / name / f"{name}.ipynb", as_version=4)
    own = [cell for cell in release.cells if not cell.metadata.get("nbgrader", {}).get("grade")]
    for before, after in zip(lesson.cells, own, strict=True):
        assert tool.moved_links(before.source, NAMES) == after.source
    text = nbformat.writes(release)
    assert SEED not in text and "HIDDEN" not in text and "SOLUTION" not in text


@pytest.mark.parametrize("name", NAMES)
def test_right_answers_get_all_points_and_mistakes_none(course, name):
    most = total(one.name for one in LESSONS[name[:2]].EXERCISES)
    assert [float(one) for one in course.table["right", name]] == [most, most]
    assert [float(one) for one in course.table["mistake_0", name]] == [0, most]


@pytest.mark.parametrize(
    "student", [name for name, (_, worth) in ANSWERS.items() if worth is not None]
)
def test_each_answer_gets_its_points(course, student):
    assert float(course.table[student, CLASS][0]) == ANSWERS[student][1]


@pytest.mark.parametrize("which", range(MISTAKES))
def test_no_listed_mistake_gets_points_and_its_message_is_in_the_feedback(course, which):
    assert float(course.table[f"mistake_{which}", CLASS][0]) == 0
    page = text_of(course.feedback(f"mistake_{which}", CLASS))
    for name in (NUMBER, PAIRS, FROZEN):
        messages = list(EXERCISES[name].mistakes)
        assert plain(messages[min(which, len(messages) - 1)]) in page


def text_of(page):
    return plain(BeautifulSoup(page, "html.parser").get_text())


def plain(text):
    return " ".join(text.replace("`", "").split())


@pytest.mark.parametrize(
    ("student", "words"),
    [
        ("right", EXERCISES[FROZEN].right),
        ("unanswered", "Not answered yet."),
        ("stored", "With the encoding of"),
        ("raising", "your function raises ValueError:"),
        ("endless", "CellTimeoutError"),
        ("renamed", "Nothing is named narrow_table"),
        ("deleted", "was missing from the submission"),
    ],
)
def test_feedback_says_why(course, student, words):
    assert plain(words) in text_of(course.feedback(student, CLASS))


@pytest.mark.parametrize("name", NAMES)
def test_the_feedback_loads_nothing_from_a_network(course, name):
    page = course.feedback("right", name)
    assert not re.findall(
        r"""<(?:script|img|iframe|link)[^>]*(?:src|href)=["']?(?:https?:)?//""", page
    )


def test_what_a_student_wrote_is_escaped_in_the_feedback(course):
    page = course.feedback("raising", CLASS)
    assert SCRIPT not in page
    assert html.escape(SCRIPT, quote=False) in page or re.search("&lt;script&gt;", page)


@pytest.mark.parametrize("student", [name for name, (_, worth) in ANSWERS.items() if worth is None])
def test_a_notebook_that_cannot_be_run_gets_no_marks_and_leaves_the_others_theirs(course, student):
    assert float(course.table[student, CLASS][0]) == 0
    assert f"error processing assignment '{CLASS}' for student '{student}'" in course.log
