"""Train a head: its task, the steps, what it can do afterwards, and one run with its stops.

head = Head(draw_words(16, 64), AddedTable(positional_encoding(128, 64)))
losses = list(train(head, steps=200, seq_len=32))
accuracy(head, 128)                     one number for each position
Run("the 6 fastest").finish().stops     of a head with 6 of 32 clocks

head = rotary_head(word_before)         with RoPE, trained on 32 words at a time

A task such as `word_before` draws random texts and says which word is wanted at each position. It
takes a NumPy generator, the number of texts, their length and the size of the vocabulary. It
returns `text` and `wanted`, both of shape (count, seq_len). `wanted` is -1 where nothing is asked.
"""

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from posenc_helpers import checks
from posenc_helpers.encoding import positional_encoding
from posenc_helpers.models.training.head import NOT_ASKED, AddedTable, Head, Rotary

VOCABULARY = 16  # words of the lessons. The second half of them are marked words
MOST_WORDS = 1_000
LONGEST = 4_096  # positions of one text, whose scores take 128 MiB

CLOCKS = {  # which clocks of a table are added, counted from the fastest
    "all": slice(None),
    "the 6 fastest": slice(6),
    "every 4th": slice(None, None, 4),
    "none": slice(0),
}
STEPS = 200
STEPS_A_STOP = 10
LONGEST_RUN = 256  # positions of a run that takes some seconds


# ------------------------------------------------------------------------------------- tasks


@checks.takes(vocabulary=checks.Whole(2, MOST_WORDS), d_model=checks.Even(), seed=checks.Whole(0))
def draw_words(vocabulary, d_model, *, seed=0):
    """Return one random vector per word, shape (vocabulary, d_model), normal with std 0.5.

    Raises TypeError or ValueError for arguments outside their ranges, and ValueError above 4 GiB.
    """
    checks.must_fit(vocabulary, d_model, d_model=d_model)
    return np.random.default_rng([seed, 1]).normal(scale=0.5, size=(vocabulary, d_model))


TASK = checks.takes(
    random=checks.Type(np.random.Generator, "a NumPy generator"),
    count=checks.Whole(1), seq_len=checks.Whole(2), vocabulary=checks.Whole(2, MOST_WORDS),
)  # fmt: skip


@TASK
def word_before(random, count, seq_len, vocabulary):
    """Return (text, wanted): random words, and for each position the previous word.

    Both hold integers, shape (count, seq_len), and `wanted` begins with -1. Raises TypeError or
    ValueError for arguments outside their ranges.
    """
    return _words_back(1, random, count, seq_len, vocabulary)


@TASK
def two_back(random, count, seq_len, vocabulary):
    """Return (text, wanted) as `word_before` does, for the word two tokens back.

    Shapes and errors are those of `word_before`.
    """
    return _words_back(2, random, count, seq_len, vocabulary)


def _words_back(back, random, count, seq_len, vocabulary):
    checks.must_fit(count, seq_len, count=count, seq_len=seq_len)
    text = random.integers(vocabulary, size=(count, seq_len))
    wanted = np.full_like(text, NOT_ASKED)
    wanted[:, back:] = text[:, :-back]
    return text, wanted


def marked_word(random, count, seq_len, vocabulary):
    """Return (text, wanted): a marked word at a random position, which is asked for after it.

    Words of the second half of the vocabulary are marked.
    """
    return _with_mark(random, random.integers(seq_len - 1, size=count), seq_len, vocabulary)


def far_marked_word(random, count, seq_len, vocabulary):
    """Return what `marked_word` returns, with the marked word at position 0."""
    return _with_mark(random, np.zeros(count, dtype=int), seq_len, vocabulary)


def _with_mark(random, places, seq_len, vocabulary):
    plain, rows = vocabulary // 2, np.arange(len(places))
    text = random.integers(plain, size=(len(places), seq_len))
    text[rows, places] = random.integers(plain, vocabulary, size=len(places))
    after = np.arange(seq_len) > places[:, np.newaxis]
    return text, np.where(after, text[rows, places][:, np.newaxis], NOT_ASKED)


# ----------------------------------------------------------------------------------- training

TEXTS = {  # arguments of training and of tests
    "head": checks.Type(Head, "a Head"),
    "seq_len": checks.Whole(2, LONGEST),
    "texts": checks.Whole(1),
    "draw": checks.Type(Callable, "a function that draws texts, such as word_before"),
    "seed": checks.Whole(0),
}


@checks.takes(**TEXTS, steps=checks.Whole(0), rate=checks.Real(0), latest_start=checks.Whole(0))
def train(
    head, steps=200, *, seq_len=32, texts=16, rate=0.5, latest_start=0, draw=word_before, seed=0
):
    """Train `head`, one step for each loss that is taken from this generator.

    Each step draws `texts` texts of `seq_len` words with `draw`, a function like `word_before`.
    Their windows start at a random position from 0 to `latest_start`. No work is done before the
    first loss is asked for. To stop the training, take no more losses.

    Raises TypeError or ValueError for arguments outside their ranges, and ValueError if arrays
    exceed 4 GiB.
    """
    checks.must_fit(texts, seq_len, seq_len, texts=texts, seq_len=seq_len)
    checks.must_fit(latest_start + seq_len, head.matrix.shape[0], latest_start=latest_start)
    random = np.random.default_rng([seed, 2])
    return _steps(head, steps, seq_len, texts, rate, latest_start, draw, random)


def _steps(head, steps, seq_len, texts, rate, latest_start, draw, random):
    for _ in range(steps):
        text, wanted = draw(random, texts, seq_len, len(head.words))
        starts = random.integers(latest_start + 1, size=(texts, 1))
        places = starts + np.arange(seq_len) if latest_start else None
        yield head.step(text, wanted, rate, places)


@checks.takes(**TEXTS)
def accuracy(head, seq_len, *, texts=64, draw=word_before, seed=0):
    """Return the share of right answers at each position of new texts, shape (seq_len,).

    It is NaN where nothing is asked, for example at the first word. Raises TypeError or ValueError
    for arguments outside their ranges.
    """
    checks.must_fit(texts, seq_len, texts=texts, seq_len=seq_len)
    text, wanted = draw(np.random.default_rng([seed, 3]), texts, seq_len, len(head.words))
    answers = np.concatenate([head.answers(row[np.newaxis]) for row in text])
    return _shares_of_right(answers, wanted)


@checks.takes(d_model=checks.Even())
def rotary_head(draw=word_before, d_model=64, base=10_000.0, *, seq_len=32, steps=200, seed=0):
    """Return a head with RoPE, trained on texts of `seq_len` words that `draw` draws.

    Raises TypeError or ValueError for arguments outside their ranges.
    """
    checks.must_fit(d_model, d_model, d_model=d_model)
    head = Head(draw_words(VOCABULARY, d_model, seed=seed), Rotary(d_model, base))
    for _ in train(head, steps, seq_len=seq_len, draw=draw, seed=seed):
        pass
    return head


# ------------------------------------------------------------------ one run, with its stops


def some_clocks(kept, length, d_model, base):
    """Return an AddedTable of sinusoids in which only the clocks `kept` move. The others hold 0."""
    codes = positional_encoding(length, d_model, base).reshape(length, d_model // 2, 2)
    table = np.zeros_like(codes)
    table[:, kept] = codes[:, kept]
    return AddedTable(table.reshape(length, d_model))


class Stop(NamedTuple):
    """What a head can do after some steps."""

    step: int
    accuracy: np.ndarray  # by position, and NaN at the first
    attention: np.ndarray  # in one text: float32, shape (length, length)


class Run:
    """A head in training, with the stops kept on the way.

    The sinusoids of `clocks`, see `CLOCKS`, are added to its words. The columns of all other clocks
    hold 0. With `mask`, a query sees no key after itself. The head learns from 4 texts a step, of
    `seq_len` words, and is tested on texts twice as long.

    Attributes
    ----------
    losses : list of one loss for each step that is done
    stops : list of `Stop`: the first of the untrained head, then one every 10 steps
    """

    def __init__(self, clocks="all", mask=True, d_model=64, base=10_000.0, seq_len=96):
        self.seq_len, self.length = seq_len, 2 * seq_len
        self.key = clocks, mask, d_model, base, seq_len
        table = some_clocks(CLOCKS[clocks], self.length, d_model, base)
        self.head = Head(draw_words(VOCABULARY, d_model), table, mask=mask)
        self.losses, self.stops = [], [self._untrained()]
        rate = 0.1 * min(1, 64 / d_model)
        self._steps = train(self.head, STEPS, seq_len=seq_len, texts=4, rate=rate)

    def work(self, steps=STEPS):
        """Train up to `steps` steps in all, in small pieces. You can stop at each yield."""
        while True:
            if len(self.losses) // STEPS_A_STOP == len(self.stops):
                yield from self._stop()
            if len(self.losses) >= min(steps, STEPS):
                return
            self.losses.append(next(self._steps))
            yield

    def finish(self, steps=STEPS):
        """Train up to `steps` steps in all, and return the run."""
        for _ in self.work(steps):
            pass
        return self

    def _tests(self):
        random, count = np.random.default_rng([0, 3]), min(32, 2_048 // self.seq_len)
        return word_before(random, count, self.length, VOCABULARY)

    def _stop(self):
        texts, wanted = self._tests()
        answers = []
        for text in texts:
            answers.append(self.head.answers(text[np.newaxis])[0])
            yield
        attention = self.head.weights(texts[:1])[0].astype(np.float32)
        right = _shares_of_right(np.array(answers), wanted)
        self.stops.append(Stop(len(self.losses), right, attention))

    def _untrained(self):
        """Return the stop of a head that gives the same weight to all keys that it sees."""
        texts, wanted = self._tests()
        seen = np.ones((self.length, self.length), dtype=np.float32)
        counts = np.cumsum(np.eye(VOCABULARY, dtype=int)[texts], axis=1)
        if self.head.mask:
            seen = np.tril(seen)
        else:
            counts = np.broadcast_to(counts[:, -1:], counts.shape)
        right = _shares_of_right(counts.argmax(axis=-1), wanted)
        return Stop(0, right, seen / seen.sum(axis=1, keepdims=True))


def _shares_of_right(answers, wanted):
    """Return the share of right answers at each position, NaN where nothing is asked."""
    asked = wanted != NOT_ASKED
    found = (asked & (answers == wanted)).sum(axis=0)
    shares = np.full(wanted.shape[1], math.nan)
    return np.divide(found, asked.sum(axis=0), out=shares, where=asked.any(axis=0))
