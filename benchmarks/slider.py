"""Slider: from the hand to the painted frame, in real JupyterLab and a real browser.

Explorer and floor stand in one notebook, and all their sliders are measured in turn.  The floor has
the same sliders and an Image that shows frames rendered beforehand: what any picture from a kernel
costs at least.
Steps: from the key press to the first painted frame.  Drag: 60 movements a second for 3 seconds,
let go in full motion; the frames painted until then, and from then to the last frame of the
screen's size, which shows the last value.  The sharp frame that follows at rest does not count.
"""

from itertools import chain
from pathlib import Path
from statistics import median, quantiles

from benchmarks import Table
from benchmarks.meter import Meter
from tools.browser.explorer import sliders_in
from tools.browser.lab import lab

ROOT = Path(__file__).parents[1]
IMPORTS = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from benchmarks.floor import floor
from posenc_helpers.models import public_names
{{explorer}} = public_names()["{{explorer}}"]
"""
STEPS = 16
DRAGS = 2
SETTINGS = {
    "defaults": {},
    "10,000 × 1024": {"seq_len": 10_000, "d_model": 1024},
    "1,000,000 × 512": {"seq_len": 1_000_000, "d_model": 512},
}
EXPLORERS = {  # of each lesson
    "02": "HeatmapExplorer",
    "03": "TwoBasesExplorer",
    "04": "ClocksExplorer",
    "05": "RelativeExplorer",
    "06": "SimilarityExplorer",
    "07": "AddingExplorer",
    "08": "TrainingExplorer",
    "09": "RotaryExplorer",
    "12": "BatchExplorer",
}
COLUMNS = [
    "slider", "floor, step [ms]", "step / floor", "95 % / floor",
    "floor, frames/s in a drag", "frames / floor",
    "floor, release to last frame [ms]", "last frame / floor",
]  # fmt: skip


def run():
    """Yield one table per setting of lesson 02, and one for each other lesson."""
    with lab() as jupyterlab:
        for lesson in EXPLORERS:
            for setting in SETTINGS if lesson == "02" else ("defaults",):
                yield compare(jupyterlab, lesson, setting)


def compare(jupyterlab, lesson, setting):
    """Measure all sliders of a lesson's explorer beside their floors."""
    explorer = EXPLORERS[lesson]
    make = f"{explorer}(**{SETTINGS[setting]})"
    cells = IMPORTS.format(explorer=explorer), make, f"floor({make})"
    name = jupyterlab.add("slider.ipynb", *cells)
    with jupyterlab.open(name) as notebook:
        notebook.run_all()
        if notebook.errors():
            raise RuntimeError("; ".join(notebook.errors()))
        pairs = [
            (Meter(notebook, 1, label), Meter(notebook, 2, label)) for label in labels(notebook)
        ]
        take_turns(pairs)
    measured = sorted((row(*pair) for pair in pairs), key=lambda row: row[2], reverse=True)
    return Table(f"Lesson {lesson}, {setting}, the worst slider first", COLUMNS, measured)


def labels(notebook):
    """Return the names of the sliders of the explorer."""
    return [slider.label for slider in sliders_in(notebook, notebook.show(1).element_handle())]


def take_turns(pairs):
    """Let each slider take a step beside its floor, then the next one; and so the drags."""
    for _ in range(STEPS):
        for meter in chain(*pairs):
            meter.step()
    for _ in range(DRAGS):
        for meter in chain(*pairs):
            meter.drag()


def row(ours, floor):
    """Return the numbers of one slider."""
    step, least = median(ours.steps), median(floor.steps)
    drag, at_best = ours.drag_median(), floor.drag_median()
    return [
        ours.slider.label, least, step / least, quantiles(ours.steps, n=20)[-1] / least,
        at_best.frame_rate, drag.frame_rate / at_best.frame_rate,
        at_best.to_last_frame, drag.to_last_frame / at_best.to_last_frame,
    ]  # fmt: skip
