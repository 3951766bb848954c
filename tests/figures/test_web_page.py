"""What the package does differently where Python runs in a web page."""

import logging
import runpy
import subprocess
import sys

import pytest

from posenc_helpers import figures

FONTS = logging.getLogger("matplotlib.font_manager")


@pytest.mark.parametrize(("platform", "level"), [("emscripten", logging.ERROR), ("linux", 0)])
def test_the_search_for_fonts_is_not_reported_in_a_web_page_alone(monkeypatch, platform, level):
    monkeypatch.setattr(FONTS, "level", 0)
    monkeypatch.setattr(sys, "platform", platform)
    runpy.run_path(figures.__file__)
    assert FONTS.level == level


def test_it_is_settled_before_matplotlib_is_imported():
    program = """
import sys
sys.modules["matplotlib"] = None  # its import fails
try:
    import posenc_helpers
except ImportError:
    print("posenc_helpers.figures" in sys.modules)
"""
    assert subprocess.check_output([sys.executable, "-c", program], text=True) == "True\n"
