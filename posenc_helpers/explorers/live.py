"""Define `LiveFigure`: a Matplotlib drawing that redraws fast into an ipywidgets Image.

Parts that never change are drawn once and kept as pixels. A frame copies these pixels, draws the
moving artists over them and sends the result as one PNG. There is no new figure, no Output widget
and no flicker.
"""

import asyncio
import io
import sys
import weakref
from functools import partial
from itertools import chain

import ipywidgets as widgets
import numpy as np
from PIL import Image

from posenc_helpers.figures.drawing import Drawing, Sheet, changed
from posenc_helpers.figures.look import SCREEN_DPI, screen_palette
from posenc_helpers.figures.quicktext import draw_numbers

SHARP_DPI = 200
# The picture leaves room for the controls above it and a line below it, and for code beside it on a
# wide screen.
WIDTH = "max(648px, min((100vh - 316px) * {:.4f}, max(76%, 800px)))"
REMEMBERED_TICKS = 64
REST_SECONDS = 0.15
WHITE = 0xFFFFFFFF  # red, green, blue, alpha


class LiveFigure:
    """A drawing shown by `image`, an ipywidgets Image, and redrawn by `update`.

    `shown` is the image with `over`, HTML that is placed over it.

    While updates follow each other, frames have the screen's size. `REST_SECONDS` after the last
    update, a sharp frame of twice the resolution follows. An update that fails leaves the last good
    picture and puts its error into `error`. Any thread may call `update`. Only the figure that was
    updated last keeps its pixels, which take far more memory than everything else in it.
    """

    _updated_last = staticmethod(lambda: None)  # a weak reference, as soon as there is one
    _nothing = None  # an empty drawing that replaces closed ones

    def __init__(self, drawing):
        LiveFigure._nothing = LiveFigure._nothing or Drawing(1, 1)
        self.drawing = drawing
        self.error: Exception | None = None
        self.frames = 0
        self._updates = 0
        self._canvases = {}  # a Canvas for each resolution
        width, height = drawing.figure.get_size_inches()
        wide = WIDTH.format(width / height)
        layout = {"width": wide, "max_width": "100%", "margin": "0", "overflow": "hidden"}
        self.image = widgets.Image(width=f"{SCREEN_DPI * width:.0f}")
        cell = getattr(sys.stdout, "parent_header", None)  # the cell that the kernel runs now
        self.image.comm.on_close(partial(_say_no_sliders, sys.stdout, cell))
        self.over = widgets.HTML()
        self.shown = widgets.Box([self.image, self.over], layout=layout)
        self.shown.add_class("posenc-picture")

    def update(self, **settings):
        """Draw the figure with new `settings` and send it. Return whether this succeeded."""
        with self.drawing.lock:
            self._updates += 1
            self._take_over()
            try:
                self.drawing.update(**settings)
                self._send(SCREEN_DPI)
                self.error = None
            except Exception as error:  # the controls must survive any error
                self.error = error
                return False
        after(REST_SECONDS, self._sharpen, self._updates)
        return True

    def release(self):
        """Release the pixels, which can be made again, unless a frame is being drawn."""
        if self.drawing.lock.acquire(blocking=False):
            try:
                while self._canvases:
                    self._canvases.popitem()[1].sheet.release()
            finally:
                self.drawing.lock.release()

    def close(self):
        """Release the drawing for good, and put an empty one in its place."""
        with self.drawing.lock:
            self._updates += 1  # so that no sharp frame follows
            self.release()
            self.drawing = self._nothing

    def _take_over(self):
        """Become the figure that was updated last, and let the one before it release its pixels.

        If another thread is drawing the earlier figure now, `_send` releases its pixels there.
        """
        last, LiveFigure._updated_last = LiveFigure._updated_last(), weakref.ref(self)
        if last not in (None, self):
            last.release()

    def _send(self, dpi):
        if dpi not in self._canvases:
            self._canvases[dpi] = Canvas(self.drawing, dpi)
        self.image.value = self._canvases[dpi].png()
        self.frames += 1
        if LiveFigure._updated_last() is not self:
            self.release()

    def _sharpen(self, update):
        with self.drawing.lock:
            if update == self._updates and self.error is None:
                self._send(SHARP_DPI)


def _say_no_sliders(out, cell, _message):
    """Say under `cell` why nothing moves: the page has closed what a widget opened."""
    out.parent_header = cell
    print("No sliders? Install jupyterlab_widgets where JupyterLab runs, and reload.", file=out)


def after(seconds, function, *arguments):
    """Call `function` after some seconds on this thread's event loop, or now if there is none."""
    try:
        asyncio.get_running_loop().call_later(seconds, function, *arguments)
    except RuntimeError:  # plain Python has no event loop, so nothing can wait
        function(*arguments)


def hear_while_cells_run(widget):
    """Let a widget answer the page in the subshell that the page asks for, beside running cells.

    JupyterLab opens a subshell for widgets. But ipykernel 7.4 answers on the loop that sent
    something to the widget last. If a cell made or set the widget, this loop is busy until all
    cells have run. Other versions do not use this attribute.
    """
    widget.comm._reply_subshell_for = None


class Canvas:
    """A drawing as pixels of one resolution, in which only changes are drawn again.

    Artists that never move are drawn once, and the ticks of an axis once for each of their states.
    Their marks on the sheet are kept as ink: the changed pixels and their colours. A frame puts the
    ink down and draws the moving artists over it. The ink of ticks is kept for a while, because a
    hand that moves to and fro returns to them.
    """

    def __init__(self, drawing, dpi):
        self.drawing = drawing
        self.dpi = dpi
        self.sheet = Sheet(*np.round(dpi * drawing.figure.get_size_inches()), dpi)
        self.pixels = self.sheet.pixels()
        self._colours = self.pixels.view(np.uint32).ravel()
        self._still = None
        self._ticks = {}  # two inks for each state, the least recently used first
        self._labels = {}  # an ink for each place

    def png(self) -> bytes:
        """Return the drawing as it is now, as a PNG file in the colours of `screen_palette`."""
        with changed([self.drawing.figure], dpi=self.dpi):
            self._draw()
        # RGBX means that the alpha channel is skipped.
        picture = Image.frombytes("RGB", self.pixels.shape[1::-1], self.pixels.data, "raw", "RGBX")
        colours = None if self.drawing.covered else screen_palette()  # a cover has pale colours
        few = picture.quantize(palette=colours, dither=Image.Dither.NONE)
        buffer = io.BytesIO()
        few.save(buffer, format="png", compress_level=1)
        return buffer.getvalue()

    def _draw(self):
        if self._still is None:
            with changed((*self.drawing.changing, *self.drawing.scales), visible=False):
                self._put_down()
                self._still = self._ink_of(self.drawing.figure.draw)
        self._put_down(self._still, *chain(*map(self._inks_of_axis, self.drawing.scales)))
        for artist in self.drawing.moving:
            artist.draw(self.sheet)

    def _put_down(self, *inks):
        self._colours.fill(WHITE)
        for where, colours in inks:
            self._colours[where] = colours

    def _inks_of_axis(self, axis):
        name, ticks = axis.label.get_text(), axis.get_majorticklocs()
        words = axis.get_major_formatter().format_ticks(ticks)
        state = axis, name, *axis.get_view_interval(), *words
        if state not in self._ticks:
            self._put_down(self._still)
            if len(self._ticks) == REMEMBERED_TICKS:
                self._ticks.pop(next(iter(self._ticks)))
            numbers = self._ink_of(partial(draw_numbers, axis))
            place = axis.label, name, *axis.label.get_position()
            if place not in self._labels:
                self._labels[place] = self._ink_of(axis.label.draw)
            self._ticks[state] = numbers, self._labels[place]
        self._ticks[state] = inks = self._ticks.pop(state)  # to the end: it is the youngest
        return inks

    def _ink_of(self, draw):
        """Call `draw` on the sheet. Return which pixels it changes, and their new colours."""
        before = self._colours.copy()
        draw(self.sheet)
        where = np.flatnonzero(self._colours != before)
        return where, self._colours[where]
