"""What lesson 02 asks: reading the whole table."""

from __future__ import annotations

import math

import numpy as np

from posenc_helpers import encoding
from posenc_helpers.encoding import positional_encoding
from posenc_helpers.lessons.exercise import Case, Exercise, near, recipe
from posenc_helpers.lessons.prediction import Prediction


@recipe
def _encoding(seq_len, d_model, base=10_000):
    return Case(
        (positional_encoding(seq_len, d_model, base),),
        f"the encoding of seq_len={seq_len}, d_model={d_model}, base={base}",
    )


def _boundary(turn=math.tau, pairs=64):
    return pairs * math.log(500 / turn) / math.log(10_000)


TURNING_PAIRS = Exercise(
    name="turning_pairs",
    question=(
        "How many of the 64 pairs complete a turn within a window of 500 positions, at d_model 128 "
        "and base 10,000? Give a whole number."
    ),
    right=(
        "In a window of 50 it is 15, and ten times the window adds 16. On a logarithmic scale "
        "every decade is worth the same."
    ),
    hint=(
        "Put L = 500 into the formula for i*. All pairs from 0 up to i* complete a turn. "
        "Count them, and remember that the first is number 0."
    ),
    solution="""\
longest = 2 * np.pi * 10_000 ** (2 * np.arange(64) / 128)
answer = np.count_nonzero(longest <= 500)
check.turning_pairs(answer)""",
    expected=lambda: encoding.turning_pairs(500, 128),
    mistakes={
        "That is the number of the last pair that turns. Pairs count from 0, so count pair 0 as "
        "well.": math.floor(_boundary()),
        "That is the boundary i* itself. Count the pairs: 0, 1, 2, … up to i*.": (
            near(_boundary(), 0.05)
        ),
        "You counted columns. Each pair has two of them, and the question asks for pairs.": (
            2 * math.floor(_boundary() + 1)
        ),
        "You forgot the 2π. A pair has turned once when its angle is 2π, not 1.": (
            math.floor(_boundary(1) + 1),
            math.floor(_boundary(1)),
        ),
        "You counted half turns. A full turn is 2π.": (
            math.floor(_boundary(math.pi) + 1),
            math.floor(_boundary(math.pi)),
        ),
        "That is how many pairs don't complete a turn. Count the others.": (
            lambda: 64 - encoding.turning_pairs(500, 128)
        ),
        "That is the number for a window of 50 positions. Here it is 500.": (
            lambda: encoding.turning_pairs(50, 128)
        ),
        "You used d_model where the formula has d_model/2. There are 64 pairs.": (
            math.floor(_boundary(pairs=128) + 1),
            math.floor(_boundary(pairs=128)),
        ),
    },
)


def _pairs(table):
    return table.reshape(len(table), -1, 2)


def _every_other(table, first=0):
    return _pairs(table)[:, first::2].reshape(len(table), -1)


EVERY_OTHER_PAIR = Exercise(
    name="every_other_pair",
    question=(
        "Write a function that takes the table of a wide model and returns the table of a model "
        "of half the width, by picking columns."
    ),
    right=(
        "A wider model has the same pairs, and one more between every two of them. "
        "Its range is hardly longer."
    ),
    hint=(
        "Pairs 0, 2, 4, … of the wide table are the pairs 0, 1, 2, … of the narrow one. "
        "A pair is two columns that stay together. Reshape so that pairs get an axis of their own."
    ),
    solution="""\
def narrow(wide):
    pairs = wide.reshape(len(wide), -1, 2)
    return pairs[:, ::2].reshape(len(wide), -1)


check.every_other_pair(narrow)""",
    cases=(
        _encoding(10, 16),
        _encoding(50, 256),
        _encoding(6, 12, 100),
        Case((np.arange(40.0).reshape(5, 8),), "a table of 5 rows and 8 columns that counts up"),
    ),
    expected=_every_other,
    within=1e-6,  # float32 passes; the table that counts up tells all columns apart
    mistakes={
        "You took every other column: those are all sines, or all cosines. Take every other pair: "
        "keep two columns, then skip two.": (
            lambda wide: wide[:, ::2],
            lambda wide: wide[:, 1::2],
        ),
        "You took one half of the columns. That cuts off part of the speeds. Take every second "
        "pair, from the whole range.": (
            lambda wide: wide[:, : wide.shape[1] // 2],
            lambda wide: wide[:, wide.shape[1] // 2 :],
        ),
        "You took the pairs 1, 3, 5, … Start with pair 0: it has speed 1 in every model.": (
            lambda wide: _every_other(wide, first=1)
        ),
        "You have the right pairs. They still have an axis of their own: reshape to one row of "
        "numbers for each position.": lambda wide: _pairs(wide)[:, ::2],
        "You left out rows. Rows are positions; the width is in the columns.": (
            lambda wide: wide[::2]
        ),
        "That is the wide table, unchanged.": lambda wide: wide,
    },
)


def _small(measure):
    """Return a function that counts for how many columns a measure is below 0.1."""
    return lambda table: np.count_nonzero(measure(table) < 0.1)


def _frozen(table, axis=0):
    return np.ptp(table, axis=axis) < 0.1


FROZEN_COLUMNS = Exercise(
    name="frozen_columns",
    question=(
        "Write a function that takes a table and returns how many of its columns are frozen: "
        "their largest and smallest values differ by less than 0.1."
    ),
    right="At base 10,000 and 50 positions it is 51 of 128 columns, and more at a larger base.",
    hint=(
        "A cosine that stays near 1 is frozen too, so look at the range of a column and not at its "
        "size. Compare `max` and `min` along the axis of the positions."
    ),
    solution="""\
def frozen(table):
    return np.count_nonzero(table.max(axis=0) - table.min(axis=0) < 0.1)


check.frozen_columns(frozen)""",
    cases=(
        _encoding(50, 128),
        _encoding(50, 128, 100_000_000),
        _encoding(50, 128, 100),
        _encoding(3, 32, 5_000),
        Case((positional_encoding(60, 64, start=4_000),), "the positions 4000 to 4059, d_model=64"),
    ),
    expected=lambda table: _frozen(table).sum(),
    mistakes={
        "You counted the columns whose values are small. A frozen cosine stays near 1: it is large "
        "and does not move. Look at the range, largest minus smallest.": (
            _small(lambda table: np.abs(table).max(axis=0)),
            _small(lambda table: table.max(axis=0)),
            _small(lambda table: np.abs(table).mean(axis=0)),
        ),
        "You measured along the rows. A column runs through all positions: that is `axis=0`.": (
            lambda table: _frozen(table, axis=1).sum()
        ),
        "You counted pairs. Each column counts by itself: in some pairs the cosine is frozen and "
        "the sine is not.": (
            lambda table: _frozen(table).reshape(-1, 2).all(axis=1).sum(),
            lambda table: _frozen(table).reshape(-1, 2).any(axis=1).sum(),
            lambda table: _frozen(table).sum() // 2,
        ),
        "You used the standard deviation. It is much smaller than the range. Take the largest "
        "value minus the smallest.": (
            _small(lambda table: table.std(axis=0)),
            _small(lambda table: table.var(axis=0)),
        ),
        "You counted the columns that move. The others are frozen.": (
            lambda table: (~_frozen(table)).sum()
        ),
        "You compared the first row with the last. A column may move in between and come back.": (
            _small(lambda table: np.abs(table[-1] - table[0]))
        ),
        "You compared each row with the next. Many small steps may add up to a large range.": (
            _small(lambda table: np.abs(np.diff(table, axis=0)).max(axis=0))
        ),
    },
)

EXERCISES = (TURNING_PAIRS, EVERY_OTHER_PAIR, FROZEN_COLUMNS)

PREDICTIONS = (
    Prediction(
        name="which_side",
        question=(
            "Columns 0 and 1 are at the left edge of the table, columns 126 and 127 at the right "
            "edge. Go down the rows. On which side do the numbers change faster?"
        ),
        replies={
            "On the left.": (
                "Pair 0 turns by one radian per token. Each pair to the right of it is slower than "
                "the one before, because the base is in the denominator."
            ),
            "On the right.": (
                "A higher number sounds like a higher frequency. But the exponent 2i/d grows to "
                "the right, and the position is divided by the base raised to it."
            ),
            "Equally fast on both sides.": (
                "All columns have the same values to run through, from -1 to 1. "
                "But each pair has a speed of its own."
            ),
        },
        right=0,
        try_it="drag `column` slowly from left to right and watch the wave beside the table.",
    ),
    Prediction(
        name="double_width",
        question=(
            "You double d_model from 128 to 256 and change nothing else. What does the table gain?"
        ),
        replies={
            "Longer range: its slowest wave becomes twice as long.": (
                "More columns look like more room. But the exponent 2i/d is measured "
                "against d: it still stops short of 1."
            ),
            "More columns over the same range of speeds.": (
                "The speeds still run from 1 down to almost 1/b. There are twice as many steps in "
                "between. The longest wave grows a little, from 54,410 to 58,470 tokens."
            ),
            "Faster waves on the left, to fill the new columns.": (
                "The left edge stays as it is. The new columns have speeds between those that "
                "were there before."
            ),
        },
        right=1,
        try_it="press “50 × 128” and “50 × 256” in turn.",
    ),
    Prediction(
        name="row_seven",
        question=(
            "You compute a table for 50 positions, and another for 5,000, with the same d_model "
            "and base. What happens to row 7?"
        ),
        replies={
            "It changes: the waves are stretched over the longer text.": (
                "That is so for the fraction p/(L - 1) of lesson 00. The speeds of the waves "
                "depend on d_model and the base alone."
            ),
            "It stays the same.": (
                "Look at the formula: it contains p, i, d_model and the base. The length of the "
                "text does not occur in it."
            ),
            "It changes: row 7 is now nearer to the start.": (
                "As a share of the text it is. But the encoding counts tokens from the start, "
                "and row 7 is still seven tokens away from it."
            ),
        },
        right=1,
        try_it="put `position` on 7 and drag `seq_len`: the row below the table stays.",
    ),
    Prediction(
        name="longer_window",
        question=(
            "Among 50 positions, 51 of the 128 columns are frozen: they move by less than 0.1. "
            "You look at 5,000 positions instead. How many columns are frozen now?"
        ),
        replies={
            "Still 51: speeds do not depend on the window.": (
                "The speeds stay as they are. But how far a column gets is its speed times the "
                "number of tokens, and there are a hundred times as many."
            ),
            "About 25.": (
                "Half would be a guess. Work it out for the slowest pair: its wavelength is "
                "54,410 tokens, so 5,000 tokens are a good part of a turn."
            ),
            "None.": (
                "A slow column moves if you wait long enough. Even the slowest pair turns by more "
                "than half a radian within 5,000 tokens."
            ),
        },
        right=2,
        try_it="press “5,000 positions” and read the number of columns that move less than 0.1.",
    ),
)
