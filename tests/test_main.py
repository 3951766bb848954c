"""`python -m posenc_helpers` tells a good installation from a broken one."""

import subprocess
import sys
from importlib.metadata import PackageNotFoundError

import pytest

from posenc_helpers import __main__ as check

REQUIREMENTS = [
    "numpy>=1.26",
    "matplotlib>=3.8",
    "ipywidgets>=8.1",
    "jupyterlab>=4.2",
    "ruff; extra == 'test'",
    'tomli>=2; python_version < "3.11" and extra == "test"',
]
GOOD = {
    "posenc-helpers": "0.1.0",
    "numpy": "1.26.0",
    "matplotlib": "3.10.9",
    "ipywidgets": "8.1",
    "jupyterlab": "4.2.0rc1",
    "ipykernel": "6.5.0",
}


@pytest.fixture
def pretend(monkeypatch):
    """Make the check see these versions instead of the installed ones."""

    def see(versions, python=(3, 12, 1)):
        def version(name):
            if name not in versions:
                raise PackageNotFoundError(name)
            return versions[name]

        monkeypatch.setattr(check, "version", version)
        monkeypatch.setattr(check, "requires", lambda name: REQUIREMENTS)
        monkeypatch.setattr(check, "metadata", lambda name: {"Requires-Python": ">=3.10"})
        monkeypatch.setattr(check.sys, "version_info", python)
        monkeypatch.setattr(check.sys, "executable", "/a folder/python")

    return see


def test_all_is_well(pretend, capsys):
    pretend(GOOD)
    assert check.main() == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split() for line in lines[:7]] == [
        ["Python", "3.12.1", "ok"],
        *([name, version, "ok"] for name, version in GOOD.items()),
    ]
    assert lines[7:] == ["", "Everything the course needs is here."]


def test_missing_and_too_old_packages_are_repaired_by_one_command(pretend, capsys):
    versions = GOOD | {"numpy": "1.25.9", "ipywidgets": "7.8.5"}
    del versions["jupyterlab"], versions["ipykernel"]
    pretend(versions)
    assert check.main() == 1
    out = capsys.readouterr().out
    lines = {line.split()[0]: line.split(maxsplit=2)[1:] for line in out.splitlines()[:7]}
    assert lines["numpy"] == ["1.25.9", "too old (needed: 1.26 or newer)"]
    assert lines["ipywidgets"] == ["7.8.5", "too old (needed: 8.1 or newer)"]
    assert lines["jupyterlab"] == ["-", "missing (needed: 4.2 or newer)"]
    assert lines["ipykernel"] == ["-", "missing"]
    assert lines["matplotlib"] == ["3.10.9", "ok"]
    assert out.endswith(
        '    "/a folder/python" -m pip install --upgrade'
        ' "numpy>=1.26" "ipywidgets>=8.1" "jupyterlab>=4.2" "ipykernel"\n'
    )


def test_a_package_that_is_not_installed_itself(pretend, capsys):
    pretend({"numpy": "2.0"})
    assert check.main() == 1
    command = capsys.readouterr().out.splitlines()[-1]
    folder = command.split('"')[3]
    assert command.strip() == f'"/a folder/python" -m pip install -e "{folder}"'
    assert check.Path(folder, "pyproject.toml").exists()


def test_too_old_a_python(pretend, capsys):
    pretend(GOOD, python=(3, 9, 18))
    assert check.main() == 1
    out = capsys.readouterr().out
    assert out.splitlines()[0].split(maxsplit=2)[1:] == [
        "3.9.18",
        "too old (needed: 3.10 or newer)",
    ]
    assert "python3.10 -m venv .venv" in out


@pytest.mark.parametrize(
    ("found", "bound", "expected"),
    [
        (None, "1.0", "missing"),
        (None, None, "missing"),
        ("0.1", None, "ok"),
        ("4.2", "4.2.0", "ok"),
        ("4.10.0", "4.9", "ok"),
        ("4.2.0.post1", "4.2", "ok"),
        ("3.99", "4", "too old"),
        ("8.0.7", "8.1", "too old"),
    ],
)
def test_versions_are_compared_as_numbers(found, bound, expected):
    assert check.state(found, bound) == expected


def test_it_runs_here_without_importing_what_it_checks():
    """As it is, in the environment of these tests, with the packages hidden from `import`."""
    hidden = dict.fromkeys(["numpy", "matplotlib", "ipywidgets", "jupyterlab", "packaging"])
    code = (
        f"import runpy, sys; sys.modules.update({hidden!r}); "
        "runpy.run_module('posenc_helpers', run_name='__main__')"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.stderr == ""
    assert run.returncode == 0, run.stdout
    assert "Everything the course needs is here." in run.stdout
