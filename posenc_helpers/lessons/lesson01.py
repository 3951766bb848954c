"""The exercises of lesson 01: the formula, one number at a time."""

from __future__ import annotations

import numpy as np

from posenc_helpers.encoding import positional_encoding
from posenc_helpers.lessons.exercise import Exercise, Mistake, cases
from posenc_helpers.lessons.prediction import Prediction

# What each mistake makes of positions p, given as an array, at width d and base b. A column j
# belongs to the pair j // 2; `exponent` maps an array of columns to that of their exponents.


def _angles(p, d, b, exponent=lambda j, d: 2 * (j // 2) / d):
    return p[:, np.newaxis] / float(b) ** exponent(np.arange(d), d)


def _waves(angles):
    """Sine in even columns, cosine in odd ones."""
    return np.where(np.arange(angles.shape[1]) % 2 == 0, np.sin(angles), np.cos(angles))


def _with_exponent(exponent):
    return lambda p, d, b: _waves(_angles(p, d, b, exponent))


def _with_fraction(exponent):
    return lambda p, d, b: _waves((p[:, np.newaxis] / b) ** exponent(np.arange(d), d))


def _shifted(by):
    return lambda p, d, b: _waves(_angles(p + by, d, b))


def _halves(p, d, b):
    angles = _angles(p, d, b)[:, ::2]
    return np.concatenate([np.sin(angles), np.cos(angles)], axis=1)


def _swapped(p, d, b):
    angles = _angles(p, d, b)
    return np.where(np.arange(d) % 2 == 0, np.cos(angles), np.sin(angles))


def _signed(p, d, b):
    return _waves(-_angles(p, d, b))


FORMULA = [  # (name, message, tables that it makes)
    (
        "degrees",
        "These are sines and cosines of degrees. The angles are in radians: a full turn is 2π, "
        "not 360.",
        [lambda p, d, b: _waves(np.radians(_angles(p, d, b)))],
    ),
    (
        "position counted from 1",
        "These are the numbers of a neighbouring position. Positions count from 0, and the first "
        "token has the position 0.",
        [_shifted(1), _shifted(-1)],
    ),
    (
        "a speed for each column",
        "You gave each column an exponent of its own, j/d. Columns come in pairs: column j "
        "belongs to the pair i = j // 2, and both columns of a pair have the exponent 2i/d.",
        [_with_exponent(lambda j, d: j / d)],
    ),
    (
        "base squared",
        "You put the number of a column in the place of i. The exponent doubles it once more, and "
        "that squares the base. i numbers pairs: i = j // 2.",
        [_with_exponent(lambda j, d: 4 * (j // 2) / d), _with_exponent(lambda j, d: 2 * j / d)],
    ),
    (
        "exponent on the fraction",
        "You raised the whole fraction p/b to the power. The exponent belongs to the base alone: "
        "divide p by b^(2i/d).",
        [
            _with_fraction(lambda j, d: 2 * (j // 2) / d),
            _with_fraction(lambda j, d: (j // 2) / d),
            _with_fraction(lambda j, d: j / d),
        ],
    ),
    (
        "multiplied",
        "You multiplied the position by b^(2i/d). Divide by it: later pairs are slower, not "
        "faster.",
        [lambda p, d, b: _waves(p[:, np.newaxis] ** 2 / np.maximum(_angles(p, d, b), 1e-300))],
    ),
    (
        "halves",
        "All sines stand first and all cosines after them. In this course they take turns: sine, "
        "cosine, sine, cosine. Other programs do use halves.",
        [_halves],
    ),
    (
        "sine and cosine swapped",
        "Sine and cosine have changed places. Even columns take the sine, odd columns the cosine.",
        [_swapped],
    ),
    (
        "sine alone",
        "You took the sine everywhere. Odd columns take the cosine: a pair is a point on a "
        "circle, and a point needs two coordinates.",
        [
            lambda p, d, b: np.sin(_angles(p, d, b)),
            lambda p, d, b: np.sin(_angles(p, d, b, lambda j, d: j / d)),
            lambda p, d, b: np.sin(_angles(p, d, b))[:, ::2],
        ],
    ),
    (
        "sign of the rotation",
        "Your sines have the opposite sign. The angle is +ωp: the sine grows first as p grows.",
        [_signed],
    ),
    (
        "angles",
        "These are the angles. Take the sine of them in even columns, the cosine in odd ones.",
        [
            lambda p, d, b: _angles(p, d, b),
            lambda p, d, b: _angles(p, d, b)[:, ::2],
        ],
    ),
]
HALF_THE_EXPONENT = _with_exponent(lambda j, d: (j // 2) / d)


def _row(table):
    return lambda: table(np.array([10.0]), 4, 1e4)[0]


ROW_TEN = Exercise(
    name="row_ten",
    question=(
        "Compute PE(10) for d_model 4 and base 10,000: four numbers, to 4 decimals. "
        "A pocket calculator is enough."
    ),
    right=(
        "Four columns, two pairs: each pair has one angle, and gives its sine and its cosine. "
        "The second pair has turned a hundredth of what the first has."
    ),
    hint=(
        "There are two pairs, i = 0 and i = 1, with the exponents 2i/d = 0 and 0.5. "
        "Compute their two angles first, in radians. "
        "The sine and the cosine of each then make the four numbers."
    ),
    solution="""\
angles = [10 / 10_000**0, 10 / 10_000 ** (2 / 4)]
answer = [f(angle) for angle in angles for f in (np.sin, np.cos)]
check.row_ten(answer)""",
    expected=lambda: positional_encoding(1, 4, start=10)[0],
    within=1e-4,  # one unit of the last decimal: rounded or cut off, both pass
    decimals=4,
    mistakes=[
        *(Mistake(name, text, *map(_row, tables)) for name, text, tables in FORMULA),
        Mistake(
            "exponent i/d",
            "Your second pair is too fast. Its exponent is 2i/d with i = 1, not i/d. "
            "(The base 100 in place of 10,000 gives the same numbers.)",
            _row(HALF_THE_EXPONENT),
        ),
    ],
)


def _table(table):
    return lambda seq_len, d_model, base: table(np.arange(float(seq_len)), d_model, base)


def _reshaped(change):
    return lambda *arguments: change(positional_encoding(*arguments))


def _with_shape(change):
    """Recognise tables by their shape, from that of the right one."""
    return lambda found, right: all(
        one.shape == change(*wanted.shape) for one, wanted in zip(found, right, strict=True)
    )


def _like_float32(found, right):
    """Right at small positions; off at large ones, by thousandths."""
    if any(one.shape != wanted.shape for one, wanted in zip(found, right, strict=True)):
        return False
    off = [np.abs(one - wanted) for one, wanted in zip(found, right, strict=True)]
    return all(one[:500].max(initial=0) < 6e-5 and one.max(initial=0) < 0.01 for one in off)


def _whole_division(p, d, b):
    return _waves(p[:, np.newaxis] // float(b) ** (2 * (np.arange(d) // 2) / d))


ENCODE = Exercise(
    name="encode",
    question=(
        "Write a function of seq_len, d_model and base that returns the table of the encoding, "
        "with the shape (seq_len, d_model). Each number may be off by 0.00005."
    ),
    right=(
        "Your table agrees with the formula for every length, width and base that was tried, "
        "out to position 19,999. This is the whole encoder."
    ),
    hint=(
        "Make the frequencies of the d_model // 2 pairs: base to the power of -2i/d_model. "
        "Make the positions a column with `[:, np.newaxis]` and multiply. "
        "Sines go to the columns `0::2`, cosines to the columns `1::2`."
    ),
    solution="""\
def my_encode(seq_len, d_model, base):
    omega = base ** (-2 * np.arange(d_model // 2) / d_model)
    angles = np.arange(seq_len)[:, np.newaxis] * omega
    table = np.empty((seq_len, d_model))
    table[:, 0::2] = np.sin(angles)
    table[:, 1::2] = np.cos(angles)
    return table


check.encode(my_encode)""",
    cases=cases(
        (4, 4, 100),
        (10, 6, 10_000),
        (7, 8, 50.0),
        (1, 2, 10_000),
        (12, 64, 500_000),
        (20_000, 4, 10),
        names="seq_len d_model base",
    ),
    expected=positional_encoding,
    within=6e-5,  # rounded to 4 decimals passes; 32-bit angles are off by 50 times as much
    mistakes=[
        *(Mistake(name, text, *map(_table, tables)) for name, text, tables in FORMULA),
        Mistake(
            "exponent i/d",
            "Your exponent is i/d. It is 2i/d: the pairs count to d/2, and the exponent should "
            "come close to 1.",
            _table(HALF_THE_EXPONENT),
        ),
        Mistake(
            "base ignored",
            "Your function does not use its argument `base`. Is a number written in its place?",
            *(
                lambda seq_len, d_model, base, b=b: positional_encoding(seq_len, d_model, b)
                for b in (10_000, 100)
            ),
        ),
        Mistake(
            "batch axis",
            "Your table has an extra axis of length 1 in front. It is useful for batches, but here "
            "the shape (seq_len, d_model) is asked for.",
            _reshaped(lambda table: table[np.newaxis]),
        ),
        Mistake(
            "transposed",
            "Your table is turned by a quarter. Positions are rows, dimensions are columns.",
            _reshaped(np.transpose),
        ),
        Mistake(
            "not flattened",
            "Sine and cosine stand along an axis of their own. Flatten it with "
            "`.reshape(seq_len, d_model)`.",
            _reshaped(lambda table: table.reshape(len(table), -1, 2)),
        ),
        Mistake(
            "one column too many",
            "Your table has d_model + 1 columns. Columns count from 0 to d_model - 1.",
            like=_with_shape(lambda rows, columns: (rows, columns + 1)),
        ),
        Mistake(
            "twice the columns",
            "Your table has twice as many columns as asked for. There are d_model // 2 pairs, with "
            "two columns each.",
            like=_with_shape(lambda rows, columns: (rows, columns * 2)),
        ),
        Mistake(
            "one row too many",
            "Your table has seq_len + 1 rows. Positions count from 0 to seq_len - 1.",
            like=_with_shape(lambda rows, columns: (rows + 1, columns)),
        ),
        Mistake(
            "whole numbers",
            "Your table holds whole numbers: everything after the point was cut off. Make it "
            "with `np.zeros((seq_len, d_model))`, without `dtype=int`.",
            _reshaped(np.trunc),
        ),
        Mistake(
            "whole-number division",
            "Somewhere `//` stands where `/` is meant. It cuts the exponent or the angle down to "
            "a whole number. Only the pair is a whole number, i = j // 2.",
            _table(_whole_division),
            _table(_with_exponent(lambda j, d: 0 * j)),
        ),
        Mistake(
            "float32 angles",
            "Small positions are right, and large ones are off: the angles were computed in 32-bit "
            "numbers. Compute in float64 and convert the finished table.",
            like=_like_float32,
        ),
    ],
)

ANGLE = Exercise(
    name="angle",
    question=(
        "What is the angle, in radians, at position p = 3, column j = 5, d_model 6, base 10,000? "
        "Give it to 6 decimals."
    ),
    right="Column 5 shares its angle with column 4. The column decides only sine or cosine.",
    hint=(
        "Which pair does column 5 belong to? Its exponent is 2i/d. "
        "Divide the position by 10,000 to that power."
    ),
    solution="""\
pair = 5 // 2
answer = 3 / 10_000 ** (2 * pair / 6)
check.angle(answer)""",
    expected=lambda: 3 / 1e4 ** (4 / 6),
    within=1e-6,  # one unit of the last decimal: rounded or cut off, both pass
    decimals=6,
    mistakes=[
        Mistake(
            "column exponent",
            "You took the exponent 5/6, from the column. Column 5 belongs to pair 2, and the "
            "exponent is 2i/d.",
            lambda: 3 / 1e4 ** (5 / 6),
        ),
        Mistake(
            "exponent i/d",
            "You took the exponent i/d. It is 2i/d.",
            lambda: 3 / 1e4 ** (2 / 6),
        ),
        Mistake(
            "base squared",
            "You put the number of a column in the place of i, and the exponent doubles it once "
            "more. i is the pair: 5 // 2.",
            lambda: 3 / 1e4 ** (8 / 6),
            lambda: 3 / 1e4 ** (10 / 6),
        ),
        Mistake(
            "pair counted from 1",
            "You took the pair 3. Pairs count from 0, so the last of three pairs is i = 2.",
            lambda: 3 / 1e4 ** (6 / 6),
        ),
        Mistake(
            "exponent on the fraction",
            "You raised the whole fraction 3/10,000 to the power. The exponent belongs to the base "
            "alone.",
            lambda: (3 / 1e4) ** (4 / 6),
        ),
        Mistake(
            "multiplied",
            "You multiplied by the power. Divide by it.",
            lambda: 3 * 1e4 ** (4 / 6),
        ),
        Mistake(
            "degrees",
            "That is the angle in degrees. Radians are asked for.",
            lambda: np.degrees(3 / 1e4 ** (4 / 6)),
        ),
        Mistake(
            "turns",
            "That is the angle as a part of a full turn. Radians are asked for: 2π for a turn.",
            lambda: 3 / 1e4 ** (4 / 6) / (2 * np.pi),
        ),
        Mistake(
            "cosine",
            "That is the number in the table, the cosine. The angle itself is asked for.",
            lambda: np.cos(3 / 1e4 ** (4 / 6)),
        ),
        Mistake(
            "neighbouring position",
            "That is the angle of a neighbouring position. Positions count from 0; take p = 3 as "
            "it is.",
            lambda: 4 / 1e4 ** (4 / 6),
            lambda: 2 / 1e4 ** (4 / 6),
        ),
        Mistake(
            "frequency",
            "That is the frequency ω, the angle of one token. Multiply it by the position.",
            lambda: 1 / 1e4 ** (4 / 6),
        ),
    ],
)

BLIND_POSITION = Exercise(
    name="blind_position",
    question=(
        "Somebody put the exponent on the whole fraction: (p/10,000)^(2i/d) in place of "
        "p/10,000^(2i/d). At which position p from 1 on do both give the same angle for every "
        "pair, so that a test there finds nothing?"
    ),
    right=(
        "1 to any power is 1, so both formulas give 10,000^(-2i/d) there. "
        "Test a program at positions that are neither 0 nor 1."
    ),
    hint=(
        "The wrong formula is p^(2i/d) divided by 10,000^(2i/d). "
        "For which p is p^(2i/d) the same as p, whatever i is?"
    ),
    solution="""\
pairs = np.arange(3)
right = [p / 10_000 ** (2 * pairs / 6) for p in range(1, 20)]
wrong = [(p / 10_000) ** (2 * pairs / 6) for p in range(1, 20)]
answer = 1 + int(np.argmax([np.allclose(r, w) for r, w in zip(right, wrong)]))
check.blind_position(answer)""",
    expected=lambda: 1,
    within=0.0,  # a whole number
    mistakes=[
        Mistake(
            "position 0",
            "Position 0 gives the mistake away: in pair 0 the wrong formula has 0 to the power 0, "
            "which is 1, and the right angle is 0.",
            lambda: 0,
        ),
        Mistake(
            "base",
            "At p = 10,000 the wrong formula gives the angle 1 for every pair. The right angles "
            "all differ there.",
            lambda: 10_000,
        ),
    ],
)

EXERCISES = (ROW_TEN, ANGLE, ENCODE, BLIND_POSITION)

PREDICTIONS = (
    Prediction(
        name="same_speed",
        question=(
            "The table has the columns 0, 1, 2, 3, 4, 5. Which column runs at the same speed "
            "as column 4?"
        ),
        options=("Column 3.", "Column 5.", "None: each column has its own speed."),
        right=1,
        reason=(
            "Columns 4 and 5 are the pair i = 2. They share one ω: column 4 takes its sine, "
            "column 5 its cosine."
        ),
        replies={
            0: (
                "Columns 3 and 4 are neighbours, but a pair starts at an even column. "
                "Column 3 is the cosine of the pair i = 1, together with column 2."
            ),
            2: (
                "Many programs get this wrong and put the column into the exponent. "
                "The formula has 2i there, and i numbers pairs."
            ),
        },
        try_it=("move `column` from 4 to 5. The pair and the angle stay, and sine becomes cosine."),
    ),
    Prediction(
        name="row_zero",
        question="What is row 0, the encoding of the first token?",
        options=(
            "All zeros.",
            "The sines and cosines of 1: 0.84, 0.54 and so on.",
            "Zeros and ones in turn.",
        ),
        right=2,
        reason=(
            "At position 0 every angle is 0. The sine of 0 is 0 and the cosine of 0 is 1, in "
            "every pair."
        ),
        replies={
            0: (
                "Every angle is 0, but an angle is not yet a number of the table. "
                "Half of the columns take the cosine."
            ),
            1: (
                "That is the first pair of row 1. Positions count from 0, "
                "so the first token has position 0."
            ),
        },
        try_it="move `position` to 0, then `column` from one end to the other.",
    ),
)
