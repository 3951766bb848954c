"""Drawing: what every picture of the course can do, and how its axes are placed."""

from __future__ import annotations

import io

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from PIL import Image

from posenc_helpers.arguments import even, shown, whole
from posenc_helpers.figures.look import STORED_COLOURS, styled

MOST_COLUMNS = 16_384  # of a table that is drawn: more are slow, and far more than a model has
LAST_POSITION = 10**9  # beyond, a float64 angle has too few digits to say where a hand points


class Drawing:
    """A figure that is made once and can then be updated with new data.

    Subclasses make their artists in ``__init__`` and change them in ``update``.

    Attributes
    ----------
    figure : matplotlib.figure.Figure
    moving : list of artists that ``update`` may change, in drawing order
    scales : list of matplotlib axis objects (``ax.xaxis``…) whose ticks ``update`` may change
    text : str, the text alternative of what is drawn now
    stored_dpi : pixels per inch of the picture that a notebook stores
    """

    stored_dpi = 150

    def __init__(self, width: float, height: float, ax=None):
        if not (ax is None or isinstance(ax, Axes)):
            raise TypeError(f"ax must be Matplotlib axes, got {shown(repr(ax))}")
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

    @styled
    def png(self, dpi: float | None = None) -> bytes:
        """Return the picture as a PNG file, small by its few colours, to be stored or shown."""
        buffer = io.BytesIO()
        self.figure.savefig(buffer, format="png", dpi=dpi or self.stored_dpi)
        picture = Image.open(buffer).convert("RGB")
        few = picture.quantize(STORED_COLOURS, kmeans=1, dither=Image.Dither.NONE)
        small = io.BytesIO()
        few.save(small, format="png", optimize=True)
        return small.getvalue()


def new_figure(width: float, height: float) -> Figure:
    """Return an empty figure of `width` x `height` inches that is not known to pyplot."""
    figure = Figure(figsize=(width, height))
    FigureCanvasAgg(figure)
    return figure


def add_axes(figure: Figure, left, bottom, width, height, **settings):
    """Return axes placed in hundredths of an inch (screen pixels) from the lower left corner.

    The other arguments are those of their method `set`: title, xlabel, ylim ...
    """
    across, up = figure.get_size_inches() * 100
    ax = figure.add_axes([left / across, bottom / up, width / across, height / up])
    # Ticks are made when first drawn, outside of the style: they need its look told to them.
    ax.tick_params(
        direction="out", length=4, width=0.8, pad=4, color="#444444",
        labelsize=12, labelcolor="#222222", labelfontfamily="DejaVu Sans",
    )  # fmt: skip
    ax.set(**settings)
    return ax


def write(figure: Figure, x, y, text, **look):
    """Write a text at a place in hundredths of an inch from the lower left corner; return it."""
    across, up = figure.get_size_inches() * 100
    return figure.text(x / across, y / up, text, **look)


def pixel_size(ax) -> tuple[int, int]:
    """Return the width and height of `ax` in screen pixels (100 to the inch)."""
    box = ax.get_position()
    across, up = ax.figure.get_size_inches() * 100
    return max(1, round(box.width * across)), max(1, round(box.height * up))


def drawn_width(d_model, most: int = MOST_COLUMNS) -> int:
    """Return `d_model` as an even int that a table to be drawn may have."""
    return whole("d_model", even("d_model", d_model), 2, most)


def drawn_place(name, value, least: int = 0) -> int:
    """Return a position or an offset as an int, within what a figure is about."""
    return whole(name, value, least, LAST_POSITION)
