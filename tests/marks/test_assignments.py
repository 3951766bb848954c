"""Assignments for nbgrader, without nbgrader: what students get, and what gives points."""

import json
import re
from itertools import count
from pathlib import Path

import nbformat
import numpy as np
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from posenc_helpers import check
from posenc_helpers.lessons import EXERCISES, LESSONS
from tests.lessons import answers
from tests.notebooks.broken import BROKEN
from tools.marks import assignments as tool
from tools.marks.course.marking.posenc_points import award, points

NOTEBOOKS = sorted((Path(__file__).resolve().parents[2] / "notebooks").glob("*.ipynb"))
NAMES = [path.stem for path in NOTEBOOKS]
LESSON_OF = {one.name: lesson for lesson, its in LESSONS.items() for one in its.exercises}
ODD = json.loads(Path(__file__).with_name("odd.json").read_text("utf-8"))
SOLUTION = re.compile(r"^### BEGIN SOLUTION\n(?:.*\n)*?### END SOLUTION$", re.MULTILINE)
HIDDEN = re.compile(r"^### BEGIN HIDDEN TESTS\n(?:.*\n)*?### END HIDDEN TESTS$", re.MULTILINE)


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
    """What nbgrader makes of a cell's text for students, by the settings of the course."""
    return (SOLUTION if role(cell).get("solution") else HIDDEN).sub("", cell.source)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=NAMES)
def test_students_get_the_lesson_and_a_locked_cell_below_each_exercise(source, path):
    made = cells(source, path.stem)
    own = [cell for cell in made if not role(cell).get("grade")]
    for before, after in zip(tool.read(path).cells, own, strict=True):
        assert released(after) == tool.moved_links(before.source, NAMES)
        assert (before.cell_type, before.id) == (after.cell_type, after.id)
    exercises = LESSONS[path.stem[:2]].exercises
    answered = [k for k, cell in enumerate(made) if role(cell).get("solution")]
    pairs = [made[k : k + 2] for k in answered]
    for exercise, (cell, below) in zip(exercises, pairs, strict=True):
        assert role(cell)["grade_id"] == exercise.name
        assert role(below)["grade"] and role(below)["locked"]
        assert role(below)["grade_id"] == f"{exercise.name}_points"
        assert role(below)["points"] == points(exercise)
        assert released(below).startswith(f"# Points for the exercise above: {points(exercise)}.")
        assert len(released(below).splitlines()) == 1
    assert not any(cell.get("outputs") for cell in made)


@pytest.mark.parametrize("name", EXERCISES)
def test_the_solution_in_the_notebook_and_other_right_answers_get_the_points(source, name, capsys):
    (stem,) = (stem for stem in NAMES if stem.startswith(LESSON_OF[name]))
    made = {role(cell).get("grade_id"): cell for cell in cells(source, stem)}
    space = {"np": np, "check": check}
    exec(made[name].source, space)
    (variable,) = re.findall(rf"^award\('{name}', '(\w+)', globals\(\), seed=424242\)$",
                             made[f"{name}_points"].source, re.MULTILINE)  # fmt: skip
    capsys.readouterr()
    for seed in range(3 if EXERCISES[name].wants_function else 1):
        for answer in [space[variable], *answers.OTHER_RIGHT[name]]:
            assert award(name, variable, {variable: answer}, seed) == points(EXERCISES[name])
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= 88
    assert out.replace("\n", " ").startswith(f"Right. {EXERCISES[name].right} ")


def test_links_between_lessons_lead_into_their_folders(source):
    for stem in NAMES:
        for cell in cells(source, stem):
            for link in re.findall(r"\]\(([^):#]+\.ipynb)", cell.source):
                assert (source / "source" / stem / link).resolve().is_file(), link


@pytest.mark.parametrize("path", NOTEBOOKS, ids=NAMES)
def test_no_name_of_an_answer_is_given_elsewhere_in_the_lesson(path):
    """A forgotten answer must not be judged by what an earlier cell has left under its name."""
    made = tool.read(path).cells
    others = [cell.source for cell in made if cell.cell_type == "code" and not tool.asked(cell)]
    for exercise, name, _ in filter(None, map(tool.asked, made)):
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


def test_the_lines_that_show_solutions_can_be_left_out(tmp_path):
    arguments = [str(NOTEBOOKS[0]), "--to", str(tmp_path), "--without-solutions"]
    assert tool.main(arguments) == 0
    text = "".join(cell.source for cell in cells(tmp_path, NAMES[0]))
    assert "# solution." in "".join(cell.source for cell in tool.read(NOTEBOOKS[0]).cells)
    assert "# solution." not in text and "# hint." in text


@pytest.mark.parametrize(
    ("said", "cells"),
    [
        *(("a cell is to check one name", [text]) for text in ODD["cells that check otherwise"]),
        ("two cells check angle", ["check.angle(answer)"] * 2),
    ],
    ids=count(),
)
def test_what_checks_otherwise_is_refused_and_never_left_without_points(
    tmp_path, capsys, said, cells
):
    path = tmp_path / "99_odd.ipynb"
    nbformat.write(new_notebook(cells=list(map(new_code_cell, cells))), path)
    assert tool.main([str(path), "--to", str(tmp_path / "out")]) == 1
    assert f"99_odd.ipynb: {said}" in capsys.readouterr().err


def test_words_before_the_check_do_not_matter():
    cell = new_code_cell("# check.angle(answer) judges\nanswer = ...\n\ncheck.angle(answer)")
    assert tool.asked(cell)[1:] == ("answer", 4)
    made = tool.with_solution(cell.source, "answer = 1", 4)
    before = "\n".join(cell.source.split("\n")[:2])
    assert made.startswith(f"{before}\n### BEGIN SOLUTION\nanswer = 1\n")


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_notebook_gets_one_line(tmp_path, capsys, kind):
    path = BROKEN[kind](tmp_path / "broken.ipynb")
    assert tool.main([str(path), "--to", str(tmp_path / "out")]) == 1
    out, err = capsys.readouterr()
    assert out == "" and len(err.splitlines()) == 1
    assert err.startswith("broken.ipynb: ") and err.isascii() and len(err) < 250


def test_the_template_for_new_lessons_becomes_an_assignment(tmp_path):
    template = tool.ROOT / "tools" / "new_lesson.ipynb"
    assert tool.main([str(template), "--to", str(tmp_path)]) == 0
    (answer,) = (cell for cell in cells(tmp_path, "new_lesson") if role(cell).get("solution"))
    assert released(answer).startswith("longest = ...\n")
