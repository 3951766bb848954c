"""Links, commands, files, names and counts in documents, comments and workflows are right."""

import importlib.util
import json
import re
import subprocess
import sys
from functools import cache
from urllib.parse import unquote

import pytest

from posenc_helpers.lessons import EXERCISES, LESSONS, PREDICTIONS
from posenc_helpers.models import public_names
from tools.notebooks import ROOT

PATTERNS = "*.md", "*.cff", "docs/**/*.md", "benchmarks/*.md", ".github/**/*.md"
FOUND = [path for pattern in PATTERNS for path in ROOT.glob(pattern)]
PAGES = [path for path in FOUND if path.name != "CHANGELOG.md"]  # which names what is gone
STORED = "notebooks/*.ipynb", "notebooks/further/*.ipynb", "tools/new_lesson.ipynb"
NOTEBOOKS = [path for pattern in STORED for path in ROOT.glob(pattern)]  # without checkpoints
ANYWHERE = "*", ".github/**/*", ".binder/*", "[a-z]*/**/*"
FILES = {path.relative_to(ROOT).as_posix() for one in ANYWHERE for path in ROOT.glob(one)}
ENDS = {file[start.end() :] for file in FILES for start in re.finditer(r"^|/", file)}
TOP = "|".join({name for name in FILES if name.isidentifier()} - {"build"})
PLACE = re.compile(rf"(?<![\w./-])(?:{TOP})[/\\][\w./\\-]*\.(?:py|md|ipynb|csv|txt|yml)\b")
QUOTED = re.compile(rf"`((?:{TOP})/[\w./-]*|[\w./-]*\w\.(?:py|md|ipynb|toml|cff))`")
LINK = re.compile(r"""(?:\]\(|(?:href|src)=["'])<?(?![a-z][\w+.-]*:)([^)\s>"']+)""")
READ = re.compile(r"(?!build/).*\.(py|ipynb|csv|yml|toml|html|j2|js|mjs)")
EXAMPLES = re.compile(r"(^|/)(lesson)?13[._]")  # in CONTRIBUTING.md
NAMES = {*public_names(), "Explorer"}
COUNTS = {
    "lessons": len(LESSONS),
    "explorers": len([name for name in public_names() if name.endswith("Explorer")]),
    "predictions": len(PREDICTIONS),
    "exercises": len(EXERCISES),
}


def text(path):
    return path.read_text(encoding="utf-8")


@cache
def prose(path):
    """Return what a page or a notebook says, without its blocks of code."""
    said = text(path)
    if path.suffix == ".ipynb":
        cells = [one for one in json.loads(said)["cells"] if one["cell_type"] == "markdown"]
        said = "\n\n".join("".join(one["source"]) for one in cells)
    return re.sub(r"^ *(`{3,})[\s\S]*?^ *\1$", "", said, flags=re.M)


def anchors(path):
    """Return the anchors of headings, as GitHub makes them for pages and JupyterLab for others."""
    headings = re.findall(r"^#+ +(.+)$", prose(path), re.M)
    if path.suffix == ".md":
        headings = [re.sub(r"[^\w -]", "", one.lower()) for one in headings]
    return {one.replace(" ", "-") for one in headings}


def missing(names, known):
    return {one for one in names if one not in known and not EXAMPLES.search(one)}


@pytest.mark.parametrize("path", [*PAGES, *NOTEBOOKS], ids=lambda path: path.name)
def test_links_lead_to_files_and_headings(path):
    for target in LINK.findall(re.sub(r"`[^`\n]+`", "", prose(path))):
        name, _, anchor = target.partition("#")
        there = path.parent / unquote(name) if name else path
        assert there.exists(), target
        assert not anchor or unquote(anchor) in anchors(there), target


def test_files_and_commands_that_are_named_anywhere_exist():
    """Each path and each make command in a text, a table, code or a workflow exists."""
    sources = [*PAGES, ROOT / "Makefile", *(ROOT / one for one in FILES if READ.fullmatch(one))]
    texts = "\n".join(map(text, sources))
    places = {one.replace("\\", "/") for one in PLACE.findall(texts)}
    assert len(places) > 50 and missing(places, FILES) == set()
    rules = re.findall(r"^([a-z][a-z -]*):", text(ROOT / "Makefile"), re.M)
    made = re.findall(r"(?:`|^ *|run: )make ([a-z][a-z-]*)", texts, re.M)
    assert len(made) > 50 and {*made} <= {*" ".join(rules).split()}


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_what_a_page_names_is_there_and_its_counts_are_those_of_the_package(path):
    assert missing((one.rstrip("/") for one in QUOTED.findall(prose(path))), ENDS) == set()
    assert missing(re.findall(r"\b(?:plot_\w+|\w+Explorer)\b", text(path)), NAMES) == set()
    assert all(map(importlib.util.find_spec, re.findall(r"-m (\w[\w.]*\w)", text(path))))
    counted = rf"\b(\d\d+|thirteen) (?:Jupyter )?({'|'.join(COUNTS)})\b"
    for count, noun in re.findall(counted, text(path), re.I):
        assert int({"thirteen": 13}.get(count.lower(), count)) == COUNTS[noun], noun


def test_the_example_of_use_runs(tmp_path):
    (code,) = re.findall(r"^```python\n(.*?)^```$", text(ROOT / "docs/installing.md"), re.M | re.S)
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=True)
    assert (tmp_path / "table.png").stat().st_size > 1_000
