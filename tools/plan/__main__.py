"""A class from a plan of TEACHING.md: python -m tools.plan 50

Writes into build/class-50 the slides with notes and a clock, tables for the votes, and sheets to
print: homework, its solutions, and an exit ticket. A plan of several classes has slides and a
ticket for each.
"""

import argparse
import sys
from itertools import groupby
from pathlib import Path

from tools import export, handout
from tools.pages import STOPS
from tools.pages.moving import PICTURES, Moving
from tools.plan import PLANS, rows, sheets
from tools.plan.slides import OPENING, questions, slides
from tools.questions import predictions
from tools.questions.platforms import moodle


def votes(rows):
    """Yield the name and the content, as bytes, of each table of the votes."""
    asked = questions(rows)
    names = {one.name for one in asked}
    yield "wooclap.xml", moodle({"Votes": [one for one in predictions() if one.name in names]})
    yield "kahoot.xlsx", sheets.kahoot(asked)
    yield "mentimeter.csv", sheets.table(asked)


def printed(text):
    return handout.rendered(text).encode()


def files(name, moving):
    """Yield the name and the content, as bytes, of each file of a plan."""
    plan = rows(name)
    classes = [list(some) for _, some in groupby(plan, key=lambda row: row.of_class)]
    for number, some in enumerate(classes, start=1):
        which = f"-{number}" if len(classes) > 1 else ""
        opening = OPENING + (f"\n\nClass {number} of {len(classes)}" if which else "")
        deck = export.slides(slides(some, moving, opening), moves=moving.stops > 0)
        yield f"slides{which}.html", deck.encode()
        yield f"ticket{which}.html", printed(sheets.ticket(some))
        for table, content in votes(some):
            yield f"votes{which}/{table}", content
    yield "homework.html", printed(sheets.homework_sheet(name))
    yield "solutions.html", printed(sheets.solutions_sheet(name, plan))


def main(arguments=None):
    """The command line: write all files of a plan and say where they are."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("plan", choices=PLANS)
    parser.add_argument("--to", type=Path, help="folder for the files, default: build/class-PLAN")
    parser.add_argument("--stops", type=int, default=STOPS, help="of a slider, about")
    options = parser.parse_args(arguments)
    folder = options.to or export.ROOT / "build" / f"class-{options.plan}"
    moving = Moving(folder / PICTURES, stops=options.stops, address=False)
    for name, content in files(options.plan, moving):
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
        print(target, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
