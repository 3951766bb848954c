"""The explorer of lesson 00: swap two words, with and without positions."""

from posenc_helpers.explorers import controls
from posenc_helpers.explorers.explorer import Explorer
from posenc_helpers.figures.swap import Swap, plot_swap


class SwapExplorer(Explorer):
    """Attention before and after two words change places; `gain` adds the encoding."""

    picture = Swap, plot_swap
    sliders = {
        **controls.all_taken("seq_len", "first", "second"),
        "gain": controls.RealSlider.of(0, 2, step=0.05),
        **controls.CODES,
    }
