"""The explorer of lesson 03: two bases side by side."""

from __future__ import annotations

import numpy as np

from posenc_helpers import encoding
from posenc_helpers.explorers import controls
from posenc_helpers.explorers.explorer import Explorer
from posenc_helpers.figures.bases import TwoBases, drawn_reach
from posenc_helpers.wording import number


class TwoBasesExplorer(Explorer):
    """Two bases on one window: heatmaps, speeds of the clocks, similarity of positions."""

    plot_function = "plot_two_bases"
    presets = {
        "10² and 10⁴": {"base A": 1e2, "base B": 1e4, "d_model": 128, "seq_len": 50},
        "10⁴ and 10⁸": {"base A": 1e4, "base B": 1e8, "d_model": 128, "seq_len": 50},
        "long context": {"base A": 1e4, "base B": 5e5, "d_model": 128, "seq_len": 100_000},
        "one speed": {"base A": 1.0, "base B": 1e4, "d_model": 128, "seq_len": 50},
    }

    def __init__(self, **settings):
        super().__init__(
            TwoBases(),
            {
                "base A": controls.base(10_000, "base A"),
                "base B": controls.base(100_000_000, "base B"),
                "d_model": controls.d_model(128),
                "seq_len": controls.seq_len(50),
            },
            **settings,
        )

    def settings(self):
        """Return the arguments of the drawing: its names have no spaces."""
        values = super().settings().items()
        return {name.lower().replace(" ", "_"): value for name, value in values}

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
