"""What lesson 07 says in prose about the package is what the package has."""

import json
from pathlib import Path

import pytest

from posenc_helpers.models.conventions.bugs import BUGS
from posenc_helpers.models.conventions.invariants import INVARIANTS, examine
from posenc_helpers.models.conventions.mystery import kinds

LESSON = Path(__file__).resolve().parents[2] / "notebooks" / "07_conventions.ipynb"
CELLS = json.loads(LESSON.read_text(encoding="utf-8"))["cells"]
PROSE = "\n".join("".join(c["source"]) for c in CELLS if c["cell_type"] == "markdown")


def test_the_lists_are_as_long_as_the_lesson_says():
    for number, kind in enumerate(kinds(), start=1):
        assert f"\n{number}. {kind}\n" in PROSE
    assert len(BUGS) == 14 and "Fourteen wrong tables" in PROSE
    assert len(INVARIANTS) == 8 and "eight invariants" in PROSE


@pytest.mark.parametrize(("rows", "caught"), [(512, 13), (256, 12)])
def test_how_many_bugs_three_checks_catch_together(rows, caught):
    three = "row_zero", "first_clock", "wavelength_ratio"
    findings = [examine(bug.table(rows, 64)) for bug in BUGS.values()]
    assert sum(not all(one[name].passes for name in three) for one in findings) == caught
    assert f"of {rows} positions" in PROSE and f"catch {caught}" in PROSE
