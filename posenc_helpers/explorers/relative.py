"""The explorer of lesson 05: a shift by Δ tokens, on a clock, as a matrix and as a prediction."""

from __future__ import annotations

import numpy as np

from posenc_helpers import encoding
from posenc_helpers.explorers import controls
from posenc_helpers.explorers.explorer import Explorer
from posenc_helpers.figures.relative import Shift, degrees
from posenc_helpers.wording import number

FURTHEST = 100  # the largest shift


class RelativeExplorer(Explorer):
    """Move the position: arc and matrix stay. Move the shift: every block turns."""

    plot_function = "plot_shift"
    presets = {
        "three tokens ahead": {
            "d_model": 16, "base": 1e4, "seq_len": 1_000, "position": 4, "shift": 3, "pair": 1,
        },
        "the same, far away": {
            "d_model": 16, "base": 1e4, "seq_len": 1_000, "position": 900, "shift": 3, "pair": 1,
        },
        "three tokens back": {
            "d_model": 16, "base": 1e4, "seq_len": 1_000, "position": 4, "shift": -3, "pair": 1,
        },
        "seven turns": {
            "d_model": 16, "base": 1e4, "seq_len": 1_000, "position": 4, "shift": 44, "pair": 0,
        },
        "512 columns": {
            "d_model": 512, "base": 1e4, "seq_len": 1_000, "position": 100, "shift": 20, "pair": 60,
        },
    }  # fmt: skip

    def __init__(self, **settings):
        super().__init__(
            Shift(),
            {
                "d_model": controls.d_model(16),
                "base": controls.base(),
                "seq_len": controls.seq_len(1_000),
                "position": controls.whole_slider("position", 4, 0, 999),
                "shift": controls.whole_slider("shift", 3, -FURTHEST, FURTHEST),
                "pair": controls.whole_slider("pair", 1, 0, 7),
            },
            **settings,
        )

    def limits(self):
        """Keep the position in the sequence and the pair in the model."""
        settings = self.settings()
        return {
            "position": (0, settings["seq_len"] - 1),
            "pair": (0, settings["d_model"] // 2 - 1),
        }

    def readout(self, settings):
        """Return the arc, both hands, and how far prediction and truth are apart."""
        frequencies = encoding.angular_frequencies(settings["d_model"], settings["base"])
        omega = frequencies[settings["pair"]]
        position, shift = settings["position"], settings["shift"]
        before, after = (degrees(omega * p % (2 * np.pi)) for p in (position, position + shift))
        way = "" if shift == 0 else " clockwise" if shift > 0 else " anticlockwise"
        return [
            ("arc ω·Δ", f"{degrees(abs(omega * shift))}{way}"),
            ("in turns", number(abs(omega * shift) / (2 * np.pi))),
            ("hand at p", before),
            ("hand at p + Δ", after),
            ("largest difference of prediction and truth", f"{self.drawing.difference:.1e}"),
        ]
