"""The explorer of lesson 08: a word and a position in one sum, and what is read from it."""

from posenc_helpers.adding import MOST
from posenc_helpers.explorers import controls
from posenc_helpers.explorers.explorer import Explorer
from posenc_helpers.figures import adding
from posenc_helpers.wording import number, percent


class AddingExplorer(Explorer):
    """Change the size of the words and the width; see which part of the sum can be read."""

    picture = adding.WordAndPosition, adding.plot_word_and_position
    ranges = {
        "d_model": controls.EvenSlider.of(2, MOST),
        "base": controls.BASE,
        "seq_len": controls.NumberSlider.of(controls.counts(1, MOST)),
        "vocab_size": controls.NumberSlider.of(controls.counts(1, MOST)),
        "word_std": controls.NumberSlider.of([n / 100 for n in controls.decades(1, 1_000)]),
        "position": controls.below("seq_len"),
    }

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
            ("word read from it", f"{read_word:,} (right: {adding.WORD})"),
        ]


def room(least, most) -> str:
    """Return from which size of the words to which both parts can be read."""
    if least >= most:
        return "none"
    upper = "any size" if most > adding.LARGEST else f"{most:.2g}"
    return f"{max(least, adding.SMALLEST):.2g} to {upper}"
