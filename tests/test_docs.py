"""What the documents name is there: links, commands, files, names of the package, counts."""

import importlib.util
import json
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote

import pytest
import yaml

import posenc_helpers
from benchmarks import __main__ as benchmarks
from posenc_helpers.lessons import EXERCISES, LESSONS, PREDICTIONS
from tests.test_makefile import COMMANDS
from tools.questions import misconceptions, quiz

ROOT = Path(__file__).resolve().parents[1]
PAGES = [
    path
    for pattern in ("*.md", "*.cff", "docs/*.md", "benchmarks/*.md", ".github/**/*.md")
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
# CONTRIBUTING.md makes a lesson 15; docs/class-report.md names files of a class.
EXAMPLES = re.compile(r"wavelengths|(^|/)(lesson)?15\.|^answers/|^tests/row_seven.py$")
NUMBERS = dict(zip("twelve fifteen seventeen twenty".split(), (12, 15, 17, 20), strict=True))
COUNTS = {
    "lessons": {len(LESSONS)},
    "explorers": {sum(name.endswith("Explorer") for name in posenc_helpers.__all__)},
    "predictions": {len(PREDICTIONS)},
    "exercises": {len(EXERCISES)},
    "questions": {len(quiz()), len(misconceptions())},
}


def text(path):
    return path.read_text(encoding="utf-8")


def quoted(path):
    """Return what stands in backticks, outside of blocks of code."""
    return re.findall(
        r"`([^`\n]+)`", re.sub(r"^ *(`{3,})[\s\S]*?^ *\1$", "", text(path), flags=re.M)
    )


def anchors(path):
    """Return the names that GitHub gives to the headings of a page."""
    prose = re.sub(r"^(`{3,})[\s\S]*?^\1$", "", text(path), flags=re.M)
    titles = re.findall(r"^#+ (.+)$", prose, re.M)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def dead_links(path):
    """Yield the relative links of a page that lead to no file, or to no heading."""
    prose = re.sub(r"^(`{3,})[\s\S]*?^\1$|`[^`\n]+`", "", text(path), flags=re.M)
    for target in re.findall(r"\]\((?!\w+:)([^)\s]+)\)", prose):
        name, _, anchor = target.partition("#")
        there = path.parent / name if name else path
        if not there.exists() or (
            anchor and there.suffix == ".md" and anchor not in anchors(there)
        ):
            yield target


@pages
def test_no_relative_link_is_dead(path):
    assert list(dead_links(path)) == []


def commands(path):
    """Return the commands of make that a page names."""
    return set(re.findall(r"(?:`|^ *)make ([a-z][a-z-]*)", text(path), re.M))


@pages
def test_commands_are_targets_of_the_makefile(path):
    assert commands(path) <= set(COMMANDS)
    assert set(re.findall(r"make bench ARGS=(\w+)", text(path))) <= set(benchmarks.named())


def test_readme_names_six_commands_at_most_and_the_pages_name_all():
    assert len(commands(ROOT / "README.md")) <= 6
    assert set().union(*map(commands, PAGES)) == set(COMMANDS)


@pages
def test_files_exist(path):
    named = {name for name in quoted(path) if re.fullmatch(r"[\w./-]+", name)}
    whole = {name.rstrip("/") for name in named if name.partition("/")[0] in TOP}
    parts = {name for name in named - whole if re.search(r"\w\.(py|md|ipynb|toml|cff)$", name)}
    ends = {one[start.end() :] for one in FILES for start in re.finditer(r"^|/", one)}
    missing = (whole - FILES) | (parts - ends)
    assert {name for name in missing if not EXAMPLES.search(name)} == set()


@pages
def test_names_of_the_package_exist(path):
    found = re.findall(r"\b(?:plot_\w+|\w+Explorer)\b", text(path))
    found = {name for name in found if not EXAMPLES.search(name.lower())}
    assert found <= {*posenc_helpers.__all__, "Explorer"}
    for name in quoted(path):
        if re.fullmatch(r"posenc_helpers(\.\w+)+", name) and not name.endswith(".posenc"):
            module, _, last = name.rpartition(".")
            assert hasattr(importlib.import_module(module), last), name


@pages
def test_counts_are_those_of_the_package(path):
    number = rf"\b(\d\d+|{'|'.join(NUMBERS)})"
    for count, noun in re.findall(
        rf"{number} (?:Jupyter )?({'|'.join(COUNTS)})\b", text(path), re.I
    ):
        assert int(NUMBERS.get(count.lower(), count)) in COUNTS[noun], f"{count} {noun}"


def test_readme_is_short_and_its_picture_is_first():
    readme = text(ROOT / "README.md")
    assert len(readme.split()) <= 1_100
    assert re.match(r"# .+\n\n!\[", readme)


def test_hours_are_the_sum_of_the_minutes_to_half_an_hour():
    readme = text(ROOT / "README.md")
    minutes = re.findall(r"^\| \[\d\d · .*? \| (\d+) \| (\d+) \|", readme, re.M)
    core, further = zip(*((int(a), int(b)) for a, b in minutes), strict=True)
    given = re.findall(r"^\| (?:an evening|a week|a term) \| .*? \| ([\d½]+) \|$", readme, re.M)
    hours = [float(one.replace("½", ".5")) for one in given]
    whole = [sum(core[:2]), sum(core[:7]), sum(core)]
    assert hours == [round(one / 30) / 2 for one in whole]
    assert int(re.search(r"\*Further\* adds (\d+) hours", readme)[1]) == round(sum(further) / 60)


def test_the_example_of_use_runs(tmp_path):
    (code,) = re.findall(r"^```python\n(.*?)^```$", text(ROOT / "docs/installing.md"), re.M | re.S)
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=True)
    assert (tmp_path / "table.png").stat().st_size > 1_000


PROSE = {  # by the words that texts use too readily
    "stands": r"\bst(?:ands?|ood)\b",
    "told": r"\btold\b",
    "said": r"\bsaid\b",
    "nobody": r"\bnobody\b",
    "what is, as a noun": r"\bwhat (?:is|are|was|were)\b[^.?!|\n]*[.!|]",
    "speaks for": r"\bspeaks? (?:for|against|of)\b",
}


def prose():
    """Return the texts of lessons and documents, without code."""
    notebooks = [json.loads(text(path))["cells"] for path in ROOT.glob("notebooks/*.ipynb")]
    cells = [cell for one in notebooks for cell in one if cell["cell_type"] == "markdown"]
    lessons = map(text, ROOT.glob("posenc_helpers/lessons/*.md"))
    return "\n".join(["".join(cell["source"]) for cell in cells] + [*lessons, *map(text, PAGES)])


@pytest.mark.parametrize("words", PROSE)
def test_no_word_is_used_too_readily(words):
    found = re.findall(f".{{0,40}}{PROSE[words]}.{{0,20}}", prose(), re.I)
    assert len(found) <= 10, "\n".join(found)


README = (ROOT / "README.md").read_text(encoding="utf-8")
ASKED = (ROOT / "docs" / "you-ask.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("lesson", "heading", "name", "anchor"),
    re.findall(r"\[(\d\d) · (.*?)\]\(\.\./notebooks/(.*?)\.ipynb#(.*?)\) \|", ASKED),
)
def test_a_question_leads_to_the_cell_that_it_names(lesson, heading, name, anchor):
    assert name.startswith(lesson)
    cells = json.loads((ROOT / f"notebooks/{name}.ipynb").read_text(encoding="utf-8"))["cells"]
    prose = "".join(
        "".join(one["source"]) + "\n" for one in cells if one["cell_type"] == "markdown"
    )
    assert re.search(rf"^#{{2,3}} {re.escape(heading)}$", prose, re.MULTILINE)
    assert unquote(anchor) == heading.replace(" ", "-")


def test_every_question_has_a_cell_and_is_counted():
    rows = [row for row in ASKED.splitlines() if row.startswith("| ") and "---" not in row]
    asked = [row for row in rows if not row.endswith("the cell |")]
    assert all("](../notebooks/" in row for row in asked)
    for text in (README, (ROOT / "notebooks/00_start_here.ipynb").read_text(encoding="utf-8")):
        assert int(re.search(r"(\d+) (?:questions|of them)", text)[1]) == len(asked)


def test_what_teachers_make_is_made_without_make_too():
    """The table, the Makefile, and what is tried on Windows and macOS name the same commands."""
    makefile, page = text(ROOT / "Makefile"), text(ROOT / "docs/running-for-a-class.md")
    table = dict(
        re.findall(
            r"^\| `make ([\w-]+)[^`]*` \| `python -m ([^`]+?)(?: answers| 50)?` \|$", page, re.M
        )
    )
    rule = (
        r"^([a-z-]+):.*##.*\n\t@?\$\((?:BIN|SITE)\)(?:/bin)?/python -m (tools\.[\w.]+(?: [a-z]+)?)"
    )
    rules = dict(re.findall(rule, makefile, re.M))
    rules = {name: rules[name] for name in rules if name not in ("picture", "site")}
    assert table == rules
    tried = re.findall(
        r"^ +python -m (tools\.\S+(?: (?:html|slides|guest))?)",
        text(ROOT / ".github/workflows/test.yml"),
        re.M,
    )
    assert sorted(tried) == sorted(table.values())


PLACE = re.compile(
    r"(?<![\w./-])(?:benchmarks|constraints|docs|notebooks|posenc_helpers|tests|tools)"
    r"[/\\][\w./\\-]*\.(?:py|md|ipynb|csv|txt|yml)\b"
)
READ = re.compile(r"(?!build/).*\.(py|ipynb|csv|yml|toml|html|j2|js|mjs)")
SOURCES = [*PAGES, ROOT / "Makefile", *(ROOT / one for one in FILES if READ.fullmatch(one))]


def test_files_and_commands_that_are_named_anywhere_exist():
    """In code and its comments, in lessons, tables and workflows; also as Windows writes them."""
    texts = list(map(text, SOURCES))
    named = {one.replace("\\", "/") for found in texts for one in PLACE.findall(found)}
    assert len(named) > 100
    assert {one for one in named - FILES if not EXAMPLES.search(one)} == set()
    made = {one for found in texts for one in re.findall(r"`make ([a-z][a-z-]*)", found)}
    assert made <= set(COMMANDS)


@pages
def test_modules_that_commands_run_exist(path):
    for name in re.findall(r"-m (\w[\w.]*\w)", text(path)):
        assert importlib.util.find_spec(name), name


def test_support_names_a_form_that_asks_what_was_cut():
    form = yaml.safe_load(text(ROOT / ".github/ISSUE_TEMPLATE/class.yml"))
    assert f"the form *{form['name']}* asks what you cut" in text(ROOT / "SUPPORT.md")
    fields = {one.get("id"): one for one in form["body"]}
    assert fields["cut"]["validations"]["required"]
