"""A hub for one class on one machine, started by `make hub`.

docs/running-for-a-class.md explains it. What a teacher changes is in hub-data/settings.ini.
"""

import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1]))

from deploy.hub.accounts import (  # noqa: E402
    NAMES,
    TEACHERS,
    ClassAuthenticator,
    OneUserSpawner,
    SystemUserSpawner,
)
from deploy.hub.settings import data_folder, load  # noqa: E402

FIRST = "/lab/tree/notebooks/00_start_here.ipynb"
ACTIVITY_SECONDS = 60  # so often the hub learns who works; it ends servers by what it knows


def addresses(c, settings):
    """The proxy is a process of its own, so that the class works on while the hub restarts."""
    c.JupyterHub.hub_bind_url = f"http://127.0.0.1:{settings.hub_port}"
    c.JupyterHub.bind_url = (
        f"{'https' if settings.secure else 'http'}://{settings.address}:{settings.port}"
    )
    c.ConfigurableHTTPProxy.should_start = False
    c.ConfigurableHTTPProxy.api_url = f"http://127.0.0.1:{settings.proxy_port}"
    c.JupyterHub.cleanup_servers = False


def files(c, settings):
    """The database and the keys are the hub's alone."""
    c.JupyterHub.db_url = f"sqlite:///{settings.private / 'hub.sqlite'}"
    c.JupyterHub.cookie_secret_file = str(settings.private / "cookie_secret")
    c.FirstUseAuthenticator.dbm_path = str(settings.private / "passwords")
    c.JupyterHub.template_paths = [str(HERE / "templates")]


def people(c, settings):
    """Students choose a name and a password; the teacher sees who runs and can stop servers."""
    c.JupyterHub.authenticator_class = ClassAuthenticator
    c.ClassAuthenticator.class_password = settings.class_password
    c.ClassAuthenticator.teacher = settings.teacher
    c.ClassAuthenticator.teacher_password = settings.teacher_password
    c.ClassAuthenticator.min_password_length = 8
    c.ClassAuthenticator.username_pattern = NAMES
    c.ClassAuthenticator.allow_all = True
    c.ClassAuthenticator.manage_groups = True
    scopes = ["admin-ui", "list:users", "read:users", "read:servers", "servers", "delete:users"]
    c.JupyterHub.load_roles = [
        {"name": "teacher", "groups": [TEACHERS], "scopes": scopes},
        role_of_culler(),
        {"name": "stop", "services": ["stop"], "scopes": ["shutdown"]},
    ]


def servers(c, settings):
    """Each student's server: the lessons, a limit of memory, and time to start with all others."""
    own_users = os.geteuid() == 0
    c.JupyterHub.spawner_class = SystemUserSpawner if own_users else OneUserSpawner
    c.SystemUserSpawner.students = str(settings.students)
    c.OneUserSpawner.home_dir_template = str(settings.students / "{username}")
    c.Spawner.cmd = [sys.executable, str(HERE / "student.py")]
    c.Spawner.default_url = FIRST
    c.Spawner.mem_limit = f"{settings.memory}M"
    c.Spawner.env_keep = ["PATH", "LANG", "LC_ALL"]
    c.Spawner.environment = {
        "JUPYTER_CONFIG_PATH": str(HERE / "student"),
        "JUPYTER_PREFER_ENV_PATH": "1",
        "POSENC_KERNEL_SECONDS": str(60 * settings.kernel_minutes),
        "JUPYTERHUB_ACTIVITY_INTERVAL": str(ACTIVITY_SECONDS),
        "OPENBLAS_NUM_THREADS": "1",  # a class shares the cores; threads would only wait
    }
    c.JupyterHub.last_activity_interval = ACTIVITY_SECONDS
    c.Spawner.start_timeout = c.Spawner.http_timeout = 300


def services(c, settings):
    """One ends the servers that nobody uses; with the other's token `make hub-stop` ends all."""
    seconds = 60 * settings.server_minutes
    cull = [sys.executable, "-m", "jupyterhub_idle_culler", f"--timeout={seconds}"]
    token = (settings.private / "stop_token").read_text()
    c.JupyterHub.services = [
        {"name": "idle-culler", "command": cull},
        {"name": "stop", "api_token": token},
    ]


def role_of_culler():
    scopes = ["list:users", "read:users:activity", "read:servers", "delete:servers"]
    return {"name": "idle-culler", "services": ["idle-culler"], "scopes": scopes}


for part in (addresses, files, people, servers, services):
    part(get_config(), load(data_folder()))  # noqa: F821
