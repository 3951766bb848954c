"""What TEACHING.md plans for a class: the parts of lessons in their order, with their minutes.

A plan is a table below its heading. Each row links to the headings of lessons that it shows, and
names in its words the controls and the buttons that it needs. Links to exercises are the homework.
"""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from nbformat import NotebookNode

from tools.class_report.answered_by import plain, read_lesson

GUIDE = Path(__file__).resolve().parents[2] / "TEACHING.md"
PLANS = {
    "15": "A guest of 15 minutes",
    "50": "One class of 50 minutes",
    "90": "One class of 90 minutes",
    "2x": "Two classes",
    "4x": "A unit of four classes",
    "rope": "For those who come for RoPE",
}
LINK = re.compile(r"\[([^]]+)\]\(notebooks/(\d\d)_\w+\.ipynb#([^)]+)\)")
HOMEWORK = "Exercises"


@dataclass(frozen=True)
class Part:
    """A section of a lesson, and the homework that a link to its exercises gives."""

    words: str
    lesson: str
    heading: str

    @property
    def cells(self) -> list[NotebookNode]:
        """The cells below the heading, which is in the first; raise KeyError if it is not there."""
        cells = read_lesson(self.lesson).cells
        for at, cell in enumerate(cells):
            if self.heading in headings(cell):
                rest = cells[at + 1 :]
                end = next((n for n, one in enumerate(rest) if headings(one)), len(rest))
                return cells[at : at + 1 + end]
        raise KeyError(f"lesson {self.lesson} has no heading {self.heading!r}")


@dataclass(frozen=True)
class Row:
    """A row of a plan: which class it is in, its minutes, what is said, and what is shown."""

    of_class: str
    minutes: int
    what: str
    board: str
    parts: tuple[Part, ...]


def headings(cell):
    """The headings in a cell of text, without marks."""
    found = re.findall(r"^#+ +(.+)$", cell.source, re.MULTILINE)
    return [plain(one) for one in found] if cell.cell_type == "markdown" else []


@cache
def guide(title):
    """The text of the guide below a heading, up to the next one."""
    text = GUIDE.read_text(encoding="utf-8")
    found = re.search(rf"^#+ {re.escape(title)}.*\n((?:(?!#+ ).*\n)*)", text, re.MULTILINE)
    return found[1]


def rows(name) -> list[Row]:
    """The rows of a plan, without homework."""
    lines = [line for line in guide(PLANS[name]).splitlines() if line.startswith("|")]
    head, _, *lines = ([cell.strip() for cell in line.strip("|").split("|")] for line in lines)
    return [_row(dict(zip(head, cells, strict=True))) for cells in lines]


def _row(cells):
    return Row(
        cells.get("class", ""),
        int(cells["minutes"]),
        cells.get("what", ""),
        cells.get("on the board", ""),
        tuple(parts(cells["where"])),
    )


def parts(text):
    """Yield the parts of lessons to which a text links."""
    for words, lesson, anchor in LINK.findall(text):
        yield Part(words, lesson, anchor.replace("-", " "))


def homework(name) -> list[Part]:
    """The exercises to which a plan links."""
    return [one for one in parts(guide(PLANS[name])) if one.heading == HOMEWORK]


def lesson_notes(lesson, part=""):
    """What the guide says about a lesson: all of it, or the paragraph that begins with a part."""
    paragraphs = guide(f"Lesson {lesson} ").split("\n\n")
    return next((one for one in paragraphs if part in one.partition("\n")[0]), "")


def notes_on(name):
    """What the guide says about a prediction or an exercise."""
    text = GUIDE.read_text(encoding="utf-8")
    return re.search(rf"^- `(?:predict|check)\.{name}`: (.+)$", text, re.MULTILINE)[1]
