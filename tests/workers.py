"""How `make test` shares the tests out among workers: `-p tests.workers --dist loadgroup`.

What belongs together stays on one worker, in its order: the tests of a file, which share what is
made for it; the cells of a notebook, which run in one kernel; and in the browser the tests of a
lesson, which is opened once. A test without a group would go to any worker, by itself.

What takes longest comes first, so that no worker is left with it at the end. The browser comes
before all: as long as Playwright is open, its event loop runs in the worker's main thread, and
whatever wants a loop of its own there would fail.
"""

import pytest

FIRST = ("tests/browser/", "tests/test_export.py", "notebooks/")


@pytest.hookimpl(tryfirst=True)  # xdist reads the groups in the same hook
def pytest_collection_modifyitems(items):
    for item in items:
        item.add_marker(pytest.mark.xdist_group(group(item)))
    items.sort(key=place)


def group(item):
    """The file of a test; in the browser its lesson as well."""
    file = item.nodeid.partition("::")[0]
    lesson = getattr(item, "callspec", None) and item.callspec.params.get("lesson")
    return f"{file} {lesson.stem}" if lesson and file.startswith(FIRST[0]) else file


def place(item):
    """The place of a test's folder among those that come first."""
    return next((at for at, name in enumerate(FIRST) if item.nodeid.startswith(name)), len(FIRST))
