"""The look of every figure: style, colours, cursor and ticks."""

from __future__ import annotations

import functools
import threading
from contextlib import contextmanager
from pathlib import Path

import matplotlib
import matplotlib.style
import numpy as np
from matplotlib.ticker import FuncFormatter, MaxNLocator, NullLocator
from PIL import Image

from posenc_helpers.wording import minus, ten_to_the

STYLE = Path(__file__).parents[1] / "posenc.mplstyle"
_SETTINGS = matplotlib.rc_params_from_file(STYLE, use_default_template=False)
_STYLE_LOCK = threading.RLock()

SINE = "#00508c"
COSINE = "#c97b00"
COSINE_TEXT = "#955a00"  # the same colour, dark enough for letters
CURSOR = "#000000"
FOCUS = "#6a1b6e"  # what a figure is about: an arc, a change, attention
SIMILARITY = "#1b7a3d"
BASE_A, BASE_B = FOCUS, SIMILARITY  # two bases side by side
PASSES, FAILS = SIMILARITY, FOCUS  # of an invariant; also told apart by their shapes
MUTED = "#8a8a8a"
PALE = "#d9d9d9"
LAW = "#b3123c"  # a law beside what it is a law of
STILL = "still"  # the gid of what never changes: frames leave it where it is
SIGNED = (-1, 0, 1)  # ticks of sines
SHARES = (0, 0.5, 1)  # and of what is part of a whole
DASHES = ("-", "--", "-.", ":")

STORED_COLOURS = 128
TABLE_COLOURS = "RdBu_r"
WEIGHT_COLOURS = "Purples"


@contextmanager
def style():
    """Use the look of the course within this context, by one thread at a time.

    It starts from Matplotlib's own defaults, so that the reader's settings play no part.
    """
    with _STYLE_LOCK, matplotlib.style.context(["default", _SETTINGS]):
        yield


def styled(function):
    """Return `function` such that all that it draws has the look of the course."""

    @functools.wraps(function)
    def with_style(*args, **kwargs):
        with style():
            return function(*args, **kwargs)

    return with_style


@functools.cache
def screen_palette() -> Image.Image:
    """Return the 256 colours of a moving picture: of tables, of weights, greys, inks on white.

    A picture of 256 fixed colours compresses four times as fast as one of all colours. None is
    nearly white: Pillow, which looks among the nearest, would take it for the white ground.
    """
    samples = [
        matplotlib.colormaps[TABLE_COLOURS](np.linspace(0, 1, 160))[:, :3],
        matplotlib.colormaps[WEIGHT_COLOURS](np.linspace(0.1, 1, 24))[:, :3],
        np.linspace(0, 1, 32)[:, np.newaxis].repeat(3, axis=1),
    ]
    for ink in (SINE, COSINE, COSINE_TEXT, FOCUS, SIMILARITY):
        strength = np.linspace(1 / 8, 1, 8)[:, np.newaxis]
        samples.append(1 - strength * (1 - np.array(matplotlib.colors.to_rgb(ink))))
    colours = (np.concatenate(samples) * 255).round().astype(np.uint8)
    palette = Image.new("P", (1, 1))
    palette.putpalette(colours.tobytes())
    return palette


def luminance(colour) -> float:
    """Return the relative luminance of a colour, 0 for black to 1 for white (WCAG 2)."""
    parts = np.array(matplotlib.colors.to_rgb(colour))
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return float(linear @ (0.2126, 0.7152, 0.0722))


def cursor_style() -> dict:
    """Return the look of the position cursor: black and white dashes, seen on any ground."""
    return {"color": CURSOR, "linewidth": 1.6, "linestyle": (0, (4, 3)), "gapcolor": "white"}


def law_style() -> dict:
    """Return the look of a law beside what it is a law of."""
    return {"color": LAW, "linewidth": 1.6, "linestyle": (0, (5, 3))}


def outline(ax, width):
    """Return two empty lines for a frame: white, and a dark one of this width over it."""
    inks = ("white", 2 * width), (CURSOR, width)
    return [ax.plot([], [], color=ink, linewidth=w, clip_on=False)[0] for ink, w in inks]


def note(ax, text, place, away, **letters):
    """Write a text beside a place of the data, so many points to the right and up."""
    ax.annotate(text, place, away, textcoords="offset points", **letters)


def zero_line(ax):
    """Draw a thin level line at 0, below the data, on axes whose limits never change."""
    ax.axhline(0, color=PALE, linewidth=1, zorder=0, gid=STILL)


def whole_number_ticks(axis, most: int = 5):
    """Give `axis` at most `most` ticks, at whole numbers, written 10,000."""
    axis.set_major_locator(MaxNLocator(most, integer=True, min_n_ticks=1))
    axis.set_major_formatter(
        FuncFormatter(lambda value, _: minus(f"{round(value):,}") if value == round(value) else "")
    )


def fixed_ticks(axis, values=(-1, 0, 1)):
    """Give `axis` ticks at these values, by default at those of a sine."""
    axis.set_ticks(values, [minus(f"{value:g}") for value in values])


def power_ticks(axis, exponents):
    """Give a logarithmic `axis` the ticks 10^exponent, in plain text."""
    axis.set_ticks([10.0**k for k in exponents], [ten_to_the(k) for k in exponents])
    axis.set_minor_locator(NullLocator())


def set_ticks(axis, ticks):
    """Give `axis` at most so many ticks at whole numbers, or ticks at the values of a list.

    On a logarithmic axis the list holds the exponents of ten.
    """
    if isinstance(ticks, int):
        whole_number_ticks(axis, ticks)
    elif axis.get_scale() == "log":
        power_ticks(axis, ticks)
    else:
        fixed_ticks(axis, ticks)


def grey(k: int, count: int) -> str:
    """Return the k-th of `count` greys, from black to a middle grey."""
    return str(0.45 * k / max(1, count - 1))
