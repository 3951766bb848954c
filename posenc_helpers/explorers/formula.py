"""The explorer of lesson 01: one number of the table under the microscope."""

import numpy as np

from posenc_helpers import encoding
from posenc_helpers.explorers import controls
from posenc_helpers.explorers.explorer import Explorer
from posenc_helpers.figures.formula import Microscope, plot_microscope
from posenc_helpers.wording import literal, number


class FormulaExplorer(Explorer):
    """Choose a position and a column; see every step from there to the value."""

    picture = Microscope, plot_microscope
    ranges = {
        **controls.TABLE,
        "position": controls.below("seq_len"),
        "column": controls.below("d_model"),
    }

    def readout(self, settings):
        """Return the partner column, the wavelength and both values of the pair."""
        pair = settings["column"] // 2
        window = settings["d_model"], settings["base"]
        row = encoding.positional_encoding(1, *window, start=settings["position"])[0]
        omega = encoding.angular_frequencies(*window)[pair]
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
