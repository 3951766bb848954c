"""Real JupyterLab shows replies during a running cell, and opens saved lessons again."""

import pytest

from tools.browser.explorer import Explorer, Question
from tools.browser.notebook import WIDGET, Notebook

QUESTION = "last_hand"
CELLS = (
    "import ctypes\nfrom posenc_helpers import ClocksExplorer, predict, recall",
    f"predict.{QUESTION}()",
    f"ClocksExplorer(until='{QUESTION}')",
    "ClocksExplorer()",
    "recall('row_zero')",
)
# The cell sleeps until a file is deleted, and blocks all threads of Python, so no press is heard.
# The shell makes the file, because Python may still hear a press just before it sleeps.
SLEEP = "ctypes.PyDLL(None).system(b'touch asleep; while [ -e asleep ]; do sleep .05; done')"


# ipywidgets gives up asking a kernel for its state after 4 seconds, however slow the machine is.
PATIENT = """const usual = setTimeout;
window.setTimeout = (what, after, ...rest) => usual(what, after === 4000 ? 1e6 : after, ...rest);"""


def test_a_reply_comes_before_the_cell_that_runs_ends(jupyterlab, window):
    asleep = jupyterlab.server.root / "asleep"
    cells = [*CELLS[:3], SLEEP]
    with jupyterlab.open_in(window, jupyterlab.add("asleep.ipynb", *cells)) as notebook:
        notebook.begin()
        while not asleep.exists():
            assert notebook.errors() == []
        question = Question(notebook, 1)
        question.press(question.buttons()[0])
        shown = question.root.query_selector(".posenc-replies > :nth-child(1)")
        shown.wait_for_element_state("visible")
        busy = question.root.query_selector(".posenc-busy")
        busy.wait_for_element_state("visible")
        assert question.seen(".posenc-replies").startswith("✗ Not this one. C is right.")
        assert asleep.exists() and notebook.ask("!panel.content.widgets[3].model.executionCount")
        asleep.unlink()
        busy.wait_for_element_state("hidden")
        notebook.wait_until_ready()
        explorer = Explorer(notebook, 2)
        assert explorer.picture() and not explorer.covered()
        assert notebook.faults() == notebook.errors() == []


@pytest.mark.full
def test_a_saved_lesson_is_live_after_reloading_and_whole_without_its_kernel(jupyterlab):
    name = jupyterlab.add("saved.ipynb", *CELLS)
    path = jupyterlab.server.root / name
    with jupyterlab.window() as page:
        page.add_init_script(PATIENT)
        first = Notebook(page, name)
        first.run_all()
        save(first)
        assert WIDGET not in path.read_text("utf-8")
        page.reload()
        page.wait_for_function("window.jupyterapp", polling=100)
        page.evaluate("window.jupyterapp.restored.then(() => null)")
        again = Notebook(page, name)
        again.record()
        question, bare = again.questions()[0], again.explorers()[1]
        assert question.answer(question.buttons()[2]).startswith("✓ Right.")
        slider = bare.slider("position")
        assert bare.after(slider.press, "End") != bare.after(slider.press, "Home")
        save(again)
        before = path.read_text("utf-8")
        assert WIDGET not in before and again.faults() == []
    with jupyterlab.open(name) as stored:
        stored.wait_until_ready()
        outputs = stored.root.locator(".jp-OutputArea-output")
        outputs.locator("img").nth(1).wait_for()
        for text in ("To press an answer in", "A stored picture. To move it, press Start"):
            outputs.get_by_text(text).first.wait_for()
        assert outputs.locator("img").count() == 2 and stored.faults() == []
        assert not stored.ask("panel.model.dirty")
        save(stored)
    assert path.read_text("utf-8") == before


def save(notebook):
    notebook.ask("panel.context.save().then(() => null)")
