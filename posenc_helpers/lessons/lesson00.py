"""What lesson 00 asks: order, and other ways to write a position."""

from __future__ import annotations

from itertools import zip_longest

import numpy as np

from posenc_helpers.attention import self_attention, word_vectors
from posenc_helpers.lessons.exercise import Case, Exercise, cases
from posenc_helpers.lessons.prediction import Prediction


def _attended(words, order):
    output = self_attention(word_vectors(words.split(), 16))[1]
    return Case((output, order), f"{len(order)} words and order={order}")


def _differing_characters(p, q, zipped):
    return sum(a != b for a, b in zipped(f"{p:b}", f"{q:b}"))


REORDERED_OUTPUTS = Exercise(
    name="reordered_outputs",
    question=(
        "Write a function that takes the outputs of attention and an order of the words, and "
        "returns the outputs for the reordered words without attending again."
    ),
    right=(
        "Reordering the words reorders their outputs and does nothing else: "
        "attention without positions is permutation-equivariant."
    ),
    hint=(
        "Word number `order[0]` now comes first. Its output has not changed, so where does that "
        "output go? `vectors[order]` reorders the words, and the outputs follow them."
    ),
    solution="""\
def reorder(output, order):
    return output[order]


check.reordered_outputs(reorder)""",
    cases=(
        _attended("a dog bit that man", [1, 2, 0, 3, 4]),
        _attended("a dog bit that man", [4, 0, 1, 2, 3]),
        _attended("we saw you and they saw us", [2, 4, 6, 0, 3, 1, 5]),
    ),
    hidden=(
        _attended("no cat ran", [1, 2, 0]),
        _attended("the cat sat on the old mat", [3, 5, 0, 6, 2, 4, 1]),
        _attended("two birds saw one worm and ate it", [7, 0, 2, 5, 1, 6, 3, 4]),
    ),
    expected=lambda output, order: output[order],
    within=1e-6,  # float32 outputs pass; two words' outputs differ by far more
    mistakes={
        "These are the outputs in the old order. Each word takes its output along to its new "
        "place.": lambda output, order: output,
        "You moved each output the wrong way, by the inverse of the order. The new row k is the "
        "old row `order[k]`. Swapping two words does not show the difference, a cycle of three "
        "does.": lambda output, order: output[np.argsort(order)],
        "You reordered the columns. Each word is a row of the table, so the rows have to move.": (
            lambda output, order: output[:, order],
            lambda output, order: np.hstack([output[:, order], output[:, len(order) :]]),
        ),
        "You applied attention a second time, to its own outputs. They are the result already and "
        "only have to be reordered.": (
            lambda output, order: self_attention(output[order])[1],
            lambda output, order: self_attention(output)[1][order],
        ),
    },
)

HAMMING = Exercise(
    name="hamming",
    question=(
        "Write a function of two positions p and q from 0 to 255 that returns how many of their "
        "eight binary digits differ."
    ),
    right=(
        "The count says little about distance: the neighbours 127 and 128 differ in 8 digits, the "
        "positions 0 and 128 in 1."
    ),
    hint=(
        "Write both numbers with eight digits, leading zeros included, and compare them place by "
        "place. `digits(p)` in this lesson gives the eight digits as an array."
    ),
    solution="""\
def differing_digits(p, q):
    places = np.arange(8)
    return np.sum((p >> places) & 1 != (q >> places) & 1)


check.hamming(differing_digits)""",
    cases=cases((127, 128), (0, 128), (63, 64), (200, 55), (5, 5), (255, 1), (12, 96), names="p q"),
    expected=lambda p, q: (p ^ q).bit_count(),
    mistakes={
        "That is how far apart the positions are. Compare their binary digits, place by place.": (
            lambda p, q: abs(p - q),
            lambda p, q: q - p,
            lambda p, q: p - q,
        ),
        "You counted the ones in each number and subtracted. Two numbers can have equally many "
        "ones in different places: compare place by place.": (
            lambda p, q: abs(p.bit_count() - q.bit_count()),
            lambda p, q: p.bit_count() - q.bit_count(),
            lambda p, q: q.bit_count() - p.bit_count(),
        ),
        "You compared the digits without leading zeros, so the places don't line up. "
        "`f'{p:08b}'` writes all eight.": (
            lambda p, q: _differing_characters(p, q, zip),
            lambda p, q: _differing_characters(p, q, zip_longest),
        ),
        "You counted the digits that agree. Count those that differ.": (
            lambda p, q: 8 - (p ^ q).bit_count()
        ),
        "You counted the places where both digits are 1. The digits differ where exactly one of "
        "them is 1: that is `^`, not `&`.": lambda p, q: (p & q).bit_count(),
        "You counted the places where at least one digit is 1. The digits differ where exactly "
        "one of them is 1: that is `^`, not `|`.": lambda p, q: (p | q).bit_count(),
        "You found which digits differ, as the binary number `p ^ q`. Now count its ones.": (
            lambda p, q: p ^ q
        ),
    },
)

FRACTION_STEP = Exercise(
    name="fraction_step",
    question=(
        "How large is the step of p/(L-1) from one word to the next, in a sentence of L = 11 "
        "words? Give it to 3 decimals."
    ),
    right=(
        "The step depends on the length of the sentence, so the same fraction means a different "
        "place in another sentence."
    ),
    hint="The first word has the fraction 0, the last has 1. How many steps lie between them?",
    solution="""\
answer = 1 / (11 - 1)
check.fraction_step(answer)""",
    expected=1 / 10,
    decimals=3,
    mistakes={
        "You divided by the number of words. There is one step fewer than words.": 1 / 11,
        "You divided by one more than the number of words. There is one step fewer than words.": 1
        / 12,
        "That is how many steps there are (or the step in percent). Together they make 1. How "
        "large is each?": 10,
        "That is the step of the index p. The fraction goes from 0 to 1 over the whole "
        "sentence.": 1,
    },
)

EXERCISES = (REORDERED_OUTPUTS, HAMMING, FRACTION_STEP)

PREDICTIONS = (
    Prediction(
        name="swap",
        question=(
            "You give self-attention the five words “the dog bit the man”, as vectors and "
            "nothing else. Then you swap “dog” and “man”. What happens to the output vector "
            "that belongs to “bit”?"
        ),
        replies={
            "It changes, because its neighbours have changed.": (
                "That is how you read the sentence: its meaning has changed. "
                "But attention has no neighbours. It sees a set of words."
            ),
            "It stays the same.": (
                "A score depends on two vectors, not on where they stand. So “bit” has the same "
                "scores as before, in another order. It takes as much from each word as before, "
                "and the sum of what it takes is the same."
            ),
            "It changes: it now takes from “man” what it took from “dog”.": (
                "That would be so if a score belonged to a place. "
                "It belongs to two words: what “bit” takes from “dog” moves with “dog”."
            ),
        },
        right=1,
        try_it=(
            "leave `gain` at 0 and swap other words with `first` and `second`. Then move `gain` up."
        ),
    ),
)
