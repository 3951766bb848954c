"""The right and the wrong answers to the exercises of `13.md`."""

import numpy as np

from posenc_helpers.encoding import positional_encoding
from posenc_helpers.lessons.exercise import exercise
from posenc_helpers.lessons.shared import encoding_of
from posenc_helpers.models.conventions.mystery import MYSTERIES
from posenc_helpers.models.conventions.tables import halves_order, interleaved_order


def first_wrong(found):
    """Return the place of the first wrong number of an answer in a list, empty if none is."""
    right = list(MYSTERIES.values())
    if found.size != len(right):
        return []
    return np.flatnonzero(~(np.abs(found.ravel() - right) < 0.5))[:1].tolist()


@exercise()
def name_tables():
    yield "right", list(MYSTERIES.values())
    yield "B_and_E", [5, 2, 1, 6, 8, 4]
    yield "from_0", [kind - 1 for kind in MYSTERIES.values()]
    for place, letter in enumerate(MYSTERIES):
        yield letter, lambda found, place=place: first_wrong(found) == [place]


@exercise([(4, 4, 100, 1), (50, 16, 10_000, 1), (7, 6, 33, 1)], encoding_of, within=1e-6)
def repair_count(table):
    first = positional_encoding(1, table.shape[1])
    yield "right", np.vstack([first, table[:-1]])
    yield "unchanged", table
    yield "moved_up", *(np.vstack([table[1:], last]) for last in (table[-1:], first, table[:1]))
    yield "row_taken_away", table[1:]
    yield "row_too_many", np.vstack([first, table])
    yield "rolled", np.roll(table, 1, axis=0)
    yield "zeros", np.vstack([0 * table[:1], table[:-1]])
    yield "cosines_first", np.vstack([1 - first, table[:-1]])
    yield "base_10_000", positional_encoding(*table.shape)
    yield "subtracted", table - table[0]


@exercise(cases=[(8,), (4,), (6,), (128,), (2,)])
def halves_columns(d_model):
    order = halves_order(d_model)
    yield "right", order
    yield "inverse", interleaved_order(d_model)
    yield "cosines_first", np.roll(order, d_model // 2)
    yield "from_1", order + 1
    yield "pairs", np.tile(np.arange(d_model // 2), 2)
    yield "unchanged", np.arange(d_model)


@exercise([(128, 10_000), (512, 10_000), (8, 100), (4, 10)], relative=1e-6)
def same_clocks(d_model, base):
    yield "right", base ** (d_model / (d_model - 2))
    yield "other_direction", base ** ((d_model - 2) / d_model)
    yield "same_base", base
    yield "pairs_and_columns", base ** (d_model / (d_model / 2 - 1))
    yield "pairs_and_columns", base ** (d_model / 2 / (d_model - 2))
