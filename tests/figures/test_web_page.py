"""What the package does differently where Python runs in a web page."""

import subprocess
import sys

PROGRAM = """
import sys
{before}
import posenc_helpers.figures
import logging
print(logging.getLogger("matplotlib.font_manager").level == logging.ERROR)
print("matplotlib" in sys.modules)
"""


def lines(before=""):
    program = PROGRAM.format(before=before)
    return subprocess.check_output([sys.executable, "-c", program], text=True).split()


def test_the_search_for_fonts_is_not_reported_in_a_web_page():
    assert lines("sys.platform = 'emscripten'") == ["True", "False"]  # in time: not yet imported


def test_elsewhere_matplotlib_reports_as_always():
    assert lines() == ["False", "False"]
