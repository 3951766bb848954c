"""The package stays silent about fonts where Python runs in a web page."""

import logging
import subprocess
import sys

import pytest

PROGRAM = """
import ipywidgets, logging, sys  # now, because an old version asks for the platform
sys.platform = "{}"
sys.modules["matplotlib"] = None  # its import fails
try:
    import posenc_helpers
except ImportError:
    print(logging.getLogger("matplotlib.font_manager").level)
"""


@pytest.mark.parametrize(("platform", "level"), [("emscripten", logging.ERROR), ("linux", 0)])
def test_the_search_for_fonts_is_silenced_in_a_web_page_alone_and_before_it(platform, level):
    """The search is silenced before the first import of Matplotlib, which starts it."""
    command = [sys.executable, "-c", PROGRAM.format(platform)]
    assert subprocess.check_output(command, text=True) == f"{level}\n"
