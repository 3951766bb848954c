"""The explorer of lesson 03: two bases side by side."""

import numpy as np

from posenc_helpers import encoding
from posenc_helpers.explorers import controls
from posenc_helpers.explorers.explorer import Explorer
from posenc_helpers.figures.bases import TwoBases, drawn_reach, plot_two_bases
from posenc_helpers.wording import number


class TwoBasesExplorer(Explorer):
    """Two bases on one window: heatmaps, speeds of the clocks, similarity of positions."""

    picture = TwoBases, plot_two_bases
    ranges = {
        "base A": controls.BASE,
        "base B": controls.BASE,
        "d_model": controls.D_MODEL,
        "seq_len": controls.SEQ_LEN,
    }

    def readout(self, settings):
        """Return gear ratio, longest wavelength, reach and k(1) of each base."""
        pairs = []
        for name in ("A", "B"):
            base, d_model = settings[f"base_{name.lower()}"], settings["d_model"]
            omega = encoding.angular_frequencies(d_model, base)
            pairs += [
                (f"{name}: gear ratio", _gear_ratio(base, d_model)),
                ("longest λ", f"{number(2 * np.pi / omega[-1])} tokens"),
                ("reach", _reach(base, d_model)),
                ("k(1)", f"{encoding.similarity(1, d_model, base):.4f}"),
            ]
        return pairs


def _gear_ratio(base, d_model):
    """Return the ratio of neighbouring clocks in words; one clock has no neighbour."""
    return number(base ** (2 / d_model)) if d_model > 2 else "none"


def _reach(base, d_model):
    """Return the reach of a base in words; the bases below 1.78 reach less than one token."""
    reach = drawn_reach(base, d_model)
    return "none" if np.isnan(reach) else f"{number(round(reach))} tokens"
