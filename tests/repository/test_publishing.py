"""What is published: one version wherever it is said, and packages that hold what they need."""

import re
import subprocess
import sys
import tarfile
import zipfile
from datetime import date
from pathlib import Path

import yaml

import posenc_helpers
from tests.repository.test_environment import PROJECT, ROOT
from tools.notebooks import course


def test_version_licence_and_authors_are_the_same_wherever_they_stand():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    readme, changes = ((ROOT / name).read_text("utf-8") for name in ("README.md", "CHANGELOG.md"))
    assert citation["authors"] == PROJECT["authors"]
    for text in (readme, (ROOT / "LICENSE").read_text("utf-8")):
        assert PROJECT["authors"][0]["name"] in text
    assert PROJECT["version"] == citation["version"] == posenc_helpers.__version__
    assert f"(version {PROJECT['version']})" in readme
    assert PROJECT["license"].split(" AND ") == citation["license"]
    heading = rf"^## {re.escape(PROJECT['version'])} \((\d{{4}}-\d\d-\d\d)\)$"
    assert date.fromisoformat(re.search(heading, changes, re.M)[1]) == citation["date-released"]


def test_the_packages_bring_all_that_a_lesson_reads(tmp_path):
    """Built as `make dist` does, but with what is installed."""
    build = [sys.executable, "-m", "hatchling", "build", "-d", tmp_path]
    subprocess.run(build, cwd=ROOT, check=True)
    (source,), (wheel,) = tmp_path.glob("*.tar.gz"), tmp_path.glob("*.whl")
    found = [one for one in ROOT.glob("posenc_helpers/**/*.*") if one.suffix != ".pyc"]
    files = {path.relative_to(ROOT).as_posix() for path in found}
    names = set(zipfile.ZipFile(wheel).namelist())
    licences = {Path(name).name for name in names if "/licenses/" in name}
    assert files <= names
    assert licences == {"OFL.txt", *(path.name for path in ROOT.glob("LICENSE*"))}
    names = {name.partition("/")[2] for name in tarfile.open(source).getnames()}
    files |= {path.relative_to(ROOT).as_posix() for path in course()}
    assert files | {"pyproject.toml", "README.md", "CITATION.cff"} <= names
