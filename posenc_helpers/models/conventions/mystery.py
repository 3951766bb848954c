"""The mystery tables of a lesson on conventions: six tables, each of one of eight kinds."""

from functools import cache

import numpy as np

from posenc_helpers.encoding import positional_encoding
from posenc_helpers.models.conventions.bugs import BUGS
from posenc_helpers.models.conventions.tables import (
    convention_table,
    halves_order,
    interleaved_order,
)

WIDTH = 16
SHAPE = 50, WIDTH
MYSTERIES = {"A": 5, "B": 8, "C": 1, "D": 6, "E": 2, "F": 4}  # which kind each table is


@cache
def kinds():
    """Return what a table can be, numbered from 1 as the notebook prints it: {words: table}."""
    paper = positional_encoding(*SHAPE)
    whisper = convention_table("whisper", *SHAPE)[:, interleaved_order(WIDTH)]
    wrong = {name: bug.table(*SHAPE) for name, bug in BUGS.items()}
    return {
        "the paper's table with base 10,000": paper,
        "the paper's formula with base 100": positional_encoding(*SHAPE, 100),
        "cosine first, then sine, in every pair": paper[:, np.arange(WIDTH) ^ 1],
        "all sines first, then all cosines": paper[:, halves_order(WIDTH)],
        "positions counted from 1": wrong["one_based"],
        "the exponent set on the whole fraction, (p/b)^(2i/d)": wrong["power_of_fraction"],
        "the number of the column used as that of the pair": wrong["column_for_pair"],
        "the slowest clock at exactly 1/b, which the paper's formula does not reach": whisper,
    }


def mystery_tables():
    """Return six tables of 50 positions and 16 columns, in a dictionary with the keys A to F."""
    tables = list(kinds().values())
    return {letter: tables[kind - 1].copy() for letter, kind in MYSTERIES.items()}
