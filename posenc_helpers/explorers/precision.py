"""The second explorer of lesson 07: clocks whose angles have few bits."""

from __future__ import annotations

from posenc_helpers.arguments import whole
from posenc_helpers.explorers import controls
from posenc_helpers.explorers.explorer import Explorer
from posenc_helpers.figures.precision import Drift, off_text
from posenc_helpers.precision import MEASURED_TO, ROUND_OFF
from posenc_helpers.wording import number


class DriftExplorer(Explorer):
    """Choose a format and go far out: the rounded hands drift away from the true ones."""

    plot_function = "plot_drift"
    presets = {
        "bfloat16 at 300": {"precision": "bfloat16", "position": 300},
        "float16 at 2,049": {"precision": "float16", "position": 2_049},
        "float32 at 10,000": {"precision": "float32", "position": 10_000},
        "float32 at a million": {"precision": "float32", "position": 1_000_000},
        "float64 at 100 million": {"precision": "float64", "position": MEASURED_TO},
    }

    def __init__(self, **settings):
        stops = {round(n) for n in controls.decades(8)}
        stops |= {preset["position"] for preset in self.presets.values()}
        super().__init__(
            Drift(),
            {
                "precision": controls.choice("precision", list(ROUND_OFF), "bfloat16"),
                "position": controls.NumberSlider(stops, 300, "position", whole),
                "d_model": controls.d_model(128),
                "base": controls.base(),
            },
            **settings,
        )

    def readout(self, settings):
        """Return the position as the format holds it, the largest error, and the law."""
        drawing, rounding = self.drawing, ROUND_OFF[settings["precision"]]
        held = "too large" if drawing.overflow else number(drawing.rounded_position)
        error = "no value at all" if drawing.overflow else f"{drawing.error:.1e}"
        return [
            ("the format holds this position as", held),
            ("largest error of a sine or cosine", error),
            ("law p·ε", f"{settings['position'] * rounding:.1e}"),
            ("ε", f"{rounding:.1e}"),
            ("hand of pair 0 is off by", off_text(drawing.angles_off[0])),
        ]
