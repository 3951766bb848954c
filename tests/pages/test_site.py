"""The web site of the course: its files, and what a reader meets with Python and without it.

The site is built once. With `POSENC_PYODIDE`, a folder that has Pyodide (docs/web-site.md says
where to get it), its Python is tried as well.
"""

import json
import os
import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from posenc_helpers.lessons import LESSONS as ASKED
from tests.conftest import required
from tests.pages.conftest import LESSONS, NOTEBOOKS, PATIENCE, UNCOVER, parsed, strays
from tools.browser.site import served
from tools.notebooks import ROOT, Problem
from tools.site import python
from tools.site.build import write_site

NAMES, ALL = ([path.stem for path in paths] for paths in (LESSONS, NOTEBOOKS))
PYODIDE = os.environ.get("POSENC_PYODIDE")

pytestmark = pytest.mark.full  # building the site takes a minute or two
needs_pyodide = pytest.mark.skipif(
    not PYODIDE, reason="POSENC_PYODIDE names no folder with Pyodide: see docs/web-site.md"
)


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Return the folder of a site, built while compiled modules are among its templates."""
    required(not python.WHEELS.exists(), "`make site` or `make test-full` fetches the wheels")
    (ROOT / "tools/templates/python/__pycache__").mkdir(exist_ok=True)
    folder = tmp_path_factory.mktemp("site")
    write_site(folder, Path(PYODIDE) if PYODIDE else None, stops=2)
    return folder


# What is in the site


def test_the_front_leads_to_the_list_and_the_list_to_every_lesson(built):
    assert "lessons.html" in [link["href"] for link in parsed(built / "index.html")("a")]
    listed = parsed(built / "lessons.html").select(".lessons li")
    assert [item.a["href"] for item in listed] == [f"{name}.html" for name in NAMES]
    assert "55 minutes; Further, 15 more" in listed[0].get_text() and "RoPE" in listed[9].get_text()
    further = [item.select("a")[1]["href"] for item in listed]
    assert further == [f"{name[:2]}_further.html" for name in NAMES]


def test_every_page_has_its_icon_and_every_link_leads_somewhere(built):
    pages = [*built.glob("*.html")]
    assert len(pages) == len(ALL) + 2
    assert all(parsed(path).find(rel="icon")["href"].startswith("data:") for path in pages)
    assert [address for path in pages for address in strays(path)] == []


def test_python_comes_from_one_address_and_the_wheels_from_the_site(built):
    script = (built / "python/python.js").read_text("utf-8")
    settings = json.loads(re.search(r"packages} = (\{.*\});", script)[1])
    assert settings["pyodide"] == ("../pyodide/" if PYODIDE else python.ADDRESS)
    wheels = {one[2:] for one in settings["packages"] if one.startswith("./")}
    assert wheels == {path.name for path in built.glob("python/*.whl")}
    names = {name.partition("-")[0] for name in wheels}
    assert names == {"comm", "ipywidgets", "jupyterlab_widgets", "posenc_helpers"}
    assert f"Pyodide {python.VERSION}" in (ROOT / "docs/web-site.md").read_text("utf-8")


def test_another_version_of_python_is_refused(tmp_path):
    (tmp_path / "pyodide-lock.json").write_text('{"info": {"version": "1.2.3"}}')
    with pytest.raises(Problem, match="1.2.3"):
        python.copy(tmp_path, tmp_path / "to")
    assert not (tmp_path / "to").exists()


# In a browser that reaches nothing but the site


@pytest.fixture
def visit(built, opened):
    """Return a function that opens a page of the site, which asks for nothing outside the site."""
    with served(built) as address:

        def opens(path, lost="", **settings):
            page = opened(address + path, lost=lost, **settings)
            page.evaluate(UNCOVER)
            return page

        yield opens


def test_axe_finds_nothing_in_the_list_of_lessons(visit):
    page = visit("lessons.html", width=320, color_scheme="dark")
    report = Axe().run(page)
    assert report.violations_count == 0, report.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth") == 320


@pytest.mark.parametrize("lost", ["pyodide.mjs", "worker.mjs", "in_page.py"])
def test_where_python_cannot_be_loaded_a_page_says_so_and_its_frames_go_on(visit, lost):
    page = visit("04_clocks.html", lost)
    figure = page.locator("#ClocksExplorer")
    figure.get_by_label("position").press("End")
    figure.get_by_text("Python could not be loaded").wait_for()
    page.wait_for_function("document.querySelector('#ClocksExplorer').dataset.shown > 0")
    page.locator(".run button").first.click()
    page.get_by_text("Python could not run this").wait_for()


# With Pyodide


@needs_pyodide
@pytest.mark.parametrize("name", ALL)
def test_python_draws_every_explorer_of_a_lesson_and_trains_its_heads(visit, name):
    page = visit(f"{name}.html")
    for figure in page.locator(".live").all():
        figure.locator("[data-control]").first.focus()
        figure.get_by_text("Python draws this picture").wait_for(timeout=2 * PATIENCE)
        before = figure.locator("img").get_attribute("src")
        if train := figure.locator(".extras button", has_text="Train").all():
            train[0].click()
        else:
            figure.locator("[data-control]").first.press("End")
        expect(figure.locator("img")).not_to_have_attribute("src", before, timeout=2 * PATIENCE)
        assert figure.locator(".missing:not(.one)").count() == 0


@needs_pyodide
def test_all_controls_combine_and_links_with_several_settings_hold(visit):
    page = visit("02_heatmaps.html#HeatmapExplorer:d_model=4&base=9&position=7")
    figure = page.locator("#HeatmapExplorer")
    page.wait_for_function("document.querySelector('progress')?.value > 1e6")
    figure.get_by_text("Python draws this picture").wait_for(timeout=2 * PATIENCE)
    for name, value in {"d_model": "4", "base": "9", "position": "7"}.items():
        expect(figure.get_by_label(name)).to_have_attribute("aria-valuetext", value)
    figure.get_by_label("seq_len").press("ArrowRight")
    page.wait_for_url("**#HeatmapExplorer:*seq_len=*")
    assert "d_model=4" in page.url and "base=9" in page.url
    page.evaluate("location.hash = '#HeatmapExplorer:d_model=1e999'")
    page.get_by_text("The link: ").wait_for()


@needs_pyodide
def test_an_exercise_is_judged_remembered_and_counted(visit):
    exercise = ASKED["01"].exercises[0]
    page = visit("01_formula.html")
    cell = page.locator(".cell.code").filter(has=page.locator("textarea")).first
    cell.locator("textarea").fill(exercise.solution)
    cell.get_by_role("button", name="Run").click()
    cell.locator(".new").wait_for(timeout=2 * PATIENCE)
    assert exercise.right in " ".join(cell.locator(".new").inner_text().split())
    page.reload()
    page.get_by_text("You had this right before.").wait_for()
    assert cell.locator("textarea").input_value() == exercise.solution
    page.get_by_role("link", name="All lessons").click()
    page.get_by_text("1 exercise right").wait_for()
