"""Write the lessons as assignments for nbgrader: make assignments.

    build/assignments/nbgrader_config.py                  how nbgrader is to run them
    build/assignments/marking/                            what gives the points; not for students
    build/assignments/source/02_heatmaps/02_heatmaps.ipynb   and so on, one assignment a lesson

What students get, after `nbgrader generate_assignment`, is the lesson with a locked cell below each
exercise. What gives the points is hidden from students in it: a call of `award`, with a number that
says which other cases it tries. The number is drawn anew each time unless --seed names it.
"""

import argparse
import ast
import re
import secrets
import shutil
import sys
from pathlib import Path

from nbformat.v4 import new_code_cell

from posenc_helpers.lessons import EXERCISES
from tools.marks.course.marking.posenc_points import points
from tools.notebooks import Problem, dumps, read

ROOT = Path(__file__).resolve().parents[2]
COURSE = Path(__file__).with_name("course")

SOLUTION = "### BEGIN SOLUTION\n{code}\n### END SOLUTION"
LOCKED = """\
# Points for the exercise above: {points}. This cell is locked. Change the one above.
### BEGIN HIDDEN TESTS
from posenc_points import award

award({name!r}, {variable!r}, globals(), seed={seed})
### END HIDDEN TESTS"""


def asked(cell):
    """The (exercise, variable, line) that a cell checks, as in check.angle(answer), or None."""
    if cell.cell_type != "code" or "check" not in cell.source:
        return None
    try:
        tree = ast.parse(cell.source)
    except (SyntaxError, ValueError):
        raise _odd(cell) from None
    checks = [found for found in map(_checked, tree.body) if found]
    if len(checks) != sum(map(_speaks_of_check, ast.walk(tree))) or len(checks) > 1:
        raise _odd(cell)
    return checks[0] if checks else None


def _odd(cell):
    return Problem(
        "a cell is to check one name, by a line check.NAME(answer) of its own, and to be Python "
        f"without magic commands:\n{cell.source}"
    )


def _checked(statement):
    """The (exercise, variable, line) of a statement that is check.NAME(VARIABLE), or None."""
    match statement:
        case ast.Expr(
            ast.Call(ast.Attribute(ast.Name("check"), name), [ast.Name(variable)], []), col_offset=0
        ) if name in EXERCISES:
            return EXERCISES[name], variable, statement.lineno
    return None


def _speaks_of_check(node):
    """Whether this is `check`, by whatever way, but for its import under its own name."""
    match node:
        case ast.Name("check") | ast.Attribute(attr="check"):
            return True
        case ast.alias("check", asname):
            return asname is not None
    return False


def solution_code(exercise, variable):
    """The code of a solution, without its check, such that the answer has this name."""
    *lines, last = exercise.solution.splitlines()
    own = ast.unparse(ast.parse(last).body[0].value.args[0])
    code = "\n".join(lines).strip()
    return code if own == variable else f"{code}\n\n\n{variable} = {own}"


def with_solution(source, code, line):
    """The text of a cell with a solution, on what is else an empty line, before its check."""
    lines = source.split("\n")
    before, after = lines[: line - 1], lines[line - 1 :]
    if before and not before[-1]:
        before.pop()
    return "\n".join([*before, SOLUTION.format(code=code), *after])


def without_solutions(notebook):
    """Take out the lines that show a solution."""
    for cell in notebook.cells:
        cell.source = re.sub(r"\n# solution\.\w+\(\)$", "", cell.source, flags=re.MULTILINE)
    return notebook


def mark(cell, grade_id, **roles):
    """Say to nbgrader what a cell is for."""
    kinds = {"grade": False, "solution": False, "locked": False, "task": False}
    cell.metadata["nbgrader"] = {"schema_version": 3, "grade_id": grade_id, **kinds, **roles}


def locked_cell(exercise, variable, seed):
    """The cell that gives the points of an exercise."""
    worth = points(exercise)
    source = LOCKED.format(points=worth, name=exercise.name, variable=variable, seed=seed)
    cell = new_code_cell(source, id=f"points-{exercise.name}"[:64])
    mark(cell, f"{exercise.name}_points", grade=True, locked=True, points=worth)
    return cell


def assignment_cells(cells, seed):
    """Yield the cells of a lesson, each exercise with its solution and followed by its points."""
    taken = set()
    for cell in cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
        exercise, variable, line = asked(cell) or (None, None, None)
        if exercise is None:
            yield cell
            continue
        if exercise.name in taken:
            raise Problem(f"two cells check {exercise.name}")
        taken.add(exercise.name)
        cell.source = with_solution(cell.source, solution_code(exercise, variable), line)
        mark(cell, exercise.name, solution=True)
        yield from (cell, locked_cell(exercise, variable, seed))


def moved_links(text, names):
    """Markdown whose links to other lessons lead into the folders of their assignments."""
    for name in names:
        text = text.replace(f"]({name}.ipynb", f"](../{name}/{name}.ipynb")
    return text


def assignment(notebook, seed, names=()):
    """Make a lesson an assignment, in place, and return it; its outputs go."""
    notebook.cells = list(assignment_cells(notebook.cells, seed))
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = moved_links(cell.source, names)
    return notebook


def write(notebook, path, folder, seed, names):
    """Write the assignment of the lesson from `path`; return its file, exercises and points."""
    notebook = assignment(notebook, seed, names)
    target = folder / "source" / path.stem / path.name
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(dumps(notebook), encoding="utf-8", newline="\n")
    given = [cell.metadata["nbgrader"].get("points") for cell in notebook.cells if _graded(cell)]
    return target, len(given), sum(given)


def _graded(cell):
    return cell.metadata.get("nbgrader", {}).get("grade")


def main(arguments=None):
    """The command line. Return 0, or 1 if a lesson has a problem."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("notebooks", nargs="*", type=Path, help="default: all of notebooks/")
    parser.add_argument("--to", type=Path, default=ROOT / "build" / "assignments")
    parser.add_argument("--seed", type=int, help="a whole number that students do not know")
    parser.add_argument(
        "--without-solutions", action="store_true", help="leave out the lines that show them"
    )
    options = parser.parse_intermixed_args(arguments)
    seed = secrets.randbelow(10**9) if options.seed is None else options.seed
    lessons = sorted((ROOT / "notebooks").glob("*.ipynb"))
    names = [path.stem for path in lessons]
    for path in options.notebooks or lessons:
        try:
            notebook = read(path)
            if options.without_solutions:
                without_solutions(notebook)
            target, exercises, total = write(notebook, path, options.to, seed, names)
        except Problem as problem:
            print(f"{path.name}: {problem}", file=sys.stderr)
            return 1
        print(f"{target}: {exercises} exercises, {total} points")
    shutil.copytree(
        COURSE, options.to, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__")
    )
    print(f"Go on in {options.to}: docs/marks.md says how.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
