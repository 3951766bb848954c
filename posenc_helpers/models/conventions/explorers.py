"""The explorer of lesson 12: the positions of a batch."""

from posenc_helpers.explorers import controls
from posenc_helpers.explorers.explorer import Explorer
from posenc_helpers.models.conventions.figures import LATEST, Batch, plot_batch


class BatchExplorer(Explorer):
    """Pad three texts on either side, count positions in three ways, and begin in a cache."""

    picture = Batch, plot_batch
    first = "padding", "ids by", "start"
    sliders = {
        "padding": controls.AS_TAKEN,
        "ids by": controls.AS_TAKEN,
        "start": controls.places(LATEST),
        "d_model": controls.AS_TAKEN,
        "base": controls.BASE,
        "seq_len": controls.AS_TAKEN,
    }
