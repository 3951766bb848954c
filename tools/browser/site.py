"""The web site of the course, served on loopback and opened in a real browser."""

from __future__ import annotations

import os
import threading
from contextlib import contextmanager, nullcontext
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from tools.browser.lab import browser
from tools.browser.notebook import Notebook

PATIENCE_SECONDS = 600  # Python has to be loaded first, and lesson 09 trains fifty heads
WINDOW = {"width": 1400, "height": 1000}


class Handler(SimpleHTTPRequestHandler):
    """Serves files, says nothing about it, and keeps how many bytes each had."""

    sent: list[int]

    def log_message(self, *_):
        pass

    def copyfile(self, source, outputfile):
        self.sent.append(os.fstat(source.fileno()).st_size)
        super().copyfile(source, outputfile)


@contextmanager
def served(folder: Path, sent: list[int] | None = None):
    """Serve a folder on loopback; give the address of its root. `sent` gets the sizes of files."""
    kind = type("Counting", (Handler,), {"sent": [] if sent is None else sent})
    handler = partial(kind, directory=str(folder))

    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


class Site:
    """A served site and a browser. `refused` keeps the outside addresses that were asked for."""

    def __init__(self, address: str, running, sent: list[int]):
        self.address = address
        self._sent = sent
        self.refused: list[str] = []
        self._browser = running

    def loaded(self) -> tuple[int, int]:
        """Return how many files the server has sent since this was last asked, and their bytes."""
        sizes, self._sent[:] = self._sent[:], []
        return len(sizes), sum(sizes)

    def wait_until_refused(self, page, seconds: int = 30):
        """Wait until something outside the site has been asked for."""
        for _ in range(10 * seconds):
            if self.refused:
                return
            page.wait_for_timeout(100)
        raise TimeoutError(f"nothing outside the site was asked for within {seconds} seconds")

    def _note(self, request):
        if request.url.startswith("http") and not request.url.startswith(self.address):
            self.refused.append(request.url)

    @contextmanager
    def profile(self, **settings):
        """Make a profile of the browser, with nothing kept from before.

        Whatever lies outside the site is refused: this browser finds no other host.
        """
        context = self._browser.new_context(**{"viewport": WINDOW} | settings)
        context.on("request", self._note)
        context.set_default_timeout(30_000)
        try:
            yield context
        finally:
            context.close()

    @contextmanager
    def window(self, path: str = "", **settings):
        """Open a page of the site in a window of its own, in a profile of its own."""
        with self.profile(**settings) as context:
            page = context.new_page()
            page.goto(self.address + path)
            yield page

    @contextmanager
    def lesson(self, name: str, context=None, app: str = "lab", **settings):
        """Open a lesson in JupyterLab, or another `app`, in a new profile or that of `context`."""
        with nullcontext(context) if context else self.profile(**settings) as profile:
            page = profile.new_page()
            page.goto(f"{self.address}{app}/index.html?path={name}")
            page.wait_for_function("window.jupyterapp", polling=100)
            page.evaluate("window.jupyterapp.restored.then(() => null)")
            yield Notebook(page, name, PATIENCE_SECONDS)
            page.close()


@contextmanager
def site(folder: Path, running=None):
    """Serve a built site to a browser, one that is running or a new one; end it all afterwards."""
    sent: list[int] = []
    with served(folder, sent) as address, nullcontext(running) if running else browser() as found:
        yield Site(address, found, sent)
