"""What trained heads find in texts longer than those they learned from: eight seeds of each trial.

The answers stand in longer_texts.csv, which `python tools/longer_texts.py` writes.
"""

from __future__ import annotations

import csv
from pathlib import Path
from typing import NamedTuple

import numpy as np

STORED = Path(__file__).with_name("longer_texts.csv")
SEEDS = range(8)
TASKS = ("near", "far")


class Trial(NamedTuple):
    """A head with RoPE of 64 columns, trained on `seq_len` words and read with `length`."""

    task: str  # "near", the word before; "far", a marked word at position 0
    base: float
    seq_len: int
    length: int
    scaling: str = "none"


def stored_shares():
    """Return the stored shares of all trials: {Trial: array of one share for each seed}."""
    with STORED.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return {
        Trial(
            row["task"], float(row["base"]), int(row["seq_len"]), int(row["length"]), row["scaling"]
        ): np.array([float(row[f"seed {seed}"]) for seed in SEEDS])
        for row in rows
    }
