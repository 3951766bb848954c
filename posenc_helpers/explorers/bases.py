"""The explorer of lesson 03: two bases side by side."""

from posenc_helpers.explorers import controls
from posenc_helpers.explorers.explorer import Explorer
from posenc_helpers.figures.bases import TwoBases, plot_two_bases


class TwoBasesExplorer(Explorer):
    """Two bases on one window: heatmaps, speeds of the clocks, similarity of positions."""

    picture = TwoBases, plot_two_bases
    sliders = {
        "base A": controls.BASE,
        "base B": controls.BASE,
        "d_model": controls.D_MODEL,
        "seq_len": controls.SEQ_LEN,
    }
