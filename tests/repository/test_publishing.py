"""The packages of a release contain what the lessons need."""

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

from tools.notebooks import ROOT


def test_the_packages_bring_all_that_a_lesson_reads(tmp_path):
    """Both packages, built as by `make dist`, contain each file that a lesson reads."""
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
    files |= {path.relative_to(ROOT).as_posix() for path in ROOT.glob("notebooks/**/*.ipynb")}
    assert files | {"pyproject.toml", "README.md", "CITATION.cff"} <= names
