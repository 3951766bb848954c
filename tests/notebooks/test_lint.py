"""Every notebook keeps the rules that a comparison of outputs (nbval) cannot hold it to.

nbval does not compare pictures, nor cells without an execution count, so these are checked here.
Each check is a function that takes a notebook and yields its faults as text; the lower half of this
file shows each check a notebook with that fault.
"""

import ast
import base64
import copy
import json
import re
from pathlib import Path
from urllib.parse import unquote

import pytest
from IPython.core.inputtransformer2 import TransformerManager

from posenc_helpers.lessons import LESSONS, PREDICTIONS
from posenc_helpers.models import public_names

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))

BYTES = 300_000
LINES = 10
KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
MACHINE_PATH = re.compile(r"(?<![\w.:/-])(/(work|tmp|root|home|Users)\b|[A-Z]:\\Users)")
# Tags and comments that make nbval lenient, and the tag that lets a cell raise.
LENIENT_TAG = re.compile(r"raises-exception|nbval-(?!test-name)[a-z-]+")
LENIENT_COMMENT = re.compile(r"^\s*#\s*(NBVAL_(?!TEST_NAME)|PYTEST_VALIDATE_)\w+", re.MULTILINE)
DRAWS = {
    name
    for name in public_names()
    if name.startswith(("plot_", "explore_")) or name.endswith("Explorer")
}


# What the checks look at


def source(cell):
    """The source of a cell (files hold it as a list of lines)."""
    return "".join(cell["source"])


def cells(notebook, kind):
    """(number, cell) of all cells of a kind, counted from 1 over all cells."""
    pairs = enumerate(notebook["cells"], start=1)
    return [(number, cell) for number, cell in pairs if cell["cell_type"] == kind]


def syntax(cell):
    """The syntax tree of a code cell; `!ls` and `%pip` have become calls of get_ipython()."""
    return ast.parse(TransformerManager().transform_cell(source(cell)))


def output_texts(cell):
    """Everything in the stored outputs of a cell that is text."""
    for output in cell.get("outputs", []):
        yield "".join(output.get("text", ""))
        for mime, value in output.get("data", {}).items():
            if mime.startswith("text/") or mime == "image/svg+xml":
                yield "".join(value)


def called(node):
    """The name of the function that a call calls, without what stands before its last dot."""
    function = getattr(node, "func", None)
    return getattr(function, "attr", getattr(function, "id", None))


def calls(tree):
    """All the calls in a syntax tree."""
    return [node for node in ast.walk(tree) if isinstance(node, ast.Call)]


def prose(text):
    """Markdown without code, formulas, HTML tags, pictures' marks and link targets."""
    for pattern in (
        r"```.*?```",
        r"`[^`]*`",
        r"\$\$.*?\$\$",
        r"\$[^$]*\$",
        r"<[^>]*>",
        r"!(?=\[)",
        r"\]\([^)]*\)",
    ):
        text = re.sub(pattern, " ", text, flags=re.DOTALL)
    return text


def headings(text):
    """(level, title) of the headings of a Markdown cell."""
    outside_code = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    found = re.findall(r"^(#{1,6}) +(.+)$", outside_code, flags=re.MULTILINE)
    return [(len(marks), title) for marks, title in found]


# The checks


def check_counts(notebook):
    """Cells have run once, from top to bottom: nbval compares no cell without a count."""
    counts = [cell["execution_count"] for _, cell in cells(notebook, "code")]
    if counts != list(range(1, len(counts) + 1)):
        yield f"execution counts {counts}"


def check_pictures(notebook):
    """A cell that ends in something drawn has its picture stored, with words for it."""
    drawings = set()  # variables that hold something drawn
    for number, cell in cells(notebook, "code"):
        statements = syntax(cell).body
        for node in statements:
            if isinstance(node, ast.Assign) and called(node.value) in DRAWS:
                drawings.update(target.id for target in node.targets if hasattr(target, "id"))
        last = statements[-1] if statements else None
        if not isinstance(last, ast.Expr):
            continue
        shown = last.value
        if called(shown) == "display" and shown.args:
            shown = shown.args[0]
        if called(shown) not in DRAWS and getattr(shown, "id", None) not in drawings:
            continue
        bundles = [output.get("data", {}) for output in cell["outputs"]]
        pictures = [bundle for bundle in bundles if "image/png" in bundle]
        if not pictures:
            yield f"cell {number} draws but has no picture stored"
        for bundle in pictures:
            if not base64.b64decode("".join(bundle["image/png"])).startswith(b"\x89PNG"):
                yield f"cell {number} has a picture that is no PNG"
            words = "".join(bundle.get("text/plain", ""))
            if not words or words.startswith("<"):
                yield f"cell {number} has a picture without words: {words!r}"


def check_outputs(notebook):
    """Nothing went wrong in any cell, and nothing is stored that needs a running kernel."""
    if "widgets" in notebook["metadata"]:
        yield "widget state in the metadata"
    for number, cell in cells(notebook, "code"):
        for output in cell["outputs"]:
            if output["output_type"] == "error":
                yield f"cell {number} raised {output['ename']}"
            if output.get("name") == "stderr":
                yield f"cell {number} wrote to stderr"
            if WIDGET_VIEW in output.get("data", {}):
                yield f"cell {number} has a widget view"


def check_kernel(notebook):
    """All notebooks name the same kernel and no version of Python."""
    if notebook["metadata"].get("kernelspec") != KERNEL:
        yield f"kernelspec {notebook['metadata'].get('kernelspec')}"
    if notebook["metadata"].get("language_info") != {"name": "python"}:
        yield f"language_info {notebook['metadata'].get('language_info')}"


def check_ids(notebook):
    """Each cell has an id of its own, as the format demands."""
    ids = [cell.get("id", "") for cell in notebook["cells"]]
    yield from (f"id {one!r}" for one in ids if not re.fullmatch(r"[\w-]{1,64}", one, re.ASCII))
    yield from (f"id {one!r} twice" for one in sorted(set(ids)) if ids.count(one) > 1)


def check_headings(notebook):
    """One title, in the first cell, and no level of headings left out below it."""
    found = [
        (number, level, title)
        for number, cell in cells(notebook, "markdown")
        for level, title in headings(source(cell))
    ]
    titles = [number for number, level, _ in found if level == 1]
    if titles != [1]:
        yield f"titles (# …) in cells {titles} instead of only in the first"
    above = 0
    for number, level, title in found:
        if level > above + 1:
            yield f"cell {number}: heading {title!r} of level {level} follows level {above}"
        above = level


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
        answering = answering or "exercise" in cell["metadata"].get("tags", [])
        if source(cell).startswith("recall(") and place != 1 and (answering or not drawn):
            yield f"cell {number} asks again before the first picture, or after an exercise"
        drawn = drawn or any(called(call) in DRAWS for call in calls(syntax(cell)))


def check_further(notebook):
    """What a first reader can leave out stands last, after the summary, in parts of its own."""
    found = [
        heading for _, cell in cells(notebook, "markdown") for heading in headings(source(cell))
    ]
    parts = [title for level, title in found if level <= 2]
    if "Further" in parts and parts[-2:] != ["Summary", "Further"]:
        yield f"Further does not stand last, after the summary: {', '.join(parts)}"
    if parts[-1:] == ["Further"] and found[-1][0] != 3:
        yield "Further has no part of its own"


def check_length(notebook):
    """Cells on the main path fit a slide."""
    for number, cell in cells(notebook, "code"):
        lines = len(source(cell).splitlines())
        if lines > LINES and "exercise" not in cell["metadata"].get("tags", []):
            yield f"cell {number} has {lines} lines"


def check_imports(notebook):
    """The first code cell imports and does nothing else."""
    number, cell = cells(notebook, "code")[0]
    kinds = {type(statement) for statement in syntax(cell).body}
    if not kinds or kinds - {ast.Import, ast.ImportFrom}:
        yield f"cell {number}, the first with code, holds something else than imports"


def check_setup(notebook):
    """Notebooks install nothing, call no shell and leave Python's search path alone."""
    magics = {"pip", "conda", "mamba", "uv", "bash", "sh", "script", "system", "writefile"}
    for number, cell in cells(notebook, "code"):
        tree = syntax(cell)
        if re.search(r"\bsys\.path\b|from sys import .*\bpath\b", ast.unparse(tree)):
            yield f"cell {number} uses sys.path"
        for call in calls(tree):
            if called(call) in ("system", "getoutput"):
                yield f"cell {number} calls the shell"
            if called(call) in ("run_line_magic", "run_cell_magic"):
                if call.args[0].value in magics:
                    yield f"cell {number} uses %{call.args[0].value}"


def check_network(notebook):
    """Notebooks work without a network."""
    for number, cell in cells(notebook, "code"):
        for node in ast.walk(syntax(cell)):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            for name in names:
                if name.partition(".")[0] in ("urllib", "requests", "httpx", "http", "socket"):
                    yield f"cell {number} imports {name}"


def check_files(notebook):
    """Notebooks write no files; a figure may be saved into a buffer."""
    for number, cell in cells(notebook, "code"):
        for call in calls(syntax(cell)):
            name, first = called(call), call.args[0] if call.args else None
            named = isinstance(first, ast.JoinedStr) or isinstance(getattr(first, "value", 0), str)
            if (
                name in ("write_text", "write_bytes", "tofile", "savetxt")
                or (name == "open" and writes(call))
                or (name == "savefig" and named)
            ):
                yield f"cell {number} writes a file ({name})"


def writes(call):
    """Whether a call of open() is for writing. A mode that is not written out counts as such."""
    modes = [keyword.value for keyword in call.keywords if keyword.arg == "mode"]
    modes += call.args[:1] if isinstance(call.func, ast.Attribute) else call.args[1:2]
    return any(
        not isinstance(mode, ast.Constant) or set(mode.value) & set("wax+") for mode in modes
    )


def check_stubs(notebook):
    """An exercise that is not yet answered is `...`, so that all cells run to the end."""
    for number, cell in cells(notebook, "code"):
        for node in ast.walk(syntax(cell)):
            if isinstance(node, ast.Raise) and "NotImplementedError" in ast.unparse(node):
                yield f"cell {number} raises NotImplementedError"
            elif isinstance(node, ast.FunctionDef) and only_raises(node):
                yield f"cell {number}: {node.name} does nothing but raise"


def only_raises(function):
    """Whether the body of a function, apart from a docstring, is one raise."""
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    return len(body) == 1 and isinstance(body[0], ast.Raise)


def check_links(notebook):
    """Links and pictures that do not lead into the web lead to files that exist."""
    for number, cell in cells(notebook, "markdown"):
        text = re.sub(r"```.*?```|`[^`]*`", "", source(cell), flags=re.DOTALL)
        targets = re.findall(r"\]\(<?([^)\s>]+)", text)
        targets += re.findall(r"""(?:href|src)=["']([^"']+)""", text)
        for target in targets:
            path = unquote(target.partition("#")[0])
            local = path and not re.match(r"[a-z][a-z0-9+.-]*:", path)
            if local and not (FOLDER / path).exists():
                yield f"cell {number} links to {target}, which does not exist"


def check_paths(notebook):
    """Nothing tells on which machine the notebook was written."""
    for number, cell in enumerate(notebook["cells"], start=1):
        for text in (source(cell), *output_texts(cell)):
            for match in MACHINE_PATH.finditer(text):
                yield f"cell {number} names a folder of one machine: {match[0]}"


def check_prose(notebook):
    """Nothing is simple or obvious to everyone, and nobody is shouted at."""
    for number, cell in cells(notebook, "markdown"):
        for match in re.finditer(r"\b(simply|obviously)\b|!", prose(source(cell)), re.IGNORECASE):
            yield f"cell {number} says {match[0]!r}"


def check_whitespace(notebook):
    """No line ends in blanks."""
    for number, cell in enumerate(notebook["cells"], start=1):
        text = source(cell)
        if re.search(r"[ \t]+$", text, re.MULTILINE) or text != text.rstrip():
            yield f"cell {number} has blanks at the end of a line or of the cell"


def check_leniency(notebook):
    """What makes the comparison of outputs lenient has its reason beside it, in the metadata."""
    for number, cell in enumerate(notebook["cells"], start=1):
        tags = [tag for tag in cell["metadata"].get("tags", []) if LENIENT_TAG.fullmatch(tag)]
        tags += [match[0].strip() for match in LENIENT_COMMENT.finditer(source(cell))]
        if tags and not cell["metadata"].get("reason", "").strip():
            yield f"cell {number} is marked {tags} without a reason"


CHECKS = [check for name, check in sorted(globals().items()) if name.startswith("check_")]


# The notebooks of the course


def load(path):
    return json.loads(path.read_text(encoding="utf-8"))


def test_there_are_notebooks_and_names_that_draw():
    assert len(DRAWS) >= len(NOTEBOOKS) > 0


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_notebook(check, path):
    found = list(check(load(path)))
    assert not found, "\n".join(found)


def test_questions_asked_again_are_of_earlier_lessons_and_seldom_alike():
    met = []
    again = {path.stem: re.findall(r'"(\w+)"', recalled(load(path))) for path in NOTEBOOKS}
    for path in NOTEBOOKS:
        assert set(again[path.stem]) <= set(met), path.stem
        for _, cell in cells(load(path), "code"):
            met += re.findall(r"^predict\.(\w+)\(", source(cell), flags=re.MULTILINE)
    asked = [(name, int(stem[:2])) for stem, two in again.items() for name in two]
    for name in dict(asked):
        lessons = [lesson for one, lesson in asked if one == name]
        assert len(lessons) == 1 or (len(lessons) == 2 and lessons[1] - lessons[0] >= 4), name
    numbers = {stem: (0, min(2, int(stem[:2]))) for stem in again}
    numbers["13_what_a_real_model_learned"] = (4,)  # what it needs: lessons 04, 05, 06 and 09
    assert all(len(names) in numbers[stem] for stem, names in again.items()), again


def test_later_lessons_come_back_to_the_encoding():
    first = {one.name for stem in LESSONS if stem < "07" for one in LESSONS[stem].predictions}
    for path in NOTEBOOKS[7:]:
        assert first & set(re.findall(r'"(\w+)"', recalled(load(path)))), path.stem


def test_what_is_asked_again_has_a_second_wording():
    for path in NOTEBOOKS:
        for name in re.findall(r'"(\w+)"', recalled(load(path))):
            assert PREDICTIONS[name].again, name


def recalled(notebook):
    """The cell that asks earlier predictions again."""
    texts = [source(cell) for _, cell in cells(notebook, "code")]
    return "".join(text for text in texts if text.startswith("recall("))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_is_small_enough_to_be_shown(path):
    assert path.stat().st_size < BYTES


# The checks themselves: a good notebook passes, and each fault is found

PNG = base64.b64encode(b"\x89PNG\r\n\x1a\n").decode()


def markdown(text, **extra):
    return {"cell_type": "markdown", "metadata": {}, "source": text.splitlines(True)} | extra


def code(text, *outputs, count=1, **metadata):
    return {
        "cell_type": "code",
        "execution_count": count,
        "metadata": metadata,
        "outputs": list(outputs),
        "source": text.splitlines(True),
    }


def picture(words="Heatmap of 4 positions", **data):
    bundle = {"image/png": PNG, "text/plain": [words]} | data
    return {"output_type": "execute_result", "execution_count": 1, "data": bundle, "metadata": {}}


def printed(text, name="stdout"):
    return {"output_type": "stream", "name": name, "text": [text]}


def notebook(*extra):
    """A good notebook, and the given cells behind it."""
    start = [
        markdown("# Title\n\n## Part\n\n[next](https://example.org/home) costs $3!$ `a!`"),
        code("import io\n\nimport posenc_helpers as ph", count=1),
        code("ph.plot_heatmap(ph.positional_encoding(4, 4))", picture(), count=2),
    ]
    everything = copy.deepcopy(start + list(extra))
    for number, cell in enumerate(everything):
        cell.setdefault("id", f"cell-{number}")
        if cell["cell_type"] == "code" and cell["execution_count"] is not None and number > 2:
            cell["execution_count"] = 3
    return {
        "cells": everything,
        "metadata": {"kernelspec": KERNEL, "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def faults(broken):
    """The faults that all the checks find, by name of the check."""
    found = {check.__name__: list(check(broken)) for check in CHECKS}
    return {name: texts for name, texts in found.items() if texts}


FAULTS = {  # cells with a fault, by the one check that finds it; a text alone is one of code
    "counts": [code("1", count=None)],
    "pictures": ["ph.plot_heatmap(table)", "x = ph.HeatmapExplorer()\nx",
        "display(ph.plot_heatmap(table))", "from posenc_helpers import plot_sum\nplot_sum()",
        code("ph.plot_heatmap(table);", printed("x")), code("ph.HeatmapExplorer()", picture("")),
        code("ph.HeatmapExplorer()", picture("<HeatmapExplorer at 0x7f>")),
        code("ph.HeatmapExplorer()", picture(**{"image/png": "R0lG"}))],
    "outputs": [code("1", printed("careful", "stderr")),
        code("1", {"output_type": "error", "ename": "E", "evalue": ""}),
        code("1", picture(**{WIDGET_VIEW: {"model_id": "0"}}))],
    "ids": [markdown("text", id=one) for one in ("cell-0", "no blanks", "")],
    "headings": [markdown("# Second title"), markdown("#### Too deep")],
    "covers": [code('ph.HeatmapExplorer(until="row_zero")', picture())],
    "recall": [code('recall("swap")', tags=["exercise"])],
    "further": [markdown("## Further\n\n### Part\n\n## Summary"),
        markdown("## Further\n\n### Part"), markdown("## Summary\n\n## Further\n\nNo part.")],
    "length": ["\n".join(["1"] * 11)],
    "setup": ["import sys\nsys.path.append('..')", "from sys import path", "%pip install numpy",
        "!ls", "files = !ls", "%%bash\nls", "%%writefile x.txt\n1"],
    "files": ["open('x.txt', 'w')", "open('x.txt', mode='ab')", "path.open('x')",
        "path.write_text('x')", "figure.savefig('x.svg')", "figure.savefig(f'{name}.svg')"],
    "network": ["import urllib.request", "from requests import get"],
    "stubs": ["def angle(p):\n    'Your turn.'\n    raise ValueError", "raise NotImplementedError"],
    "links": [markdown("[lesson](99_missing.ipynb#part)"), markdown("<img src='missing.png'>")],
    "paths": [code("1", printed("/home/ann/x.py")), code("1", picture("'/tmp'")),
        markdown("see C:\\Users\\Ann")],
    "prose": [markdown("It is simply so."), markdown("Obviously."), markdown("Try it!")],
    "whitespace": [markdown("two blanks  \nmake a break"), "1\n"],
    "leniency": [code("1", tags=["nbval-skip"]), code("1", tags=["raises-exception"], reason=" "),
        "# NBVAL_SKIP\n1", "# NBVAL_IGNORE_OUTPUT\n1"],
    "none": [code("x = ph.HeatmapExplorer()\nx", picture()), "def angle(p):\n    ...",
        'recall("swap")',
        code('predict.row_zero()\nph.HeatmapExplorer(until="row_zero", d_model=4)', picture()),
        "open('table.txt').read()", "figure.savefig(buffer)", "1  # NBVAL_SKIP is only mentioned",
        "def f(d):\n    if d % 2:\n        raise ValueError(d)\n    return d",
        code("\n" * 10 + "1", tags=["exercise"]),
        code("# NBVAL_IGNORE_OUTPUT\n1", reason="prints a duration"),
        code("1", tags=["raises-exception"], reason="shows the message"),
        markdown("```\n# no heading, obviously\n```\n\n$$n!$$ ![](00_start_here.ipynb#top)"),
        markdown("## Summary\n\n## Further\n\n### A part\n\n### Another"),
        markdown("### Deeper\n\n## Back up\n\n<details><summary>Answer</summary>No</details>")],
}  # fmt: skip


@pytest.mark.parametrize(
    ("check", "cell"), [(check, cell) for check, found in FAULTS.items() for cell in found]
)
def test_each_fault_is_found_by_its_check_alone(check, cell):
    found = list(faults(notebook(code(cell) if isinstance(cell, str) else cell)))
    assert found == ([] if check == "none" else [f"check_{check}"])


def test_faults_of_the_whole_notebook_are_found():
    broken = notebook()
    broken["cells"][1]["source"] = ["import io\n", "x = 1"]
    assert list(faults(broken)) == ["check_imports"]

    broken = notebook()
    broken["metadata"] = {"kernelspec": KERNEL | {"name": "course"}, "widgets": {}}
    assert len(faults(broken)["check_kernel"]) == 2
    assert faults(broken)["check_outputs"] == ["widget state in the metadata"]

    broken = notebook()
    broken["cells"][0]["source"] = ["No title"]
    assert list(faults(broken)) == ["check_headings"]
