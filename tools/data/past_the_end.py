"""Train the heads of posenc_helpers/models/training/past_the_end.csv.

    .venv/bin/python -m tools.data.past_the_end

It takes some minutes. Each row is one head with added sinusoids, 200 steps at rate 0.5, and how
often it is right in new texts: inside the window it has learned from, and beyond, from an eighth of
the window past its end up to three windows.
"""

import csv
from pathlib import Path

import numpy as np

from posenc_helpers.models.training.head import Added, Head
from posenc_helpers.models.training.run import accuracy, fewer_if_long, train
from posenc_helpers.models.training.tasks import VOCABULARY, draw_words, word_before

MODELS = Path(__file__).resolve().parents[2] / "posenc_helpers" / "models"
TABLE = MODELS / "training" / "past_the_end.csv"
WINDOWS = {  # of each (d_model, base)
    (16, 2): (64, 128),
    (32, 2): (64, 128, 256),
    (32, 10): (32, 64, 128, 256, 512),
    (32, 100): (128,),
    (32, 1_000): (256,),
    (32, 10_000): (256,),
    (64, 2): (128, 256, 384, 512),
    (64, 3): (256,),
    (64, 10): (256, 512),
    (64, 100): (256,),
    (64, 10_000): (32, 256),
}
SEEDS = range(5)
COLUMNS = "d_model", "base", "seq_len", "seed", "inside", "beyond"


def shares_of_right(d_model, base, seq_len, seed, vocabulary=VOCABULARY, draw=word_before, **how):
    """Return how often one head is right inside and beyond; `how` is passed on to `train`."""
    head = Head(draw_words(vocabulary, d_model, seed=seed), Added(d_model, base))
    how = {"texts": fewer_if_long(16, seq_len), "seed": seed, "draw": draw, **how}
    for _ in train(head, seq_len=seq_len, **how):
        pass
    texts = fewer_if_long(32, seq_len)
    right = accuracy(head, 3 * seq_len, texts=texts, draw=draw, seed=100 + seed)
    return np.nanmean(right[:seq_len]), right[seq_len + seq_len // 8 :].mean()


def rows():
    """Yield the rows of the table."""
    for (d_model, base), windows in WINDOWS.items():
        for seq_len in windows:
            for seed in SEEDS:
                shares = shares_of_right(d_model, base, seq_len, seed)
                yield d_model, base, seq_len, seed, *(f"{share:.3f}" for share in shares)


def main():
    trained = list(rows())
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([COLUMNS, *trained])


if __name__ == "__main__":
    main()
