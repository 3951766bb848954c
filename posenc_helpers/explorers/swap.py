"""The explorer of lesson 00: swap two words, with and without positions."""

from __future__ import annotations

from posenc_helpers.attention import SENTENCE
from posenc_helpers.explorers import controls
from posenc_helpers.explorers.explorer import Explorer
from posenc_helpers.figures.swap import Swap
from posenc_helpers.wording import ROUNDING, number


class SwapExplorer(Explorer):
    """Attention before and after two words change places; `gain` adds the encoding."""

    plot_function = "plot_swap"
    presets = {
        "no positions": {"gain": 0.0},
        "with positions": {"gain": 1.0},
        "whole sentence": {"seq_len": len(SENTENCE), "first": 4, "second": 11},
    }

    def __init__(self, **settings):
        super().__init__(
            Swap(),
            {
                "seq_len": controls.whole_slider("seq_len", 5, 2, len(SENTENCE)),
                "first": controls.whole_slider("first", 1, 0, 4),
                "second": controls.whole_slider("second", 4, 0, 4),
                "gain": controls.real_slider("gain", 0.0, 2.0, 0.05),
                "d_model": controls.d_model(16),
                "base": controls.base(),
            },
            **settings,
        )

    def limits(self):
        """Keep both words in the sentence."""
        last = self.controls["seq_len"].value - 1
        return {"first": (0, last), "second": (0, last)}

    def readout(self, settings):
        """Return the swapped words and the largest change of an output."""
        words = SENTENCE[: settings["seq_len"]]
        change = self.drawing.change.max()
        shown = f"{change:.1e} (rounding)" if 0 < change < ROUNDING else number(change, 3)
        return [
            ("swapped", f"{words[settings['first']]} ↔ {words[settings['second']]}"),
            ("positions added with gain", f"{settings['gain']:g}"),
            ("largest change of a word's output", shown),
        ]
