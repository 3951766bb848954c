"""What published programs do differently from the paper, and what goes wrong.

The facts and the words stand in tables beside the code: conventions.csv, bugs.csv, invariants.csv.
"""

import csv
from pathlib import Path


def rows(table):
    """Return the rows of a table beside this file, each as {column: text}."""
    path = Path(__file__).with_name(f"{table}.csv")
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
