"""Trained heads with RoPE that read longer texts, and what they find there.

    stored_head("far", 3)                   a head that learned to find a marked word anywhere
    found(3, scaling="by parts", scale=4)   near 1.00 and far 0.90: shares of right answers

The heads have 64 columns and learned from texts of 64 words with base 160. They read 256 words.
"near" is a head that learned to predict the previous word. tools/data/longer_heads.py trained and
stored the heads.
"""

from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from posenc_helpers.checks import OneOf, Reals, Type, Whole, takes
from posenc_helpers.encoding import rotations
from posenc_helpers.models.training import run
from posenc_helpers.models.training.head import Head, Rotary
from posenc_helpers.models.training.run import VOCABULARY, accuracy, train

STORED = Path(__file__).with_name("heads.npz")
SEEDS = (0, 1, 2, 3, 8, 9, 10, 11, 12)  # seeds of the training of the stored heads
SHOWN = 4  # heads in the lesson. The other five are for its exercise
WIDTH, BASE, TRAINED, LENGTH = 64, 160.0, 64, 256
MOST_STEPS = 24
RATE = 0.1  # learning rate of further steps
TEXTS, TEXTS_A_STEP = 16, 2  # texts of a test, and of a further step
TASKS = {  # by task: the texts of training and of the test
    "near": (run.word_before, run.word_before),
    "far": (run.marked_word, run.far_marked_word),
}
PLAIN = VOCABULARY // 2  # words 0 to PLAIN - 1 are not marked
HEAD, SEED = Type(Head, "a Head"), Whole(0, len(SEEDS) - 1)


@cache
def _matrices():
    with np.load(STORED) as stored:
        return {task: stored[task].astype(float) for task in TASKS}


@takes(task=OneOf(TASKS), seed=SEED)
def stored_head(task, seed=0, *, scaling="none", scale=1.0, ramp=None):
    """Return the stored head of a task, "near" or "far", as `rotary_head` trained it.

    `scaling`, `scale` and `ramp` say how its pairs are slowed now, as in `rotary_frequencies`. The
    matrix is rounded to float16. Raises TypeError or ValueError for arguments outside their ranges.
    """
    settings = {"scaling": scaling, "scale": scale, "seq_len": TRAINED, "ramp": ramp}
    words = run.draw_words(VOCABULARY, WIDTH, seed=SEEDS[seed])
    head = Head(words, Rotary(WIDTH, BASE, **settings))
    head.matrix = _matrices()[task][seed].copy()
    return head


class Found(NamedTuple):
    """Shares of right answers beyond the first 64 positions."""

    near: float  # of the previous word
    far: float  # of a marked word at position 0


@takes(seed=SEED, steps=Whole(0, MOST_STEPS))
def found(seed, *, scaling="none", scale=1.0, ramp=None, steps=0) -> Found:
    """Return what the two stored heads of this seed find in 256 words, with other settings.

    `scaling`, `scale` and `ramp` are those of `stored_head`. With them, the heads learn `steps`
    more steps, up to 24, from two texts of 256 words each. Raises TypeError or ValueError for
    arguments outside their ranges.
    """
    shares = []
    for task, (drawn, tested) in TASKS.items():
        head = stored_head(task, seed, scaling=scaling, scale=scale, ramp=ramp)
        more = {"seq_len": LENGTH, "texts": TEXTS_A_STEP, "rate": RATE, "draw": drawn, "seed": seed}
        for _ in train(head, steps, **more):
            pass
        right = accuracy(head, LENGTH, texts=TEXTS, draw=tested, seed=seed)
        shares.append(float(np.nanmean(right[TRAINED:])))
    return Found(*shares)


# ------------------------------------------------------------------- a score is a sum of cosines


@takes(head=HEAD)
def waves(head):
    """Return what each pair adds to the score of a query word with a key word, as complex numbers.

    The result has shape (words, words, pairs), for a head with RoPE. A number A e^(i phi) means
    that the pair adds A cos(angle + phi) if the query is rotated by `angle` more than the key.
    Raises TypeError for anything but a Head, and ValueError for a head without RoPE.
    """
    if not isinstance(head.positions, Rotary):
        raise ValueError("head must turn its queries and keys: its positions are no Rotary")
    inputs = head.positions.add(head.words, np.arange(1))
    queries, keys = (np.ascontiguousarray(x).view(complex) for x in (inputs @ head.matrix, inputs))
    return head.positions.factor**2 * queries[:, np.newaxis] * keys.conj()


@takes(head=HEAD)
def scores_by_distance(head):
    """Return the score of each query word with each key word 0 ... 255 tokens back.

    The result has shape (words, words, 256), for a head with RoPE. Scores are the sums of its
    `waves`.
    """
    return (waves(head) @ rotations(np.arange(LENGTH), head.positions.frequencies).T.conj()).real


@takes(head=HEAD, angles=Reals(), seed=Whole(0))
def found_at(head, angles, seed=0) -> float:
    """Return how often a head finds a marked word at position 0, asked for at 64 to 255.

    `angles`, in radians, has shape (256, pairs) and holds the angle of each pair for a key 0 to 255
    tokens back. Any angles are allowed, so a pair may show the angle of another distance. The
    result is from 0 to 1. Raises TypeError or ValueError for arguments of another kind or shape.
    """
    added = waves(head)
    if angles.shape != (LENGTH, added.shape[-1]):
        allowed = f"a row for each distance and a column for each pair, {LENGTH, added.shape[-1]}"
        raise ValueError(f"angles must hold {allowed}, got shape {angles.shape}")
    scores = (added @ np.exp(1j * angles.T)).real
    random = np.random.default_rng([seed, 3])
    text, wanted = run.far_marked_word(random, TEXTS, LENGTH, VOCABULARY)
    words, right = np.eye(VOCABULARY)[text], []
    for p in range(TRAINED, LENGTH):
        row = scores[text[:, [p]], text[:, : p + 1], p - np.arange(p + 1)]
        weights = np.exp(row - row.max(axis=1, keepdims=True))
        answers = np.einsum("tk,tkw->tw", weights, words[:, : p + 1]).argmax(axis=1)
        right.append(answers == wanted[:, p])
    return float(np.mean(right))
