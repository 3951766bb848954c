"""The explorer of lesson 10: a query and a key that are turned, whole or in part."""

from posenc_helpers.explorers import controls
from posenc_helpers.explorers.explorer import Explorer
from posenc_helpers.figures.rotary import RotaryScores, plot_rotary

PLACES = controls.NumberSlider.of(controls.places(100_000))


class RotaryExplorer(Explorer):
    """Move key and query together: arcs and score stay. Turn fewer columns: the score keeps up."""

    picture = RotaryScores, plot_rotary
    sliders = {
        **controls.CODES,
        "partial_rotary_factor": controls.NumberSlider.of((0.25, 0.4, 0.5, 0.75, 1.0)),
        "position": PLACES,
        "distance": PLACES,
        "pair": controls.as_taken,
    }
