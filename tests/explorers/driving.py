"""How the tests of this folder make, move and read explorers.

What can be told from the controls of an explorer is not listed: a new one needs no entry here
unless it has a new kind of control or a range of its own.
"""

import html
import itertools
import pickle
import re
from contextlib import contextmanager

import ipywidgets as widgets

import posenc_helpers as pe
from posenc_helpers.attention import SENTENCE

EXPLORERS = [name for name in pe.__all__ if name.endswith("Explorer")]

# The ranges that the course promises: of a control of that name, and where an explorer has another.
# Those of position, column, pair and words follow from other controls.
RANGES = {
    "d_model": (2, 1024), "base": (1, 1e8), "base A": (1, 1e8), "base B": (1, 1e8),
    "seq_len": (1, 1e6), "start": (0, 1e6), "noise": (0, 1), "gain": (0, 2), "offset": (-20, 20),
    "shift": (-100, 100), "sharpness": (0.01, 100), "precision": ("float16", "float64"),
    "columns": ("as stored", "in the paper's order"), "positions": ("nothing", "anywhere"),
    "step": (0, 200), "scale": (1, 64), "distance": (0, 100_000),
}  # fmt: skip
OTHER_RANGES = {
    ("SwapExplorer", "seq_len"): (2, len(SENTENCE)),
    ("DriftExplorer", "position"): (1, 1e8),
    ("TradeOffExplorer", "base"): (1, 1e6),
    ("TradeOffExplorer", "seq_len"): (16, 4_096),
    ("TradeOffExplorer", "noise"): (0.1, 1),
    ("TradeOffExplorer", "d_model"): (2, 512),
    ("ConventionsExplorer", "variant"): ("paper", "power_of_fraction"),
    ("ConventionsExplorer", "d_model"): (4, 128),
    ("ConventionsExplorer", "seq_len"): (2, 512),
    ("RotaryExplorer", "position"): (0, 100_000),
    ("TrainingExplorer", "d_model"): (2, 128),
    ("TrainingExplorer", "seq_len"): (8, 64),
    ("MuseumExplorer", "variant"): ("power_of_fraction", "float32_angles"),
    ("MuseumExplorer", "d_model"): (2, 128),
    ("MuseumExplorer", "seq_len"): (2, 512),
    ("AddingExplorer", "d_model"): (2, 512),
    ("AddingExplorer", "seq_len"): (1, 512),
    ("AddingExplorer", "vocab_size"): (1, 512),
    ("AddingExplorer", "word_std"): (0.01, 10),
}

# Where it starts from for a test that moves each of its controls.
MOVING_FROM = {"SwapExplorer": {"gain": 1.0}}  # without gain, base and d_model change nothing


def promised(name, label, explorer):
    """Return the range that the course promises for a control."""
    return OTHER_RANGES.get((name, label)) or {**RANGES, **explorer.limits()}[label]


def places(control):
    """Return what a control can be moved to, in order."""
    if isinstance(control, widgets.SelectionSlider | widgets.Dropdown):
        return list(control._options_values)
    count = round((control.max - control.min) / control.step)
    return [control.min + k * control.step for k in range(count + 1)]


def elsewhere(control):
    """Return another place of a control, a seventh of the way further, or back where that ends."""
    there = places(control)
    at, step = there.index(control.value), max(1, len(there) // 7)
    return there[at + step] if at + step < len(there) else there[at - step]


@contextmanager
def undrawn(explorer):
    """Let nothing be drawn within this context: the controls alone move."""
    explorer.refresh = lambda: None
    try:
        yield
    finally:
        del explorer.refresh


def move_all(explorer):
    """Move each control elsewhere, in turn."""
    for control in explorer.controls.values():
        control.value = elsewhere(control)


def somewhere(explorer, share):
    """Return settings off the grid of the sliders, at this share of each range."""
    with undrawn(explorer):
        for control in explorer.controls.values():
            control.value = _somewhere(control, share)
        return values(explorer)


def _somewhere(control, share):
    there = places(control)
    at = share * (len(there) - 1)
    if not isinstance(control, widgets.SelectionSlider) or isinstance(there[1], int):
        return there[round(at)]
    low, high = there[int(at)], there[int(at) + 1]
    return low + (high - low) / 3  # with all the digits of a float


def shown_by(drawing):
    """Return the data of each artist that moves."""
    getters = (
        "get_visible", "get_color", "get_xydata", "get_array", "get_extent", "get_offsets",
        "get_text", "get_position", "get_xy", "get_width", "get_height",
    )  # fmt: skip
    return [
        pickle.dumps([getattr(artist, name)() for name in getters if hasattr(artist, name)])
        for artist in drawing.moving
    ]


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


def state(explorer):
    """Return all that one sees of an explorer: its controls, its picture and what is written."""
    return values(explorer), frame(explorer), explorer.caption.value


def plain(widget):
    """Return the text that an HTML widget shows, without its markup."""
    return html.unescape(re.sub(r"<[^>]+>", " ", widget.value)).replace("\xa0", " ")


def readout(explorer):
    """Return the read-outs, name to value, with hyphens for minus signs as Python writes them."""
    pairs = re.findall(r">([^<>]*?)&nbsp; <b>(.*?)</b>", explorer.caption.value)
    return {html.unescape(name): html.unescape(value).replace("−", "-") for name, value in pairs}


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
