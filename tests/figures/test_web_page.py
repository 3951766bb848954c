"""What the package does differently where Python runs in a web page."""

import logging
import subprocess
import sys

import pytest

PROGRAM = """
import ipywidgets, logging, sys  # before the platform changes: an old one asks for its settings
sys.platform = "{}"
sys.modules["matplotlib"] = None  # its import fails
try:
    import posenc_helpers
except ImportError:
    print(logging.getLogger("matplotlib.font_manager").level)
"""


@pytest.mark.parametrize(("platform", "level"), [("emscripten", logging.ERROR), ("linux", 0)])
def test_the_search_for_fonts_is_silenced_in_a_web_page_alone_and_before_it(platform, level):
    """Matplotlib searches when it is first imported: what comes later is too late."""
    command = [sys.executable, "-c", PROGRAM.format(platform)]
    assert subprocess.check_output(command, text=True) == f"{level}\n"
