"""Run notebooks from top to bottom in fresh kernels and write them back clean.

    python tools/notebooks.py                              all lessons and the template
    python tools/notebooks.py notebooks/02_heatmaps.ipynb  only this one

Clean means that nothing is stored that changes although the notebook does not change. Execution
counts are 1 to n. There are no times, no versions and no widget views, which would show as errors
without a kernel. Pictures and texts stay. If a cell raises an error or writes to stderr, the
notebook is reported and not changed.
"""

import argparse
import re
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
from nbconvert.preprocessors.coalescestreams import CoalesceStreamsPreprocessor

from posenc_helpers.wording import one_line

ROOT = Path(__file__).resolve().parents[1]
SECONDS_PER_CELL = 600
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
NOTEBOOK_METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
CELL_METADATA = {"jupyter", "reason", "slideshow", "tags"}  # authors write only these


class Problem(Exception):
    """Why a notebook is not written, in words for its author."""


def course(further=True):
    """Return the paths of the lessons in their order, and then of what is further on them."""
    folder = ROOT / "notebooks"
    return sorted(folder.glob("*.ipynb")) + sorted(folder.glob("further/*.ipynb")) * further


def clean(notebook):
    """Remove from a notebook that has run all that does not belong to it. Change it in place."""
    notebook.metadata = nbformat.from_dict(NOTEBOOK_METADATA)
    count = 0
    for cell in notebook.cells:
        kept = {key: value for key, value in cell.metadata.items() if key in CELL_METADATA}
        cell.metadata = nbformat.from_dict(kept)
        if cell.cell_type == "code":
            count += bool(cell.source.strip())  # Jupyter gives an empty cell no count
            cell.execution_count = count if cell.source.strip() else None
            clean_outputs(cell)
    # A stream arrives in a random number of pieces.
    CoalesceStreamsPreprocessor().preprocess(notebook, {})


def clean_outputs(cell):
    """Remove widget views from the outputs of a cell, and outputs that are empty without them."""
    for output in cell.outputs:
        for part in ("data", "metadata"):
            output.get(part, {}).pop(WIDGET_VIEW, None)
        if output.output_type == "execute_result":
            output.execution_count = cell.execution_count
    cell.outputs = [output for output in cell.outputs if output.get("data", True)]


def complaint(notebook):
    """Return what a complete run left behind that must not be stored, or None."""
    for number, cell in enumerate(notebook["cells"], start=1):
        for output in cell.get("outputs", []):
            if output["output_type"] == "stream" and output["name"] == "stderr":
                return f"cell {number} wrote to stderr:\n{output['text'].rstrip()}"
            text = str(output.get("text", "")) + str(output.get("data", {}).get("text/plain", ""))
            for folder in (str(ROOT), str(Path.home())):
                if len(folder) > 1 and folder in text:
                    return f"cell {number} shows a folder of this machine: {folder}"
    return None


def read(path):
    """Return the notebook at `path` in the present format. Raises Problem for anything else."""
    try:
        notebook = nbformat.read(path, as_version=4)
        dumps(notebook).encode("utf-8")  # checks that it is valid and can be written
    except Exception as error:  # nbformat raises any error for a file of another kind
        text = one_line(str(error).partition("\n")[0], 120)
        raise Problem(f"is no notebook of format 4: {text}") from None
    if not notebook.cells:
        raise Problem("is no lesson: it has no cells")
    return notebook


def dumps(notebook):
    """Return the text of a notebook's file: sorted keys, indent 1, and a newline at the end."""
    nbformat.validate(notebook)
    return nbformat.writes(notebook).rstrip("\n") + "\n"


def run(notebook, folder):
    """Run all cells in a fresh kernel that starts in `folder`, and keep their outputs.

    Raises Problem if a cell fails, takes too long or kills the kernel.
    """
    client = NotebookClient(
        notebook,
        timeout=SECONDS_PER_CELL,
        kernel_name="python3",
        resources={"metadata": {"path": str(folder)}},
        record_timing=False,
        store_widget_state=False,
        extra_arguments=["--log-level=ERROR"],  # no remarks about this machine's connection
    )
    try:
        client.execute()
    except (CellExecutionError, CellTimeoutError, DeadKernelError) as error:
        raise Problem(re.sub(r"\x1b\[[\d;]*m", "", str(error)).rstrip()) from None  # no colours


def renew(path):
    """Run the notebook at `path` and write it back clean. Return a line that says the result.

    Raises Problem if it cannot be run or stored.
    """
    notebook = read(path)
    before = path.read_text(encoding="utf-8")
    run(notebook, path.parent)
    problem = complaint(notebook)
    if problem:
        raise Problem(problem)
    clean(notebook)
    after = dumps(notebook)
    path.write_text(after, encoding="utf-8", newline="\n")
    return f"{path.name}: {'unchanged' if after == before else 'renewed'}"


def main(arguments=None):
    """Run the command line. Return 0, or 1 if a notebook has a problem."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("notebooks", nargs="*", type=Path, help="default: all, and the template")
    template = ROOT / "tools" / "new_lesson.ipynb"
    paths = parser.parse_args(arguments).notebooks or [*course(), template]
    for path in paths:
        try:
            line = renew(path)
        except Problem as problem:
            print(f"{path.name}: NOT WRITTEN, {problem}")
            return 1
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
