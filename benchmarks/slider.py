"""Measure a slider from the hand to the painted frame, in real JupyterLab and a real browser.

The explorer of lesson 02 and a floor are in one notebook, and all their sliders are measured in
turn. The floor has the same sliders and an Image that shows frames drawn in advance, so it measures
the minimum that any picture from a kernel costs.

A step is measured from the key press to the first painted frame. A drag has 60 movements a second
for 3 seconds and ends in full motion. Its numbers are the frames painted until then, and the time
from then to the last frame of the screen's size, which shows the last value. The sharp frame that
follows at rest does not count. It all takes five minutes.
"""

from itertools import chain
from pathlib import Path
from statistics import median, quantiles

from benchmarks.meter import Meter
from tools.browser.explorer import sliders_in
from tools.browser.lab import lab

ROOT = Path(__file__).parents[1]
IMPORTS = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from benchmarks.floor import floor
from posenc_helpers import HeatmapExplorer

HeatmapExplorer.unfolded = True  # all sliders are measured
"""
STEPS = 16
SETTINGS = {  # by title: settings, and drags of each slider
    "defaults": ({}, 2),
    "10,000 × 1024": ({"seq_len": 10_000, "d_model": 1024}, 0),
}
COLUMNS = [
    "slider", "floor, step [ms]", "step / floor", "95 % / floor",
    "floor, frames/s in a drag", "frames / floor",
    "floor, release to last frame [ms]", "last frame / floor",
]  # fmt: skip


def run():
    """Yield one table for each setting."""
    with lab() as jupyterlab:
        for title, (setting, drags) in SETTINGS.items():
            rows = compare(jupyterlab, setting, drags)
            yield f"{title}, the worst slider first", COLUMNS[: len(rows[0])], rows


def compare(jupyterlab, setting, drags):
    """Measure all sliders beside their floors, and return a row for each."""
    make = f"HeatmapExplorer(**{setting})"
    name = jupyterlab.add("slider.ipynb", IMPORTS, make, f"floor({make})")
    with jupyterlab.open(name) as notebook:
        notebook.run_all()
        if notebook.errors():
            raise RuntimeError("; ".join(notebook.errors()))
        pairs = [
            (Meter(notebook, 1, label), Meter(notebook, 2, label)) for label in labels(notebook)
        ]
        take_turns(pairs, drags)
    return sorted((row(*pair) for pair in pairs), key=lambda row: row[2], reverse=True)


def labels(notebook):
    """Return the names of the explorer's sliders."""
    return [slider.label for slider in sliders_in(notebook, notebook.show(1).element_handle())]


def take_turns(pairs, drags):
    """Let each slider take a step, then its floor, and then the next slider. Drags do the same."""
    for _ in range(STEPS):
        for meter in chain(*pairs):
            meter.step()
    for _ in range(drags):
        for meter in chain(*pairs):
            meter.drag()


def row(ours, floor):
    """Return the row of numbers for one slider."""
    step, least = median(ours.steps), median(floor.steps)
    steps = [ours.slider.label, least, step / least, quantiles(ours.steps, n=20)[-1] / least]
    if not ours.drags:
        return steps
    drag, at_best = ours.drag_median(), floor.drag_median()
    frames = at_best.frame_rate, drag.frame_rate / at_best.frame_rate
    return [*steps, *frames, at_best.to_last_frame, drag.to_last_frame / at_best.to_last_frame]
