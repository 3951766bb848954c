"""Run notebooks from top to bottom in fresh kernels and write them back clean.

    python tools/notebooks.py                              all lessons and the template
    python tools/notebooks.py notebooks/02_heatmaps.ipynb  only this one

Clean means that nothing is stored that changes without the notebook changing: execution counts are
1 to n, there are no times, no widget views (they would show as errors wherever no kernel runs) and
no versions; pictures and text stay. A notebook in which a cell raises or writes to stderr is
reported and left as it was. The seconds that are printed are those of the processor, imports
included.
"""

import argparse
import json
import os
import re
import sys
import warnings
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

from posenc_helpers.wording import one_line

ROOT = Path(__file__).resolve().parents[1]
SECONDS_PER_CELL = 600
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
NOTEBOOK_METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
CELL_METADATA = {"jupyter", "reason", "slideshow", "tags"}  # what authors write; the rest goes


class Problem(Exception):
    """Why a notebook is not written, in words for its author."""


def course(further=True):
    """The paths of the lessons in their order, and then of what is further on them."""
    folder = ROOT / "notebooks"
    return sorted(folder.glob("*.ipynb")) + sorted(folder.glob("further/*.ipynb")) * further


def add_ids(notebook, stem):
    """Give each cell that has no id of its own one made from the notebook's name and its place."""
    taken = set()
    for cell in notebook["cells"]:
        if cell.get("id") in taken:
            cell["id"] = None
        taken.add(cell.get("id"))
    for place, cell in enumerate(notebook["cells"], start=1):
        if not cell.get("id"):
            name = f"{stem[:48]}-{place:02d}"
            while name in taken:
                name += "x"
            cell["id"] = name
            taken.add(name)


def merge_streams(outputs):
    """Join the pieces in which a stream happened to arrive."""
    merged = []
    for output in outputs:
        last = merged[-1] if merged else {}
        if output["output_type"] == "stream" == last.get("output_type"):
            if output["name"] == last["name"]:
                merged[-1] = last | {"text": last["text"] + output["text"]}
                continue
        merged.append(output)
    return merged


def clean_outputs(outputs, count):
    """The outputs as they are stored: without widget views, and without what is then empty."""
    cleaned = []
    for output in outputs:
        output = dict(output)
        if "data" in output:
            data = {mime: value for mime, value in output["data"].items() if mime != WIDGET_VIEW}
            if not data:
                continue
            output["data"] = data
            kept = output.get("metadata", {}).items()
            output["metadata"] = {mime: value for mime, value in kept if mime != WIDGET_VIEW}
        if output["output_type"] == "execute_result":
            output["execution_count"] = count
        cleaned.append(output)
    return merge_streams(cleaned)


def clean(notebook):
    """Take out of a notebook that has run all that does not belong to it. Changes it in place."""
    notebook["metadata"] = nbformat.from_dict(NOTEBOOK_METADATA)
    count = 0
    for cell in notebook["cells"]:
        kept = {key: value for key, value in cell["metadata"].items() if key in CELL_METADATA}
        cell["metadata"] = nbformat.from_dict(kept)
        if cell["cell_type"] == "code":
            # Jupyter gives an empty cell no count.
            count += bool(cell["source"].strip())
            cell["execution_count"] = count if cell["source"].strip() else None
            cell["outputs"] = [
                nbformat.from_dict(output) for output in clean_outputs(cell["outputs"], count)
            ]


def complaint(notebook):
    """What a run that went through to the end left behind that must not be stored, or None."""
    for number, cell in enumerate(notebook["cells"], start=1):
        for output in cell.get("outputs", []):
            if output["output_type"] == "stream" and output["name"] == "stderr":
                return f"cell {number} wrote to stderr:\n{output['text'].rstrip()}"
            if output["output_type"] == "error":
                return f"cell {number} raised {output['ename']}: {output['evalue']}"
            text = str(output.get("text", "")) + str(output.get("data", {}).get("text/plain", ""))
            for folder in (str(ROOT), str(Path.home())):
                if len(folder) > 1 and folder in text:
                    return f"cell {number} shows a folder of this machine: {folder}"
    return None


def loads(text, stem):
    """A notebook from its file's text, in the present format (4.5) and with an id for each cell."""
    notebook = json.loads(text)
    add_ids(notebook, stem)  # before nbformat, which would make up random ones
    notebook["nbformat_minor"] = max(5, notebook["nbformat_minor"])
    return nbformat.reads(json.dumps(notebook), as_version=4)


def read(path):
    """The notebook at `path`, in the present format; Problem in one line for anything else."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # cells without an id get one
            notebook = loads(Path(path).read_text(encoding="utf-8-sig"), Path(path).stem)
            dumps(notebook).encode("utf-8")  # is valid, and can be written
    except OSError as error:
        raise Problem(f"cannot be read: {error.strerror}") from None
    except Exception as error:  # a file of another kind: json and nbformat raise whatever it meets
        text = one_line(str(error).partition("\n")[0], 120)
        if isinstance(error, (KeyError, TypeError, AttributeError)) or "object has no" in text:
            text = "something in it is of the wrong kind"  # nbformat's own code, of no use here
        raise Problem(f"is no notebook of format 4: {text}") from None
    if not notebook.cells:
        raise Problem("is no lesson: it has no cells")
    return notebook


def dumps(notebook):
    """The text of a notebook's file: keys in order, indented by 1, with a newline at the end."""
    nbformat.validate(notebook)
    return nbformat.writes(notebook).rstrip("\n") + "\n"


def run(notebook, folder):
    """Run all cells in a fresh kernel that starts in `folder`, keep their outputs, return its time.

    It is in seconds of the processor.
    """
    client = NotebookClient(
        notebook,
        timeout=SECONDS_PER_CELL,
        kernel_name="python3",
        resources={"metadata": {"path": str(folder)}},
        record_timing=False,
        store_widget_state=False,
        extra_arguments=["--log-level=ERROR"],  # no remarks about the connection to this machine
    )
    before = os.times()
    try:
        client.execute()
    except CellExecutionError as error:
        message = re.sub(r"\x1b\[[\d;]*m", "", str(error)).rstrip()  # without colours
        raise Problem(message[0].lower() + message[1:]) from None
    except CellTimeoutError:
        raise Problem(f"a cell took longer than {SECONDS_PER_CELL} seconds") from None
    except DeadKernelError:
        raise Problem("the kernel died") from None
    after = os.times()
    return sum(after[2:4]) - sum(before[2:4])  # of processes that have ended


def renew(path):
    """Run the notebook at `path` and write it back clean. Return a line that says how it went."""
    notebook = read(path)
    before = path.read_text(encoding="utf-8")
    seconds = run(notebook, path.parent)
    problem = complaint(notebook)
    if problem:
        raise Problem(problem)
    clean(notebook)
    after = dumps(notebook)
    path.write_text(after, encoding="utf-8", newline="\n")
    state = "unchanged" if after == before else "renewed"
    return f"{path.name}: {state}, {seconds:.1f} s"


def main(arguments=None):
    """The command line. Return 0, or 1 if a notebook has a problem."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "notebooks", nargs="*", type=Path, help="default: all lessons and the template"
    )
    paths = parser.parse_args(arguments).notebooks or [
        *course(),
        ROOT / "tools" / "new_lesson.ipynb",
    ]
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
