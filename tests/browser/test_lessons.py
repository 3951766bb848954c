"""Every lesson opens, runs, answers and moves in real JupyterLab.

What holds for every explorer is tested in test_explorers.py.
"""

import pytest

from tests.browser.conftest import resize
from tests.lessons.cells import NOTEBOOKS
from tools.notebooks import course

SAMPLE = "04_clocks"  # full runs open all lessons; nbval runs all in any run
LESSONS = [
    pytest.param(path.name, marks=[pytest.mark.full] * (path.stem != SAMPLE), id=path.stem)
    for path in course(further=False)
]

# What is above the controls, and whether the cell down to the end of the picture is in sight while
# the file list is open.
FITS = """root => {
    const cell = root.closest('.jp-Cell').getBoundingClientRect();
    const end = root.querySelector('img').getBoundingClientRect().bottom - cell.top;
    const pane = root.closest('.jp-NotebookPanel').querySelector('.jp-WindowedPanel-outer');
    const task = root.querySelector('.posenc-task').offsetHeight > 0 ? 'task' : 'nothing';
    return [task, document.querySelector('#jp-left-stack').offsetWidth > 0
        && end <= pane.clientHeight];
}"""


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_from_its_stored_pictures_to_the_first_slider(jupyterlab, window, name):
    with jupyterlab.open_in(window, name) as lesson:
        shown = [cell for cell in lesson.code_cells() if "Explorer(" in cell["source"]]
        for cell in shown:
            image = lesson.show(cell["place"]).locator(".jp-OutputArea-output img")
            assert image.evaluate("async image => { await image.decode(); return image.width; }")
        assert lesson.faults() == []

        lesson.start()
        question, first = lesson.questions()[0], lesson.explorers()[0]
        first.root.wait_for_selector(".posenc-cover")
        question.answer(question.buttons()[-1])
        resize(window, 1280, 720)
        assert first.picture() and first.root.evaluate(FITS) == ["task", True]

        lesson.run_all()
        assert lesson.errors() == lesson.faults() == []
        explorers = lesson.explorers()
        assert len(explorers) == len(shown) > 0
        for explorer in explorers:
            assert not explorer.covered()
            first = explorer.sliders()[0]
            pictures = {explorer.after(first.press, end) for end in ("End", "Home")}
            assert len(pictures) == 2, first.label
            assert explorer.alerts() == []
        assert lesson.faults() == []


def test_the_course_opens_with_the_file_list_closed_and_asks_nothing(jupyterlab):
    server = jupyterlab.server
    news = server.ask("lab/api/settings/@jupyterlab/apputils-extension:notification")["schema"]
    assert news["properties"]["fetchNews"]["default"] == "false"
    with jupyterlab.window() as page:
        page.goto(server.address(f"lab/workspaces/posenc/tree/{SAMPLE}.ipynb"))
        page.wait_for_selector(".jp-Notebook")
        page.evaluate("window.jupyterapp.restored.then(() => null)")
        assert page.locator("#jp-left-stack:visible, .jp-Dialog").count() == 0


def test_a_lesson_that_is_opened_and_saved_stays_as_it_is(jupyterlab, window):
    """JupyterLab adds no version of Python to an opened lesson, and saving changes nothing."""
    name = f"{SAMPLE}.ipynb"
    with jupyterlab.open_in(window, name) as notebook:
        notebook.wait_until_ready()
        notebook.wait("panel.model.getMetadata('language_info').version")
        assert not notebook.ask("panel.model.dirty")
        notebook.ask("panel.context.save()")
    assert (jupyterlab.server.root / name).read_bytes() == (NOTEBOOKS / name).read_bytes()
