"""The explorer of lesson 09: a query and a key that are rotated by RoPE."""

from posenc_helpers.explorers import controls
from posenc_helpers.explorers.explorer import Explorer
from posenc_helpers.models.rope.figures import Rotary, plot_rotary

PLACES = controls.places(100_000)


class RotaryExplorer(Explorer):
    """Move key and query together, and arcs and score stay. Rotate fewer columns and compare."""

    picture = Rotary, plot_rotary
    first = "position", "distance", "partial_rotary_factor", "pair"
    sliders = {
        "position": PLACES,
        "distance": PLACES,
        "partial_rotary_factor": (0.25, 0.4, 0.5, 0.75, 1.0),
        **controls.CODES,
        "pair": controls.AS_TAKEN,
    }
