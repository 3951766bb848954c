"""Put Python into the pages of the site: its scripts, its wheels, and the source of Pyodide."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

from tools.export import TEMPLATES
from tools.notebooks import ROOT, Problem

WHEELS = Path(sys.prefix) / "wheels"
# The version with which the lessons were run. docs/web-site.md names it too.
VERSION = "0.27.7"
ADDRESS = f"https://cdn.jsdelivr.net/pyodide/v{VERSION}/full/"
PACKAGES = ("numpy", "matplotlib", "ipython")


def write(site: Path, pyodide: Path | None):
    """Write the folder `python` of a site, and the folder `pyodide` if there is one to copy."""
    folder = site / "python"
    folder.mkdir()
    wheels = [f"./{path.name}" for path in write_wheels(folder)]
    settings = {"pyodide": "../pyodide/" if pyodide else ADDRESS, "packages": [*PACKAGES, *wheels]}
    for path in filter(Path.is_file, sorted((TEMPLATES / "python").iterdir())):
        text = path.read_text("utf-8").replace("{{ settings }}", json.dumps(settings))
        (folder / path.name).write_text(text, encoding="utf-8", newline="\n")
    if pyodide:
        copy(pyodide, site / "pyodide")


def write_wheels(folder):
    """Write the package's own wheel and those that `make site` has fetched. Return their paths.

    Raises Problem if there are none.
    """
    found = sorted(WHEELS.glob("*.whl"))
    if not found:
        raise Problem(f"there are no wheels in {WHEELS}; `make site` fetches them")
    for wheel in found:
        shutil.copy(wheel, folder)
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return sorted(folder.glob("*.whl"))


def copy(source: Path, folder: Path):
    """Copy Pyodide into the site. Raises Problem if it is not the version that the lessons need."""
    version = json.loads((source / "pyodide-lock.json").read_text("utf-8"))["info"]["version"]
    if version != VERSION:
        raise Problem(f"{source} is Pyodide {version}; the lessons need {VERSION}")
    shutil.copytree(source, folder)
