"""Who may sign in, and as whom a student's server runs."""

from __future__ import annotations

import dbm
import hmac
import os
import pwd
import resource
import subprocess
from pathlib import Path

from firstuseauthenticator import FirstUseAuthenticator
from jupyterhub.spawner import LocalProcessSpawner, SimpleLocalProcessSpawner
from traitlets import Unicode

from deploy.hub.settings import MOST_BYTES

PREFIX = "posenc-"  # of the system users, so that nobody signs in as one that was there before
TEACHERS = "teachers"
NAMES = r"[a-z][a-z0-9_-]{0,23}\Z"
MOST_PROCESSES = 512  # of a system user, threads included


class ClassAuthenticator(FirstUseAuthenticator):
    """The class password opens the door once; the password given then is the student's own."""

    class_password = Unicode(config=True)
    teacher = Unicode(config=True)
    teacher_password = Unicode(config=True)

    async def authenticate(self, handler, data):
        name, password = self.normalize_username(data["username"]), data.get("password", "")
        if len(password.encode()) > MOST_BYTES:
            return self._turn_away(handler, f"A password has at most {MOST_BYTES} bytes.")
        if name == self.teacher:
            right = same(password, self.teacher_password)
            return {"name": name, "groups": [TEACHERS]} if right else None
        if not self._has_password(name) and not same(data.get("class", ""), self.class_password):
            return self._turn_away(
                handler, "The first time, the class password is needed as well. Is the name right?"
            )
        name = await super().authenticate(handler, data)
        return name and {"name": name, "groups": []}

    def _has_password(self, name):
        with dbm.open(self.dbm_path, "c", 0o600) as passwords:
            return name.encode() in passwords

    def _turn_away(self, handler, why):
        handler.custom_login_error = why


def same(given: str, password: str) -> bool:
    """Compare two passwords in a time that does not say where they differ."""
    return hmac.compare_digest(given.encode(), password.encode())


class Limited:
    """Lets no process of a student ask for more memory than `mem_limit`.

    The limit holds for each process: a server and two kernels may have three times as much.
    """

    def make_preexec_fn(self, name):
        prepare, memory = super().make_preexec_fn(name), self.mem_limit

        def prepare_and_limit():
            resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
            prepare()

        return prepare_and_limit


class OneUserSpawner(Limited, SimpleLocalProcessSpawner):
    """All servers run as the user who started the hub. Nothing protects them from each other."""

    async def start(self):
        Path(self.home_dir).mkdir(mode=0o700, parents=True, exist_ok=True)
        return await super().start()


class SystemUserSpawner(Limited, LocalProcessSpawner):
    """Each server runs as a system user of its own, in a home folder that no other can open."""

    students = Unicode(config=True, help="the folder of the home folders")

    @property
    def system_name(self):
        return PREFIX + self.user.name

    async def start(self):
        ensure_user(self.system_name, Path(self.students, self.user.name))
        return await super().start()

    def make_preexec_fn(self, name):
        prepare = super().make_preexec_fn(self.system_name)

        def prepare_and_limit():
            resource.setrlimit(resource.RLIMIT_NPROC, (MOST_PROCESSES, MOST_PROCESSES))
            prepare()

        return prepare_and_limit

    def user_env(self, env):
        found = pwd.getpwnam(self.system_name)
        return env | {"USER": found.pw_name, "HOME": found.pw_dir, "SHELL": found.pw_shell}


def ensure_user(name: str, home: Path):
    """Make a system user that nobody can sign in as, and its home folder, unless they exist."""
    try:
        user = pwd.getpwnam(name)
    except KeyError:
        make_user(name, home)
        user = pwd.getpwnam(name)
    if user.pw_dir != str(home) or user.pw_uid == 0:
        raise RuntimeError(f"the system user {name} was there before this hub; remove it first")
    if not home.exists():
        home.mkdir(mode=0o700)
        os.chown(home, user.pw_uid, user.pw_gid)


def make_user(name, home):
    options = ["--no-create-home", "--user-group", "--shell", "/bin/bash", "--home-dir", str(home)]
    subprocess.run(["useradd", *options, name], check=True, stdout=subprocess.DEVNULL)
