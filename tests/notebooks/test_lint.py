"""Every notebook keeps the rules that a comparison of outputs (nbval) cannot hold it to.

nbval does not compare cells without an execution count; that its pictures are there it compares.
Each check is a function that takes a notebook, with its path, and yields its faults as text.
"""

import ast
import json
import re
from functools import cache
from pathlib import Path
from urllib.parse import unquote

import pytest
from IPython.core.inputtransformer2 import TransformerManager

from posenc_helpers.lessons import LESSONS, PREDICTIONS
from posenc_helpers.models import public_names
from tools import export
from tools import notebooks as tool

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "notebooks"
CORES = sorted(FOLDER.glob("*.ipynb"))
FURTHER = sorted(FOLDER.glob("further/*.ipynb"))
TEMPLATE = ROOT / "tools" / "new_lesson.ipynb"
FILES = pytest.mark.parametrize("path", [*CORES, *FURTHER, TEMPLATE], ids=lambda path: path.stem)

BYTES = 300_000
MACHINE_PATH = re.compile(r"(?<![\w.:/-])(/(work|tmp|root|home|Users)\b|[A-Z]:\\Users)")
NOT_IN_A_LESSON = {
    "installs or calls a shell": r"^(\w+ *= *)?!|^%%?(pip|conda|mamba|uv|bash|sh|system|script)",
    "changes where Python searches": r"\bsys\.path\b|from sys import .*\bpath\b",
    "uses a network": r"\b(urllib|requests|httpx|http|socket)\b",
    "writes a file": r"\bopen\([^)]*[\"'][wax]|\b(write_\w+|tofile|savetxt)\(|savefig\(f?['\"]",
    "makes the comparison of outputs lenient": r"# (NBVAL_|PYTEST_VALIDATE_)\w+",
    "stops at a stub": r"NotImplementedError",
}  # fmt: skip
DRAWS = {name for name in public_names() if name.startswith("plot_") or name.endswith("Explorer")}


def source(cell):
    """The source of a cell (files hold it as a list of lines)."""
    return "".join(cell["source"])


def cells(notebook, kind):
    """(number, cell) of all cells of a kind, counted from 1 over all cells."""
    pairs = enumerate(notebook["cells"], start=1)
    return [(number, cell) for number, cell in pairs if cell["cell_type"] == kind]


def is_further(notebook):
    return notebook["path"].parent.name == "further"


def is_exercise(cell):
    return "exercise" in cell["metadata"].get("tags", [])


def syntax(cell):
    """The syntax tree of a code cell; `!ls` and `%pip` have become calls of get_ipython()."""
    return ast.parse(TransformerManager().transform_cell(source(cell)))


def called(node):
    """The name of the function that a call calls, without what stands before its last dot."""
    function = getattr(node, "func", None)
    return getattr(function, "attr", getattr(function, "id", None))


def texts(cell):
    """The source of a cell and everything in its outputs that is text."""
    yield source(cell)
    for output in cell.get("outputs", []):
        data = output.get("data", {}) | {"text/": output.get("text", "")}
        yield from ("".join(data[mime]) for mime in data if mime.startswith(("text/", "image/svg")))


def prose(text):
    """Markdown without code, formulas, HTML tags, pictures' marks and link targets."""
    for pattern in (r"```.*?```", r"`[^`]*`", r"\$\$.*?\$\$", r"\$[^$]*\$", r"<[^>]*>", r"!(?=\[)",
                    r"\]\([^)]*\)"):  # fmt: skip
        text = re.sub(pattern, " ", text, flags=re.DOTALL)
    return text


def headings(notebook):
    """(number of the cell, level, title) of all headings."""
    for number, cell in cells(notebook, "markdown"):
        outside_code = re.sub(r"```.*?```", "", source(cell), flags=re.DOTALL)
        for marks, title in re.findall(r"^(#{1,6}) +(.+)$", outside_code, flags=re.MULTILINE):
            yield number, len(marks), title


@cache
def anchors(path):
    """The names that JupyterLab gives to the headings of the notebook at `path`."""
    return {title.replace(" ", "-") for *_, title in headings(load(path))}


# The checks


def check_covers(notebook):
    """A picture is covered until questions above it are answered."""
    asked = []
    for number, cell in cells(notebook, "code"):
        asked += re.findall(r"^predict\.(\w+)\(", source(cell), flags=re.MULTILINE)
        for until in re.findall(r"Explorer\(.*until=([^=]+)", source(cell)):
            if not set(re.findall(r'"(\w+)"', until)) <= set(asked):
                yield f"cell {number} waits for {until}, and above it are asked {asked}"


def check_recall(notebook):
    """What is asked again comes right after the imports, or between first picture and exercises."""
    drawn = answering = False
    for place, (number, cell) in enumerate(cells(notebook, "code")):
        answering = answering or is_exercise(cell)
        if source(cell).startswith("recall(") and place != 1 and (answering or not drawn):
            yield f"cell {number} asks again before the first picture, or after an exercise"
        drawn = drawn or any(called(node) in DRAWS for node in ast.walk(syntax(cell)))


def check_order(notebook):
    """A core ends with its summary and the way to what is further, whose parts have their minutes.

    That way leads nowhere on slides, so they leave it out. What is further leads back to its
    lesson, and on to the next.
    """
    first, *_, last = notebook["cells"]
    parts = [title for _, level, title in headings(notebook) if level == 2]
    if not is_further(notebook):
        if parts[-1:] != ["Summary"] or "Further" in parts:
            yield f"the summary is not the last part: {', '.join(parts)}"
        if not re.search(r"\bfurther/\d\d_further\.ipynb\)", source(last)):
            yield "the last cell does not lead to what is further"
        if last["metadata"].get("slideshow") != {"slide_type": "skip"}:
            yield "the last cell is on the slides"
        return
    number = int(notebook["path"].stem[:2])
    for core in CORES[number : number + 2]:
        if f"](../{core.name})" not in source(first):
            yield f"the first cell does not lead to {core.name}"
    for number, level, title in headings(notebook):
        timed = rf"^## {re.escape(title)}\n\n\*\d+ minutes\.\*$"
        if level == 2 and not re.search(timed, source(notebook["cells"][number - 1]), re.MULTILINE):
            yield f"{title} has no minutes below it"


def check_exercises(notebook):
    """A core has two exercises, and what is further at most two."""
    count = len([cell for _, cell in cells(notebook, "code") if is_exercise(cell)])
    if count > 2 or count < 2 and not is_further(notebook):
        yield f"it has {count} exercises"


def check_length(notebook):
    """Cells are short: those of a core fit a slide."""
    for number, cell in cells(notebook, "code"):
        if (lines := len(source(cell).splitlines())) > 10 and not is_exercise(cell):
            yield f"cell {number} has {lines} lines"


def check_imports(notebook):
    """The first code cell imports, in at most six lines, and does nothing else."""
    number, cell = cells(notebook, "code")[0]
    lines = [line for line in source(cell).splitlines() if line]
    if {type(one) for one in syntax(cell).body} - {ast.Import, ast.ImportFrom}:
        yield f"cell {number}, the first with code, holds something else than imports"
    if len(lines) > 6 or max(map(len, lines)) > 100:
        yield f"cell {number} imports in {len(lines)} lines, the longest of {max(map(len, lines))}"


def check_code(notebook):
    """Notebooks install nothing, use no network, write no files, and run to the end.

    No tag lets a cell raise, or nbval compare less.
    """
    for number, cell in cells(notebook, "code"):
        if {*cell["metadata"].get("tags", [])} - {"exercise"}:
            yield f"cell {number} has the tags {cell['metadata']['tags']}"
        for fault, pattern in NOT_IN_A_LESSON.items():
            if found := re.search(pattern, source(cell), re.MULTILINE):
                yield f"cell {number} {fault}: {found[0]}"


def check_links(notebook):
    """Links and pictures that do not lead into the web lead to files and headings that exist."""
    for number, cell in cells(notebook, "markdown"):
        text = re.sub(r"```.*?```|`[^`]*`", "", source(cell), flags=re.DOTALL)
        targets = re.findall(r"\]\(<?([^)\s>]+)|(?:href|src)=[\"']([^\"']+)", text)
        for target in map("".join, targets):
            name, _, heading = unquote(target).partition("#")
            path = notebook["path"].parent / name if name else notebook["path"]
            if re.match(r"[a-z][a-z0-9+.-]*:", target):
                continue
            if not path.exists():
                yield f"cell {number} links to {target}, which does not exist"
            elif heading and heading not in anchors(path):
                yield f"cell {number} links to {target}, a heading that does not exist"


def check_texts(notebook):
    """No machine is named, no line ends in blanks, and nothing is called simple or shouted."""
    for number, cell in enumerate(notebook["cells"], start=1):
        said = prose(source(cell)) if cell["cell_type"] == "markdown" else ""
        found = [MACHINE_PATH.search(text) for text in texts(cell)]
        found += [re.search(r"[ \t]+$|\s\Z", source(cell), re.MULTILINE)]
        found += [re.search(r"\b(simply|obviously)\b|!", said, re.IGNORECASE)]
        yield from (f"cell {number} says {one[0]!r}" for one in found if one)


CHECKS = [check for name, check in sorted(globals().items()) if name.startswith("check_")]


def load(path):
    return json.loads(path.read_text(encoding="utf-8")) | {"path": path}


@FILES
def test_notebook(path):
    assert path.stat().st_size < BYTES
    stored = tool.read(path)
    tool.clean(stored)
    assert tool.complaint(stored) is None and tool.dumps(stored) == path.read_text("utf-8")
    assert [fault for check in CHECKS for fault in check(load(path))] == []


def test_the_template_for_new_lessons_has_the_parts_of_a_lesson_and_can_be_exported():
    parts = ["Predict", "Play", "Look", "Derive", "Exercises", "Summary"]
    assert [title for _, level, title in headings(load(TEMPLATE)) if level == 2] == parts
    assert "<math" in export.page(export.nbformat.read(TEMPLATE, as_version=4))


def test_questions_asked_again_are_of_earlier_lessons_and_seldom_alike():
    met, places = [], {}
    encoding = {one.name for stem in LESSONS if stem < "07" for one in LESSONS[stem].predictions}
    for number, path in enumerate(CORES):
        code = [source(cell) for _, cell in cells(load(path), "code")]
        again = re.findall(r'"(\w+)"', "".join(one for one in code if one.startswith("recall(")))
        assert set(again) <= set(met) and all(PREDICTIONS[name].again for name in again), path.stem
        least = min(2, number) if number > 6 else min(1, number)
        assert least <= len(again) <= 2, path.stem
        assert number < 7 or encoding & set(again), path.stem
        for name in again:
            places.setdefault(name, []).append(number)
        met += re.findall(r"^predict\.(\w+)\(", "\n".join(code), flags=re.MULTILINE)
    assert all(len(at) == 1 or len(at) == 2 and at[1] - at[0] >= 4 for at in places.values())


def words(text):
    """The words that are read, a formula as one word."""
    text = re.sub(r"<details>.*?</details>|\]\([^)]*\)", "", text, flags=re.DOTALL)
    text = re.sub(r"\$[^$]*\$", " x ", text)
    return re.findall(r"[\w’']+", text)


@pytest.mark.parametrize("path", CORES, ids=lambda path: path.stem)
def test_a_lesson_opens_with_few_words_one_question_and_its_picture(path):
    count = questions = 0
    for cell in load(path)["cells"]:
        if cell["cell_type"] == "markdown":
            count += len(words(source(cell)))
        elif re.search(r"Explorer\(|^plot_", source(cell), re.MULTILINE):
            break
        else:
            questions += len(re.findall(r"^(?:predict|recall)\b", source(cell), re.MULTILINE))
    assert count <= (150 if path.stem.startswith("00") else 250) and questions == 1
