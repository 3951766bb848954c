"""What nobody uses ends: `make test-hub`. It takes some minutes, since the shortest time is one."""

import time

import psutil
import pytest

from tests.hub.conftest import HUB_RUNS

pytestmark = pytest.mark.skipif(not HUB_RUNS, reason="make test-hub runs it")

LESSON = "notebooks/02_heatmaps.ipynb"


@pytest.fixture(scope="module")
def settings():
    return {"kernel_minutes": 1, "server_minutes": 3}


def seconds_until_gone(process, at_most):
    """Return how long a process still lives."""
    begin = time.monotonic()
    try:
        psutil.Process(process).wait(at_most)
    except psutil.NoSuchProcess:
        pass
    return time.monotonic() - begin


def test_a_kernel_ends_when_no_page_shows_it_and_then_the_server(hub, student):
    one = student("anna")
    notebook = one.open(LESSON)
    kernel = int(notebook.run("import os; print(os.getpid())"))
    server = hub.server_of(psutil.Process(kernel))
    notebook.close()
    assert seconds_until_gone(kernel, 200) < 190
    assert seconds_until_gone(server, 400) < 390
    assert one.of_the_hub("GET", f"users/{one.name}").json()["server"] is None
    one.start_server()
    assert one.ask("GET", f"api/contents/{LESSON}")["type"] == "notebook"
