"""What a kernel keeps of explorers that are out of use: one cell, run again and again."""

import json
import os
import sys

import pytest
from jupyter_client.manager import start_new_kernel

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="memory is not given back at once")
LARGEST = [  # of those with most axes
    "RelativeExplorer",
    pytest.param("ConventionsExplorer", marks=pytest.mark.full),
    pytest.param("TwoBasesExplorer", marks=pytest.mark.full),
]
WARM_UP, RUNS = 2, 4
MOST = 3e6  # bytes for each run, of which 2.6e6 are kept; pixels would take ten times as much
# Blocks that are let go are given back at once: what is left is what is kept.
GIVE_BACK = {"MALLOC_MMAP_THRESHOLD_": "65536", "MALLOC_ARENA_MAX": "1"}

IMPORTS = """
import asyncio, gc, json, pathlib, resource, weakref
from ipywidgets import Widget
from posenc_helpers.explorers import live
from posenc_helpers.models import public_names
Explorer = public_names()["NAME"]
live.REST_SECONDS = 0.01
def memory():
    pages = pathlib.Path("/proc/self/statm").read_text().split()[1]
    return int(pages) * resource.getpagesize()
"""
CELL = """
explorer = Explorer()
explorer
"""
REST = """
while explorer.live.frames < 2:  # the second is the sharp one
    await asyncio.sleep(0.01)
"""
MEMORY = "gc.collect(); print(memory())"
MOVED = """
first = next(found for found in Out.values() if isinstance(found, Explorer))
for one in (first, explorer):
    one.controls["d_model"].value = 12
    while one.live.frames < 4:
        await asyncio.sleep(0.01)
print(json.dumps(first is not explorer and first.live.image.value == explorer.live.image.value))
"""
CLOSED = """
explorers = {id(found): found for found in Out.values() if isinstance(found, Explorer)}
drawings = weakref.WeakSet(found.drawing for found in explorers.values())
made = len(drawings)
for found in explorers.values():
    found.close()
gc.collect()
print(json.dumps([made, len(drawings), len(Widget.get_manager_state()["state"])]))
"""


@pytest.fixture
def run():
    """Return a function that runs a cell in a kernel and returns what it prints, read as JSON."""
    manager, client = start_new_kernel(kernel_name="python3", env={**os.environ, **GIVE_BACK})

    def run_cell(source):
        printed = []

        def keep(message):
            assert message["msg_type"] != "error", message["content"]["traceback"]
            if message["msg_type"] == "stream":
                printed.append(message["content"]["text"])

        client.execute_interactive(source, output_hook=keep, timeout=120)
        return json.loads("".join(printed) or "null")

    yield run_cell
    client.stop_channels()
    manager.shutdown_kernel(now=True)


@pytest.mark.parametrize("name", LARGEST)
def test_an_explorer_out_of_use_keeps_little_and_goes_on_when_moved(run, name):
    run(IMPORTS.replace("NAME", name))
    for k in range(WARM_UP + RUNS):
        run(CELL)
        run(REST)
        if k == WARM_UP - 1:
            before = run(MEMORY)
    assert (run(MEMORY) - before) / RUNS < MOST
    assert run(MOVED) is True
    assert run(CLOSED) == [WARM_UP + RUNS, 0, 0]
