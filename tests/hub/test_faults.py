"""What goes wrong in a class, and what is left of the work: `make test-hub`."""

import os
import shutil
import signal
import subprocess
import threading
import time

import psutil
import pytest
import requests

from tests.hub.conftest import HUB_RUNS, IS_ROOT
from tools.hub.running import words
from tools.hub.student import Student

pytestmark = pytest.mark.skipif(not HUB_RUNS, reason="make test-hub runs it")

LESSON = "notebooks/02_heatmaps.ipynb"
MY_WORDS = "what I found out"
DROPPED_SECONDS = 10


def write_and_save(student, words=MY_WORDS):
    """Change the first cell of the lesson and save it."""
    lesson = student.ask("GET", f"api/contents/{LESSON}")
    lesson["content"]["cells"][0]["source"] = words
    student.save(lesson)


def saved_words(student):
    return student.ask("GET", f"api/contents/{LESSON}")["content"]["cells"][0]["source"]


def assert_runs(notebook):
    """The lesson runs whole, and its slider moves its picture."""
    notebook.errors.clear()
    notebook.run_all()
    assert notebook.errors == []
    explorer = notebook.explorer("base")
    assert_moves(notebook, explorer)


def assert_moves(notebook, explorer):
    assert all(notebook.move(explorer, at, patience=20).seconds for at in range(20, 25))


@pytest.fixture
def lesson(student):
    """A student in the middle of the lesson, whose words are saved."""
    one = student("anna")
    write_and_save(one)
    notebook = one.open(LESSON)
    assert_runs(notebook)
    yield notebook
    notebook.close()


class Hand(threading.Thread):
    """Moves the slider of a notebook until it is told to stop; keeps the steps."""

    def __init__(self, notebook):
        super().__init__(daemon=True)
        self.notebook, self.steps = notebook, []
        self.explorer = notebook.explorer("base")
        self.lifted = threading.Event()

    def run(self):
        while not self.lifted.is_set():
            at = 20 + len(self.steps) % 30
            self.steps.append(self.notebook.move(self.explorer, at, patience=15).seconds)
            time.sleep(0.1)

    def lift(self):
        self.lifted.set()
        self.join(60)

    def wait_for(self, more):
        """Wait until so many further steps have been made."""
        goal = len(self.steps) + more
        until = time.monotonic() + 60
        while len(self.steps) < goal:
            assert time.monotonic() < until, "the slider has stopped moving its picture"
            time.sleep(0.05)


@pytest.fixture
def hand(lesson):
    moving = Hand(lesson)
    moving.start()
    moving.wait_for(5)
    yield moving
    moving.lift()


# The kernel


def test_a_kernel_killed_while_a_slider_moves_starts_again_and_says_so(hub, lesson, hand):
    kernel = lesson.student.ask("GET", f"api/kernels/{lesson.kernel}")
    hand.lift()
    process = int(lesson.run("import os; print(os.getpid())"))
    moving = Hand(lesson)
    moving.start()
    moving.wait_for(3)
    os.kill(process, signal.SIGKILL)
    moving.wait_for(1)
    moving.lift()
    assert None in moving.steps[3:]  # that picture never came ...
    assert "restarting" in lesson.states  # ... and the page was told why
    assert saved_words(lesson.student) == MY_WORDS
    lesson.reconnect()
    assert_runs(lesson)
    assert lesson.student.ask("GET", f"api/kernels/{lesson.kernel}")["id"] == kernel["id"]


# The hub


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL], ids=["Ctrl-C", "killed"])
def test_students_work_on_while_the_hub_is_away_and_it_knows_them_afterwards(hub, hand, how):
    student = hand.notebook.student
    servers = {hub.server_of(one) for one in hub.processes()} - {None}
    hub.end(how)
    with pytest.raises(requests.RequestException):
        requests.get(f"http://127.0.0.1:{hub.port + 2}/hub/health", timeout=5)
    hand.wait_for(20)
    write_and_save(student, "saved while the hub was away")
    hub.start()
    hand.wait_for(5)
    hand.lift()
    assert None not in hand.steps
    assert saved_words(student) == "saved while the hub was away"
    assert all(psutil.pid_exists(one) for one in servers)
    assert len(cullers(hub)) == 1  # that of a killed hub is ended, too
    again = Student(hub, student.name)
    again.sign_in(class_password="")
    assert again.of_the_hub("GET", f"users/{student.name}").json()["server"]
    assert again.start_server().startswith(f"{hub.url}/user/{student.name}/")
    notebook = again.open(LESSON)
    assert_runs(notebook)
    notebook.close()


def cullers(hub):
    """Return the processes that end idle servers of a hub."""
    named = (one for one in psutil.process_iter() if "jupyterhub_idle_culler" in words(one))
    address = f"http://127.0.0.1:{hub.port + 2}/hub/api"
    return [one for one in named if one.environ()["JUPYTERHUB_API_URL"] == address]


# The network


def test_what_a_kernel_says_while_the_websocket_is_away_comes_afterwards(lesson):
    slider = lesson.explorer("base")
    request = lesson.send_step(slider, 33)
    lesson.close()
    time.sleep(DROPPED_SECONDS)
    lesson.reconnect()
    assert lesson.wait_for_step(slider, request, 33).seconds
    assert_moves(lesson, slider)
    assert saved_words(lesson.student) == MY_WORDS


def test_a_proxy_that_dies_takes_no_work_with_it(hub, lesson):
    hub.proxy().kill()
    with pytest.raises(requests.ConnectionError):
        for _ in range(50):
            lesson.student.ask("GET", "api/status")
            time.sleep(0.1)
    time.sleep(DROPPED_SECONDS)
    hub.end()
    hub.start()
    lesson.reconnect()
    slider = lesson.explorer("base")
    assert_moves(lesson, slider)
    assert saved_words(lesson.student) == MY_WORDS


# The disk


@pytest.fixture
def small_disk(hub, student):
    """Return a student whose notebooks lie on a disk with little room."""
    if not IS_ROOT or not shutil.which("mount"):
        pytest.skip("only root can mount a small disk")
    one = student("dora")
    one.stop_server()
    home = hub.data / "students" / one.name
    folder = home / "notebooks"
    shutil.rmtree(folder)
    folder.mkdir()
    user, group = home.stat().st_uid, home.stat().st_gid
    options = f"size=12m,uid={user},gid={group},mode=700"
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder], capture_output=True, text=True
    )
    if mounted.returncode:
        pytest.skip(f"no small disk here: {mounted.stderr.strip()}")
    one.start_server()
    yield one, folder
    one.stop_server()
    unmount(folder)


def unmount(folder):
    """Take the disk away; kernels of a server that has ended may hold it a moment longer."""
    until = time.monotonic() + 20
    while subprocess.run(["umount", folder], capture_output=True).returncode:
        assert time.monotonic() < until
        time.sleep(0.2)


def fill(folder):
    """Write until the disk is full; return the file that fills it."""
    filling = folder / "filling"
    with filling.open("wb", buffering=0) as file, pytest.raises(OSError, match="No space"):
        while True:
            file.write(b"0" * 2**16)
    return filling


def test_a_full_disk_loses_nothing_saved_and_says_what_is_wrong(small_disk):
    student, folder = small_disk
    write_and_save(student)
    notebook = student.open(LESSON)
    assert_runs(notebook)
    filling = fill(folder)
    with pytest.raises(requests.HTTPError) as refused:
        write_and_save(student, "too late" * 50_000)
    assert refused.value.response.status_code >= 500
    assert "No space left" in refused.value.response.text
    assert saved_words(student) == MY_WORDS
    slider = notebook.explorer("base")
    assert all(
        notebook.move(slider, at).seconds for at in range(20, 25)
    )  # the kernel needs no disk
    filling.unlink()
    write_and_save(student, "in time")
    notebook.restart()
    assert_runs(notebook)
    assert saved_words(student) == "in time"


def test_a_server_starts_with_a_full_disk_and_the_lessons_are_still_there(small_disk):
    student, folder = small_disk
    write_and_save(student)
    student.stop_server()
    folder.joinpath("00_start_here.ipynb").unlink()
    filling = fill(folder)
    student.start_server()
    assert saved_words(student) == MY_WORDS
    student.stop_server()
    filling.unlink()
    student.start_server()
    assert folder.joinpath("00_start_here.ipynb").exists()
