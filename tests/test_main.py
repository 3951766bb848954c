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
def found(monkeypatch, capsys):
    """Return what the check prints, line by line, and its status, where these are installed."""

    def see(versions):
        def version(name):
            if name not in versions:
                raise PackageNotFoundError(name)
            return versions[name]

        monkeypatch.setattr(check, "version", version)
        monkeypatch.setattr(check, "requires", lambda name: REQUIREMENTS)
        status = check.main()
        return [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()], status

    return see


def test_all_is_well(found):
    lines, status = found(GOOD)
    assert lines[:4] == [f"{name} {version} ok" for name, version in list(GOOD.items())[1:]]
    assert (lines[4:], status) == (["", "Everything the course needs is here."], 0)


@pytest.mark.parametrize(
    ("name", "version", "bound", "fails"),
    [
        ("numpy", "1.25.9", "1.26", 1), ("ipywidgets", "", "8.1", 1), ("numpy", "1.3", "1.26", 1),
        ("jupyterlab", "3.99", "4.2", 0), ("jupyterlab", "", "4.2", 0),
    ],
)  # fmt: skip
def test_what_is_missing_or_too_old_is_repaired_by_one_command(found, name, version, bound, fails):
    """Without JupyterLab the helpers work."""
    lines, status = found({one: v for one, v in {**GOOD, name: version}.items() if v})
    assert f"{name} {version or '-'} needed: {bound} or newer" in lines
    assert lines[-1] == f'"{sys.executable}" -m pip install --upgrade "{name}>={bound}"'
    assert status == fails


def test_a_package_that_is_not_installed_itself(found):
    (_, command), status = found({"numpy": "2.0"})
    folder = command.split('"')[3].removesuffix("[lab]")
    assert command == f'"{sys.executable}" -m pip install -e "{folder}[lab]"'
    assert check.Path(folder, "pyproject.toml").exists() and status == 1


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


@pytest.mark.parametrize("words", [["settings"], ["setings", "config.json"], ["dumped", "a", "b"]])
def test_what_is_no_command_gets_a_line_on_those_there_are(words):
    command = [sys.executable, "-m", "posenc_helpers", *words]
    run = subprocess.run(command, capture_output=True, text=True)
    assert (run.returncode, run.stdout, run.stderr.strip()) == (1, "", check.USAGE)
