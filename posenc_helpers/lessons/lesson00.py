"""The right and the wrong answers to the exercises of `00.md`."""

from itertools import zip_longest

import numpy as np

from posenc_helpers.attention import self_attention, word_vectors
from posenc_helpers.encoding import positional_encoding
from posenc_helpers.lessons.exercise import exercise


def attended(*order):
    """Return the outputs of a sentence as long as the new order of its words, and this order."""
    words = "we saw you and they saw us".split()[: len(order)]
    return self_attention(word_vectors(words, 16))[1], list(order)


NUMBERS, LONG = 16, 1_000  # in a code; positions of a long text
LONGEST, NEAREST = 4.0, 0.1 - 1e-9  # norm of a code, distance of two
HERE = [(p, 5) for p in range(5)]  # in a short text, then the same and more in a long one
THERE = [(p, LONG) for p in (*range(130), *range(255, 259), *range(500, 514), LONG - 1)]


def unmet(codes):
    """Return the name of the first requirement that codes of HERE and THERE miss, or None."""
    codes = [np.squeeze(code) for code in codes]
    if any(code.shape != (NUMBERS,) for code in codes):
        return "sixteen"
    short, codes = np.array(codes[: len(HERE)]), np.array(codes[len(HERE) :])
    if np.abs(codes[: len(HERE)] - short).max() > 1e-9:
        return "length"
    if np.linalg.norm(codes, axis=1).max() > LONGEST + 1e-9:
        return "drowns"
    apart = np.linalg.norm(codes[:, np.newaxis] - codes, axis=2)
    np.fill_diagonal(apart, np.inf)
    if np.diag(apart, k=1).min() < NEAREST:
        return "step"
    return "again" if apart.min() < NEAREST else None


@exercise(HERE + THERE, examine=unmet)
def invented_code(p, seq_len):
    yield "right", positional_encoding(1, NUMBERS, start=p)[0]
    yield "sixteen", p
    yield "length", np.full(NUMBERS, p / seq_len)
    yield "drowns", np.full(NUMBERS, p)
    yield "step", np.full(NUMBERS, p / 10_000)
    yield "again", np.eye(NUMBERS)[p % NUMBERS]


@exercise([(1, 2, 0, 3, 4), (4, 0, 1, 2, 3), (2, 4, 6, 0, 3, 1, 5)], attended, within=1e-6)
def reordered_outputs(output, order):
    columns = output[:, order]
    yield "right", output[order]
    yield "old_order", output
    yield "inverse_order", output[np.argsort(order)]
    yield "columns", columns, np.hstack([columns, output[:, len(order) :]])
    yield "order_unused", output[[0, 4, 2, 3, 1]]
    yield "attention_again", self_attention(output[order])[1], self_attention(output)[1][order]


@exercise([(127, 128), (0, 128), (63, 64), (200, 55), (5, 5), (255, 1), (12, 96)])
def hamming(p, q):
    more = p.bit_count() - q.bit_count()
    yield "right", (p ^ q).bit_count()
    yield "distance", abs(p - q), q - p, p - q
    yield "ones_subtracted", abs(more), more, -more
    for beside in (zip, zip_longest):
        for name, base in (("no_leading_zeros", "b"), ("decimal_digits", "d")):
            yield name, sum(a != b for a, b in beside(f"{p:{base}}", f"{q:{base}}"))
    yield "seven_digits", (p % 128 ^ q % 128).bit_count(), (p // 2 ^ q // 2).bit_count()
    yield "digits_that_agree", 8 - (p ^ q).bit_count()
    yield "not_counted", p ^ q


@exercise(decimals=3)
def fraction_step():
    yield "right", 1 / 7
    yield "words", 1 / 8
    yield "one_more", 1 / 9
    yield "norm", 4 / 7
    yield "count", 7
    yield "index", 1
