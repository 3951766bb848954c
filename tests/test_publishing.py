"""What is published: how to cite it, what is installed, the paper."""

import re
import subprocess
import sys
import tarfile
import zipfile
from datetime import date
from pathlib import Path

import pytest
import yaml

import posenc_helpers
from tests.test_environment import PROJECT, ROOT
from tools import moving_picture

CITATION = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
SOURCES = [
    path
    for pattern in ("*.*", "*/*.*", ".github/**/*.*", "tools/**/*.*")
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


def test_no_placeholder_stands_for_an_address():
    places = r"\bOWNER\b|\bREPOSITORY\b|github\.com/(?:owner|user|your)[/-]|<(?:owner|name)>"
    assert [p for p in SOURCES if re.search(places, p.read_text(encoding="utf-8"))] == []


def test_version_licence_and_authors_are_the_same_wherever_they_stand():
    (author,) = PROJECT["authors"]
    assert CITATION["authors"] == [author]
    for name in ("LICENSE", "README.md", "paper.md"):
        named = re.findall(
            r"\bposenc[\w-]* (?:authors|project)\b", (ROOT / name).read_text("utf-8")
        )
        assert {f"The {one}" for one in named} == {author["name"]}, name
    assert PROJECT["version"] == CITATION["version"] == posenc_helpers.__version__
    assert PROJECT["license"].split(" AND ") == CITATION["license"]
    readme, changes = ((ROOT / name).read_text("utf-8") for name in ("README.md", "CHANGELOG.md"))
    assert f"(version {PROJECT['version']})" in readme and author["name"] in readme
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
    pytest.importorskip("hatchling", reason="hatchling, which builds packages, is not installed")
    folder = tmp_path_factory.mktemp("packages")
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-d", folder], cwd=ROOT, check=True)
    (source,), (wheel,) = folder.glob("*.tar.gz"), folder.glob("*.whl")
    return source, wheel


def test_the_wheel_brings_all_that_a_lesson_reads(packages, tmp_path):
    """Installed alone and used from another folder: texts, tables, style and licences are there."""
    with zipfile.ZipFile(packages[1]) as wheel:
        wheel.extractall(tmp_path)
        names = wheel.namelist()
    assert {Path(name).name for name in names if "/licenses/" in name} == {
        "OFL.txt",
        *(path.name for path in ROOT.glob("LICENSE*")),
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


def test_the_paper_is_a_draft_in_its_form_and_cites_what_is_there():
    """Its form is that of the Journal of Open Source Education."""
    paper, sources = ((ROOT / name).read_text("utf-8") for name in ("paper.md", "paper.bib"))
    head, text = yaml.safe_load(paper.split("---\n")[1]), paper.split("---\n", 2)[2]
    assert {"title", "tags", "authors", "affiliations", "date", "bibliography"} <= set(head)
    assert set(re.findall(r"@(\w+)\]", text)) == set(re.findall(r"^@\w+\{(\w+),", sources, re.M))
    nameless = [one["name"] for one in head["authors"]] == [PROJECT["authors"][0]["name"]]
    assert nameless == text.lstrip().startswith("**This is a draft")
