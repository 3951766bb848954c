"""Assignments for nbgrader, without nbgrader: what students get, and what gives points."""

import re
from pathlib import Path

import nbformat
import numpy as np
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from posenc_helpers import check
from posenc_helpers.lessons import EXERCISES, LESSONS
from posenc_helpers.lessons.award import points
from tools import assignments as tool

NOTEBOOKS = sorted((Path(__file__).resolve().parents[2] / "notebooks").glob("*.ipynb"))
NAMES = [path.stem for path in NOTEBOOKS]
REGION = re.compile(r"^.*### BEGIN (SOLUTION|HIDDEN TESTS)\n(?:.*\n)*?.*### END \1$", re.MULTILINE)


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """The folder of all assignments."""
    folder = tmp_path_factory.mktemp("assignments")
    assert tool.main(["--to", str(folder), "--seed", "424242"]) == 0
    return folder


def cells(folder, name):
    return nbformat.read(folder / "source" / name / f"{name}.ipynb", as_version=4).cells


def role(cell):
    return cell.metadata.get("nbgrader", {})


def released(cell):
    """What nbgrader makes of a cell's text for students, by the settings of CONFIG."""
    text = REGION.sub("", cell.source) if role(cell).get("solution") else cell.source
    return re.sub(r"### BEGIN HIDDEN TESTS\n(?:.*\n)*?### END HIDDEN TESTS\n", "", text)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=NAMES)
def test_students_get_the_lesson_and_a_locked_cell_below_each_exercise(source, path):
    made = cells(source, path.stem)
    lesson = nbformat.read(path, as_version=4).cells
    own = [cell for cell in made if not role(cell).get("grade")]
    for before, after in zip(lesson, own, strict=True):
        assert released(after) == tool.moved_links(before.source, NAMES)
        assert (before.cell_type, before.id) == (after.cell_type, after.id)
    for cell, below in zip(made, [*made[1:], None], strict=True):
        if role(cell).get("solution"):
            assert role(below)["grade"] and role(below)["locked"]
            assert role(below)["grade_id"] == f"{role(cell)['grade_id']}_points"
            assert "424242" in below.source and "424242" not in released(below)
            compile(released(below), "cell", "exec")


@pytest.mark.parametrize("path", NOTEBOOKS, ids=NAMES)
def test_all_exercises_of_a_lesson_are_marked_and_no_output_is_kept(source, path):
    made = cells(source, path.stem)
    names = [one.name for one in LESSONS[path.stem[:2]].EXERCISES]
    assert [role(cell)["grade_id"] for cell in made if role(cell).get("solution")] == names
    given = [role(cell)["points"] for cell in made if role(cell).get("grade")]
    assert given == [points(EXERCISES[name]) for name in names]
    assert not any(cell.get("outputs") for cell in made)
    assert all(len(role(cell)["grade_id"]) <= 64 for cell in made if role(cell))


@pytest.mark.parametrize("name", EXERCISES)
def test_the_solution_in_the_notebook_gets_the_points(source, name, capsys):
    (lesson,) = (one for one in LESSONS if EXERCISES[name] in LESSONS[one].EXERCISES)
    (path,) = (path for path in NOTEBOOKS if path.stem.startswith(lesson))
    made = {role(cell).get("grade_id"): cell for cell in cells(source, path.stem)}
    space = {"np": np, "check": check}
    exec(made[name].source, space)
    *lines, call = _statements(made[f"{name}_points"].source)
    exec("\n".join(lines), space)
    assert eval(call, space) == points(EXERCISES[name])
    assert capsys.readouterr().out.startswith("Right. ")


def _statements(text):
    """The lines of a locked cell before its last expression, and that expression."""
    before, call = text.split("\naward(")
    return [before, f"award({call}"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=NAMES)
def test_links_between_lessons_lead_into_their_folders(source, path):
    text = "".join(cell.source for cell in cells(source, path.stem) if cell.cell_type == "markdown")
    links = re.findall(r"\]\(([^):#]+\.ipynb)", text)
    for link in links:
        assert (source / "source" / path.stem / link).resolve().is_file(), link


@pytest.mark.parametrize("path", NOTEBOOKS, ids=NAMES)
def test_no_name_of_an_answer_is_given_elsewhere_in_the_lesson(path):
    """A forgotten answer must not be judged by what an earlier cell has left under its name."""
    made = nbformat.read(path, as_version=4).cells
    others = [cell.source for cell in made if cell.cell_type == "code" and not tool.asked(cell)]
    for exercise, name in filter(None, map(tool.asked, made)):
        bound = rf"^\s*def {name}\(" if exercise.wants_function else rf"^\s*{name} ="
        if name != "answer":
            assert not re.search(bound, "\n".join(others), re.MULTILINE)


def test_another_seed_is_drawn_each_time(tmp_path):
    texts = set()
    for place in ("a", "b"):
        assert tool.main([str(NOTEBOOKS[0]), "--to", str(tmp_path / place)]) == 0
        made = cells(tmp_path / place, NAMES[0])
        texts.add("".join(cell.source for cell in made if role(cell).get("grade")))
    assert len(texts) == 2


@pytest.mark.parametrize("call", ["check.angle(0.5)", "check.angle(a)\ncheck.row_ten(b)"])
def test_a_cell_that_checks_no_name_is_refused(tmp_path, capsys, call):
    path = tmp_path / "99_odd.ipynb"
    nbformat.write(new_notebook(cells=[new_code_cell(call)]), path)
    assert tool.main([str(path), "--to", str(tmp_path / "out")]) == 1
    assert "99_odd.ipynb: a cell is to check one name" in capsys.readouterr().err


def test_the_template_for_new_lessons_becomes_an_assignment(tmp_path):
    template = tool.ROOT / "tools" / "new_lesson.ipynb"
    assert tool.main([str(template), "--to", str(tmp_path)]) == 0
    (answer,) = (cell for cell in cells(tmp_path, "new_lesson") if role(cell).get("solution"))
    assert released(answer).startswith("longest = ...\n")


def test_the_configuration_is_python():
    compile(tool.CONFIG, "nbgrader_config.py", "exec")
