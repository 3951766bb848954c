"""What tests of pages share: the notebooks, a window for a file, and what is asked of a page."""

from functools import cache
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from tools.notebooks import course

ROOT = Path(__file__).parents[2]
LESSONS, NOTEBOOKS = course(further=False), course()
ASKED = Path(__file__).with_name("asked.js").read_text(encoding="utf-8").rstrip()
UNCOVER = "document.querySelectorAll('.cover button').forEach(one => one.click())"

# Every third one, and in the full run all of them.
some_lessons, some_notebooks = (
    pytest.mark.parametrize(
        "path",
        [pytest.param(p, marks=[pytest.mark.full] * (n % 3 != 1)) for n, p in enumerate(paths)],
        ids=lambda path: path.stem,
    )
    for paths in (LESSONS, NOTEBOOKS)
)


@cache
def parsed(file):
    return BeautifulSoup(file.read_text(encoding="utf-8"), "html.parser")


def asked(page, question):
    """What a function of asked.js returns in a page."""
    return page.evaluate(f"{ASKED}.{question}()")


@pytest.fixture
def opened(browser):
    """Opens a file in a new window; nothing but files may be asked for, and nothing may fail."""
    contexts, faults = [], []

    def opens(file, part="", width=1280, height=720, script=True, **settings):
        settings |= {"viewport": {"width": width, "height": height}, "java_script_enabled": script}
        contexts.append(browser.new_context(offline=True, **settings))
        page = contexts[-1].new_page()
        page.on("request", lambda one: one.url[:5] in ("file:", "data:") or faults.append(one.url))
        page.on("requestfailed", lambda request: faults.append(request.url))
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda message: faults.append(message.text))
        page.goto(file.as_uri() + part)
        return page

    yield opens
    for context in contexts:
        context.close()
    assert faults == []
