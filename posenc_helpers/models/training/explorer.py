"""The explorer of lesson 08: a head that learns while you watch."""

import asyncio
import html
import math
import time

import ipywidgets as widgets

from posenc_helpers.checks import SWITCH, Even, OneOf
from posenc_helpers.explorers import controls
from posenc_helpers.explorers.explorer import BUTTON, ROW, Explorer
from posenc_helpers.models.training.figures import Training, plot_training
from posenc_helpers.models.training.run import CLOCKS, LONGEST_RUN, STEPS, STEPS_A_STOP, Run
from posenc_helpers.wording import one_line

SLICE_SECONDS = 0.05  # of training between two looks at the controls
REMEMBERED_RUNS = 6


class TrainingExplorer(Explorer):
    """Press *Train*, then move `step` to see what the head could do on the way.

    At first it shows a head that is not trained. Other settings and *Reset* end the training of a
    head. Heads that were trained to the end are kept for the last six settings, until *Reset*.
    """

    picture = Training, plot_training
    first = "clocks", "mask", "step"
    sliders = {
        "clocks": OneOf(CLOCKS),
        "mask": SWITCH,
        "base": controls.BASE,
        "seq_len": controls.Steps(8, LONGEST_RUN, 8),
        "d_model": Even(most=128),
        "step": controls.Steps(0, STEPS, STEPS_A_STOP),
    }

    def __init__(self, **settings):
        self._runs = {}  # by settings, the oldest first
        self._run = self._work = None  # the head in training, and its work that is left
        super().__init__(**settings)

    def extras(self):
        """Return the button, the progress bar and a note beside it."""
        look = {"button_style": "primary", "layout": BUTTON}
        self.train_button = widgets.Button(description="Train", **look)
        self.train_button.add_class("posenc-work")  # begins something and sets no control
        self.train_button.on_click(lambda _button: self.train())
        self.progress = widgets.IntProgress(0, max=STEPS, description="trained")
        self.note = widgets.HTML(layout={"margin": "0 8px"})
        return [widgets.HBox([self.train_button, self.progress, self.note], layout=ROW)]

    # Methods for the training

    @property
    def training(self) -> bool:
        """Return whether a head is in training now."""
        return self._work is not None

    def train(self):
        """Train a new head at the present settings, on the event loop, and return immediately.

        Without a running event loop, return after the head has been trained.
        """
        with self._lock:
            self._leave()
            self._runs.pop(self._key(), None)
            self._run = self._runs[self._key()] = Run(*self._key())
            while len(self._runs) > REMEMBERED_RUNS:
                self._runs.pop(next(iter(self._runs)))
            self._work = work = self._run.work()
        try:
            asyncio.get_running_loop().call_soon(self._go_on, work, SLICE_SECONDS)
        except RuntimeError:  # plain Python: nothing else waits for a turn
            self._go_on(work, math.inf)

    def _go_on(self, work, seconds):
        """Train for a moment and show it. Continue after the controls have had their turn."""
        with self._lock:
            if work is not self._work:  # its training was ended
                return
            until, trouble = time.monotonic() + seconds, ""
            try:
                ended = all(time.monotonic() < until for _ in work)
            except Exception as error:  # the controls must survive any error
                ended, trouble = True, f"Training stopped: {html.escape(one_line(str(error)))}"
            self._work = None if ended else work
            self.refresh()
            self.note.value = trouble or self.note.value
        if not ended:
            asyncio.get_running_loop().call_soon(self._go_on, work, seconds)

    def _leave(self):
        """End the training, and forget the head that is not trained to the end."""
        with self._lock:
            if self._work is not None:
                self._work = None
                self._runs.pop(self._run.key, None)

    def reset(self):
        """Set every control back to where it was at first, and forget all training."""
        with self._lock:
            self._leave()
            self._runs.clear()
            super().reset()

    def refresh(self):
        """Redraw everything, and end the training of a head that is no longer shown."""
        with self._lock:
            if self._work is not None and self._run.key != self._key():
                self._leave()
            self.live.drawing.run = run = self._runs.get(self._key())
            losses = run.losses if run else []
            self.progress.value = len(losses)
            loss = f", loss {losses[-1]:.2f}" if losses else ""
            self.note.value = f"{len(losses)} of {STEPS} steps{loss}"
            super().refresh()

    def close(self):
        """Close all widgets, and drop the drawing and the trained heads, for good."""
        self._leave()
        self._runs.clear()
        super().close()

    def _key(self):
        values = self._values()
        return tuple(values[name] for name in ("clocks", "mask", "d_model", "base", "seq_len"))

    # A method that all explorers have

    def settings(self):
        """Return the controls' values and the number of steps that the head has made."""
        run = self._runs.get(self._key())
        return {**self._values(), "trained": len(run.losses) if run else 0}
