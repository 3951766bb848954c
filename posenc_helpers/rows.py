"""What published programs do differently from the paper, and what goes wrong.

The facts and the words are in tables beside the code: conventions.csv, bugs.csv, invariants.csv.
"""

import csv
from pathlib import Path


def rows(table, folder=Path(__file__).parent):
    """Return the rows of a table, beside this file or in another folder: each {column: text}."""
    with (folder / f"{table}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
