"""All browser tests of one worker share a JupyterLab and a browser."""

import pytest

from tests.conftest import need_browser
from tests.lessons.cells import NOTEBOOKS
from tools.browser.lab import lab


@pytest.fixture(scope="package")
def jupyterlab():
    """Start JupyterLab on a copy of all notebooks, and a browser.

    Closed when the last test of this folder is done: until then Playwright's event loop runs in
    this thread, and no other can.
    """
    need_browser()
    with lab(NOTEBOOKS) as running:
        yield running


@pytest.fixture(scope="package")
def window(jupyterlab):
    """Open one window of JupyterLab for many notebooks."""
    with jupyterlab.window() as page:
        yield page


def resize(page, width, height):
    """Resize a window and wait a few frames until JupyterLab fits."""
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function(f"innerWidth === {width} && innerHeight === {height}")
    page.evaluate(
        "async () => { for (let k = 0; k < 10; k++) await new Promise(requestAnimationFrame); }"
    )


# Texts with less contrast than 4.5 to 1 (WCAG 2, level AA).
PALE_TEXTS = """areas => {
    const numbers = colour => colour.match(/[\\d.]+/g).map(Number);
    const linear = value => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    const luminance = colour => [0.2126, 0.7152, 0.0722]
        .reduce((sum, weight, at) => sum + weight * linear(numbers(colour)[at] / 255), 0);
    const ground = part => {
        for (; part; part = part.parentElement) {
            const colour = getComputedStyle(part).backgroundColor;
            if (numbers(colour)[3] !== 0) return colour;
        }
        return 'rgb(255, 255, 255)';
    };
    const contrast = part => {
        const pair = [luminance(getComputedStyle(part).color), luminance(ground(part))];
        return (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
    };
    return areas.flatMap(area => [...area.querySelectorAll('*')])
        .filter(part => part.offsetParent && [...part.childNodes].some(
            child => child.nodeType === Node.TEXT_NODE && child.textContent.trim()))
        .map(part => [part.textContent.trim(), contrast(part)])
        .filter(([text, ratio]) => ratio < 4.5)
        .map(([text, ratio]) => text + ': ' + ratio.toFixed(1) + ' to 1');
}"""


def pale_texts(notebook):
    """Return the texts in outputs that are hard to read; axe skips most of JupyterLab."""
    return notebook.root.locator(".jp-OutputArea-output").evaluate_all(PALE_TEXTS)
