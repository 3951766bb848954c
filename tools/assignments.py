"""Write the lessons as assignments for nbgrader: python tools/assignments.py.

    build/assignments/nbgrader_config.py                  how nbgrader is to run them
    build/assignments/source/02_heatmaps/02_heatmaps.ipynb   and so on, one assignment a lesson

What students get, after `nbgrader generate_assignment`, is the lesson with a locked cell below each
exercise. The locked cell gives the points. The number that says which other cases it tries is
hidden from students, and drawn anew each time unless --seed names it.
"""

import argparse
import ast
import secrets
import sys
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell

from posenc_helpers.lessons import EXERCISES
from posenc_helpers.lessons.award import points

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tools.notebooks import dumps  # noqa: E402

SOLUTION = "### BEGIN SOLUTION\n{code}\n### END SOLUTION"
LOCKED = """\
# Points for the exercise above. This cell is locked: change the one above.
from posenc_helpers.lessons.award import award

award({name!r}, {variable!r}, globals(),
### BEGIN HIDDEN TESTS
    seed={seed},
### END HIDDEN TESTS
)"""
CONFIG = '''\
"""nbgrader reads this in the folder that it is started in."""

from pathlib import Path

import nbgrader

c = get_config()  # noqa: F821
c.CourseDirectory.root = str(Path(__file__).resolve().parent)
c.CourseDirectory.course_id = "posenc"
# A deleted locked cell is put back, so that it costs no points when the answer is there.
c.OverwriteCells.add_missing_cells = True
# Nothing stands in the place of a solution: the cell is as it is in the lesson.
c.ClearSolutions.code_stub = {"python": ""}
# Seconds for a cell, then it is interrupted. The longest cell of a lesson takes a few.
c.Execute.timeout = 60
# The pages for students load nothing from a network: templates/ leaves MathJax out, the rest is
# nbgrader's own. Formulas stand there as LaTeX.
c.HTMLExporter.extra_template_basedirs = [
    str(Path(__file__).resolve().parent / "templates"),
    str(Path(nbgrader.__file__).parent / "server_extensions" / "formgrader" / "templates"),
]
'''
NO_MATHJAX = '{%- macro mathjax(url="") -%}{%- endmacro %}\n'


class Problem(Exception):
    """Why a lesson cannot become an assignment, in words for its author."""


def asked(cell):
    """The (exercise, variable) that a cell checks, as in check.angle(answer), or None."""
    if cell.cell_type != "code" or "check." not in cell.source:
        return None
    found = [call for call in ast.walk(ast.parse(cell.source)) if _is_check(call)]
    if not found:
        return None
    if len(found) > 1 or not isinstance(found[0].args[0], ast.Name):
        raise Problem(f"a cell is to check one name, as in check.NAME(answer):\n{cell.source}")
    return EXERCISES[found[0].func.attr], found[0].args[0].id


def _is_check(node):
    return (
        isinstance(node, ast.Call)
        and ast.unparse(node.func).startswith("check.")
        and len(node.args) == 1
    )


def solution_code(exercise, variable):
    """The code of a solution, without its check, such that the answer has this name."""
    *lines, last = exercise.solution.splitlines()
    own = ast.unparse(ast.parse(last).body[0].value.args[0])
    code = "\n".join(lines).strip()
    return code if own == variable else f"{code}\n\n\n{variable} = {own}"


def with_solution(source, code):
    """The text of a cell with a solution, on what is else an empty line, before the check."""
    before, check, after = source.partition("check.")
    if before.endswith("\n\n"):
        before = before[:-1]
    return f"{before}{SOLUTION.format(code=code)}\n{check}{after}"


def mark(cell, grade_id, **roles):
    """Say to nbgrader what a cell is for."""
    kinds = {"grade": False, "solution": False, "locked": False, "task": False}
    cell.metadata["nbgrader"] = {"schema_version": 3, "grade_id": grade_id, **kinds, **roles}


def locked_cell(exercise, variable, seed):
    """The cell that gives the points of an exercise."""
    source = LOCKED.format(name=exercise.name, variable=variable, seed=seed)
    cell = new_code_cell(source, id=f"points-{exercise.name}"[:64])
    mark(cell, f"{exercise.name}_points", grade=True, locked=True, points=points(exercise))
    return cell


def assignment_cells(cells, seed):
    """Yield the cells of a lesson, each exercise with its solution and followed by its points."""
    for cell in cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
        exercise, variable = asked(cell) or (None, None)
        if exercise:
            cell.source = with_solution(cell.source, solution_code(exercise, variable))
            mark(cell, exercise.name, solution=True)
        yield cell
        if exercise:
            yield locked_cell(exercise, variable, seed)


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


def write(path, folder, seed, names):
    """Write the assignment of the lesson at `path`; return its file, exercises and points."""
    notebook = assignment(nbformat.read(path, as_version=4), seed, names)
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
    options = parser.parse_intermixed_args(arguments)
    seed = secrets.randbelow(10**9) if options.seed is None else options.seed
    lessons = sorted((ROOT / "notebooks").glob("*.ipynb"))
    names = [path.stem for path in lessons]
    for path in options.notebooks or lessons:
        try:
            target, exercises, total = write(path, options.to, seed, names)
        except Problem as problem:
            print(f"{path.name}: {problem}", file=sys.stderr)
            return 1
        print(f"{target}: {exercises} exercises, {total} points")
    settings = {"nbgrader_config.py": CONFIG, "templates/feedback/mathjax.html.j2": NO_MATHJAX}
    for name, text in settings.items():
        (options.to / name).parent.mkdir(parents=True, exist_ok=True)
        (options.to / name).write_text(text, encoding="utf-8", newline="\n")
    print(f"Go on in {options.to}: docs/marks.md says how.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
