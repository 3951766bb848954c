"""Write the course as a web site: python -m tools.site [--to FOLDER] [--pyodide PLACE]"""

import argparse
import importlib.util
import sys
from pathlib import Path

from tools.pages import FEW_STOPS
from tools.site import place
from tools.site.distribution import Distribution
from tools.site.problem import Problem

ROOT = Path(__file__).resolve().parents[2]
NEEDED = (
    "hatchling", "jupyter_server", "jupyterlite_core", "jupyterlite_pyodide_kernel", "math_core",
    "nbconvert", "nbformat", "posenc_helpers",
)  # fmt: skip


def parse(arguments):
    parser = argparse.ArgumentParser(prog="make site", description=__doc__.partition(":")[0] + ".")
    parser.add_argument(
        "--to", type=Path, default=ROOT / "build" / "site", metavar="FOLDER",
        help="where to write the site, default: build/site",
    )  # fmt: skip
    parser.add_argument(
        "--pyodide", metavar="PLACE",
        help="a folder or an address with a distribution of Pyodide, to be put into the site",
    )  # fmt: skip
    parser.add_argument(
        "--stops", type=int, default=FEW_STOPS, help="of a slider without Python, about"
    )
    return parser.parse_args(arguments)


def check_environment():
    """Raise Problem if something is not installed that builds the site."""
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        raise Problem(
            f"{', '.join(missing)} cannot be imported here; `make site` installs what builds "
            "the site into .venv-site and uses it"
        )


def main(arguments=None):
    """The command line. Return 0, or 1 if there is a problem."""
    options = parse(arguments)
    try:
        check_environment()
        target = options.to.absolute()
        place.check(target)
        distribution = Distribution(options.pyodide) if options.pyodide else None
        with place.work_folder(target) as folder:
            from tools.site.build import build  # needs the environment, and takes a while

            build(target, Path(folder), distribution, options.stops)
    except Problem as problem:
        print(f"make site: {problem}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
