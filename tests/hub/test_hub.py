"""A real hub with real servers on loopback: `make test-hub`."""

import json
import os
import stat
from pathlib import Path

import psutil
import pytest
from bs4 import BeautifulSoup

from tests.hub.conftest import HUB_RUNS, IS_ROOT
from tools.hub.student import Student

pytestmark = pytest.mark.skipif(not HUB_RUNS, reason="make test-hub runs it")

own_users = pytest.mark.skipif(
    not IS_ROOT, reason="only root can start servers as system users of their own"
)
LESSON, OTHER = "notebooks/02_heatmaps.ipynb", "notebooks/00_start_here.ipynb"
GREEDY = """
try:
    bytearray(2**30)
except MemoryError:
    print("refused")
"""


def page_of(hub, name, **who):
    """The page that a sign-in leads to."""
    words = {key: who[key] for key in who.keys() & {"password"}}
    return Student(hub, name, **words).sign_in(who.get("class_password"))


# Who may sign in


def test_the_first_time_the_class_password_is_needed_and_later_ones_own(hub):
    assert "class password is needed" in page_of(hub, "clara", class_password="").text
    assert "class password is needed" in page_of(hub, "clara", class_password="a guess").text
    assert page_of(hub, "clara").url.endswith("/hub/home")
    assert page_of(hub, "clara", class_password="").url.endswith("/hub/home")


def test_nobody_signs_in_as_somebody_else(hub):
    page_of(hub, "dora")
    for password in ("another one", hub.class_password):
        answer = page_of(hub, "dora", password=password)
        assert answer.status_code == 403 and "Invalid username or password" in answer.text


@pytest.mark.parametrize("password", ["", "short", "ö" * 40])
def test_ones_own_password_is_not_empty_short_or_too_long(hub, password):
    student = Student(hub, "emil")
    student.password = password
    answer = student.sign_in()
    assert answer.status_code == 403 and "password" in answer.text.lower()


@pytest.mark.parametrize(
    "name", ["", "../root", "a b", "Ünal", "-x", "x" * 25, "a/../b", "<b>x</b>"]
)
def test_a_name_that_is_none_is_refused_and_not_executed(hub, name):
    answer = page_of(hub, name)
    assert answer.status_code == 403
    assert "<b>x</b>" not in answer.text


def test_the_teacher_signs_in_with_the_teachers_password_alone(hub):
    for password in (hub.class_password, "teacher-teacher"):
        assert page_of(hub, "teacher", password=password).status_code == 403
    assert page_of(hub, "teacher", password=hub.teacher_password).url.endswith("/hub/home")


def test_whom_the_teacher_deletes_chooses_a_new_password(hub):
    page_of(hub, "frida", password="the forgotten one")
    teacher = Student(hub, "teacher", hub.teacher_password)
    teacher.sign_in()
    assert teacher.of_the_hub("DELETE", "users/frida").status_code == 204
    assert page_of(hub, "frida", password="a new one", class_password="").status_code == 403
    assert page_of(hub, "frida", password="a new one").url.endswith("/hub/home")
    assert page_of(hub, "frida", password="the forgotten one").status_code == 403


def test_the_teacher_sees_who_runs_and_students_do_not(hub, student):
    anna, teacher = student("anna"), Student(hub, "teacher", hub.teacher_password)
    teacher.sign_in()
    users = teacher.of_the_hub("GET", "users").json()
    assert {one["name"]: bool(one["server"]) for one in users}[anna.name]
    assert teacher.session.get(f"{hub.url}/hub/admin").status_code == 200
    assert anna.session.get(f"{hub.url}/hub/admin").status_code == 403
    assert anna.of_the_hub("GET", "users").status_code == 403
    assert anna.of_the_hub("DELETE", "users/teacher/server").status_code in (403, 404)


def test_the_teacher_cannot_open_a_students_server_or_make_others_teachers(hub, student):
    anna = student("anna")
    teacher = Student(hub, "teacher", hub.teacher_password)
    teacher.sign_in()
    assert teacher.session.get(f"{hub.url}/user/{anna.name}/api/contents").status_code in (403, 404)
    for path in (f"users/{anna.name}", "groups/teachers/users"):
        answer = teacher.of_the_hub("PATCH" if path[0] == "u" else "POST", path, json={"admin": 1})
        assert answer.status_code in (403, 404)


# What a student gets


def test_a_second_start_keeps_what_was_changed_and_brings_what_is_missing(student):
    berta = student("berta")
    lesson = berta.ask("GET", f"api/contents/{LESSON}")
    lesson["content"]["cells"][0]["source"] = "my own words"
    berta.save(lesson)
    berta.ask("DELETE", f"api/contents/{OTHER}")
    berta.stop_server()
    berta.start_server()
    again = berta.ask("GET", f"api/contents/{LESSON}")
    assert again["content"]["cells"][0]["source"] == "my own words"
    assert berta.ask("GET", f"api/contents/{OTHER}")["type"] == "notebook"


def test_a_process_that_asks_for_too_much_memory_is_refused_it_and_goes_on(student):
    notebook = student("anna").open(LESSON)
    assert notebook.run(GREEDY) == "refused\n"
    assert notebook.run("print(6 * 7)") == "42\n"
    notebook.close()


# Apart from each other


def test_no_student_reaches_the_server_of_another(hub, student):
    anna, berta = student("anna"), student("berta")
    for path in ("api/contents", "lab", "api/kernels"):
        answer = anna.session.get(f"{hub.url}/user/{berta.name}/{path}")
        assert answer.status_code in (403, 404)


TRY_TO_OPEN = """
import os
def found(path):
    try:
        return os.listdir(path) if os.path.isdir(path) else open(path, "rb").read()
    except OSError as error:
        return type(error).__name__
for path in {paths}:
    print(found(path) in ("PermissionError", "FileNotFoundError"), path)
"""


@own_users
def test_no_student_reads_files_tokens_or_sockets_of_another_or_of_the_hub(hub, student):
    anna, berta = student("anna"), student("berta")
    own = f"posenc-{anna.name}"
    others = berta.open(LESSON)
    home = hub.data / "students" / berta.name
    assert (home / LESSON).exists()
    sockets = others.run("import os; print(os.environ['JUPYTER_RUNTIME_DIR'])").strip()
    assert os.listdir(sockets)
    paths = [
        home, home / LESSON, sockets, hub.data, hub.data / "private", hub.data / "settings.ini",
        hub.data / "private" / "hub.sqlite", hub.data / "private" / "proxy_token",
        *[f"/proc/{one.pid}/environ" for one in hub.processes() if one.username() != own],
    ]  # fmt: skip
    mine = anna.open(LESSON)
    printed = mine.run(TRY_TO_OPEN.format(paths=[str(path) for path in paths]))
    assert len(printed.splitlines()) == len(paths) and "False" not in printed, printed
    assert mine.run(TRY_TO_OPEN.format(paths=[str(hub.data / "students" / anna.name)])).startswith(
        "False"
    )
    mine.close()
    others.close()


@own_users
def test_each_server_runs_as_a_user_of_its_own_in_a_closed_home(hub, student):
    for name in (student("anna").name, student("berta").name):
        home = hub.data / "students" / name
        assert stat.S_IMODE(home.stat().st_mode) == 0o700
        assert home.owner() == f"posenc-{name}"
        servers = [one for one in hub.processes() if one.username() == f"posenc-{name}"]
        assert servers
    assert stat.S_IMODE((hub.data / "private").stat().st_mode) == 0o700


def test_no_token_of_the_hub_reaches_a_students_environment(hub, student):
    notebook = student("anna").open(LESSON)
    names = json.loads(notebook.run("import json, os; print(json.dumps(dict(os.environ)))"))
    secret = {hub.read("proxy_token"), hub.read("stop_token"), hub.class_password}
    assert not secret & set(names.values()) and "CONFIGPROXY_AUTH_TOKEN" not in names
    notebook.close()


# Nothing leaves the machine


def test_everything_listens_on_loopback_and_is_connected_to_nothing_else(hub, student):
    notebook = student("anna").open(LESSON)
    notebook.run_all()
    everything = [one for process in hub.processes() for one in process.net_connections("inet")]
    addresses = {end.ip for one in everything for end in (one.laddr, one.raddr) if end}
    assert addresses and addresses <= {"127.0.0.1", "::1", "::ffff:127.0.0.1"}
    notebook.close()


CONNECTION = """
import json, os
from ipykernel.connect import get_connection_info
print(json.dumps([os.getpid(), json.loads(get_connection_info())]))
"""


def test_what_a_kernel_says_travels_through_sockets_that_only_its_student_can_open(student):
    """The port that is left takes the output of processes that the kernel has started, and only
    with a secret that these inherit."""
    notebook = student("anna").open(LESSON)
    process, connection = json.loads(notebook.run(CONNECTION))
    assert connection["transport"] == "ipc"
    folder = Path(connection["ip"]).parent
    assert stat.S_IMODE(folder.stat().st_mode) & 0o077 == 0
    ports = [one for one in psutil.Process(process).net_connections("inet") if not one.raddr]
    assert len(ports) <= 1
    notebook.close()


def test_jupyterlab_asks_nobody_for_news_updates_or_extensions(hub, student):
    anna = student("anna")
    page = anna.session.get(f"{hub.url}/user/{anna.name}/lab").text
    config = json.loads(BeautifulSoup(page, "html.parser").find(id="jupyter-config-data").string)
    assert config["news"] == {"disabled": True}
    assert config["extensionManager"]["can_install"] is False


def test_the_proxy_names_no_student_in_its_log(hub, student):
    student("anna")
    assert "anna" not in hub.read("proxy.log")
