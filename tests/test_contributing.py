"""The steps of CONTRIBUTING.md, followed on a copy of the project, make a lesson that passes."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
GUIDE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
LESSON = "notebooks/15_wavelengths.ipynb"
COPIED = ("notebooks", "posenc_helpers", "tests", "tools", "docs")
# What each cell of the template becomes: its explorer, its picture, and what it asks.
REPLACED = {
    "HeatmapExplorer, check, plot_heatmap,": "WavelengthsExplorer, check, plot_wavelengths,",
    "import hint, positional_encoding,": "import hint,",
    "HeatmapExplorer()": "WavelengthsExplorer()",
    "plot_heatmap(positional_encoding(50, 64))": "plot_wavelengths(64)",
    "double_width": "which_hand",
}


def part(title):
    """Return the section with this title."""
    return re.search(rf"^## {title}\n(.*?)(?=^## [A-Z][\w ]*$|\Z)", GUIDE, re.M | re.S)[1]


def block(title, begins):
    """Return the block of a section that begins with these words."""
    text = part(title)
    blocks = re.findall(r"^( *)(`{3,})\w*\n(.*?)^\1\2$", text, re.M | re.S)
    return next(re.sub(rf"^{i}", "", b, flags=re.M) for i, _, b in blocks if begins in b)


def rows(title):
    """Return (file, name in it, line to add) of the rows that begin with a file and a name."""
    row = r"^\| `([\w/.]+\.py)`, `(\w+)` \| (?:[^`|]*: )?`([^`]+)`.*\|$"
    return re.findall(row, part(title), re.M)


class Copy:
    """A copy of the project in which somebody follows the guide."""

    def __init__(self, folder):
        self.root = folder
        for name in COPIED:
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pyc*"))
        for path in (*ROOT.glob("*.md"), ROOT / "pyproject.toml", ROOT / "LICENSE"):
            shutil.copy(path, folder)

    def run(self, lines):
        """Run the lines of a block, with this Python, and without `make`."""
        lines = lines.replace("make notebooks ARGS=", ".venv/bin/python tools/notebooks.py ")
        for line in lines.splitlines():
            words = [sys.executable if w == ".venv/bin/python" else w for w in shlex.split(line)]
            paths = {**os.environ, "PYTHONPATH": str(self.root), "PYTEST_ADDOPTS": ""}
            done = subprocess.run(words, cwd=self.root, env=paths, capture_output=True, text=True)
            assert done.returncode == 0, f"{line}\n{done.stdout[-3000:]}{done.stderr[-2000:]}"

    def change(self, name, change):
        path = self.root / name
        path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")

    def add(self, name, text):
        path = self.root / name
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        path.write_text(f"{before}\n{text}".lstrip(), encoding="utf-8")

    def tell(self, title):
        """Do what the rows of a section say; return the files."""
        for file, name, line in rows(title):
            begins = rf"^{name} = [\[{{].*\n"
            self.change(
                file,
                lambda text, b=begins, add=line: re.sub(
                    b, lambda m: f"{m[0]}    {add}\n", text, count=1, flags=re.M
                ),
            )
        return {file for file, *_ in rows(title)}


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    copy = Copy(tmp_path_factory.mktemp("copy"))
    copy.run(block("A lesson", "cp "))
    copy.add("posenc_helpers/lessons/15.md", "# Lesson 15: wavelengths\n")
    for begins, title in (("## Exercise", "An exercise"), ("## Prediction", "An exercise")):
        copy.add("posenc_helpers/lessons/15.md", block(title, begins))
    copy.add("posenc_helpers/lessons/lesson15.py", block("An exercise", '"""The right'))
    copy.add("posenc_helpers/figures/wavelengths.py", block("A figure", '"""'))
    copy.add("posenc_helpers/explorers/wavelengths.py", block("An explorer", '"""'))
    copy.add("posenc_helpers/explorers/presets.csv", block("An explorer", "WavelengthsExplorer,"))
    for title in ("An exercise", "A figure", "An explorer"):
        copy.tell(title)
    write_lesson(copy)
    list_lesson(copy)
    return copy


def write_lesson(copy):
    """Replace the text of the template."""
    notebook = json.loads((copy.root / LESSON).read_text(encoding="utf-8"))
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        for old, new in REPLACED.items():
            source = source.replace(old, new)
        if source.startswith("longest = ..."):
            source = block("An exercise", "answer = ...\n").rstrip()
        cell["source"] = source.splitlines(keepends=True)
    copy.change(LESSON, lambda _: json.dumps(notebook))


def after_last(row, added, text):
    """Add something below the last row of a kind."""
    *_, last = re.finditer(f"^{row}", text, re.M)
    return text[: last.end()] + added + text[last.end() :]


def list_lesson(copy):
    """Add the lesson to the tables, and the section to TEACHING.md."""
    in_readme, in_map = re.findall(r"`(\| \[15 .*? \|)` \|$", part("A lesson"), re.M)
    copy.change("README.md", lambda text: after_last(r"\| \[\d\d · .*\n", f"{in_readme}\n", text))
    row = json.dumps(f"{in_map}\n", ensure_ascii=False)
    copy.change(
        "notebooks/00_start_here.ipynb",
        lambda text: after_last(r" *\"\| \[\d\d · .*\n", f"    {row},\n", text),
    )
    copy.add("TEACHING.md", block("A lesson", "## Lesson 15"))


@pytest.mark.full
def test_a_lesson_made_by_the_guide_passes(copy):
    copy.run(block("A lesson", "make notebooks"))
    make, _ = block("A figure", "--mpl-generate-path").splitlines()
    copy.run(make)
    ours = "wavelengths or gear_ratio or which_hand or test_teaching or 15"
    folders = "figures explorers lessons notebooks test_teaching.py".replace(" ", " tests/")
    copy.run(f"{sys.executable} -m pytest -q --mpl --nbval tests/{folders} {LESSON} -k '{ours}'")


def test_a_figure_with_its_explorer_touches_three_other_files_at_most():
    files = {file for title in ("A figure", "An explorer") for file, *_ in rows(title)}
    assert 2 <= len(files) <= 3


def test_the_guide_names_what_has_to_know_a_lesson():
    for name in ("README.md", "TEACHING.md", "00_start_here.ipynb"):
        assert name in part("A lesson")
