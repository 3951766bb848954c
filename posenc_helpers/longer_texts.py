"""What trained heads find in texts longer than those they learned from: eight seeds of each trial.

The answers stand in longer_texts.csv. `python -m posenc_helpers.longer_texts` trains all the heads
again, some minutes long, and writes that file.
"""

from __future__ import annotations

import csv
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from posenc_helpers.scaling import SCALINGS
from posenc_helpers.tasks import far_marked_word, marked_word, word_before
from posenc_helpers.training import accuracy, rotary_head

STORED = Path(__file__).with_name("longer_texts.csv")
SEEDS = range(8)
TEXTS = 16  # of each test
TASKS = {  # what is drawn in training and in the test
    "near": (word_before, word_before),
    "far": (marked_word, far_marked_word),
}


class Trial(NamedTuple):
    """A head with RoPE of 64 columns, trained on `seq_len` words and read with `length`."""

    task: str  # "near", the word before; "far", a marked word at position 0
    base: float
    seq_len: int
    length: int
    scaling: str = "none"


TRIALS = [
    *(Trial(task, 160.0, 64, 256, scaling) for task in TASKS for scaling in SCALINGS),
    *(Trial("far", base, 32, 128) for base in (30.0, 100.0, 300.0, 10_000.0)),
    *(Trial("far", base, 128, 128) for base in (30.0, 100.0, 300.0, 10_000.0)),
]


def share_found(trial, seed):
    """Return the share of right answers of one head beyond the first quarter of `length`.

    Heads that learn from texts a quarter as long have seen none of these positions.
    """
    drawn, tested = TASKS[trial.task]
    head = _trained(drawn, trial.base, trial.seq_len, seed)
    head.positions.scaling, head.positions.scale = trial.scaling, trial.length / trial.seq_len
    shares = accuracy(head, trial.length, texts=TEXTS, draw=tested, seed=seed)
    return float(np.nanmean(shares[trial.length // 4 :]))


@lru_cache(maxsize=2)  # the same head is tested with each scaling
def _trained(drawn, base, seq_len, seed):
    return rotary_head(drawn, base=base, seq_len=seq_len, seed=seed)


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


def write_shares(path=STORED):
    """Train and test the heads of all trials, and write what they found into a file."""
    found = {(trial, seed): None for trial in TRIALS for seed in SEEDS}
    for trial, seed in sorted(found, key=lambda one: (*one[0][:4], one[1])):
        found[trial, seed] = share_found(trial, seed)
    with Path(path).open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([*Trial._fields, *(f"seed {seed}" for seed in SEEDS)])
        for trial in TRIALS:
            writer.writerow([*trial, *(f"{found[trial, seed]:.4f}" for seed in SEEDS)])


if __name__ == "__main__":
    write_shares()
