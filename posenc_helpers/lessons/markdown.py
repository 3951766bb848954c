"""Read the few parts of Markdown that the texts of lessons use.

These are headings, paragraphs, lists with lists below their items, and code between fences.
`texts.py` decides what the headings and items mean.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

HEADING = re.compile(r"(#+) +(.*)")
ITEM = re.compile(r"(\s*)[-*] +(.*)")


class BrokenText(Exception):
    """The file and line of a fault in a lesson's text, and what is missing."""


@dataclass(eq=False)
class Part:
    """A heading, or an item of a list, with the parts below it.

    `text` is the text of an item, or the paragraphs below a heading. Its lines are joined into one.
    """

    place: str
    title: str = ""
    text: str = ""
    code: str = ""
    parts: list[Part] = field(default_factory=list)
    items: list[Part] = field(default_factory=list)

    def broken(self, problem) -> BrokenText:
        return BrokenText(f"{self.place}: {problem}")

    def below(self, title: str) -> Part:
        """Return the part with this heading. Raises BrokenText if there is none or it is empty."""
        for part in self.parts:
            if part.title == title and (part.text or part.code or part.items):
                return part
        raise self.broken(f"`{self.title}` has nothing below a heading `{title}`")


def read(path: Path) -> Part:
    """Return the parts of a file, below one part without a title."""
    headings = [Part(f"{path.name}, line 1")]  # open ones, the outermost first
    current, fence = headings[0], False
    for number, line in enumerate(path.read_text("utf-8-sig").splitlines(), start=1):
        place = f"{path.name}, line {number}"
        if line.startswith("```"):
            fence = not fence
        elif fence:
            headings[-1].code += line + "\n"
        elif found := HEADING.match(line):
            current = Part(place, found[2].strip())
            del headings[len(found[1]) :]
            headings[-1].parts.append(current)
            headings.append(current)
        elif found := ITEM.match(line):
            current, heading = Part(place, text=found[2].strip()), headings[-1]
            (heading.items[-1] if found[1] and heading.items else heading).items.append(current)
        elif line.strip():
            current.text = f"{current.text} {line.strip()}".strip()
        else:
            current = headings[-1]
    return headings[0]
