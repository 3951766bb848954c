"""Site: what the web site of the course weighs, and how long a reader waits.

The site is built into a temporary folder and served on loopback, so that nothing but the work of
the browser takes time.  With POSENC_PYODIDE, a folder with a distribution of Pyodide, each visit
opens a lesson, waits for the kernel and runs all cells.  The second visit is a new window of the
same browser profile.  Bytes are those of the bodies, as they are sent.
"""

import os
import subprocess
import tempfile
import time
from pathlib import Path
from statistics import median

from benchmarks import Table
from benchmarks.slider import why_not

ROOT = Path(__file__).parents[1]
PYTHON = ROOT / ".venv-site" / "bin" / "python"
PYODIDE = os.environ.get("POSENC_PYODIDE")
LESSON, SLIDER = "02_heatmaps.ipynb", "base"
STEPS = 20
MEGABYTE = 1e6


def run():
    """Return the size of the site and, where Pyodide is given, the numbers of two visits."""
    if not PYTHON.exists():
        return [Table("not measured", ["why"], [["make site has not been run"]])]
    with tempfile.TemporaryDirectory(prefix="posenc-site-") as folder:
        return [built(Path(folder, "site")), *visits(Path(folder, "site"))]


def built(folder):
    """Build the site and return what it weighs, by its parts."""
    place = ["--pyodide", PYODIDE] if PYODIDE else []
    command = [PYTHON, "-m", "tools.site", "--to", folder, *place]
    begin = time.perf_counter()
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    seconds = time.perf_counter() - begin
    rows = [[part.name, *weight(part)] for part in sorted(folder.iterdir()) if part.is_dir()]
    rows.append(["in all", *weight(folder)])
    return Table(f"Size of the site, built in {seconds:.0f} s", ["part", "files", "MB"], rows)


def weight(folder):
    """Return how many files a folder holds, and their megabytes."""
    sizes = [path.stat().st_size for path in folder.rglob("*") if path.is_file()]
    return len(sizes), sum(sizes) / MEGABYTE


def visits(folder):
    """Return the table of two visits, or the reason why there is none."""
    missing = why_not() or (None if PYODIDE else "POSENC_PYODIDE names no folder with Pyodide")
    if missing:
        return [Table("Visits: not measured", ["why"], [[missing]])]
    from tools.browser.site import site

    columns = [
        "visit", "files sent", "MB", "lesson shown [s]", "kernel ready [s]", "all cells run [s]",
        "step, median [ms]",
    ]  # fmt: skip
    with site(folder) as running, running.profile() as context:
        rows = [[name, *visit(running, context)] for name in ("first", "second")]
    return [Table(f"Two visits to {LESSON}", columns, rows)]


def visit(running, context):
    """Open the lesson, run it, move a slider; return the numbers of the table's columns."""
    begin = time.perf_counter()
    times = []
    with running.lesson(LESSON, context) as notebook:
        for part in (lambda: None, notebook.wait_until_ready, notebook.run_all):
            part()
            times.append(time.perf_counter() - begin)
        steps = steps_of(notebook)
    requests, size = running.loaded()
    return [requests, size / MEGABYTE, *times, median(steps)]


def steps_of(notebook):
    """Return the milliseconds of some steps of a slider, from the key to the painted frame."""
    from benchmarks.meter import Meter

    meter = Meter(notebook, notebook.explorers()[0].place, SLIDER)
    for count in range(STEPS):
        meter.step("PageUp" if count % 2 else "PageDown")
    return meter.steps
