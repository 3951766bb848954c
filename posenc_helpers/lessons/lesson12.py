"""The right and the wrong answers to the exercises of `12.md`."""

from itertools import starmap
from math import sqrt

import numpy as np

from posenc_helpers.encoding import positional_encoding
from posenc_helpers.lessons.exercise import Case, agree, exercise


def batch_and_table(texts, tokens, d_model):
    """Return a random batch and a table of 16 positions."""
    x = np.random.default_rng(texts).normal(size=(texts, tokens, d_model)).round(2)
    return x, positional_encoding(16, d_model)


@exercise(starmap(batch_and_table, [(3, 5, 8), (4, 4, 6), (1, 7, 4), (6, 2, 8)]), within=1e-6)
def token_axis(x, table):
    texts, tokens, d_model = x.shape
    codes = table[:tokens]
    yield "right", x + codes
    yield "row_of_text", x + table[:texts, np.newaxis]
    yield "from_1", x + table[1 : tokens + 1]
    yield "codes_alone", 0 * x + codes, codes
    yield "multiplied", x * sqrt(d_model) + codes
    yield "axes_exchanged", np.swapaxes(x + codes, 0, 1)
    yield "unchanged", x


def padded(side, lengths, *new):
    """Return the case of a mask of texts padded to the longest, and of the tokens since, if any."""
    short, slots = np.array(lengths)[:, np.newaxis], np.arange(max(lengths))
    mask = slots < short if side == "right" else slots >= slots.size - short
    label = f"texts of {lengths} tokens, padded on the {side}" + "".join(f", new={n}" for n in new)
    return Case((mask.astype(int), *new), label)


@exercise(
    starmap(padded, [("left", [5, 3, 1]), ("right", [4, 2]), ("left", [6, 6, 2, 4])]), within=1e-6
)
def ids_from_mask(mask):
    counted, padding = np.cumsum(mask, axis=1), np.cumsum(1 - mask, axis=1)
    slots = np.tile(np.arange(mask.shape[1]), (len(mask), 1))
    yield "right", mask * (counted - 1)
    yield "from_1", mask * counted
    yield "padding_not_0", lambda found: agree(mask * found, mask * (counted - 1), 1e-6)
    yield "slots", mask * slots, slots
    yield "from_text_to_text", mask * (np.cumsum(mask, axis=0) - 1)
    yield "padding_counted", padding, mask * padding
    yield "unchanged", mask


@exercise(
    starmap(padded, [("left", [5, 3, 1], 2), ("right", [4, 2], 0), ("left", [6, 6, 2], 7)]),
    within=1e-6,
)
def next_position(mask, new):
    tokens, slots = mask.sum(axis=1), np.full(len(mask), mask.shape[1])
    yield "right", tokens + new
    yield "zero", lambda found: not found.any()
    yield "slots", slots + new, mask.shape[1] + new
    yield "last_token", tokens + new - 1
    yield "no_new_tokens", tokens
    yield "new_alone", np.full(len(mask), new)
    yield "one_too_many", tokens + new + 1


def one_place(place, width):
    """Return the code of one position."""
    return positional_encoding(1, width, start=place)[0]


def place_code(row, column, d_model):
    """Return half of the columns for the row, half for the column."""
    return np.append(one_place(row, d_model // 2), one_place(column, d_model // 2))


@exercise(cases=[(3, 5, 8), (0, 7, 16), (10, 2, 64), (4, 4, 12)], within=1e-6)
def row_and_column(row, column, d_model):
    half = d_model // 2
    of_row, of_column = one_place(row, d_model), one_place(column, d_model)
    yield "right", place_code(row, column, d_model)
    sines_first = place_code(row, column, d_model).reshape(2, -1, 2).swapaxes(1, 2)
    yield "sines_first", sines_first.ravel()
    yield "from_1", place_code(row + 1, column + 1, d_model)
    yield "column_first", place_code(column, row, d_model)
    yield "added", of_row + of_column
    yield "twice_as_wide", place_code(row, column, 2 * d_model)
    yield "cut_in_halves", np.append(of_row[:half], of_column[half:])
    yield "first_halves", np.append(of_row[:half], of_column[:half])
    yield "alternating", np.stack([one_place(row, half), one_place(column, half)], axis=1).ravel()
