"""Training in real JupyterLab: it answers meanwhile, and Reset ends it."""

import re
import time

import pytest

CELLS = (
    "from posenc_helpers.models.training import TrainingExplorer",
    "TrainingExplorer(d_model=128, seq_len=64)",
)
MOST_SECONDS = 120  # in a web page it takes longer


@pytest.fixture(scope="module")
def notebook(jupyterlab, window):
    """A notebook with the largest head that can be trained, run."""
    with jupyterlab.open_in(window, jupyterlab.add("training.ipynb", *CELLS)) as opened:
        opened.run_all()
        yield opened


@pytest.fixture
def explorer(notebook):
    """The explorer, untrained; after the test nothing may have gone wrong."""
    (one,) = notebook.explorers()
    assert steps(one) == 0
    yield one
    (one,) = notebook.explorers()
    assert notebook.errors() == notebook.trouble() == one.alerts() == []
    one.press("Reset")
    wait_for(lambda: steps(one) == 0)


def steps(explorer):
    """Return how many steps it says to have made."""
    (note,) = (text for text in explorer.texts() if re.match(r"\d+ of 200 steps", text))
    return int(note.split()[0])


def wait_for(condition):
    until = time.monotonic() + MOST_SECONDS
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.05)


def train(explorer):
    """Start to train; return when it has begun."""
    explorer.press("Train")
    wait_for(lambda: steps(explorer) > 0)


def test_train_then_look_back(explorer):
    untrained = explorer.picture()
    explorer.press("Train")
    wait_for(lambda: steps(explorer) == 200)
    trained = explorer.picture()
    step = explorer.slider("step")
    assert explorer.after(step.press, "Home") != trained != untrained
    assert explorer.after(step.press, "End") == trained


def test_move_a_slider_and_reset_while_it_trains(explorer):
    train(explorer)
    explorer.slider("step").press("Home")
    wait_for(lambda: any("step shown\xa0 0 of" in text for text in explorer.texts()))
    explorer.press("Reset")
    wait_for(lambda: steps(explorer) == 0)
    time.sleep(1)
    assert steps(explorer) == 0


def test_restart_while_it_trains(notebook, explorer):
    train(explorer)
    notebook.restart_and_run_all()
    (again,) = notebook.explorers()
    assert steps(again) == 0
    train(again)
