"""What trained heads with RoPE find in texts four times as long, with settings of your choice.

    found(1, scaling="by parts", scale=4)   near 1.00 and far 0.89: shares of right answers

The heads have 64 columns and learned from 64 words with base 160; head `seed` reads 256 words.
"""

from copy import deepcopy
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from posenc_helpers.checks import Real, Whole, takes
from posenc_helpers.models.training.run import accuracy, rotary_head, train
from posenc_helpers.models.training.tasks import far_marked_word, marked_word, word_before

BASE, TRAINED, LENGTH = 160.0, 64, 256
MOST_STEPS = 40
LARGEST_BASE = 1e8
TEXTS, TEXTS_A_STEP = 16, 4  # of a test, of a step of training
TASKS = {  # what is drawn in training and in the test
    "near": (word_before, word_before),
    "far": (marked_word, far_marked_word),
}


class Found(NamedTuple):
    """Shares of right answers beyond the first 64 positions."""

    near: float  # the word before
    far: float  # a marked word at position 0


@takes(seed=Whole(0), base=Real(1, LARGEST_BASE), steps=Whole(0, MOST_STEPS))
def found(seed, *, scaling="none", scale=1.0, ramp=None, base=BASE, steps=0) -> Found:
    """Return what the two heads of this seed find, read with other settings.

    One head learned to find the word before, one a marked word anywhere. `scaling`, `scale` and
    `ramp` are those of `rotary_frequencies`; `base` replaces 160. With these settings the heads
    learn `steps` more steps, up to 40, from texts of 256 words. Takes some seconds.
    """
    settings = {"scaling": scaling, "scale": scale, "ramp": ramp, "base": base}
    found = []
    for task, (drawn, tested) in TASKS.items():
        head = deepcopy(_trained(task, seed))
        vars(head.positions).update(settings)
        for _ in train(head, steps, seq_len=LENGTH, texts=TEXTS_A_STEP, draw=drawn, seed=seed):
            pass
        shares = accuracy(head, LENGTH, texts=TEXTS, draw=tested, seed=seed)
        found.append(float(np.nanmean(shares[TRAINED:])))
    return Found(*found)


@lru_cache(maxsize=8)
def _trained(task, seed):
    return rotary_head(TASKS[task][0], base=BASE, seq_len=TRAINED, seed=seed)
