"""One JupyterLab and one browser for all tests of this folder that a worker runs."""

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.conftest import need_browser
from tools.browser.lab import lab

FOLDER = Path(__file__).parents[2] / "notebooks"


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


def resize(page, width, height):
    """Resize a window and wait until JupyterLab fits, which takes it a few frames."""
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function(f"innerWidth === {width} && innerHeight === {height}")
    page.evaluate(
        "async () => { for (let k = 0; k < 10; k++) await new Promise(requestAnimationFrame); }"
    )


def pale_texts(notebook):
    """Return which texts in outputs axe finds hard to read on their ground."""
    only = {"runOnly": ["color-contrast"]}
    return Axe().run(notebook.page, ".jp-OutputArea-output", only).response["violations"]
