"""A hub as `make hub` starts it, with a teacher and three students in a browser."""

import os
import signal
import subprocess
import time
import urllib.request
from pathlib import Path

import pytest

from tools.browser.lab import free_port
from tools.browser.notebook import Notebook

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = os.environ.get("POSENC_HUB")  # the folder of the hub's programs; make test-hub names it
STUDENTS = ("ada", "ben", "cleo")
FIRST, LESSON = "notebooks/00_start_here.ipynb", "notebooks/01_formula.ipynb"
RIGHT = "[-0.5440, -0.8391, 0.0998, 0.9950]"
PATIENCE_SECONDS = 180

pytestmark = pytest.mark.skipif(not PROGRAMS, reason="make test-hub runs it")


class Hub:
    """A hub that keeps its data in a folder."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.url = f"http://127.0.0.1:{free_port()}"
        self.options = [
            f"--JupyterHub.hub_port={free_port()}",
            f"--ConfigurableHTTPProxy.api_url=http://127.0.0.1:{free_port()}",
            "--Spawner.args=--LabApp.expose_app_in_browser=True",
            *["--Spawner.args=--allow-root"] * (os.geteuid() == 0),
        ]

    def start(self, **settings):
        """Start the hub and return at once."""
        path = f"{PROGRAMS}{os.pathsep}{os.environ['PATH']}"
        command = ["jupyterhub", "--config", ROOT / "deploy" / "jupyterhub_config.py"]
        with (self.folder / "hub.log").open("a") as log:
            self.process = subprocess.Popen(
                [f"{PROGRAMS}/{command[0]}", *command[1:], *self.options],
                cwd=self.folder,
                env={**os.environ, "PATH": path, "HUB_URL": self.url, **settings},
                stdout=log,
                stderr=log,
            )

    def log(self):
        return (self.folder / "hub.log").read_text()

    def wait_until_up(self):
        until = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < until and self.process.poll() is None:
            try:
                return urllib.request.urlopen(f"{self.url}/hub/health", timeout=5).close()
            except OSError:
                time.sleep(0.2)
        raise RuntimeError(f"the hub did not start:\n{self.log()[-3000:]}")

    def stop(self):
        """End the hub as Ctrl-C does."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(PATIENCE_SECONDS)


@pytest.fixture(scope="module")
def hub(tmp_path_factory):
    running = Hub(tmp_path_factory.mktemp("hub"))
    running.start()
    running.wait_until_up()
    yield running
    running.stop()


class Person:
    """Somebody at a browser of their own."""

    def __init__(self, hub, browser, name):
        self.hub = hub
        self.name = name
        self.password = f"{name} knows why"
        self.page = browser.new_context(viewport={"width": 1400, "height": 1000}).new_page()
        self.page.set_default_timeout(120_000)

    def sign_in(self):
        """Sign in; the first time, this chooses the password."""
        self.page.goto(f"{self.hub.url}/hub/login")
        self.page.get_by_label("Username").fill(self.name)
        self.page.get_by_label("Password").fill(self.password)
        self.page.get_by_role("button", name="Sign in").click()

    def open(self, lesson):
        """Open a lesson; the hub starts the server if none runs."""
        self.page.goto(f"{self.hub.url}/hub/user-redirect/lab/tree/{lesson}")
        self.page.wait_for_function("window.jupyterapp", polling=100)
        return Notebook(self.page, lesson)

    def file(self, lesson):
        return self.hub.folder / "students" / self.name / lesson


def place_of(notebook, words):
    """The place of the first code cell whose source has these words."""
    return next(cell["place"] for cell in notebook.code_cells() if words in cell["source"])


@pytest.fixture(scope="module")
def teacher(hub, browser):
    one = Person(hub, browser, "teacher")
    one.sign_in()
    one.page.wait_for_url("**/user/teacher/**")
    return one


@pytest.fixture(scope="module")
def students(hub, browser, teacher):
    """Three whom the teacher has added, with lesson 00 open."""
    add(teacher, STUDENTS)
    several = [Person(hub, browser, name) for name in STUDENTS]
    for one in several:
        one.sign_in()
    for one in several:
        one.page.wait_for_url(f"**/user/{one.name}/lab/tree/{FIRST}")
    return several


def add(teacher, names):
    """Add students on the teacher's page."""
    teacher.page.goto(f"{teacher.hub.url}/hub/admin#/add-users")
    teacher.page.get_by_role("textbox").fill("\n".join(names))
    teacher.page.get_by_role("button", name="Add Users").click()
    teacher.page.get_by_test_id(f"user-name-div-{names[-1]}").wait_for()


def test_nobody_gets_in_whom_the_teacher_has_not_added(hub, browser, students):
    dora = Person(hub, browser, "dora")
    dora.sign_in()
    dora.page.get_by_text("Invalid username or password").wait_for()


def test_nobody_gets_in_as_a_student_with_another_password(hub, browser, students):
    other = Person(hub, browser, students[0].name)
    other.password = "a guess at it"
    other.sign_in()
    other.page.get_by_text("Invalid username or password").wait_for()


def test_a_student_cannot_open_the_server_of_another(hub, students):
    ada, ben, _ = students
    assert ada.page.request.get(f"{hub.url}/user/{ben.name}/api/contents").status == 403
    assert ben.page.request.get(f"{hub.url}/user/{ben.name}/api/contents").status == 200


def test_nothing_is_lost_when_the_hub_restarts(hub, students):
    for student in students:
        notebook = student.open(LESSON)
        notebook.wait_until_ready()
        imports = notebook.code_cells()[0]
        notebook.run_cell(imports["place"], imports["source"])
        place = place_of(notebook, "check.row_ten(")
        notebook.run_cell(place, f"answer = {RIGHT}  # {student.name}\ncheck.row_ten(answer)")
        assert "Four columns are two pairs." in notebook.texts_of(place)[0]
        notebook.ask("panel.context.save()")
    saved = [student.file(LESSON).read_bytes() for student in students]
    gone = students[0].file("notebooks/02_heatmaps.ipynb")
    gone.unlink()

    hub.stop()
    hub.start()
    hub.wait_until_up()
    for student, before in zip(students, saved, strict=True):
        notebook = student.open(LESSON)
        assert student.file(LESSON).read_bytes() == before
        place = place_of(notebook, f"# {student.name}")
        assert "Four columns are two pairs." in notebook.texts_of(place)[0]
    assert gone.read_bytes() == (ROOT / "notebooks" / gone.name).read_bytes()


def test_no_hub_serves_others_without_a_certificate(tmp_path):
    hub = Hub(tmp_path)
    hub.start(HUB_URL="http://0.0.0.0:8000")
    assert hub.process.wait(PATIENCE_SECONDS) != 0
    assert "it must be http://127.0.0.1:PORT" in hub.log()
