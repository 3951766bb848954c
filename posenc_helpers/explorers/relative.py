"""The explorer of lesson 05: a shift by Δ tokens, on a clock, as a matrix and as a prediction."""

import numpy as np

from posenc_helpers import encoding
from posenc_helpers.explorers import controls
from posenc_helpers.explorers.explorer import Explorer
from posenc_helpers.figures.relative import Shift, degrees, plot_shift
from posenc_helpers.wording import number

FURTHEST = 100  # the largest shift


class RelativeExplorer(Explorer):
    """Move the position: arc and matrix stay. Move the shift: every block turns."""

    picture = Shift, plot_shift
    ranges = {
        **controls.TABLE,
        "position": controls.below("seq_len"),
        "shift": controls.WholeSlider.of(-FURTHEST, FURTHEST),
        "pair": controls.below("d_model", 2),
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
