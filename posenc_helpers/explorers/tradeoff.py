"""The explorer of lesson 13: what a base gains and loses for a length and a noise."""

from posenc_helpers.explorers import controls
from posenc_helpers.explorers.explorer import Explorer
from posenc_helpers.figures.tradeoff import DECADES, TradeOff, plot_trade_off
from posenc_helpers.reach import similarity_reach
from posenc_helpers.tradeoff import BASES, LONGEST, WIDEST
from posenc_helpers.wording import counted, number, percent

POWERS = [2**n for n in range(4, 13)]  # of two, as lengths often are
NOISES = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1)


class TradeOffExplorer(Explorer):
    """Choose a base for a length and a noise; see what it reads, orders and scores."""

    picture = TradeOff, plot_trade_off
    ranges = {
        "base": controls.NumberSlider.of({*controls.decades(1, 10**DECADES), *BASES}),
        "seq_len": controls.NumberSlider.of({*controls.counts(16, LONGEST), *POWERS}),
        "noise": controls.NumberSlider.of(NOISES),
        "d_model": controls.EvenSlider.of(2, WIDEST),
    }

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
