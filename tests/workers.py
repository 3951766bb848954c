"""How `make test` shares the tests out among workers: `-p tests.workers`.

What belongs together stays on one worker, in its order: the tests of a file, which share what is
made for it; those of files that look at the same drawings; the cells of a notebook, which run in
one kernel; and in the browser the tests of half of the lessons, for which JupyterLab is started
once. The groups of pytest-xdist itself (`--dist loadgroup`) would do, but with pytest 9.2 xdist 3.8
does not see them, and every test goes to any worker by itself.

There is one worker more than there are cores: tests in a browser and tests of live pictures wait a
good part of their time.

What takes longest comes first, so that no worker is left with it at the end. The browser comes
before all: as long as Playwright is open, its event loop runs in the worker's main thread, and
whatever wants a loop of its own there would fail.
"""

import os
import re

import pytest
from xdist.scheduler import LoadScopeScheduling

# A worker has a core to itself, and so have its kernels: threads of a linear algebra library would
# only wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

MOST_WORKERS = 4  # more make the tests that wait for a picture disturb each other

BROWSER = "tests/browser/"
FIRST_OF_SECOND_HALF = 7  # a lesson's number
SAME_DRAWINGS = ("test_images.py", "test_look.py", "test_text_alternatives.py")

PAGES = ("tests/test_export.py", "tests/test_site.py", "tests/test_moving_pages.py")
FIRST = (BROWSER, *PAGES, "notebooks/")


@pytest.hookimpl(tryfirst=True)
def pytest_xdist_auto_num_workers():
    return min(MOST_WORKERS, (os.cpu_count() or 1) + 1)


def pytest_collection_modifyitems(items):
    items.sort(key=place)


def place(item):
    """The place of a test's folder among those that come first."""
    return next((at for at, name in enumerate(FIRST) if item.nodeid.startswith(name)), len(FIRST))


def pytest_xdist_make_scheduler(config, log):
    return Groups(config, log)


class Groups(LoadScopeScheduling):
    """Groups of tests in the order in which they are collected."""

    def __init__(self, config, log):
        config.option.loadscopereorder = False  # by the number of tests
        super().__init__(config, log)

    def _split_scope(self, nodeid):
        return group(nodeid)


def group(nodeid):
    """The file of a test, or the folder of several that belong together."""
    file, _, test = nodeid.partition("::")
    if file.startswith(BROWSER):
        lesson = re.search(r"\[(\d\d)_", test)
        second = lesson and int(lesson[1]) >= FIRST_OF_SECOND_HALF
        return f"{BROWSER} {'second' if second else 'first'} half"
    folder, _, name = file.rpartition("/")
    return folder if name in SAME_DRAWINGS else file
