"""What lesson 07 asks: conventions and the bug museum."""

from __future__ import annotations

import numpy as np

from posenc_helpers.encoding import positional_encoding
from posenc_helpers.lessons.exercise import Case, Exercise, Like, cases, recipe
from posenc_helpers.lessons.prediction import Prediction
from posenc_helpers.variants.bugs import BUGS
from posenc_helpers.variants.tables import convention_table, halves_order, interleaved_order

SHAPE = ROWS, WIDTH = 50, 16

KINDS = {  # what a table can be, numbered from 1 as the notebook prints it
    "the paper's table with base 10,000": lambda: positional_encoding(*SHAPE),
    "the paper's formula with base 100": lambda: positional_encoding(*SHAPE, 100),
    "cosine first, then sine, in every pair": (
        lambda: positional_encoding(*SHAPE)[:, np.arange(WIDTH) ^ 1]
    ),
    "all sines first, then all cosines": (
        lambda: positional_encoding(*SHAPE)[:, halves_order(WIDTH)]
    ),
    "positions counted from 1": lambda: BUGS["one_based"].table(*SHAPE),
    "the exponent set on the whole fraction, (p/b)^(2i/d)": (
        lambda: BUGS["power_of_fraction"].table(*SHAPE)
    ),
    "the number of the column used as that of the pair": (
        lambda: BUGS["column_for_pair"].table(*SHAPE)
    ),
    "the slowest clock at exactly 1/b, which the paper's formula does not reach": (
        lambda: convention_table("whisper", *SHAPE)[:, interleaved_order(WIDTH)]
    ),
}
ANSWERS = {"A": 5, "B": 8, "C": 1, "D": 6, "E": 2, "F": 4}  # what the tables are


def mystery_tables():
    """Return six tables of 50 positions and 16 columns, in a dictionary with the keys A to F."""
    return {letter: _table_of(kind) for letter, kind in ANSWERS.items()}


def _table_of(kind):
    """Return the table of a kind, numbered from 1."""
    return list(KINDS.values())[kind - 1]()


# What to look at where a table is named wrongly, without the name.
LOOK_AT = {
    "A": "Print its row 0. Every angle of position 0 is 0; are these?",
    "B": "Its rows, its circles and its row 0 pass. Take the ratio of neighbouring wavelengths, "
    "and count how many ratios there are between the first clock and the last.",
    "C": "Look at all of its invariants before you accuse it.",
    "D": "Print its third column beside the right one, for the first few positions. Does the angle "
    "of this clock grow evenly?",
    "E": "Its clocks turn evenly and start at 12. Take the ratio of neighbouring wavelengths.",
    "F": "Its row 0 tells the order of the columns: a sine begins at zero, a cosine at one.",
}


def _first_wrong(place):
    """Recognize answers whose first wrong number is at this place."""

    def judge(found, right):
        if found[0].size != right[0].size:
            return False
        wrong = np.flatnonzero(~(np.abs(found[0].ravel() - right[0]) <= 1e-9))
        return wrong[:1].tolist() == [place]

    return Like(judge)


NAME_TABLES = Exercise(
    name="name_tables",
    question=(
        "Which kind is each of the tables A to F? Give the six numbers of the list, in the order "
        "of the letters."
    ),
    right=(
        "Row 0 gave away the order of the columns and where counting starts; the wavelengths gave "
        "away base, spacing and exponent. A look at the lengths of the rows alone would have "
        "passed them all."
    ),
    hint=(
        "Look at row 0 first, then at the lengths of the pairs, then at the ratios of "
        "neighbouring wavelengths. `examine` does all of it. Two kinds of the list do not occur."
    ),
    solution="""\
# Row 0 of A is sin, cos of one radian and less. B: seven equal ratios lead to
# exactly 1/b. C passes everything. D: clocks that slow down. E: the ratio is
# that of a base of one hundred. F begins with zeros only, then ones only.
answer = [5, 8, 1, 6, 2, 4]
check.name_tables(answer)""",
    expected=list(ANSWERS.values()),
    mistakes={
        "You mixed up B and E. Both have ratios that differ from the paper's. For E the difference "
        "is large, for B it is small.": [5, 2, 1, 6, 8, 4],
        **{
            f"Table {letter} is something else. {look}": _first_wrong(place)
            for place, (letter, look) in enumerate(LOOK_AT.items())
        },
    },
)


@recipe
def _from_one(rows, width, base):
    table = positional_encoding(rows, width, base, start=1)
    return Case((table,), f"the table of {rows} positions and {width} columns, base {base:g}")


def _row_zero(table):
    return np.tile([0.0, 1.0], table.shape[1] // 2)


REPAIR_COUNT = Exercise(
    name="repair_count",
    question=(
        "A table counts its positions from 1: its first row belongs to position 1. Write a "
        "function that takes such a table (sine, cosine, sine, cosine …) and returns the right "
        "one, of the same shape."
    ),
    right=(
        "Row p of the wrong table is row p + 1 of the right one. Only row 0 was missing, and it "
        "is the same for every base."
    ),
    hint=(
        "Which row of the right table is the first row of the wrong one? And what are the sine "
        "and the cosine of 0?"
    ),
    solution="""\
def repaired(table):
    first = np.tile([0.0, 1.0], table.shape[1] // 2)
    return np.vstack([first, table[:-1]])


check.repair_count(repaired)""",
    cases=(
        _from_one(4, 4, 100),
        _from_one(50, 16, 10_000),
        _from_one(7, 6, 33),
        _from_one(1, 2, 2),
    ),
    expected=lambda table: np.vstack([_row_zero(table), table[:-1]]),
    within=1e-6,
    mistakes={
        "That is the wrong table as it was.": lambda table: table,
        "You moved the rows up. That makes the table count from 2: move them down, and put a new "
        "row on top.": (
            lambda table: np.vstack([table[1:], table[-1:]]),
            lambda table: np.vstack([table[1:], _row_zero(table)]),
            lambda table: np.roll(table, -1, axis=0),
        ),
        "You took a row away. The result has the shape of the table that you are given.": (
            lambda table: table[1:]
        ),
        "Your table has one row more than the one you are given. Leave out the last row: a table "
        "of L rows ends at position L - 1.": lambda table: np.vstack([_row_zero(table), table]),
        "You replaced the first row and left the others where they are. Row 1 still belongs to "
        "position 2.": lambda table: np.vstack([_row_zero(table), table[1:]]),
        "You rolled the rows: the last one came to the top. Row 0 is sin 0, cos 0 and so on.": (
            lambda table: np.roll(table, 1, axis=0)
        ),
        "Your row 0 is all zeros. The cosine of 0 is 1.": (
            lambda table: np.vstack([0 * table[:1], table[:-1]])
        ),
        "You subtracted the first row. A position is not a number that is added to all values: it "
        "is an angle by which each hand is turned.": lambda table: table - table[0],
    },
)


HALVES_COLUMNS = Exercise(
    name="halves_columns",
    question=(
        "Write a function that takes an even d_model and returns a list of column numbers, "
        "`order`, such that `table[:, order]` turns the paper's table into halves: all sines, "
        "then all cosines."
    ),
    right="A permutation and its inverse are two different things, from three pairs on.",
    hint=(
        "`table[:, order]` puts column `order[0]` first. Which columns of the paper's table hold "
        "sines, from left to right?"
    ),
    solution="""\
def halves_columns(d_model):
    columns = np.arange(d_model)
    return np.concatenate([columns[0::2], columns[1::2]])


check.halves_columns(halves_columns)""",
    cases=cases((8,), (4,), (6,), (128,), (2,), names="d_model"),
    expected=halves_order,
    mistakes={
        "That is the inverse: it turns halves into the paper's table. `order[k]` says where column "
        "k comes from, not where it goes to.": interleaved_order,
        "You put the cosines first. Column 0 is a sine.": (
            lambda d_model: np.roll(halves_order(d_model), d_model // 2)
        ),
        "You counted columns from 1. The first column is column 0.": (
            lambda d_model: halves_order(d_model) + 1
        ),
        "These are numbers of pairs. Pair i has the columns 2i and 2i + 1.": (
            lambda d_model: np.tile(np.arange(d_model // 2), 2)
        ),
        "You left the columns in their order. In the paper's table each half of them holds sines "
        "and cosines.": np.arange,
        "Your sines run from slow to fast. Keep the order of the pairs.": (
            lambda d_model: halves_order(d_model).reshape(2, -1)[:, ::-1].ravel()
        ),
    },
)


SAME_CLOCKS = Exercise(
    name="same_clocks",
    question=(
        "tensor2tensor spaces its clocks by b^(-i/(d/2 - 1)). Write a function that takes d_model "
        "(4 or more) and its base, and returns the base with which the paper's formula gives the "
        "same clocks."
    ),
    right=(
        "So the two spacings are one family: another divisor is another base. With d_model 512 "
        "and base 10,000 it is 10,368."
    ),
    hint="Set the exponents of one clock equal: (2i/d) ln x = i/(d/2 - 1) ln b. Solve for x.",
    solution="""\
def same_clocks(d_model, base):
    return base ** (d_model / (d_model - 2))


check.same_clocks(same_clocks)""",
    cases=cases((128, 10_000), (512, 10_000), (8, 100), (4, 10), names="d_model base"),
    expected=lambda d, b: b ** (d / (d - 2)),
    relative=1e-6,
    mistakes={
        "That is the base for the other direction: from the paper's formula to tensor2tensor. The "
        "clocks of tensor2tensor are slower than the paper's, so the paper needs a larger base.": (
            lambda d, b: b ** ((d - 2) / d)
        ),
        "With the same base the slowest clocks differ: the last exponent is 1 there, and (d - 2)/d "
        "in the paper's formula.": lambda d, b: b,
        "You took d - 1 steps from the first clock to the last. There are d/2 clocks, so there are "
        "d/2 - 1 steps.": lambda d, b: b ** (d / (d - 1)),
        "One exponent counts pairs and the other columns. Both spacings have d/2 clocks: the "
        "paper's exponent is 2i/d, which is i/(d/2).": (
            lambda d, b: b ** (d / (d / 2 - 1)),
            lambda d, b: b ** (d / 2 / (d - 2)),
        ),
    },
)

EXERCISES = (NAME_TABLES, REPAIR_COUNT, HALVES_COLUMNS, SAME_CLOCKS)

PREDICTIONS = (
    Prediction(
        name="two_layouts",
        question=(
            "One program stores sine and cosine in turn. Another stores all sines first, then "
            "all cosines, with the same frequencies. A model was trained with the first table. "
            "You run it with the second. What happens?"
        ),
        replies={
            "Nothing: both tables hold the same numbers.": (
                "They do. But the order of the numbers in a vector counts: column for column, the "
                "two tables differ by up to 2."
            ),
            "It breaks: the columns are in a different order.": (
                "Each column of one table is a column of the other. But the model has learned what "
                "to expect in which column."
            ),
            "It breaks: the second table has other angles.": (
                "The angles are the same. Put the columns of the second table into the order "
                "of the first, and only rounding is left of the difference."
            ),
        },
        right=1,
        try_it="press “all sines first”, then “the same, in order”.",
    ),
    Prediction(
        name="which_check",
        question=(
            "A table counts its positions from 1 when it should count from 0. You have four "
            "checks. Which one notices?"
        ),
        replies={
            "All rows have the same length.": (
                "Every row is the right row of some position, and all right rows have the same "
                "length."
            ),
            "Dot products of rows depend on the distance alone.": (
                "A shift of all positions leaves every distance as it is."
            ),
            "Row 0 is 0, 1, 0, 1 and so on.": (
                "Every row is right, but it belongs to the next position. Only a check that knows "
                "what position 0 looks like can notice."
            ),
            "The ratio of neighbouring wavelengths is right.": (
                "The clocks run at the right speeds. They only started one token early."
            ),
        },
        right=2,
        try_it="choose the bug with positions from 1 in `variant` and look at the marks.",
    ),
)
