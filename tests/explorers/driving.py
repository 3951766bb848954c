"""How the tests of this folder make, move and read explorers."""

import html
import itertools
import re

import ipywidgets as widgets

import posenc_helpers as pe
from posenc_helpers.attention import SENTENCE

EXPLORERS = [name for name in pe.__all__ if name.endswith("Explorer")]

D_MODEL, BASE, LENGTH = (2, 1024), (1, 1e8), (1, 1e6)

# The ranges that the course promises; position, column and words are bounded by the others.
RANGES = {
    "HeatmapExplorer": {
        "d_model": D_MODEL, "base": BASE, "seq_len": LENGTH, "start": (0, 1_000_000),
        "position": (0, 49), "column": (0, 127),
    },
    "FormulaExplorer": {
        "d_model": D_MODEL, "base": BASE, "seq_len": LENGTH, "position": (0, 9), "column": (0, 5),
    },
    "TwoBasesExplorer": {"base A": BASE, "base B": BASE, "d_model": D_MODEL, "seq_len": LENGTH},
    "ClocksExplorer": {
        "d_model": D_MODEL, "base": BASE, "seq_len": LENGTH, "position": (0, 99), "noise": (0, 1),
    },
    "SimilarityExplorer": {
        "d_model": D_MODEL, "base": BASE, "seq_len": LENGTH, "position": (0, 31),
        "offset": (-20, 20), "sharpness": (0.01, 100),
    },
    "SwapExplorer": {
        "seq_len": (2, len(SENTENCE)), "first": (0, 4), "second": (0, 4), "gain": (0, 2),
        "d_model": D_MODEL, "base": BASE,
    },
    "RelativeExplorer": {
        "d_model": D_MODEL, "base": BASE, "position": (0, 1_000), "shift": (-100, 100),
        "pair": (0, 7),
    },
    "ConventionsExplorer": {
        "variant": ("paper", "power_of_fraction"), "columns": ("as stored", "in the paper's order"),
        "d_model": (4, 128), "seq_len": (2, 512), "base": BASE,
    },
    "MuseumExplorer": {
        "variant": ("power_of_fraction", "float32_angles"), "d_model": (2, 128),
        "seq_len": (2, 512), "base": BASE,
    },
    "DriftExplorer": {
        "precision": ("float16", "float64"), "position": (1, 1e8), "d_model": D_MODEL,
        "base": BASE,
    },
}  # fmt: skip

# explorer, control, a value other than at first, and the artist's data that must change with it
CHANGES = [
    ("HeatmapExplorer", "d_model", 64, lambda d: d.image.values),
    ("HeatmapExplorer", "base", 200, lambda d: d.image.values),
    ("HeatmapExplorer", "seq_len", 80, lambda d: d.image.values),
    ("HeatmapExplorer", "start", 100, lambda d: d.image.values),
    ("HeatmapExplorer", "position", 11, lambda d: d.across.get_ydata()),
    ("HeatmapExplorer", "column", 10, lambda d: d.wave.get_xdata()),
    ("FormulaExplorer", "d_model", 8, lambda d: d.image.values),
    ("FormulaExplorer", "base", 200, lambda d: d.hand.get_xydata()),
    ("FormulaExplorer", "seq_len", 20, lambda d: d.image.values),
    ("FormulaExplorer", "position", 7, lambda d: d.hand.get_xydata()),
    ("FormulaExplorer", "column", 3, lambda d: d.outline[0].get_xydata()),
    ("TwoBasesExplorer", "base A", 200, lambda d: d.images[0].values),
    ("TwoBasesExplorer", "base B", 200, lambda d: d.images[1].values),
    ("TwoBasesExplorer", "d_model", 64, lambda d: d.speeds[1].get_ydata()),
    ("TwoBasesExplorer", "seq_len", 80, lambda d: d.window.get_xdata()),
    ("ClocksExplorer", "d_model", 16, lambda d: d.tips.get_xydata()),
    ("ClocksExplorer", "base", 200, lambda d: d.tips.get_xydata()),
    ("ClocksExplorer", "seq_len", 200, lambda d: d.misfit.get_xdata()),
    ("ClocksExplorer", "position", 13, lambda d: d.tips.get_xydata()),
    ("ClocksExplorer", "noise", 0.1, lambda d: d.tips.get_xydata()),
    ("SimilarityExplorer", "d_model", 16, lambda d: d.gram.values),
    ("SimilarityExplorer", "base", 200, lambda d: d.similarities.get_ydata()),
    ("SimilarityExplorer", "seq_len", 48, lambda d: d.head.values),
    ("SimilarityExplorer", "position", 9, lambda d: d.across[0].get_ydata()),
    ("SimilarityExplorer", "offset", 2, lambda d: d.head.values),
    ("SimilarityExplorer", "sharpness", 0.5, lambda d: d.bars.get_ydata()),
    ("SwapExplorer", "seq_len", 7, lambda d: d.images[0].values),
    ("SwapExplorer", "first", 0, lambda d: d.marks[0].get_ydata()),
    ("SwapExplorer", "second", 2, lambda d: d.marks[0].get_ydata()),
    ("SwapExplorer", "gain", 0.5, lambda d: d.images[0].values),
    ("SwapExplorer", "d_model", 8, lambda d: d.images[0].values),
    ("RelativeExplorer", "d_model", 32, lambda d: d.true_sines.get_ydata()),
    ("RelativeExplorer", "base", 200, lambda d: d.arc.get_xydata()),
    ("RelativeExplorer", "position", 5, lambda d: d.tips[0].get_xydata()),
    ("RelativeExplorer", "shift", -6, lambda d: d.matrix.values),
    ("RelativeExplorer", "pair", 2, lambda d: d.outlines[1].get_xydata()),
    ("ConventionsExplorer", "variant", "musicgen", lambda d: d.images[0].values),
    ("ConventionsExplorer", "columns", "in the paper's order", lambda d: d.crosses.get_xdata()),
    ("ConventionsExplorer", "d_model", 32, lambda d: d.images[1].values),
    ("ConventionsExplorer", "seq_len", 80, lambda d: d.images[0].values),
    ("ConventionsExplorer", "base", 200, lambda d: d.images[0].values),
    ("MuseumExplorer", "variant", "one_based", lambda d: d.crosses.get_xdata()),
    ("MuseumExplorer", "d_model", 32, lambda d: d.images[1].values),
    ("MuseumExplorer", "seq_len", 80, lambda d: d.images[0].values),
    ("MuseumExplorer", "base", 200, lambda d: d.images[0].values),
    ("DriftExplorer", "precision", "float16", lambda d: d.rounded_tips.get_xydata()),
    ("DriftExplorer", "position", 2_000, lambda d: d.rounded_tips.get_xydata()),
    ("DriftExplorer", "d_model", 8, lambda d: d.tips.get_xydata()),
    ("DriftExplorer", "base", 200, lambda d: d.tips.get_xydata()),
]


def changes(name):
    """Return the values in CHANGES of one explorer, by control."""
    return {label: value for who, label, value, _ in CHANGES if who == name}


def make(name, **settings):
    """Return a new explorer."""
    return getattr(pe, name)(**settings)


def everything(widget):
    """Yield a widget and all that it shows."""
    yield widget
    for child in getattr(widget, "children", ()):
        yield from everything(child)


def ends(control):
    """Return the least and the greatest value of a slider, the first and the last of a list."""
    if isinstance(control, widgets.Dropdown):
        return control._options_values[0], control._options_values[-1]
    return control.min, control.max


def is_slider(control):
    """Whether it is a slider and not a list to choose from."""
    return not isinstance(control, widgets.Dropdown)


def values(explorer):
    """Return the values of all controls."""
    return {name: control.value for name, control in explorer.controls.items()}


def frame(explorer):
    """Return the PNG that is shown."""
    return bytes(explorer.live.image.value)


def plain(widget):
    """Return the text that an HTML widget shows, without its markup."""
    return html.unescape(re.sub(r"<[^>]+>", " ", widget.value)).replace("\xa0", " ")


def readout(explorer):
    """Return the read-outs as they are shown: name to value."""
    pairs = re.findall(r">([^<>]*?)&nbsp; <b>(.*?)</b>", explorer.caption.value)
    return {html.unescape(name): html.unescape(value) for name, value in pairs}


def code(explorer):
    """Return the lines that "Show the code" shows."""
    explorer.show_code.value = True
    return explorer.source.value


def buttons(explorer):
    """Return the buttons by what is written on them."""
    return {w.description: w for w in everything(explorer) if isinstance(w, widgets.Button)}


def corners(explorer):
    """Move to every combination of ends of all controls, those that others depend on first."""
    dependent = [label for label in explorer.controls if label in explorer.limits()]
    main = [label for label in explorer.controls if label not in dependent]
    for main_ends in itertools.product(*(ends(explorer.controls[label]) for label in main)):
        explorer.apply(**dict(zip(main, main_ends, strict=True)))
        yield
        for other in itertools.product(*(ends(explorer.controls[label]) for label in dependent)):
            explorer.apply(**dict(zip(dependent, other, strict=True)))
            yield
