"""The explorer of lesson 06: all dot products, and a head that turns its query."""

import numpy as np

from posenc_helpers import encoding
from posenc_helpers.explorers import controls
from posenc_helpers.explorers.explorer import Explorer
from posenc_helpers.figures.similarity import GramAndHead, plot_attention_head, signed

MOST_OFFSET = 20  # tokens that the head looks ahead or back
TEN_A_DECADE = 1, 1.25, 1.6, 2, 2.5, 3.15, 4, 5, 6.3, 8
SHARPNESSES = *(round(n * 10.0**power, 6) for power in range(-2, 2) for n in TEN_A_DECADE), 100


class SimilarityExplorer(Explorer):
    """Move the reference row; turn the query by `offset` and sharpen the softmax."""

    picture = GramAndHead, plot_attention_head
    ranges = {
        **controls.TABLE,
        "position": controls.below("seq_len"),
        "offset": controls.WholeSlider.of(-MOST_OFFSET, MOST_OFFSET),
        "sharpness": controls.NumberSlider.of(SHARPNESSES),
    }

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
