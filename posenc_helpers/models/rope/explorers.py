"""The explorers of RoPE: a query and a key that are turned, and settings for longer texts."""

from posenc_helpers.explorers import controls
from posenc_helpers.explorers.explorer import Explorer
from posenc_helpers.models.rope.figures import (
    LEAST_BASE,
    Rotary,
    Scalings,
    plot_rotary,
    plot_scalings,
)

PLACES = controls.places(100_000)


class RotaryExplorer(Explorer):
    """Move key and query together: arcs and score stay. Turn fewer columns: the score keeps up."""

    picture = Rotary, plot_rotary
    sliders = {
        "position": PLACES,
        "distance": PLACES,
        "partial_rotary_factor": (0.25, 0.4, 0.5, 0.75, 1.0),
        **controls.CODES,
        "pair": controls.AS_TAKEN,
    }


class ScalingExplorer(Explorer):
    """Choose a model and a scale: turns in training, speeds and scores by distance."""

    picture = Scalings, plot_scalings
    sliders = {
        **controls.TABLE,
        "base": controls.decades(LEAST_BASE, 10**8),
        "scale": (1, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64),
        "pair": controls.AS_TAKEN,
    }
