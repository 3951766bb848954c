"""Every moving picture at three settings, under every version of Matplotlib."""

import io

import numpy as np
import pytest
from PIL import Image

from posenc_helpers.explorers.live import SCREEN_DPI, SHARP_DPI, Canvas
from tests.figures.cases import MOVING, PLOTS, three
from tests.figures.rendering import pixels

FURTHER = {
    "plot_linked_heatmap": (  # the same ticks at other places, and then another title
        {"seq_len": 47}, {"seq_len": 48}, {"seq_len": 48, "base": 0.1},
    ),
    "plot_swap": ({"first": 0, "second": 2},),  # only other words
}  # fmt: skip


@pytest.mark.parametrize("name", MOVING)
def test_the_moving_picture_is_the_still_one_and_no_layer_is_stale(name):
    """Each frame is that of a new canvas. It is the still picture in all but the pixels where a
    moving line crosses a tick, since there the moving one is drawn on top: less than one pixel in
    2,000. Axis lines are left out, which such a line may cover.
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
    sent = np.asarray(Image.open(io.BytesIO(new.png())).convert("RGB")).astype(int)
    far = np.abs(sent - new.pixels[..., :3]).max(axis=2)
    assert np.sqrt((far**2).mean()) < 6 and np.mean(far > 48) < 1e-3
    still = pixels(drawing.figure, dpi)
    gap = np.abs(still - new.pixels[..., :3]).max(axis=2)
    assert np.mean(gap[~axis_lines(drawing.figure, gap.shape)] > 0) < 5e-4
    assert (still != 255).any()
    return new.pixels


def axis_lines(figure, shape):
    """Return which pixels of a picture are in the rows and the columns of axis lines."""
    found, (high, wide) = np.zeros(shape, bool), shape
    for left, bottom, right, top in (ax.get_position().extents for ax in figure.axes):
        for row in (high * (1 - bottom), high * (1 - top)):
            found[round(row) - 2 : round(row) + 2] = True
        for column in (wide * left, wide * right):
            found[:, round(column) - 2 : round(column) + 2] = True
    return found
