"""The explorer of lesson 06: all dot products, and a head that turns its query."""

from posenc_helpers.explorers import controls
from posenc_helpers.explorers.explorer import Explorer
from posenc_helpers.figures.similarity import GramAndHead, plot_attention_head

MOST_OFFSET = 20  # tokens that the head looks ahead or back
TEN_A_DECADE = 1, 1.25, 1.6, 2, 2.5, 3.15, 4, 5, 6.3, 8
SHARPNESSES = *(round(n * 10.0**power, 6) for power in range(-2, 2) for n in TEN_A_DECADE), 100


class SimilarityExplorer(Explorer):
    """Move the reference row; turn the query by `offset` and sharpen the softmax."""

    picture = GramAndHead, plot_attention_head
    sliders = {
        **controls.TABLE,
        "position": controls.as_taken,
        "offset": controls.WholeSlider.of(-MOST_OFFSET, MOST_OFFSET),
        "sharpness": controls.NumberSlider.of(SHARPNESSES),
    }
