"""The front page of the site, and that of the course: its lessons, and how to keep one's changes.

The front page is the page to send.
"""

from __future__ import annotations

import html
import os
import re
from base64 import b64encode
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from tools import page as one_page
from tools.export import read_look
from tools.site.problem import Problem

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = ROOT / "tools" / "templates" / "site"
LEARNED = ROOT / "docs" / "images" / "learned.png"
ROW = re.compile(
    r"^\| \[(.+?)\]\(notebooks/(.+?)\.ipynb\) \| (\d+) \| ([\d–]+) \| (.+?) \|$", re.MULTILINE
)
# Where JupyterLab does not fit, reading comes first, and running leads to a view of one notebook.
WAYS = (
    ("lab/index.html?path={name}.ipynb", "Run it here", "wide"),
    ("html/{name}.html", "Read it", ""),
    ("slides/{name}.html", "Slides", ""),
    ("notebooks/index.html?path={name}.ipynb", "Run it", "narrow"),
)

NUMBERS = "One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve".split()

LIVE = {
    "02_heatmaps": "<strong>The table.</strong> Every row is the code of a position, and every "
    "column is a wave: fast on the left, nearly frozen on the right. Move <code>d_model</code> or "
    "<code>base</code>.",
    "04_clocks": "<strong>The clocks.</strong> Two columns are the hand of a clock, and each clock "
    "is slower than the one before. Press <em>Play</em>, or move <code>position</code>.",
}
# The pages of JupyterLite ask the page at the root for this.
ROOT_OF_SITE = (
    '<script id="jupyter-config-data" type="application/json" data-jupyter-lite-root=".">'
    "{}</script>"
)
FIGURE = re.compile(r'<figure class="live".*?</figure>', re.DOTALL)
NAMED = re.compile(r'<figure class="live"[^>]* id="(\w+)"')
SEEN_FROM_FRONT = (
    (' data-at="', ' data-at="html/'), (' data-until="[^"]*"', ""), (' id="[^"]*"', ""),
    (' href="../', ' href="'),
)  # fmt: skip


class Lesson(NamedTuple):
    """A row of the table of lessons in README.md."""

    title: str
    name: str
    minutes: str
    further: str
    about: str
    part: str


def rows(readme: str) -> dict[str, Lesson]:
    """Return {file name without its ending: row} of the tables of lessons, one for each part."""
    found = (
        Lesson(*match.groups(), part=below.partition("\n")[0])
        for below in re.split("^### ", readme, flags=re.MULTILINE)
        for match in ROW.finditer(below)
    )
    return {lesson.name: lesson for lesson in found}


def described(paths):
    """Return the row of each lesson, or raise Problem if README.md has none."""
    table = rows((ROOT / "README.md").read_text(encoding="utf-8"))
    missing = [path.name for path in paths if path.stem not in table]
    if missing:
        raise Problem(f"the table of lessons in README.md has no row for {', '.join(missing)}")
    return [table[path.stem] for path in paths]


BUILT_FROM = os.environ.get("GITHUB_REPOSITORY")  # owner/name, where GitHub builds the site


def ways_to():
    """Return the address, the name and the class of each way to a lesson."""
    if not BUILT_FROM:
        return WAYS
    colab = f"https://colab.research.google.com/github/{BUILT_FROM}/blob/main/notebooks/"
    return [*WAYS, (colab + "{name}.ipynb", "Colab", "")]


def about_colab():
    """Return how to run a lesson in Colab, as HTML, where GitHub builds the site."""
    if not BUILT_FROM:
        return ""
    line = f"%pip install -q git+https://github.com/{html.escape(BUILT_FROM)}"
    return (
        "<p><em>Colab</em> runs the notebook on a server and needs an account there. Run this line "
        f'before the first cell:</p>\n<pre tabindex="0" role="group" aria-label="The line that '
        f'installs the helpers in Colab"><code>{line}</code></pre>'
    )


def item(lesson):
    """Return a lesson of the list, as HTML."""
    title, about = html.escape(lesson.title), html.escape(lesson.about)
    minutes = (
        f"{lesson.minutes} minutes" + f", and {lesson.further} more" * lesson.further.isdigit()
    )
    ways = "".join(
        f'<li class="{where}"><a href="{address.format(name=lesson.name)}" '
        f'aria-label="{way}: {title}">{way}</a></li>'
        for address, way, where in ways_to()
    )
    return (
        f'<li class="lesson"><h4>{title}</h4>\n<p class="minutes">{minutes}</p>\n'
        f'<p>{about}</p>\n<ul class="ways">{ways}</ul></li>'
    )


def parts_of_course(lessons):
    """Return the list of the lessons of each part below its title, as HTML."""
    for part, ones in groupby(lessons, key=lambda one: one.part):
        items = "\n".join(map(item, ones))
        yield f'<h3>{html.escape(part)}</h3>\n<ol class="lessons">\n{items}\n</ol>'


def source_of_python(distribution, version):
    """Return the sentence about where Pyodide comes from, and its version."""
    if distribution:
        return f"It is part of this site, in version {distribution.version}"
    return f"It comes from the public address of its makers, in version {version}"


def counted_lessons(count):
    """Return how many lessons there are, as a sentence begins."""
    written = str(count) if count > len(NUMBERS) else NUMBERS[count - 1]
    return f"{written} lesson{'s' if count > 1 else ''}"


def live(site):
    """Yield two pictures that move, out of the pages of their lessons, with a sentence each."""
    for name, words in LIVE.items():
        figure = FIGURE.search((site / "html" / f"{name}.html").read_text("utf-8"))[0]
        for here, there in SEEN_FROM_FRONT:
            figure = re.sub(here, there, figure)
        yield f"<section><p>{words}</p>\n{figure}</section>"


def explorers(site):
    """Return a page that leads from the name of a picture and its settings to its lesson."""
    links = [
        f'<li><a href="{path.name}#{name}">{name}</a></li>'
        for path in sorted((site / "html").glob("[0-9]*.html"))
        for name in NAMED.findall(path.read_text("utf-8"))
    ]
    text = (TEMPLATES / "explorers.html").read_text("utf-8")
    parts = {
        "links": "\n".join(links),
        "icon": read_look("icon.html"),
        "look": read_look("common.css", "page.css"),
    }
    return filled(text, parts)


def front_page(count):
    """Return the front page as HTML: the page to send, with links to the course."""
    course = f'<a href="course.html">{counted_lessons(count)} explain it</a>'
    return one_page.page("html", ROOT_OF_SITE, f" {course}.")


def course_page(site, lessons, distribution, version):
    """Return the page of the course as HTML."""
    text = (TEMPLATES / "course.html").read_text(encoding="utf-8")
    parts = {
        "look": read_look("common.css") + "\n" + (TEMPLATES / "site.css").read_text("utf-8"),
        "icon": read_look("icon.html"),
        "script": read_look("reach.js", "live.js")
        + "\n"
        + (TEMPLATES / "kept.js").read_text("utf-8"),
        "live": "\n".join(live(site)),
        "learned": "data:image/png;base64," + b64encode(LEARNED.read_bytes()).decode(),
        "lessons": "\n".join(parts_of_course(lessons)),
        "count": counted_lessons(len(lessons)),
        "colab": about_colab(),
        "first": lessons[0].name,
        "pyodide": source_of_python(distribution, version),
    }
    return filled(text, parts)


def filled(text, parts):
    """Return a template with its parts in their places."""
    return re.sub(r"\{\{ (\w+) \}\}", lambda match: parts[match[1]].rstrip("\n"), text)


def add_scripts(page: Path):
    """Give a page of JupyterLite what the site adds to a lesson."""
    text = page.read_text("utf-8")
    for place, kind, name in (
        ("</head>", "", "alone.js"),
        ("</body>", ' type="module"', "lesson.js"),
    ):
        before, end, after = text.rpartition(place)
        if not end:
            raise Problem(f"{page.name} of JupyterLite has no {place}; pin the version before")
        script = (TEMPLATES / name).read_text("utf-8")
        text = f"{before}<script{kind}>\n{script}</script>\n{end}{after}"
    page.write_text(text, encoding="utf-8", newline="\n")


def write(site: Path, paths, distribution, version):
    """Write the front page with its pictures, and what lessons have more than JupyterLite's."""
    text = course_page(site, described(paths), distribution, version)
    (site / "html" / "index.html").write_text(explorers(site), encoding="utf-8", newline="\n")
    for app in ("lab", "notebooks"):
        add_scripts(site / app / "index.html")
    (site / "course.html").write_text(text, encoding="utf-8", newline="\n")
    (site / "index.html").write_text(front_page(len(paths)), encoding="utf-8", newline="\n")
