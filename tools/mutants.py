"""Mutation tests: change the code in small ways, and see whether a test notices.

    python tools/mutants.py                    every fifth change
    python tools/mutants.py --all              all of them
    python tools/mutants.py --all live.py      all of those in one file

mutmut makes the changes and runs the tests; this file says which tests belong to which file. A
change that no test notices must stand in tools/mutants.txt, with the reason why it cannot matter.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WORK = ROOT / "build/mutants"
LIST = ROOT / "tools/mutants.txt"
FIFTH = "*__mutmut_*[05]"  # mutmut numbers the changes of each function from 1

REFUSED = "tests/variants/test_refused.py"
TESTS = {
    "encoding.py": ["tests/encoding", "tests/test_bad_arguments.py"],
    "variants/bugs.py": ["tests/variants/test_bugs.py", "tests/variants/test_invariants.py"],
    "variants/invariants.py": ["tests/variants/test_invariants.py"],
    "variants/tables.py": ["tests/variants/test_tables.py", REFUSED, "tests/test_bad_arguments.py"],
    "variants/speeds.py": ["tests/variants/test_recognize.py", "tests/variants/test_invariants.py"],
    "variants/recognize.py": [
        "tests/variants/test_recognize.py",
        "tests/variants/test_bugs.py",
        REFUSED,
    ],
    "variants/compare.py": ["tests/variants/test_compare.py", REFUSED],
    "rotary.py": ["tests/variants/test_tables.py", "tests/test_rotary.py"],
    "lessons/answers.py": ["tests/lessons/test_exercises.py"],
    "lessons/exercise.py": ["tests/lessons/test_exercises.py"],
    "lessons/markdown.py": ["tests/lessons/test_texts.py"],
    "lessons/texts.py": ["tests/lessons/test_texts.py"],
    "figures/cells.py": ["tests/figures/test_cells.py"],
    "live.py": ["tests/live"],
    "explorers/explorer.py": ["tests/explorers", "tests/live/test_follow.py"],
}


def settings(file):
    """Return what mutmut is to know about one file, as a section of pyproject.toml."""
    return f"""
[tool.mutmut]
source_paths = ["posenc_helpers/"]
only_mutate = ["posenc_helpers/{file}"]
also_copy = ["README.md"]
pytest_add_cli_args_test_selection = {json.dumps(TESTS[file])}
process_isolation = "forkserver"
use_git_change_detection = false
timeout_constant = 10.0
timeout_multiplier = 3.0
"""


def prepare(file):
    """Make a folder for mutmut, which reads its settings there and copies the code; return it."""
    folder = WORK / file.removesuffix(".py").replace("/", "_")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in ("posenc_helpers", "tests", "tools", "README.md"):
        (folder / name).symlink_to(ROOT / name)
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (folder / "pyproject.toml").write_text(project + settings(file), encoding="utf-8")
    return folder


def mutmut(folder, *arguments):
    """Run mutmut; return what it prints, without what it overwrites to show that it moves."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    command = [sys.executable, "-m", "mutmut", *arguments]
    run = subprocess.run(command, cwd=folder, env=environment, text=True, stdout=subprocess.PIPE)
    if run.returncode:
        sys.exit(re.sub(r".*\r", "", run.stdout))
    return run.stdout


def results(folder):
    """Return {name of a change: what became of it}, of those that were tried."""
    lines = mutmut(folder, "results", "--all", "true").splitlines()
    found = dict(line.strip().split(": ") for line in lines)
    return {name: state for name, state in found.items() if state != "not checked"}


def change(folder, name):
    """Return a change in words: `function: old line => new line`."""
    lines = mutmut(folder, "show", name).splitlines()
    old, new = (
        " ".join(line[1:].strip() for line in lines if line[0:1] == sign and line[:3] != 3 * sign)
        for sign in "-+"
    )
    function = name.rpartition(".")[2].partition("__mutmut")[0]
    return f"{function.removeprefix('x')[1:].replace('ǁ', '.')}: {old} => {new}"


def harmless():
    """Return {file: changes} of the list. A line that is not indented is a reason."""
    changes, file = defaultdict(set), None
    for line in LIST.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            file = line.strip("[]")
        elif line.startswith(" "):
            changes[file].add(line.strip())
    return changes


def examine(file, every):
    """Try the changes of one file, print the share that was noticed, return the others' words."""
    folder = prepare(file)
    print(f"{file}: ", end="", flush=True)
    mutmut(folder, "run", *([] if every else [FIFTH]))
    found = results(folder)
    missed = [name for name, state in found.items() if state in ("survived", "no tests")]
    killed = len(found) - len(missed)
    print(f"{killed} of {len(found)} killed, {killed / len(found):.1%}", flush=True)
    return [change(folder, name) for name in missed]


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--all", action="store_true", help="every change, not every fifth")
    parser.add_argument("files", nargs="*", help=f"some of: {', '.join(TESTS)}")
    arguments = parser.parse_args()
    if unknown := set(arguments.files) - set(TESTS):
        parser.error(f"no tests are named for {', '.join(sorted(unknown))}")
    listed = harmless()
    unlisted = 0
    for file in arguments.files or TESTS:
        for words in examine(file, arguments.all):
            if words not in listed[file]:
                print(f"    survived: {words}")
                unlisted += 1
    sys.exit(f"{unlisted} changes that no test notices" if unlisted else 0)


if __name__ == "__main__":
    main()
