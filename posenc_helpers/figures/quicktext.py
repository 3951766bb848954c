"""Draw texts that change with every frame in a fraction of the time: lines, and whole axes."""

import functools
import math

import numpy as np
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.text import Text

from posenc_helpers.figures import look

MARGIN = 3  # pixels around a letter, for ink beyond its own width
ACROSS = {"left": 0, "center": 0.5, "right": 1}  # share of the width to the left of the position


class QuickText(Text):
    """A text of one horizontal line, drawn in a tenth of Matplotlib's time.

    Matplotlib loads the outline of each letter again for each text that it draws. This class draws
    a letter once at each size and copies it from then on. A dollar sign is an ordinary letter here.
    """

    def __init__(self, *place, **style):
        super().__init__(*place, parse_math=False, **style)

    def draw(self, renderer):
        """Draw the text at whole pixels."""
        text = self.get_text()
        if not (self.get_visible() and text):
            return
        font = tuple(self.get_family()), self.get_weight(), self.get_size(), renderer.dpi
        ink, above, below = written(text, font)
        picture = np.empty((*ink.shape, 4), np.uint8)
        picture[..., :3] = np.multiply(to_rgb(self.get_color()), 255).round()
        picture[..., 3] = ink[::-1]
        x, y = self.get_transform().transform(self.get_position())
        left = x - ACROSS[self.get_horizontalalignment()] * (ink.shape[1] - 2 * MARGIN)
        rise = {"top": above, "center": (above - below) / 2, "baseline": 0}
        bottom = y - rise[self.get_verticalalignment()] - below
        context = renderer.new_gc()
        renderer.draw_image(context, round(left) - MARGIN, round(bottom) - MARGIN, picture)
        context.restore()


def empty_texts(ax, count, *styles):
    """Return, for each style, a list of `count` empty texts that are placed by the data of `ax`."""
    return [[ax.add_artist(QuickText(**style)) for _ in range(count)] for style in styles]


def show_texts(texts, places, words):
    """Show `words` at `places`, one text each, and hide the texts that are left over."""
    for text in texts[len(places) :]:
        text.set_visible(False)
    for text, place, word in zip(texts, places, words, strict=False):
        text.set(visible=True, position=place, text=word)


def show_fitting(artist, text, points, room):
    """Show a text in letters of `points`, or in smaller ones if it is wider than `room` pixels."""
    wide = width(text, points, artist.get_weight())
    artist.set(text=text, fontsize=points * min(1, room / wide))


def width(text, points, weight="normal") -> float:
    """Return how wide the letters of a text are, in pixels of the screen."""
    font = tuple(look.FONTS), weight, points, look.SCREEN_DPI
    return max(1, sum(letter(character, font)[1] for character in text))


@functools.lru_cache(maxsize=1024)
def written(text: str, font) -> tuple[np.ndarray, int, int]:
    """Return the ink of a text, and how far it may reach above and below its baseline.

    The ink is 0 to 255 for each pixel, with a margin all around. `font` is (families, weight,
    points, dots per inch).
    """
    above, below = heights(font)
    letters = [letter(character, font) for character in text]
    places = np.cumsum([0.0, *(advance for _, advance in letters)]).round().astype(int)
    ink = np.zeros((above + below + 2 * MARGIN, places[-1] + 4 * MARGIN), np.uint8)
    for (shape, _), place in zip(letters, places, strict=False):
        there = ink[:, place : place + shape.shape[1]]
        np.maximum(there, shape, out=there)
    return ink[:, : places[-1] + 2 * MARGIN], above, below


@functools.lru_cache(maxsize=1024)
def letter(character: str, font) -> tuple[np.ndarray, float]:
    """Return the ink of one letter, with a margin, and how far it moves the pen, in pixels."""
    above, below = heights(font)
    advance = _extent(f"l{character}l", font)[0] - _extent("ll", font)[0]
    wide, high = math.ceil(advance) + 2 * MARGIN, above + below + 2 * MARGIN
    canvas = RendererAgg(wide, high, font[-1])
    canvas.draw_text(canvas.new_gc(), MARGIN, MARGIN + above, character, _properties(font), 0)
    return np.asarray(canvas.buffer_rgba())[..., 3].copy(), advance


@functools.lru_cache(maxsize=64)
def heights(font) -> tuple[int, int]:
    """Return how far letters reach above and below the baseline, in pixels."""
    _, height, descent = _extent("lp", font)
    return math.ceil(height - descent), math.ceil(descent)


def draw_numbers(axis, renderer):
    """Draw the numbers of an axis in a quarter of Matplotlib's time, and place the axis's name.

    Matplotlib measures each number three times and moves hidden ticks and grid lines with it. This
    function places whole numbers to the left or below as Matplotlib does, because they move with
    the hand. It leaves all other axes to Matplotlib.
    """
    number = axis.get_major_ticks(1)[0].label1  # the others look like it
    whole = isinstance(axis.get_major_formatter(), look.WholeNumbers)
    if not whole or not number.get_visible():
        axis.label.set_visible(False)
        axis.draw(renderer)
        axis.label.set_visible(True)
        return
    along = ("x", "y").index(axis.axis_name)
    box = axis.axes.bbox
    ends, edge = (box.min[along] - 1e-6, box.max[along] + 1e-6), box.min[1 - along]
    font = tuple(number.get_family()), number.get_weight(), number.get_size(), renderer.dpi
    properties, ink = _properties(font), renderer.new_gc()
    ink.set_foreground(number.get_color())
    places = axis.get_majorticklocs()
    points = np.zeros((len(places), 2))
    points[:, along] = places
    pixels = number.get_transform().transform(points)
    for text, point in zip(axis.get_major_formatter().format_ticks(places), pixels, strict=True):
        if ends[0] <= point[along] <= ends[1]:
            wide, high, low = _extent(text, font)
            rise, low = map(max, (high - low, low), _line(font))
            x, y = point - ((wide / 2, rise) if along == 0 else (wide, rise / 2))
            edge = min(edge, point[1] - rise - low if along == 0 else x)
            renderer.draw_text(ink, x, renderer.height - y, text, properties, 0)
    place = list(axis.label.get_position())
    place[1 - along] = edge - renderer.points_to_pixels(axis.labelpad)
    axis.label.set_position(place)


@functools.lru_cache(maxsize=1024)
def _extent(text, font):
    """Return width, height and descent of the ink of a text, in pixels."""
    return _measuring(font[-1]).get_text_width_height_descent(text, _properties(font), False)


@functools.lru_cache(maxsize=64)
def _line(font):
    """Return how far above and below its baseline a line reaches at least, in pixels.

    A text with little ink is measured, because Matplotlib's rule depends on its version.
    """
    line = Figure(dpi=font[-1]).text(0, 0, "-", fontproperties=_properties(font))
    box = line.get_window_extent(_measuring(font[-1]))
    return box.y1, -box.y0


@functools.lru_cache(maxsize=8)
def _measuring(dpi):
    return RendererAgg(1, 1, dpi)


def _properties(font):
    families, weight, points, _ = font
    return FontProperties(family=list(families), weight=weight, size=points)
