"""The web site of the course, served on loopback and opened in a real browser."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from tools.browser.lab import browser
from tools.browser.notebook import Notebook

START_SECONDS = 240  # Python has to be loaded first
WINDOW = {"width": 1400, "height": 1000}


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and says nothing about it."""

    def log_message(self, *_):
        pass


@contextmanager
def served(folder: Path):
    """Serve a folder on loopback; give the address of its root."""

    def handler(*arguments):
        return Quiet(*arguments, directory=str(folder))

    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


class Site:
    """A served site and a browser. `refused` keeps the outside addresses that were asked for."""

    def __init__(self, address: str, running):
        self.address = address
        self.refused: list[str] = []
        self._browser = running

    def _note(self, request):
        if request.url.startswith("http") and not request.url.startswith(self.address):
            self.refused.append(request.url)

    @contextmanager
    def window(self, path: str = "", **settings):
        """Open a page of the site in a window of its own, with nothing kept from before.

        Whatever lies outside the site is refused: this browser finds no other host. (To abort
        requests one by one would keep the worker in which Python runs from starting, and so would
        a service worker under Playwright, which the lessons do not need.)
        """
        context = self._browser.new_context(
            **{"viewport": WINDOW, "service_workers": "block"} | settings
        )
        context.on("request", self._note)
        page = context.new_page()
        page.set_default_timeout(30_000)
        try:
            page.goto(self.address + path)
            yield page
        finally:
            context.close()

    @contextmanager
    def lesson(self, name: str):
        """Open a lesson in JupyterLab, in a window of its own."""
        with self.window(f"lab/index.html?path={name}") as page:
            page.wait_for_function("window.jupyterapp", polling=100)
            page.evaluate("window.jupyterapp.restored.then(() => null)")
            yield Notebook(page, name, START_SECONDS)


@contextmanager
def site(folder: Path):
    """Serve a built site and start a browser; end both afterwards."""
    with served(folder) as address, browser() as running:
        yield Site(address, running)
