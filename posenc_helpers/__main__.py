"""`python -m posenc_helpers`: is everything there that the course needs, and recent enough?

`python -m posenc_helpers settings config.json` says what the settings of a model with RoPE mean,
and `python -m posenc_helpers dumped array.npy` what an array of its positions holds.

JupyterLab opens the course on your own machine. Colab and VS Code open it without JupyterLab, so
the check names it where it is missing and does not fail. The bounds come from the installed
package's own metadata. The check imports nothing outside the standard library, so it works when
what it looks for is missing.
"""

import re
import sys
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

# Name and lower bound of what the helpers or JupyterLab need, and of no other extra.
REQUIREMENT = re.compile(r"""([\w.-]+)\s*>=\s*([\d.]+)(?:\s*;\s*extra\s*==\s*['"]lab['"])?""")
USAGE = "usage: python -m posenc_helpers [settings config.json | dumped array.npy]"
PIP = f'    "{sys.executable}" -m pip install'


def release(text):
    """Return the numbers of a version, for comparing: "8.1.10" becomes [8, 1, 10]."""
    return [int(number) for number in re.findall(r"\d+", text)[:3]]


def installed(name):
    """Return the installed version of a package, or "" if there is none."""
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def main():
    """Print a line for each package, then the command that repairs the installation.

    Return 0 when the helpers work, else 1.
    """
    if not installed("posenc-helpers"):
        print(f'Not installed yet:\n{PIP} -e "{Path(__file__).resolve().parents[1]}[lab]"')
        return 1
    broken = {}
    matches = map(REQUIREMENT.fullmatch, requires("posenc-helpers"))
    for name, bound in dict(one.groups() for one in matches if one).items():
        found = installed(name)
        good = found and release(found) >= release(bound)
        print(f"{name:16}{found or '-':12}{'ok' if good else f'needed: {bound} or newer'}")
        if not good:
            broken[name] = f'"{name}>={bound}"'
    repair = f"This installs the missing packages:\n{PIP} --upgrade {' '.join(broken.values())}"
    print(f"\n{repair if broken else 'Everything the course needs is here.'}")
    return 1 if set(broken) - {"jupyterlab"} else 0


def report(kind, path):
    """Print what a config.json or a dumped array says; return 0, or 2 when it cannot be read."""
    try:
        print(_settings(path) if kind == "settings" else _dumped(path))
    except OSError as fault:
        print(f"{path} cannot be read: {fault.strerror}", file=sys.stderr)
        return 2
    except (TypeError, ValueError) as fault:
        print(fault, file=sys.stderr)
        return 2
    return 0


def _settings(path):
    from posenc_helpers.doctor import report

    return report(path)


def _dumped(path):
    import numpy as np

    from posenc_helpers.dumped import identify

    with open(path, "rb") as file:
        if file.read(6) != b"\x93NUMPY":
            raise ValueError(f"{path} must be an array saved by numpy.save, got other bytes")
        file.seek(0)
        return identify(np.load(file, allow_pickle=False)).reason


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] in ("settings", "dumped"):
        sys.exit(report(*sys.argv[1:]))
    sys.exit(main() if len(sys.argv) == 1 else USAGE)
