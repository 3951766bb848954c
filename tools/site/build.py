"""Build the site: JupyterLite, the lessons, the wheels, pages and slides, and the front page."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from datetime import datetime, timezone
from importlib.metadata import requires
from pathlib import Path

from jupyterlite_pyodide_kernel.constants import PYODIDE_CDN_URL, PYODIDE_VERSION

from tools import export
from tools.paper import rendered
from tools.site import front, search
from tools.site.distribution import ENTRY, Distribution
from tools.site.place import CONFIG, put_in_place
from tools.site.problem import Problem

ROOT = Path(__file__).resolve().parents[2]
LESSONS = ROOT / "notebooks"
WHEELS = Path(sys.prefix) / "wheels"
KERNEL = "@jupyterlite/pyodide-kernel-extension"
TO_ROOT = "../../../.."  # from the folder of the kernel's worker to that of the site
FROM_PYODIDE = ("numpy", "matplotlib")  # loaded before the wheels, by their names
OF_KERNEL = ("micropip", "ipython", "jedi")  # what the kernel itself loads
APPS = ("lab", "notebooks", "tree")
PYTHON = "../python/python.js"  # seen from a page
BUTTONS = (
    "run-lesson",
    "start-over",
)  # in the toolbar of a lesson; their commands are in lesson.js
ELSEWHERE = re.compile(r'<a href="(?!https?:|#)[^"]*\.md[^"]*">(.*?)</a>')
PLAIN = re.compile(r"[A-Za-z0-9_.-]+")


def build(target: Path, folder: Path, distribution: Distribution | None, stops: int):
    """Write the site in `folder` and put it in the place of `target` when all went well."""
    site, work = folder / "site", folder / "work"
    work.mkdir()
    write_site(site, work, distribution, stops)
    put_in_place(site, target, folder / "before")
    print(summary(target, distribution))


def write_site(site, work, distribution, stops):
    """Write all parts of the site."""
    if distribution:
        distribution.copy(needed_packages(distribution), work / "pyodide")
    lessons = copy_lessons(work / "lessons")
    wheels = [*served_wheels(), own_wheel(work / "wheel")]
    write_config(work / "lite", wheels, distribution)
    run_jupyterlite(work, site)
    same_whenever_built(site)
    write_exports(lessons, site, stops)
    write_for_teachers(site / "html")
    search.write(site / "html")
    add_wheels(wheels, site / "pypi")
    write_python(site / "python", wheels, distribution)
    if distribution:
        (work / "pyodide").rename(site / "pyodide")
    front.write(site, lessons, distribution, PYODIDE_VERSION)


def copy_lessons(folder):
    """Copy the lessons, without what Jupyter leaves beside them, and return their paths."""
    folder.mkdir()
    found = sorted(LESSONS.glob("*.ipynb"))
    if not found:
        raise Problem(f"there are no lessons in {LESSONS}")
    return [Path(shutil.copy(path, folder)) for path in found]


def write_exports(lessons, site, stops):
    """Write the pages and the slides of all lessons, on all cores."""
    names = [path.stem for path in lessons]
    jobs = [(path, export.ways(path.stem, names, on_site=True), site, stops) for path in lessons]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        try:
            list(pool.map(write_lesson, *zip(*jobs, strict=True)))
        except export.Problem as problem:
            raise Problem(str(problem)) from None


def write_for_teachers(folder):
    """Write the questions and the notes; files elsewhere are no links."""
    guide = (ROOT / "TEACHING.md").read_text(encoding="utf-8")
    guide = guide.replace("](docs/you-ask.md)", "](you-ask.html)")
    pages = {"teaching": ELSEWHERE.sub(r"\1", rendered(guide))}
    asked = (ROOT / "docs" / "you-ask.md").read_text(encoding="utf-8")
    pages["you-ask"] = rendered(re.sub(r"\.\./notebooks/(\w+)\.ipynb", r"\1.html", asked))
    for name, text in pages.items():
        (folder / f"{name}.html").write_text(text, encoding="utf-8", newline="\n")


def write_lesson(path, ways, site, stops):
    """Write the page and the slides of a lesson, which share their pictures."""
    export.named(path, export.export, "html", site / "html", ways, stops, None, PYTHON)
    pictures = f"../html/{export.PICTURES}"
    export.named(path, export.export, "slides", site / "slides", ways, stops, pictures, PYTHON)


def served_wheels():
    """Return the wheels, beside the package's own, that the lessons need from the site."""
    found = sorted(WHEELS.glob("*.whl"))
    if not found:
        raise Problem(f"there are no wheels in {WHEELS}; run `make clean` and then `make site`")
    return found


def own_wheel(folder):
    """Build the wheel of the package, with nothing fetched for it, and return its path."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    run(command, ROOT, {})
    return next(folder.glob("*.whl"))


def add_wheels(wheels, folder):
    folder.mkdir()
    for wheel in wheels:
        (folder / wheel.name).write_bytes(wheel.read_bytes())


def write_python(folder, wheels, distribution):
    """Write what puts Python into the pages: a script, its worker, and what runs in that."""
    packages = [*FROM_PYODIDE, "ipython", *(f"../pypi/{wheel.name}" for wheel in wheels)]
    source = "../pyodide/" if distribution else f"{PYODIDE_CDN_URL}/"
    settings = {"pyodide": source, "packages": packages}
    folder.mkdir()
    for path in filter(Path.is_file, sorted((export.TEMPLATES / "python").iterdir())):
        text = path.read_text("utf-8").replace("{{ settings }}", json.dumps(settings))
        (folder / path.name).write_text(text, encoding="utf-8", newline="\n")


def write_config(folder, wheels, distribution):
    """Write JupyterLite's settings for this site."""
    packages = [*FROM_PYODIDE, *(f"{TO_ROOT}/pypi/{wheel.name}" for wheel in wheels)]
    kernel = {"disablePyPIFallback": True, "loadPyodideOptions": {"packages": packages}}
    if distribution:
        kernel["pyodideUrl"] = f"./pyodide/{ENTRY}"
    config = {
        "appName": "Positional encoding",
        "exposeAppInBrowser": True,
        "litePluginSettings": {f"{KERNEL}:kernel": kernel},
    }
    content = {"jupyter-lite-schema-version": 0, "jupyter-config-data": config}
    toolbar = [
        {"name": name, "command": f"posenc:{name}", "rank": rank}
        for rank, name in enumerate(BUTTONS)
    ]
    settings = {"@jupyterlab/notebook-extension:panel": {"toolbar": toolbar}}
    folder.mkdir()
    (folder / "overrides.json").write_text(json.dumps(settings), encoding="utf-8")
    (folder / CONFIG).write_text(json.dumps(content, indent=1), encoding="utf-8")


def run_jupyterlite(work, site):
    """Let JupyterLite write itself and the lessons; nothing outside this environment counts."""
    apps = [part for app in APPS for part in ("--apps", app)]
    command = [
        sys.executable, "-m", "jupyterlite_core", "build", "--no-sourcemaps", "--no-libarchive",
        "--lite-dir", ".", "--contents", str(work / "lessons"), "--output-dir", str(site), *apps,
    ]  # fmt: skip
    home = {f"JUPYTER_{name}_DIR": str(work / "home") for name in ("CONFIG", "DATA", "RUNTIME")} | {
        "JUPYTER_PATH": "",
        "JUPYTER_NO_CONFIG": "1",
    }
    run(command, work / "lite", home)


def run(command, folder, variables):
    """Run a command; raise Problem with its last line if it fails."""
    done = subprocess.run(
        command, cwd=folder, env={**os.environ, **variables}, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    if done.returncode:
        last = (done.stdout.strip().splitlines() or ["no message"])[-1]
        raise Problem(f"{' '.join(command[2:4])} failed: {last}")


def date_of_commit():
    """Return when this version of the course was committed, in seconds; without git, a fixed date.

    Whoever builds a package can set another in SOURCE_DATE_EPOCH, as with other programs.
    """
    if os.environ.get("SOURCE_DATE_EPOCH"):
        return int(os.environ["SOURCE_DATE_EPOCH"])
    command = ["git", "log", "-1", "--format=%ct"]
    try:
        return int(subprocess.check_output(command, cwd=ROOT, stderr=subprocess.DEVNULL))
    except (OSError, ValueError, subprocess.CalledProcessError):
        return 1_580_601_600


def same_whenever_built(site):
    """Give the list of lessons one order and one date, and drop what only developers need."""
    date = datetime.fromtimestamp(date_of_commit(), timezone.utc).isoformat().replace("+00:00", "Z")
    for path in sorted(site.glob("api/contents/**/all.json")):
        listing = json.loads(path.read_text(encoding="utf-8"))
        for entry in [listing, *listing["content"]]:
            entry["created"] = entry["last_modified"] = date
        listing["content"].sort(key=lambda entry: entry["name"])
        path.write_text(json.dumps(listing, indent=1) + "\n", encoding="utf-8")
    for path in site.glob("rspack.config*.js"):
        path.unlink()


def needed_packages(distribution):
    """Return the packages that the kernel and the lessons take from Pyodide."""
    own = [re.match(PLAIN, line)[0] for line in requires("posenc-helpers") if "extra" not in line]
    served = {wheel.name.partition("-")[0] for wheel in served_wheels()}
    names = {*FROM_PYODIDE, *OF_KERNEL, *own} - served
    return [name for name in sorted(names) if name in distribution.packages or name in FROM_PYODIDE]


def summary(target, distribution):
    """Return a summary of the files, in one line."""
    files = [path for path in target.rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files)
    pyodide = (
        f"Pyodide {distribution.version} in it"
        if distribution
        else f"""\
Pyodide {PYODIDE_VERSION} from its own address"""
    )
    return f"{target}: {len(files)} files, {size / 1e6:.0f} MB, {pyodide}"
