"""Training in real JupyterLab: it answers meanwhile, and Cancel stops it."""

import re
import time

import pytest

SHOW = """from posenc_helpers import TrainingExplorer
TrainingExplorer({})"""
MOST_SECONDS = 60


@pytest.fixture
def opened(jupyterlab):
    """Return a function that opens a new notebook with an explorer of these settings."""

    def open_with(settings):
        jupyterlab.add("training.ipynb", SHOW.format(settings))
        return jupyterlab.open("training.ipynb")

    return open_with


def steps(explorer):
    """Return how many steps it says to have made."""
    (note,) = (text for text in explorer.texts() if re.match(r"\d+ of 200 steps", text))
    return int(note.split()[0])


def wait_for(condition):
    until = time.monotonic() + MOST_SECONDS
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.02)


def in_training(notebook):
    """Return the explorer of a notebook when it has begun to train."""
    (explorer,) = notebook.explorers()
    assert steps(explorer) == 0
    explorer.press("Train")
    wait_for(lambda: steps(explorer) > 0)
    return explorer


def test_train_then_look_back(opened):
    with opened("") as notebook:
        notebook.run_all()
        (explorer,) = notebook.explorers()
        untrained = explorer.picture()
        explorer.press("Train")
        wait_for(lambda: steps(explorer) == 200)
        trained = explorer.picture()
        step = explorer.slider("step")
        assert explorer.after(step.press, "Home") != trained != untrained
        assert explorer.after(step.press, "End") == trained
        assert notebook.errors() == notebook.trouble() == explorer.alerts() == []


@pytest.mark.full
def test_restart_while_it_trains(opened):
    with opened("d_model=128, seq_len=64") as notebook:
        notebook.run_all()
        explorer = in_training(notebook)
        notebook.restart_and_run_all()
        explorer = in_training(notebook)
        assert notebook.errors() == notebook.trouble() == explorer.alerts() == []


def test_move_a_slider_and_cancel_while_it_trains(opened):
    with opened("d_model=128, seq_len=64") as notebook:
        notebook.run_all()
        explorer = in_training(notebook)
        explorer.slider("step").press("Home")
        wait_for(lambda: any("step shown\xa0 0 of" in text for text in explorer.texts()))
        explorer.press("Cancel")
        done = steps(explorer)
        time.sleep(0.5)
        after = steps(explorer)
        assert done <= after < 200
        time.sleep(0.5)
        assert steps(explorer) == after
        explorer.press("Reset")
        wait_for(lambda: steps(explorer) == 0)
        assert notebook.errors() == notebook.trouble() == explorer.alerts() == []
