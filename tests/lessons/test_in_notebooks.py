"""The exercises in the notebooks and those in the package are the same."""

import re

import pytest

from posenc_helpers.lessons import LESSONS
from posenc_helpers.lessons.exercise import UNANSWERED
from tests.lessons.cells import cells

USE = re.compile(r"\b(check|hint|solution)\.(\w+)\(")


@pytest.mark.parametrize("lesson", LESSONS)
def test_exercises_in_the_notebook_are_those_of_the_package(lesson):
    checked, code, prose = [], "", ""
    for cell in cells(lesson):
        if cell["cell_type"] == "markdown":
            prose += cell["source"]
            continue
        used, code = USE.findall(cell["source"]), f"{code}\n{cell['source']}"
        names = [name for room, name in used if room == "check"]
        checked += names
        rooms = "check", "hint", "solution"
        assert set(used) == {(room, name) for name in names for room in rooms}
        assert not names or UNANSWERED in str(cell["outputs"])
    assert checked == [exercise.name for exercise in LESSONS[lesson].exercises]
    predicted = [prediction.name for prediction in LESSONS[lesson].predictions]
    assert re.findall(r"\bpredict\.(\w+)\(", code) == predicted
    assert {name for _, name in USE.findall(prose)} <= set(checked)
