"""The second explorer of lesson 04: all positions of a window on the circles of the pairs."""

import numpy as np

from posenc_helpers import encoding
from posenc_helpers.explorers import controls
from posenc_helpers.explorers.explorer import Explorer
from posenc_helpers.figures.circles import Circles, plot_circles
from posenc_helpers.wording import number


class CirclesExplorer(Explorer):
    """Width, base and window: which hands get round, and how far the others get."""

    picture = Circles, plot_circles
    ranges = {"d_model": controls.D_MODEL, "base": controls.BASE, "seq_len": controls.SEQ_LEN}

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
