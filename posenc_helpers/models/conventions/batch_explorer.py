"""The explorer of lesson 12: which position, and which code, each token of a batch gets."""

from posenc_helpers.explorers import controls
from posenc_helpers.explorers.explorer import Explorer
from posenc_helpers.figures.batch import Batch, plot_batch


class BatchExplorer(Explorer):
    """Pad three texts on either side, count positions in three ways, and put them into a cache."""

    picture = Batch, plot_batch
    sliders = {
        **controls.CODES,
        "seq_len": controls.as_taken,
        "start": controls.counted_as_taken,
        **controls.all_taken("padding", "ids by"),
    }
