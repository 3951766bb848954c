"""The exercises of lesson 00: order, and other ways to write a position."""

from __future__ import annotations

from itertools import zip_longest

import numpy as np

from posenc_helpers.attention import self_attention, word_vectors
from posenc_helpers.lessons.exercise import Case, Exercise, Mistake, cases
from posenc_helpers.lessons.prediction import Prediction


def _attended(words, order):
    output = self_attention(word_vectors(words.split(), 16))[1]
    return Case((output, order), f"{len(order)} words and order={order}")


def _equal_characters(p, q, zipped):
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
        "Word number `order[0]` now stands first. Its output has not changed, so where does that "
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
    expected=lambda output, order: output[order],
    within=1e-6,  # float32 outputs pass; two words' outputs differ by far more
    mistakes=[
        Mistake(
            "unchanged",
            "These are the outputs in the old order. Each word takes its output along to its "
            "new place.",
            lambda output, order: output,
        ),
        Mistake(
            "inverse order",
            "You moved each output the opposite way: row 0 went to the place where word 0 "
            "would come from. New row k is the old row `order[k]`. A swap of two words does not "
            "show the difference, a cycle of three does.",
            lambda output, order: output[np.argsort(order)],
        ),
        Mistake(
            "columns reordered",
            "You reordered columns. A word is a row of the table, so it is the rows that move.",
            lambda output, order: output[:, order],
            lambda output, order: np.concatenate(
                [output[:, order], output[:, len(order) :]], axis=1
            ),
        ),
        Mistake(
            "attended twice",
            "You attended once more, to outputs. They are the results already, and only have to "
            "be put into the new order.",
            lambda output, order: self_attention(output[order])[1],
            lambda output, order: self_attention(output)[1][order],
        ),
    ],
)

HAMMING = Exercise(
    name="hamming",
    question=(
        "Write a function of two positions p and q from 0 to 255 that returns how many of their "
        "eight binary digits differ."
    ),
    right="The count jumps between 8 and 1 where the positions are neighbours or 128 apart.",
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
    within=0.0,  # a count
    mistakes=[
        Mistake(
            "distance",
            "That is how far the positions are apart. Compare their binary digits, place by place.",
            lambda p, q: abs(p - q),
            lambda p, q: q - p,
            lambda p, q: p - q,
        ),
        Mistake(
            "counts of ones",
            "You counted the ones of each number and subtracted. Two numbers may have equally "
            "many ones in different places: compare place by place.",
            lambda p, q: abs(p.bit_count() - q.bit_count()),
            lambda p, q: p.bit_count() - q.bit_count(),
            lambda p, q: q.bit_count() - p.bit_count(),
        ),
        Mistake(
            "leading zeros",
            "You compared the digits without leading zeros, so the places don't line up. "
            "`f'{p:08b}'` writes all eight.",
            lambda p, q: _equal_characters(p, q, zip),
            lambda p, q: _equal_characters(p, q, zip_longest),
        ),
        Mistake(
            "equal digits",
            "You counted the digits that agree. The others are asked for.",
            lambda p, q: 8 - (p ^ q).bit_count(),
        ),
        Mistake(
            "and",
            "You counted the places where both digits are 1. A place differs where exactly one "
            "of them is: that is `^`, not `&`.",
            lambda p, q: (p & q).bit_count(),
        ),
        Mistake(
            "or",
            "You counted the places where at least one digit is 1. A place differs where exactly "
            "one of them is: that is `^`, not `|`.",
            lambda p, q: (p | q).bit_count(),
        ),
        Mistake(
            "not counted",
            "You found which digits differ, as the binary number `p ^ q`. Now count its ones.",
            lambda p, q: p ^ q,
        ),
    ],
)

FRACTION_STEP = Exercise(
    name="fraction_step",
    question=(
        "How large is one step of p/(L-1) from a word to the next, in a sentence of L = 11 words? "
        "Give it to 3 decimals."
    ),
    right="The step depends on the length of the sentence, so the same number means another place.",
    hint="The first word has the fraction 0, the last has 1. How many steps lie between them?",
    solution="""\
answer = 1 / (11 - 1)
check.fraction_step(answer)""",
    expected=lambda: 1 / 10,
    within=1e-3,  # one unit of the last decimal: rounded or cut off, both pass
    decimals=3,
    mistakes=[
        Mistake(
            "L for L - 1",
            "You divided by the number of words. Between 11 words there is one step fewer.",
            lambda: 1 / 11,
        ),
        Mistake(
            "L + 1 for L - 1",
            "You divided by one more than the number of words. Between 11 words there is one step "
            "fewer than words.",
            lambda: 1 / 12,
        ),
        Mistake(
            "inverse",
            "That is how many steps there are (or the step in percent). Together they make 1. "
            "How large is a single one?",
            lambda: 10,
        ),
        Mistake(
            "index",
            "That is a step of the index p. The fraction goes from 0 to 1 in the whole sentence.",
            lambda: 1,
        ),
    ],
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
        options=(
            "It changes, because its neighbours have changed.",
            "It stays the same.",
            "It changes: it now takes from “man” what it took from “dog”.",
        ),
        right=1,
        reason=(
            "A score depends on two vectors, not on where they stand. So “bit” has the same "
            "scores as before, in another order. The softmax gives each word the same weight, "
            "and the weighted sum is the same."
        ),
        replies={
            0: (
                "It is how you read the sentence: its meaning has changed. "
                "But attention has no neighbours. It sees a set of words."
            ),
            2: (
                "That would be so if a weight belonged to a place. "
                "It belongs to a word: what “bit” takes from “dog” moves with “dog”."
            ),
        },
        try_it=(
            "leave `gain` at 0 and swap other words with `first` and `second`. Then move `gain` up."
        ),
    ),
)
