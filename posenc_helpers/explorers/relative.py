"""The explorer of lesson 05: a shift by Δ tokens, on a clock, as a matrix and as a prediction."""

from posenc_helpers.explorers import controls
from posenc_helpers.explorers.explorer import Explorer
from posenc_helpers.figures.relative import Shift, plot_shift


class RelativeExplorer(Explorer):
    """Move the position: arc and matrix stay. Move the shift: every block turns."""

    picture = Shift, plot_shift
    sliders = {
        **controls.TABLE,
        "position": controls.as_taken,
        "shift": controls.WholeSlider.of(-100, 100),
        "pair": controls.as_taken,
    }
