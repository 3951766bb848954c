"""Write all parts of the site."""

from pathlib import Path

from tools import export
from tools.notebooks import course
from tools.pages import FEW_STOPS
from tools.site import front, python


def write_site(site: Path, pyodide: Path | None = None, stops: int = FEW_STOPS):
    """Write all parts of the site. `pyodide` is a folder with Pyodide that the site should hold."""
    python.write(site, pyodide)
    list(export.export_all(course(), "html", site, stops, "python/python.js"))
    front.write(site, course(further=False))
