"""Slider: from the hand to the painted frame, in real JupyterLab and a real browser.

Explorer and floor stand in one notebook and are measured in turn.  The floor is the same slider
with an Image that shows frames rendered beforehand: what any picture from a kernel costs at least.
Steps: from the key press to the first painted frame.  Drag: 60 movements a second for 3 seconds,
let go in full motion; the frames painted until then, and from then to the last frame of the
screen's size, which shows the last value.  The sharp frame that follows at rest does not count.
"""

from pathlib import Path
from statistics import median, quantiles

from benchmarks import Table
from benchmarks.meter import Meter
from posenc_helpers.models import public_names
from tools.browser.lab import lab

ROOT = Path(__file__).parents[1]
IMPORTS = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from benchmarks.floor import floor
from posenc_helpers import {{explorer}}
"""
STEPS = 40
DRAGS = 3
SETTINGS = {
    "defaults": {},
    "10,000 × 1024": {"seq_len": 10_000, "d_model": 1024},
    "1,000,000 × 512": {"seq_len": 1_000_000, "d_model": 512},
}
EXPLORERS = {  # lesson: explorer, and the slider that is moved
    "02": ("HeatmapExplorer", "base"),
    "03": ("TwoBasesExplorer", "base A"),
    "04": ("ClocksExplorer", "position"),
    "05": ("RelativeExplorer", "shift"),
    "06": ("SimilarityExplorer", "base"),
    "07": ("ConventionsExplorer", "base"),
    "08": ("AddingExplorer", "base"),
    "09": ("TrainingExplorer", "base"),
    "10": ("RotaryExplorer", "base"),
}
COLUMNS = [
    "way", "step, median [ms]", "95 % [ms]", "/ floor", "frames/s in a drag", "/ floor",
    "release to last frame [ms]", "/ floor",
]  # fmt: skip


def run():
    """Return one table per lesson and setting."""
    with lab() as jupyterlab:
        return [
            compare(jupyterlab, lesson, setting) for lesson in EXPLORERS for setting in SETTINGS
        ]


def compare(jupyterlab, lesson, setting):
    """Measure the explorer of a lesson and its floor."""
    explorer, slider = EXPLORERS[lesson]
    arguments = understood(explorer, SETTINGS[setting])
    make = f"{explorer}(**{arguments})"
    cells = {"this project": make, "floor": f"floor({make}, {slider!r})"}
    meters = measure(jupyterlab, IMPORTS.format(explorer=explorer), cells, slider)
    named = ", ".join(f"{name} {value:,}" for name, value in arguments.items())
    what = setting if arguments == SETTINGS[setting] else named
    return Table(f"Lesson {lesson}, {what}, slider {slider}", COLUMNS, rows(meters))


def understood(explorer, settings):
    """Return those settings for which the explorer has a control, up to where its sliders end."""
    controls = public_names()[explorer]().controls
    known = {name: value for name, value in settings.items() if name in controls}
    return {name: min(value, controls[name].stops[-1]) for name, value in known.items()}


def measure(jupyterlab, imports, cells, slider):
    """Return {way: Meter} after all steps and drags, the ways taking turns."""
    name = jupyterlab.add("slider.ipynb", imports, *cells.values())
    with jupyterlab.open(name) as notebook:
        notebook.run_all()
        if notebook.errors():
            raise RuntimeError("; ".join(notebook.errors()))
        meters = {way: Meter(notebook, place, slider) for place, way in enumerate(cells, start=1)}
        take_turns(list(meters.values()))
    return meters


def take_turns(meters):
    for count in range(STEPS):
        for meter in meters:
            meter.step("ArrowRight" if count < STEPS // 2 else "ArrowLeft")
    for _ in range(DRAGS):
        for meter in meters:
            meter.drag()


def rows(meters):
    """Return a row of numbers for each way."""
    floor = meters["floor"]
    least, at_best = median(floor.steps), floor.drag_median()
    result = []
    for way, meter in meters.items():
        drag = meter.drag_median()
        step = median(meter.steps)
        result.append([
            way, step, quantiles(meter.steps, n=20)[-1], step / least,
            drag.frame_rate, drag.frame_rate / at_best.frame_rate,
            drag.to_last_frame, drag.to_last_frame / at_best.to_last_frame,
        ])  # fmt: skip
    return result
