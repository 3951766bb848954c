"""Measure how long the kernel takes for one frame of each explorer, against only its PNG.

A step sets one slider in code: arguments are checked, the picture is drawn and sent as a PNG. The
floor encodes the finished frame again, with the same settings of PNG and without drawing. Step and
floor take turns, and each number is a median of the processor time, so other programs have little
influence. Facts beside the picture and the sharp frame come later, at rest, and are not measured.
"""

import asyncio
import io
import time
from statistics import median

from PIL import Image

from posenc_helpers.models import public_names

STEPS = 24
COLUMNS = ["explorer", "slider", "frame [ms]", "/ PNG alone", "frame [kB]"]


def run():
    """Yield one table with a row for each explorer."""
    names = [name for name in public_names() if name.endswith("Explorer")]
    rows = [asyncio.run(measured(public_names()[name])) for name in names]
    yield f"A frame in the kernel, {STEPS} steps of one slider", COLUMNS, rows


async def measured(make):
    """Return the row of an explorer. Work that follows at rest gets no turn on this event loop."""
    explorer = make()
    slider = "base" if "base" in explorer.controls else next(iter(explorer.controls))
    stops = explorer.controls[slider].stops
    frames, floors = [], []
    for turn in range(1 + STEPS):
        stop = stops[7 * turn % len(stops)]
        frames.append(seconds(lambda to=stop: explorer.apply(**{slider: to})))
        if explorer.live.error:
            raise explorer.live.error
        picture = Image.open(io.BytesIO(explorer.live.image.value))
        picture.load()
        floors.append(seconds(lambda one=picture: one.save(io.BytesIO(), "png", compress_level=1)))
    frame, floor = median(frames[1:]), median(floors[1:])
    weight = len(explorer.live.image.value) / 1e3
    explorer.close()
    return [make.__name__, slider, 1e3 * frame, frame / floor, weight]


def seconds(function):
    begin = time.thread_time()
    function()
    return time.thread_time() - begin
