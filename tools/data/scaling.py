"""Train the heads of posenc_helpers/models/rope/scaling.csv.

    .venv/bin/python -m tools.data.scaling

It takes some minutes, and writes what they find in texts longer than those they learned from.
"""

import csv
from copy import deepcopy
from functools import lru_cache
from pathlib import Path

import numpy as np

from posenc_helpers.models.rope.scaling import SCALINGS, SEEDS, STORED, Trial
from posenc_helpers.models.training.run import accuracy, rotary_head, train
from posenc_helpers.models.training.tasks import far_marked_word, marked_word, word_before

TEXTS = 16  # of each test
DRAWN = {  # what is drawn in training and in the test
    "near": (word_before, word_before),
    "far": (marked_word, far_marked_word),
}
CHANGED = [  # the scaling, another base, and how many more steps with long texts
    ("none", 0.0, 40), ("interpolation", 0.0, 40), ("none", 3_000.0, 0),
    ("none", 10_000.0, 0), ("none", 10_000.0, 40),
]  # fmt: skip
TRIALS = [
    *(Trial(task, 160.0, 64, 256, scaling) for task in DRAWN for scaling in SCALINGS),
    *(Trial(task, 160.0, 64, 256, *changed) for task in DRAWN for changed in CHANGED),
    *(Trial("far", base, 32, 128) for base in (30.0, 100.0, 300.0, 10_000.0)),
    *(Trial("far", base, 128, 128) for base in (30.0, 100.0, 300.0, 10_000.0)),
]


def share_found(trial, seed):
    """Return the share of right answers of one head beyond the first quarter of `length`.

    Heads that learn from texts a quarter as long have seen none of these positions.
    """
    drawn, tested = DRAWN[trial.task]
    head = deepcopy(_trained(drawn, trial.base, trial.seq_len, seed))
    head.positions.scaling, head.positions.scale = trial.scaling, trial.length / trial.seq_len
    head.positions.base = trial.new_base or trial.base
    for _ in train(head, trial.more, seq_len=trial.length, texts=4, draw=drawn, seed=seed):
        pass
    shares = accuracy(head, trial.length, texts=TEXTS, draw=tested, seed=seed)
    return float(np.nanmean(shares[trial.length // 4 :]))


@lru_cache(maxsize=2)  # the same head is tested with each scaling
def _trained(drawn, base, seq_len, seed):
    return rotary_head(drawn, base=base, seq_len=seq_len, seed=seed)


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
