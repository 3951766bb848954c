"""Explorers answer while a cell runs, or after it if JupyterLab opens no subshell."""

import pytest

CELLS = (
    "from pathlib import Path\n"
    "from time import sleep\n"
    "from posenc_helpers import ClocksExplorer\n"
    "from posenc_helpers.models.training import TrainingExplorer\n"
    "from posenc_helpers.models.training.run import Run",
    "clocks = ClocksExplorer(position=0, seq_len=10_000)\nclocks",  # Play needs long to its end
    # Training stops halfway and waits for a file.
    "work = Run.work\n"
    "def slowly(run, *most):\n"
    "    for step in work(run, *most):\n"
    "        yield step\n"
    "        while not most and len(run.losses) == 100 and not Path('end').exists():\n"
    "            yield sleep(0.01)\n"
    "Run.work = slowly\n"
    "TrainingExplorer()",
    "clocks.apply(position=50)\nwhile not Path('go').exists():\n    sleep(0.05)",
)
RUNS = "!panel.content.widgets[3].model.executionCount"
NONE, HALF, ALL = "^0 of 200 steps", "^100 of 200 steps", "^200 of 200 steps"


@pytest.fixture(params=["perCommTarget", "disabled"])
def running(jupyterlab, request):
    """Open a notebook whose last cell waits for a file, with subshells and without them."""
    server = jupyterlab.server
    server.set("apputils-extension/kernels-settings", commsOverSubshells=request.param)
    name, go = jupyterlab.add("running.ipynb", *CELLS), server.root / "go"
    for file in (go, go.with_name("end")):
        file.unlink(missing_ok=True)
    with jupyterlab.open(name) as notebook:
        notebook.begin()
        notebook.wait("panel.content.widgets[2].model.executionCount")
        yield notebook, go, request.param != "disabled"
        assert notebook.errors() == notebook.faults() == []
    server.set("apputils-extension/kernels-settings")


def test_explorers_answer_beside_a_running_cell(running):
    notebook, go, hears = running
    clocks, head = notebook.explorers()
    position = clocks.slider("position")
    position.wait_until_beyond(49)  # set by the cell that runs
    if not hears:
        go.touch()
    at_end = clocks.after(position.press, "End")  # the sharp picture, at rest
    assert position.value() == position.end("End")
    assert clocks.after(position.press, "Home") != at_end
    (player,) = clocks.players()
    clocks.after(play, player, position)

    untrained, step = head.after(head.press, "Reset"), head.slider("step")
    head.press("Train")
    step.press("Home")
    head.wait_until_it_says(HALF, r"step shown\s+0 of")
    head.press("Reset")
    head.wait_until_it_says(NONE)
    assert head.picture() == untrained
    go.with_name("end").touch()
    head.press("Train")
    head.wait_until_it_says(ALL)
    trained = head.picture()
    assert head.after(step.press, "Home") != trained != untrained
    assert clocks.alerts() == head.alerts() == []
    if hears:
        assert notebook.ask(RUNS)
    go.touch()


def play(player, position):
    """Play until the position has moved, and stop."""
    player.click()
    position.wait_until_beyond(3)
    player.click()
    assert position.value() < position.end("End")
