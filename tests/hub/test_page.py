"""What a student sees in a real browser: the form, lesson 00, and a kernel that dies."""

import os
import re
import secrets
import signal

import psutil
import pytest

from tests.hub.conftest import HUB_RUNS
from tools.browser.lab import HOW_TO_INSTALL, browser, chromium

pytestmark = [
    pytest.mark.skipif(not HUB_RUNS, reason="make test-hub runs it"),
    pytest.mark.skipif(not chromium(), reason=HOW_TO_INSTALL),
]
NAME, PASSWORD = f"zoe-{secrets.token_hex(3)}", "my own password"
SECONDS = 120


@pytest.fixture(scope="module")
def page(hub):
    """A page in which somebody has signed in, for the first time, and lesson 00 is open."""
    with browser() as running:
        context = running.new_context(viewport={"width": 1400, "height": 1000})
        page = context.new_page()
        page.set_default_timeout(1000 * SECONDS)
        page.goto(hub.url)
        sign_in(page, "a wrong one")
        page.get_by_text("the class password is needed").wait_for()
        sign_in(page, hub.class_password)
        page.wait_for_url(f"**/user/{NAME}/lab/tree/notebooks/00_start_here.ipynb")
        yield page
        context.close()


def sign_in(page, class_password):
    page.get_by_label("Name").fill(NAME)
    page.get_by_label("Your own password").fill(PASSWORD)
    page.get_by_label("Class password").fill(class_password)
    page.get_by_role("button", name="Sign in").click()


def choose(page, command):
    """Choose a command of the menu Run."""
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name=command).click()


def kernels(hub):
    found = [one for one in hub.processes() if "ipykernel_launcher" in " ".join(one.cmdline())]
    return [psutil.Process(one.pid) for one in found]


def picture(page):
    return page.locator("img.widget-image").first


def assert_moves(page):
    """A key on the first slider changes the picture."""
    before = picture(page).get_attribute("src")
    page.locator(".noUi-handle").first.press("ArrowRight")
    wait_for_another_picture(page, before)


def wait_for_another_picture(page, before):
    page.wait_for_function(
        "before => ![undefined, before].includes(document.querySelector('img.widget-image')?.src)",
        arg=before,
    )


def test_lesson_00_opens_runs_and_moves(page):
    page.get_by_text("Python 3 (ipykernel) | Idle").wait_for()
    choose(page, re.compile("^Run All Cells"))
    picture(page).wait_for()
    assert_moves(page)


def test_a_page_says_that_its_kernel_died_and_runs_again(hub, page):
    (kernel,) = kernels(hub)
    os.kill(kernel.pid, signal.SIGKILL)
    page.get_by_text("appears to have died. It will restart automatically").wait_for()
    page.get_by_role("button", name="Ok", exact=False).last.click()
    page.get_by_text("The kernel that drew this is gone").first.wait_for()
    before = picture(page).get_attribute("src")
    choose(page, re.compile("^Restart Kernel and Run All Cells"))
    page.get_by_role("button", name="Confirm Kernel Restart").click()
    wait_for_another_picture(page, before)
    assert_moves(page)
