"""What a reader of the project finds first: addresses, links, how to cite it, what is installed."""

import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from datetime import date
from pathlib import Path

import pytest
import yaml

import posenc_helpers
from posenc_helpers.lessons import EXERCISES, LESSONS, PREDICTIONS
from tests.test_environment import PROJECT, ROOT, tomllib
from tools import address, moving_picture

CITATION = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob(".github/**/*.md")]
SOURCES = [
    path
    for pattern in ("*.*", "*/*.*", ".github/**/*.*", "tools/**/*.*", "deploy/**/*.*")
    for path in ROOT.glob(pattern)
    if path.suffix in {".md", ".toml", ".cff", ".yml", ".yaml", ".py", ".html", ".ipynb", ".txt"}
    and path != Path(__file__)
]


# In a place of its own and without the repository: is all there that a lesson reads?
TRY = """
import sys
sys.path.insert(0, sys.argv[1])
import posenc_helpers as p
from posenc_helpers.lessons import LESSONS
assert p.__file__.startswith(sys.argv[1]), p.__file__
print(*LESSONS, p.check.row_ten(p.positional_encoding(1, 4, start=10)[0]))
p.recognize(p.positional_encoding(50, 128))
p.plot_heatmap(p.positional_encoding(50, 128))
"""


def anchors(path):
    """The names that GitHub gives to the headings of a page."""
    prose = re.sub(r"^(`{3,})[\s\S]*?^\1$", "", path.read_text(encoding="utf-8"), flags=re.M)
    titles = re.findall(r"^#+ (.+)$", prose, re.M)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def dead_links(path):
    """The relative links of a page that lead to no file, or to no heading."""
    prose = re.sub(r"^(`{3,})[\s\S]*?^\1$|`[^`\n]+`", "", path.read_text("utf-8"), flags=re.M)
    for target in re.findall(r"\]\((?!\w+:)([^)\s]+)\)", prose):
        name, _, anchor = target.partition("#")
        there = path.parent / name if name else path
        if not there.exists() or (anchor and anchor not in anchors(there)):
            yield target


def copy(folder):
    """A copy of the files that have places for the address."""
    for path in address.written(ROOT, None):
        (folder / path.relative_to(ROOT)).parent.mkdir(exist_ok=True)
        shutil.copy(path, folder / path.relative_to(ROOT))
    return {path: path.read_text("utf-8") for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_relative_link_is_dead(path):
    assert list(dead_links(path)) == []


def test_no_placeholder_stands_for_an_address():
    places = r"\bOWNER\b|\bREPOSITORY\b|github\.com/(?:owner|user|your)[/-]|<(?:owner|name)>"
    assert [p for p in SOURCES if re.search(places, p.read_text(encoding="utf-8"))] == []


def test_every_place_says_what_belongs_to_the_address():
    for path, text in address.written(ROOT, address.repository()).items():
        assert path.read_text(encoding="utf-8") == text, path


def test_an_address_reaches_every_place_and_leaves_no_trace_of_the_one_before(tmp_path, capsys):
    copy(tmp_path)
    address.main(["none"], tmp_path)
    before = {path: path.read_text("utf-8") for path in tmp_path.rglob("*") if path.is_file()}
    assert (address.repository(tmp_path), address.site(tmp_path)) == (None, None)
    assert "mybinder.org" not in "".join(before.values())  # no link without an address
    address.main(["first/one"], tmp_path)
    address.main(["Ada-L/posi.tions"], tmp_path)
    assert address.repository(tmp_path) == "Ada-L/posi.tions"
    assert address.site(tmp_path) == "https://ada-l.github.io/posi.tions/"
    for path, text in before.items():
        filled = path.read_text("utf-8")
        assert re.search("Ada-L|ada-l", filled) and "first/one" not in filled, path
        assert filled != text and "$" not in "".join(re.findall(r"https?://\S+", filled))
    cited = yaml.safe_load((tmp_path / "CITATION.cff").read_text("utf-8"))
    assert cited["repository-code"] == "https://github.com/Ada-L/posi.tions"
    assert cited["url"] == address.site(tmp_path)
    urls = tomllib.loads((tmp_path / "pyproject.toml").read_text("utf-8"))["project"]["urls"]
    assert urls["Repository"] == cited["repository-code"] and urls["Homepage"] == cited["url"]
    address.main(["none"], tmp_path)
    assert {path: path.read_text("utf-8") for path in before} == before


@pytest.mark.parametrize("repo", ["", "owner", "a/b/c", "https://github.com/a/b", "a/b c", "a/.."])
def test_what_is_no_address_is_refused_in_one_line(tmp_path, repo):
    texts = copy(tmp_path)
    with pytest.raises(SystemExit, match=r"owner/name") as refused:
        address.main([repo], tmp_path)
    assert "\n" not in str(refused.value)
    assert {path: path.read_text("utf-8") for path in texts} == texts


def test_version_licence_and_authors_are_the_same_wherever_they_stand():
    (author,) = PROJECT["authors"]
    assert CITATION["authors"] == [author]
    assert PROJECT["version"] == CITATION["version"] == posenc_helpers.__version__
    assert PROJECT["license"].split(" AND ") == CITATION["license"]
    readme, changes = ((ROOT / name).read_text("utf-8") for name in ("README.md", "CHANGELOG.md"))
    assert readme.count(f"ersion {PROJECT['version']}") == 2 and author["name"] in readme
    heading = rf"^## {re.escape(PROJECT['version'])} \((\d{{4}}-\d\d-\d\d)\)$"
    assert date.fromisoformat(re.search(heading, changes, re.M)[1]) == CITATION["date-released"]


def test_the_moving_picture_moves_and_is_small():
    from PIL import Image

    picture = moving_picture.TARGET
    assert f"]({picture.relative_to(ROOT).as_posix()})" in (ROOT / "README.md").read_text("utf-8")
    assert picture.stat().st_size < moving_picture.LIMIT_BYTES
    with Image.open(picture) as moving:
        assert (moving.n_frames, moving.width) == (moving_picture.STEPS, moving_picture.WIDTH)


@pytest.fixture(scope="module")
def packages(tmp_path_factory):
    """The source package and the wheel, built as `make dist` does but with what is installed."""
    python = next((p for p in ROOT.glob(".venv-site/*/python*") if p.is_file()), None)
    if python is None:
        pytest.skip("hatchling is in .venv-site, which `make test-full` and `make site` install")
    folder = tmp_path_factory.mktemp("packages")
    subprocess.run([python, "-m", "hatchling", "build", "-d", folder], cwd=ROOT, check=True)
    (source,), (wheel,) = folder.glob("*.tar.gz"), folder.glob("*.whl")
    return source, wheel


def test_the_wheel_brings_all_that_a_lesson_reads(packages, tmp_path):
    """Installed alone and used from another folder: texts, tables, style and licences are there."""
    with zipfile.ZipFile(packages[1]) as wheel:
        wheel.extractall(tmp_path)
        names = wheel.namelist()
    assert {Path(name).name for name in names if "/licenses/" in name} == {
        path.name for path in ROOT.glob("LICENSE*")
    }
    done = subprocess.run(
        [sys.executable, "-c", TRY, str(tmp_path)], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    lessons = sorted(path.stem[:2] for path in ROOT.glob("notebooks/*.ipynb"))
    assert done.stdout.split()[: len(lessons)] == lessons and "Right" in done.stdout, done.stdout


def test_the_source_package_holds_what_the_wheel_is_built_from_and_the_lessons(packages):
    with tarfile.open(packages[0]) as source:
        inside = {name.partition("/")[2] for name in source.getnames()}
    with zipfile.ZipFile(packages[1]) as wheel:
        helpers = {name for name in wheel.namelist() if name.startswith("posenc_helpers/")}
    lessons = {f"notebooks/{path.name}" for path in ROOT.glob("notebooks/*.ipynb")}
    assert helpers | lessons | {"pyproject.toml", "README.md", "CITATION.cff"} <= inside
    assert packages[0].stat().st_size < 10_000_000


def test_the_paper_counts_and_cites_what_is_there():
    """Its form is that of the Journal of Open Source Education."""
    paper, sources = ((ROOT / name).read_text("utf-8") for name in ("paper.md", "paper.bib"))
    head, text = yaml.safe_load(paper.split("---\n")[1]), paper.split("---\n", 2)[2]
    assert {"title", "tags", "authors", "affiliations", "date", "bibliography"} <= set(head)
    assert [one["name"] for one in head["authors"]] == [PROJECT["authors"][0]["name"]]
    explorers = [name for name in posenc_helpers.__all__ if name.endswith("Explorer")]
    for there, words in (
        (len(LESSONS), "lessons in Jupyter notebooks"),
        (len(PREDICTIONS), "predictions"),
        (len(EXERCISES), "exercises"),
        (len(explorers), "kinds of explorers"),
    ):  # of the version that it describes: later ones may have more
        (said,) = re.findall(rf"(\d+) {words}", text)
        assert there >= int(said), words
    assert set(re.findall(r"@(\w+)\]", text)) == set(re.findall(r"^@\w+\{(\w+),", sources, re.M))
    assert "has not yet been used with students" in text
