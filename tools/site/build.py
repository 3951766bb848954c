"""Build the site, and put it in the place of the one before when all went well."""

from __future__ import annotations

import tempfile
from contextlib import contextmanager
from pathlib import Path

from tools import export
from tools.notebooks import Problem, course
from tools.site import front, python, search

ROOT = Path(__file__).resolve().parents[2]
WORKER = Path("python", "worker.mjs")  # every site has it


@contextmanager
def in_place_of(target: Path):
    """Give a new folder that then takes the place of `target`: a site, or empty, or nothing yet."""
    if target.is_file():
        raise Problem(f"{target} is a file; name a folder with --to")
    if target.exists() and any(target.iterdir()) and not (target / WORKER).exists():
        raise Problem(f"{target} holds something else than a site; name another folder with --to")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        work = tempfile.TemporaryDirectory(prefix=".site-", dir=target.parent)
    except OSError as error:
        raise Problem(
            f"{target.parent} cannot be written ({error.strerror}); name another folder with --to"
        ) from None
    with work as folder:
        site = Path(folder, "site")
        site.mkdir()
        yield site
        if target.exists():
            target.rename(Path(folder, "before"))
        site.rename(target)


def write_site(site: Path, pyodide: Path | None, stops: int):
    """Write all parts of the site; `pyodide` is a folder that it is to bring with it."""
    python.write(site, pyodide)
    list(export.export_all(course(), "html", site, stops, "python/python.js"))
    search.write(site)
    front.write(site, course(further=False))
