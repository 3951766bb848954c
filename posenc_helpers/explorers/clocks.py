"""The explorer of lesson 04: a wall of clocks that one can play, stop and read."""

from __future__ import annotations

import ipywidgets as widgets

from posenc_helpers import encoding
from posenc_helpers.explorers import controls
from posenc_helpers.explorers.explorer import Explorer
from posenc_helpers.figures.clocks import ClockWall
from posenc_helpers.wording import number

STEP_MILLISECONDS = 100
LAST_COUNT = 1_000_000_000


class ClocksExplorer(Explorer):
    """Clocks at their true speeds; `noise` blurs the hands, and the fit shows what is left."""

    plot_function = "plot_clock_wall"
    presets = {
        "nine clocks": {"d_model": 18, "base": 1e4, "seq_len": 100, "position": 99, "noise": 0.0},
        "two clocks, noise": {
            "d_model": 4, "base": 1e4, "seq_len": 1_000, "position": 300, "noise": 0.03,
        },
        "four clocks, noise": {
            "d_model": 8, "base": 1e4, "seq_len": 1_000, "position": 300, "noise": 0.03,
        },
        "one clock": {"d_model": 2, "base": 1e4, "seq_len": 100, "position": 40, "noise": 0.0},
    }  # fmt: skip

    def __init__(self, **settings):
        self.play = widgets.Play(min=0, max=LAST_COUNT, interval=STEP_MILLISECONDS)
        super().__init__(
            ClockWall(),
            {
                "d_model": controls.d_model(18),
                "base": controls.base(),
                "seq_len": controls.seq_len(100),
                "position": controls.whole_slider("position", 12, 0, 99),
                "noise": controls.real_slider("noise", 0.0, 1.0, 0.01),
            },
            **settings,
        )

    def extras(self):
        """Return the play button. It counts, and the position moves on from where it stands."""
        self.play.observe(self._move_on, names="value")
        return [self.play]

    def _move_on(self, change):
        position, steps = self.controls["position"], change.new - change.old
        if steps < 0 or position.value == position.max:  # stopped, or played on at the end
            position.value = position.min
            return
        position.value = min(position.value + steps, position.max)
        if position.value == position.max and not self.play.repeat:
            self.play.playing = False

    def limits(self):
        """Keep the position in the sequence."""
        return {"position": (0, self.settings()["seq_len"] - 1)}

    def readout(self, settings):
        """Return the positions that fit the hands and the speeds of the first and last clock."""
        lengths = encoding.wavelengths(settings["d_model"], settings["base"])
        fitting = self.drawing.fitting
        shown = ", ".join(f"{p:,}" for p in fitting[:6]) + (" …" if len(fitting) > 6 else "")
        return [
            ("positions that fit the hands", f"{len(fitting):,}: {shown}" if len(fitting) else "0"),
            ("searched", "positions {:,} to {:,}".format(*self.drawing.searched)),
            ("first clock: one turn in", f"{number(lengths[0])} tokens"),
            ("last clock", f"{number(lengths[-1])} tokens"),
        ]
