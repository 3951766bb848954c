"""Environments, workflows and the citation agree with pyproject.toml and the Makefile."""

import ast
import os
import re
import sys
from importlib import import_module

import yaml
from packaging.requirements import Requirement

import posenc_helpers
from tools.notebooks import ROOT

tomllib = import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")


def text(name):
    return (ROOT / name).read_text(encoding="utf-8")


PROJECT = tomllib.loads(text("pyproject.toml"))["project"]
RUNTIME, EXTRAS = PROJECT["dependencies"], PROJECT["optional-dependencies"]
PYTHONS = re.findall(r":: (3\.\d+)", str(PROJECT["classifiers"]))


def bounds(lines):
    """Return {name: bounds} of the requirements that hold on this machine."""
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
    """The workflow tests each Python that pyproject.toml names, with the pinned versions."""
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


def test_every_command_is_one_that_make_lists():
    """Each command has a text behind ##, so `make` without a command prints it."""
    said = text("Makefile")
    commands = re.search(r"^\.PHONY: help ((?:.*\\\n)*.*)", said, re.M)[1].replace("\\", "")
    assert sorted(commands.split()) == sorted(re.findall(r"^([a-z-]+):.* ## \S", said, re.M))
