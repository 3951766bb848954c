"""The second explorer of lesson 04: all positions of a window on the circles of the pairs."""

from __future__ import annotations

import numpy as np

from posenc_helpers import encoding
from posenc_helpers.explorers import controls
from posenc_helpers.explorers.explorer import Explorer
from posenc_helpers.figures.circles import Circles
from posenc_helpers.wording import number


class CirclesExplorer(Explorer):
    """Width, base and window: which hands get round, and how far the others get."""

    plot_function = "plot_circles"
    presets = {
        "100 positions": {"d_model": 18, "base": 1e4, "seq_len": 100},
        "5,000 positions": {"d_model": 18, "base": 1e4, "seq_len": 5_000},
        "base 100": {"d_model": 18, "base": 1e2, "seq_len": 100},
        "four circles": {"d_model": 8, "base": 1e4, "seq_len": 100},
    }

    def __init__(self, **settings):
        sliders = {
            "d_model": controls.d_model(18),
            "base": controls.base(),
            "seq_len": controls.seq_len(100),
        }
        super().__init__(Circles(), sliders, **settings)

    def readout(self, settings):
        """Return which hands get all the way round, and the arc of the last one."""
        turns = self.drawing.turns
        omega = encoding.angular_frequencies(settings["d_model"], settings["base"])
        return [
            ("hands that get all the way round", f"{np.sum(turns >= 1):,} of {len(turns):,}"),
            ("last hand gets to", f"{number(360 * turns[-1], 3)}°"),
            ("one token turns the first hand by", f"{np.degrees(omega[0]):.1f}°"),
            ("the last by", f"{number(np.degrees(omega[-1]), 3)}°"),
        ]
