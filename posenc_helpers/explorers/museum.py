"""The museum of lesson 07: one bug at a time beside the paper's table."""

from posenc_helpers.explorers import controls
from posenc_helpers.explorers.conventions import VariantExplorer
from posenc_helpers.figures.conventions import STORED
from posenc_helpers.variants.bugs import BUGS


class MuseumExplorer(VariantExplorer):
    """Go through the bugs, one button each: the wrong table, the difference, what catches it."""

    sliders = {
        "variant": controls.Choice.of({bug.title: name for name, bug in BUGS.items()}),
        **VariantExplorer.sliders,
    }
    presets = {
        bug.title: {"variant": name, "d_model": 64, "seq_len": 512, "base": 1e4}
        for name, bug in BUGS.items()
    }

    def settings(self):
        """Return the arguments of the drawing; all tables of the museum are interleaved."""
        return {**super().settings(), "columns": STORED}
