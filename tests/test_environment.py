"""The files that say what to install agree with each other."""

import re
import sys
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
TEST = PROJECT["optional-dependencies"]["test"]
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


NEEDED = bounds(RUNTIME) | {"python": PROJECT["requires-python"]}


def test_conda_environment_has_the_names_and_bounds_of_the_package():
    content, packages, pip = conda("environment.yml")
    assert (content["name"], content["channels"]) == ("posenc", ["conda-forge"])
    assert bounds(packages) == NEEDED | {"pip": ""}
    assert pip == ["-e ."]


def test_binder_environment_has_them_too_and_what_builds_the_package():
    content, packages, pip = conda(".binder/environment.yml")
    assert (content["name"], content["channels"]) == ("posenc", ["conda-forge"])
    assert bounds(packages) == NEEDED | bounds(PYPROJECT["build-system"]["requires"]) | {"pip": ""}
    assert pip == []  # the sources are not there yet when Binder builds the environment


def test_binder_installs_the_package_without_fetching_anything():
    script = ROOT / ".binder" / "postBuild"
    assert "pip install --no-deps --no-build-isolation ." in script.read_text()
    assert sys.platform == "win32" or script.stat().st_mode & 0o111


@pytest.mark.parametrize("name", ["constraints/pinned.txt", "constraints/oldest.txt"])
def test_constraints_are_plain_pins(name):
    assert pins(name)
    for line in pins(name):
        assert re.fullmatch(r"[a-z0-9._-]+==[A-Za-z0-9.]+( ; .+)?", line), line
    assert "://" not in (ROOT / name).read_text()


@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("python", PYTHONS)
def test_pins_cover_all_dependencies_and_satisfy_their_bounds(python, platform):
    found = chosen("constraints/pinned.txt", python, platform)
    for one in map(Requirement, RUNTIME + TEST):
        if one.marker is None or one.marker.evaluate({"python_version": python}):
            package = canonicalize_name(one.name)
            assert package in found, f"{package} is not pinned on {python}, {platform}"
            assert one.specifier.contains(found[package]), (package, found[package])
    assert found["matplotlib"] == "3.10.9"  # stored pictures are the same on all


def test_oldest_pins_are_the_lower_bounds_themselves():
    oldest = chosen("constraints/oldest.txt", "3.11", "linux")
    for one in map(Requirement, RUNTIME):
        lower = str(one.specifier).removeprefix(">=")
        assert oldest[canonicalize_name(one.name)] == f"{lower}.0"
