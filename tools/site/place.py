"""The folder of the site: whether it may be written, and how a new site takes its place."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tools.site.problem import Problem

CONFIG = "jupyter-lite.json"  # every site has it


def check(target: Path):
    """Raise Problem unless `target` is a site, an empty folder or nothing yet."""
    if target.is_dir() and any(target.iterdir()) and not (target / CONFIG).exists():
        raise Problem(f"{target} holds something else than a site; name another folder with --to")
    if target.exists() and not target.is_dir():
        raise Problem(f"{target} is a file; name a folder with --to")


def work_folder(target: Path):
    """Return a folder beside `target`, as a context, that is deleted afterwards."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        return tempfile.TemporaryDirectory(prefix=".site-", dir=target.parent)
    except OSError as error:
        raise Problem(
            f"{target.parent} cannot be written ({error.strerror}); name another folder with --to"
        ) from None


def put_in_place(site, target, before):
    """Let the new site take the place of the old one."""
    try:
        if target.exists():
            target.rename(before)
        site.rename(target)
    except OSError as error:
        if before.exists() and not target.exists():
            before.rename(target)
        raise Problem(f"{target} cannot be replaced ({error.strerror})") from None
