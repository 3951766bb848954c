"""Marks from end to end, with nbgrader itself: `make test-class`.

A class hands in lesson 02: right answers in several ways, mistakes, tricks, and what else comes. Of
each other lesson one student hands in the solutions.
"""

import csv
import os
import re
import subprocess
from pathlib import Path

import nbformat
import pytest
from bs4 import BeautifulSoup
from nbformat.v4 import new_code_cell, new_markdown_cell, new_raw_cell

from posenc_helpers.lessons import EXERCISES, LESSONS
from tools.browser import lab
from tools.marks import assignments as tool
from tools.marks.course.marking.posenc_points import points

NBGRADER = os.environ.get("POSENC_NBGRADER")
pytestmark = pytest.mark.skipif(not NBGRADER, reason="make test-class runs it")

ROOT = Path(__file__).resolve().parents[2]
NAMES = [path.stem for path in sorted((ROOT / "notebooks").glob("*.ipynb"))]
CLASS = "02_heatmaps"
NUMBER, PAIRS, FROZEN = (one.name for one in LESSONS["02"].exercises)
SEED = "426426426"
SECONDS = 20  # for a cell; an endless loop is met twice

SCRIPT = "<script>alert(1)</script>"


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
MISTAKEN = {
    NUMBER: "answer = 30\ncheck.turning_pairs(answer)",
    PAIRS: "def narrow_table(wide):\n    return wide[:, ::2]\ncheck.every_other_pair(narrow_table)",
    FROZEN: (
        "def frozen(table):\n    return int((np.ptp(table, axis=0) == 0).sum())\n"
        "check.frozen_columns(frozen)"
    ),
}
# Each is written beside the notebook. Imported or read, it would leave a trace and give points.
BESIDE = [
    *(f"{name}.py" for name in ("posenc_points", "numpy", "sitecustomize", "usercustomize", "nh3")),
    *(f"{name}.py" for name in ("conftest", "ipython_config", "ipython_kernel_config", "random")),
    *(f"{name}.py" for name in ("nbgrader_config", "jupyter_config", "matplotlib", "ipywidgets")),
    "posenc_helpers/__init__.py",
    "posenc_helpers/lessons/__init__.py",
    "posenc_helpers/lessons/award.py",
    "marking/posenc_points.py",
    "profile_default/startup/00.py",
    ".ipython/profile_default/startup/00.py",
    ".ipython/profile_default/ipython_config.py",
]
TRACE = "def award(*_, **__):\n    return 1.0\nopen({trace!r}, 'a').write(__file__ + '\\n')\n"
# What the page must not run or load, in every place that a notebook has for it.
REMOTE = "https://example.org/seen.png"
EVIL = f"""<script>alert(1)</script><img src=x onerror=alert(1)><img src={REMOTE}>
<svg onload=alert(1)><image href={REMOTE} /></svg><iframe src="javascript:alert(1)"></iframe>
<iframe srcdoc="<script>alert(1)</script>"></iframe><object data={REMOTE}></object>
<style>@import url({REMOTE}); body {{ background: url({REMOTE}) }}</style><link rel=stylesheet
href={REMOTE}><meta http-equiv=refresh content="0;url={REMOTE}"><base href="https://example.org/">
<form action={REMOTE}><button autofocus onfocus=alert(1)>b</button></form><p
style="background:url({REMOTE})">p</p><a href="javascript:alert(1)">a</a><a
href="data:text/html,<script>alert(1)</script>">b</a><video src={REMOTE} autoplay></video>
<math><mtext><table><mglyph><style><!--</style>
<img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">
"""
EVIL_TEXT = (
    f"{EVIL}\n\n![seen]({REMOTE})\n\n[a](javascript:alert(1)) <b>bold</b>\n\n$<img src={REMOTE}>$"
)
KINDS = ["html", "markdown", "latex", "plain"]
EVIL_CODE = f"""\
import sys
from IPython.display import display
text = {EVIL_TEXT!r}
for kind in {KINDS!r}:
    display({{"text/" + kind: text}}, raw=True)
display({{"text/html": text}}, raw=True, metadata={{"text/html": {{"isolated": True}}}})
display({{"image/svg+xml": "<svg xmlns='http://www.w3.org/2000/svg'>" + text + "</svg>"}}, raw=True)
display({{"application/javascript": "alert(1)"}}, raw=True)
display({{"text/vnd.mermaid": text}}, raw=True)
display({{"application/vnd.jupyter.widget-view+json": {{"model_id": text}}}}, raw=True)
evil = "1 onerror=alert(1) x=\\"'><script>alert(1)</script>"
for kind in ("image/png", "image/jpeg"):
    named = {{"filenames": {{kind: {REMOTE!r}}}}}
    for metadata in ({{kind: {{"width": evil, "height": evil, "alt": evil}}}}, named):
        display({{kind: "AAAA"}}, raw=True, metadata=metadata)
    display({{kind: text}}, raw=True)
print(text)
print(text, file=sys.stderr)
raise ValueError(text)
"""
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
    "mistaken": (MISTAKEN, 0),
    "skipping": ({}, 0),
    "tagged": (RIGHT_OTHERWISE, 5),
    "beside": ({}, 0),
    "evil": ({}, 0),
    "dead": (DEAD, None),
    "stubborn": (STUBBORN, None),
}


def grade_id(cell):
    return cell.metadata.get("nbgrader", {}).get("grade_id")


def solutions(source):
    """The text of each answer's cell in the notebook that has the solutions."""
    cells = nbformat.read(source, as_version=4).cells
    return {grade_id(cell): cell.source for cell in cells if grade_id(cell) in EXERCISES}


def locked(notebook):
    return [one for one in notebook.cells if one.metadata.get("nbgrader", {}).get("locked")]


def delete(notebook, folder):
    """Delete a locked cell, and an answer."""
    gone = (f"{PAIRS}_points", FROZEN)
    notebook.cells = [cell for cell in notebook.cells if grade_id(cell) not in gone]


def edit(notebook, folder):
    for cell in locked(notebook):
        cell.source = "2.0"


def tag(notebook, folder):
    for cell in locked(notebook):
        cell.metadata |= {"tags": ["skip-execution", "raises-exception", SCRIPT], "editable": True}


def put_beside(notebook, folder):
    for name in BESIDE:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(TRACE.format(trace=str(trace_of(folder.parents[2]))))


def trace_of(course):
    return course / "trace.txt"


def add_evil(notebook, folder):
    tag(notebook, folder)
    notebook.metadata["title"] = EVIL
    notebook.metadata["kernelspec"] = {"name": EVIL, "display_name": EVIL, "language": EVIL}
    extra = [new_markdown_cell(EVIL_TEXT), new_raw_cell(EVIL), new_code_cell(EVIL_CODE)]
    extra[1].metadata["raw_mimetype"] = "text/html"
    notebook.cells[1:1] = extra


CHANGES = {
    "deleted": delete,
    "edited": edit,
    "skipping": tag,
    "tagged": tag,
    "beside": put_beside,
    "evil": add_evil,
}


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
        target = self.folder / "submitted" / student / name / f"{name}.ipynb"
        target.parent.mkdir(parents=True)
        CHANGES.get(student, lambda *_: None)(notebook, target.parent)
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
        if name != CLASS:
            made.hand_in("right", name, "solutions")
    for student, (given, _) in ANSWERS.items():
        made.hand_in(student, CLASS, given)
    for name in NAMES:
        timeout = f"--Execute.timeout={SECONDS}"
        run = made.nbgrader("autograde", name, timeout, may_fail=name == CLASS)
        made.log = made.log + run.stderr
        made.nbgrader("generate_feedback", name, may_fail=name == CLASS)
    made.table = made.scores()
    return made


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
def test_right_answers_get_all_points(course, name):
    most = sum(points(one) for one in LESSONS[name[:2]].exercises)
    assert [float(one) for one in course.table["right", name]] == [most, most]


@pytest.mark.parametrize(
    "student", [name for name, (_, worth) in ANSWERS.items() if worth is not None]
)
def test_each_answer_gets_its_points(course, student):
    assert float(course.table[student, CLASS][0]) == ANSWERS[student][1]


def test_mistakes_have_their_messages_in_the_feedback(course):
    page = text_of(course.feedback("mistaken", CLASS))
    for name in (NUMBER, PAIRS, FROZEN):
        assert any(plain(message) in page for message in EXERCISES[name].mistakes), name


def test_nothing_beside_a_notebook_is_imported(course):
    assert len(list((course.folder / "submitted" / "beside").rglob("*.py"))) == len(BESIDE)
    assert not trace_of(course.folder).exists()


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


PAGES = [("right", name) for name in NAMES] + [("evil", CLASS), ("raising", CLASS)]


@pytest.mark.parametrize(("student", "name"), PAGES)
def test_the_feedback_holds_nothing_that_runs_or_loads(course, student, name):
    soup = BeautifulSoup(course.feedback(student, name), "html.parser")
    assert not soup("script iframe object embed form link base svg video audio style".split()[:-1])
    assert len(soup("meta")) == 2 and all(
        one.find_parent("head") for one in soup(["meta", "style"])
    )
    for one in soup(True):
        assert not [key for key in one.attrs if key.startswith("on") or key in ("srcset", "srcdoc")]
        assert one.get("src", "data:image/").startswith("data:image/")
        assert re.match("#|https?:|mailto:|[./\\w-]+(#|$)", one.get("href", "#"))
        assert "url(" not in one.get("style", "")


def test_the_feedback_keeps_words_pictures_and_colours(course):
    soup = BeautifulSoup(course.feedback("right", CLASS), "html.parser")
    assert len(soup.select("img[src^='data:image/png']")) >= 3
    assert soup.select(".highlight span.k, .highlight span.kn") and soup.select("details summary")
    assert soup.select("h1") and soup.select("div[style*=border-left]") and soup.select("a[name]")
    assert "bold" in text_of(course.feedback("evil", CLASS))


@pytest.mark.parametrize("policy", [True, False], ids=["policy", "without"])
def test_the_feedback_in_a_browser_asks_for_nothing_and_runs_nothing(course, policy):
    """Once as it is, and once without the policy in it: each of the two has to hold alone."""
    if not lab.chromium():
        require = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        require(lab.HOW_TO_INSTALL)
    text = course.feedback("evil", CLASS)
    assert text.count("Content-Security-Policy") == 1
    path = course.folder / "page.html"
    path.write_text(text if policy else text.replace("Content-Security-Policy", "x"), "utf-8")
    with lab.browser() as browser:
        page, faults, asked = browser.new_page(), [], []
        page.on("dialog", lambda dialog: (faults.append(dialog.message), dialog.dismiss()))
        page.on("request", lambda request: asked.append(request.url))
        page.goto(path.as_uri())
        page.wait_for_timeout(300)
    assert faults == []
    assert path.as_uri() in asked
    assert not [url for url in asked if not url.startswith(("file:", "data:"))]


@pytest.mark.parametrize("student", [name for name, (_, worth) in ANSWERS.items() if worth is None])
def test_a_notebook_that_cannot_be_run_gets_no_marks_and_leaves_the_others_theirs(course, student):
    assert float(course.table[student, CLASS][0]) == 0
    assert f"error processing assignment '{CLASS}' for student '{student}'" in course.log
