"""The texts that the search looks through: a script, since from a disk a page can fetch nothing."""

import json
from pathlib import Path

from bs4 import BeautifulSoup

NOT_TEXT = "script, style, pre, .live, nav, footer, math, summary, table.scroll"


def write(folder: Path):
    """Write sections.js beside the pages of the lessons, which are there already."""
    found = [one for page in sorted(folder.glob("[0-9]*.html")) for one in sections(page)]
    data = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
    (folder / "sections.js").write_text(f"const sections = {data};\n", "utf-8", newline="\n")


def sections(page: Path):
    """Yield the address, the lesson with the heading, and the text of each section of a page."""
    soup = BeautifulSoup(page.read_text("utf-8"), "html.parser")
    for one in soup.select(NOT_TEXT):
        one.decompose()
    for heading in soup.select("h2[id], h3[id]"):
        text = []
        for after in heading.find_all_next(["h1", "h2", "h3", "p", "li", "td"]):
            if after.name.startswith("h"):
                break
            text.append(after.get_text(" ", strip=True))
        title = f"{soup.title.string}: {heading.get_text(' ', strip=True)}"
        yield f"{page.name}#{heading['id']}", title, " ".join(text)
