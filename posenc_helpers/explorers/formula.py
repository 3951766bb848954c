"""The explorer of lesson 01: one number of the table under the microscope."""

from __future__ import annotations

import numpy as np

from posenc_helpers import encoding
from posenc_helpers.explorers import controls
from posenc_helpers.explorers.explorer import Explorer
from posenc_helpers.figures.formula import Microscope
from posenc_helpers.wording import literal, number


class FormulaExplorer(Explorer):
    """Choose a position and a column; see every step from there to the value."""

    presets = {
        "six columns": {"d_model": 6, "base": 1e4, "seq_len": 10, "position": 3, "column": 5},
        "I am a robot": {"d_model": 4, "base": 1e2, "seq_len": 4, "position": 3, "column": 2},
        "a wider model": {"d_model": 64, "base": 1e4, "seq_len": 50, "position": 20, "column": 16},
    }

    def __init__(self, **settings):
        super().__init__(
            Microscope(),
            {
                "d_model": controls.d_model(6),
                "base": controls.base(),
                "seq_len": controls.seq_len(10),
                "position": controls.whole_slider("position", 8, 0, 9),
                "column": controls.whole_slider("column", 2, 0, 5),
            },
            **settings,
        )

    def limits(self):
        """Keep the cell in the table."""
        table = self.settings()
        return {"position": (0, table["seq_len"] - 1), "column": (0, table["d_model"] - 1)}

    def readout(self, settings):
        """Return the partner column, the wavelength and both values of the pair."""
        pair = settings["column"] // 2
        row = encoding.positional_encoding(
            1, settings["d_model"], settings["base"], start=settings["position"]
        )[0]
        omega = encoding.angular_frequencies(settings["d_model"], settings["base"])[pair]
        return [
            ("pair", f"{pair:,}: columns {2 * pair:,} and {2 * pair + 1:,}"),
            ("wavelength", f"{number(2 * np.pi / omega)} tokens"),
            ("sine", f"{row[2 * pair]:.4f}"),
            ("cosine", f"{row[2 * pair + 1]:.4f}"),
        ]

    def code(self, settings):
        """Return the lines that compute this value."""
        pair, function = settings["column"] // 2, ("sin", "cos")[settings["column"] % 2]
        return (
            "import numpy as np\n"
            f"omega = {literal(settings['base'])} ** (-2 * {pair} / {settings['d_model']})\n"
            f"np.{function}(omega * {settings['position']})"
        )
