"""The second explorer of lesson 07: clocks whose angles have few bits."""

from posenc_helpers.explorers import controls
from posenc_helpers.explorers.explorer import Explorer
from posenc_helpers.figures.precision import Drift, off_text, plot_drift
from posenc_helpers.precision import MEASURED_TO, ROUND_OFF
from posenc_helpers.wording import number


class DriftExplorer(Explorer):
    """Choose a format and go far out: the rounded hands drift away from the true ones."""

    picture = Drift, plot_drift
    ranges = {
        "precision": controls.Choice.of(list(ROUND_OFF)),
        "position": controls.NumberSlider.of(controls.counts(1, MEASURED_TO)),
        "d_model": controls.D_MODEL,
        "base": controls.BASE,
    }
    starts = {"precision": "bfloat16", "position": 300}

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
