"""Every notebook keeps the rules that a comparison of outputs (nbval) cannot test.

For example, nbval does not compare cells without an execution count. Each check is a function that
takes a notebook, with its path, and yields its faults as text.
Links are checked in tests/repository/test_docs.py.
"""

import ast
import re

import nbformat
import pytest

from posenc_helpers.lessons import PREDICTIONS
from tests.notebooks.pictures import opened, pictures
from tools import export
from tools import notebooks as tool

CORES, TEMPLATE = tool.course(further=False), tool.ROOT / "tools" / "new_lesson.ipynb"
BYTES = 300_000
MACHINE_PATH = re.compile(r"(?<![\w.:/-])(/(work|tmp|root|home|Users)\b|[A-Z]:\\Users)")
NOT_IN_A_LESSON = {
    "calls a shell": r"^(\w+ *= *)?!|^%%?(pip|conda|bash|sh|system|script)",
    "uses a network": r"\b(urllib|requests|httpx|http|socket)\b",
    "writes a file": r"\bopen\([^)]*[\"'][wax]|\b(write_\w+|tofile|savetxt)\(|savefig\(f?['\"]",
    "makes the comparison of outputs lenient": r"# (NBVAL_|PYTEST_VALIDATE_)\w+",
}


def cells(notebook, kind):
    """Return (number, cell) of all cells of a kind, counted from 1 over all cells."""
    return [(k, cell) for k, cell in enumerate(notebook["cells"], 1) if cell["cell_type"] == kind]


def is_further(notebook):
    return notebook["path"].parent.name == "further"


def tags(cell):
    return cell["metadata"].get("tags", [])


def texts(cell):
    """Yield the source of a cell and all texts in its outputs."""
    yield cell["source"]
    for output in cell.get("outputs", []):
        data = output.get("data", {}) | {"text/": output.get("text", "")}
        yield from (data[mime] for mime in data if mime.startswith(("text/", "image/svg")))


def prose(text):
    """Return Markdown without code, formulas, tags, marks of pictures and targets of links."""
    marks = r"```.*?```|`[^`]*`|\$\$.*?\$\$|\$[^$]*\$|<[^>]*>|!(?=\[)|\]\([^)]*\)"
    return re.sub(marks, " ", text, flags=re.DOTALL)


def parts(notebook):
    """Return the titles of the parts of a notebook."""
    written = "\n".join(cell["source"] for _, cell in cells(notebook, "markdown"))
    return re.findall(r"^## +(.+)$", re.sub(r"```.*?```", "", written, flags=re.S), re.M)


# The checks


def check_covers(notebook):
    """A picture is covered until a question above it is answered."""
    asked = []
    for number, cell in cells(notebook, "code"):
        asked += re.findall(r"^predict\.(\w+)\(", cell["source"], flags=re.MULTILINE)
        waiting = re.findall(r"Explorer\(.*until=\"(\w+)", cell["source"])
        yield from (f"cell {number} waits for {one}" for one in waiting if one not in asked)


def check_order(notebook):
    """A core ends with its summary and a link to *Further*, which links back and to the next.

    The slides leave the link out, because it leads nowhere there.
    """
    first, *_, last = notebook["cells"]
    if is_further(notebook):
        number = int(notebook["path"].stem[:2])
        for core in CORES[number : number + 2]:
            if f"(../{core.name})" not in first["source"]:
                yield f"it does not lead to {core.name}"
        return
    if parts(notebook)[-1] != "Summary":
        yield "the summary is not the last part"
    if not re.search(r"\bfurther/\d\d_further\.ipynb\)", last["source"]):
        yield "the last cell does not lead to what is further"
    if last["metadata"].get("slideshow") != {"slide_type": "skip"}:
        yield "the last cell is on the slides"


def check_size(notebook):
    """Cells fit a slide, and the first cell with code only imports, in few lines.

    A core has two exercises, and *Further* at most two.
    """
    code = cells(notebook, "code")
    exercises = sum("exercise" in tags(cell) for _, cell in code)
    if exercises > 2 or exercises < 2 and not is_further(notebook):
        yield f"it has {exercises} exercises"
    for number, cell in code:
        if cell["source"].count("\n") > 9 and "exercise" not in tags(cell):
            yield f"cell {number} has more than ten lines"
    imports = code[0][1]["source"]
    lines = [line for line in imports.splitlines() if line]
    if {type(one) for one in ast.parse(imports).body} - {ast.Import, ast.ImportFrom}:
        yield "the first cell with code holds something else than imports"
    if len(lines) > 6 or max(map(len, lines)) > 100:
        yield "it imports in more than six lines, or one of more than 100 characters"


def check_code(notebook):
    """Notebooks install nothing, use no network, write no files, and run to the end.

    No tag lets a cell raise, or nbval compare less.
    """
    for number, cell in cells(notebook, "code"):
        if {*tags(cell)} - {"exercise"}:
            yield f"cell {number} has the tags {tags(cell)}"
        for fault, pattern in NOT_IN_A_LESSON.items():
            if found := re.search(pattern, cell["source"], re.MULTILINE):
                yield f"cell {number} {fault}: {found[0]}"


def check_texts(notebook):
    """No text names a machine, ends a line in blanks, shouts, or calls anything simple."""
    for number, cell in enumerate(notebook["cells"], start=1):
        said = prose(cell["source"]) if cell["cell_type"] == "markdown" else ""
        found = [MACHINE_PATH.search(text) for text in texts(cell)]
        found += [re.search(r"[ \t]+$|\s\Z", cell["source"], re.MULTILINE)]
        found += [re.search(r"\b(simply|obviously)\b|!", said, re.IGNORECASE)]
        yield from (f"cell {number} says {one[0]!r}" for one in found if one)


CHECKS = [check for name, check in sorted(globals().items()) if name.startswith("check_")]


def load(path):
    return tool.read(path) | {"path": path}


@pytest.mark.parametrize("path", [*tool.course(), TEMPLATE], ids=lambda path: path.stem)
def test_notebook(path):
    assert path.stat().st_size < BYTES
    stored = tool.read(path)
    tool.clean(stored)
    assert tool.complaint(stored) is None and tool.dumps(stored) == path.read_text("utf-8")
    shown = [one for cell in stored.cells for one in pictures(cell.get("outputs", []))]
    assert not any(opened(one).has_transparency_data for one in shown)  # unreadable on black
    assert [fault for check in CHECKS for fault in check(load(path))] == []


def test_the_template_for_new_lessons_has_the_parts_of_a_lesson_and_can_be_exported():
    listed = ["Predict", "Play", "Look", "Derive", "Exercises", "Summary"]
    assert parts(load(TEMPLATE)) == listed
    assert "<math" in export.page(nbformat.read(TEMPLATE, as_version=4))


def test_questions_asked_again_are_of_earlier_lessons():
    met = []
    for number, path in enumerate(CORES):
        code = "\n".join(cell["source"] for _, cell in cells(load(path), "code"))
        again = re.findall(r'"(\w+)"', "".join(re.findall(r"^recall\(.*", code, re.M)))
        assert {*again} <= {*met} and all(PREDICTIONS[name].again for name in again), path.stem
        assert min(2 if number > 6 else 1, number) <= len(again) <= 2, path.stem
        met += re.findall(r"^predict\.(\w+)\(", code, re.M)


def words(text):
    """Return the words of a text, in which a formula is one word."""
    text = re.sub(r"<details>.*?</details>|\]\([^)]*\)", "", text, flags=re.DOTALL)
    return re.findall(r"[\w’']+", re.sub(r"\$[^$]*\$", " x ", text))


@pytest.mark.parametrize("path", CORES, ids=lambda path: path.stem)
def test_a_lesson_opens_with_few_words_one_question_and_its_picture(path):
    read, before = 0, ""
    for cell in load(path)["cells"]:
        if cell["cell_type"] == "markdown":
            read += len(words(cell["source"]))
        elif re.search(r"Explorer\(|^plot_", cell["source"], re.MULTILINE):
            break
        else:
            before += f"\n{cell['source']}"
    assert read <= (170 if path.stem.startswith("00") else 280)
    assert len(re.findall(r"^(?:predict|recall)\b", before, re.MULTILINE)) == 1
