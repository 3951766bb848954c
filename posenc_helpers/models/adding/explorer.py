"""The explorer of lesson 07: a word and a position in one sum, and both read from it."""

from posenc_helpers.explorers import controls
from posenc_helpers.explorers.explorer import Explorer
from posenc_helpers.models.adding import figures as adding

COUNT = controls.counts(1, adding.MOST)


class AddingExplorer(Explorer):
    """Change the size of the words and the width, and see which part of the sum can be read."""

    picture = adding.WordAndPosition, adding.plot_word_and_position
    first = "d_model", "word_std", "position"
    sliders = {
        "d_model": controls.AS_TAKEN,
        "base": controls.BASE,
        "seq_len": COUNT,
        "vocab_size": COUNT,
        "word_std": controls.decades(adding.SMALLEST, adding.LARGEST),
        "position": controls.AS_TAKEN,
    }
