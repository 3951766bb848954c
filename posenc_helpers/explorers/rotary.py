"""The explorer of lesson 10: a query and a key that are turned, whole or in part."""

from posenc_helpers.explorers import controls
from posenc_helpers.explorers.explorer import Explorer
from posenc_helpers.figures.rotary import RotaryScores, plot_rotary

SHARES, WIDE_LABEL = (0.25, 0.4, 0.5, 0.75, 1.0), {"description_width": "max(150px, 10vw)"}
PLACES = controls.NumberSlider.of({*range(20), *controls.counts(20, 100_000)})


class RotaryExplorer(Explorer):
    """Move key and query together: arcs and score stay. Turn fewer columns: the score keeps up."""

    picture = RotaryScores, plot_rotary
    ranges = {
        "d_model": controls.D_MODEL,
        "base": controls.BASE,
        "partial_rotary_factor": controls.NumberSlider.of(SHARES, style=WIDE_LABEL),
        "position": PLACES,
        "distance": PLACES,
        "pair": controls.below("d_model", 2),
    }

    def readout(self, settings):
        """Return the arcs, the score and how many columns turn."""
        drawing = self.drawing
        return [
            ("arcs, from left to right", ", ".join(drawing.angles)),
            ("score / (d/2)", f"{drawing.score:.3f}"),
            ("columns that turn", f"{drawing.width:,} of {settings['d_model']:,}"),
        ]
