"""`python -m posenc_helpers`: is everything there that the course needs, and recent enough?

The bounds come from the installed package's own metadata. Nothing outside the standard library is
imported, so the check works when what it looks for is missing.
"""

import re
import sys
from importlib.metadata import PackageNotFoundError, metadata, requires, version
from pathlib import Path

PACKAGE = "posenc-helpers"
PYTHON = "Python"
KERNEL = "ipykernel"  # runs the notebooks; it comes with jupyterlab and needs no bound of its own


def release(text):
    """The numbers of a version, for comparing: "8.1.10" becomes (8, 1, 10), "4.2.0" (4, 2)."""
    numbers = [int(number) for number in re.match(r"[\d.]*\d", text)[0].split(".")]
    while numbers[1:] and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)


def lower_bounds(requirements):
    """The names and lower bounds: ["numpy>=1.26", "pytest; extra == 'test'"] → {"numpy": "1.26"}.

    What belongs to an extra has a condition after ";" and is left out.
    """
    matches = [re.fullmatch(r"([\w.-]+)\s*>=\s*([\d.]+)", text) for text in requirements]
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


def table():
    """What is needed: a list of (name, version found or None, lower bound or None)."""
    found = installed(PACKAGE)
    bounds, python_bound = {}, None
    if found:
        bounds = lower_bounds(requires(PACKAGE))
        python_bound = metadata(PACKAGE)["Requires-Python"].removeprefix(">=")
    python = ".".join(str(number) for number in sys.version_info[:3])
    rows = [(PYTHON, python, python_bound), (PACKAGE, found, None)]
    rows += [(name, installed(name), bound) for name, bound in bounds.items()]
    return [*rows, (KERNEL, installed(KERNEL), None)]


def repair(rows):
    """The command that mends what is missing or too old, or None when all is well."""
    broken = {name: bound for name, found, bound in rows if state(found, bound) != "ok"}
    if not broken:
        return None
    if PYTHON in broken:
        newer = f"python{broken[PYTHON]}"
        return f"{newer} -m venv .venv   (once Python {broken[PYTHON]} or newer is installed)"
    pip = f'"{sys.executable}" -m pip install'
    if PACKAGE in broken:  # installing the package brings all the rest
        return f'{pip} -e "{Path(__file__).resolve().parents[1]}"'
    wanted = [f'"{name}>={bound}"' if bound else f'"{name}"' for name, bound in broken.items()]
    return f"{pip} --upgrade {' '.join(wanted)}"


def main():
    """Print a line for each version, then the verdict. Return 0 when all is well, else 1."""
    rows = table()
    for name, found, bound in rows:
        verdict = state(found, bound)
        if verdict != "ok" and bound:
            verdict += f" (needed: {bound} or newer)"
        print(f"{name:16}{found or '-':12}{verdict}")
    command = repair(rows)
    print()
    if command is None:
        print("Everything the course needs is here.")
        return 0
    print(f"Not ready yet. This repairs it:\n    {command}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
