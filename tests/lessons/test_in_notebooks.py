"""The exercises in the notebooks and those in the package are the same."""

import json
import re
from pathlib import Path

import pytest

from posenc_helpers.lessons import LESSONS
from posenc_helpers.lessons.exercise import UNANSWERED

FOLDER = Path(__file__).resolve().parents[2] / "notebooks"
USE = re.compile(r"\b(check|hint|solution)\.(\w+)\(")


def cells(lesson, kind):
    """(source, text of the outputs) of the cells of a lesson."""
    (path,) = FOLDER.glob(f"{lesson}_*.ipynb")
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == kind:
            texts = [out.get("data", {}).get("text/plain", "") for out in cell.get("outputs", [])]
            yield "".join(cell["source"]), "".join("".join(text) for text in texts)


@pytest.mark.parametrize("lesson", LESSONS)
def test_exercises_in_the_notebook_are_those_of_the_package(lesson):
    checked = []
    for source, output in cells(lesson, "code"):
        used = USE.findall(source)
        names = [name for room, name in used if room == "check"]
        checked += names
        assert set(used) == {
            (room, name) for name in names for room in ("check", "hint", "solution")
        }
        assert not names or UNANSWERED in output
    assert checked == [exercise.name for exercise in LESSONS[lesson].exercises]
    code = "\n".join(source for source, _ in cells(lesson, "code"))
    predicted = [prediction.name for prediction in LESSONS[lesson].predictions]
    assert re.findall(r"\bpredict\.(\w+)\(", code) == predicted
    prose = "\n".join(source for source, _ in cells(lesson, "markdown"))
    assert {name for _, name in USE.findall(prose)} <= set(checked)
