"""Run the benchmarks: `python -m benchmarks [NAME ...]`."""

import platform
import sys

import numpy as np

from benchmarks import frames, slider

MODULES = {"frames": frames, "slider": slider}


def main(names):
    if unknown := ", ".join(sorted(set(names) - set(MODULES))):
        sys.exit(f"no benchmark named {unknown}; there are: {', '.join(MODULES)}")
    print(f"Python {platform.python_version()}, NumPy {np.__version__}, {platform.platform()}")
    for name in names:
        for title, *table in MODULES[name].run():
            print(f"\n{title}\n")
            for row in (table[0], *table[1]):
                print(" | ".join(f"{one:.3g}" if isinstance(one, float) else one for one in row))


if __name__ == "__main__":
    main(sys.argv[1:] or list(MODULES))
