"""What lesson 10 asks: turned queries and keys, and longer texts."""

from __future__ import annotations

import numpy as np

from posenc_helpers.encoding import angular_frequencies, similarity
from posenc_helpers.lessons.exercise import Case, Exercise, cases, recipe, unused
from posenc_helpers.lessons.prediction import Prediction
from posenc_helpers.rotary import ntk_base

SCORE_FAR_OUT = Exercise(
    name="score_far_out",
    question=(
        "A head has two columns, one pair, and ω₀ = 1. Query and key are both (1, 1) before they "
        "are turned. What is their score, the query at position 1,007 and the key at position "
        "1,004? Give it to 3 decimals."
    ),
    right="Only the three tokens between them count: the score is 2 cos 3, here and everywhere.",
    hint="Turning both by the same angle changes no dot product. By how much more does one turn?",
    solution="""\
answer = 2 * np.cos(3)
check.score_far_out(answer)""",
    expected=2 * np.cos(3),
    decimals=3,
    mistakes={
        "You left out the length of the vectors: (1, 1) · (1, 1) is 2.": np.cos(3),
        "That is the score before turning. The query turns three radians further than the key.": 2,
        "You added the angles. A dot product sees their difference.": 2 * np.cos(2_011),
        "You turned the query alone. The key is turned, too, by its own position.": 2
        * np.cos(1_007),
        "You turned the key alone. The query is turned, too, by its own position.": 2
        * np.cos(1_004),
        "You took the angle for degrees. ω₀ = 1 is one radian per token.": 2
        * np.cos(np.radians(3)),
        "The sign is wrong: three radians are nearly half a turn, so the score is negative.": -2
        * np.cos(3),
    },
)


def _turned(vector, angles, sign=1):
    """Return a vector in halves, turned anticlockwise, or clockwise with sign -1."""
    x, y = np.split(np.asarray(vector), 2)
    cosines, sines = np.cos(angles), sign * np.sin(angles)
    return np.concatenate([x * cosines - y * sines, x * sines + y * cosines])


def _turned_neighbours(vector, angles):
    x, y = vector[0::2], vector[1::2]
    cosines, sines = np.cos(angles), np.sin(angles)
    return np.stack([x * cosines - y * sines, x * sines + y * cosines], axis=1).ravel()


def _turned_into_neighbours(vector, angles):
    return _turned(vector, angles).reshape(2, -1).T.ravel()


def _repeated(vector, angles):
    x, y = np.split(np.asarray(vector), 2)
    by = np.repeat(angles, 2)
    return vector * np.cos(by) + np.concatenate([-y, x]) * np.sin(by)


def _reflected(vector, angles):
    x, y = np.split(np.asarray(vector), 2)
    by = np.tile(angles, 2)
    return vector * np.cos(by) + np.concatenate([y, x]) * np.sin(by)


@recipe
def _vector(d_head, position):
    vector = np.random.default_rng(d_head).normal(size=d_head).round(2)
    label = f"a vector of {d_head} columns and the angles of position {position}"
    return Case((vector, position * angular_frequencies(d_head)), label)


TURN_HALVES = Exercise(
    name="turn_halves",
    question=(
        "`vector` is a query in halves: columns i and i + d/2 are the pair (x, y). `angles` holds "
        "the angle of each pair. Write a function of vector and angles that returns the vector "
        "turned anticlockwise, in halves again."
    ),
    right="This is the turn of GPT-NeoX, and of Llama in Hugging Face Transformers.",
    hint=(
        "Split the vector into x, the first half, and y, the second. The turned pair is "
        "(x cos − y sin, x sin + y cos). Put the two halves one after the other."
    ),
    solution="""\
def turn_halves(vector, angles):
    x, y = np.split(vector, 2)
    c, s = np.cos(angles), np.sin(angles)
    return np.concatenate([x * c - y * s, x * s + y * c])


check.turn_halves(turn_halves)""",
    cases=(_vector(4, 1), _vector(8, 3), _vector(6, 0), _vector(64, 100)),
    expected=_turned,
    within=1e-6,
    mistakes={
        "You turned clockwise. That is the way of the clocks, and of PE(p); the programs turn the "
        "other way. Look at the two signs in front of the sine.": (
            lambda vector, angles: _turned(vector, angles, -1)
        ),
        "You paired neighbouring columns. In halves, column i goes with column i + d/2.": (
            _turned_neighbours
        ),
        "The turn is right, but the result has its pairs side by side. Give it in halves.": (
            _turned_into_neighbours
        ),
        "Your angles stand side by side, for neighbours. In halves, both halves have the same "
        "angles in the same order: `np.tile`, not `np.repeat`.": _repeated,
        "A minus is missing. In (x cos − y sin, x sin + y cos) one of the sines is subtracted; "
        "with two plus signs the length changes.": _reflected,
        "You returned the vector as it was.": lambda vector, _angles: vector,
    },
)

NTK_BASE = Exercise(
    name="ntk_base",
    question=(
        "Write a function of scale, d_head and base that returns the base with which the slowest "
        "pair turns exactly `scale` times as slowly."
    ),
    right="Pair 0 has exponent 0 and keeps its speed; the pairs between are slowed in between.",
    hint=(
        "The slowest pair has ω = b^(−(d−2)/d). Write the same with the new base, set it equal to "
        "ω divided by the scale, and solve for the new base."
    ),
    solution="""\
def my_ntk_base(scale, d_head, base):
    return base * scale ** (d_head / (d_head - 2))


check.ntk_base(my_ntk_base)""",
    cases=cases(
        *((4.0, 64, 10_000.0), (8.0, 128, 10_000.0), (1.0, 16, 100.0), (2.0, 4, 500_000.0)),
        names="scale d_head base",
    ),
    expected=ntk_base,
    relative=1e-6,
    mistakes={
        "You multiplied the base by the scale. The slowest pair has the exponent −(d−2)/d, not "
        "−1, so the base has to grow a little more.": lambda scale, d_head, base: base * scale,
        "The exponent is upside down: it is d/(d−2).": lambda scale, d_head, base: (
            base * scale ** ((d_head - 2) / d_head)
        ),
        "You divided by the power of the scale. Slower turns need a larger base.": (
            lambda scale, d_head, base: base / scale ** (d_head / (d_head - 2))
        ),
        "That is the factor. Multiply the old base by it.": lambda scale, d_head, base: (
            scale ** (d_head / (d_head - 2))
        ),
        unused("base"): lambda scale, d_head, base: ntk_base(scale, d_head, 10_000.0),
        unused("d_head"): lambda scale, d_head, base: ntk_base(scale, 64, base),
    },
)


def _lead(distance, d_model, base=10_000.0):
    return 1 - similarity(distance, d_model, base)


def _kept(d_model, scale):
    whole = _lead(1, d_model)
    return [
        _lead(1 / scale, d_model) / whole,
        _lead(1, d_model, ntk_base(scale, d_model)) / whole,
    ]


KEPT_LEAD = Exercise(
    name="kept_lead",
    question=(
        "At base 10,000 a key at distance 0 leads its neighbour by d/2 (1 − k(1)). Write a "
        "function of d_model and scale that returns two shares of this lead: what is left of it "
        "with positions divided by the scale, and with NTK-aware scaling."
    ),
    right=(
        "Division makes the lead about scale² times as small: 1 − cos is about half the square of "
        "its angle. NTK-aware scaling keeps the fast pairs, and with them most of the lead."
    ),
    hint=(
        "With positions divided by the scale, neighbours are 1/scale of a token apart: k(1/scale). "
        "With NTK-aware scaling they are 1 apart, at another base. `similarity` takes both."
    ),
    solution="""\
from posenc_helpers import ntk_base, similarity


def kept_lead(d_model, scale):
    lead = 1 - similarity(1, d_model)
    divided = 1 - similarity(1 / scale, d_model)
    ntk = 1 - similarity(1, d_model, ntk_base(scale, d_model))
    return [divided / lead, ntk / lead]


check.kept_lead(kept_lead)""",
    cases=cases((64, 4.0), (128, 8.0), (16, 2.0), (512, 4.0), names="d_model scale"),
    expected=_kept,
    within=1e-6,
    mistakes={
        "The two shares are in the other order: first the divided positions.": (
            lambda d_model, scale: _kept(d_model, scale)[::-1]
        ),
        "You multiplied the distance by the scale. Divided positions bring neighbours closer.": (
            lambda d_model, scale: [
                _lead(scale, d_model) / _lead(1, d_model),
                _kept(d_model, scale)[1],
            ]
        ),
        "These are the leads. Divide each by the lead without scaling.": (
            lambda d_model, scale: np.array(_kept(d_model, scale)) * _lead(1, d_model),
            lambda d_model, scale: (
                np.array(_kept(d_model, scale)) * _lead(1, d_model) * d_model / 2
            ),
        ),
        "These are ratios of k. The lead is 1 − k.": lambda d_model, scale: [
            similarity(1 / scale, d_model) / similarity(1, d_model),
            similarity(1, d_model, ntk_base(scale, d_model)) / similarity(1, d_model),
        ],
        "These shares are lost. What is left is asked for.": lambda d_model, scale: (
            1 - np.array(_kept(d_model, scale))
        ),
        "You multiplied the base by the scale. NTK-aware scaling takes scale^(d/(d−2)).": (
            lambda d_model, scale: [
                _kept(d_model, scale)[0],
                _lead(1, d_model, 10_000 * scale) / _lead(1, d_model),
            ]
        ),
    },
)

EXERCISES = (SCORE_FAR_OUT, TURN_HALVES, NTK_BASE, KEPT_LEAD)

PREDICTIONS = (
    Prediction(
        name="both_move",
        question=(
            "A query at position 7 and a key at position 4 are each turned by their own position. "
            "Their score is 5.2. Now the same query and key stand at 1,007 and 1,004. What is "
            "their score?"
        ),
        replies={
            "Smaller: so far out, everything has turned away.": (
                "Both have turned a long way, and by nearly the same angles. A dot product sees "
                "only what is between them."
            ),
            "5.2, as before.": (
                "Turning both vectors by the same angle changes no dot product. What is left is "
                "the turn by three tokens."
            ),
            "Another number: both vectors have changed.": (
                "Both have changed, and together. In each pair the angle between query and key is "
                "the one from before."
            ),
        },
        right=1,
        try_it="press “the same, far away”: hands move, arcs and scores stay.",
    ),
    Prediction(
        name="divided_positions",
        question=(
            "A head with RoPE has learned to find the word before, in texts of 32 words. Now it "
            "reads 128 words, and each position is divided by four, so that none is beyond those "
            "it has learned from. Does it still find the word before?"
        ),
        replies={
            "Yes: all angles lie in the range that it knows.": (
                "They do. But neighbours are now a quarter of a token apart, and the head has to "
                "tell them from each other by a quarter of the angle."
            ),
            "Mostly not: neighbours are too much alike.": (
                "Neighbours are now a quarter of a token apart. The scores of the word before and "
                "of those beside it are nearly the same, until the head is trained further."
            ),
            "Only among the first 32 words.": (
                "The first 32 words are squeezed together, too: position 31 is read as 7.75."
            ),
        },
        right=1,
        try_it="press “neighbours” and read the lead. Then set `scale` to 1.",
    ),
    Prediction(
        name="half_a_million",
        question=(
            "Llama 3 takes the base 500,000, fifty times the usual one. What does that do to the "
            "64 pairs of a head with 128 columns?"
        ),
        replies={
            "All of them turn fifty times as slowly.": (
                "Dividing positions by fifty would do that. A larger base changes pair i by the "
                "power 2i/d: not at all for pair 0."
            ),
            "Pair 0 stays as it is; the last is 47 times as slow.": (
                "The speed of pair i is b^(−2i/d). The exponent of pair 0 is 0, and that of the "
                "last pair is −126/128: fifty to this power is about 1/47."
            ),
            "They turn further, so that longer texts have room.": (
                "A larger base makes pairs slower, never faster. The room comes from slow pairs, "
                "which have not been round before the text ends."
            ),
        },
        right=1,
        try_it="press “base 500,000” in the explorer and drag `base` to 10,000 and back.",
    ),
)
