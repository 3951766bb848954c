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
    "jupyterlab>=4.2; extra == 'lab'",
    "ruff; extra == 'test'",
    'tomli>=2; python_version < "3.11" and extra == "test"',
]
GOOD = {
    "posenc-helpers": "1.0.0",
    "numpy": "1.26.0",
    "matplotlib": "3.10.9",
    "ipywidgets": "8.1",
    "jupyterlab": "4.2.0rc1",
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
    assert [line.split() for line in lines[:6]] == [
        ["Python", "3.12.1", "ok"],
        *([name, version, "ok"] for name, version in GOOD.items()),
    ]
    assert lines[6:] == ["", "Everything the course needs is here."]


def printed(capsys):
    """What was printed: {package: [version, verdict]} and the lines after that."""
    table, _, verdict = capsys.readouterr().out.partition("\n\n")
    rows = (line.split(maxsplit=2) for line in table.splitlines())
    return {name: rest for name, *rest in rows}, verdict.splitlines()


def test_missing_and_too_old_packages_are_repaired_by_one_command(pretend, capsys):
    versions = GOOD | {"numpy": "1.25.9"}
    del versions["ipywidgets"]
    pretend(versions)
    assert check.main() == 1
    packages, verdict = printed(capsys)
    assert packages["numpy"] == ["1.25.9", "too old (needed: 1.26 or newer)"]
    assert packages["ipywidgets"] == ["-", "missing (needed: 8.1 or newer)"]
    assert packages["matplotlib"] == ["3.10.9", "ok"]
    assert verdict == [
        "Not ready yet. This repairs it:",
        '    "/a folder/python" -m pip install --upgrade "numpy>=1.26" "ipywidgets>=8.1"',
    ]


@pytest.mark.parametrize(
    ("version", "state"), [(None, ["-", "missing"]), ("3.6.7", ["3.6.7", "too old"])]
)
def test_without_jupyterlab_the_helpers_work_and_the_check_says_how_to_get_it(
    pretend, capsys, version, state
):
    pretend({name: found for name, found in (GOOD | {"jupyterlab": version}).items() if found})
    assert check.main() == 0
    packages, verdict = printed(capsys)
    assert packages["jupyterlab"] == [state[0], f"{state[1]} (needed: 4.2 or newer)"]
    assert "JupyterLab" in verdict[0]
    assert verdict[-1] == '    "/a folder/python" -m pip install --upgrade "jupyterlab>=4.2"'


def test_both_are_said_where_both_are_missing(pretend, capsys):
    pretend({"posenc-helpers": "1.0.0", "numpy": "2.0", "matplotlib": "3.9"})
    assert check.main() == 1
    commands = [line for line in printed(capsys)[1] if "pip install" in line]
    assert ["ipywidgets" in line for line in commands] == [True, False]
    assert ["jupyterlab" in line for line in commands] == [False, True]


def test_a_package_that_is_not_installed_itself(pretend, capsys):
    pretend({"numpy": "2.0"})
    assert check.main() == 1
    command = capsys.readouterr().out.splitlines()[-1]
    folder = command.split('"')[3].removesuffix("[lab]")
    assert command.strip() == f'"/a folder/python" -m pip install -e "{folder}[lab]"'
    assert check.Path(folder, "pyproject.toml").exists()


def test_too_old_a_python(pretend, capsys):
    pretend(GOOD, python=(3, 9, 18))
    assert check.main() == 1
    packages, verdict = printed(capsys)
    assert packages["Python"] == ["3.9.18", "too old (needed: 3.10 or newer)"]
    assert "python3.10 -m venv .venv" in "".join(verdict)


@pytest.mark.parametrize(
    ("found", "bound", "expected"),
    [
        (None, "1.0", "missing"), (None, None, "missing"), ("0.1", None, "ok"),
        ("4.2", "4.2.0", "ok"), ("4.10.0", "4.9", "ok"), ("4.2.0.post1", "4.2", "ok"),
        ("3.99", "4", "too old"), ("8.0.7", "8.1", "too old"),
    ],
)  # fmt: skip
def test_versions_are_compared_as_numbers(found, bound, expected):
    assert check.state(found, bound) == expected


def test_arguments_that_there_are_not_are_named(capsys):
    with pytest.raises(SystemExit):
        check.main(["marks", "--fix"])
    assert "unrecognized arguments: marks --fix" in capsys.readouterr().err


def test_it_runs_here_without_importing_what_it_checks():
    """As it is, in the environment of these tests, with the packages hidden from `import`."""
    checked = "numpy matplotlib ipywidgets pillow traitlets jupyterlab".split()
    hidden = dict.fromkeys([*checked, "PIL", "packaging"])
    code = (
        f"import runpy, sys; sys.modules.update({hidden!r}); "
        "runpy.run_module('posenc_helpers', run_name='__main__')"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.stderr == ""
    assert run.returncode == 0, run.stdout
    assert set(checked) <= set(run.stdout.split())
    assert "Everything the course needs is here." in run.stdout
