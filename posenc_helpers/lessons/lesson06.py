"""What lesson 06 asks: similarity and a head made by hand."""

from __future__ import annotations

from functools import cache

import numpy as np

from posenc_helpers.attention import softmax
from posenc_helpers.encoding import positional_encoding, shift_matrix, similarity
from posenc_helpers.lessons.exercise import Case, Exercise, cases, recipe, unused
from posenc_helpers.lessons.prediction import Prediction

SIMILARITY_FROM_DISTANCE = Exercise(
    name="similarity_from_distance",
    question=(
        "Two codes are `distance` apart: that is the length of PE(p) - PE(q). Write a function of "
        "distance and d_model that returns their similarity k."
    ),
    right=(
        "All codes have the same length, so their distance and their similarity say the same thing."
    ),
    hint=(
        "Start from distance² = d (1 - k) and solve for k. "
        "The d comes from the squared lengths of the two codes, d/2 each."
    ),
    solution="""\
def similarity_from_distance(distance, d_model):
    return 1 - distance**2 / d_model


check.similarity_from_distance(similarity_from_distance)""",
    cases=cases((2.0, 8), (0.0, 64), (1.5, 64), (8.0, 64), (20.0, 512), names="distance d_model"),
    expected=lambda distance, d_model: 1 - distance**2 / d_model,
    within=1e-6,
    mistakes={
        "You treated the codes as vectors of length 1. Each pair has length 1, and there are d/2 "
        "pairs: the squared length of a code is d/2.": lambda distance, d_model: (
            1 - distance**2 / 2
        ),
        "You took d as the squared length of a code. In each pair sine² + cosine² is 1, and there "
        "are d/2 pairs.": lambda distance, d_model: 1 - distance**2 / (2 * d_model),
        "You divided by d/2, the squared length of one code. The squared distance contains both "
        "of them.": lambda distance, d_model: 1 - distance**2 / (d_model / 2),
        "The square is missing. It is the squared distance that is d (1 - k).": (
            lambda distance, d_model: 1 - distance / d_model,
            lambda distance, d_model: 1 - distance / np.sqrt(d_model),
        ),
        "You returned 1 - k. Equal codes have distance 0 and similarity 1.": (
            lambda distance, d_model: distance**2 / d_model
        ),
        "That is the dot product itself. Divide by d/2 to get k.": (
            lambda distance, d_model: (d_model - distance**2) / 2
        ),
        "You computed a distance from a similarity. The question asks for the reverse.": (
            lambda distance, d_model: np.sqrt(d_model * np.maximum(0, 1 - distance))
        ),
    },
)


def _shrinking(d_model, steps):
    k = similarity(np.arange(steps + 1), d_model)
    return np.sum(np.diff(k) > 0)


def _nearer_than_before(d_model, steps):
    k = similarity(np.arange(steps + 1), d_model)
    return np.sum(k[1:] > np.minimum.accumulate(k)[:-1])


SHRINKING_STEPS = Exercise(
    name="shrinking_steps",
    question=(
        "Walk away from a position one token at a time: from distance 0 to 1, and so on up to "
        "`steps`. Write a function of d_model and steps that returns how many of these steps "
        "bring the two codes nearer to each other (base 10,000)."
    ),
    right="Fewer columns, more ripple: at d_model 16 about every second step leads back.",
    hint=(
        "Compute k for all distances from 0 up to and including `steps`. Codes come nearer where "
        "k grows: look at the signs of `np.diff(k)`."
    ),
    solution="""\
def shrinking_steps(d_model, steps):
    omega = 10_000 ** (-2 * np.arange(d_model // 2) / d_model)
    k = np.cos(np.outer(np.arange(steps + 1), omega)).mean(axis=1)
    return np.sum(np.diff(k) > 0)


check.shrinking_steps(shrinking_steps)""",
    cases=cases(
        *((512, 99), (512, 43), (512, 44), (16, 6), (16, 200), (2, 50), (1024, 94)),
        names="d_model steps",
    ),
    expected=_shrinking,
    mistakes={
        "You counted the steps that lead away. The codes come nearer where their distance gets "
        "smaller, and that is where k grows.": lambda d_model, steps: (
            steps - _shrinking(d_model, steps)
        ),
        "You left out the last step. For `steps` steps you need steps + 1 distances: "
        "`np.arange(steps + 1)`.": lambda d_model, steps: _shrinking(d_model, steps - 1),
        "You counted one step too many: the walk ends at distance `steps`.": (
            lambda d_model, steps: _shrinking(d_model, steps + 1)
        ),
        "You compared each distance with all the earlier ones. Compare it with the one a step "
        "before.": _nearer_than_before,
        "You assumed that similarity only falls. It falls on the whole, with ripples.": 0,
        unused("d_model"): (
            lambda d_model, steps: _shrinking(512, steps),
            lambda d_model, steps: _shrinking(64, steps),
        ),
    },
)


def _scores(table, sharpness, offset=-1):
    return sharpness * (table @ shift_matrix(offset, table.shape[1]).T) @ table.T


def _head(table, sharpness, offset=-1):
    return softmax(_scores(table, sharpness, offset))


def _moved(rows):
    """Return a head that moves the rows of the table in place of turning them."""
    return lambda table, sharpness: softmax(sharpness * rows(table) @ table.T)


def _masked(table, sharpness):
    scores = _scores(table, sharpness)
    return softmax(np.where(np.tri(len(scores)), scores, -np.inf))


@recipe
def _table(seq_len, d_model, sharpness):
    label = f"a table of {seq_len} positions, d_model={d_model} and sharpness={sharpness}"
    return Case((positional_encoding(seq_len, d_model), sharpness), label)


PREVIOUS_TOKEN_HEAD = Exercise(
    name="previous_token_head",
    question=(
        "`table` holds the codes of the positions 0 to L - 1, one in each row (base 10,000). Write "
        "a function of table and sharpness that returns the attention weights, shape (L, L): row "
        "p is the softmax over q of sharpness times (M PE(p)) · PE(q), where M turns the query "
        "back by one token. No mask, no division by √d."
    ),
    right="One matrix works for all positions: it turns every query to the code before its own.",
    hint=(
        "`shift_matrix(-1, d_model)` is M. The codes are the rows of `table`, so all queries at "
        "once are `table @ M.T`. Multiply by `table.T`, and take a softmax along each row."
    ),
    solution="""\
from posenc_helpers import shift_matrix, softmax


def previous_token_head(table, sharpness):
    queries = table @ shift_matrix(-1, table.shape[1]).T
    return softmax(sharpness * queries @ table.T)


check.previous_token_head(previous_token_head)""",
    cases=(_table(6, 16, 2.0), _table(32, 64, 1.0), _table(20, 8, 0.5), _table(64, 128, 4.0)),
    expected=_head,
    within=1e-6,
    mistakes={
        "Your head looks one token ahead. Turn the query by -1. If you did, look at `.T`: the "
        "codes are rows, and `table @ M` turns them the other way.": (
            lambda table, sharpness: _head(table, sharpness, 1)
        ),
        "Your head looks at its own position: the query is not turned. A raw dot product is "
        "largest with itself.": lambda table, sharpness: _head(table, sharpness, 0),
        "You moved the rows of the table by one. That is right for all rows but the first: its "
        "query is PE(-1), which is not in the table, and is not the last row either.": (
            _moved(lambda table: np.roll(table, 1, axis=0)),
            _moved(lambda table: np.vstack([table[:1], table[:-1]])),
        ),
        "Your columns add up to 1. It is the rows that should: each query divides its attention "
        "among the keys.": lambda table, sharpness: softmax(_scores(table, sharpness).T).T,
        "Your table is transposed: rows are queries, columns are keys.": (
            lambda table, sharpness: _head(table, sharpness).T
        ),
        "Your function does not use its argument `sharpness`.": (
            lambda table, sharpness: _head(table, 1)
        ),
        "You divided the scores by √d. Here `sharpness` multiplies the plain dot product.": (
            lambda table, sharpness: _head(table, sharpness / np.sqrt(table.shape[1]))
        ),
        "You divided the dot products by d/2. Here `sharpness` multiplies the plain dot "
        "product.": lambda table, sharpness: _head(table, 2 * sharpness / table.shape[1]),
        "You masked the keys after the query. This head has no mask.": _masked,
        "These are the scores. The softmax along each row is missing.": _scores,
    },
)


@cache
def _smallest(d_model, more_than):
    """Return the smallest sharpness at which each position gives this much to the one before."""
    table = positional_encoding(64, d_model)
    return next(
        sharpness
        for sharpness in (0.25, 0.5, 1, 2, 4, 8, 16)
        if np.diagonal(_head(table, sharpness), -1).min() > more_than
    )


SMALLEST_SHARPNESS = Exercise(
    name="smallest_sharpness",
    question=(
        "64 positions, base 10,000, no mask, and now d_model 128. What is the smallest sharpness "
        "among 0.25, 0.5, 1, 2, 4, 8, 16 at which every position p from 1 on gives more than 0.99 "
        "of its attention to p - 1?"
    ),
    right=(
        "For d_model 16, 64, 128 and 512 it is 16, 8, 4 and 1. Over more pairs the dot product "
        "gives the position before a larger lead, so a wide head needs less sharpness."
    ),
    hint=(
        "Use the function `head` of this lesson and try one sharpness after the other. "
        "`np.diagonal(weights, -1)` holds what each position gives to the one before."
    ),
    solution="""\
from posenc_helpers import shifted_attention

for answer in (0.25, 0.5, 1, 2, 4, 8, 16):
    weights = shifted_attention(64, 128, offset=-1, sharpness=answer)
    if np.diagonal(weights, -1).min() > 0.99:
        break
check.smallest_sharpness(answer)""",
    expected=lambda: _smallest(128, 0.99),
    mistakes={
        "That is the answer for d_model 64. A wider code needs less.": lambda: _smallest(64, 0.99),
        "There every position gives more than 0.9 to the one before. It has to be more than "
        "0.99.": lambda: _smallest(128, 0.9),
        "There the position before gets more than half of the attention of every row. It has "
        "to be more than 0.99.": lambda: _smallest(128, 0.5),
        "There the position before gets more than any other position, but less than half of the "
        "attention. It has to be more than 0.99.": 0.25,
        "That is sharp enough, but a smaller one of these numbers will do.": 16,
        "That is enough at d_model 512. A narrower code needs more.": lambda: _smallest(512, 0.99),
    },
)

EXERCISES = (
    SIMILARITY_FROM_DISTANCE, SHRINKING_STEPS, PREVIOUS_TOKEN_HEAD, SMALLEST_SHARPNESS,
)  # fmt: skip

PREDICTIONS = (
    Prediction(
        name="each_step_away",
        question=(
            "Two codes start at the same position, d_model 512. You move one of them away, "
            "token by token, 99 times. Does every step make the distance between the two "
            "codes larger?"
        ),
        replies={
            "Yes, every step.": (
                "That is true of the distance in tokens. The distance of the codes adds up "
                "what 256 clocks say, and the fast ones come back to their start again and again."
            ),
            "Almost: some steps make it smaller.": (
                "13 of the 99 steps make it smaller. The first is the step from 43 to 44 tokens. "
                "On the whole the distance grows, about as a logarithm does."
            ),
            "No: after 6.28 tokens they meet again.": (
                "Clock 0 is back after 6.28 tokens, but the other 255 are not. A code repeats "
                "only if all clocks return at once."
            ),
        },
        right=1,
        try_it=(
            "press “512 columns” and look at the curve below on the left. Then drag `d_model` "
            "down: the ripples grow."
        ),
    ),
    Prediction(
        name="before_or_after",
        question=(
            "Take the dot product of PE(20) with PE(19), and with PE(21). Does it tell the "
            "token before from the token after?"
        ),
        replies={
            "Yes: the one before is more similar.": (
                "Reading has a direction, and so have the clocks. But the raw dot product of two "
                "codes depends on their distance alone."
            ),
            "No: both dot products are equal.": (
                "A dot product of two codes depends on cosines of their distance, and the cosine "
                "of -1 is the cosine of 1."
            ),
            "No, and no query made from PE(20) can.": (
                "The raw dot product can't. Turn PE(20) first by a shift of -1: the query is "
                "then PE(19), and it is most similar to the token before."
            ),
        },
        right=1,
        try_it="press “raw dot product”. Then move `offset` to -1, and to 1.",
    ),
)
