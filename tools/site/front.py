"""Write the front page, which is the page to send, and the list of lessons, to which it leads."""

import html
import re
from collections import namedtuple
from itertools import groupby
from pathlib import Path

from tools import page as one_page
from tools.export import TEMPLATES, read_look

ROOT = Path(__file__).resolve().parents[2]
ROW = re.compile(
    r"^\| \[(.+?)\]\(notebooks/(.+?)\.ipynb\) \| (\d+)"
    r" \| \[(\d+)\]\(notebooks/further/(.+?)\.ipynb\) \| (.+?) \|$",
    re.MULTILINE,
)


# A row of a table of lessons in README.md, with the title of its part of the course.
Lesson = namedtuple("Lesson", "title name minutes more further about part")


def rows(readme: str) -> dict[str, Lesson]:
    """Return {file name without its ending: row} of the tables of lessons in a README."""
    found = (
        Lesson(*match.groups(), part=below.partition("\n")[0])
        for below in re.split("^### ", readme, flags=re.MULTILINE)
        for match in ROW.finditer(below)
    )
    return {lesson.name: lesson for lesson in found}


def parts(lessons):
    """Yield the title and the list of each part of the course, as HTML."""
    for part, ones in groupby(lessons, key=lambda one: one.part):
        items = "\n".join(map(item, ones))
        yield f'<h2>{html.escape(part)}</h2>\n<ul class="lessons">\n{items}\n</ul>'


def item(lesson):
    """Return one lesson of the list, as HTML."""
    return (
        f'<li><a href="{lesson.name}.html">{html.escape(lesson.title)}</a> '
        f"<small>{lesson.minutes} minutes; "
        f'<a href="{lesson.further}.html">Further</a>, {lesson.more} more</small>'
        f"<br>{html.escape(lesson.about)}</li>"
    )


def write(site: Path, paths):
    """Write the front page and the list of the lessons."""
    text = (TEMPLATES / "site" / "lessons.html").read_text("utf-8")
    table = rows((ROOT / "README.md").read_text("utf-8"))
    filled = {
        "icon": read_look("icon.html"),
        "look": read_look("common.css", "page.css"),
        "count": str(len(paths)),
        "lessons": "\n".join(parts(table[path.stem] for path in paths)),
    }
    list_of_all = one_page.filled(text, filled)
    front = one_page.page(f'<a href="lessons.html">{len(paths)} lessons explain it</a>.')
    for name, page in {"lessons.html": list_of_all, "index.html": front}.items():
        (site / name).write_text(page, encoding="utf-8", newline="\n")
