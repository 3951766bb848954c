"""The right and the wrong answers to the exercises of `00.md`."""

from itertools import starmap, zip_longest

import numpy as np

from posenc_helpers.attention import self_attention, word_vectors
from posenc_helpers.lessons.exercise import exercise


def attended(*order):
    """Return the outputs of a sentence as long as the new order of its words, and this order."""
    words = "we saw you and they saw us".split()[: len(order)]
    return self_attention(word_vectors(words, 16))[1], list(order)


@exercise(starmap(attended, [(1, 2, 0, 3, 4), (4, 0, 1, 2, 3), (2, 4, 6, 0, 3, 1, 5)]), within=1e-6)
def reordered_outputs(output, order):
    columns = output[:, order]
    yield "right", output[order]
    yield "old_order", output
    yield "inverse_order", output[np.argsort(order)]
    yield "columns", columns, np.hstack([columns, output[:, len(order) :]])
    yield "attention_again", self_attention(output[order])[1], self_attention(output)[1][order]


@exercise([(127, 128), (0, 128), (63, 64), (200, 55), (5, 5), (255, 1), (12, 96)])
def hamming(p, q):
    more = p.bit_count() - q.bit_count()
    yield "right", (p ^ q).bit_count()
    yield "distance", abs(p - q), q - p, p - q
    yield "ones_subtracted", abs(more), more, -more
    for beside in (zip, zip_longest):
        yield "no_leading_zeros", sum(a != b for a, b in beside(f"{p:b}", f"{q:b}"))
    yield "digits_that_agree", 8 - (p ^ q).bit_count()
    yield "and", (p & q).bit_count()
    yield "or", (p | q).bit_count()
    yield "not_counted", p ^ q


@exercise(decimals=3)
def fraction_step():
    yield "right", 1 / 10
    yield "words", 1 / 11
    yield "words_and_one", 1 / 12
    yield "count", 10
    yield "index", 1
