"""Python in the pages of the site: its scripts, its wheels, and where Pyodide comes from."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path

from tools.export import TEMPLATES
from tools.notebooks import Problem

ROOT = Path(__file__).resolve().parents[2]
WHEELS = Path(sys.prefix) / "wheels"
# The version with which the lessons were run. docs/web-site.md names it too.
VERSION = "0.27.7"
ADDRESS = f"https://cdn.jsdelivr.net/pyodide/v{VERSION}/full/"
PACKAGES = ("numpy", "matplotlib", "ipython")
LOCK = "pyodide-lock.json"
CORE = ("pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip", LOCK)


def write(site: Path, pyodide: Path | None):
    """Write the folder `python` of a site and, if there is one to bring, the folder `pyodide`."""
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
    """Write the package's own wheel and those that `make site` has fetched; return their paths."""
    found = sorted(WHEELS.glob("*.whl"))
    if not found:
        raise Problem(f"there are no wheels in {WHEELS}; `make site` fetches them")
    for wheel in found:
        (folder / wheel.name).write_bytes(wheel.read_bytes())
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no message"])[-1]
        raise Problem(f"the wheel of the package cannot be built: {last}")
    return sorted(folder.glob("*.whl"))


def copy(source: Path, folder: Path):
    """Copy Pyodide and the packages that the lessons need, if all of them are intact."""
    lock = json.loads(content(source, LOCK))
    if lock["info"]["version"] != VERSION:
        raise Problem(f"{source} is Pyodide {lock['info']['version']}; the lessons need {VERSION}")
    folder.mkdir()
    for name in CORE:
        (folder / name).write_bytes(content(source, name))
    for package in needed(lock["packages"]):
        file, expected = package["file_name"], package["sha256"]
        data = content(source, file)
        if hashlib.sha256(data).hexdigest() != expected:
            raise Problem(f"{file} of {source} is damaged: get it again")
        (folder / file).write_bytes(data)


def content(folder, name):
    try:
        return Path(folder, name).read_bytes()
    except OSError as error:
        raise Problem(
            f"{folder} lacks {name} ({error.strerror}); name a folder with all of Pyodide {VERSION}"
        ) from None


def needed(packages):
    """Return the entries of the lock for what the lessons need, and what that needs in turn."""
    plain = {re.sub(r"[-_.]+", "-", name).lower(): one for name, one in packages.items()}
    found, left = {}, [*PACKAGES]
    while left:
        name = re.sub(r"[-_.]+", "-", left.pop()).lower()
        if name not in found:
            found[name] = plain[name]
            left += plain[name]["depends"]
    return found.values()
