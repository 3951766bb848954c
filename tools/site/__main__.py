"""Write the course as a web site into build/site: python -m tools.site [--pyodide FOLDER]"""

import argparse
import shutil
import sys
from pathlib import Path

from tools.notebooks import ROOT, Problem
from tools.site.build import write_site
from tools.site.python import VERSION

TARGET = ROOT / "build" / "site"


def main():
    """Build the site, and remove an earlier one first."""
    parser = argparse.ArgumentParser(prog="make site", description=__doc__.partition(":")[0] + ".")
    parser.add_argument("--pyodide", type=Path, help=f"a folder with Pyodide {VERSION} to copy")
    options = parser.parse_args()
    shutil.rmtree(TARGET, ignore_errors=True)
    TARGET.mkdir(parents=True)
    try:
        write_site(TARGET, options.pyodide)
    except Problem as problem:
        sys.exit(f"make site: {problem}")
    print(TARGET)


if __name__ == "__main__":
    main()
