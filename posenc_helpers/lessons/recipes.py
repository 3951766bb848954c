"""What the texts of the lessons compute with: cases for functions, and parts of answers.

An expression in `00.md` to `13.md` may use each name of this file, what is imported here included.
"""

# ruff: noqa: F401  (some names are imported for the texts alone)

from __future__ import annotations

from functools import cache
from itertools import count, zip_longest
from math import floor, tau

import numpy as np
from numpy import arange, array, clip, cos, exp, log, pi, sin, sqrt, where

from posenc_helpers.attention import self_attention, softmax, word_vectors
from posenc_helpers.encoding import (
    angular_frequencies,
    positional_encoding,
    shift_encoding,
    shift_matrix,
    similarity,
    turning_pairs,
    wavelengths,
)
from posenc_helpers.lessons.exercise import Case, recipe
from posenc_helpers.lessons.free_answers import examine_choice, examine_claim
from posenc_helpers.reach import EULER_GAMMA
from posenc_helpers.training import filled_directions
from posenc_helpers.variants.bugs import BUGS
from posenc_helpers.variants.tables import convention_table, halves_order, interleaved_order

# Lesson 00


def attended(words, order):
    """Return the case of a sentence's outputs and a new order of its words."""
    output = self_attention(word_vectors(words.split(), 16))[1]
    return Case((output, order), f"{len(order)} words and order={order}")


def differing_characters(p, q, paired):
    """Count the places where the binary digits differ, without leading zeros."""
    return sum(a != b for a, b in paired(f"{p:b}", f"{q:b}"))


# Lesson 01


def pair_exponents(d_model):
    """Return 2i/d for each column; both columns of pair i have the same."""
    return 2 * (np.arange(d_model) // 2) / d_model


def angles(p, d_model, base, exponents=None):
    """Return the angle in each column, of one position or a row for each of several."""
    exponents = pair_exponents(d_model) if exponents is None else exponents
    return np.asarray(p)[..., np.newaxis] / float(base) ** exponents


def powers_of_fraction(p, base, exponents):
    """Return (p/base) to the power of the exponents, as `angles` does of p."""
    return (np.asarray(p)[..., np.newaxis] / base) ** exponents


def waves(angles):
    """Return the sine in even columns, the cosine in odd ones."""
    return np.where(np.arange(angles.shape[-1]) % 2 == 0, np.sin(angles), np.cos(angles))


def halves(angles):
    """Return all sines, then all cosines."""
    return np.concatenate([np.sin(angles[..., ::2]), np.cos(angles[..., ::2])], axis=-1)


def of_shape(change):
    """Recognize tables by their shape: what `change` makes of the right one."""
    return lambda found, right: all(
        one.shape == change(*wanted.shape) for one, wanted in zip(found, right, strict=True)
    )


def like_float32(found, right):
    """Recognize tables that are right at small positions, and off by thousandths at large ones."""
    if [one.shape for one in found] != [wanted.shape for wanted in right]:
        return False
    off = [np.abs(one - wanted) for one, wanted in zip(found, right, strict=True)]
    return all(one[:500].max(initial=0) < 6e-5 and one.max(initial=0) < 0.01 for one in off)


# Lesson 02


@recipe
def encoding_of(seq_len, d_model, base=10_000):
    """Return the case of a whole table."""
    return Case(
        (positional_encoding(seq_len, d_model, base),),
        f"the encoding of seq_len={seq_len}, d_model={d_model}, base={base}",
    )


def boundary(pairs=64, turn=tau):
    """Return up to which pair the hands make a turn within 500 positions."""
    return pairs * log(500 / turn) / log(10_000)


def pairs_of(table):
    """Return a table whose pairs have an axis of their own."""
    return table.reshape(len(table), -1, 2)


def every_other(table, first=0):
    """Return every second pair of a table's columns."""
    return pairs_of(table)[:, first::2].reshape(len(table), -1)


def frozen(table, axis=0):
    """Return which columns, or rows, move by less than 0.1."""
    return np.ptp(table, axis=axis) < 0.1


# Lesson 04


def hand(pair=3, steps=99, width=18):
    """Return by how many degrees a hand has turned."""
    return np.degrees(steps * 10_000 ** (-2 * pair / width))


@recipe
def code_of(position, decimals=None):
    """Return the case of one row of 64 columns, rounded if `decimals` is given."""
    code = positional_encoding(1, 64, start=position)[0]
    how = "" if decimals is None else f", rounded to {decimals} decimals"
    return Case((code if decimals is None else code.round(decimals),), f"PE({position}){how}")


def signed(code):
    """Return the angle of each hand from 12, from -pi to pi."""
    return np.arctan2(code[0::2], code[1::2])


def clockwise(code):
    """Return the angle of each hand from 12, from 0 to 2 pi."""
    return signed(code) % tau


def anticlockwise(code):
    """Return the angle of each hand from 3, the other way round."""
    return np.arctan2(code[1::2], code[0::2]) % tau


def quarter(code):
    """Return the angles that the arctangent of sine over cosine gives."""
    return np.arctan(code[0::2] / code[1::2])


def read(code, angles=clockwise):
    """Return the position of a row, read from the slowest clock to the fastest."""
    rates, angles = angular_frequencies(64), angles(code)
    guess = angles[-1] / rates[-1]
    for rate, angle in zip(rates[::-1], angles[::-1], strict=True):
        turns = np.round((rate * guess - angle) / tau)
        guess = (angle + tau * turns) / rate
    return round(guess)


def one_clock(code, pair, angles=clockwise, rounded=np.round):
    """Return the position that a single clock shows in its first turn."""
    return rounded(angles(code)[pair] / angular_frequencies(64)[pair])


def _offsets(found, right):
    """Return how far each position is off, NaN for what is not a single number."""
    pairs = zip(found, right, strict=True)
    return np.array([a.item() - b.item() if a.size == 1 else np.nan for a, b in pairs])


def cut_off(found, right):
    """Recognize positions that are right or one too small."""
    off = _offsets(found, right)
    return bool(np.isin(off, (0, -1)).all() and (off == -1).any())


def not_rounded(found, right):
    """Recognize positions within half a token."""
    return bool((abs(_offsets(found, right)) < 0.5).all())


# Lesson 05


@recipe
def row_of(position, d_model):
    """Return the case of one row."""
    row = positional_encoding(1, d_model, start=position)[0]
    return Case((row,), f"PE({position}) of d_model {d_model}")


def block(angle, signs=(1, -1)):
    """Return [[cos, sin], [-sin, cos]] of an angle, with these signs before the two sines."""
    cosine, sine = np.cos(angle), np.sin(angle)
    return [[cosine, signs[0] * sine], [signs[1] * sine, cosine]]


def r2_of_sine_alone(shift, omega=0.1, seq_len=1_000):
    """Return the R² of the best straight line from sin(omega p) to sin(omega (p + shift))."""
    angle = omega * np.arange(seq_len)
    return np.corrcoef(np.sin(angle), np.sin(angle + omega * shift))[0, 1] ** 2


# Lesson 06


@recipe
def table_and_sharpness(seq_len, d_model, sharpness):
    """Return the case of a whole table and a sharpness."""
    label = f"a table of {seq_len} positions, d_model={d_model} and sharpness={sharpness}"
    return Case((positional_encoding(seq_len, d_model), sharpness), label)


def similarities(d_model, steps):
    """Return k at the distances from 0 to `steps`."""
    return similarity(np.arange(steps + 1), d_model)


def shrinking(d_model, steps):
    """Count the steps that bring two codes nearer to each other."""
    return np.sum(np.diff(similarities(d_model, steps)) > 0)


def scores(table, sharpness, offset=-1):
    """Return the scores of all queries, turned by an offset, and all keys."""
    return sharpness * (table @ shift_matrix(offset, table.shape[1]).T) @ table.T


def head(table, sharpness, offset=-1):
    """Return the attention weights that belong to `scores`."""
    return softmax(scores(table, sharpness, offset))


@cache
def smallest_sharpness(d_model, more_than):
    """Return the smallest sharpness at which each position gives this much to the one before."""
    table = positional_encoding(64, d_model)
    return next(
        sharpness
        for sharpness in (0.25, 0.5, 1, 2, 4, 8, 16)
        if np.diagonal(head(table, sharpness), -1).min() > more_than
    )


# Lesson 07

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
MYSTERIES = {"A": 5, "B": 8, "C": 1, "D": 6, "E": 2, "F": 4}  # which kind each table is


def table_of_kind(kind):
    """Return the table of a kind, numbered from 1."""
    return list(KINDS.values())[kind - 1]()


def mystery_tables():
    """Return six tables of 50 positions and 16 columns, in a dictionary with the keys A to F."""
    return {letter: table_of_kind(kind) for letter, kind in MYSTERIES.items()}


def first_wrong(letter):
    """Recognize answers whose first wrong number is that of this table."""

    def judge(found, right):
        if found[0].size != right[0].size:
            return False
        wrong = np.flatnonzero(~(np.abs(found[0].ravel() - right[0]) < 0.5))
        return wrong[:1].tolist() == [list(MYSTERIES).index(letter)]

    return judge


@recipe
def from_one(rows, width, base):
    """Return the case of a table whose positions count from 1."""
    table = positional_encoding(rows, width, base, start=1)
    return Case((table,), f"the table of {rows} positions and {width} columns, base {base:g}")


def row_zero(table):
    """Return the code of position 0, as wide as a table."""
    return np.tile([0.0, 1.0], table.shape[1] // 2)


# Lesson 08

NINETY = 1.6449  # standard deviations on either side that hold 90 % of a normal distribution


def matrix(rows, columns):
    """Return the case of a matrix of random numbers."""
    numbers = np.random.default_rng(rows + columns).normal(size=(rows, columns))
    return Case((numbers,), f"a matrix of shape ({rows}, {columns})")


def readable(d_model, half=0.5, deviations=NINETY):
    """Return up to which size of the words positions can be read, by the law of the lesson."""
    return half * np.sqrt(d_model * (1 - similarity(1, d_model))) / deviations


@recipe
def codes_and_words(seq_len, d_model, count):
    """Return the case of a table and some random words."""
    words = np.random.default_rng(count).normal(size=(count, d_model))
    label = f"codes of shape ({seq_len}, {d_model}) and {count} words"
    return Case((positional_encoding(seq_len, d_model), words), label)


def without(codes, words):
    """Return codes without the directions of the words."""
    basis = np.linalg.qr(words.T)[0]
    return codes - codes @ basis @ basis.T


def along(codes, word):
    """Return the part of each code along one word."""
    return np.outer(codes @ word, word) / (word @ word)


def one_by_one(codes, words):
    """Return codes from which the parts along the words are taken one after the other."""
    for word in words:
        codes = codes - along(codes, word)
    return codes


# Lesson 09


def scores_and_holds(scores, holds):
    """Return the case of some scores and which keys hold the wanted word."""
    return Case((np.array(scores, dtype=float), np.array(holds)), f"scores {scores}, holds {holds}")


def slope(scores, holds):
    """Return the derivative of the loss with respect to each score."""
    right = softmax(scores) * holds
    return softmax(scores) - right / right.sum()


@cache
def full_window(d_model, base):
    """Return the shortest window whose codes fill all directions."""
    return next(
        seq_len
        for seq_len in count(d_model)
        if filled_directions(positional_encoding(seq_len, d_model, base)) == d_model
    )


# Lesson 10


@recipe
def vector_and_angles(d_head, position):
    """Return the case of a random vector and the angles of a position."""
    vector = np.random.default_rng(d_head).normal(size=d_head).round(2)
    label = f"a vector of {d_head} columns and the angles of position {position}"
    return Case((vector, position * angular_frequencies(d_head)), label)


def turned(vector, angles):
    """Return a vector in halves, turned anticlockwise."""
    x, y = np.split(vector, 2)
    cosines, sines = np.cos(angles), np.sin(angles)
    return np.concatenate([x * cosines - y * sines, x * sines + y * cosines])


def paired(vector):
    """Return a vector in halves with its pairs side by side."""
    return vector.reshape(2, -1).T.ravel()


def halved(vector):
    """Return a vector whose pairs are side by side in halves."""
    return vector.reshape(-1, 2).T.ravel()


# Lesson 11


@recipe
def turns_of(factor, low, high):
    """Return the case of pairs from many turns to few, and how they are slowed down."""
    turns = 8_192 * angular_frequencies(32, 500_000) / tau
    label = f"the turns of 16 pairs, factor={factor:g}, low={low:g}, high={high:g}"
    return Case((turns, factor, low, high), label)


def line(turns, factor, low, high):
    """Return what the ramp of `parted` is without its ends."""
    kept = (turns - low) / (high - low)
    return kept + (1 - kept) / factor


def parted(turns, factor, low, high):
    """Return by how much speeds are multiplied where pairs are scaled by their turns."""
    return line(clip(turns, low, high), factor, low, high)


# Lesson 12


def batch_and_table(texts, tokens, d_model):
    """Return the case of a random batch and a table of 16 positions."""
    x = np.random.default_rng(texts).normal(size=(texts, tokens, d_model)).round(2)
    label = f"{texts} texts of {tokens} tokens, d_model={d_model}, and a table of 16 positions"
    return Case((x, positional_encoding(16, d_model)), label)


def mask_of(side, lengths):
    """Return the mask of texts of these lengths, padded on one side to the longest."""
    short, slots = np.array(lengths)[:, np.newaxis], np.arange(max(lengths))
    return (slots < short if side == "right" else slots >= slots.size - short).astype(int)


def padded(side, *lengths):
    """Return the case of a mask."""
    label = f"texts of {', '.join(map(str, lengths))} tokens, padded on the {side}"
    return Case((mask_of(side, lengths),), label)


def padded_and_new(side, new, *lengths):
    """Return the case of a mask and how many tokens have come since."""
    label = f"texts of {', '.join(map(str, lengths))} tokens, padded on the {side}, and new={new}"
    return Case((mask_of(side, lengths), new), label)


def all_zero(found, right):
    """Recognize answers that are 0 everywhere."""
    return not any(one.any() for one in found)


def one_place(place, width):
    """Return the code of one position."""
    return positional_encoding(1, width, start=place)[0]


def place_code(row, column, d_model):
    """Return half of the columns for the row, half for the column."""
    return np.append(one_place(row, d_model // 2), one_place(column, d_model // 2))
