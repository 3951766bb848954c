"""A hub and students; each test that needs one of its own makes it."""

import os
import secrets
import tempfile
from pathlib import Path

import pytest

IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
HUB_RUNS = bool(os.environ.get("POSENC_HUB_PYTHON"))


@pytest.fixture(scope="module")
def data_folder():
    """A folder that the students' system users can reach; pytest closes its own to them."""
    with tempfile.TemporaryDirectory(prefix="posenc-hub-", ignore_cleanup_errors=True) as folder:
        os.chmod(folder, 0o711)
        yield Path(folder, "data")


@pytest.fixture(scope="module")
def settings():
    """What settings.ini says; a file of tests may say otherwise."""
    return {"memory": 700}


@pytest.fixture(scope="module")
def hub(data_folder, settings):
    """A hub that runs while the tests of a file do."""
    if not HUB_RUNS:
        pytest.skip("make test-hub runs it")
    from tools.hub import running

    with running.hub(data_folder, **settings) as one:
        yield one
    running.forget_users(one)


@pytest.fixture(scope="module")
def student(hub):
    """Return a function that signs somebody in and starts a server, once for each name."""
    from tools.hub.student import Student

    there = {}
    suffix = secrets.token_hex(3)  # no system user of this machine bears such a name

    def signed_in(name):
        if name not in there:
            there[name] = Student(hub, f"{name}-{suffix}")
            assert there[name].sign_in().url.endswith("/hub/home")
            there[name].first_page = there[name].start_server()
        return there[name]

    return signed_in
