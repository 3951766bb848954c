"""What holds for every page: a lesson, its slides, and the page to send."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.pages.conftest import CLOCKS, UNCOVER, asked
from tools import page

SAID = re.compile(r"^The (link|address) (asks for|has) .{0,150}$")
each = pytest.mark.parametrize("kind", ["lesson", "page"])


@pytest.fixture
def visit(written, opened, kind):
    """Return a function that opens a page of a kind, without covers."""
    lesson = written / kind.replace("lesson", "html") / f"{CLOCKS.stem}.html"
    path = page.TARGET if kind == "page" else lesson

    def opens(setting="", **settings):
        tab = opened(path, setting, **settings)
        tab.evaluate(UNCOVER)
        return tab

    return opens


@pytest.mark.parametrize(("width", "scheme"), [(320, "dark"), (1600, "light")])
@pytest.mark.parametrize("kind", ["lesson", "page", "slides"])
def test_axe_finds_nothing_and_nothing_is_wider_than_the_page(visit, kind, width, scheme):
    tab = visit(width=width, color_scheme=scheme)
    if kind == "slides":
        asked(tab, "showAllAsWhenPassed")
    elif kind == "lesson":
        tab.get_by_text("The numbers at each stop").first.click()
        tab.locator(".live table").first.wait_for()
        assert asked(tab, "letters") >= 11
    elif kind == "page":
        for name in ("seq_len", "base"):
            tab.get_by_role("slider", name=name).press("End")
    assert asked(tab, "width") <= width
    report = Axe().run(tab)
    assert report.violations_count == 0, report.generate_report()


def position(tab):
    return tab.get_by_role("slider", name="position").first


@each
def test_the_address_leads_back_to_a_picture_and_reset_to_the_first(visit, kind):
    tab = visit()
    first = position(tab).get_attribute("aria-valuetext")
    position(tab).press("End")
    tab.wait_for_url("**position=*")
    moved = position(tab).get_attribute("aria-valuetext")
    again = visit("#" + tab.url.partition("#")[2])
    expect(position(again)).to_have_attribute("aria-valuetext", moved)
    for one in (tab, again):
        one.get_by_role("button", name="Reset").first.click()
        expect(position(one)).to_have_attribute("aria-valuetext", first)
    assert first == "0" != moved


JUNK = (
    "position=-1", "position=", "position=%20", "position=1e999", "position=NaN", "position=99:x",
    "d_model=3", "d_model=514", "base=0", "nothing=99", "preset=x", "constructor=1", "__proto__=2",
    "ask=1", "code=", "<b>x", "%00%ff", "x" * 5_000,
)  # fmt: skip
ASK = "([at, junk]) => { document.querySelector(at).textContent = ''; location.hash = junk; }"


@each
def test_junk_in_the_address_moves_nothing_and_is_named_in_one_line(visit, kind):
    line, start = ("#junk", "") if kind == "page" else (".spoken", "ClocksExplorer:")
    tab = visit()
    for junk in JUNK:
        tab.evaluate(ASK, [line, start + junk])
        wording = tab.locator(line).first
        expect(wording).to_have_text(SAID)
        assert 10 < wording.bounding_box()["height"] < 60, junk
        assert position(tab).get_attribute("aria-valuetext") == "0", junk
    assert tab.locator("b", has_text=re.compile("^x")).count() == 0
