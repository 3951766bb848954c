"""Try the sample of mutants: changes of one line each, which a test should notice.

    make mutants                    all of tests/mutants.csv
    make mutants ARGS=figures/      those of files with "figures/" in their path

A line is changed in its file while the tests of its row run, and then restored, so leave the
project alone meanwhile. The command fails if a result differs from the stored one. A test that
fails without a mutant as well makes every result "killed": run `make test` first.
"""

import csv
import re
import sys
from pathlib import Path

from cosmic_ray.testing import run_tests
from cosmic_ray.util import restore_contents


def try_out(path, before, after, tests):
    """Return what becomes of a mutant, and the first test that fails."""
    code = path.read_text(encoding="utf-8") if path.exists() else ""
    if code.count(before) != 1:
        return "line not found", []
    with restore_contents(path):
        path.write_text(code.replace(before, after), encoding="utf-8")
        outcome, printed = run_tests(f"{sys.executable} -m pytest -xq {tests}", timeout=600)
    failed = re.findall(r"^(?:FAILED|ERROR) (\S+)", printed, re.M)
    ran = failed or printed == "timeout" or " passed" in printed
    return outcome.value if ran else "no test ran", failed


part, differences = "".join(sys.argv[1:]), 0
for row in csv.DictReader(Path("tests/mutants.csv").read_text(encoding="utf-8").splitlines()):
    if part in row["file"]:
        result, by = try_out(Path(row["file"]), row["before"], row["after"], row["tests"])
        differences += result != row["result"]
        print(f"{result} (was {row['result']}): {row['file']}: {row['after']}", *by, flush=True)
sys.exit(differences > 0)
