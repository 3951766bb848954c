"""The explorer of lesson 06: all dot products, and a head that turns its query."""

from posenc_helpers.explorers import controls
from posenc_helpers.explorers.explorer import Explorer
from posenc_helpers.figures.similarity import GramAndHead, plot_attention_head


class SimilarityExplorer(Explorer):
    """Move the reference row; turn the query by `offset` and sharpen the softmax."""

    picture = GramAndHead, plot_attention_head
    sliders = {
        **controls.TABLE,
        "position": controls.as_taken,
        "offset": controls.WholeSlider.of(-20, 20),
        "sharpness": controls.NumberSlider.of(controls.decades(0.01, 100)),
    }
