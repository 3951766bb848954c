"""What the package does differently where Python runs in a web page."""

import subprocess
import sys

PROGRAM = """
import logging, sys
sys.platform = {platform!r}
sys.modules["matplotlib"] = None  # whoever imports it stops here
try:
    import posenc_helpers
except ImportError as stopped:
    print(stopped.name, logging.getLogger("matplotlib.font_manager").level == logging.ERROR)
"""


def test_the_search_for_fonts_is_not_reported_in_a_web_page_alone():
    for platform in ("emscripten", sys.platform):
        program = [sys.executable, "-c", PROGRAM.format(platform=platform)]
        stopped, quiet = subprocess.check_output(program, text=True).split()
        assert stopped.startswith("matplotlib")  # which is not yet imported: in time
        assert quiet == str(platform == "emscripten")
