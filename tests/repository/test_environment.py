"""What to install, to run and to cite follows from pyproject.toml and the Makefile."""

import ast
import os
import re
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement

import posenc_helpers

tomllib = import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")
ROOT = Path(__file__).parents[2]


def text(name):
    return (ROOT / name).read_text(encoding="utf-8")


PROJECT = tomllib.loads(text("pyproject.toml"))["project"]
RUNTIME, EXTRAS = PROJECT["dependencies"], PROJECT["optional-dependencies"]
PYTHONS = re.findall(r":: (3\.\d+)", str(PROJECT["classifiers"]))
COMMANDS = sorted({*re.findall(r"^([a-z][a-z-]*):", text("Makefile"), re.M)} - {"help"})
OPTIONS = ["check NAME=a", "test WITH=oldest", "test WITH=newest", "test WITH=libraries"]


def bounds(lines):
    """{name: bounds} of requirements that hold here, as for pip or for conda."""
    wanted = map(Requirement, lines)
    hold = [one for one in wanted if not one.marker or one.marker.evaluate()]
    return {str(one.name): one.specifier for one in hold}


def test_the_package_declares_what_it_imports():
    nodes = [node for file in ROOT.glob("posenc_helpers/**/*.py")
             for node in ast.walk(ast.parse(file.read_text("utf-8")))]  # fmt: skip
    names = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module for node in nodes if isinstance(node, ast.ImportFrom)]
    others = {one.partition(".")[0] for one in names} - sys.stdlib_module_names - {"posenc_helpers"}
    assert {one.replace("PIL", "pillow") for one in others} == {*bounds(RUNTIME)}


def test_a_student_and_binder_install_what_pyproject_names():
    course = bounds([f"python{PROJECT['requires-python']}", *RUNTIME, *EXTRAS["lab"]])
    del course["pillow"], course["traitlets"]  # Matplotlib and ipywidgets bring them
    for folder, more in ("", []), (".binder", ["hatchling"]):
        lines = yaml.safe_load(text(f"{folder}/environment.yml".lstrip("/")))["dependencies"]
        packages = bounds(one for one in lines if isinstance(one, str) and one != "pip")
        assert packages == course | bounds(more)
    assert os.access(ROOT / ".binder/postBuild", os.X_OK)


def test_the_workflow_runs_every_python_that_pyproject_names():
    """Each installs the pinned versions: pip refuses one that is out of bounds."""
    job = yaml.safe_load(text(".github/workflows/test.yml"))["jobs"]["linux"]
    assert job["strategy"]["matrix"]["python"] == PYTHONS


def test_the_oldest_versions_are_the_bounds_themselves():
    oldest = bounds(re.findall(r"^[^#\s][^#\n]*", text("constraints/oldest.txt"), re.M))
    for name, bound in bounds(RUNTIME + EXTRAS["lab"]).items():
        assert str(oldest[name]) == f"{bound}.0".replace(">=", "=="), name


def test_version_licence_and_authors_are_the_same_wherever_they_stand():
    citation, version = yaml.safe_load(text("CITATION.cff")), posenc_helpers.__version__
    assert PROJECT["version"] == citation["version"] == version
    assert f"(version {version})" in text("README.md")
    assert f"\n## {version} ({citation['date-released']})\n" in text("CHANGELOG.md")
    assert PROJECT["license"].split(" AND ") == citation["license"]
    assert PROJECT["authors"] == citation["authors"]
    assert all(citation["authors"][0]["name"] in text(name) for name in ("README.md", "LICENSE"))


def make(*words, **more):
    """Return what make prints; `make test ARGS=...` hands its arguments on to this one."""
    env = {name: one for name, one in os.environ.items() if not name.startswith("MAKE")} | more
    out = subprocess.run(["make", *words], env=env, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    return out.stdout


@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make here")
def test_make_lists_all_commands_and_each_takes_args():
    assert sorted(re.findall(r"^  make (\S+) +\S", make(), re.M)) == COMMANDS
    for command in COMMANDS + OPTIONS:
        assert " --zzz" in make("-n", *command.split(), "ARGS=--zzz"), command
    # In a folder with a $ in its name, scripts that pip has written do not find their Python.
    assert {*re.findall(r"\.venv/bin/(\w+)", make("-nB", "lab"))} == {"python"}
    assert f"HOME := {ROOT}/build/home\n" in make("-np", "lab", HOME="/none")
