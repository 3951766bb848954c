"""Run the benchmarks: `python -m benchmarks [NAME ...]`."""

import argparse
import platform

import numpy as np

from benchmarks import encoder, frames, page, slider
from tools.browser.lab import HOW_TO_INSTALL, chromium

MODULES = {"encoder": encoder, "frames": frames, "slider": slider, "page": page}
IN_BROWSER = (slider, page)


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Run benchmarks.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"from: {', '.join(MODULES)}")
    names = parser.parse_args(arguments).names or list(MODULES)
    if unknown := ", ".join(sorted(set(names) - set(MODULES))):
        parser.error(f"no benchmark named {unknown}; there are: {', '.join(MODULES)}")
    print(f"Python {platform.python_version()}, NumPy {np.__version__}, {platform.platform()}")
    for name in names:
        run(MODULES[name])


def run(module):
    """Run one benchmark and print its tables, or what is missing."""
    print(f"\n## {module.__doc__.splitlines()[0].removesuffix('.')}\n", flush=True)
    if module in IN_BROWSER and not chromium():
        return print(f"Not measured: {HOW_TO_INSTALL}")
    for table in module.run():
        print(table.markdown(), end="\n\n", flush=True)


if __name__ == "__main__":
    main()
