"""The map of aims: which question checks each thing that a lesson promises: make aims.

A lesson opens with its aims, under *After this lesson you can*. Which exercises, predictions,
questions of the quiz and misconceptions of the concept test check each of them is named at the top
of the lesson's text in posenc_helpers/lessons, in the same order. Writes build/aims.html.
"""

import re
import sys
from dataclasses import dataclass
from pathlib import Path

import nbformat

from posenc_helpers.lessons import EXERCISES, LESSONS, PREDICTIONS
from posenc_helpers.lessons.markdown import read
from tools.export import title
from tools.handout import rendered
from tools.questions import ROOT, misconceptions, quiz

TEXTS = ROOT / "posenc_helpers" / "lessons"
AIMS = re.compile(r"\*\*After this lesson you can\*\*\n+((?:- .+\n)+)")
KINDS = ("predictions", "exercises", "quiz", "concept test")
CUT = " …: "


@dataclass(frozen=True)
class Aim:
    """What a lesson promises, the words by which its text names it, and what checks it, by kind."""

    text: str
    named: str
    checks: dict[str, list[str]]


def kind_of():
    """The kind of each question, by its name."""
    names = (
        PREDICTIONS,
        EXERCISES,
        [one.name for one in quiz()],
        [one.name for one in misconceptions()],
    )
    return {name: kind for kind, some in zip(KINDS, names, strict=True) for name in some}


def read_lesson(lesson):
    return nbformat.read(next((ROOT / "notebooks").glob(f"{lesson}_*.ipynb")), as_version=4)


def promised(lesson):
    """What a lesson says that you can do after it."""
    found = AIMS.search(read_lesson(lesson).cells[0].source)
    return [line[2:].rstrip(",.;") for line in found[1].splitlines()]


def aims(lesson):
    """The aims of a lesson; raise BrokenText if its text does not list what checks each of them."""
    top, kinds, wanted = read(TEXTS / f"{lesson}.md").parts[0], kind_of(), promised(lesson)
    if len(top.items) != len(wanted):
        raise top.broken(f"{len(top.items)} lines say what checks the {len(wanted)} aims")
    return [_aim(text, item, kinds) for text, item in zip(wanted, top.items, strict=True)]


def _aim(text, item, kinds):
    named, cut, names = item.text.rpartition(CUT)
    names = re.findall(r"`(\w+)`", names)
    if not cut or not text.startswith(named):
        raise item.broken(f"{item.text!r} is not `first words{CUT}` and names for: {text}")
    for name in names:
        if name not in kinds:
            raise item.broken(f"no question is named {name!r}")
    return Aim(text, named, {kind: [n for n in names if kinds[n] == kind] for kind in KINDS})


def table():
    """The map of aims as Markdown."""
    parts = ["# The map of aims", "What each lesson promises, and the questions that check it."]
    for lesson in LESSONS:
        parts += [f"## {lesson} · {title(read_lesson(lesson))}"]
        lines = [f"| you can | {' | '.join(KINDS)} |", "|---" * (1 + len(KINDS)) + "|"]
        for aim in aims(lesson):
            cells = (", ".join(f"`{n}`" for n in names) or "–" for names in aim.checks.values())
            lines.append(f"| {aim.text} | {' | '.join(cells)} |")
        parts.append("\n".join(lines))
    return "\n\n".join(parts)


def main(target=ROOT / "build" / "aims.html"):
    """Write the map and say where it is."""
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(rendered(table()), encoding="utf-8", newline="\n")
    print(target)
    return 0


if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:])))
