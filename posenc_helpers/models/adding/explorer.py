"""The explorer of lesson 08: a word and a position in one sum, and the two read from it."""

from posenc_helpers.explorers import controls
from posenc_helpers.explorers.explorer import Explorer
from posenc_helpers.models.adding import figures as adding


class AddingExplorer(Explorer):
    """Change the size of the words and the width; see which part of the sum can be read."""

    picture = adding.WordAndPosition, adding.plot_word_and_position
    sliders = {
        "d_model": controls.as_taken,
        "base": controls.BASE,
        "seq_len": controls.counted_as_taken,
        "vocab_size": controls.counted_as_taken,
        "word_std": controls.NumberSlider.of(controls.decades(adding.SMALLEST, adding.LARGEST)),
        "position": controls.as_taken,
    }
