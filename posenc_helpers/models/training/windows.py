"""Heads with some of the clocks: how often they are right in texts of up to six windows.

head = clock_head([0, 1, 12])           three of 32 clocks, trained on 96 words
by_window(head)                         shares of right answers: inside, and later
shares_by_seed()["all 32"]              the same, of heads that seven seeds gave
"""

import json
from pathlib import Path

import numpy as np

from posenc_helpers.checks import SWITCH, Positive, Type, Whole, Wholes, takes
from posenc_helpers.models.training import run
from posenc_helpers.models.training.head import Head
from posenc_helpers.models.training.run import two_back, word_before

STORED = Path(__file__).with_name("windows.json")
SEEDS = range(7)
WIDTH, WINDOW, ENDS = 64, 96, (2, 3, 6)  # columns, words of training, windows of tests
LAST = 72  # words of the last window that count: the others are near the window before
SLOW = range(17, 32)  # clocks that make less than 0.15 of a turn in the window
KINDS = {  # the stored heads, as arguments of `clock_head`
    "all 32": {},
    "6 fastest": {"clocks": range(6)},
    "2 fast, 15 slow": {"clocks": [0, 1, *SLOW]},
    "these and clock 12": {"clocks": [0, 1, 12, *SLOW]},
    "only clocks 0 and 1": {"clocks": [0, 1]},
    "all but nine": {"clocks": [*range(8), *SLOW]},
    "base 2, all 32": {"base": 2},
    "base 2, every 4th": {"base": 2, "clocks": range(0, 32, 4)},
    "two back, mask": {"draw": two_back},
    "two back, no mask": {"draw": two_back, "mask": False},
}


@takes(
    clocks=Wholes(0, WIDTH // 2 - 1), base=Positive(), mask=SWITCH, seed=Whole(0),
    draw=run.TEXTS["draw"],
)  # fmt: skip
def clock_head(clocks=range(32), base=10_000.0, *, mask=True, draw=word_before, seed=0):
    """Return a head with these of 32 clocks, trained on 96 words. All other columns hold 0.

    It reads texts of up to 576 words. `draw` is the task, as in `train`. Raises TypeError or
    ValueError for arguments outside their ranges.
    """
    table = run.some_clocks(clocks, WINDOW * ENDS[-1], WIDTH, base)
    head = Head(run.draw_words(run.VOCABULARY, WIDTH, seed=seed), table, mask=mask)
    for _ in run.train(head, seq_len=WINDOW, texts=4, rate=0.1, draw=draw, seed=seed):
        pass
    return head


@takes(head=Type(Head, "a Head"), draw=run.TEXTS["draw"])
def by_window(head, draw=word_before):
    """Return the shares of right answers inside the window, and at the end of 2, 3 and 6 windows.

    The result has shape (4,). Raises TypeError for anything but a Head and a function.
    """
    right = run.accuracy(head, WINDOW * ENDS[-1], texts=8, draw=draw, seed=9)
    parts = slice(WINDOW), *(slice(WINDOW * n - LAST, WINDOW * n) for n in ENDS)
    return np.array([np.nanmean(right[part]) for part in parts])


def shares_by_seed():
    """Return what `by_window` gives for stored heads: {name of KINDS: shape (seeds, 4)}."""
    stored = json.loads(STORED.read_text(encoding="utf-8"))
    return {name: np.array(shares) for name, shares in stored.items()}
