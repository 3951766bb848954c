"""The page to send in Firefox and in WebKit; tests/test_page.py is for Chromium."""

import time

import numpy as np
import pytest

import posenc_helpers as pe
from tools import page


@pytest.fixture(scope="module")
def engine(driver, tmp_path_factory):
    """A function that opens the page with an address in it, and returns the browser."""
    file = tmp_path_factory.mktemp("page") / "page.html"
    file.write_text(page.page(), encoding="utf-8")

    def opened(address=""):
        driver.get("about:blank")
        driver.get(file.as_uri() + address)
        return driver

    return opened


def value(browser, expression):
    """Return the value of an expression of the page's own script."""
    return browser.execute_script("return window.eval(arguments[0])", expression)


def tracks(browser):
    return browser.find_elements("css selector", "input[type=range]")


def test_it_turns_and_stops_at_the_first_touch(engine, until):
    browser = engine()
    until(lambda: value(browser, "state.position") > 0.1)
    tracks(browser)[0].send_keys("\ue014")  # the right arrow
    stopped = value(browser, "state.position")
    time.sleep(0.5)
    assert value(browser, "state.position") == stopped == round(stopped)


def test_each_control_moves_and_the_others_stay(engine, until):
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
