"""Write the course as a web site into build/site: python -m tools.site [--pyodide FOLDER]"""

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

from tools.notebooks import Problem
from tools.site.build import ROOT, write_site
from tools.site.python import VERSION

TARGET = ROOT / "build" / "site"


def main():
    """Build the site beside the one before, and put it in its place when all went well."""
    parser = argparse.ArgumentParser(prog="make site", description=__doc__.partition(":")[0] + ".")
    parser.add_argument(
        "--pyodide", type=Path, metavar="FOLDER",
        help=f"a distribution of Pyodide {VERSION}, to be put into the site",
    )  # fmt: skip
    options = parser.parse_args()
    TARGET.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".site-", dir=TARGET.parent) as folder:
        site = Path(folder, "site")
        site.mkdir()
        try:
            write_site(site, options.pyodide)
        except Problem as problem:
            sys.exit(f"make site: {problem}")
        shutil.rmtree(TARGET, ignore_errors=True)
        site.rename(TARGET)
    print(TARGET)


if __name__ == "__main__":
    main()
