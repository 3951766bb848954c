"""All parts of the site, in their order: the search reads the pages of the lessons."""

from pathlib import Path

from tools import export
from tools.notebooks import course
from tools.pages import FEW_STOPS
from tools.site import front, python, search


def write_site(site: Path, pyodide: Path | None = None, stops: int = FEW_STOPS):
    """Write all parts of the site; `pyodide` is a folder that it is to bring with it."""
    python.write(site, pyodide)
    list(export.export_all(course(), "html", site, stops, "python/python.js"))
    search.write(site)
    front.write(site, course(further=False))
