"""`python -m posenc_helpers`: is everything there that the course needs, and recent enough?

JupyterLab opens the course on your own machine. Colab and VS Code open it without JupyterLab, so
the check says where it is missing and does not fail. The bounds come from the installed package's
own metadata. The check imports nothing outside the standard library, so it works when what it
looks for is missing.
"""

import re
import sys
from argparse import ArgumentParser
from importlib.metadata import PackageNotFoundError, metadata, requires, version
from pathlib import Path

PACKAGE = "posenc-helpers"
PYTHON = "Python"
LAB = "lab"  # the extra that opens the course
READY = "Everything the course needs is here."
BROKEN = "Not ready yet. This repairs it:"
NO_LAB = "Colab and VS Code need nothing more. This installs JupyterLab on your own machine:"


def release(text):
    """The numbers of a version, for comparing: "8.1.10" becomes (8, 1, 10), "4.2.0" (4, 2)."""
    numbers = [int(number) for number in re.match(r"[\d.]*\d", text)[0].split(".")]
    while numbers[1:] and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)


def lower_bounds(requirements, extra=None):
    """The names and lower bounds of what is always needed, or of what one extra adds.

    ["numpy>=1.26", "jupyterlab>=4.2; extra == 'lab'"] gives {"numpy": "1.26"}, and with "lab"
    {"jupyterlab": "4.2"}.
    """
    condition = rf"\s*;\s*extra\s*==\s*['\"]{extra}['\"]" if extra else ""
    pattern = re.compile(rf"([\w.-]+)\s*>=\s*([\d.]+){condition}")
    matches = [pattern.fullmatch(text) for text in requirements]
    return {match[1]: match[2] for match in matches if match}


def installed(name):
    """The installed version of a package, or None."""
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def state(found, bound):
    """One of "ok", "too old" and "missing". Without a bound any version will do."""
    if found is None:
        return "missing"
    return "ok" if bound is None or release(found) >= release(bound) else "too old"


def rows(bounds):
    """A list of (name, version found or None, lower bound) for {name: lower bound}."""
    return [(name, installed(name), bound) for name, bound in bounds.items()]


def tables():
    """Two lists of (name, version found or None, lower bound or None): the helpers and `lab`."""
    python = ".".join(str(number) for number in sys.version_info[:3])
    found = installed(PACKAGE)
    if found is None:
        return [(PYTHON, python, None), (PACKAGE, None, None)], []
    bound = metadata(PACKAGE)["Requires-Python"].removeprefix(">=")
    own = [(PYTHON, python, bound), (PACKAGE, found, None)]
    helpers, lab = (rows(lower_bounds(requires(PACKAGE), extra)) for extra in (None, LAB))
    said = {name for name, *_ in helpers}  # JupyterLab may ask more of them: said where that fails
    return own + helpers, [row for row in lab if row[0] not in said or state(*row[1:]) != "ok"]


def repair(table):
    """The command that repairs what is missing or too old, or None when all is well."""
    broken = {name: bound for name, found, bound in table if state(found, bound) != "ok"}
    if not broken:
        return None
    if PYTHON in broken:
        newer = f"python{broken[PYTHON]}"
        return f"{newer} -m venv .venv   (once Python {broken[PYTHON]} or newer is installed)"
    pip = f'"{sys.executable}" -m pip install'
    if PACKAGE in broken:  # installing the package brings all the rest
        return f'{pip} -e "{Path(__file__).resolve().parents[1]}[{LAB}]"'
    wanted = [f'"{name}>={bound}"' for name, bound in broken.items()]
    return f"{pip} --upgrade {' '.join(wanted)}"


def line(name, found, bound):
    """What is printed about one package."""
    verdict = state(found, bound)
    if verdict != "ok" and bound:
        verdict += f" (needed: {bound} or newer)"
    return f"{name:16}{found or '-':12}{verdict}"


def main(arguments=()):
    """Print a line for each version, then the verdict. Return 0 when the helpers work, else 1."""
    about = __doc__.partition("\n")[0].partition(": ")[2]
    ArgumentParser(prog="python -m posenc_helpers", description=about).parse_args(arguments)
    helpers, lab = tables()
    print(*(line(*row) for row in helpers + lab), "", sep="\n")
    repairs = {BROKEN: repair(helpers), NO_LAB: repair(lab)}
    needed = [f"{words}\n    {command}" for words, command in repairs.items() if command]
    print("\n".join(needed) or READY)
    return 1 if repairs[BROKEN] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
