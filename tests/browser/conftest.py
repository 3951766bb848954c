"""One JupyterLab and one browser for all tests of this folder that a worker runs."""

from pathlib import Path

import pytest

from tests.conftest import need_browser
from tools.browser.lab import lab
from tools.notebooks import course

FOLDER = Path(__file__).parents[2] / "notebooks"
NOTEBOOKS = [path for path in course() if "Explorer(" in path.read_text("utf-8")]

# It has every kind of control but a list; the others belong to the full run.
SAMPLE = "04_clocks"


def marked(path):
    return pytest.param(path, marks=[] if path.stem == SAMPLE else pytest.mark.full)


@pytest.fixture(scope="package")
def jupyterlab():
    """JupyterLab over a copy of the lessons and what is further, and a browser.

    Closed when the last test of this folder is done: until then Playwright's event loop runs in
    this thread, and no other can.
    """
    need_browser()
    with lab(FOLDER) as running:
        yield running


@pytest.fixture(scope="package")
def window(jupyterlab):
    """JupyterLab in a window, in which one notebook after the other is opened."""
    with jupyterlab.window() as page:
        yield page


@pytest.fixture(scope="module", params=map(marked, NOTEBOOKS), ids=lambda path: path.stem)
def lesson(request, jupyterlab, window):
    """Each lesson in turn, open in JupyterLab and not run."""
    with jupyterlab.open_in(window, request.param.relative_to(FOLDER).as_posix()) as notebook:
        yield notebook


@pytest.fixture(scope="module")
def run_lesson(lesson):
    """Each lesson in turn, all its cells run and its questions answered: what waits for an answer
    is drawn. Reset takes away what marks a guess."""
    lesson.run_all()
    for question in lesson.questions():
        if len(question.replies()) == 1:  # two side by side are of earlier lessons
            question.answer(question.buttons()[-1], "keyboard")
    for explorer in lesson.explorers() if lesson.questions() else ():
        explorer.picture()
        explorer.press("Reset")
        explorer.picture()
    return lesson
