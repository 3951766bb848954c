"""What lesson 04 asks: clocks."""

from __future__ import annotations

import math

import numpy as np

from posenc_helpers.encoding import angular_frequencies, positional_encoding
from posenc_helpers.lessons.exercise import EXPONENT, Case, Exercise, Like, near, recipe
from posenc_helpers.lessons.prediction import Prediction


def _degrees(pair=3, steps=99, width=18):
    return math.degrees(steps * 10_000 ** (-2 * pair / width))


HAND_IN_DEGREES = Exercise(
    name="hand_in_degrees",
    question=(
        "d_model is 18, the base 10,000. How many degrees clockwise from 12, from 0 to 360, is "
        "the hand of pair 3 after 99 steps? Give it to 1 decimal."
    ),
    right="The hand has made 0.73 of a turn: it has gone past 6 and is a little before 9.",
    hint=(
        "Pair 3 is the fourth clock: pairs count from 0. "
        "Multiply its frequency by the number of steps, and convert radians to degrees."
    ),
    solution="""\
omega = 10_000 ** (-2 * 3 / 18)
answer = np.degrees(99 * omega) % 360
check.hand_in_degrees(answer)""",
    expected=_degrees(),
    decimals=1,
    mistakes={
        "That is the angle in radians. Give it in degrees: 180 for π.": math.radians(_degrees()),
        "That is the fraction of a full turn. Give it in degrees: 360 for a turn.": (
            _degrees() / 360
        ),
        "You took 100 steps. From position 0 to position 99 there are 99.": _degrees(steps=100),
        "You measured anticlockwise. The hands in this course turn clockwise.": (
            360 - _degrees(),
            -_degrees(),
        ),
        "You measured from 3 o'clock, as mathematics books do. The hands start at 12: "
        "take `arctan2(sine, cosine)`.": (
            450 - _degrees(),
            90 - _degrees(),
            _degrees() - 90,
        ),
        "The hand is in the right place, but you measured the short way round, as `arctan2` does. "
        "Add a full turn to a negative angle, or take `% 360`.": _degrees() - 360,
        "That is a neighbouring clock. Pairs count from 0: pair 3 is the fourth clock.": (
            _degrees(pair=2) % 360,
            _degrees(pair=2),
            _degrees(pair=4),
        ),
        EXPONENT: (_degrees(width=36) % 360, _degrees(width=36)),
        "You took column 3, which belongs to pair 1. Take the hand of pair 3.": (
            _degrees(pair=1) % 360,
            _degrees(pair=1),
        ),
    },
)

SMALLEST_WIDTH = Exercise(
    name="smallest_width",
    question=(
        "What is the smallest even d_model whose last clock takes at least 20,000 tokens for a "
        "turn, at base 10,000?"
    ),
    right="Its last clock takes 22,581 tokens. A period is not a limit: the hand goes on turning.",
    hint=(
        "The last clock takes 2π b^((d - 2)/d) tokens. Try even widths one after the other, or "
        "solve for d and go up to the next even number."
    ),
    solution="""\
answer = 2
while 2 * np.pi * 10_000 ** ((answer - 2) / answer) < 20_000:
    answer += 2
check.smallest_width(answer)""",
    expected=18,
    mistakes={
        "With that width the last clock takes 19,869 tokens, a little less than 20,000.": 16,
        "An odd width has a column without a partner. Go up to the next even number.": 17,
        "You solved for d and got a number between two widths. Go up to the next even number.": (
            near(2 / (1 - math.log(20_000 / math.tau) / math.log(10_000)), 0.1)
        ),
        "That is the number of clocks. Each has two columns, and `d_model` counts columns.": 9,
        "You took the exponent (d - 1)/d for the last clock. It is (d - 2)/d.": 10,
        "A single clock takes 6.28 tokens for a turn, whatever the base. The last exponent is "
        "(d - 2)/d, not 1.": 2,
        "The last clock does take 20,000 tokens there, but a smaller width will do.": 20,
    },
)

OMEGA = angular_frequencies(64)


@recipe
def _code(position, decimals=None):
    code = positional_encoding(1, 64, start=position)[0]
    how = "" if decimals is None else f", rounded to {decimals} decimals"
    return Case((code if decimals is None else code.round(decimals),), f"PE({position}){how}")


def _signed(code):
    return np.arctan2(code[0::2], code[1::2])


def _clockwise(code):
    return _signed(code) % math.tau


def _anticlockwise(code):
    return np.arctan2(code[1::2], code[0::2]) % math.tau


def _quarter(code):
    return np.arctan(code[0::2] / code[1::2])


def _refined(angles):
    """Read from coarse to fine, as lesson 04 does."""
    guess = angles[-1] / OMEGA[-1]
    for omega, angle in zip(OMEGA[::-1], angles[::-1], strict=True):
        turns = np.round((omega * guess - angle) / math.tau)
        guess = (angle + math.tau * turns) / omega
    return round(guess)


def _read(code):
    return _refined(_clockwise(code))


def _one_clock(pair, angles=_clockwise, rounded=np.round):
    return lambda code: rounded(angles(code)[pair] / OMEGA[pair])


def _offsets(found, right):
    """Return how far each position is off, NaN for what is not a single number."""
    return np.array(
        [a.item() - b.item() if a.size == 1 else np.nan for a, b in zip(found, right, strict=True)]
    )


def _cut_off(found, right):
    off = _offsets(found, right)
    return bool(np.isin(off, (0, -1)).all() and (off == -1).any())


def _not_rounded(found, right):
    return bool((abs(_offsets(found, right)) < 0.5).all())


READ_POSITION = Exercise(
    name="read_position",
    question=(
        "Write a function that takes one row of the encoding (d_model 64, base 10,000) and returns "
        "its position, a whole number from 0 to 9,999. The numbers of the row may be rounded to 2 "
        "decimals."
    ),
    right=(
        "Slow hands tell you roughly where you are, fast hands exactly. Together they read even "
        "a rounded code."
    ),
    hint=(
        "One way: get the angles with `arctan2(sine, cosine)`, guess with the slowest clock, and "
        "let each faster clock correct the guess. "
        "Another way: compare the row with the rows of all positions."
    ),
    solution="""\
def read_position(code):
    omega = 10_000 ** (-2 * np.arange(32) / 64)
    angles = np.arctan2(code[0::2], code[1::2]) % (2 * np.pi)
    guess = angles[-1] / omega[-1]
    for w, angle in zip(omega[::-1], angles[::-1]):
        whole_turns = np.round((w * guess - angle) / (2 * np.pi))
        guess = (angle + 2 * np.pi * whole_turns) / w
    return round(guess)


check.read_position(read_position)""",
    cases=(
        _code(4321),
        _code(0),
        _code(1),
        _code(137),
        _code(9_999),
        _code(2_718, 2),
        _code(6_283, 2),
        _code(9_876, 2),
    ),
    expected=_read,
    mistakes={
        "You read only the fastest clock. It starts again after 6.28 tokens, so it cannot tell "
        "its turns apart.": (
            _one_clock(0),
            _one_clock(0, rounded=np.floor),
            _one_clock(0, _signed),
            _one_clock(0, rounded=np.positive),
        ),
        "You read only the slowest clock. It is roughly right, but with a rounded code it misses "
        "by some tokens. Let the faster clocks correct the guess.": (
            _one_clock(-1),
            _one_clock(-1, rounded=np.floor),
            _one_clock(-1, _quarter),
            _one_clock(-1, rounded=np.positive),
        ),
        "You gave sine and cosine to `arctan2` in the wrong order: that measures from 3 o'clock. "
        "It is `arctan2(sine, cosine)` for a hand that starts at 12.": (
            lambda code: _refined(_anticlockwise(code)),
            _one_clock(-1, _anticlockwise),
            _one_clock(0, _anticlockwise),
        ),
        "`arctan(sine / cosine)` cannot tell a hand from the opposite one. `arctan2` looks at "
        "both signs.": (
            lambda code: _refined(_quarter(code)),
            lambda code: _refined(_quarter(code) % math.tau),
        ),
        "All your positions are off by one. Positions count from 0: with every hand at 12 the "
        "position is 0.": (
            lambda code: _read(code) + 1,
            lambda code: _read(code) - 1,
        ),
        "Some of your positions are one too small. `int` and `floor` cut off everything after the "
        "point, so 4320.999 becomes 4320. Use `round`.": Like(_cut_off),
        "You are within half a token everywhere. A position is a whole number: round the "
        "result.": Like(_not_rounded),
    },
)

EXERCISES = (HAND_IN_DEGREES, SMALLEST_WIDTH, READ_POSITION)

PREDICTIONS = (
    Prediction(
        name="last_hand",
        question=(
            "d_model is 18, so there are nine clocks. All start at 12. You let 99 tokens pass, "
            "from position 0 to position 99. Where is the hand of the last clock?"
        ),
        replies={
            "It has made a full turn.": (
                "The first three clocks have made full turns. The others are too slow for that."
            ),
            "It points to 3.": (
                "The fifth clock has made about a quarter of a turn, the last one far less. "
                "Each clock takes 2.8 times as long as the one before."
            ),
            "You can hardly see that it has moved.": (
                "It has turned by 1.6 degrees. Its full turn takes 22,581 tokens."
            ),
        },
        right=2,
        try_it="drag `position` to its end. Then make `seq_len` larger and drag again.",
    ),
    Prediction(
        name="backward",
        question=(
            "Imagine a clock that makes 5 radians per token, clockwise. A full turn is 6.28 "
            "radians. You see its hand once per token. What do you see?"
        ),
        replies={
            "It turns clockwise, very fast.": (
                "It does. But between two looks you see nothing, and both ways round lead to the "
                "same place."
            ),
            "It turns backward, slowly.": (
                "5 radians clockwise lead to the same place as 1.28 radians backward, and the "
                "shorter way is the one you see."
            ),
            "It jumps about in no order.": (
                "Each step is the same, so there is an order: the same small step every time."
            ),
        },
        right=1,
        try_it=(
            "look at the two clocks drawn further below, with 1 and with 5 radians per token. In "
            "the explorer no clock runs backward: even the fastest makes only 1 radian per token. "
            "Drag `base` and watch it."
        ),
    ),
)
