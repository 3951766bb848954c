"""The explorer of lesson 10: a query and a key that are turned, and slower turns."""

from posenc_helpers.explorers import controls
from posenc_helpers.explorers.explorer import Explorer
from posenc_helpers.figures.relative import degrees
from posenc_helpers.figures.rotary import MOST_DRAWN_SCALE, RotaryScores, plot_rotary
from posenc_helpers.wording import number

SCALES = (1, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, MOST_DRAWN_SCALE)
PLACES = controls.NumberSlider.of({*range(20), *controls.counts(20, 100_000)})


class RotaryExplorer(Explorer):
    """Move key and query together: arc and score stay. Move the scale: the turns get slower."""

    picture = RotaryScores, plot_rotary
    ranges = {
        **controls.TABLE,
        "scale": controls.NumberSlider.of(SCALES),
        "position": PLACES,
        "distance": PLACES,
        "pair": controls.below("d_model", 2),
    }
    presets = {
        "three tokens apart": (128, 1e4, 2_048, 4, 12, 3, 3),
        "the same, far away": (128, 1e4, 2_048, 4, 50_000, 3, 3),
        "neighbours": (128, 1e4, 2_048, 16, 12, 1, 0),
        "the slowest pair": (128, 1e4, 2_048, 4, 12, 8_000, 63),
        "base 500,000": (128, 5e5, 8_000, 1, 12, 8_000, 63),
    }

    def readout(self, settings):
        """Return arcs, scores, reaches and the lead of a neighbour, for each of the scalings."""
        drawing, distance = self.drawing, settings["distance"]
        arcs = [degrees(omega * distance) for omega in drawing.omegas]
        return [
            ("in the order: as trained, p / s, NTK-aware; arcs", ", ".join(arcs)),
            ("scores / (d/2)", ", ".join(f"{score:.3f}" for score in drawing.scores)),
            ("reach", ", ".join(f"{reach:,.0f}" for reach in drawing.reach) + " tokens"),
            (
                "lead of distance 0 over 1, d/2 (1 − k(1))",
                ", ".join(number(lead, 3) for lead in drawing.leads),
            ),
        ]
