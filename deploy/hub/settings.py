"""What the teacher has set in hub-data/settings.ini, checked before anything starts."""

from __future__ import annotations

import configparser
import os
import shutil
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
TEMPLATE = HERE / "settings.ini"
LOOPBACK = ("127.0.0.1", "::1", "localhost")
LEAST = {"class_password": 8, "teacher_password": 12}
MOST_BYTES = 72  # of a password: bcrypt reads no more
KNOWN_TO_ALL = (
    "password", "passwort", "changeme", "letmein", "jupyter", "posenc", "classroom", "teacher",
    "student", "secret", "qwerty", "admin", "welcome", "123456", "abcdef",
)  # fmt: skip


class Refused(SystemExit):
    """Ends the program with one line that says what to change."""


class Settings(NamedTuple):
    """The settings, and where the hub keeps its files."""

    data: Path
    class_password: str
    teacher: str
    teacher_password: str
    address: str
    port: int
    certificate: str
    key: str
    memory: int
    kernel_minutes: int
    server_minutes: int

    @property
    def private(self):
        """The folder of the hub's database, tokens and passwords."""
        return self.data / "private"

    @property
    def students(self):
        """The folder of the students' home folders."""
        return self.data / "students"

    @property
    def proxy_port(self):
        return self.port + 1

    @property
    def hub_port(self):
        return self.port + 2

    @property
    def secure(self):
        return bool(self.certificate and self.key)


def data_folder() -> Path:
    """Return the folder of the hub's data: hub-data, or what POSENC_HUB_DATA names."""
    return Path(os.environ.get("POSENC_HUB_DATA") or ROOT / "hub-data").resolve()


def load(data: Path) -> Settings:
    """Return the settings of a data folder; refuse those with which no hub should start."""
    file = data / "settings.ini"
    if not file.exists():
        lay_out(file)
    given = read(file)
    for name, least in LEAST.items():
        check_password(file, name, given[name], least)
    if given["class_password"] == given["teacher_password"]:
        refuse(file, "teacher_password", "is the class password; students know that one")
    numbers = {name: number(file, given, name) for name in WHOLE}
    return Settings(data=data, **given | numbers)


WHOLE = ("port", "memory", "kernel_minutes", "server_minutes")


def lay_out(file: Path):
    """Write a settings.ini without passwords that only its owner can read."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch(mode=0o600)
    shutil.copyfile(TEMPLATE, file)


def read(file: Path) -> dict[str, str]:
    """Return what the section [hub] of the file says, over what the template says."""
    parser = configparser.ConfigParser(interpolation=None)
    try:
        parser.read([TEMPLATE, file], encoding="utf-8")
        given = dict(parser["hub"])
    except (configparser.Error, UnicodeDecodeError) as error:
        raise Refused(f"{file} cannot be read: {' '.join(str(error).split())}") from None
    for name in set(given) - set(Settings._fields):
        refuse(file, name, "is no setting; " + ", ".join(Settings._fields[1:]) + " are")
    return given


def check_password(file, name, password, least):
    """Refuse a password that is empty, short, long, known to all or made of few characters."""
    if not password:
        refuse(file, name, f"is empty; choose one of {least} characters or more")
    if len(password) < least:
        refuse(file, name, f"has {len(password)} characters; choose one of {least} or more")
    if len(password.encode()) > MOST_BYTES:
        refuse(file, name, f"is longer than {MOST_BYTES} bytes")
    if any(word in password.lower() for word in KNOWN_TO_ALL) or len(set(password)) < 5:
        refuse(file, name, "is one that is guessed first; choose another")


def number(file, given, name) -> int:
    """Return the whole number above 0 that a setting gives."""
    text = given[name]
    if not text.isdecimal() or int(text) < 1:
        refuse(file, name, f"is {text!r}; it is a whole number above 0")
    return int(text)


def refuse(file, name, why):
    raise Refused(f"The hub does not start: {name} in {file} {why}.")
