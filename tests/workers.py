"""How `make test` shares the tests out among workers: `-p tests.workers`.

What belongs together stays on one worker, in its order: the tests of a file, which share what is
made for it; those of files that look at the same drawings; the cells of a notebook, which run in
one kernel; and in the browser the tests of five lessons, for which JupyterLab is started once. The
groups of pytest-xdist itself (`--dist loadgroup`) would do, but with pytest 9.2 xdist 3.8 does not
see them, and every test goes to any worker by itself.

There is one worker more than there are cores where a browser is opened, and two more where all
lessons are: such tests wait a good part of their time.

`make check` leaves out what draws, runs or opens much, but for what `--touched` names.

What takes longest comes first, so that no worker is left with it at the end. The browser comes
before all: as long as Playwright is open, its event loop runs in the worker's main thread, and
whatever wants a loop of its own there would fail.
"""

import os
import re
import sys

import pytest
from xdist.scheduler import LoadScopeScheduling

# A worker has a core to itself, and so have its kernels: threads of a linear algebra library would
# only wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# What checks the format of addresses compiles its grammars for a second, in every process that
# reads a notebook. No notebook has a field of that format, and jsonschema does without it.
sys.modules.setdefault("rfc3987_syntax", None)

MOST_WORKERS = 4  # more make the tests that wait for a picture disturb each other

BROWSER = "tests/browser/"
LESSONS_TOGETHER = 5  # for which JupyterLab is started once
SAME_DRAWINGS = ("test_images.py", "test_look.py", "test_text_alternatives.py")

PAGES = (
    "tests/test_export.py", "tests/test_site.py", "tests/test_moving_pages.py",
    "tests/test_page.py",
)  # fmt: skip
FIRST = (BROWSER, *PAGES, "notebooks/")

IN_BROWSER = (BROWSER, *PAGES)
SLOW = (
    *IN_BROWSER, "notebooks/", "tools/", "tests/explorers/",
    "tests/figures/", "tests/live/", "tests/test_arguments.py", "tests/test_depth.py",
    "tests/test_fuzz.py", "tests/test_scaling.py", "tests/test_training.py",
)  # fmt: skip


@pytest.hookimpl(tryfirst=True)
def pytest_xdist_auto_num_workers(config):
    waiting = 0 if config.getoption("touched") is not None else 1 if config.option.markexpr else 2
    return min(MOST_WORKERS, (os.cpu_count() or 1) + waiting)


def pytest_addoption(parser):
    parser.addoption(
        "--touched",
        metavar="NAME",
        help="quick tests alone, and of the others those that NAME is part of",
    )


def pytest_collection_modifyitems(config, items):
    items.sort(key=place)
    touched = config.getoption("touched")
    if touched is not None:
        config.hook.pytest_deselected(items=[one for one in items if not checked(one, touched)])
        items[:] = [one for one in items if checked(one, touched)]


def checked(item, touched):
    """Whether `make check` runs a test."""
    named = touched and touched.lower() in item.nodeid.lower()
    return not item.nodeid.startswith(IN_BROWSER if named else SLOW)


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
        return f"{BROWSER} {int(lesson[1]) // LESSONS_TOGETHER if lesson else 0}"
    folder, _, name = file.rpartition("/")
    return folder if name in SAME_DRAWINGS else file
