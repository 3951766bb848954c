"""The explorer of lesson 11: which pairs turn in training, and how scalings slow them down."""

from posenc_helpers.explorers import controls
from posenc_helpers.explorers.explorer import Explorer
from posenc_helpers.figures import scaling


class ScalingExplorer(Explorer):
    """Choose a model and a scale: turns in training, speeds and scores by distance."""

    picture = scaling.Scalings, scaling.plot_scalings
    sliders = {
        **controls.TABLE,
        "base": controls.NumberSlider.of(controls.decades(scaling.LEAST_BASE, 10**8)),
        "scale": controls.NumberSlider.of((1, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64)),
        "pair": controls.as_taken,
    }
