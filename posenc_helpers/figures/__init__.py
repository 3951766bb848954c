import logging
import sys

if sys.platform == "emscripten":
    # A web page forgets its files when it is closed, so Matplotlib looks for fonts at each start.
    # The level is set before any module here imports Matplotlib, so that it does not report this on
    # stderr.
    logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)
