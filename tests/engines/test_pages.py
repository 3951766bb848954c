"""Pages, slides and the site in Firefox and in WebKit; Chromium has tests of each of its own."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_site import PYODIDE
from tools import export
from tools.browser.site import served

ROOT = Path(__file__).parents[2]
LESSONS = [ROOT / "notebooks" / f"{name}.ipynb" for name in ("00_start_here", "04_clocks")]
RIGHT, NEXT = "\ue014", "\ue00f"  # the arrow, and Page Down
UNCOVER = "document.querySelectorAll('.cover button').forEach(one => one.click())"
SETTINGS = '{"pyodide": "../nowhere/", "packages": []}'


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Two lessons as pages and slides, and as on a site whose Python is missing."""
    place = tmp_path_factory.mktemp("pages")
    for form in ("html", "slides"):
        paths = [*map(str, LESSONS), "--to", str(place / form), "--stops", "3"]
        assert export.main([form, *paths]) == 0
    for path in LESSONS:
        export.export(path, "html", place / "site", (), 2, "../python/python.js")
    (place / "python").mkdir()
    for path in (export.TEMPLATES / "python").iterdir():
        text = path.read_text("utf-8").replace("{{ settings }}", SETTINGS)
        (place / "python" / path.name).write_text(text, "utf-8")
    return place


def find(driver, selector):
    return driver.find_elements("css selector", selector)


def text(driver, selector):
    return driver.execute_script(
        "return document.querySelector(arguments[0]).textContent", selector
    )


def run(driver, expression):
    """Return the value of an expression of the page's own script."""
    return driver.execute_script("return window.eval(arguments[0])", expression)


def source(driver):
    return find(driver, ".live img")[0].get_attribute("src")


@pytest.mark.parametrize("path", LESSONS, ids=[path.stem for path in LESSONS])
def test_every_slider_of_a_page_moves_its_picture_and_a_link_leads_to_it(
    driver, folder, until, path
):
    driver.get((folder / "html" / f"{path.stem}.html").as_uri())
    driver.execute_script(UNCOVER)
    figure = find(driver, ".live")[0]
    for slider in figure.find_elements("css selector", "input[type=range]"):
        before = slider.get_attribute("aria-valuetext")
        key = RIGHT if slider.get_property("value") != slider.get_attribute("max") else "\ue012"
        slider.send_keys(key)
        until(lambda before=before, one=slider: one.get_attribute("aria-valuetext") != before)
    until(lambda: "=" in driver.current_url)
    shown, address = source(driver), driver.current_url
    driver.get("about:blank")
    driver.get(address)
    until(lambda: source(driver) == shown)


def test_a_prediction_unfolds_one_reply_and_opens_its_picture(driver, folder, until):
    driver.get((folder / "html" / "04_clocks.html").as_uri())
    assert not find(driver, ".live img")[0].is_displayed()
    find(driver, "[data-predict=last_hand] summary")[1].click()
    until(lambda: find(driver, ".live img")[0].is_displayed())


def test_slides_turn_fit_and_move(driver, folder, until):
    driver.get((folder / "slides" / "04_clocks.html").as_uri())
    count = len(find(driver, ".slide"))
    for number in range(1, count + 1):
        until(lambda number=number: text(driver, "#place") == f"Slide {number} of {count}")
        assert run(driver, "slides[now].scrollHeight <= slides[now].clientHeight + 1"), number
        run(driver, "slides[now].focus()")
        driver.switch_to.active_element.send_keys(NEXT)
    run(driver, "show(slides.findIndex(one => one.querySelector('.live')))")
    driver.execute_script(UNCOVER)
    before = source(driver)
    find(driver, ".live input[type=range]")[0].send_keys(RIGHT)
    until(lambda: source(driver) != before)


def test_where_python_cannot_be_fetched_the_frames_go_on(driver, folder, until):
    with served(folder) as address:
        driver.get(f"{address}site/04_clocks.html")
        driver.execute_script(UNCOVER)
        before = source(driver)
        find(driver, ".live input[type=range]")[0].send_keys(RIGHT)
        until(lambda: "could not be loaded" in text(driver, ".live .one"))
        until(lambda: source(driver) != before)


@pytest.mark.skipif(not PYODIDE, reason="POSENC_PYODIDE names no folder with Pyodide")
def test_python_draws_and_judges_in_a_page_of_the_site(driver, tmp_path_factory, until):
    place = tmp_path_factory.mktemp("site") / "site"
    command = [
        sys.executable,
        "-m",
        "tools.site",
        "--to",
        place,
        "--pyodide",
        PYODIDE,
        "--stops",
        "2",
    ]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    with served(place) as address:
        driver.get(f"{address}04_clocks.html")
        driver.execute_script(UNCOVER)
        sliders = find(driver, ".live")[0].find_elements("css selector", "input[type=range]")
        for slider in sliders[:2]:
            slider.send_keys(RIGHT)
        until(lambda: source(driver).startswith("blob:"), 180)
        cell = driver.execute_script(
            "return [...document.querySelectorAll('.cell')].find("
            "one => one.querySelector('textarea')?.value.includes('check.smallest_width'))"
        )
        field = cell.find_element("css selector", "textarea")
        field.clear()
        field.send_keys("answer = 64\ncheck.smallest_width(answer)")
        cell.find_element("css selector", ".run button").click()
        until(lambda: cell.find_elements("css selector", ".new"), 180)
        assert cell.find_element("css selector", ".new").text
