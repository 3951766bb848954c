"""The explorer of lesson 02: the whole table, one cursor, its row and its column."""

from posenc_helpers import encoding
from posenc_helpers.explorers import controls
from posenc_helpers.explorers.explorer import Explorer
from posenc_helpers.figures.heatmap import LinkedHeatmap, plot_linked_heatmap
from posenc_helpers.wording import memory, number

STARTS = {*range(0, 1_000, 50), *controls.counts(1_000, 10**6)}


def _window(settings):
    """Return the first and the last position of the table."""
    return settings["start"], settings["start"] + settings["seq_len"] - 1


class HeatmapExplorer(Explorer):
    """A heatmap with a cursor: move the window, the row and the column."""

    picture = LinkedHeatmap, plot_linked_heatmap
    ranges = {
        **controls.TABLE,
        "start": controls.NumberSlider.of(STARTS),
        "position": controls.WithinSlider.of(_window),
        "column": controls.below("d_model"),
    }
    starts = {"position": 10, "column": 9}

    def readout(self, settings):
        """Return wavelengths, turning pairs, frozen columns and the size of the table."""
        seq_len, d_model, base = (settings[name] for name in ("seq_len", "d_model", "base"))
        lengths = encoding.wavelengths(d_model, base)
        turning = encoding.turning_pairs(seq_len, d_model, base)
        per_row, per_column = self.drawing.per_cell
        frozen = encoding.frozen_columns(seq_len, d_model, base, start=settings["start"])
        return [
            ("shortest wavelength λ", f"{number(lengths.min())} tokens"),
            ("longest λ", f"{number(lengths.max())} tokens"),
            ("pairs that complete a turn", f"{turning:,} of {d_model // 2:,}"),
            (f"columns that move less than {encoding.FROZEN_RANGE}", f"{frozen:,} of {d_model:,}"),
            ("table", memory(seq_len * d_model)),
            ("one cell of the picture", f"{per_row:,} × {per_column:,} values"),
        ]
