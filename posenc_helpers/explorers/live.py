"""LiveFigure: a Matplotlib drawing that redraws fast into an ipywidgets Image.

What never changes is drawn once and kept as pixels. A frame copies those pixels, draws the moving
artists over them and sends the result as one PNG. No new figure, no Output widget, no flicker.
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
# As large as leaves the controls in sight above it and a line below it, and code beside it where
# there is room.
WIDTH = "max(648px, min((100vh - 316px) * {:.4f}, max(76%, 800px)))"
REMEMBERED_TICKS = 64
REST_SECONDS = 0.15
WHITE = 0xFFFFFFFF  # red, green, blue, alpha


class LiveFigure:
    """A drawing shown by `image`, an ipywidgets Image, and redrawn by `update`.

    `shown` is the image with `over`, HTML that lies over it.

    While updates follow each other, frames have the screen's size; `REST_SECONDS` after the last
    one follows a sharp frame of twice the resolution. An update that fails leaves the last good
    picture and its error in `error`. Any thread may call `update`. Only the figure that was
    updated last keeps its pixels, which take far more memory than all the rest of it.
    """

    _updated_last = staticmethod(lambda: None)  # a weak reference, once there is one
    _nothing = None  # what is left of a figure that is closed, once there is a figure

    def __init__(self, drawing):
        LiveFigure._nothing = LiveFigure._nothing or Drawing(1, 1)
        self.drawing = drawing
        self.error: Exception | None = None
        self.frames = 0
        self._updates = 0
        self._canvases = {}  # by resolution
        width, height = drawing.figure.get_size_inches()
        wide = WIDTH.format(width / height)
        layout = {"width": wide, "max_width": "100%", "margin": "0", "overflow": "hidden"}
        self.image = widgets.Image(width=f"{SCREEN_DPI * width:.0f}")
        cell = getattr(sys.stdout, "parent_header", None)  # what a kernel runs now
        self.image.comm.on_close(partial(_say_no_sliders, sys.stdout, cell))
        self.over = widgets.HTML()
        self.shown = widgets.Box([self.image, self.over], layout=layout)
        self.shown.add_class("posenc-picture")

    def update(self, **settings):
        """Draw the figure with new `settings` and send it; return whether that went well."""
        with self.drawing.lock:
            self._updates += 1
            self._take_over()
            try:
                self.drawing.update(**settings)
                self._send(SCREEN_DPI)
                self.error = None
            except Exception as error:  # whatever goes wrong, the controls must keep working
                self.error = error
                return False
        after(REST_SECONDS, self._sharpen, self._updates)
        return True

    def release(self):
        """Release pixels, which can be made again, unless a frame is being drawn."""
        if self.drawing.lock.acquire(blocking=False):
            try:
                while self._canvases:
                    self._canvases.popitem()[1].sheet.release()
            finally:
                self.drawing.lock.release()

    def close(self):
        """Release the drawing for good; an empty one takes its place."""
        with self.drawing.lock:
            self._updates += 1  # no sharp frame is to follow
            self.release()
            self.drawing = self._nothing

    def _take_over(self):
        """Become the figure that was updated last, and let the one before it release its pixels.

        If another thread is drawing it right now, it will do so itself.
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
    """Call `function` some seconds later, on the event loop that runs in this thread."""
    try:
        asyncio.get_running_loop().call_later(seconds, function, *arguments)
    except RuntimeError:  # plain Python, without a kernel: there is nothing to wait for
        function(*arguments)


def hear_while_cells_run(widget):
    """Let a widget answer the page where the page asks it to: beside a running cell.

    JupyterLab opens a subshell for widgets. But ipykernel 7.4 answers on the loop that has last
    sent something to the widget, and a cell that has made or set it waits there for all cells.
    Other versions have no such name, and ask for none.
    """
    widget.comm._reply_subshell_for = None


class Canvas:
    """A drawing as pixels of one resolution, of which only what changes is drawn anew.

    What never moves is drawn once, the ticks of an axis once for each of their states. What they
    leave on the sheet is kept as ink, the pixels that changed and their colours. A frame puts these
    down and draws the moving artists over them. The ink of ticks is kept for a while, since a hand
    that moves to and fro comes back to them.
    """

    def __init__(self, drawing, dpi):
        self.drawing = drawing
        self.dpi = dpi
        self.sheet = Sheet(*np.round(dpi * drawing.figure.get_size_inches()), dpi)
        self.pixels = self.sheet.pixels()
        self._colours = self.pixels.view(np.uint32).ravel()
        self._still = None
        self._ticks = {}  # two inks by state, the one not seen for longest first
        self._labels = {}  # by place

    def png(self) -> bytes:
        """Return the drawing as it is now, as a PNG file in the colours of `screen_palette`."""
        with changed([self.drawing.figure], dpi=self.dpi):
            self._draw()
        # RGBX: without alpha.
        picture = Image.frombytes("RGB", self.pixels.shape[1::-1], self.pixels.data, "raw", "RGBX")
        colours = None if self.drawing.covered else screen_palette()  # covers have pale ones
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
        self._ticks[state] = inks = self._ticks.pop(state)  # it is now the youngest
        return inks

    def _ink_of(self, draw):
        """Draw on the sheet; return which pixels that changes, and their colours."""
        before = self._colours.copy()
        draw(self.sheet)
        where = np.flatnonzero(self._colours != before)
        return where, self._colours[where]
