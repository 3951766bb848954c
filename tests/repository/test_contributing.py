"""The code of CONTRIBUTING.md works as it reads there."""

import re
import sys
from pathlib import Path
from types import ModuleType

GUIDE = (Path(__file__).parents[2] / "CONTRIBUTING.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```$", GUIDE, re.M | re.S)


def run(begins, name):
    """Run the block that begins like this as a module; return the module."""
    module = ModuleType(name)
    exec(next(block for block in BLOCKS if block.startswith(begins)), vars(module))
    return module


def test_the_example_is_drawn_moves_and_says_how_many_waves_fit(monkeypatch):
    name = "posenc_helpers.models.waves.figures"
    figure = run('"""How long', name)
    monkeypatch.setitem(sys.modules, name, figure)
    explorer = run('"""Which waves', "waves").WavelengthsExplorer()
    assert figure.plot_wavelengths(64).facts()[0] == ("waves that fit", "8 of 32 waves")
    explorer.controls["seq_len"].value = 1_000_000
    found = dict(explorer.describe().facts)
    assert found["waves that fit"] == "64 of 64 waves" and found["shortest"] == "6.283"
    explorer.close()
