"""What `make` lists, and what its commands take."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RULES = re.findall(r"^([a-z][a-z -]*):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
COMMANDS = sorted({*" ".join(RULES).split()} - {"help"})
# `make test ARGS=...` hands its arguments on to a make below it.
HANDED_ON = "MAKE|MFLAGS|ARGS|NAME|WITH"
CLEAN = {name: value for name, value in os.environ.items() if not re.match(HANDED_ON, name)}
OPTIONS = ["check NAME=a", "test WITH=oldest", "test WITH=newest", "test WITH=libraries"]

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="there is no make here")


def make(*words, folder=ROOT, **variables):
    """Start make; end it with all that it has started by its process group."""
    out = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True, "cwd": folder}
    return subprocess.Popen(["make", *words], env=CLEAN | variables, start_new_session=True, **out)


def test_make_alone_lists_all_commands_in_groups():
    groups = make().communicate()[0].strip().split("\n\n")
    assert [group.split()[1] for group in groups[:3]] == ["students", "teachers", "those"]
    assert sorted(re.findall(r"^  make (\S+) +\S", "\n".join(groups[:3]), re.M)) == COMMANDS


@pytest.mark.parametrize("command", [*COMMANDS, *OPTIONS])
def test_every_command_takes_args(command):
    assert " --zzz" in make("-n", *command.split(), "ARGS=--zzz").communicate()[0]


def test_lab_starts_no_script_that_pip_has_written():
    """In a folder with a $ in its name they do not find their Python."""
    lines = make("-nB", "lab").communicate()[0]
    assert set(re.findall(r"\.venv/bin/(\w+)", lines)) == {"python"}
    assert "-m jupyter " not in lines  # starts such a script


def test_where_no_home_folder_can_be_written_there_is_another():
    assert f"HOME := {ROOT}/build/home\n" in make("-np", "lab", HOME="/none").communicate()[0]
