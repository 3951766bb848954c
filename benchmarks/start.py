"""Start: how long a reader waits, and how much memory a lesson takes.

Imports are timed in fresh processes that take turns.  A lesson is run whole in a fresh kernel, its
start included; memory is the resident set of the kernel afterwards.  "First picture" is the time
from opening a lesson in JupyterLab, whose server is running, to its first live explorer, when all
cells are run as soon as the kernel is ready.
"""

import subprocess
import sys
import time
from pathlib import Path
from statistics import median

from benchmarks import Table
from benchmarks.slider import why_not

NOTEBOOKS = sorted((Path(__file__).parents[1] / "notebooks").glob("[0-9]*.ipynb"))
PROCESSES = 15
RUNS = 3
IMPORTS = {
    "numpy": "import numpy",
    "posenc_helpers": "import posenc_helpers",
    "the encoder": "from posenc_helpers import positional_encoding",
    "Matplotlib + ipywidgets": "import ipywidgets, matplotlib.backends.backend_agg",
    "a Matplotlib figure + ipywidgets": (
        "import ipywidgets, matplotlib.backends.backend_agg, matplotlib.figure"
    ),
    "an explorer": "from posenc_helpers import HeatmapExplorer",
}
AGAINST = {
    "posenc_helpers": "numpy",
    "the encoder": "numpy",
    "a Matplotlib figure + ipywidgets": "Matplotlib + ipywidgets",
    "an explorer": "Matplotlib + ipywidgets",
}
MEMORY = "import psutil; print(psutil.Process().memory_info().rss)"


def run():
    return [imports(), lessons(), first_pictures()]


# ------------------------------------------------------------------------------ imports


def imports():
    """Return the times of imports, each against what it cannot do without."""
    times = {name: [] for name in IMPORTS}
    for turn in range(1 + PROCESSES):
        for name, statement in IMPORTS.items():
            taken = import_seconds(statement)
            if turn:
                times[name].append(taken)
    rows = [
        [name, 1e3 * median(taken), AGAINST.get(name, "–"), ratio(times, name)]
        for name, taken in times.items()
    ]
    return Table("Imports in a fresh Python", ["import", "time [ms]", "against", "ratio"], rows)


def import_seconds(statement):
    """Return how long an import takes in a new Python."""
    program = (
        f"import time; begin = time.perf_counter()\n{statement}\nprint(time.perf_counter() - begin)"
    )
    return float(subprocess.check_output([sys.executable, "-c", program], text=True))


def ratio(times, name):
    return median(times[name]) / median(times[AGAINST[name]]) if name in AGAINST else 1.0


# ------------------------------------------------------------------------------ whole lessons


def lessons():
    """Return the time and the memory of a whole run of each lesson, against a bare kernel."""
    bare = [run_whole(None) for _ in range(RUNS)]
    memory = median(taken for _, taken in bare)
    rows = [["bare kernel", median(seconds for seconds, _ in bare), memory / 1e6, 1.0]]
    for path in NOTEBOOKS:
        seconds, resident = zip(*(run_whole(path) for _ in range(RUNS)), strict=True)
        rows.append([path.stem, median(seconds), median(resident) / 1e6, median(resident) / memory])
    columns = ["lesson", "whole run [s]", "memory [MB]", "/ bare kernel"]
    return Table("Whole run of each lesson", columns, rows)


def run_whole(path):
    """Run a notebook, or nothing, in a fresh kernel; return its seconds and its bytes."""
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(path, 4) if path else nbformat.v4.new_notebook()
    last = nbformat.v4.new_code_cell(MEMORY)
    notebook.cells.append(last)
    client = NotebookClient(
        notebook,
        kernel_name="python3",
        resources={"metadata": {"path": str(NOTEBOOKS[0].parent)}},
        extra_arguments=["--IPKernelApp.log_level=ERROR"],
    )
    begin = time.perf_counter()
    client.execute()
    return time.perf_counter() - begin, int(last.outputs[0].text)


# ------------------------------------------------------------------------------ in the browser


def first_pictures():
    """Return the seconds from opening each lesson to its first live picture."""
    missing = why_not()
    if missing:
        return Table("First picture: not measured", ["why"], [[missing]])
    from tools.browser.lab import lab

    with lab(NOTEBOOKS) as jupyterlab:
        rows = [
            [path.stem, median(until_first_picture(jupyterlab, path.name) for _ in range(RUNS))]
            for path in NOTEBOOKS
        ]
    return Table("From opening to the first live picture", ["lesson", "time [s]"], rows)


def until_first_picture(jupyterlab, name):
    begin = time.perf_counter()
    with jupyterlab.open(name) as notebook:
        notebook.start_run_all()
        notebook.root.locator("img.widget-image").first.wait_for(state="attached")
        return time.perf_counter() - begin
