"""Run real JupyterLab on loopback and drive it in a real browser."""

import json
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_notebook

from tools.browser.notebook import Notebook
from tools.notebooks import NOTEBOOK_METADATA

HOW_TO_INSTALL = "no Chromium found; install it, on Debian: apt-get install chromium"
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHROMIUM_FLAGS = [
    "--no-sandbox", "--headless=new", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]  # fmt: skip
SETTINGS = {
    "apputils-extension/notification": {"doNotDisturbMode": True},
    "docmanager-extension/plugin": {"autosave": False},
}
# Up to version 4.4, JupyterLab removes cells that are out of sight from the page, unless told
# otherwise. But the tests need the same elements to stay.
TRACKER = {"notebook-extension/tracker": {"windowingMode": "none"}}
FOLDERS = (
    "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "JUPYTERLAB_SETTINGS_DIR",
    "JUPYTERLAB_WORKSPACES_DIR", "IPYTHONDIR",
)  # fmt: skip
MOST_SECONDS = 120  # of any wait, enough for a slow and busy machine
CONFIG = Path(__file__).parents[1] / "jupyter/config.py"


def chromium() -> str | None:
    """Return the path of an installed Chromium or Chrome, or None."""
    named = os.environ.get("POSENC_CHROMIUM")
    found = (shutil.which(name) for name in ([named] if named else CHROMIUM_NAMES))
    return next((path for path in found if path), None)


class Server:
    """JupyterLab over a folder, with settings of its own.

    `stop` ends it and its kernels.
    """

    def __init__(self, root: Path, home: Path):
        self.root = root
        self.token = secrets.token_hex(16)
        self._home = home
        major, minor = map(int, version("jupyterlab").split(".")[:2])
        older = TRACKER if (major, minor) < (4, 5) else {}
        for plugin, settings in {**SETTINGS, **older}.items():
            self.set(plugin, **settings)
        self._log = (home / "server.log").open("w")
        environment = {**os.environ, **{name: str(home / name) for name in FOLDERS}}
        self._process = subprocess.Popen(
            self._command(), env=environment, stdout=self._log, stderr=self._log
        )
        self._wait_until_up()

    def address(self, path: str = "lab") -> str:
        """Return the URL of `path` on this server, with its token."""
        return f"http://127.0.0.1:{self.port}/{path}?token={self.token}"

    def ask(self, path: str):
        """Return the server's answer to a GET request of its REST interface."""
        with urllib.request.urlopen(self.address(path), timeout=MOST_SECONDS) as answer:
            return json.load(answer)

    def set(self, plugin: str, **settings):
        """Change settings of a plugin of JupyterLab, for windows that are opened from now on."""
        folder = self._home / "JUPYTERLAB_SETTINGS_DIR" / "@jupyterlab"
        path = folder / f"{plugin}.jupyterlab-settings"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(settings))

    def stop(self):
        """End the server, which ends its kernels."""
        self._process.terminate()
        try:
            self._process.wait(MOST_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._log.close()

    def _command(self):
        command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--expose-app-in-browser"]
        return [
            *command,
            f"--config={CONFIG}",  # as `make lab` does
            "--ip=127.0.0.1",
            f"--IdentityProvider.token={self.token}",
            f"--ServerApp.root_dir={self.root}",
            "--LabApp.extension_manager=readonly",
        ]

    def _wait_until_up(self):
        until = time.monotonic() + MOST_SECONDS
        while time.monotonic() < until:
            if self._process.poll() is not None:
                break
            try:  # the server notes which free port it has taken
                (note,) = (self._home / "JUPYTER_RUNTIME_DIR").glob("jpserver-*.json")
                self.port = json.loads(note.read_text())["port"]
                return self.ask("api/status")
            except (OSError, ValueError):
                time.sleep(0.1)
        log = Path(self._log.name).read_text()
        self.stop()
        raise RuntimeError(f"JupyterLab did not start:\n{log}")


class Lab:
    """A server over a copy of a folder, and a browser that opens its notebooks."""

    def __init__(self, server: Server, browser):
        self.server = server
        self._browser = browser

    def add(self, name: str, *cells: str):
        """Write a notebook of code `cells` into the served folder and return its name."""
        notebook = new_notebook(cells=[*map(new_code_cell, cells)], metadata=NOTEBOOK_METADATA)
        nbformat.write(notebook, self.server.root / name)
        return name

    @contextmanager
    def open(self, name: str):
        """Open a notebook in a window of its own. Close it and end its kernels afterwards."""
        with self.window() as page, self.open_in(page, name) as notebook:
            yield notebook

    @contextmanager
    def window(self, path: str = "lab", width=1400, height=1000):
        """Open JupyterLab in a window of its own. Close it and end all kernels afterwards."""
        context = self._browser.new_context(viewport={"width": width, "height": height})
        page = context.new_page()
        page.set_default_timeout(1000 * MOST_SECONDS)
        try:
            page.goto(self.server.address(path) + "&reset")
            page.wait_for_function("window.jupyterapp", polling=100)
            page.evaluate("window.jupyterapp.restored.then(() => null)")
            yield page
        finally:
            context.close()
            self.end_kernels()

    @contextmanager
    def open_in(self, page, name: str):
        """Open a notebook in an open window. Close it and end its kernel afterwards."""
        notebook = Notebook(page, name)
        try:
            yield notebook
        finally:
            notebook.close()
            self.end_kernels(name)

    def end_kernels(self, name: str | None = None):
        """Shut down the kernel of a notebook, or every kernel of the server."""
        for session in self.server.ask("api/sessions"):
            if name in (None, session["path"]):
                url = self.server.address(f"api/sessions/{session['id']}")
                request = urllib.request.Request(url, method="DELETE")
                urllib.request.urlopen(request, timeout=MOST_SECONDS)


@contextmanager
def browser():
    """Start a browser and close it afterwards. No other event loop may run in this thread."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(
            executable_path=chromium(),
            args=CHROMIUM_FLAGS,
            ignore_default_args=["--headless"],
            timeout=1000 * MOST_SECONDS,
        )
        yield running
        running.close()


@contextmanager
def lab(notebooks: Path | None = None):
    """Start a server over a copy of the folder `notebooks` and a browser. End both afterwards."""
    with tempfile.TemporaryDirectory(prefix="posenc-lab-") as folder:
        root, home = Path(folder, "root"), Path(folder, "home")
        root.mkdir()
        home.mkdir()
        if notebooks:
            shutil.copytree(notebooks, root, dirs_exist_ok=True)
        server = Server(root, home)
        try:
            with browser() as running:
                yield Lab(server, running)
        finally:
            server.stop()
