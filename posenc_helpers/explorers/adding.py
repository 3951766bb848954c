"""The explorer of lesson 08: a word and a position in one sum, and what is read from it."""

from __future__ import annotations

from posenc_helpers.adding import MOST
from posenc_helpers.explorers import controls
from posenc_helpers.explorers.explorer import Explorer
from posenc_helpers.figures.adding import LARGEST, SMALLEST, WORD, WordAndPosition
from posenc_helpers.wording import number, percent


class AddingExplorer(Explorer):
    """Change the size of the words and the width; see which part of the sum can be read."""

    plot_function = "plot_word_and_position"
    presets = {
        "large words": {
            "d_model": 64, "base": 1e4, "seq_len": 100, "vocab_size": 50, "word_std": 2,
            "position": 35,
        },
        "small words": {
            "d_model": 64, "base": 1e4, "seq_len": 100, "vocab_size": 50, "word_std": 0.1,
            "position": 35,
        },
        "512 columns": {
            "d_model": 512, "base": 1e4, "seq_len": 100, "vocab_size": 50, "word_std": 0.5,
            "position": 40,
        },
        "16 columns": {
            "d_model": 16, "base": 1e4, "seq_len": 100, "vocab_size": 50, "word_std": 0.5,
            "position": 35,
        },
    }  # fmt: skip

    def __init__(self, **settings):
        super().__init__(
            WordAndPosition(),
            {
                "d_model": controls.whole_slider("d_model", 64, 2, MOST, step=2),
                "base": controls.base(),
                "seq_len": count_slider("seq_len", 100),
                "vocab_size": count_slider("vocab_size", 50),
                "word_std": word_std_slider(0.5),
                "position": controls.whole_slider("position", 40, 0, 99),
            },
            **settings,
        )

    def limits(self):
        """Keep the position in the sequence."""
        return {"position": (0, self.settings()["seq_len"] - 1)}

    def readout(self, settings):
        """Return the shares, the sizes that leave room for both, lengths, and what is read."""
        drawing = self.drawing
        (word, place), (read_place, read_word) = drawing.shares, drawing.read
        return [
            ("positions read correctly", percent(place)),
            ("words read correctly", percent(word)),
            ("90 % of both at word_std", room(drawing.least, drawing.most)),
            ("length of word, code", ", ".join(number(one, 3) for one in drawing.lengths)),
            ("position read from this sum", f"{read_place:,} (right: {settings['position']:,})"),
            ("word read from it", f"{read_word:,} (right: {WORD})"),
        ]


def room(least, most) -> str:
    """Return from which size of the words to which both parts can be read."""
    if least >= most:
        return "none"
    upper = "any size" if most > LARGEST else f"{most:.2g}"
    return f"{max(least, SMALLEST):.2g} to {upper}"


def count_slider(name, value):
    """Return a slider over counts from 1 to 512 in about equal ratios."""
    series = {round(n) for n in controls.decades(3) if n < MOST}
    return controls.NumberSlider({*series, MOST}, value, name, controls.whole)


def word_std_slider(value):
    """Return the slider of `word_std`: 0.01 to 10 in equal ratios."""
    return controls.NumberSlider([n / 100 for n in controls.decades(3)], value, "word_std")
