"""The explorer of lesson 06: all dot products, and a head that turns its query."""

from __future__ import annotations

import numpy as np

from posenc_helpers import encoding
from posenc_helpers.explorers import controls
from posenc_helpers.explorers.explorer import Explorer
from posenc_helpers.figures.similarity import GramAndHead, signed

MOST_OFFSET = 20  # tokens that the head looks ahead or back


class SimilarityExplorer(Explorer):
    """Move the reference row; turn the query by `offset` and sharpen the softmax."""

    plot_function = "plot_attention_head"
    presets = {
        "previous token": {
            "d_model": 64, "base": 1e4, "seq_len": 32, "position": 20, "offset": -1, "sharpness": 8,
        },
        "raw dot product": {
            "d_model": 64, "base": 1e4, "seq_len": 32, "position": 20, "offset": 0, "sharpness": 2,
        },
        "three ahead": {
            "d_model": 64, "base": 1e4, "seq_len": 32, "position": 20, "offset": 3, "sharpness": 2,
        },
        "512 columns": {
            "d_model": 512, "base": 1e4, "seq_len": 64, "position": 20, "offset": -1,
            "sharpness": 1,
        },
        "one clock": {
            "d_model": 2, "base": 1e4, "seq_len": 64, "position": 20, "offset": -1, "sharpness": 8,
        },
        "a million": {
            "d_model": 64, "base": 1e4, "seq_len": 1_000_000, "position": 500_000, "offset": -1,
            "sharpness": 8,
        },
    }  # fmt: skip

    def __init__(self, **settings):
        super().__init__(
            GramAndHead(),
            {
                "d_model": controls.d_model(64),
                "base": controls.base(),
                "seq_len": controls.seq_len(32),
                "position": controls.whole_slider("position", 20, 0, 31),
                "offset": controls.whole_slider("offset", -1, -MOST_OFFSET, MOST_OFFSET),
                "sharpness": sharpness_slider(2),
            },
            **settings,
        )

    def limits(self):
        """Keep the position in the sequence."""
        return {"position": (0, self.settings()["seq_len"] - 1)}

    def readout(self, settings):
        """Return similarity and distance of the target, and where the attention goes."""
        offset, position = settings["offset"], settings["position"]
        k = encoding.similarity(offset, settings["d_model"], settings["base"])
        distance = np.sqrt(settings["d_model"] * max(0.0, 1 - k))
        weights = {p: self._weight(p) for p in range(position - 1, position + 2)}
        near = ", ".join(f"{p:,}" for p in weights)
        least = self.drawing.least
        return [
            (f"k({signed(offset)})", f"{k:.4f}"),
            ("distance of the two codes", f"{distance:.3f}"),
            (f"attention on the target, {position + offset:,}", self._weight(position + offset)),
            (f"attention on {near}", ", ".join(weights.values())),
            ("least on a target, all rows", "no targets" if least is None else f"{least:.4f}"),
        ]

    def _weight(self, key):
        weight = self.drawing.weight_of(key)
        return "no such position" if weight is None else f"{weight:.4f}"


def sharpness_slider(value):
    """Return the slider of `sharpness`: 0.01 to 100 in equal ratios."""
    tenths = (1, 1.25, 1.6, 2, 2.5, 3.15, 4, 5, 6.3, 8)
    series = [round(lead * 10.0**power, 6) for power in range(-2, 2) for lead in tenths]
    return controls.NumberSlider([*series, 100], value, "sharpness")
