"""The notebooks, windows and questions that tests of pages share."""

import re
from functools import cache
from pathlib import Path
from urllib.parse import unquote

import pytest
from bs4 import BeautifulSoup
from playwright.sync_api import expect

from tools import export
from tools.notebooks import course
from tools.pages import moving
from tools.site import python

LESSONS, NOTEBOOKS = course(further=False), course()
HEATMAPS, CLOCKS = LESSONS[2], LESSONS[4]
ASKED = Path(__file__).with_name("asked.js").read_text(encoding="utf-8").rstrip()
UNCOVER = "document.querySelectorAll('.cover button').forEach(one => one.click())"
LOADS = "src", "srcset", "data", "poster", "action", "background", "xlink:href"
FETCHES = re.compile(r"@import|url\(|https?:(?!//www\.w3\.org/2000/svg)|\bimport\b|fetch\(|\{\{")
PATIENCE = 120_000  # ms of each wait in a browser
expect.set_options(timeout=PATIENCE)


def some(paths):
    """Parametrize a test by every third path, and in full runs by all paths."""
    marked = [pytest.param(p, marks=[pytest.mark.full] * (n % 3 != 1)) for n, p in enumerate(paths)]
    return pytest.mark.parametrize("path", marked, ids=lambda path: path.stem)


@cache
def parsed(file):
    return BeautifulSoup(file.read_text(encoding="utf-8"), "html.parser")


def strays(file):
    """Yield what a page loads from elsewhere, and its links that lead nowhere."""
    soup = parsed(file)
    loaded = [part[name] for part in soup(True) for name in LOADS if part.has_attr(name)]
    loaded += [link["href"] for link in soup("link")]
    loaded += [f"{one['data-at']}/pictures.js" for one in soup.select(".live")]
    yield from (one for one in loaded if not one.startswith("data:") and not is_beside(file, one))
    for text in [*soup("style"), *soup("script"), *(one["style"] for one in soup(style=True))]:
        yield from FETCHES.findall(getattr(text, "string", text) or "")
    for address in (link["href"] for link in soup("a")):
        path, _, part = address.partition("#")
        target = file.parent / (path or file.name)
        if not re.match("https?:", path) and not (
            is_beside(file, target.name)
            and (not part or parsed(target).find(id=[part, unquote(part)]))
        ):
            yield address


def is_beside(file, path):
    return (file.parent / path).is_file()


def asked(page, question):
    """Return what a function of asked.js returns in a page."""
    return page.evaluate(f"{ASKED}.{question}()")


@pytest.fixture(scope="session")
def written(tmp_path_factory):
    """Return a folder with two lessons as pages and one as slides, with few stops.

    The pictures that texts ask for are tested in test_instructions.py.
    """
    folder = tmp_path_factory.mktemp("pages")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(moving, "instructions", lambda *_: ())
        for form, paths in {"html": (HEATMAPS, CLOCKS), "slides": (CLOCKS,)}.items():
            to = f"--to={folder / form}"
            assert export.main([form, *map(str, paths), to, "--stops=2"]) == 0
    return folder


@pytest.fixture
def opened(browser):
    """Return a function that opens a file or an address in a new window.

    The page may ask for nothing else, and nothing may fail. If a file is to be `lost`, it may ask
    for Python's address, too.
    """
    contexts, faults = [], []

    def opens(page, part="", width=1280, height=720, script=True, lost="", **settings):
        address = page if isinstance(page, str) else page.as_uri()
        own = address[: address.index("/", 8)], "data:", "blob:"
        settings |= {"viewport": {"width": width, "height": height}, "java_script_enabled": script}
        context = browser.new_context(offline=address.startswith("file:"), **settings)
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        context.on("request", lambda one: one.url.startswith(own) or faults.append(one.url))
        if lost:
            own += (python.ADDRESS,)
            context.route(f"**/{lost}", lambda route: route.abort())
        else:
            context.on("requestfailed", lambda request: faults.append(request.url))
            context.on("weberror", lambda error: faults.append(str(error.error)))
            context.on("console", lambda one: one.type == "error" and faults.append(one.text))
        tab = context.new_page()
        tab.goto(address + part)
        return tab

    yield opens
    for context in contexts:  # a request that closing cuts off would count as failed
        for tab in context.pages:
            tab.evaluate("0")
    found = [*faults]
    for context in contexts:
        context.close()
    assert found == []
