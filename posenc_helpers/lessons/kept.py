"""The answers that a reader keeps: a text file on the reader's own computer, one line for each.

The file is there once the reader has agreed, and nothing is written before. Lines are only added,
so two notebooks at once lose nothing, and a line that cannot be read stays as it is.
"""

from __future__ import annotations

import json
import os
import sys
from datetime import date
from pathlib import Path

VARIABLE = "POSENC_ANSWERS"  # names another file
FIRST = json.dumps({"about": "answers to the course on the Transformer's positional encoding"})
_WAITING: list[str] = []  # answers of this kernel, until the reader agrees


def place() -> Path:
    """Return the file: the one that the variable names, or one in this system's data folder."""
    if named := os.environ.get(VARIABLE):
        return Path(os.path.expanduser(named))
    of_system = {
        "win32": os.environ.get("LOCALAPPDATA"),
        "darwin": _home() / "Library/Application Support",
    }
    other = os.environ.get("XDG_DATA_HOME") or _home() / ".local/share"
    return Path(of_system.get(sys.platform) or other, "posenc", "answers.jsonl")


def shown_place() -> str:
    """Return the file as readers see it: `~` hides the name that a home folder may have."""
    path = place()
    inside = path.is_relative_to(_home())
    return f"~/{path.relative_to(_home()).as_posix()}" if inside else str(path)


def _home():
    return Path(os.path.expanduser("~"))


def agreed() -> bool:
    """Whether answers are kept."""
    return os.path.isfile(place())


def begin() -> str:
    """Write what was answered in this kernel, and the file begins; return why that fails, or ""."""
    first = [] if agreed() else [FIRST]
    fault = _tried(lambda: _write("".join(first + _WAITING)))
    if not fault:
        _WAITING.clear()
    return fault


def forget() -> str:
    """Delete the file; return why that fails, or ""."""
    _WAITING.clear()
    return _tried(lambda: agreed() and place().unlink())


def keep(name: str, right: bool) -> str:
    """Add an answer of today once the reader has agreed; return why that fails, or ""."""
    line = json.dumps({"day": date.today().isoformat(), "name": name, "right": right})
    return _tried(lambda: (_write if agreed() else _WAITING.append)(f"\n{line}"))


def answers() -> tuple[list[tuple[date, str, bool]], int]:
    """Return the days, names and verdicts, oldest first, and how many lines cannot be read.

    Raises OSError if the file cannot be read.
    """
    lines = place().read_text(encoding="utf-8", errors="replace").splitlines()
    lines = [line for line in lines if line.strip() and line != FIRST]
    read = [one for one in map(_answer, lines) if one]
    return sorted(read, key=lambda one: one[0]), len(lines) - len(read)


def _answer(line):
    try:
        given = json.loads(line)
        return date.fromisoformat(given["day"]), str(given["name"]), bool(given["right"])
    except (ValueError, TypeError, KeyError, RecursionError):
        return None


def _write(text):
    place().parent.mkdir(parents=True, exist_ok=True)
    with open(place(), "a", encoding="utf-8", newline="\n") as file:
        file.write(text)


def _tried(work):
    try:
        work()
    except OSError as fault:
        return f"Answers cannot be kept in {shown_place()}: {fault.strerror}."
    return ""
