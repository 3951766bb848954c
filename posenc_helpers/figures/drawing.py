"""What every picture of the course shares: its look, its size and its text alternative."""

from __future__ import annotations

import io
from pathlib import Path

import matplotlib
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator
from PIL import Image

STYLE = Path(__file__).parents[1] / "posenc.mplstyle"

SINE = "#00508c"
COSINE = "#c97b00"
CURSOR = "#000000"
BASE_A = "#6a1b6e"
BASE_B = "#1b7a3d"
MUTED = "#8a8a8a"
PALE = "#d9d9d9"


class Drawing:
    """A figure that is made once and can then be updated with new data.

    Subclasses make their artists in ``__init__`` and change them in ``update``.

    Attributes
    ----------
    figure : matplotlib.figure.Figure
    moving : list of artists that ``update`` may change, in drawing order
    scales : list of matplotlib axis objects (``ax.xaxis``…) whose ticks ``update`` may change
    text : str, the text alternative of what is drawn now
    """

    def __init__(self, width: float, height: float, ax=None):
        self.owns_figure = ax is None
        self.figure = new_figure(width, height) if self.owns_figure else ax.figure
        self.moving = []
        self.scales = []
        self.text = ""

    def __repr__(self):
        return self.text

    def _repr_mimebundle_(self, include=None, exclude=None):
        if not self.owns_figure:
            return {"text/plain": self.text}
        return {"image/png": self.png(), "text/plain": self.text}, {"image/png": self._metadata()}

    def _metadata(self):
        return {"alt": self.text, "width": int(self.figure.get_size_inches()[0] * 100)}

    def png(self, dpi: float = 160) -> bytes:
        """Return the picture as a PNG file with `dpi` pixels per inch, small by its 256 colours."""
        buffer = io.BytesIO()
        self.figure.savefig(buffer, format="png", dpi=dpi)
        few = Image.open(buffer).convert("RGB").quantize(256, dither=Image.Dither.NONE)
        small = io.BytesIO()
        few.save(small, format="png", optimize=True)
        return small.getvalue()


def style():
    """Return a context in which Matplotlib uses the look of the course."""
    return matplotlib.rc_context(fname=STYLE)


def new_figure(width: float, height: float) -> Figure:
    """Return an empty figure of `width` x `height` inches that is not known to pyplot."""
    with style():
        figure = Figure(figsize=(width, height))
    FigureCanvasAgg(figure)
    return figure


def add_axes(figure: Figure, left, bottom, width, height, **kwargs):
    """Return axes placed in hundredths of an inch (screen pixels) from the lower left corner."""
    across, up = figure.get_size_inches() * 100
    with style():
        ax = figure.add_axes(
            [left / across, bottom / up, width / across, height / up], **kwargs
        )
    # Ticks are made when first drawn, outside of the style: they need its sizes told to them.
    ax.tick_params(labelsize=12, labelcolor="#222222", color="#444444")
    return ax


def pixel_size(ax) -> tuple[int, int]:
    """Return the width and height of `ax` in screen pixels (100 to the inch)."""
    box = ax.get_position()
    across, up = ax.figure.get_size_inches() * 100
    return max(1, round(box.width * across)), max(1, round(box.height * up))


def whole_number_ticks(axis, most: int = 5):
    """Give `axis` at most `most` ticks, at whole numbers, written 10,000."""
    axis.set_major_locator(MaxNLocator(most, integer=True))
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{round(value):,}"))


def value_ticks(axis):
    """Give `axis` the ticks -1, 0 and 1 of a sine."""
    axis.set_ticks([-1, 0, 1])
    axis.set_ticklabels(["−1", "0", "1"])


_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def power_ticks(axis, exponents):
    """Give a logarithmic `axis` the ticks 10^exponent, in plain text."""
    axis.set_ticks([10.0**exponent for exponent in exponents])
    axis.set_ticklabels(["10" + str(exponent).translate(_SUPERSCRIPTS) for exponent in exponents])
    axis.set_minor_locator(matplotlib.ticker.NullLocator())


def number(value: float, digits: int = 4) -> str:
    """Return `value` written for people: 10,000 or 0.0316 or 1.2e-07."""
    if value == 0 or not np.isfinite(value):
        return f"{value:g}"
    if float(value).is_integer() and abs(value) < 1e15:
        return f"{value:,.0f}"
    if 1e-4 <= abs(value) < 1e9:
        decimals = max(0, digits - 1 - int(np.floor(np.log10(abs(value)))))
        return f"{value:,.{decimals}f}"
    return f"{value:.{digits - 1}e}"


def power(value: float) -> str:
    """Return a power of ten from 100 on as 10², any other value as `number` does."""
    exponent = round(np.log10(value)) if value > 0 else 0
    if exponent >= 2 and value == 10.0**exponent:
        return "10" + str(exponent).translate(_SUPERSCRIPTS)
    return number(value)


def cursor_style() -> dict:
    """Return the look of the position cursor: black and white dashes, seen on any ground."""
    return {"color": CURSOR, "linewidth": 1.6, "linestyle": (0, (4, 3)), "gapcolor": "white"}
