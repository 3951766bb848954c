"""What lesson 08 asks: words and positions in one sum."""

from __future__ import annotations

import numpy as np

from posenc_helpers.encoding import positional_encoding, similarity
from posenc_helpers.lessons.exercise import Case, Exercise, cases, recipe, unused
from posenc_helpers.lessons.prediction import Prediction


def _matrix(rows, columns):
    label = f"a matrix of shape ({rows}, {columns})"
    numbers = np.random.default_rng(rows + columns).normal(size=(rows, columns))
    return Case((numbers,), label)


def _stacked(upper, lower):
    """Return a matrix made of two others, one above the other."""
    return lambda W: np.concatenate([upper * W, lower * W])


def _blocks(W):
    return np.block([[W, np.zeros_like(W)], [np.zeros_like(W), W]])


TIED_MATRIX = Exercise(
    name="tied_matrix",
    question=(
        "A layer multiplies the sum word + code by the matrix W, shape (d, k). Another program "
        "concatenates word and code, 2d numbers. Write a function of W that returns the matrix, "
        "shape (2d, k), with which it gets the same results, for every word and every code."
    ),
    right=(
        "W stands there twice: adding is concatenating, with the same weights for word and code."
    ),
    hint=(
        "The first d numbers of the concatenation are the word. Which rows of the large matrix "
        "do they meet? What are they to be multiplied by, if the word's part is to be word @ W?"
    ),
    solution="""\
def tied_matrix(W):
    return np.concatenate([W, W])


check.tied_matrix(tied_matrix)""",
    cases=(_matrix(4, 4), _matrix(6, 3), _matrix(2, 5)),
    hidden=(_matrix(8, 2), _matrix(3, 7), _matrix(5, 5)),
    expected=_stacked(1, 1),
    within=1e-5,
    mistakes={
        "Your matrix ignores the code: the lower half, which the code meets, is zero.": (
            _stacked(1, 0)
        ),
        "Your matrix ignores the word: the upper half, which the word meets, is zero.": (
            _stacked(0, 1)
        ),
        "You halved W. A sum is not a mean: both parts count in full.": _stacked(0.5, 0.5),
        "The two copies stand side by side. A row vector meets the rows of a matrix: put one copy "
        "above the other.": lambda W: np.concatenate([W, W], axis=1),
        "Your rows of W alternate in pairs. The concatenation holds the whole word first and then "
        "the whole code.": lambda W: np.repeat(W, 2, axis=0),
        "Your matrix keeps word and code apart and gives 2k numbers. The layer adds the two parts.":
            _blocks,
        "You returned W. It has d rows, and the concatenation has 2d numbers.": lambda W: W,
        "Your matrix subtracts the code.": _stacked(1, -1),
    },
)  # fmt: skip


def _ratio(word_std, d_model):
    return word_std * np.sqrt(2 * d_model)


NORM_RATIO = Exercise(
    name="norm_ratio",
    question=(
        "A word has d_model random numbers with the standard deviation word_std. The program "
        "multiplies it by √d_model. Write a function of word_std and d_model that returns about "
        "how many times as long as a code it then is. Take the length of the word to be that of "
        "d_model numbers whose mean square is word_std²."
    ),
    right=(
        "The ratio is word_std · √(2 d_model). It is √2 where word_std is 1/√d_model, and only "
        "there."
    ),
    hint=(
        "The squared length of a word is d_model times word_std². Multiply the length by "
        "√d_model. The squared length of a code is d_model/2: one for each pair."
    ),
    solution="""\
def norm_ratio(word_std, d_model):
    word = word_std * np.sqrt(d_model) * np.sqrt(d_model)
    code = np.sqrt(d_model / 2)
    return word / code


check.norm_ratio(norm_ratio)""",
    cases=cases((512**-0.5, 512), (0.02, 512), (1.0, 512), (0.125, 64), (0.3, 128),
                names="word_std d_model"),
    expected=_ratio,
    within=1e-6,
    mistakes={
        "You left out the factor √d_model that the program multiplies by.": (
            lambda word_std, d_model: word_std * np.sqrt(2) + 0 * d_model
        ),
        "You divided by d_model/2. That is the squared length of a code.": (
            lambda word_std, d_model: 2 * word_std + 0 * d_model
        ),
        "You divided by √d_model. The squared length of a code is d_model/2: sine² + cosine² is 1 "
        "in each of d_model/2 pairs.": lambda word_std, d_model: word_std * np.sqrt(d_model),
        "That is the ratio of the squared lengths. Take the root.": (
            lambda word_std, d_model: _ratio(word_std, d_model) ** 2
        ),
        "That is the length of the code over that of the word. The other way round is asked for.": (
            lambda word_std, d_model: 1 / _ratio(word_std, d_model)
        ),
        "That is the length of the word. Divide by the length of a code.": (
            lambda word_std, d_model: word_std * d_model
        ),
        "√2 holds for words of standard deviation 1/√d_model alone.": np.sqrt(2),
        unused("word_std"): lambda word_std, d_model: _ratio(1, d_model) + 0 * word_std,
    },
)  # fmt: skip

NINETY = 1.6449  # standard deviations on either side that hold 90 % of a normal distribution


def _readable(d_model, half=0.5, deviations=NINETY):
    return half * np.sqrt(d_model * (1 - similarity(1, d_model))) / deviations


READABLE_SIZE = Exercise(
    name="readable_size",
    question=(
        "d_model 256, 100 positions, base 10,000. Up to which standard deviation of the words are "
        "90 % of the positions read correctly? Compute it from the law; an answer within 6 % "
        "counts."
    ),
    right=(
        "The law gives 0.81: half of the distance between neighbours, 1.34, over 1.645. At "
        "d_model 64 it is 0.45, at 512 it is 1.13: about in proportion to √d_model."
    ),
    hint=(
        "90 % of a normal distribution lies within 1.645 standard deviations. Set half of the "
        "distance between neighbours, √(d (1 - k(1))), equal to 1.645 times the word's standard "
        "deviation. `read_positions` lets you try out what you find."
    ),
    solution="""\
from posenc_helpers import similarity

distance = np.sqrt(256 * (1 - similarity(1, 256)))
answer = distance / 2 / 1.645
check.readable_size(answer)""",
    expected=lambda: _readable(256),
    relative=0.06,
    mistakes={
        "The word need not reach the neighbour. Half of the way is enough: from there on the "
        "neighbour is nearer.": lambda: _readable(256, half=1),
        "There is a neighbour on either side. Each may be taken for the position in 5 % of the "
        "cases, not in 10 %.": lambda: _readable(256, deviations=1.2816),
        "That is the answer for d_model 64. A wider code leaves more room.": lambda: _readable(64),
        "That is the answer for d_model 128. A wider code leaves more room.": (
            lambda: _readable(128)
        ),
        "You took the squared distance between neighbours. Take the root.": (
            lambda: 2 * _readable(256) ** 2 * NINETY
        ),
        "That is half of the distance between neighbours. The word may reach that far in one of "
        "ten cases: divide by 1.645.": lambda: _readable(256, deviations=1),
    },
)


def _without(codes, words):
    basis = np.linalg.qr(words.T)[0]
    return codes - codes @ basis @ basis.T


def _one_by_one(codes, words):
    for word in words:
        codes = codes - np.outer(codes @ word, word) / (word @ word)
    return codes


def _separately(codes, words):
    parts = (np.outer(codes @ word, word) / (word @ word) for word in words)
    return codes - sum(parts)


@recipe
def _texts(seq_len, d_model, count):
    words = np.random.default_rng(count).normal(size=(count, d_model))
    label = f"codes of shape ({seq_len}, {d_model}) and {count} words"
    return Case((positional_encoding(seq_len, d_model), words), label)


MAKE_ROOM = Exercise(
    name="make_room",
    question=(
        "`codes` has the shape (L, d), `words` the shape (n, d), with n below d; the words are "
        "independent. Write a function of codes and words that returns the codes without the n "
        "directions of the words, shape (L, d)."
    ),
    right="What is left is orthogonal to every word, so no word can disturb it.",
    hint=(
        "`np.linalg.qr(words.T)[0]` has n columns of length 1 that are orthogonal to each other "
        "and span the words. Subtract from each code its part along these columns."
    ),
    solution="""\
def make_room(codes, words):
    basis = np.linalg.qr(words.T)[0]
    return codes - codes @ basis @ basis.T


check.make_room(make_room)""",
    cases=(_texts(6, 8, 2), _texts(10, 16, 5), _texts(12, 16, 1), _texts(5, 4, 3)),
    expected=_without,
    within=1e-6,
    mistakes={
        "That is the part along the words. Subtract it from the codes.": (
            lambda codes, words: codes - _without(codes, words)
        ),
        "You subtracted one word's direction after the other. The words are not orthogonal: what "
        "the second takes away brings back some of the first. Take an orthogonal basis of all.":
            _one_by_one,
        "You subtracted each word's part separately. The words are not orthogonal, so what they "
        "share is taken away twice. Take an orthogonal basis of all.": _separately,
        "Your words have not been made vectors of length 1, orthogonal to each other. Use "
        "`np.linalg.qr`.": lambda codes, words: codes - codes @ words.T @ words,
        "You left the codes as they are.": lambda codes, words: codes,
        "You took out the directions of the first columns. Those of the words are asked for.": (
            lambda codes, words: np.concatenate(
                [np.zeros((len(codes), len(words))), codes[:, len(words) :]], axis=1
            )
        ),
    },
)  # fmt: skip

EXERCISES = (TIED_MATRIX, NORM_RATIO, READABLE_SIZE, MAKE_ROOM)

PREDICTIONS = (
    Prediction(
        name="add_or_concatenate",
        question=(
            "The first thing a layer does is to multiply by a matrix. One program adds word and "
            "code and multiplies by W. Another concatenates them and multiplies by W above W. "
            "Which of the two results tells more about the position?"
        ),
        replies={
            "That of the concatenation: there, word and code stay apart.": (
                "They stay apart until the matrix comes. Then each number of the result adds up "
                "a part from the word and a part from the code."
            ),
            "That of the sum.": (
                "The sum has fewer numbers, and no other ones: what it holds is what the "
                "concatenation holds, added up."
            ),
            "Neither: the results are equal.": (
                "(word + code) W = word W + code W, and that is what the concatenation gives as "
                "well. Only a matrix with two different halves would be more."
            ),
        },
        right=2,
        try_it=(
            "move `word_std` and look at the strip: each number of the sum is a number of the word "
            "plus one of the code."
        ),
    ),
    Prediction(
        name="read_from_sum",
        question=(
            "d_model 512. A word of random numbers with standard deviation 1 is added to the code "
            "of one of 100 positions. You get the sum alone and look for the code that lies "
            "nearest. How often is it the right one?"
        ),
        replies={
            "About once in 100: the word has drowned it.": (
                "The word is longer than the code. But it points in a random direction, and in "
                "512 dimensions next to nothing of it points from one code to another."
            ),
            "About every second time.": (
                "So it is at d_model 64. With more columns the codes stand further apart, and the "
                "word pushes no harder in any one direction."
            ),
            "More than nine times in ten.": (
                "About 94 times in 100. In 512 dimensions next to nothing of a random word points "
                "from one code to its neighbour."
            ),
        },
        right=2,
        try_it="press “512 columns” and set `word_std` to 1. Then move `d_model` down to 64.",
    ),
    Prediction(
        name="after_six_layers",
        question=(
            "You send sums of words and codes through six layers whose matrices are random, and "
            "try to read the positions from what comes out. When does that succeed?"
        ),
        replies={
            "Never: six random layers destroy everything.": (
                "A residual connection adds what came in to what comes out, six times over. The "
                "code is still in there."
            ),
            "With residual connections. Without, hardly anything is left.": (
                "Attention with random weights takes nearly the same average everywhere. The "
                "residual connection adds each row's own content again."
            ),
            "Always: a matrix can be undone.": (
                "A matrix can, if it is square and not singular. Attention is no such matrix: it "
                "averages over the positions, and after that all rows look alike."
            ),
        },
        right=1,
        try_it=(
            "move `position`: the sum that you see is what enters the first layer. The last part "
            "of the lesson shows what six layers make of it."
        ),
    ),
)
