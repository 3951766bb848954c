"""A distribution of Pyodide: which of its files the course needs, and whether they are intact."""

from __future__ import annotations

import hashlib
import json
import re
import urllib.request
from pathlib import Path

from tools.site.problem import Problem

LOCK = "pyodide-lock.json"
ENTRY = "pyodide.mjs"
# The interpreter itself, of which the lock has no sums. Its JavaScript has had two names.
CORE = (ENTRY, "pyodide.asm.wasm", "python_stdlib.zip")
GLUE = ("pyodide.asm.mjs", "pyodide.asm.js")
SECONDS = 120


def plain(name: str) -> str:
    """Return the name of a package as it is compared: prompt_toolkit is prompt-toolkit."""
    return re.sub(r"[-_.]+", "-", name).lower()


class Distribution:
    """The files of a distribution in a folder or at an address."""

    def __init__(self, place: str):
        self.place = place.rstrip("/")
        try:
            self.lock = json.loads(self.read(LOCK))
            self.version = self.lock["info"]["version"]
            self.packages = {plain(name): one for name, one in self.lock["packages"].items()}
        except (ValueError, KeyError, TypeError):
            raise Problem(f"{LOCK} of {self.place} is not the lock of a distribution") from None

    def read(self, name: str) -> bytes:
        """Return a file's content, or raise Problem if there is no such file."""
        try:
            if re.match(r"https?://", self.place):
                with urllib.request.urlopen(f"{self.place}/{name}", timeout=SECONDS) as answer:
                    return answer.read()
            return Path(self.place, name).read_bytes()
        except OSError as error:
            reason = getattr(error, "reason", None) or error.strerror or error
            raise Problem(
                f"the Pyodide distribution {self.place} lacks {name} ({reason}); name a folder "
                "or an address that has a full one"
            ) from None

    def needed(self, names) -> list[str]:
        """Return the packages with these names and all that they depend on, sorted."""
        found, open_names = set(), list(names)
        while open_names:
            name = plain(open_names.pop())
            if name not in self.packages:
                raise Problem(f"{LOCK} of {self.place} has no package {name}")
            if name not in found:
                found.add(name)
                open_names += self.packages[name]["depends"]
        return sorted(found)

    def intact(self, name: str) -> tuple[str, bytes]:
        """Return the file of a package and its content, or raise Problem if its sum is another."""
        file, expected = self.packages[name]["file_name"], self.packages[name]["sha256"]
        content = self.read(file)
        found = hashlib.sha256(content).hexdigest()
        if found != expected:
            raise Problem(
                f"{file} of {self.place} has the sha256 {found[:12]}…, its lock says "
                f"{expected[:12]}…; get the file again"
            )
        return file, content

    def glue(self) -> str:
        """Return the name of the JavaScript that belongs to the interpreter."""
        try:
            self.read(GLUE[0])
        except Problem:
            return GLUE[1]
        return GLUE[0]

    def copy(self, names, folder: Path):
        """Write into `folder` the interpreter and the packages with these names."""
        files = [self.intact(name) for name in self.needed(names)]
        files += [(name, self.read(name)) for name in (*CORE, self.glue(), LOCK)]
        folder.mkdir(parents=True)
        for file, content in files:
            (folder / Path(file).name).write_bytes(content)
