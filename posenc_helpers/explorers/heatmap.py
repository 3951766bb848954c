"""The explorer of lesson 02: the whole table, one cursor, its row and its column."""

from __future__ import annotations

from posenc_helpers import encoding
from posenc_helpers.explorers import controls
from posenc_helpers.explorers.explorer import Explorer
from posenc_helpers.figures.heatmap import LinkedHeatmap
from posenc_helpers.wording import memory, number


class HeatmapExplorer(Explorer):
    """A heatmap with a cursor: move the window, the row and the column."""

    plot_function = "plot_linked_heatmap"
    presets = {
        "50 × 128": {"d_model": 128, "base": 1e4, "seq_len": 50, "start": 0},
        "50 × 256": {"d_model": 256, "base": 1e4, "seq_len": 50, "start": 0},
        "base 100": {"d_model": 128, "base": 1e2, "seq_len": 50, "start": 0},
        "base 10⁸": {"d_model": 128, "base": 1e8, "seq_len": 50, "start": 0},
        "the paper's 512": {"d_model": 512, "base": 1e4, "seq_len": 100, "start": 0},
        "5,000 positions": {"d_model": 128, "base": 1e4, "seq_len": 5_000, "start": 0},
        "a million": {"d_model": 512, "base": 1e4, "seq_len": 1_000_000, "start": 0},
    }

    def __init__(self, **settings):
        super().__init__(
            LinkedHeatmap(),
            {
                "d_model": controls.d_model(128),
                "base": controls.base(),
                "seq_len": controls.seq_len(50),
                "start": controls.start(),
                "position": controls.whole_slider("position", 10, 0, 49),
                "column": controls.whole_slider("column", 9, 0, 127),
            },
            **settings,
        )

    def limits(self):
        """Keep the cursor in the window."""
        now = self.settings()
        return {
            "position": (now["start"], now["start"] + now["seq_len"] - 1),
            "column": (0, now["d_model"] - 1),
        }

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
