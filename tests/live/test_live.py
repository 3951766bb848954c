"""What a moving picture keeps, when it is sharp, and what it shows."""

import asyncio
import gc
import sys
import weakref
from unittest.mock import Mock

import numpy as np
import pytest

from posenc_helpers.explorers.live import REST_SECONDS, SCREEN_DPI, SHARP_DPI, Canvas, LiveFigure
from posenc_helpers.figures.heatmap import Heatmap
from tests.figures.cases import MOVING, PLOTS, three
from tests.figures.rendering import opened, pixels
from tests.live.together import on_a_loop

pytestmark = pytest.mark.filterwarnings("error", "default::DeprecationWarning")


class Table(Heatmap):
    """A heatmap of one value, which is the simplest drawing that moves."""

    def update(self, *, value):
        if isinstance(value, BaseException):
            raise value
        super().update(np.full((4, 4), value))


def shown(live):
    return opened(live.image.value)


# ------------------------------------------------------------------------- what is kept of it


def sheets(live):
    """Return weak references to the pixels that a live figure holds."""
    return [weakref.ref(canvas.sheet._renderer) for canvas in live._canvases.values()]


def alive(references):
    gc.collect()
    return [reference() for reference in references if reference() is not None]


@on_a_loop
async def test_a_sharp_frame_that_comes_late_is_not_kept():
    one, other = LiveFigure(Table()), LiveFigure(Table())
    one.update(value=1)
    other.update(value=1)
    await asyncio.sleep(REST_SECONDS * 3)
    assert (one.frames, other.frames) == (2, 2)
    assert sheets(one) == []
    assert len(alive(sheets(other))) == 2


def test_one_out_of_use_keeps_no_pixels_and_goes_on_when_moved():
    """Only the figure that was moved last keeps its pixels, which take megabytes."""
    live = LiveFigure(Table())
    for value in (0.1, 0.2):
        live.update(value=value)
    before, kept = live.image.value, sheets(live)
    assert len(alive(kept)) == 2
    LiveFigure(Table()).update(value=1)
    assert alive(kept) == []
    live.update(value=value)
    assert live.image.value == before


# ----------------------------------------------------------------------------------- errors


def test_what_is_not_an_error_goes_through():
    """An interruption stops the kernel, and is not told as an error under the picture."""

    with pytest.raises(KeyboardInterrupt):
        LiveFigure(Table()).update(value=KeyboardInterrupt())


# --------------------------------------------------------------------- the loop and the rest


@on_a_loop
async def test_frames_are_small_and_one_sharp_one_follows_each_rest_but_none_an_error():
    """A sharp frame follows each rest, but after an error the last good picture stays."""
    live = LiveFigure(Table())
    screen = [round(side * SCREEN_DPI) for side in live.drawing.figure.get_size_inches()[::-1]]
    for values, frames in (((0.1, 0.2), 3), ((1.0,), 5), ((1.0, ValueError("bad")), 6)):
        for value in values:
            live.update(value=value)
            assert [*shown(live).shape[:2]] == screen
        await asyncio.sleep(REST_SECONDS * 3)
        assert live.frames == frames
        assert [*shown(live).shape[:2]] == [side * (1 + (frames < 6)) for side in screen]


@on_a_loop
async def test_nothing_follows_once_it_is_closed():
    live = LiveFigure(Table())
    live.update(value=1.0)
    drawing = weakref.ref(live.drawing)
    live.close()
    await asyncio.sleep(2 * REST_SECONDS)
    assert live.frames == 1
    assert sheets(live) == alive([drawing]) == []
    assert live.drawing.figure.axes == []
    assert live.drawing.figure.get_size_inches().tolist() == [1, 1]


def test_where_the_page_closes_what_a_widget_opens_its_cell_says_what_is_missing(monkeypatch):
    """Without jupyterlab_widgets, the cell that made a picture says what to install."""
    monkeypatch.setattr(sys, "stdout", out := Mock(parent_header="cell"))
    closed, out.parent_header = LiveFigure(Table()).image.comm.handle_close, "a later cell"
    closed({})
    assert (out.parent_header, "jupyterlab_widgets" in str(out.mock_calls)) == ("cell", True)


# --------------------------------------------------------- the same as the still picture

FURTHER = {
    "plot_linked_heatmap": (  # the same ticks at other places, then another title
        {"seq_len": 47}, {"seq_len": 48}, {"seq_len": 48, "base": 0.1},
    ),
    "plot_swap": ({"first": 0, "second": 2},),  # only other words
}  # fmt: skip


@pytest.mark.parametrize("name", MOVING)
def test_the_moving_picture_is_the_still_one_and_no_layer_is_stale(name):
    """Each frame equals that of a new canvas, and nearly equals the still picture.

    Where a moving line crosses a tick, the frame has the line on top, which changes less than one
    pixel in 2,000. Axis lines are left out, because a moving line may cover them.
    """
    default, *ends = three(name)
    further = ({**default, **one} for one in FURTHER.get(name, ()))
    drawing = PLOTS[name]()
    canvas = Canvas(drawing, SCREEN_DPI)
    for settings in (default, *ends, default, *further):
        drawing.update(**settings)
        canvas.png()
        assert np.array_equal(canvas.pixels, assert_still(drawing, SCREEN_DPI)), settings
    assert_still(drawing, SHARP_DPI)


def assert_still(drawing, dpi):
    """Return the pixels of a new canvas; assert that they are those of the still picture.

    The few colours in which they are sent are close to all colours.
    """
    new = Canvas(drawing, dpi)
    sent = opened(new.png())  # first, because it draws the pixels
    far = np.abs(sent - new.pixels[..., :3]).max(axis=2)
    assert np.sqrt((far**2).mean()) < 6 and np.mean(far > 48) < 1e-3
    still = pixels(drawing.figure, dpi)
    gap = np.abs(still - new.pixels[..., :3]).max(axis=2)
    assert np.mean(gap[~axis_lines(drawing.figure, gap.shape)] > 0) < 5e-4
    assert (still != 255).any()
    return new.pixels


def axis_lines(figure, shape):
    """Return which pixels are in a row or a column of an axis line."""
    found, (high, wide) = np.zeros(shape, bool), shape
    for left, bottom, right, top in (ax.get_position().extents for ax in figure.axes):
        for row in (high * (1 - bottom), high * (1 - top)):
            found[round(row) - 2 : round(row) + 2] = True
        for column in (wide * left, wide * right):
            found[:, round(column) - 2 : round(column) + 2] = True
    return found
