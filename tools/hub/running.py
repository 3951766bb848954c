"""A hub of its own on loopback, as `make hub` starts it, for tests and measurements."""

from __future__ import annotations

import os
import secrets
import signal
import socket
import subprocess
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import psutil

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 240


def python() -> Path | None:
    """Return the Python of the hub's environment, if `make hub` has installed one."""
    named = os.environ.get("POSENC_HUB_PYTHON") or ROOT / ".venv-hub" / "bin" / "python"
    return Path(named) if Path(named).exists() else None


class Hub:
    """A hub whose data lie in `data`."""

    def __init__(self, data: Path, **settings):
        self.data = data
        self.port = free_ports(3)
        self.class_password = secrets.token_urlsafe(16)
        self.teacher_password = secrets.token_urlsafe(16)
        self.log = data / "hub.log"
        data.mkdir(parents=True, exist_ok=True)
        settings |= {name: getattr(self, name) for name in ("port", *PASSWORDS)}
        lines = [f"{name} = {value}" for name, value in settings.items()]
        data.joinpath("settings.ini").write_text("\n".join(["[hub]", *lines]))
        self.process = None

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def start(self):
        """Start the hub, and the proxy if none runs; return when it answers."""
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                self._command("start"), cwd=ROOT, env=self._environment(), stdout=log, stderr=log
            )
        self._wait_until_up()

    def end(self, how=signal.SIGINT):
        """End the hub as Ctrl-C does; servers and proxy go on."""
        self.process.send_signal(how)
        self.process.wait(30)

    def end_all(self):
        """End servers, hub and proxy, as `make hub-stop` does."""
        subprocess.run(self._command("stop"), cwd=ROOT, env=self._environment(), check=True)
        self.process.wait(120)

    def read(self, name):
        """Return the text of a file in the hub's private folder."""
        return self.data.joinpath("private", name).read_text()

    def proxy(self):
        """Return the process of the proxy."""
        return psutil.Process(int(self.read("proxy.pid")))

    def processes(self):
        """Return the processes of hub, proxy, culler, servers and kernels."""
        parents = [psutil.Process(self.process.pid), self.proxy()]
        return parents + [child for one in parents for child in one.children(recursive=True)]

    def server_of(self, process):
        """Return the id of the student's server that a process is or belongs to, or None."""
        line = [process, *process.parents()]
        return next((one.pid for one in line if "deploy/hub/student.py" in words(one)), None)

    def _command(self, part):
        return [str(python()), "-m", f"deploy.hub.{part}"]

    def _environment(self):
        return {**os.environ, "POSENC_HUB_DATA": str(self.data), "PYTHONPATH": str(ROOT)}

    def _wait_until_up(self):
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until and self.process.poll() is None:
            try:
                return urllib.request.urlopen(f"{self.url}/hub/health", timeout=5).close()
            except OSError:
                time.sleep(0.2)
        self.process.kill()
        self.proxy().kill()
        raise RuntimeError(f"the hub did not start:\n{self.log.read_text()[-3000:]}")


def words(process) -> str:
    """Return how a process was started."""
    try:
        return " ".join(process.cmdline())
    except psutil.Error:
        return ""


def forget_users(hub: Hub):
    """Remove the system users that a hub, started as root, has made for its students."""
    for home in hub.data.joinpath("students").iterdir() if os.geteuid() == 0 else ():
        subprocess.run(["userdel", f"posenc-{home.name}"], capture_output=True)


PASSWORDS = ("class_password", "teacher_password")


@contextmanager
def hub(data: Path, **settings):
    """Run a hub over a data folder; end it, its servers and its proxy afterwards."""
    with started(Hub(data, **settings)) as running:
        yield running


@contextmanager
def started(running: Hub):
    """Start a hub; end it, its servers and its proxy afterwards."""
    running.start()
    try:
        yield running
    finally:
        if running.process.poll() is not None:
            running.start()
        running.end_all()


def free_ports(count: int) -> int:
    """Return the first of `count` ports in a row that nobody listens on."""
    while True:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            first = probe.getsockname()[1]
        if first + count < 2**16 and all(map(is_free, range(first, first + count))):
            return first


def is_free(port) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0
