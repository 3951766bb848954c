"""What a hub refuses to start with. Nothing here needs JupyterHub."""

import os
import re
import stat
import sys

import pytest

from deploy.hub import settings

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="JupyterHub does not run there")

GOOD = {"class_password": "waves-und-Öfen", "teacher_password": "the long clock hand"}

GUESSED = "changeme-changeme Password12345 posenc-2026-posenc aaaaaaaaaaaaaa 12345678901234"
BAD = {  # what is said, and of which passwords
    "is empty": ["", "   "],
    "has 7 characters": ["short-1"],
    "guessed first": GUESSED.split(),
    "longer than 72 bytes": ["ö" * 37],
}


def written(folder, **values):
    """A data folder whose settings.ini says these values."""
    lines = [f"{name} = {value}" for name, value in values.items()]
    folder.joinpath("settings.ini").write_text("\n".join(["[hub]", *lines]), encoding="utf-8")
    return folder


def refusal(folder, **values):
    with pytest.raises(settings.Refused) as refused:
        settings.load(written(folder, **GOOD | values))
    return str(refused.value)


def test_good_settings_are_read_over_those_of_the_template(tmp_path):
    found = settings.load(written(tmp_path, **GOOD, port=9000))
    assert (found.class_password, found.teacher_password) == tuple(GOOD.values())
    assert (found.teacher, found.address, found.secure) == ("teacher", "127.0.0.1", False)
    assert (found.port, found.proxy_port, found.hub_port) == (9000, 9001, 9002)
    assert (found.memory, found.kernel_minutes, found.server_minutes) == (1024, 60, 120)


def test_the_template_has_no_password_and_names_each_setting_once():
    text = settings.TEMPLATE.read_text(encoding="utf-8")
    names = re.findall(r"^(\w+) =", text, re.M)
    assert sorted(names) == sorted(settings.Settings._fields[1:])
    assert "class_password =\n" in text and "teacher_password =\n" in text


def test_the_first_start_lays_the_settings_out_for_their_owner_and_refuses(tmp_path):
    data = tmp_path / "data"
    with pytest.raises(settings.Refused, match=r"class_password in .*settings\.ini is empty"):
        settings.load(data)
    file = data / "settings.ini"
    assert file.read_bytes() == settings.TEMPLATE.read_bytes()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.parametrize("name", settings.LEAST)
@pytest.mark.parametrize("why", BAD)
def test_a_bad_password_is_refused_in_one_line_that_does_not_repeat_it(tmp_path, name, why):
    for password in BAD[why]:
        line = refusal(tmp_path, **{name: password})
        assert why in line and name in line and str(tmp_path) in line
        assert "\n" not in line and (password.strip() == "" or password not in line)


def test_a_teacher_needs_a_longer_password_than_students(tmp_path):
    assert "has 11 characters" in refusal(tmp_path, teacher_password="clock-hands")
    assert settings.load(written(tmp_path, **GOOD | {"class_password": "clock-hands"}))


def test_the_teacher_must_not_have_the_password_of_the_class(tmp_path):
    same = refusal(tmp_path, teacher_password=GOOD["class_password"])
    assert "students know that one" in same


@pytest.mark.parametrize("name", ["port", "memory", "kernel_minutes", "server_minutes"])
@pytest.mark.parametrize("value", ["0", "-5", "many", "1.5", ""])
def test_a_number_that_is_none_is_refused(tmp_path, name, value):
    line = refusal(tmp_path, **{name: value})
    assert f"{name} in" in line and repr(value) in line


def test_a_misspelt_setting_is_refused_and_the_right_ones_are_named(tmp_path):
    line = refusal(tmp_path, teachers="anna")
    assert "teachers" in line and "teacher_password" in line


@pytest.mark.parametrize("text", ["", "no section\n", "[hub\n", "[hub]\nport = 1\nport = 2\n"])
def test_a_broken_file_is_refused_in_one_line(tmp_path, text):
    tmp_path.joinpath("settings.ini").write_text(text)
    with pytest.raises(settings.Refused) as refused:
        settings.load(tmp_path)
    assert "\n" not in str(refused.value) and str(tmp_path) in str(refused.value)


def test_a_percent_sign_in_a_password_means_itself(tmp_path):
    found = settings.load(written(tmp_path, **GOOD | {"class_password": "100%(of)s waves"}))
    assert found.class_password == "100%(of)s waves"


def test_the_data_lie_where_the_environment_says(monkeypatch, tmp_path):
    monkeypatch.setenv("POSENC_HUB_DATA", str(tmp_path))
    assert settings.data_folder() == tmp_path.resolve()
    monkeypatch.delenv("POSENC_HUB_DATA")
    assert settings.data_folder() == settings.ROOT / "hub-data"
    ignored = (settings.ROOT / ".gitignore").read_text().split()
    assert "hub-data/" in ignored and os.path.isfile(settings.ROOT / "Makefile")
