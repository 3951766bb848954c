"""The second explorer of lesson 07: clocks whose angles have few bits."""

from posenc_helpers.explorers import controls
from posenc_helpers.explorers.explorer import Explorer
from posenc_helpers.figures.precision import Drift, plot_drift


class DriftExplorer(Explorer):
    """Choose a format and go far out: the rounded hands drift away from the true ones."""

    picture = Drift, plot_drift
    sliders = {
        "precision": controls.as_taken,
        "position": controls.counted_as_taken,
        "d_model": controls.D_MODEL,
        "base": controls.BASE,
    }
