"""The explorer of lesson 09: a head that learns while one looks on."""

import html
import time

import ipywidgets as widgets

from posenc_helpers.explorers import controls
from posenc_helpers.explorers.explorer import BUTTON, ROW, Explorer
from posenc_helpers.models.training.figures import TITLES, Training, plot_training
from posenc_helpers.models.training.run import LONGEST_RUN, STEPS, STEPS_A_STOP, Run
from posenc_helpers.models.training.slices import Slices
from posenc_helpers.ranges import Even
from posenc_helpers.wording import one_line

DRAW_SECONDS = 0.1
REMEMBERED_RUNS = 6


class TrainingExplorer(Explorer):
    """Press *Train*, then move `step` through what the head could do on the way.

    At first it shows a head that has not been trained. What has been trained is kept for the
    last settings, until *Reset*.
    """

    picture = Training, plot_training
    sliders = {
        "positions": {title: name for name, title in TITLES.items()},
        "d_model": Even(most=128),
        "base": controls.BASE,
        "seq_len": controls.Steps(8, LONGEST_RUN, 8),
        "step": controls.Steps(0, STEPS, STEPS_A_STOP),
    }

    def __init__(self, **settings):
        self._runs = {}  # by their settings, the oldest first
        self._job = self._run = None
        self._drawn_at = 0.0
        super().__init__(**settings)

    def extras(self):
        """Return the two buttons and the bar of progress."""
        look = {"button_style": "primary", "layout": BUTTON}
        self.train_button = widgets.Button(description="Train", **look)
        self.cancel_button = widgets.Button(description="Cancel", disabled=True, layout=BUTTON)
        for button, act in ((self.train_button, self.train), (self.cancel_button, self.cancel)):
            button.add_class("posenc-work")  # begins and ends something, sets no control
            button.on_click(lambda _button, act=act: act())
        self.progress = widgets.IntProgress(0, max=STEPS, description="trained")
        self.note = widgets.HTML(layout={"margin": "0 8px"})
        parts = [self.train_button, self.cancel_button, self.progress, self.note]
        return [widgets.HBox(parts, layout=ROW)]

    # Training

    @property
    def training(self) -> bool:
        """Whether it is training now."""
        return self._job is not None

    def train(self):
        """Train the head at the present settings, on the event loop, and return at once.

        Without a running event loop it returns when the head has been trained.
        """
        with self._lock:
            self.cancel()
            if self._trained() == STEPS:
                self._runs.pop(self._key())  # from the beginning
            self._run = self._runs.setdefault(self._key(), Run(*self._key()))
            while len(self._runs) > REMEMBERED_RUNS:
                self._runs.pop(next(iter(self._runs)))
            self.cancel_button.disabled = False
            self._job = job = Slices(self._run.work(), self._after_slice, self._lock)
        job.start()

    def cancel(self):
        """Stop training, if it is under way; what has been trained stays."""
        with self._lock:
            if self._job is not None:
                self._job.cancel()
                self._run.finish(len(self._run.losses))  # a stop that was on its way
                self._end()
                self._draw_soon()

    def reset(self):
        """Set every control back to where it was at first, and forget all training."""
        with self._lock:
            self.cancel()
            self._runs.clear()
            super().reset()

    def refresh(self):
        """Redraw everything; end the training of a head that is no longer shown."""
        with self._lock:
            if self._job is not None and self._run.key[:-1] != self._key():
                self.cancel()
            self.live.drawing.run = run = self._runs.get(self._key())
            self._drawn_at = time.monotonic()
            losses = run.losses if run else []
            self.progress.value = len(losses)
            loss = f", loss {losses[-1]:.2f}" if losses else ""
            self.note.value = f"{len(losses)} of {STEPS} steps{loss}"
            super().refresh()

    def close(self):
        """Close all its widgets and let go of its drawing and of what it trained, for good."""
        self.cancel()
        self._runs.clear()
        super().close()

    def _key(self):
        values = self._values()
        return tuple(values[name] for name in ("positions", "d_model", "base", "seq_len"))

    def _trained(self):
        run = self._runs.get(self._key())
        return len(run.losses) if run else 0

    def _after_slice(self, job):
        """Show how far training is; draw now and then, and at the end."""
        if job.ended:
            self._end()
        if job.ended or time.monotonic() > self._drawn_at + DRAW_SECONDS:
            self.refresh()
        if job.error is not None:
            self.note.value = f"Training stopped: {html.escape(one_line(str(job.error)))}"

    def _end(self):
        self._job = None
        self.cancel_button.disabled = True

    # What all explorers say

    def settings(self):
        """Return the controls' values and how many steps the head has made."""
        return {**self._values(), "trained": self._trained()}
