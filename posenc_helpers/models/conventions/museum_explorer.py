"""The museum of lesson 07: one bug at a time beside the paper's table."""

from posenc_helpers.explorers import controls
from posenc_helpers.explorers.conventions import LONGEST, VariantExplorer
from posenc_helpers.figures.conventions import STORED
from posenc_helpers.variants.bugs import BUGS


class MuseumExplorer(VariantExplorer):
    """Go through the list of bugs: the wrong table, the difference, what catches it."""

    sliders = {
        "variant": controls.Choice.of({bug.title: name for name, bug in BUGS.items()}),
        **VariantExplorer.sliders,
    }

    def __init__(self, until=(), **settings):
        super().__init__(until, **{"seq_len": LONGEST, **settings})

    def settings(self):
        """Return the arguments of the drawing; all tables of the museum are interleaved."""
        return {**super().settings(), "columns": STORED}
