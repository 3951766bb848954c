"""How long a run took, at which load, and where the processors' seconds went: `-p tests.seconds`.

What a worker starts, such as kernels and browsers, counts for the folder whose tests start it.
"""

import os
import time
from collections import Counter

import psutil
import pytest

MOST = 9  # folders to name
start, spent, until_now = time.monotonic(), Counter(), 0.0


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item, nextitem):
    global until_now
    result = yield
    if nextitem is None or folder(nextitem) != folder(item):
        now = used()
        spent[folder(item)] += max(0.0, now - until_now)
        until_now = now
    return result


def folder(item):
    """The folder of a test, or its file where that lies in `tests` itself."""
    parts = item.nodeid.partition("::")[0].split("/")
    return "/".join(parts[: 1 + (parts[0] == "tests")])


def used():
    """The seconds that this process and all that it has started have computed."""
    me, seconds = psutil.Process(), 0.0
    for process in (me, *me.children(recursive=True)):
        try:
            times = process.cpu_times()
        except psutil.Error:  # it has ended
            continue
        seconds += times.user + times.system + times.children_user + times.children_system
    return seconds


def pytest_sessionfinish(session):
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["seconds"] = dict(spent)


def pytest_testnodedown(node):
    spent.update(getattr(node, "workeroutput", {}).get("seconds", {}))


def pytest_terminal_summary(terminalreporter):
    load = ", ".join(f"{one:.1f}" for one in psutil.getloadavg())
    most = ", ".join(f"{name} {seconds:.0f}" for name, seconds in spent.most_common(MOST))
    terminalreporter.write_line(
        f"{time.monotonic() - start:.0f} s on {os.cpu_count()} cores at a load of {load}; "
        f"{spent.total():.0f} s of processors, most for {most}"
    )
