import logging
import sys

if sys.platform == "emscripten":
    # A web page forgets its files when it is closed, so Matplotlib looks for fonts at each start.
    # Set before any module here imports Matplotlib, this keeps it from saying so on stderr.
    logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)
