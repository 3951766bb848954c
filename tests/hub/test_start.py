"""What starts a hub checks and says before it does. Nothing here needs JupyterHub."""

import os
import socket
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import psutil
import pytest

from tests.hub.conftest import IS_ROOT

if sys.platform == "win32":
    pytest.skip("JupyterHub does not run there", allow_module_level=True)

from deploy.hub import settings, start, stop
from tests.hub.test_settings import GOOD, written


def loaded(data, **values):
    data.mkdir(exist_ok=True)
    return settings.load(written(data, **GOOD | values))


@pytest.fixture
def found(tmp_path):
    """Good settings, and the folder of the hub prepared."""
    good = loaded(tmp_path / "data", port=1)
    start.prepare(good)
    return good


@pytest.fixture
def taken():
    """A port on which a program listens already."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def test_what_is_the_hubs_alone_is_closed_to_others(found):
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in found.data.rglob("*")}
    assert modes == {
        "settings.ini": 0o600, "private": 0o700, "students": 0o711,
        "proxy_token": 0o600, "stop_token": 0o600,
    }  # fmt: skip


def test_tokens_are_made_once_and_differ(found):
    first = [start.token(found, name) for name in ("proxy_token", "stop_token")]
    start.prepare(found)
    assert first == [start.token(found, name) for name in ("proxy_token", "stop_token")]
    assert len(set(first)) == 2 and all(len(one) == 64 for one in first)


@pytest.mark.parametrize("which", ["port", "hub_port"])
def test_a_port_that_is_taken_is_named(tmp_path, taken, which, monkeypatch):
    port = taken if which == "port" else taken - 2
    found = loaded(tmp_path / "data", port=port)
    monkeypatch.setenv("POSENC_HUB_DATA", str(found.data))
    monkeypatch.setattr(start, "ENVIRONMENT", tmp_path)  # if it went on, it would find no program
    monkeypatch.setattr(start, "check_students_can_read", lambda *files: None)
    with pytest.raises(settings.Refused, match=str(taken)):
        start.main()


@pytest.fixture
def folder():
    """A folder that everybody can reach; pytest closes its own."""
    with tempfile.TemporaryDirectory() as name:
        os.chmod(name, 0o755)
        yield Path(name)


def test_programs_that_students_could_not_open_are_refused_and_so_are_links_to_them(folder):
    program, link = folder / "closed" / "env" / "python", folder / "python"
    program.parent.mkdir(parents=True)
    program.touch()
    link.symlink_to(program)
    start.check_students_can_read(folder)  # everybody can open it
    program.parents[1].chmod(0o700)
    for one in (program, link):
        with pytest.raises(settings.Refused) as refused:
            start.check_students_can_read(one)
        line = str(refused.value)
        assert f"open {folder / 'closed'}, and {one} is below" in line
        assert "/opt" in line and "\n" not in line


def test_the_teacher_is_told_what_is_not_protected(tmp_path):
    alone = start.welcome(loaded(tmp_path / "a"))
    assert "http://127.0.0.1:8000" in alone and "plain text" not in alone
    assert ("All servers run as one user" in alone) is not IS_ROOT
    open_to_all = start.welcome(loaded(tmp_path / "b", address="0.0.0.0"))
    assert "plain text" in open_to_all and socket.gethostname() in open_to_all
    secure = loaded(tmp_path / "c", address="0.0.0.0", certificate="cert.pem", key="key.pem")
    assert "plain text" not in start.welcome(secure) and "https://" in start.welcome(secure)


def test_stopping_a_hub_that_does_not_run_says_so(found):
    with pytest.raises(settings.Refused, match="does not answer"):
        stop.stop_hub(found)


OWN = pytest.param(str(os.getpid()), id="this program")


@pytest.mark.parametrize("content", ["", "not a number", "999999999", OWN])
def test_ending_the_proxy_ends_no_other_program(found, content):
    (found.private / "proxy.pid").write_text(content)
    stop.stop_proxy(found)
    assert not (found.private / "proxy.pid").exists()


PROXY = "{}; import time; print('runs', flush=True); time.sleep(60)"
HUB = """
import subprocess, sys, time
proxy = subprocess.Popen([sys.executable, "-c", sys.argv[1], "configurable-http-proxy"])
print(proxy.pid, flush=True)
time.sleep(60)
"""


DEAF = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN)"


@pytest.mark.parametrize("first", ["pass", DEAF], ids=["listens", "is deaf"])
def test_a_proxy_is_ended_while_its_hub_is_busy(found, monkeypatch, first):
    """A busy hub does not ask what has become of the proxy that it has started."""
    monkeypatch.setattr(stop, "PATIENCE_SECONDS", 0.2)
    command = [sys.executable, "-c", HUB, PROXY.format(first)]
    hub = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        (pid,) = {hub.stdout.readline(), hub.stdout.readline()} - {"runs\n"}
        (found.private / "proxy.pid").write_text(pid)
        stop.stop_proxy(found)
        assert psutil.Process(int(pid)).status() == psutil.STATUS_ZOMBIE
        assert hub.poll() is None
    finally:
        hub.kill()
        hub.communicate()
