"""Run the benchmarks: `python -m benchmarks [NAME ...] [--json FILE]`."""

import argparse
import json
import platform
from pathlib import Path

import numpy as np

from benchmarks import encoder, frames, page, slider, start

# Modules with a function run() that returns a list of Table.
BENCHMARKS = [encoder, frames, start, slider, page]


def main(arguments=None):
    options = parse(arguments)
    environment = describe_environment()
    print(environment)
    report = {name: run(module) for name, module in named().items() if name in options.names}
    if options.json:
        Path(options.json).write_text(as_json(environment, report) + "\n", encoding="utf-8")


def parse(arguments):
    names = list(named())
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Run benchmarks.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"from: {', '.join(names)}")
    parser.add_argument("--json", metavar="FILE", help="write the numbers as JSON")
    options = parser.parse_args(arguments)
    unknown = sorted(set(options.names) - set(names))
    if unknown:
        parser.error(f"no benchmark named {', '.join(unknown)}; there are: {', '.join(names)}")
    options.names = options.names or names
    return options


def named():
    """Return {name: module} in the order of BENCHMARKS."""
    return {module.__name__.rpartition(".")[2]: module for module in BENCHMARKS}


def run(module):
    """Run one benchmark, print its tables and return them."""
    print(f"\n{heading(module)}\n", flush=True)
    tables = module.run()
    for table in tables:
        print(table.markdown(), end="\n\n", flush=True)
    return tables


def heading(module):
    return f"## {module.__doc__.splitlines()[0].removesuffix('.')}"


def describe_environment():
    return (
        f"Python {platform.python_version()}, NumPy {np.__version__}, "
        f"{platform.system()} on {platform.machine()}"
    )


def as_json(environment, report):
    tables = {name: [table._asdict() for table in tables] for name, tables in report.items()}
    return json.dumps({"environment": environment, "benchmarks": tables}, indent=1)


if __name__ == "__main__":
    main()
