"""The pixels and the texts of a rendered picture."""

import io
import itertools

import numpy as np
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.text import Text
from PIL import Image

from posenc_helpers.figures.drawing import changed
from posenc_helpers.figures.quicktext import QuickText

DPI = 100  # of the screen


def pixels(figure, dpi=DPI):
    """Return the picture of `figure` as integers: (height, width, 3).

    Matplotlib's own canvas would cut 5.1 inches, 509.99 pixels in floating point, to 509.
    """
    with changed([figure], dpi=dpi):
        renderer = RendererAgg(*np.round(dpi * figure.get_size_inches()), dpi)
        figure.draw(renderer)
    return np.asarray(renderer.buffer_rgba())[..., :3].astype(int)


def opened(png):
    """Return the pixels of a PNG file as integers: (height, width, 3)."""
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB")).astype(int)


class _TextRenderer(RendererAgg):
    def __init__(self, *args):
        super().__init__(*args)
        self.texts = []

    def draw_text(self, gc, x, y, s, prop, angle, ismath=False, mtext=None):
        if s.strip():
            self.texts.append(mtext)

    def draw_path(self, *_):
        """Draw nothing: only texts are asked for."""

    draw_markers = draw_path_collection = draw_image = draw_path


def texts(figure):
    """Return each text of a figure, with its box in pixels from the lower left corner."""
    width, height = figure.get_size_inches() * DPI
    renderer = _TextRenderer(width, height, DPI)
    figure.draw(renderer)
    # A line of a text with several lines comes as None.
    written = [text for text in dict.fromkeys(renderer.texts) if text]
    written += figure.findobj(lambda artist: isinstance(artist, Text) and "\n" in artist.get_text())
    quick = figure.findobj(QuickText)
    written += [text for text in quick if text.get_visible() and text.get_text()]
    return [(text, text.get_window_extent(renderer)) for text in written]


def misplaced(figure):
    """Return the texts that are cut, and the pairs that overlap by more than rounding."""
    width, height = figure.get_size_inches() * DPI
    shown = texts(figure)
    cut = (box.x0 < 0 or box.y0 < 0 or box.x1 > width or box.y1 > height for _, box in shown)
    found = [text.get_text() for text, _ in itertools.compress(shown, cut)]
    for (one, a), (other, b) in itertools.combinations(shown, 2):
        across = min(a.x1, b.x1) - max(a.x0, b.x0)
        up = min(a.y1, b.y1) - max(a.y0, b.y0)
        if across > 1 and up > 2:  # boxes are a little higher than their letters
            found.append((one.get_text(), other.get_text()))
    return found
