"""What the page objects promise to the tests that use them, and what the server does to files."""

from tests.browser.conftest import NOTEBOOKS


def test_running_ends_with_the_first_error(jupyterlab, window):
    name = jupyterlab.add("fails.ipynb", "1 / 0", "print('never')")
    with jupyterlab.open_in(window, name) as notebook:
        notebook.run_all()
        assert notebook.errors() == ["division by zero"]
        assert notebook.texts()[1] == []


def test_a_lesson_that_is_opened_and_saved_stays_as_it_is(jupyterlab, window):
    """JupyterLab would note the version of Python in it, and ask to save it."""
    with jupyterlab.open_in(window, NOTEBOOKS[0].name) as notebook:
        notebook.wait_until_ready()
        notebook.wait("panel.model.getMetadata('language_info').version")
        assert not notebook.ask("panel.model.dirty")
        notebook.ask("panel.context.save()")
    saved = jupyterlab.server.root / NOTEBOOKS[0].name
    assert saved.read_bytes() == NOTEBOOKS[0].read_bytes()
