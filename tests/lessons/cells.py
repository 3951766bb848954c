"""The lessons as tests read and run them."""

from functools import cache

from tools.notebooks import ROOT, read

NOTEBOOKS = ROOT / "notebooks"


@cache
def cells(lesson):
    """Return the cells of the lesson with this number."""
    paths = *NOTEBOOKS.glob(f"{lesson}_*.ipynb"), *NOTEBOOKS.glob(f"further/{lesson}_*.ipynb")
    return sum((read(path).cells for path in paths), [])


def texts(lesson):
    """Return the source of each cell by its id."""
    return {cell["id"]: cell["source"] for cell in cells(lesson)}


def defined(lesson, *ids, **space):
    """Return what some cells define, by name; they find what is in `space`."""
    for one in ids:
        exec(texts(lesson)[one], space)
    return space
