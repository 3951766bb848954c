"""The explorer of lesson 00: swap two words, with and without positions."""

from posenc_helpers.attention import SENTENCE
from posenc_helpers.explorers import controls
from posenc_helpers.explorers.explorer import Explorer
from posenc_helpers.figures.swap import Swap, plot_swap
from posenc_helpers.wording import ROUNDING, number


class SwapExplorer(Explorer):
    """Attention before and after two words change places; `gain` adds the encoding."""

    picture = Swap, plot_swap
    ranges = {
        "seq_len": controls.WholeSlider.of(2, len(SENTENCE)),
        "first": controls.below("seq_len"),
        "second": controls.below("seq_len"),
        "gain": controls.RealSlider.of(0, 2, step=0.05),
        "d_model": controls.D_MODEL,
        "base": controls.BASE,
    }

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
