"""Define `Drawing`: what every picture of the course can do, and how its axes are placed."""

import functools
import io
import re
import threading
from contextlib import contextmanager
from inspect import cleandoc, signature
from itertools import takewhile

import numpy as np
from matplotlib.artist import Artist, getp
from matplotlib.backends.backend_agg import FigureCanvasAgg, RendererAgg
from matplotlib.figure import Figure
from matplotlib.image import AxesImage
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle
from matplotlib.spines import Spine
from PIL import Image

from posenc_helpers.checks import Even, Positive, Whole
from posenc_helpers.figures import look
from posenc_helpers.figures.quicktext import QuickText
from posenc_helpers.wording import minus, shown

MOST_BASES = 4  # in one figure
MOST_COLUMNS = 16_384  # of a table that is drawn: more columns are slow
LAST_POSITION = 10**9  # up to here, for base >= 1, float64 angles are exact to 2.3e-7

# The ranges of arguments that most pictures share.
WIDTH, BASE = Even(most=MOST_COLUMNS), Positive()
POSITION, SHIFT = Whole(0, LAST_POSITION), Whole(-LAST_POSITION, LAST_POSITION)
TABLE = {"d_model": WIDTH, "base": BASE, "seq_len": Whole(1)}


class Drawing:
    """A figure that is made once and can then be updated with new data.

    Subclasses make their artists in ``make`` and change them in ``update``. Spines, legends, titles
    of axes and artists with the gid ``STILL`` must never change, because frames do not draw them
    again.

    Attributes
    ----------
    size : default width and height in inches
    figure : matplotlib.figure.Figure
    extent : its width and height in hundredths of an inch, which are pixels of the screen
    title : the headline of the picture. A second headline has a name of its own
    what : str, what the picture shows: the first line of the docstring of its class or function
    settings : dict of the arguments of the last `update`
    guessed : str, what the text alternative says of a guess, otherwise empty
    covered : str, what the text alternative says while a sheet hides the picture, otherwise empty
    teased : artists that show through this sheet, fading downward. They must not show the answer
    lock : every thread holds it while it draws or updates the picture
    stored_dpi : pixels per inch of the picture that a notebook stores
    places : names of what a guess can mark, each with the number of the axes and "x" or "y"
    guess_at : with `places`, where "your guess" has room, in hundredths of an inch
    """

    size = 9.0, 5.3
    stored_dpi = 150
    places: dict[str, tuple[int, str]] = {}

    def __init__(self, *size: float, stored_dpi: int | None = None):
        self.stored_dpi = stored_dpi or self.stored_dpi
        self.what, *_ = cleandoc(type(self).__doc__).splitlines()
        self.guessed = self.covered = ""
        self.title, self.settings, self._facts = None, {}, {}
        self._cover, self.teased = (), ()  # artists
        self.lock = threading.RLock()
        with look.style():
            self.figure = Figure(figsize=size or self.size)  # unknown to pyplot
            self.extent = self.figure.get_size_inches() * 100
            FigureCanvasAgg(self.figure)
            self.make()

    def __init_subclass__(cls):
        """Make the `update` of each subclass leave its arguments in `settings`."""
        if "update" in vars(cls):
            cls.update = _remembered(cls.update)

    def make(self):
        """Make the artists, in the look of the course. Still pictures do not need this method."""

    def facts(self, **settings) -> dict[str, str]:
        """Return the numbers of the present picture by name, written with `wording.said`.

        `settings` are the arguments of the last update.
        """
        return self._facts

    def described(self, facts: dict[str, str]):
        """Keep the facts of a still picture, and return the drawing."""
        self._facts = facts
        return self

    @property
    def text(self) -> str:
        """The text alternative: what the picture shows, its headline, settings and facts."""
        settings = ((name, shown(value)) for name, value in self.settings.items())
        given = ", ".join(f"{_spoken(name)} {value}" for name, value in settings if value)
        facts = "; ".join(": ".join(fact) for fact in self.facts(**self.settings).items())
        parts = self.what.removesuffix("."), self.title.get_text(), given and f"with {given}", facts
        return minus(" ".join(f"{part[0].upper()}{part[1:]}." for part in parts if part))

    def add_axes(self, left, bottom, width, height, *, x=None, y=None, **settings):
        """Return axes placed in hundredths of an inch (screen pixels) from the lower left corner.

        `x` and `y` are ticks as in `look.set_ticks`: their maximum number, their values, or
        exponents. With "none" the axis has neither numbers nor a name. The other arguments are
        those of the axes' method `set`: title, xlabel, ylim ...
        """
        place = np.reshape([left, bottom, width, height], (2, 2)) / self.extent
        ax = self.figure.add_axes(place.ravel())
        # Matplotlib makes ticks when it first draws them, outside this style, so they get its look
        # here.
        letters = {"labelsize": 14, "labelcolor": look.GREY, "labelfontfamily": look.FONTS}
        ax.tick_params(length=0, pad=5, **letters)
        ax.set(**settings)
        for axis, ticks in ((ax.xaxis, x), (ax.yaxis, y)):
            if ticks == "none":
                axis.set_visible(False)
            elif ticks is not None:
                look.set_ticks(axis, ticks)
        return ax

    def add_panels(self, titles, left, bottom, width, height, *, gap, ylabel="", **settings):
        """Return axes of the same size, one for each title, with `gap` pixels between them.

        Only the first axes have numbers and a name at their left. The other arguments are those of
        `add_axes`.
        """
        places = ((left + k * (width + gap), bottom, width, height) for k in range(len(titles)))
        axes = [self.add_axes(*place, **settings) for place in places]
        for ax, title in zip(axes, titles, strict=True):
            ax.set_title(title)
            ax.tick_params(labelleft=ax is axes[0])
        axes[0].set_ylabel(ylabel)
        return axes

    def write(self, x, y, text, **letters):
        """Write a text, placed in hundredths of an inch from the lower left corner, and return it.

        If `text` is empty, `update` fills it. Any other text never changes.
        """
        place = np.divide((x, y), self.extent)
        return self.figure.text(*place, text, gid=look.STILL if text else None, **letters)

    def headline(self, text="", x=60, y=None):
        """Write a headline, which says what the picture shows, and return it.

        The first headline becomes the `title`. `x` and `y` place its upper left corner, in
        hundredths of an inch from the lower left corner of the picture.
        """
        place = np.divide((x, self.extent[1] - 8 if y is None else y), self.extent)
        style = {"fontsize": look.HEADLINE, "fontweight": "bold", "verticalalignment": "top"}
        line = QuickText(*place, text, transform=self.figure.transFigure, **style)
        line.set_gid(look.STILL if text else None)
        self.title = self.title or line
        return self.figure.add_artist(line)

    def draw_line(self, x, y, **style):
        """Draw a line that never changes, through points in hundredths of an inch."""
        place = {"transform": self.figure.transFigure, "gid": look.STILL}
        self.figure.add_artist(Line2D(*np.divide((x, y), self.extent[:, None]), **place, **style))

    @property
    def changing(self) -> list:
        """All artists that ``update`` may change, in drawing order."""
        figure = self.figure
        parts = *map(_drawn_on, figure.axes), (*figure.lines, *figure.texts, *figure.artists)
        drawn = (artist for part in parts for artist in sorted(part, key=Artist.get_zorder))
        return [artist for artist in drawn if artist.get_gid() != look.STILL]

    @property
    def moving(self) -> list:
        """The artists of `changing` that are shown now, in drawing order."""
        shown = {*self.teased, *self._cover}
        return [one for one in self.changing if not self.covered or one in shown]

    @property
    def scales(self) -> list:
        """The axis objects, ``ax.xaxis`` …, whose ticks are drawn and may change."""
        drawn = (axis for ax in self.figure.axes if ax.axison for axis in (ax.xaxis, ax.yaxis))
        return [axis for axis in drawn if axis.get_visible()]

    @property
    def alt(self) -> str:
        """The text alternative. While the picture is covered, it does not tell the answer."""
        return self.covered or f"{self.text} {self.guessed}".strip()

    def cover(self, words: str = ""):
        """Hide the picture under a sheet with these words. If there are none, remove the sheet.

        Only the axes and the artists in `teased` show through the sheet.
        """
        if words == self.covered:
            return
        for artist in self._cover:
            artist.remove()
        self.covered, self._cover = words, ()
        if words:
            box = {"facecolor": look.WHITE, "edgecolor": look.GREY, "pad": 14}
            middle = {"ha": "center", "va": "center", "zorder": 101, "bbox": box}
            with look.style():
                notice = self.figure.text(0.5, 0.5, words, fontsize=14, **middle)
                self._cover = (*self._sheets(), notice)

    def _sheets(self):
        """Yield a pale sheet over everything, and one that thickens downward for `teased` axes."""
        whole = Rectangle((0, 0), 1, 1, transform=self.figure.transFigure, zorder=100)
        whole.set(facecolor=look.WHITE, alpha=0.5)
        yield self.figure.add_artist(whole)
        fading = np.ones((64, 1, 4))
        fading[:, 0, 3] = np.linspace(0, 4, 64).clip(0, 1)
        for ax in {artist.axes for artist in self.teased}:
            sheet = AxesImage(ax, extent=(0, 1, 0, 1), zorder=99, interpolation="bilinear")
            sheet.set_data(fading)
            sheet.set_transform(ax.transAxes)
            yield ax.add_artist(sheet)

    def place(self, words: str, **settings) -> dict:
        """Return the arguments of `spot` for a place such as "column 30".

        `settings` are the settings of the picture that is marked.

        Raises
        ------
        ValueError : if `words` are not names of `places` with a number each, separated by commas
        """
        found = {}
        for part in words.split(", "):
            name, _, value = part.partition(" ")
            if name not in self.places or not re.fullmatch(r"[\d,]+(\.\d+)?", value):
                known = " or ".join(f"{one} 30" for one in self.places) or "none"
                raise ValueError(f"place must be one such as {known}, got {words!r}")
            found["axes"], coordinate = self.places[name]
            found[coordinate] = float(value.replace(",", ""))
        return found

    def spot(self, axes: int = 0, x=None, y=None) -> tuple[float, float, float, float]:
        """Return left, top, width and height of a line or point on axes, in per cent of the whole.

        Only `x` or only `y` gives a line across the axes, and both together give a point. `axes` is
        the number of the axes in the figure.
        """
        ax = self.figure.axes[axes]
        corners = ax.transData.transform([[1 if x is None else x, 1 if y is None else y]] * 2)
        corners[:, [x is None, y is None]] = ax.bbox.get_points()[:, [x is None, y is None]]
        (left, bottom), (right, top) = 100 * corners / self.figure.bbox.size
        return left, 100 - top, right - left, top - bottom

    def __repr__(self):
        return self.alt

    def _repr_mimebundle_(self, **_):
        with self.lock:
            data = {"image/png": self.png(), "text/plain": self.alt}
            return data, {"image/png": {"alt": self.alt, "width": int(self.extent[0])}}

    def png(self, dpi: float | None = None) -> bytes:
        """Return the picture as a PNG file, which few colours keep small."""
        with self.lock, look.style():
            picture = self._picture(dpi or (look.SCREEN_DPI if self.covered else self.stored_dpi))
        few = picture.quantize(look.STORED_COLOURS, kmeans=1, dither=Image.Dither.NONE)
        buffer = io.BytesIO()
        few.save(buffer, format="png", optimize=True)
        return buffer.getvalue()

    def _picture(self, dpi):
        covered = {*self.changing} - {*self.moving}
        with changed([self.figure], dpi=dpi), changed(covered, visible=False):
            sheet = Sheet(*self.figure.bbox.size, dpi)
            self.figure.draw(sheet)
        picture = Image.fromarray(sheet.pixels()).convert("RGB")
        sheet.release()
        return picture


def _spoken(name):
    """Return the name of a setting as its control shows it."""
    return name if name in TABLE else name.replace("_", " ")


def _remembered(update):
    parameters = signature(update)

    @functools.wraps(update)
    def updated(self, *args, **settings):
        update(self, *args, **settings)
        self.settings = _arguments(parameters, self, *args, **settings)
        del self.settings["self"]

    return updated


def _arguments(parameters, *args, **settings):
    """Return all arguments of a call by name, including defaults."""
    call = parameters.bind(*args, **settings)
    call.apply_defaults()
    return {**call.arguments}


def still(function):
    """Return `function`, which draws a still picture, so that it draws in the look of the course.

    The first line of its docstring, without "Draw", says what the picture shows.
    """
    parameters = signature(function)
    what, *_ = cleandoc(function.__doc__).removeprefix("Draw ").splitlines()

    @functools.wraps(function)
    def drawn(*args, **settings):
        with look.style():
            drawing = function(*args, **settings)
        drawing.what = what[0].upper() + what[1:]
        drawing.settings = _arguments(parameters, *args, **settings)
        return drawing

    return drawn


def _drawn_on(ax):
    """Return the artists that were drawn on axes. Matplotlib lists them before the spines."""
    return takewhile(lambda artist: not isinstance(artist, Spine), ax.get_children())


def plots(kind):
    """Return a function that makes a drawing of the class `kind` and updates it once.

    It has the arguments and the docstring of `kind.update`. Its name comes from the class: for
    `TwoBases` it is `plot_two_bases`.
    """

    @functools.wraps(kind.update)
    def plot(*args, **settings):
        drawing = kind()
        drawing.update(*args, **settings)
        return drawing

    of_method = signature(kind.update)
    plot.__signature__ = of_method.replace(parameters=[*of_method.parameters.values()][1:])
    plot.__name__ = plot.__qualname__ = "plot" + re.sub("[A-Z]", r"_\g<0>", kind.__name__).lower()
    plot.__doc__ = f"{cleandoc(kind.update.__doc__)}\n\nReturns\n-------\nthe drawing\n"
    return plot


@contextmanager
def changed(artists, **properties):
    """Give these artists other properties, such as visible=False, within this context."""
    before = [{name: getp(artist, name) for name in properties} for artist in artists]
    for artist in artists:
        artist.set(**properties)
    try:
        yield
    finally:
        for artist, kept in zip(artists, before, strict=True):
            artist.set(**kept)


class Sheet:
    """A renderer that can drop its pixels.

    A text keeps the renderer that drew it last, which would otherwise keep all its pixels in
    memory.
    """

    def __init__(self, width: float, height: float, dpi: float):
        self._renderer = RendererAgg(width, height, dpi)

    def __getattr__(self, name):
        return getattr(self._renderer, name)

    def pixels(self) -> np.ndarray:
        """Return the pixels themselves, not a copy, shape (height, width, 4)."""
        return np.asarray(self._renderer.buffer_rgba())

    def release(self):
        """Drop the pixels. Later drawing on this sheet is lost, but texts can still be measured."""
        self._renderer = RendererAgg(1, 1, self._renderer.dpi)
