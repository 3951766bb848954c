"""The files that say what to install agree with each other and with what the code imports."""

import ast
import re
import sys
from functools import cache
from pathlib import Path

import pytest
import yaml
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parents[1]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = PYPROJECT["project"]
RUNTIME = PROJECT["dependencies"]
EXTRAS = PROJECT["optional-dependencies"]
LAB, TEST = EXTRAS["lab"], EXTRAS["test"]
PYTHONS = ["3.10", "3.11", "3.12", "3.13", "3.14"]
PLATFORMS = {"linux": "posix", "darwin": "posix", "win32": "nt"}


def conda(name):
    """A conda environment file: its content, its conda packages and its pip lines."""
    content = yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))
    packages = [line for line in content["dependencies"] if isinstance(line, str)]
    sections = [entry for entry in content["dependencies"] if isinstance(entry, dict)]
    pip = [line for section in sections for line in section["pip"]]
    return content, packages, pip


def bounds(lines):
    """{name: bounds} of requirements, whether they are written as for pip or as for conda."""
    requirements = [Requirement(line) for line in lines]
    return {canonicalize_name(one.name): str(one.specifier) for one in requirements}


def pins(name):
    """The lines of a constraints file without comments."""
    lines = (line.partition("#")[0].strip() for line in (ROOT / name).read_text().splitlines())
    return [line for line in lines if line]


def chosen(name, python, platform):
    """{package: version} that a constraints file pins on this Python and platform."""
    where = default_environment() | {
        "python_version": python,
        "python_full_version": f"{python}.99",
        "sys_platform": platform,
        "os_name": PLATFORMS[platform],
    }
    found = {}
    for one in map(Requirement, pins(name)):
        if one.marker is None or one.marker.evaluate(where):
            package = canonicalize_name(one.name)
            assert package not in found, f"two pins for {package} on {python}, {platform}"
            found[package] = str(one.specifier).removeprefix("==")
    return found


# Modules whose package has another name.
PACKAGES = {"PIL": "pillow", "bs4": "beautifulsoup4", "yaml": "pyyaml"}


@cache
def imported(*folders):
    """The packages that the files of these folders import, inside functions too."""
    own = {path.name for path in ROOT.iterdir()}
    files = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]
    nodes = [node for path in files for node in ast.walk(ast.parse(path.read_text("utf-8")))]
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module for node in nodes if isinstance(node, ast.ImportFrom) and not node.level}
    modules = {name.partition(".")[0] for name in names} - sys.stdlib_module_names - own
    return {canonicalize_name(PACKAGES.get(module, module)) for module in modules}


# What is declared but not imported, and how the Makefile uses it.
COMMANDS = {"jupyterlab": "-m jupyterlab", "pytest-mpl": "--mpl", "pytest-xdist": "--dist"}
COMMANDS |= {"ruff": "-m ruff"}
NEEDED = bounds(RUNTIME + LAB) | {"python": PROJECT["requires-python"]}
NOT_ON_CONDA_FORGE = "axe-playwright-python math-core moodle-xml-parser playwright text2qti".split()


def test_the_package_declares_exactly_what_it_imports_and_others_import_what_is_declared():
    assert set(bounds(RUNTIME)) == imported("posenc_helpers")
    declared = bounds([*RUNTIME, *sum(EXTRAS.values(), [])])
    # By Python, by JupyterLab, and by Python in a browser.
    brought = {"tomllib", "ipykernel", "jupyter-server", "js", "pyodide"}
    assert imported("tests", "tools", "benchmarks") <= set(declared) | brought


def test_what_the_tests_declare_is_imported_or_is_a_command_of_the_makefile():
    # Imported where Python itself cannot read TOML, and run by tools/site/python.py.
    declared = set(bounds(LAB + TEST)) - {"tomli", "hatchling"}
    assert declared - imported("tests", "tools", "benchmarks") == set(COMMANDS)
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert [use for use in COMMANDS.values() if use not in makefile] == []


def test_conda_environment_has_the_names_and_bounds_of_the_package_and_its_tests():
    content, packages, pip = conda("environment.yml")
    assert (content["name"], content["channels"]) == ("posenc", ["conda-forge"])
    tests = {name: bound for name, bound in bounds(TEST).items() if name != "tomli"}
    from_pip = {name: tests.pop(name) for name in NOT_ON_CONDA_FORGE}
    assert bounds(packages) == NEEDED | tests | {"pip": ""}
    assert pip[0] == "-e ." and bounds(pip[1:]) == from_pip


def test_binder_environment_has_them_too_and_what_builds_the_package():
    content, packages, pip = conda(".binder/environment.yml")
    assert (content["name"], content["channels"]) == ("posenc", ["conda-forge"])
    assert bounds(packages) == NEEDED | bounds(PYPROJECT["build-system"]["requires"]) | {"pip": ""}
    assert pip == []  # the sources are not there yet when Binder builds the environment


def test_binder_installs_the_package_without_fetching_anything():
    script = ROOT / ".binder" / "postBuild"
    assert "pip install --no-deps --no-build-isolation ." in script.read_text()
    assert sys.platform == "win32" or script.stat().st_mode & 0o111


@pytest.mark.parametrize(
    "name",
    [f"constraints/{one}.txt" for one in ("pinned", "oldest")],
)
def test_constraints_are_plain_pins(name):
    assert pins(name)
    for line in pins(name):
        assert re.fullmatch(r"[a-z0-9._-]+==[A-Za-z0-9.]+( ; .+)?", line), line
    assert "://" not in (ROOT / name).read_text()


# What is installed with these constraints.
COVERED = {"pinned": LAB + TEST}


@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("name", COVERED)
def test_pins_cover_all_dependencies_and_satisfy_their_bounds(name, python, platform):
    found = chosen(f"constraints/{name}.txt", python, platform)
    for one in map(Requirement, RUNTIME + COVERED[name]):
        if one.marker is None or one.marker.evaluate({"python_version": python}):
            package = canonicalize_name(one.name)
            assert package in found, f"{package} is not pinned on {python}, {platform}"
            assert one.specifier.contains(found[package]), (package, found[package])
    assert found["matplotlib"] == "3.10.9"  # stored pictures are the same on all


def test_oldest_pins_are_the_lower_bounds_themselves():
    oldest = chosen("constraints/oldest.txt", "3.11", "linux")
    for name, bound in bounds(RUNTIME + LAB).items():
        assert oldest[name] == f"{bound.removeprefix('>=')}.0"


def workflow(name):
    """The jobs of a workflow."""
    return yaml.safe_load((ROOT / ".github/workflows" / name).read_text(encoding="utf-8"))["jobs"]


def test_workflows_run_targets_of_the_makefile_on_every_python():
    names = ("test.yml", "pages.yml", "links.yml", "release.yml")
    jobs = {name: job for one in names for name, job in workflow(one).items()}
    assert jobs["linux"]["strategy"]["matrix"]["python"] == PYTHONS
    steps = [step.get("run", "") for job in jobs.values() for step in job["steps"]]
    targets = set(re.findall(r"^make ([\w-]+)(?: ARGS=.*)?$", "\n".join(steps), re.M))
    assert targets == {
        "test",
        "test-oldest",
        "site",
        "html",
        "dist",
    }
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert all(re.search(rf"^[\w -]*\b{target}\b[\w -]*:", makefile, re.M) for target in targets)


def test_workflows_name_folders_and_files_that_exist():
    steps = workflow("test.yml")["elsewhere"]["steps"]
    named = [name for step in steps for name in re.findall(r"tests/\S+", step.get("run", ""))]
    assert named and all((ROOT / name).exists() for name in named)


def test_links_are_looked_at_in_pages_and_documents_once_a_week():
    content = yaml.safe_load((ROOT / ".github/workflows/links.yml").read_text(encoding="utf-8"))
    assert len(content[True]["schedule"]) == 1  # YAML takes `on` for True
    checker = next(one for one in content["jobs"]["links"]["steps"] if one.get("id") == "lychee")
    _, inputs = checker["with"]["args"].split(" -- ")
    assert inputs.split() == ["build/html/*.html", "*.md", "docs/*.md"]
