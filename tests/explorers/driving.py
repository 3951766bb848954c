"""How the tests of this folder make, move and read explorers.

Their controls are not listed, so a new explorer needs no entry here.
"""

import html
import re
from contextlib import contextmanager

import ipywidgets as widgets

from posenc_helpers.explorers.controls import NumberSlider, WithinSlider
from posenc_helpers.models import public_names

EXPLORERS = [name for name in public_names() if name.endswith("Explorer")]

# Where an explorer starts in a test that moves each control.
MOVING_FROM = {
    "BatchExplorer": {"padding": "left"},  # with padding on the right, slot and mask give the same
    "LongerTextExplorer": {"ramp begins": 1, "ramp ends": 4},  # it must not end before it begins
    "SwapExplorer": {"gain": 1.0},  # at gain 0, base and d_model change nothing
}


def elsewhere(control):
    """Return another stop of a control, a seventh of all further, or back at the end."""
    there = list(control.stops)
    at, step = there.index(control.value), max(1, len(there) // 7)
    return there[at + step] if at + step < len(there) else there[at - step]


@contextmanager
def undrawn(explorer):
    """Let only the controls move within this context, and draw nothing."""
    explorer.refresh = lambda: None
    try:
        yield
    finally:
        del explorer.refresh


def somewhere(explorer):
    """Return other settings than the first ones, some of them between two stops."""
    with undrawn(explorer):
        for control in explorer.controls.values():
            there = elsewhere(control)
            between = isinstance(control, NumberSlider) and isinstance(there, float)
            control.value = 0.7 * there + 0.3 * control.value if between else there
        return values(explorer)


def make(name, **settings):
    """Return a new explorer."""
    return public_names()[name](**settings)


def everything(widget):
    """Yield a widget and all that it shows."""
    yield widget
    for child in getattr(widget, "children", ()):
        yield from everything(child)


def ends(control):
    """Return the first and the last stop of a control."""
    return control.stops[0], control.stops[-1]


def dependent(explorer):
    """Return the names of the controls whose range depends on others."""
    return [name for name, one in explorer.controls.items() if isinstance(one, WithinSlider)]


def values(explorer):
    """Return the values of all controls."""
    return {name: control.value for name, control in explorer.controls.items()}


def frame(explorer):
    """Return the PNG that is shown."""
    return bytes(explorer.live.image.value)


def state(explorer):
    """Return all that is seen of an explorer: its controls, its picture and its texts."""
    return values(explorer), frame(explorer), explorer.caption.value, explorer.numbers.value


def plain(widget):
    """Return the text that an HTML widget shows, without its markup."""
    return html.unescape(re.sub(r"<[^>]+>", " ", widget.value)).replace("\xa0", " ")


def numbers(explorer):
    """Return the facts beside the picture."""
    pairs = re.findall(r">([^<>]*?)&nbsp; <b>(.*?)</b>", explorer.numbers.value)
    return {html.unescape(name): html.unescape(fact) for name, fact in pairs}


def code(explorer):
    """Return the lines that "Show the code" shows."""
    explorer.show_code.value = True
    return explorer.source.value


def buttons(explorer):
    """Return the buttons by their labels."""
    return {w.description: w for w in everything(explorer) if isinstance(w, widgets.Button)}
