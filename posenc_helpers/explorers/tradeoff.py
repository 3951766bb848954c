"""The explorer of lesson 11: what a base gains and loses for a length and a noise."""

from __future__ import annotations

from posenc_helpers.explorers import controls
from posenc_helpers.explorers.explorer import Explorer
from posenc_helpers.figures.tradeoff import DECADES, TradeOff
from posenc_helpers.reach import similarity_reach
from posenc_helpers.tradeoff import BASES, LONGEST, WIDEST
from posenc_helpers.wording import counted, number, percent

SHORTEST = 16
NOISES = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1)


class TradeOffExplorer(Explorer):
    """Choose a base for a length and a noise; see what it reads, orders and scores."""

    plot_function = "plot_trade_off"
    presets = {
        "the paper's base": {"base": 1e4, "seq_len": 256, "noise": 0.5, "d_model": 128},
        "a sentence": {"base": 100, "seq_len": 64, "noise": 0.5, "d_model": 128},
        "a long text": {"base": 3_000, "seq_len": 4_096, "noise": 0.5, "d_model": 128},
        "much noise": {"base": 300, "seq_len": 256, "noise": 1, "d_model": 128},
        "512 columns": {"base": 1e4, "seq_len": 256, "noise": 0.5, "d_model": 512},
    }

    def __init__(self, **settings):
        bases = {*controls.decades(DECADES), *BASES}
        lengths = {round(n) for n in controls.decades(4) if SHORTEST <= n < LONGEST}
        powers = {2**n for n in range(4, 13)}
        super().__init__(
            TradeOff(),
            {
                "base": controls.NumberSlider(bases, 1e4, "base"),
                "seq_len": controls.NumberSlider(lengths | powers, 256, "seq_len", controls.whole),
                "noise": controls.NumberSlider(NOISES, 0.5, "noise"),
                "d_model": controls.whole_slider("d_model", 128, 2, WIDEST, step=2),
            },
            **settings,
        )

    def readout(self, settings):
        """Return what the base reads, orders and scores, and the best of the grid."""
        read, order, score = self.drawing.chosen
        return [
            ("read right", percent(read)),
            ("ordered right", percent(order)),
            ("score", f"{score:.2f}"),
            ("best on the grid", f"{self.drawing.best_score:.2f} at {self._best()}"),
            ("share of the best", percent(self.drawing.of_best)),
            ("reach of the base", counted(round(similarity_reach(settings["base"])), "token")),
        ]

    def _best(self):
        return f"base {number(self.drawing.best_base)}"
