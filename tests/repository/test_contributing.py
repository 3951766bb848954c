"""The code of CONTRIBUTING.md works as it reads there."""

import re
import sys
from pathlib import Path
from types import ModuleType

from posenc_helpers.lessons.exercise import exercise
from posenc_helpers.lessons.texts import Lesson

GUIDE = (Path(__file__).parents[2] / "CONTRIBUTING.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```$", GUIDE, re.M | re.S)


def run(begins, name, **names):
    """Run the block that begins like this as a module; return the module."""
    module = ModuleType(name)
    vars(module).update(names)
    exec(next(block for block in BLOCKS if block.startswith(begins)), vars(module))
    return module


def test_the_example_is_drawn_moves_and_says_how_many_waves_fit(monkeypatch):
    name = "posenc_helpers.figures.wavelengths"
    figure = run('"""How long', name)
    monkeypatch.setitem(sys.modules, name, figure)
    explorer = run('"""Which waves', "wavelengths").WavelengthsExplorer()
    assert figure.plot_wavelengths(64).facts() == [("waves that fit", "8 of 32 waves")]
    explorer.controls["seq_len"].value = 1_000_000
    assert dict(explorer.readout(explorer.settings())) == {"waves that fit": "64 of 64 waves"}
    explorer.close()


def test_the_exercise_of_the_example_names_the_mistake(tmp_path):
    text = re.search(r"^````markdown\n(## Exercise.*?)^````$", GUIDE, re.M | re.S)[1]
    (tmp_path / "15.md").write_text(f"# Lesson 15\n\n{text}", encoding="utf-8")
    answers = run("@exercise", "lesson15", exercise=exercise)
    (asked,) = Lesson(tmp_path / "15.md", answers).exercises
    assert asked.check(100).status == "right"
    assert "exponent 1/d" in asked.check(10).text
