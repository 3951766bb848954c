"""Picture and numbers follow the controls soon, and only once for many changes together."""

import asyncio
import time
from functools import partial

import posenc_helpers as pe
from posenc_helpers.explorers.explorer import NUMBERS_SECONDS
from tests.explorers.driving import plain
from tests.live.together import on_a_loop, run_together


async def rest():
    await asyncio.sleep(4 * NUMBERS_SECONDS)


async def resting():
    """Return an explorer at rest, its controls, and lists of the pictures and captions to come."""
    explorer, pictures, captions = pe.HeatmapExplorer(), [], []
    await rest()
    explorer.live.image.observe(lambda change: pictures.append(change.new), names="value")
    explorer.caption.observe(lambda change: captions.append(change.new), names="value")
    return explorer, explorer.controls, pictures, captions


@on_a_loop
async def test_many_steps_at_once_are_answered_before_they_are_drawn_and_written_once():
    explorer, controls, pictures, captions = await resting()
    for base in (100, 1_000, 5_000):
        controls["base"].value = base
    assert pictures == []
    await asyncio.sleep(0.05)
    assert pictures
    await rest()
    assert len(pictures) == 2  # one of the screen's size and the sharp one
    assert len(captions) == 1
    assert "base 5,000" in explorer.drawing.text
    assert explorer.drawing.text in plain(explorer.caption)


@on_a_loop
async def test_who_asks_for_the_drawing_gets_it_up_to_date():
    explorer, controls, pictures, captions = await resting()
    controls["base"].value = 100
    assert "base 100," in explorer.drawing.text
    controls["base"].value = 1_000
    assert "base 1,000," in repr(explorer)
    controls["base"].value = 5_000
    data, _ = explorer._repr_mimebundle_()
    assert "base 5,000," in data["text/plain"]
    await rest()
    assert len(pictures) == 4  # three steps and the sharp one, none of them twice
    assert len(captions) == 1


@on_a_loop
async def test_a_long_drag_is_drawn_and_written_while_it_lasts():
    explorer, controls, pictures, captions = await resting()
    for seq_len in range(50, 90):
        controls["seq_len"].value = seq_len
        await asyncio.sleep(NUMBERS_SECONDS / 4)
    await rest()
    assert len(pictures) >= 40  # one for each step, and sharp ones between late steps
    assert 3 <= len(captions) <= 40
    assert "seq_len 89" in plain(explorer.caption)


@on_a_loop
async def test_an_error_that_follows_at_once_stays():
    explorer, controls, *_ = await resting()
    controls["base"].value = 100
    await asyncio.sleep(NUMBERS_SECONDS / 4)
    explorer.drawing.update = None  # a call of it fails
    controls["base"].value = 200
    await rest()
    assert 'role="alert"' in explorer.caption.value


@on_a_loop
async def test_a_running_cell_does_not_hold_up_a_slider_on_another_loop():
    explorer = pe.HeatmapExplorer()
    base = explorer.controls["base"]
    base.value = 100  # its picture waits for the end of this cell
    time.sleep(3 * NUMBERS_SECONDS)
    before = explorer.live.image.value
    move = partial(setattr, base, "value", 200)
    run_together(move, until=lambda: "base 200" in plain(explorer.caption))
    assert explorer.live.image.value != before
