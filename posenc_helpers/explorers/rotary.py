"""The explorer of lesson 10: a query and a key that are turned, and slower turns."""

from __future__ import annotations

from posenc_helpers.explorers import controls
from posenc_helpers.explorers.explorer import Explorer
from posenc_helpers.figures.relative import degrees
from posenc_helpers.figures.rotary import MOST_DRAWN_SCALE, RotaryScores
from posenc_helpers.wording import number

MOST_PLACES = 5  # powers of ten that position and distance go to
SCALES = (1, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, MOST_DRAWN_SCALE)


class RotaryExplorer(Explorer):
    """Move key and query together: arc and score stay. Move the scale: the turns get slower."""

    plot_function = "plot_rotary"
    presets = {
        "three tokens apart": {
            "d_model": 128, "base": 1e4, "seq_len": 2_048, "scale": 4, "position": 12,
            "distance": 3, "pair": 3,
        },
        "the same, far away": {
            "d_model": 128, "base": 1e4, "seq_len": 2_048, "scale": 4, "position": 50_000,
            "distance": 3, "pair": 3,
        },
        "neighbours": {
            "d_model": 128, "base": 1e4, "seq_len": 2_048, "scale": 16, "position": 12,
            "distance": 1, "pair": 0,
        },
        "the slowest pair": {
            "d_model": 128, "base": 1e4, "seq_len": 2_048, "scale": 4, "position": 12,
            "distance": 8_000, "pair": 63,
        },
        "base 500,000": {
            "d_model": 128, "base": 5e5, "seq_len": 8_000, "scale": 1, "position": 12,
            "distance": 8_000, "pair": 63,
        },
    }  # fmt: skip

    def __init__(self, **settings):
        super().__init__(
            RotaryScores(),
            {
                "d_model": controls.d_model(128),
                "base": controls.base(),
                "seq_len": controls.seq_len(2_048),
                "scale": controls.NumberSlider(SCALES, 4, "scale"),
                "position": places_slider("position", 12),
                "distance": places_slider("distance", 3),
                "pair": controls.whole_slider("pair", 3, 0, 63),
            },
            **settings,
        )

    def limits(self):
        """Keep the pair in the model."""
        return {"pair": (0, self.settings()["d_model"] // 2 - 1)}

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


def places_slider(name, value):
    """Return a slider over tokens from 0 to 100,000, one by one at first."""
    far = {round(n) for n in controls.decades(MOST_PLACES) if n >= 20}
    return controls.NumberSlider({*range(20), *far}, value, name, controls.whole)
