"""Hands a student the lessons, and never overwrites what the student has changed.

A file that the student does not have is copied. One that is as it was handed out is replaced by a
newer version of it. All others are the student's and stay.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from pathlib import Path

RECORD = ".handed-out.json"  # the hash of each file as it was handed out


def hand_out(lessons: Path, folder: Path) -> list[str]:
    """Copy the notebooks of `lessons` into `folder`; return the names of those copied."""
    folder.mkdir(parents=True, exist_ok=True)
    record = read(folder / RECORD)
    copied = []
    for lesson in sorted(lessons.glob("*.ipynb")):
        if may_copy(lesson, folder / lesson.name, record.get(lesson.name)):
            copy(lesson, folder / lesson.name)
            record[lesson.name] = fingerprint(lesson)
            copied.append(lesson.name)
    if copied:
        write(folder / RECORD, json.dumps(record, indent=1))
    return copied


def may_copy(lesson: Path, mine: Path, handed_out: str | None) -> bool:
    """Return whether `mine` is missing, or is an older version that nobody has changed."""
    if not os.path.lexists(mine):
        return True
    if mine.is_symlink() or not mine.is_file():
        return False
    return fingerprint(mine) == handed_out != fingerprint(lesson)


def copy(lesson: Path, mine: Path):
    """Copy a file; if that fails half-way, nothing has changed."""
    part = mine.with_name(f".{mine.name}.part")
    try:
        shutil.copyfile(lesson, part)
        os.replace(part, mine)
    except OSError:
        part.unlink(missing_ok=True)
        raise


def write(path: Path, text: str):
    """Write a file; if that fails half-way, the old one is still there."""
    part = path.with_name(f"{path.name}.part")
    part.write_text(text, encoding="utf-8")
    os.replace(part, path)


def read(record: Path) -> dict[str, str]:
    """Return the record of what was handed out; nothing if it is missing or broken."""
    try:
        found = json.loads(record.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def fingerprint(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
