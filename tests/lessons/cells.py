"""The lessons as tests read and run them: their cells, with sources in one piece."""

import json
from functools import cache
from pathlib import Path

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"


@cache
def cells(lesson):
    """Return the cells of the lesson with this number."""
    paths = *NOTEBOOKS.glob(f"{lesson}_*.ipynb"), *NOTEBOOKS.glob(f"further/{lesson}_*.ipynb")
    found = sum((json.loads(path.read_text(encoding="utf-8"))["cells"] for path in paths), [])
    return [{**cell, "source": "".join(cell["source"])} for cell in found]


def texts(lesson):
    """Return the source of each cell by its id."""
    return {cell["id"]: cell["source"] for cell in cells(lesson)}


def defined(lesson, *ids, **space):
    """Return what some cells define, by name; they find what is in `space`."""
    for one in ids:
        exec(texts(lesson)[one], space)
    return space
