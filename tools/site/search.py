"""The search of the site: a page, and a script with the text of all sections of the lessons.

From a disk a page can fetch nothing, so the texts are a script. MiniSearch makes its index of them
when the page is opened.
"""

import json
from pathlib import Path

from bs4 import BeautifulSoup

from tools.export import read_look

TEMPLATES = Path(__file__).resolve().parents[1] / "templates" / "site"
NOT_TEXT = "script, style, pre, .live, nav, footer, math, summary, table.scroll"


def write(folder: Path):
    """Write search.html and search.js beside the pages of a site, which are there already."""
    pages = [*sorted(folder.glob("[0-9]*.html")), folder / "you-ask.html"]
    found = [one for page in pages for one in sections(page)]
    data = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
    (folder / "search.js").write_text(f"const sections = {data};\n", "utf-8", newline="\n")
    parts = {name: (TEMPLATES / name).read_text("utf-8") for name in ("minisearch.js", "search.js")}
    page = (TEMPLATES / "search.html").read_text("utf-8")
    for name, text in {"look": read_look("common.css", "page.css"), **parts}.items():
        page = page.replace(f"{{{{ {name} }}}}", text)
    (folder / "search.html").write_text(page, "utf-8", newline="\n")


def sections(page: Path):
    """Yield the address, the lesson, the heading and the text of each section of a page."""
    soup = BeautifulSoup(page.read_text("utf-8"), "html.parser")
    lesson = (soup.title or soup.h1).get_text(" ", strip=True)
    for one in soup.select(NOT_TEXT):
        one.decompose()
    for heading in soup.select("h2[id], h3[id]"):
        text, after = [], heading
        for after in heading.find_all_next():
            if after.name in ("h1", "h2", "h3"):
                break
            if after.name in ("p", "li", "td"):
                text.append(after.get_text(" ", strip=True))
        yield {
            "id": f"{page.name}#{heading['id']}",
            "lesson": lesson,
            "heading": heading.get_text(" ", strip=True).rstrip("¶").strip(),
            "text": " ".join(text),
        }
