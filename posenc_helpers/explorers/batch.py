"""The explorer of lesson 12: which position, and which code, each token of a batch gets."""

from posenc_helpers import encoding
from posenc_helpers.explorers import controls
from posenc_helpers.explorers.explorer import Explorer
from posenc_helpers.figures import batch


class BatchExplorer(Explorer):
    """Pad three texts on either side, count positions in three ways, and put them into a cache."""

    picture = batch.Batch, batch.plot_batch
    ranges = {
        "d_model": controls.D_MODEL,
        "base": controls.BASE,
        "seq_len": controls.WholeSlider.of(1, batch.LONGEST),
        "start": controls.NumberSlider.of({*range(20), *controls.counts(20, batch.LATEST)}),
        "padding": controls.Choice.of(batch.PADDINGS),
        "ids by": controls.Choice.of(batch.IDS_BY),
    }

    def readout(self, settings):
        """Return the positions of the last text, how many codes are wrong, and what comes next."""
        drawing, lengths = self.drawing, batch.text_lengths(settings["seq_len"])
        ids = ["–" if p == batch.PAD else f"{p:,}" for p in drawing.given[-1]]
        first = drawing.given[0][:2]
        step = int(first[-1] - first[0])
        alike = encoding.similarity(step, settings["d_model"], settings["base"])
        next_ones = ", ".join(f"{settings['start'] + length:,}" for length in lengths)
        return [
            (f"position_ids of {batch.TEXTS[-1]}", " ".join(ids)),
            ("tokens with another code than alone", f"{drawing.wrong} of {drawing.tokens}"),
            (f"similarity of the first two tokens of {batch.TEXTS[0]}", f"{alike:.3f}"),
            ("next token's position", next_ones),
        ]
