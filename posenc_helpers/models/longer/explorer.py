"""The explorer of lesson 10: which pairs to slow down for a longer text."""

from posenc_helpers.explorers import controls
from posenc_helpers.explorers.explorer import Explorer
from posenc_helpers.models.longer.figures import LongerText, plot_longer_text

TURNS = controls.decades(0.05, 20)


class LongerTextExplorer(Explorer):
    """Move the two ends of the ramp, and see what a near and a far head lose."""

    picture = LongerText, plot_longer_text
    sliders = {
        "ramp begins": TURNS,
        "ramp ends": TURNS,
        "scale": (1, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64),
        "seed": controls.AS_TAKEN,
    }
