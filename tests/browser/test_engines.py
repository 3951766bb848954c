"""What is sent, in Firefox and WebKit: the page to send, a lesson's page and slides.

Chromium has tests of each of its own. CONTRIBUTING.md says what this needs. For WebKit on Debian it
is the package webkit2gtk-driver, and a display or xvfb-run.
"""

import os
import shutil
import time
from pathlib import Path

import numpy as np
import pytest

import posenc_helpers as pe
from tests.pages.conftest import UNCOVER
from tools import export, page

LESSON = Path(__file__).parents[2] / "notebooks" / "04_clocks.ipynb"
RIGHT, NEXT = "\ue014", "\ue00f"  # the arrow, and Page Down
SLIDER, PICTURE = ".live input[type=range]", "document.querySelector('.live img').src"

pytestmark = pytest.mark.full


def found(*names):
    """Return the path of the first of these programs, or skip."""
    path = next(filter(None, map(shutil.which, names)), None)
    return path or pytest.skip(f"no {names[0]} is installed")


def firefox(web):
    options = web.FirefoxOptions()
    options.binary_location = found("firefox-esr", "firefox")
    options.add_argument("-headless")
    return web.Firefox(options, web.FirefoxService(found("geckodriver")))


def webkit(web):
    driver = found("WebKitWebDriver")
    if not os.environ.get("DISPLAY"):
        pytest.skip("WebKit needs a display: xvfb-run")
    options = web.WebKitGTKOptions()
    options.binary_location = str(next(Path("/usr/lib").glob("*/webkit2gtk-*/MiniBrowser")))
    options.add_argument("--automation")
    return web.WebKitGTK(options, web.WebKitGTKService(driver))


@pytest.fixture(scope="module", params=[firefox, webkit], ids=["firefox", "webkit"])
def driver(request):
    reason = "Selenium is not installed: .venv/bin/python -m pip install selenium"
    browser = request.param(pytest.importorskip("selenium.webdriver", reason=reason))
    yield browser
    browser.quit()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The page to send, and one lesson as a page and as slides."""
    place = tmp_path_factory.mktemp("sent")
    (place / "page.html").write_text(page.page(), encoding="utf-8")
    for form in ("html", "slides"):
        arguments = [form, str(LESSON), "--to", str(place / form), "--stops", "3"]
        assert export.main(arguments) == 0
    return place


def value(driver, expression):
    """Return the value of an expression of the page's own script."""
    return driver.execute_script("return window.eval(arguments[0])", expression)


def press(driver, selector, key):
    driver.find_element("css selector", selector).send_keys(key)


def until(true, seconds=120):
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_the_page_to_send_turns_stops_and_computes_what_the_package_computes(driver, folder):
    driver.get((folder / "page.html").as_uri())
    until(lambda: value(driver, "state.position") > 0.1)
    press(driver, "input[type=range]", RIGHT)
    stopped = value(driver, "state.position")
    time.sleep(0.5)
    assert value(driver, "state.position") == stopped == round(stopped)
    drawn = value(driver, "frequencies(512, 1e4).map(w => hand(w * 999)).flat()")
    expected = pe.positional_encoding(1, 512, start=999)[0]
    assert np.abs(drawn - expected).max() < 1e-12


def test_a_slider_of_a_page_moves_its_picture_and_a_link_leads_to_it(driver, folder):
    driver.get((folder / "html" / f"{LESSON.stem}.html").as_uri())
    before = value(driver, PICTURE)
    driver.execute_script(UNCOVER)
    press(driver, SLIDER, RIGHT)
    until(lambda: value(driver, PICTURE) != before and "=" in driver.current_url)
    shown, address = value(driver, PICTURE), driver.current_url
    driver.get("about:blank")
    driver.get(address)
    until(lambda: value(driver, PICTURE) == shown)


def test_slides_turn_fit_and_move(driver, folder):
    driver.get((folder / "slides" / f"{LESSON.stem}.html").as_uri())
    count = value(driver, "slides.length")
    for number in range(1, count + 1):
        shown = f"Slide {number} of {count}"
        until(lambda s=shown: value(driver, "document.querySelector('#place').textContent") == s)
        assert value(driver, "slides[now].scrollHeight <= slides[now].clientHeight + 1"), number
        value(driver, "slides[now].focus()")
        driver.switch_to.active_element.send_keys(NEXT)
    value(driver, "show(slides.findIndex(one => one.querySelector('.live')))")
    driver.execute_script(UNCOVER)
    before = value(driver, PICTURE)
    press(driver, SLIDER, RIGHT)
    until(lambda: value(driver, PICTURE) != before)
