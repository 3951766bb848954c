"""The explorer of lesson 01: one number of the table under the microscope."""

from posenc_helpers.explorers import controls
from posenc_helpers.explorers.explorer import Explorer
from posenc_helpers.figures.formula import Microscope, plot_microscope
from posenc_helpers.wording import literal


class FormulaExplorer(Explorer):
    """Choose a position and a column; see every step from there to the value."""

    picture = Microscope, plot_microscope
    sliders = {**controls.TABLE, **controls.all_taken("position", "column")}

    def code(self, settings):
        """Return the lines that compute this value."""
        pair, function = settings["column"] // 2, ("sin", "cos")[settings["column"] % 2]
        return (
            "import numpy as np\n"
            f"omega = {literal(settings['base'])} ** (-2 * {pair} / {settings['d_model']})\n"
            f"np.{function}(omega * {settings['position']})"
        )
