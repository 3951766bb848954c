"""Read the package's small tables."""

import csv
from pathlib import Path


def rows(path: Path) -> list[dict[str, str]]:
    """Return the rows of a CSV file in UTF-8, each as {column: text}."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
