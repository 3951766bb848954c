"""The look of every figure: style, colours, cursor and ticks."""

from __future__ import annotations

import functools
import threading
from contextlib import contextmanager
from pathlib import Path

import matplotlib
from matplotlib.ticker import FuncFormatter, MaxNLocator, NullLocator

from posenc_helpers.wording import ten_to_the

STYLE = Path(__file__).parents[1] / "posenc.mplstyle"
_SETTINGS = matplotlib.rc_params_from_file(STYLE, use_default_template=False)
_STYLE_LOCK = threading.RLock()

SINE = "#00508c"
COSINE = "#c97b00"
COSINE_TEXT = "#955a00"  # the same colour, dark enough for letters
CURSOR = "#000000"
BASE_A = "#6a1b6e"
BASE_B = "#1b7a3d"
MUTED = "#8a8a8a"
PALE = "#d9d9d9"

STORED_COLOURS = 128


@contextmanager
def style():
    """Use the look of the course within this context, by one thread at a time."""
    with _STYLE_LOCK, matplotlib.rc_context(_SETTINGS):
        yield


def styled(function):
    """Return `function` such that all that it draws has the look of the course."""

    @functools.wraps(function)
    def with_style(*args, **kwargs):
        with style():
            return function(*args, **kwargs)

    return with_style


def cursor_style() -> dict:
    """Return the look of the position cursor: black and white dashes, seen on any ground."""
    return {"color": CURSOR, "linewidth": 1.6, "linestyle": (0, (4, 3)), "gapcolor": "white"}


def whole_number_ticks(axis, most: int = 5):
    """Give `axis` at most `most` ticks, at whole numbers, written 10,000."""
    axis.set_major_locator(MaxNLocator(most, integer=True, min_n_ticks=1))
    axis.set_major_formatter(
        FuncFormatter(lambda value, _: f"{round(value):,}" if float(value).is_integer() else "")
    )


def value_ticks(axis):
    """Give `axis` the ticks -1, 0 and 1 of a sine."""
    axis.set_ticks([-1, 0, 1])
    axis.set_ticklabels(["−1", "0", "1"])


def power_ticks(axis, exponents):
    """Give a logarithmic `axis` the ticks 10^exponent, in plain text."""
    axis.set_ticks([10.0**exponent for exponent in exponents])
    axis.set_ticklabels([ten_to_the(exponent) for exponent in exponents])
    axis.set_minor_locator(NullLocator())
