"""Settings, marks and fixtures of all tests."""

import gc
import os
import sys

import pytest
from hypothesis import settings

from tests.notebooks.pictures import compare_pictures_too

# The same examples in every run, however slow the machine.
settings.register_profile("posenc", derandomize=True, deadline=None, database=None)
settings.load_profile("posenc")

compare_pictures_too()
HEAVY = (
    "notebooks/", "tools/", "tests/browser/", "tests/explorers/", "tests/figures/", "tests/live/",
    "tests/pages/", "tests/mathematics/test_arguments.py", "tests/models/test_rope.py",
    "tests/models/test_training.py", "tests/models/test_training_explorer.py",
)  # fmt: skip


def pytest_collection_modifyitems(items):
    """Mark the tests that `make check` leaves out."""
    for item in items:
        if item.nodeid.startswith(HEAVY):
            item.add_marker("heavy")
        if {"browser", "jupyterlab"}.intersection(getattr(item, "fixturenames", ())):
            item.add_marker("browser")


def required(missing, why):
    """Fail in continuous integration on Linux, and skip elsewhere, if something is missing."""
    if missing:
        must = os.environ.get("CI") == "true" and sys.platform == "linux"
        (pytest.fail if must else pytest.skip)(why)


def need_browser():
    """Skip or fail, as `required` does, if there is no browser."""
    from tools.browser import lab  # not needed by all who collect tests

    required(not lab.chromium(), lab.HOW_TO_INSTALL)


@pytest.fixture(scope="module")
def browser():
    from tools.browser import lab

    need_browser()
    with lab.browser() as running:
        yield running


def pytest_collection_finish(session):
    """Keep what was imported and collected out of later searches for garbage."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def nothing_is_answered_yet():
    """Forget after each test what was chosen, because it uncovers and marks pictures."""
    yield
    if explorers := sys.modules.get("posenc_helpers.explorers"):
        explorers.questions.forget()
