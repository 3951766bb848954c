"""Write the course as a web site: python -m tools.site [--to FOLDER] [--pyodide FOLDER]"""

import argparse
import sys
from pathlib import Path

from tools.notebooks import Problem
from tools.pages import FEW_STOPS
from tools.site.build import ROOT, in_place_of, write_site
from tools.site.python import VERSION


def parse(arguments):
    parser = argparse.ArgumentParser(prog="make site", description=__doc__.partition(":")[0] + ".")
    parser.add_argument(
        "--to", type=Path, default=ROOT / "build" / "site", metavar="FOLDER",
        help="where to write the site, default: build/site",
    )  # fmt: skip
    parser.add_argument(
        "--pyodide", type=Path, metavar="FOLDER",
        help=f"a distribution of Pyodide {VERSION}, to be put into the site",
    )  # fmt: skip
    parser.add_argument(
        "--stops", type=int, default=FEW_STOPS, help="of a slider without Python, about"
    )
    return parser.parse_args(arguments)


def main(arguments=None):
    """The command line. Return 0, or 1 if there is a problem."""
    options = parse(arguments)
    target = options.to.absolute()
    try:
        with in_place_of(target) as site:
            write_site(site, options.pyodide, options.stops)
    except Problem as problem:
        print(f"make site: {problem}", file=sys.stderr)
        return 1
    files = [path for path in target.rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files) / 1e6
    print(f"{target}: {len(files)} files, {size:.0f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
