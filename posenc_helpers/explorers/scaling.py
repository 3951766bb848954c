"""The explorer of lesson 11: which pairs turn in training, and how scalings slow them down."""

import numpy as np

from posenc_helpers.explorers import controls
from posenc_helpers.explorers.explorer import Explorer
from posenc_helpers.figures import scaling
from posenc_helpers.scaling import SCALINGS, attention_factor
from posenc_helpers.wording import number

SCALES = (1, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64)


class ScalingExplorer(Explorer):
    """Choose a model and a scale: turns in training, speeds and scores by distance."""

    picture = scaling.Scalings, scaling.plot_scalings
    ranges = {
        **controls.TABLE,
        "base": controls.NumberSlider.of(controls.decades(scaling.LEAST_BASE, 10**8)),
        "scale": controls.NumberSlider.of(SCALES),
        "pair": controls.below("d_model", 2),
    }

    def readout(self, settings):
        """Return turns in training, the speeds of the pair, the leads and YaRN's factor."""
        drawing, pair = self.drawing, settings["pair"]
        speeds = np.array([each[pair] for each in drawing.frequencies])
        half, names = settings["d_model"] / 2, (scaling.LOOKS[each][0] for each in SCALINGS)
        leads = [half * (1 - scaling.scores_by_distance(1, each)) for each in drawing.frequencies]
        leads, shares = ", ".join(number(lead, 3) for lead in leads), speeds / speeds[0]
        yarn = f"{attention_factor('yarn', settings['scale']) ** 2:.3f}"
        shares = ", ".join(f"{share:.3f}" for share in shares)
        return [
            ("pairs that turn at least once", f"{drawing.turning:,} of {len(drawing.turns):,}"),
            (f"turns of pair {pair:,} in training", number(drawing.turns[pair], 3)),
            (f"in the order: {', '.join(names)}; ω / as trained", shares),
            ("lead of distance 0 over 1, d/2 (1 − k(1))", leads),
            ("YaRN multiplies scores by", yarn),
        ]
