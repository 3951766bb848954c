"""Define the look of every figure: style, colours, cursor and ticks."""

import functools
import threading
from contextlib import contextmanager
from pathlib import Path

import matplotlib
import matplotlib.style
import numpy as np
from matplotlib.colors import LinearSegmentedColormap, to_hex, to_rgb, to_rgba_array
from matplotlib.font_manager import fontManager
from matplotlib.ticker import Formatter, MaxNLocator, NullLocator
from PIL import Image

from posenc_helpers.wording import minus, ten_to_the

PACKAGE = Path(__file__).parents[1]
STYLE = PACKAGE / "posenc.mplstyle"
FONTS = ["Posenc Inter", "DejaVu Sans"]  # the second has the few signs that the first lacks
for _cut in sorted((PACKAGE / "fonts").glob("*.ttf")):
    fontManager.addfont(_cut)
_SETTINGS = matplotlib.rc_params_from_file(STYLE, use_default_template=False)
_STYLE_LOCK = threading.RLock()

# Each colour means the same in every lesson, and no other file defines one.
WHITE = "#ffffff"
BLACK = "#000000"  # for letters on the middle colours of a table
INK = "#1b1b1f"  # what the reader has chosen, the one curve that matters, words
GREY = "#76767c"  # axes, candidates, the rest
PALE = "#dcdce0"  # rims, zero lines and backgrounds, which nobody has to distinguish
POSITION = "#00508c"  # the code of a position as a whole
WORD = "#4f7300"  # a word or its vector
RELATION = "#085762"  # what holds between two tokens: similarity, score, attention
LAW = "#b3123c"  # a theoretical law, drawn next to the data
SPEED_STOPS = ("#d37e07", "#ca4339", "#a11467", "#61127b", "#220e6f")
SPEED = LinearSegmentedColormap.from_list("speed", SPEED_STOPS)  # of a pair, from fast to slow
FASTEST, SLOWEST = 2 * np.pi, 100_000  # tokens for one turn: the two ends of SPEED
HEADLINE = 16  # points
RING = {"color": INK, "marker": "o", "mfc": "none", "mew": 1.8, "markersize": 12, "clip_on": False}
DOT = {"color": INK, "markersize": 10, "markeredgecolor": WHITE}  # marks what the reader has chosen
# CURSOR has dashes of two colours, so that it is visible on any background.
CURSOR = {"color": INK, "linewidth": 1.6, "linestyle": (0, (4, 3)), "gapcolor": WHITE}
LAW_LINE = {"color": LAW, "linewidth": 1.6, "linestyle": (0, (5, 3))}
SINE_WIDTH, COSINE_WIDTH = 3.8, 1.5  # the width distinguishes them: both have their pair's colour

TABLE_COLOURS = "RdBu_r"  # values from -1 to 1, and differences
WEIGHT_COLOURS = LinearSegmentedColormap.from_list("weights", [WHITE, RELATION])
SIGNED_COLOURS = LinearSegmentedColormap.from_list("signed", [GREY, WHITE, RELATION])

STILL = "still"  # the gid of artists that never change, so frames do not draw them again
SIGNED = (-1, 0, 1)  # ticks of sines
SHARES = (0, 0.5, 1)  # ticks of shares of a whole
DASHES = ("-", "--", "-.", ":")
STORED_COLOURS = 128
SCREEN_DPI = 100


@contextmanager
def style():
    """Use the look of the course within this context, in one thread at a time.

    It starts from Matplotlib's own defaults, so the reader's settings change nothing.
    """
    with _STYLE_LOCK, matplotlib.style.context(["default", _SETTINGS]):
        yield


@functools.cache
def screen_palette() -> Image.Image:
    """Return the 256 colours of a moving picture: tables, speeds, greys, and inks on white.

    A picture of 256 fixed colours is compressed four times as fast as a picture of all colours. No
    colour here is nearly white, because Pillow searches only approximately and would take such a
    colour for the white background.
    """
    colours = [
        *matplotlib.colormaps[TABLE_COLOURS](np.linspace(0, 1, 96))[:, :3],
        *SPEED(np.linspace(0, 1, 32))[:, :3],
        *(_tint(SPEED(t)[:3], k / 5) for t in np.linspace(0, 1, 11) for k in (1, 2, 3, 4)),
        *np.linspace(0, 1, 32)[:, np.newaxis].repeat(3, axis=1),
        *(_tint(ink, k / 8) for ink in (INK, GREY, POSITION, WORD, LAW) for k in range(2, 9)),
        *(_tint(RELATION, k / 17) for k in range(1, 18)),
    ]
    palette = Image.new("P", (1, 1))
    palette.putpalette((np.array(colours) * 255).round().astype(np.uint8).tobytes())
    return palette


def _tint(colour, strength):
    """Return a colour mixed with white: `strength` 1 is the colour itself, and 0 is white."""
    return 1 - strength * (1 - np.array(to_rgb(colour)))


def slowness(wavelengths):
    """Return the places of wavelengths [tokens] on SPEED, from 0 for fast to 1 for slow."""
    return np.clip(np.log(np.divide(wavelengths, FASTEST)) / np.log(SLOWEST / FASTEST), 0, 1)


def speed(wavelengths):
    """Return the colours of pairs with these wavelengths [tokens], as RGBA from 0 to 1."""
    return SPEED(slowness(wavelengths))


def speed_letters(wavelength) -> str:
    """Return the colour of a pair, darkened until letters on white have a contrast of 4.5 to 1."""
    colour = np.array(speed(wavelength))[:3]
    while 1.05 / (luminance(colour) + 0.05) < 4.55:
        colour = colour * 0.97
    return to_hex(colour)


def luminance(colours):
    """Return the relative luminance of one colour or many, 0 for black to 1 for white (WCAG 2)."""
    parts = to_rgba_array(colours)[:, :3]
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return linear @ (0.2126, 0.7152, 0.0722)


def outline(ax, width):
    """Return two empty lines for a frame: a white one, and over it a dark one of this width."""
    inks = (WHITE, 2 * width), (INK, width)
    return [ax.plot([], [], color=ink, linewidth=w, clip_on=False)[0] for ink, w in inks]


def note(ax, text, place, away, **letters):
    """Write a text beside a point of the data, moved by `away` points to the right and up."""
    ax.annotate(text, place, away, textcoords="offset points", **letters)


def apart(places, gap, ends):
    """Return places along a line, moved so that they are at least `gap` apart.

    They move only as far as the gap and `ends` require, and keep their order. They stay `gap`/2
    away from the ends if there is room for all.
    """
    steps, order = gap * (np.arange(len(places)) + 0.5), np.argsort(places, kind="stable")
    free = np.clip(np.sort(places), ends[0] + steps, ends[1] - steps[::-1])
    return (np.maximum.accumulate(free - steps) + steps)[np.argsort(order)]


def zero_line(ax):
    """Draw a thin level line at 0, below the data, on axes whose limits never change."""
    ax.axhline(0, color=PALE, linewidth=1, zorder=0, gid=STILL)


def set_limits(ax, x=None, y=None):
    """Set only limits that differ, because setting them takes as long as drawing two curves."""
    if x not in (None, ax.get_xlim()):
        ax.set_xlim(x)
    if y not in (None, ax.get_ylim()):
        ax.set_ylim(y)


class WholeNumbers(Formatter):
    """Ticks at whole numbers: 10,000, or 250k if all ticks of a long axis are thousands."""

    def __call__(self, value, _place=None):
        """Return the text of one tick, in the same form as all ticks of its axis."""
        whole, all_ticks = round(value), np.asarray(self.locs)
        short = np.abs(all_ticks).max(initial=0) >= 100_000 and not np.any(all_ticks % 1000)
        text = f"{whole // 1000:,}k" if whole and short else f"{whole:,}"
        return minus(text) if value == whole else ""


def set_ticks(axis, ticks):
    """Give `axis` at most `ticks` ticks at whole numbers, or ticks at the values of a list.

    On a logarithmic axis the list holds exponents of ten.
    """
    if isinstance(ticks, int):
        axis.set_major_locator(MaxNLocator(ticks, integer=True, min_n_ticks=1))
        axis.set_major_formatter(WholeNumbers())
    elif axis.get_scale() == "log":
        axis.set_ticks([10.0**k for k in ticks], [ten_to_the(k) for k in ticks])
        axis.set_minor_locator(NullLocator())
    else:
        axis.set_ticks(ticks, [minus(f"{value:g}") for value in ticks])


def grey(k: int, count: int) -> str:
    """Return the k-th of `count` greys, from ink to a middle grey."""
    return str(0.1 + 0.35 * k / max(1, count - 1))
