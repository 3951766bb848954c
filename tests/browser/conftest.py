"""One JupyterLab and one browser for all tests of this folder."""

import os
import tempfile
from pathlib import Path

import pytest

from tests.browser.lab import HOW_TO_INSTALL, chromium, lab

NOTEBOOKS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))


@pytest.fixture(scope="session")
def jupyterlab():
    """JupyterLab over a copy of the lessons, and a browser."""
    if not chromium():
        require = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        require(HOW_TO_INSTALL)
    with lab(NOTEBOOKS) as running:
        yield running


@pytest.fixture(scope="module", params=NOTEBOOKS, ids=lambda path: path.stem)
def lesson(request, jupyterlab):
    """Each lesson in turn, open in JupyterLab and not run."""
    with jupyterlab.open(request.param.name) as notebook:
        yield notebook


@pytest.fixture(scope="module")
def run_lesson(lesson):
    """Each lesson in turn, all its cells run."""
    lesson.run_all()
    return lesson


@pytest.fixture(scope="session")
def screenshots():
    """The folder for screenshots: $POSENC_SCREENSHOTS, or a temporary one."""
    folder = Path(os.environ.get("POSENC_SCREENSHOTS") or tempfile.mkdtemp(prefix="posenc-"))
    folder.mkdir(parents=True, exist_ok=True)
    return folder
