"""What is different where Python itself runs in a web page, as on the site of the course.

There are no threads there, and the package needs none: its locks are held by one thread. Files are
forgotten when the page is closed, so Matplotlib looks for its fonts at each start.
"""

import logging
import sys


def in_web_page() -> bool:
    """Return whether this Python runs in a web page (Pyodide)."""
    return sys.platform == "emscripten"


def hush_search_for_fonts():
    """In a web page, keep Matplotlib from reporting on stderr that it looks for fonts."""
    if in_web_page():
        logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)
