"""The explorer of lesson 11: which pairs turn in training, and how scalings slow them down."""

from posenc_helpers.explorers import controls
from posenc_helpers.explorers.explorer import Explorer
from posenc_helpers.figures.scaling import (
    LEAST_BASE,
    LOOKS,
    Scalings,
    plot_scalings,
    scores_by_distance,
)
from posenc_helpers.scaling import SCALINGS, attention_factor
from posenc_helpers.wording import number

SCALES = (1, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64)


class ScalingExplorer(Explorer):
    """Choose a model and a scale: turns in training, speeds and scores by distance."""

    picture = Scalings, plot_scalings
    ranges = {
        **controls.TABLE,
        "base": controls.NumberSlider.of(controls.decades(LEAST_BASE, 10**8)),
        "scale": controls.NumberSlider.of(SCALES),
        "pair": controls.below("d_model", 2),
    }
    presets = {
        "Llama 2": (128, 1e4, 4_096, 4, 40),
        "Llama 3": (128, 5e5, 8_192, 4, 40),
        "Llama 3.1": (128, 5e5, 8_192, 8, 32),
        "the toy": (64, 160, 64, 4, 12),
    }

    def readout(self, settings):
        """Return turns in training, the speeds of the pair, the leads and YaRN's factor."""
        drawing, pair = self.drawing, settings["pair"]
        speeds = [each[pair] for each in drawing.frequencies]
        leads = [
            settings["d_model"] / 2 * (1 - scores_by_distance(1, each))
            for each in drawing.frequencies
        ]
        return [
            ("pairs that turn at least once", f"{drawing.turning:,} of {len(drawing.turns):,}"),
            (f"turns of pair {pair:,} in training", number(drawing.turns[pair], 3)),
            (
                f"in the order: {', '.join(LOOKS[each][0] for each in SCALINGS)}; ω / as trained",
                ", ".join(f"{speed / speeds[0]:.3f}" for speed in speeds),
            ),
            (
                "lead of distance 0 over 1, d/2 (1 − k(1))",
                ", ".join(number(lead, 3) for lead in leads),
            ),
            (
                "YaRN multiplies scores by",
                f"{attention_factor('yarn', settings['scale']) ** 2:.3f}",
            ),
        ]
