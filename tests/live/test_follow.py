"""Picture and numbers follow a change of the controls: soon, and once for many changes at once."""

import asyncio
import time
from functools import partial

import posenc_helpers as pe
from posenc_helpers.explorers import explorer as explorer_module
from posenc_helpers.explorers.explorer import NUMBERS_SECONDS
from tests.explorers.driving import plain
from tests.live.together import run_together


def in_a_kernel(steps):
    """Make an explorer, let it rest, run `steps(explorer)` and let it rest again.

    Return the explorer, and the pictures and captions that the steps have led to.
    """

    async def run():
        explorer = pe.HeatmapExplorer()
        await asyncio.sleep(4 * NUMBERS_SECONDS)
        pictures, captions = [], []
        explorer.live.image.observe(lambda change: pictures.append(change.new), names="value")
        explorer.caption.observe(lambda change: captions.append(change.new), names="value")
        await steps(explorer)
        await asyncio.sleep(4 * NUMBERS_SECONDS)
        return explorer, pictures, captions

    return asyncio.run(run())


def test_many_steps_at_once_are_drawn_and_written_once():
    async def steps(explorer):
        for base in (100, 1_000, 5_000):
            explorer.controls["base"].value = base

    explorer, pictures, captions = in_a_kernel(steps)
    assert len(pictures) == 2  # one of the screen's size, and the sharp one
    assert len(captions) == 1
    assert "base 5,000" in explorer.drawing.text
    assert explorer.drawing.text in plain(explorer.caption)


def test_a_change_is_answered_before_it_is_drawn():
    async def steps(explorer):
        before = explorer.live.image.value
        explorer.controls["base"].value = 100
        assert explorer.live.image.value is before
        await asyncio.sleep(0.05)
        assert explorer.live.image.value is not before

    in_a_kernel(steps)


def test_who_asks_for_the_drawing_gets_it_up_to_date():
    async def steps(explorer):
        explorer.controls["base"].value = 100
        assert "base 100:" in explorer.drawing.text
        explorer.controls["base"].value = 1_000
        assert "base 1,000:" in repr(explorer)
        explorer.controls["base"].value = 5_000
        data, _ = explorer._repr_mimebundle_()
        assert "base 5,000:" in data["text/plain"]

    _, pictures, captions = in_a_kernel(steps)
    assert len(pictures) == 4  # three steps, and the sharp one: nothing is drawn twice
    assert len(captions) == 1


def test_a_long_drag_is_drawn_and_written_while_it_lasts():
    async def steps(explorer):
        for seq_len in range(50, 90):
            explorer.controls["seq_len"].value = seq_len
            await asyncio.sleep(NUMBERS_SECONDS / 4)

    explorer, pictures, captions = in_a_kernel(steps)
    assert len(pictures) >= 40  # each step; those that come late may have a sharp one between them
    assert 3 <= len(captions) <= 40
    assert "positions 0 to 88" in plain(explorer.caption)


def test_an_error_that_follows_at_once_stays():
    async def steps(explorer):
        explorer.controls["base"].value = 100
        await asyncio.sleep(NUMBERS_SECONDS / 4)
        explorer.drawing.update = None  # a call of it fails
        explorer.controls["base"].value = 200

    explorer, _, _ = in_a_kernel(steps)
    assert 'role="alert"' in explorer.caption.value


def test_a_running_cell_does_not_hold_up_a_slider_on_another_loop():
    async def cell():
        explorer = pe.HeatmapExplorer()
        explorer.controls["base"].value = 100  # what follows waits for the end of this cell
        time.sleep(3 * NUMBERS_SECONDS)
        before = explorer.live.image.value
        run_together(partial(move, explorer), rest=lambda: "base 200" in plain(explorer.caption))
        assert explorer.live.image.value != before

    def move(explorer):
        explorer.controls["base"].value = 200

    asyncio.run(cell())


def test_numbers_are_asked_for_once_and_again_when_they_are_overdue(monkeypatch):
    explorer = pe.HeatmapExplorer()
    asked, clock = [], [0.0]
    monkeypatch.setattr(explorer_module, "after", lambda *what: asked.append(what))
    monkeypatch.setattr(explorer_module.time, "monotonic", lambda: clock[0])
    counts = []
    for clock[0] in (1_000.0, 1_000.0 + 1.9 * NUMBERS_SECONDS, 1_000.0 + 2.1 * NUMBERS_SECONDS):
        explorer.refresh()
        counts.append(len([what for what in asked if what[0] == NUMBERS_SECONDS]))
    assert counts == [1, 1, 2]
    _, write = next(what for what in asked if what[0] == NUMBERS_SECONDS)
    write()
    explorer.refresh()
    assert len([what for what in asked if what[0] == NUMBERS_SECONDS]) == 3


def test_without_a_loop_all_is_there_at_once():
    explorer = pe.HeatmapExplorer()
    before = explorer.live.image.value
    explorer.controls["base"].value = 123
    assert explorer.live.image.value != before
    assert "base 123" in plain(explorer.caption)
