"""What lesson 01 asks: the formula, one number at a time."""

from __future__ import annotations

import numpy as np

from posenc_helpers.encoding import positional_encoding
from posenc_helpers.lessons.exercise import EXPONENT, Exercise, Like, cases, unused
from posenc_helpers.lessons.prediction import Prediction

# What each mistake makes of positions p, given as an array, at width d and base b. A column j
# belongs to the pair j // 2; `exponents` takes an array of columns and d.


def _of_pair(j, d):
    return 2 * (j // 2) / d


def _of_column(j, d):
    return j / d


def _half(j, d):
    return (j // 2) / d


def _angles(p, d, b, exponents=_of_pair):
    return p[:, np.newaxis] / float(b) ** exponents(np.arange(d), d)


def _waves(angles):
    """Sine in even columns, cosine in odd ones."""
    return np.where(np.arange(angles.shape[1]) % 2 == 0, np.sin(angles), np.cos(angles))


def _with_exponents(exponents):
    return lambda p, d, b: _waves(_angles(p, d, b, exponents))


def _with_fraction(exponents):
    return lambda p, d, b: _waves((p[:, np.newaxis] / b) ** exponents(np.arange(d), d))


def _changed(change):
    return lambda p, d, b: change(_angles(p, d, b))


def _halves(angles):
    return np.hstack([np.sin(angles[:, ::2]), np.cos(angles[:, ::2])])


FORMULA = {  # message: tables
    "You treated the angles as degrees. They are in radians: a full turn is 2π, not 360.": (
        _changed(lambda angles: _waves(np.radians(angles))),
    ),
    "These are the numbers of a neighbouring position. Positions count from 0: the first token "
    "has position 0.": (
        lambda p, d, b: _waves(_angles(p + 1, d, b)),
        lambda p, d, b: _waves(_angles(p - 1, d, b)),
    ),
    "You gave each column an exponent of its own, j/d. Columns come in pairs: column j belongs to "
    "pair i = j // 2, and both columns of a pair have the exponent 2i/d.": (
        _with_exponents(_of_column),
    ),
    "You used the number of the column where i belongs. The exponent doubles it again, and that "
    "squares the base. i numbers the pairs: i = j // 2.": (
        _with_exponents(lambda j, d: 4 * (j // 2) / d),
        _with_exponents(lambda j, d: 2 * j / d),
    ),
    "You raised the whole fraction p/b to the power. The exponent belongs to the base alone: "
    "divide p by b^(2i/d).": tuple(map(_with_fraction, (_of_pair, _half, _of_column))),
    "You multiplied the position by b^(2i/d). Divide by it: later pairs are slower, not faster.": (
        _with_exponents(lambda j, d: -_of_pair(j, d)),
    ),
    "All your sines come first, and all your cosines after them. In this course they alternate: "
    "sine, cosine, sine, cosine. Some other programs do use halves.": (_changed(_halves),),
    "Sine and cosine have changed places. Even columns take the sine, odd columns the cosine.": (
        _changed(lambda angles: _waves(np.pi / 2 - angles)),
    ),
    "You took the sine everywhere. Odd columns take the cosine: a pair is a point on a circle, "
    "and a point needs two coordinates.": (
        _changed(np.sin),
        _changed(lambda angles: np.sin(angles[:, ::2])),
        lambda p, d, b: np.sin(_angles(p, d, b, _of_column)),
    ),
    "Your sines have the wrong sign. The angle is +ωp: from p = 0 on, the sine grows first.": (
        _changed(lambda angles: _waves(-angles)),
    ),
    "These are the angles. Take their sine in even columns and their cosine in odd ones.": (
        _changed(lambda angles: angles),
        _changed(lambda angles: angles[:, ::2]),
    ),
}


def _mistakes(give):
    """Return the mistakes of the formula, each table given as the exercise asks for it."""
    return {message: tuple(map(give, tables)) for message, tables in FORMULA.items()}


def _row(table):
    return lambda: table(np.array([10.0]), 4, 1e4)[0]


ROW_TEN = Exercise(
    name="row_ten",
    question=(
        "Compute PE(10) for d_model 4 and base 10,000: four numbers, to 4 decimals. "
        "A pocket calculator is enough."
    ),
    right=(
        "Four columns are two pairs. Each pair has one angle and stores its sine and its cosine. "
        "The second pair has turned a hundredth as far as the first."
    ),
    hint=(
        "There are two pairs, i = 0 and i = 1, with the exponents 2i/d = 0 and 0.5. "
        "Compute their two angles first, in radians. "
        "The sine and the cosine of each are the four numbers."
    ),
    solution="""\
angles = [10 / 10_000**0, 10 / 10_000 ** (2 / 4)]
answer = [f(angle) for angle in angles for f in (np.sin, np.cos)]
check.row_ten(answer)""",
    expected=lambda: positional_encoding(1, 4, start=10)[0],
    decimals=4,
    mistakes={
        **_mistakes(_row),
        "Your second pair is too fast. Its exponent is 2i/d with i = 1, not i/d. "
        "(The base 100 instead of 10,000 gives the same numbers.)": _row(_with_exponents(_half)),
    },
)


def _table(table):
    return lambda seq_len, d_model, base: table(np.arange(float(seq_len)), d_model, base)


def _reshaped(change):
    return lambda *arguments: change(positional_encoding(*arguments))


def _with_base(base):
    return lambda seq_len, d_model, _base: positional_encoding(seq_len, d_model, base)


def _with_shape(change):
    """Recognize tables by their shape, from that of the right one."""
    return Like(
        lambda found, right: all(
            one.shape == change(*wanted.shape) for one, wanted in zip(found, right, strict=True)
        )
    )


def _like_float32(found, right):
    """Right at small positions; off at large ones, by thousandths."""
    if [one.shape for one in found] != [wanted.shape for wanted in right]:
        return False
    off = [np.abs(one - wanted) for one, wanted in zip(found, right, strict=True)]
    return all(one[:500].max(initial=0) < 6e-5 and one.max(initial=0) < 0.01 for one in off)


def _whole_division(p, d, b):
    return _waves(p[:, np.newaxis] // float(b) ** _of_pair(np.arange(d), d))


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
        "Compute the frequencies of the d_model // 2 pairs: base to the power of -2i/d_model. "
        "Turn the positions into a column with `[:, np.newaxis]` and multiply. "
        "Sines go into the columns `0::2`, cosines into the columns `1::2`."
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
    mistakes={
        **_mistakes(_table),
        "You took the exponent i/d. It is 2i/d: i goes up to d/2 only, and the exponent should "
        "come close to 1.": _table(_with_exponents(_half)),
        unused("base"): (_with_base(10_000), _with_base(100)),
        "Your table has an extra axis of length 1 in front. It is useful for batches, but the "
        "question asks for the shape (seq_len, d_model).": _reshaped(
            lambda table: table[np.newaxis]
        ),
        "Your table is transposed. Positions are rows, dimensions are columns.": (
            _reshaped(np.transpose)
        ),
        "Sine and cosine have an axis of their own. Flatten it with "
        "`.reshape(seq_len, d_model)`.": _reshaped(lambda table: table.reshape(len(table), -1, 2)),
        "Your table has d_model + 1 columns. Columns count from 0 to d_model - 1.": (
            _with_shape(lambda rows, columns: (rows, columns + 1))
        ),
        "Your table has twice as many columns as asked for. There are d_model // 2 pairs, with "
        "two columns each.": _with_shape(lambda rows, columns: (rows, columns * 2)),
        "Your table has seq_len + 1 rows. Positions count from 0 to seq_len - 1.": (
            _with_shape(lambda rows, columns: (rows + 1, columns))
        ),
        "Your table holds whole numbers: everything after the point was cut off. Create it with "
        "`np.zeros((seq_len, d_model))`, without `dtype=int`.": _reshaped(np.trunc),
        "Somewhere you wrote `//` instead of `/`. It rounds the exponent or the angle down to a "
        "whole number. Only the number of the pair is whole, i = j // 2.": (
            _table(_whole_division),
            _table(_with_exponents(lambda j, d: 0 * j)),
        ),
        "Small positions are right, and large ones are off: the angles were computed in 32-bit "
        "numbers. Compute in float64 and convert the finished table.": Like(_like_float32),
    },
)


def _angle(p=3, exponent=4 / 6):
    return p / 1e4**exponent


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
    expected=_angle(),
    decimals=6,
    mistakes={
        "You took the exponent 5/6, from the number of the column. Column 5 belongs to pair 2, "
        "and the exponent is 2i/d.": _angle(exponent=5 / 6),
        EXPONENT: _angle(exponent=2 / 6),
        "You used the number of a column where i belongs, and the exponent doubles it again. "
        "i is the pair: 5 // 2.": (_angle(exponent=8 / 6), _angle(exponent=10 / 6)),
        "You took pair 3. Pairs count from 0, so the last of three pairs is i = 2.": (
            _angle(exponent=6 / 6)
        ),
        "You raised the whole fraction 3/10,000 to the power. The exponent belongs to the base "
        "alone.": (3 / 1e4) ** (4 / 6),
        "You multiplied by the power of the base. Divide by it.": _angle(exponent=-4 / 6),
        "That is the angle in degrees. The question asks for radians.": np.degrees(_angle()),
        "That is the angle as a fraction of a full turn. Give it in radians: 2π for a turn.": (
            _angle() / (2 * np.pi)
        ),
        "That is the number in the table, the cosine. The question asks for the angle itself.": (
            np.cos(_angle())
        ),
        "That is the angle of a neighbouring position. Positions count from 0; take p = 3 as it "
        "is.": (_angle(4), _angle(2)),
        "That is the frequency ω, the angle of one token. Multiply it by the position.": _angle(1),
    },
)

BLIND_POSITION = Exercise(
    name="blind_position",
    question=(
        "Somebody put the exponent on the whole fraction: (p/10,000)^(2i/d) instead of "
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
    expected=1,
    mistakes={
        "Position 0 gives the mistake away: in pair 0 the wrong formula has 0 to the power 0, "
        "which is 1, and the right angle is 0.": 0,
        "At p = 10,000 the wrong formula gives the angle 1 for every pair. The right angles all "
        "differ there.": 10_000,
    },
)

EXERCISES = (ROW_TEN, ANGLE, ENCODE, BLIND_POSITION)

PREDICTIONS = (
    Prediction(
        name="same_speed",
        question=(
            "The table has the columns 0, 1, 2, 3, 4, 5. Which column runs at the same speed "
            "as column 4?"
        ),
        replies={
            "Column 3.": (
                "Columns 3 and 4 are neighbours, but a pair starts at an even column. "
                "Column 3 is the cosine of the pair i = 1, together with column 2."
            ),
            "Column 5.": (
                "Columns 4 and 5 are the pair i = 2. They share one ω: column 4 takes its sine, "
                "column 5 its cosine."
            ),
            "None: each column has its own speed.": (
                "Many programs get this wrong and put the column into the exponent. "
                "The formula has 2i there, and i numbers pairs."
            ),
        },
        right=1,
        try_it="move `column` from 4 to 5. The pair and the angle stay, and sine becomes cosine.",
    ),
    Prediction(
        name="row_zero",
        question="What is row 0, the encoding of the first token?",
        replies={
            "All zeros.": (
                "Every angle is 0, but an angle is not yet a number of the table. "
                "Half of the columns take the cosine."
            ),
            "The sines and cosines of 1: 0.84, 0.54 and so on.": (
                "That is the first pair of row 1. Positions count from 0, "
                "so the first token has position 0."
            ),
            "Zeros and ones in turn.": (
                "At position 0 every angle is 0. The sine of 0 is 0 and the cosine of 0 is 1, in "
                "every pair."
            ),
        },
        right=2,
        try_it="move `position` to 0, then `column` from one end to the other.",
    ),
)
