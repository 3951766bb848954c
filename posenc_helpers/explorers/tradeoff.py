"""The explorer of lesson 14: what a base gains and loses for a length and a noise."""

from posenc_helpers.explorers import controls
from posenc_helpers.explorers.explorer import Explorer
from posenc_helpers.figures.tradeoff import DECADES, TradeOff, plot_trade_off
from posenc_helpers.tradeoff import BASES, LENGTH

POWERS = [2**n for n in range(4, 13)]  # of two, as lengths often are
NOISES = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1)


class TradeOffExplorer(Explorer):
    """Choose a base for a length and a noise; see what it reads, orders and scores."""

    picture = TradeOff, plot_trade_off
    sliders = {
        "base": controls.NumberSlider.of({*controls.decades(1, 10**DECADES), *BASES}),
        "seq_len": controls.NumberSlider.of({*controls.counts(16, LENGTH.most), *POWERS}),
        "noise": controls.NumberSlider.of(NOISES),
        "d_model": controls.as_taken,
    }
