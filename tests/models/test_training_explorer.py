"""Training runs beside everything else: sliders answer, and it leaves nothing behind."""

import asyncio
import gc
import threading
import weakref

import pytest

from posenc_helpers.models import training
from posenc_helpers.models.training import explorer as home
from posenc_helpers.models.training.run import CLOCKS, STEPS
from tests.live.together import on_a_loop

SMALL = {"d_model": 8, "seq_len": 8}


async def trained(*explorers):
    """Wait until these explorers have finished their training."""
    while any(explorer.training for explorer in explorers):
        await asyncio.sleep(0.005)


async def begun(explorer, steps=10):
    """Start to train and wait for some steps."""
    explorer.train()
    while explorer.training and explorer.settings()["trained"] < steps:
        await asyncio.sleep(0)
    assert explorer.training


@pytest.fixture
def explorer(monkeypatch):
    monkeypatch.setattr(home, "SLICE_SECONDS", 0.002)
    one = training.TrainingExplorer(**SMALL)
    yield one
    one.close()


@on_a_loop
async def test_a_button_trains_and_the_picture_shows_it(explorer):
    assert "Before training" in explorer.drawing.text
    explorer.train_button.click()
    assert explorer.training
    assert explorer.settings()["trained"] == 0  # the call returned before the first step
    await trained(explorer)
    assert explorer.progress.value == STEPS == explorer.settings()["trained"]
    assert explorer.note.value.startswith("200 of 200 steps, loss ")
    assert explorer.drawing.text == training.plot_training(**SMALL).text
    explorer.train()  # begins again
    assert explorer.training and explorer.settings()["trained"] == 0
    explorer.reset()
    assert not explorer.training and "Before training" in explorer.drawing.text


@on_a_loop
async def test_sliders_answer_meanwhile_and_other_settings_end_it(explorer):
    await begun(explorer, 25)
    explorer.controls["step"].value = 10
    await asyncio.sleep(0.001)
    assert explorer.training
    assert explorer.drawing.stop.step == 10 and "step shown: 10 of" in explorer.drawing.text
    explorer.apply(d_model=16)
    assert not explorer.training
    assert "Before training" in explorer.drawing.text and "d_model 16" in explorer.drawing.text
    explorer.controls["d_model"].value = 8
    await asyncio.sleep(0.02)
    assert explorer.settings()["trained"] == 0 and not explorer.training


def test_without_a_loop_it_trains_at_once_and_remembers_the_last_six_until_reset(explorer):
    some = [{"clocks": name, "mask": mask} for mask in (False, True) for name in CLOCKS][:7]
    for one in some:
        explorer.apply(**one)
        explorer.train()
        assert not explorer.training and explorer.settings()["trained"] == STEPS
    for one, trained in ((some[0], 0), (some[1], STEPS)):  # the oldest is forgotten
        explorer.apply(**one)
        assert explorer.settings()["trained"] == trained
    explorer.reset()
    explorer.apply(**some[1])
    assert explorer.settings()["trained"] == 0 and "Before training" in explorer.drawing.text


@on_a_loop
async def test_an_error_is_shown_and_the_controls_live_on(explorer):
    await begun(explorer)
    explorer._run.head.words = explorer._run.head.words[:, :4]  # these no longer fit the matrix
    await trained(explorer)
    assert "Training stopped: " in explorer.note.value
    explorer.apply(mask=False)
    explorer.train()
    await trained(explorer)
    assert explorer.settings()["trained"] == STEPS


@on_a_loop
async def test_nothing_is_left_when_it_is_closed():
    """A closed explorer leaves no run, no task and no thread, sooner or later."""
    threads, tasks = {*threading.enumerate()}, asyncio.all_tasks()
    explorer = training.TrainingExplorer(seq_len=64)
    await begun(explorer)
    gone = weakref.ref(explorer.drawing.run)
    explorer.close()
    del explorer
    while gone() or asyncio.all_tasks() != tasks or {*threading.enumerate()} != threads:
        await asyncio.sleep(0.01)  # a sharp frame and numbers may have been on their way
        gc.collect()
