"""What documents, comments and workflows name is there: links, commands, files, names, counts."""

import importlib.util
import json
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote

import pytest

from posenc_helpers.lessons import EXERCISES, LESSONS, PREDICTIONS
from posenc_helpers.models import public_names

ROOT = Path(__file__).parents[2]
PAGES = [
    path
    for pattern in ("*.md", "*.cff", "docs/**/*.md", "benchmarks/*.md", ".github/**/*.md")
    for path in ROOT.glob(pattern)
    if path.name != "CHANGELOG.md"  # says what was there
]
pages = pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
FILES = {
    path.relative_to(ROOT).as_posix()
    for pattern in ("*", ".github/**/*", ".binder/*", "[a-z]*/**/*")
    for path in ROOT.glob(pattern)
}
TOP = {name for name in FILES if "/" not in name} - {"build"}
PLACE = re.compile(
    rf"(?<![\w./-])(?:{'|'.join(filter(str.isidentifier, TOP))})"
    r"[/\\][\w./\\-]*\.(?:py|md|ipynb|csv|txt|yml)\b"
)
READ = re.compile(r"(?!build/).*\.(py|ipynb|csv|yml|toml|html|j2|js|mjs)")
EXAMPLES = re.compile(r"wave(length)?s|(^|/)(lesson)?15[._]")  # CONTRIBUTING.md makes a lesson 15
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
COMMANDS = set(" ".join(re.findall(r"^([a-z][a-z -]*):", MAKEFILE, re.M)).split())
WORDS = {"thirteen": 13}
COUNTS = {
    "lessons": len(LESSONS),
    "explorers": sum(name.endswith("Explorer") for name in public_names()),
    "predictions": len(PREDICTIONS),
    "exercises": len(EXERCISES),
}


def text(path):
    return path.read_text(encoding="utf-8")


def prose(path):
    """Return a page without its blocks of code."""
    return re.sub(r"^ *(`{3,})[\s\S]*?^ *\1$", "", text(path), flags=re.M)


def headings(path):
    """Return the headings of a page, or of a notebook."""
    if path.suffix == ".md":
        return re.findall(r"^#+ (.+)$", prose(path), re.M)
    cells = [one for one in json.loads(text(path))["cells"] if one["cell_type"] == "markdown"]
    return re.findall(r"^#+ (.+)$", "\n".join("".join(one["source"]) for one in cells), re.M)


def anchors(path):
    """Return the names that GitHub gives to the headings of a page, and JupyterLab to others."""
    if path.suffix == ".ipynb":
        return {title.replace(" ", "-") for title in headings(path)}
    return {re.sub(r"[^\w -]", "", one.lower()).replace(" ", "-") for one in headings(path)}


@pages
def test_links_lead_to_files_and_headings(path):
    for target in re.findall(r"\]\((?!\w+:)([^)\s]+)\)", re.sub(r"`[^`\n]+`", "", prose(path))):
        name, _, anchor = target.partition("#")
        there = path.parent / name if name else path
        assert there.exists(), target
        assert not anchor or unquote(anchor) in anchors(there), target


def test_questions_name_the_cell_that_they_lead_to_and_are_counted():
    asked = text(ROOT / "docs" / "you-ask.md")
    row = r"\[(\d\d) · (.*?)\]\(\.\./notebooks/(?:further/)?(\d\d)_\w+\.ipynb#(.*?)\) \|$"
    rows = re.findall(row, asked, re.M)
    assert len(rows) == asked.count("](../notebooks/")
    for lesson, heading, file, anchor in rows:
        assert (lesson, heading.replace(" ", "-")) == (file, unquote(anchor))
    start = text(ROOT / "notebooks" / "00_start_here.ipynb")
    assert int(re.search(r"has (\d+) of them", start)[1]) == len(rows)


def test_files_and_commands_that_are_named_anywhere_exist():
    """In texts, code and its comments, tables and workflows; also as Windows writes them."""
    sources = [*PAGES, ROOT / "Makefile", *(ROOT / one for one in FILES if READ.fullmatch(one))]
    texts = list(map(text, sources))
    named = {one.replace("\\", "/") for found in texts for one in PLACE.findall(found)}
    assert len(named) > 50
    assert {one for one in named - FILES if not EXAMPLES.search(one)} == set()
    made = {one for found in texts for one in re.findall(r"(?:`|^ *)make ([a-z][a-z-]*)", found)}
    assert made <= COMMANDS


@pages
def test_files_modules_and_names_in_backticks_exist(path):
    quoted = re.findall(r"`([^`\n]+)`", prose(path))
    named = {name for name in quoted if re.fullmatch(r"[\w./-]+", name)}
    whole = {name.rstrip("/") for name in named if name.partition("/")[0] in TOP}
    parts = {name for name in named - whole if re.search(r"\w\.(py|md|ipynb|toml|cff)$", name)}
    ends = {one[start.end() :] for one in FILES for start in re.finditer(r"^|/", one)}
    missing = (whole - FILES) | (parts - ends)
    assert {name for name in missing if not EXAMPLES.search(name)} == set()
    for name in re.findall(r"-m (\w[\w.]*\w)", text(path)):
        assert importlib.util.find_spec(name), name
    names = set(re.findall(r"\b(?:plot_\w+|\w+Explorer)\b", text(path)))
    known = {*public_names(), "Explorer"}
    assert {name for name in names - known if not EXAMPLES.search(name.lower())} == set()


@pages
def test_counts_are_those_of_the_package(path):
    words = "|".join(WORDS)
    found = re.findall(rf"\b(\d\d+|{words}) (?:Jupyter )?({'|'.join(COUNTS)})\b", text(path), re.I)
    for count, noun in found:
        assert int(WORDS.get(count.lower(), count)) == COUNTS[noun], f"{count} {noun}"


def test_the_example_of_use_runs(tmp_path):
    (code,) = re.findall(r"^```python\n(.*?)^```$", text(ROOT / "docs/installing.md"), re.M | re.S)
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=True)
    assert (tmp_path / "table.png").stat().st_size > 1_000
