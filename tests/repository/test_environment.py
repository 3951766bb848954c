"""What to install, and what workflows run, follows from pyproject.toml and the Makefile."""

import ast
import re
import sys
from importlib import import_module
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

tomllib = import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")
ROOT = Path(__file__).parents[2]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = PYPROJECT["project"]
RUNTIME, EXTRAS = PROJECT["dependencies"], PROJECT["optional-dependencies"]
LAB, TEACH, TEST = (EXTRAS[name] for name in ("lab", "teach", "test"))
PYTHONS = ["3.10", "3.11", "3.12", "3.13", "3.14"]
PLATFORMS = ["linux", "darwin", "win32"]
# Modules whose package has another name.
PACKAGES = {"PIL": "pillow", "bs4": "beautifulsoup4", "xdist": "pytest-xdist", "yaml": "pyyaml"}
# What is imported and not declared: it comes with JupyterLab, or with a browser.
BROUGHT = {"ipykernel", "ipython", "jupyter-server", "jupyterlab-server", "js", "pyodide"}
# What only those tools import that make the project's own files.
DEVELOPERS = {"fonttools", "playwright"}
# What is declared and not imported: the Makefile runs it, or Python before 3.11 needs it.
RUN = {"jupyterlab", "pytest-mpl", "pytest-xdist", "ruff", "hatchling", "tomli"}


def bounds(lines):
    """{name: bounds} of requirements, whether they are written as for pip or as for conda."""
    requirements = [Requirement(line) for line in lines]
    return {canonicalize_name(one.name): str(one.specifier) for one in requirements}


def chosen(name, python, platform):
    """{package: version} that a constraints file pins on this Python and platform."""
    at = {"python_version": python, "python_full_version": f"{python}.99", "sys_platform": platform}
    text = (ROOT / f"constraints/{name}.txt").read_text(encoding="utf-8")
    pins = [Requirement(line) for line in re.findall(r"^[^#\s][^#\n]*", text, re.M)]
    return bounds(str(one) for one in pins if not one.marker or one.marker.evaluate(at))


def imported(*folders):
    """The packages that the files of these folders import, inside functions too."""
    own = {path.name for path in ROOT.iterdir()}
    files = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]
    nodes = [node for path in files for node in ast.walk(ast.parse(path.read_text("utf-8")))]
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module for node in nodes if isinstance(node, ast.ImportFrom) and not node.level}
    modules = {name.partition(".")[0] for name in names} - sys.stdlib_module_names - own
    return {canonicalize_name(PACKAGES.get(module, module)) for module in modules}


def test_what_is_imported_is_declared_and_what_is_declared_is_used():
    assert set(bounds(RUNTIME)) == imported("posenc_helpers")
    used = imported("tests", "tools", "benchmarks")
    assert used <= set(bounds(RUNTIME + sum(EXTRAS.values(), []))) | BROUGHT
    assert set(bounds(LAB + TEACH + TEST)) - used <= RUN
    assert imported("tools") <= set(bounds(RUNTIME + LAB + TEACH)) | BROUGHT | DEVELOPERS


def test_a_student_and_binder_install_what_pyproject_names():
    course = bounds(RUNTIME + LAB) | {"python": PROJECT["requires-python"], "pip": ""}
    del course["pillow"], course["traitlets"]  # Matplotlib and ipywidgets bring them
    builds = bounds(PYPROJECT["build-system"]["requires"])
    kinds = ("", {}, bounds(TEST), [{"pip": ["-e ."]}]), (".binder", builds, builds, [])
    for folder, least, most, pip in kinds:
        lines = yaml.safe_load((ROOT / folder / "environment.yml").read_bytes())["dependencies"]
        packages = bounds(line for line in lines if isinstance(line, str))
        assert (course | least).items() <= packages.items() <= (course | most).items()
        # The sources are not there yet when Binder builds the environment.
        assert [line for line in lines if not isinstance(line, str)] == pip
    script = ROOT / ".binder" / "postBuild"
    assert "pip install --no-deps --no-build-isolation ." in script.read_text()
    assert sys.platform == "win32" or script.stat().st_mode & 0o111


@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("python", PYTHONS)
def test_pins_cover_all_dependencies_and_satisfy_their_bounds(python, platform):
    found = chosen("pinned", python, platform)
    for one in map(Requirement, RUNTIME + LAB + TEACH + TEST):
        if not one.marker or one.marker.evaluate({"python_version": python}):
            version = found[canonicalize_name(one.name)].removeprefix("==")
            assert one.specifier.contains(version), one
    assert found["matplotlib"] == "==3.10.9"  # stored pictures are the same on all


def test_oldest_pins_are_the_lower_bounds_themselves():
    oldest = chosen("oldest", "3.11", "linux")
    for name, bound in bounds(RUNTIME + LAB).items():
        assert oldest[name] == f"{bound.replace('>=', '==')}.0"


def test_workflows_run_on_every_python_what_is_there():
    files = [yaml.safe_load(one.read_bytes()) for one in ROOT.glob(".github/workflows/*.yml")]
    jobs = {name: job for file in files for name, job in file["jobs"].items()}
    assert jobs["linux"]["strategy"]["matrix"]["python"] == PYTHONS
    steps = "\n".join(step.get("run", "") for job in jobs.values() for step in job.get("steps", []))
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = re.findall(r"^make ([\w-]+)", steps, re.M)
    assert [one for one in targets if not re.search(rf"^{one}:", makefile, re.M)] == []
    assert targets and all(map(import_module, re.findall(r"-m (tools[\w.]+)", steps)))
