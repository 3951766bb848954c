"""What a head is asked to do: random texts of words, and the word that is wanted at each position.

text, wanted = word_before(np.random.default_rng(0), 16, 32, VOCABULARY)

Each task takes a NumPy generator, how many texts, their length and the size of the vocabulary.
`text` and `wanted` have the shape (count, seq_len); `wanted` is -1 where nothing is asked.
"""

import numpy as np

from posenc_helpers.checks import Even, Type, Whole, must_fit, takes

NOT_ASKED = -1  # in place of a word: nothing is asked of the head at this position
VOCABULARY = 16  # words of the lessons; the second half of them are marked words
MOST_WORDS = 1_000
TASK = {  # what every task takes
    "random": Type(np.random.Generator, "a NumPy generator"),
    "count": Whole(1),
    "seq_len": Whole(2),
    "vocabulary": Whole(2, MOST_WORDS),
}


@takes(vocabulary=Whole(2, MOST_WORDS), d_model=Even(), seed=Whole(0))
def draw_words(vocabulary, d_model, *, seed=0):
    """Return one random vector per word, (vocabulary, d_model), normal with std 0.5."""
    must_fit(vocabulary, d_model, d_model=d_model)
    return np.random.default_rng([seed, 1]).normal(scale=0.5, size=(vocabulary, d_model))


@takes(**TASK)
def word_before(random, count, seq_len, vocabulary):
    """Return (text, wanted): random words, and for each position the word before it."""
    must_fit(count, seq_len, count=count, seq_len=seq_len)
    text = random.integers(vocabulary, size=(count, seq_len))
    wanted = np.full_like(text, NOT_ASKED)
    wanted[:, 1:] = text[:, :-1]
    return text, wanted


@takes(**TASK)
def marked_word(random, count, seq_len, vocabulary):
    """Return (text, wanted): one marked word somewhere, which is asked for from then on.

    Words of the second half of the vocabulary are marked.
    """
    must_fit(count, seq_len, count=count, seq_len=seq_len)
    return _with_mark(random, random.integers(seq_len - 1, size=count), seq_len, vocabulary)


@takes(**TASK)
def far_marked_word(random, count, seq_len, vocabulary):
    """As `marked_word`, with the marked word at position 0: p tokens before position p."""
    must_fit(count, seq_len, count=count, seq_len=seq_len)
    return _with_mark(random, np.zeros(count, dtype=int), seq_len, vocabulary)


def _with_mark(random, places, seq_len, vocabulary):
    plain, rows = vocabulary // 2, np.arange(len(places))
    text = random.integers(plain, size=(len(places), seq_len))
    text[rows, places] = random.integers(plain, vocabulary, size=len(places))
    after = np.arange(seq_len) > places[:, np.newaxis]
    return text, np.where(after, text[rows, places][:, np.newaxis], NOT_ASKED)
