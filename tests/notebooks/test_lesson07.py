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


def test_the_list_of_kinds_is_that_of_the_exercise():
    for number, kind in enumerate(kinds(), start=1):
        assert f"\n{number}. {kind}\n" in PROSE


def test_the_museum_has_as_many_exhibits_and_questions_as_the_lesson_says():
    assert len(BUGS) == 14 and "Fourteen wrong tables" in PROSE
    assert len(INVARIANTS) == 8 and "eight invariants" in PROSE
    assert "Here are four of the eight" in PROSE
    for bug in ("GPT-NeoX", "Transformers"):
        assert bug in PROSE
    sources = {bug.source for bug in BUGS.values()}
    assert "https://github.com/EleutherAI/gpt-neox/issues/1003" in sources
    assert "https://github.com/huggingface/transformers/pull/29285" in sources


@pytest.mark.parametrize(("rows", "caught"), [(512, 13), (256, 12)])
def test_how_many_bugs_three_checks_catch_together(rows, caught):
    three = "row_zero", "first_clock", "wavelength_ratio"
    findings = [examine(bug.table(rows, 64)) for bug in BUGS.values()]
    assert sum(not all(one[name].passes for name in three) for one in findings) == caught
    assert f"of {rows} positions" in PROSE and f"catch {caught}" in PROSE


def test_the_bugs_that_two_checks_miss():
    """Two of the three wrong tables pass length and dot products, as the printed grid shows."""
    outputs = [out for cell in CELLS for out in cell.get("outputs", [])]
    printed = ("".join(one.get("text", "")) for one in outputs)
    grid = next(text for text in printed if "power_of_fraction" in text)
    lines = {name: line for name, *line in map(str.split, grid.splitlines()[1:])}
    fooled = [name for name, line in lines.items() if line[:2] == ["passes"] * 2]
    assert fooled == ["right", "one_based", "column_for_pair"]
    assert [name for name, line in lines.items() if "fails" not in line] == ["right"]
