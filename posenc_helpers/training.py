"""An attention head that learns: its answer, its loss, one step of training, in NumPy.

    head = Head(draw_words(16, 64), Added(64))
    losses = list(train(head, steps=200, seq_len=32))
    accuracy(head, 128)                     one number for each position

The head has one matrix W. The score of a query at p with a key at q is x_p W x_q, not divided by
the square root of anything. The weights on all keys that hold a word, added up, are the head's
probability for that word: there is no value matrix and no output matrix.
"""

from __future__ import annotations

import itertools
import math
from typing import NamedTuple

import numpy as np

from posenc_helpers.arguments import even, finite, finite_array, one_of, positive, whole
from posenc_helpers.encoding import positional_encoding

NOT_ASKED = -1  # in place of a word: nothing is asked of the head at this position
MOST_WORDS = 1_000
LONGEST = 4_096  # positions of one text: its scores take 128 MiB

SETUPS = ("nothing", "mask", "added", "random", "learned", "anywhere")
VOCABULARY = 16
STEPS = 200
STEPS_A_STOP = 10
TIMES_AS_LONG = 4  # a head is tested on texts so many times as long as those it learns from
TESTS = 32  # texts at each stop
WIDEST, LONGEST_RUN = 256, 128  # columns and positions of a run: some seconds
SMALL_PRODUCT = 2**18  # multiplications of which OpenBLAS makes one piece


# ------------------------------------------------------------------ how a head is told positions


class Positions:
    """How a head is told positions. This one tells it nothing; subclasses add or turn.

    `positions` is an integer array that broadcasts against the shape of the text.
    """

    learns = False  # whether what is added learns along with the head

    def add(self, vectors, positions):
        """Return the head's input from word vectors, shape (texts, seq_len, d_model)."""
        return vectors

    def turn(self, rows, positions):
        """Return queries or keys, (texts, seq_len, d_model), as they enter the dot product."""
        return rows

    def turn_back(self, rows, positions):
        """Apply the transpose of `turn`: the way back of a slope."""
        return rows

    def learn(self, slopes, positions, rate):
        """Move what is added against `slopes`, those of the loss by the input. Nothing here."""


class Added(Positions):
    """The sinusoidal encoding is added to the word."""

    def __init__(self, d_model, base=10_000.0):
        self.d_model, self.base = even("d_model", d_model), base
        self._table = positional_encoding(1, d_model, base)

    def add(self, vectors, positions):
        """Return the sum of word vectors and the codes of their positions."""
        if positions.max() >= len(self._table):
            self._table = positional_encoding(int(positions.max()) + 1, self.d_model, self.base)
        return vectors + self._table[positions]


class AddedTable(Positions):
    """A row of a fixed table, shape (positions, d_model), is added to the word."""

    def __init__(self, table):
        self.table = finite_array("table", table)
        if self.table.ndim != 2 or not self.table.size:
            got = self.table.shape
            raise ValueError(f"table must have the shape (positions, d_model), got {got}")

    def add(self, vectors, positions):
        """Return the sum of word vectors and the rows of the table at their positions."""
        if positions.max() >= len(self.table):
            most, asked = len(self.table) - 1, positions.max()
            raise ValueError(f"positions must be at most {most}, where the table ends, got {asked}")
        return vectors + self.table[positions]


class LearnedTable(AddedTable):
    """As `AddedTable`, and the rows learn along with the head."""

    learns = True

    def learn(self, slopes, positions, rate):
        """Move each row of the table against the sum of its slopes."""
        places = np.broadcast_to(positions, slopes.shape[:2])
        np.subtract.at(self.table, places, rate * slopes)


# ------------------------------------------------------------------------------------- the head


class Head:
    """A head with one matrix, `matrix`, of zeros at first.

    `words` holds one vector per word, shape (vocabulary, d_model). With `mask` a query sees no key
    after itself.
    """

    def __init__(self, words, positions=None, *, mask=True):
        self.words = finite_array("words", words)
        if self.words.ndim != 2 or not self.words.size:
            got = self.words.shape
            raise ValueError(f"words must have the shape (vocabulary, d_model), got {got}")
        self.positions = positions or Positions()
        self.mask = mask
        self.matrix = np.zeros((self.words.shape[1],) * 2)

    def scores(self, text, places=None):
        """Return the scores of each query with each key, shape (texts, seq_len, seq_len).

        `text` holds the numbers of words, shape (texts, seq_len); `places` their positions, from 0
        on if not given. What the mask hides is -inf.
        """
        return self._scores(*self._inputs(text, places))

    def weights(self, text, places=None):
        """Return the attention of each position, shape (texts, seq_len, seq_len)."""
        return _weights_and_log_sum(self.scores(text, places))[0]

    def answers(self, text, places=None):
        """Return the word with the most weight at each position, shape (texts, seq_len)."""
        holds = np.eye(len(self.words))[text]
        return (self.weights(text, places) @ holds).argmax(axis=-1)

    def slopes(self, text, wanted, places=None):
        """Return (loss, slope of the loss by `matrix`, slopes by the input).

        The loss is the mean of -ln(weight on the keys that hold the wanted word), over all
        positions at which `wanted` is not -1. The slopes by the input, (texts, seq_len, d_model),
        are None where nothing that is added learns.
        """
        inputs, places = self._inputs(text, places)
        queries, keys = self._turned(inputs, places)
        loss, error = _loss_and_error(self._masked(_product(queries, _flipped(keys))), text, wanted)
        by_query = self.positions.turn_back(_product(error, keys), places)
        by_matrix = _product(_flipped(inputs), by_query).sum(axis=0)
        if not self.positions.learns:
            return loss, by_matrix, None
        by_key = self.positions.turn_back(_product(_flipped(error), queries), places)
        return loss, by_matrix, _product(by_query, self.matrix.T) + by_key

    def step(self, text, wanted, rate=0.5, places=None):
        """Move the matrix once against the slope of the loss; return the loss before."""
        loss, by_matrix, by_input = self.slopes(text, wanted, places)
        self.matrix -= rate * by_matrix
        if by_input is not None:
            self.positions.learn(by_input, self._places(text, places), rate)
        return loss

    @staticmethod
    def _places(text, places):
        return np.arange(np.shape(text)[-1]) if places is None else np.asarray(places)

    def _inputs(self, text, places):
        places = self._places(text, places)
        return self.positions.add(self.words[text], places), places

    def _turned(self, inputs, places):
        turn = self.positions.turn
        return turn(_product(inputs, self.matrix), places), turn(inputs, places)

    def _scores(self, inputs, places):
        queries, keys = self._turned(inputs, places)
        return self._masked(_product(queries, _flipped(keys)))

    def _masked(self, scores):
        if self.mask:
            scores += np.where(np.tri(scores.shape[-1], dtype=bool), 0, -np.inf)
        return scores


def _product(left, right):
    """Return left @ right, some rows at a time: too little at once for threads to be started.

    On a machine with other work the threads of a linear algebra library wait for each other, and
    on a quiet one they save nothing here.
    """
    rows, (inner, columns) = left.shape[-2], right.shape[-2:]
    step = max(1, SMALL_PRODUCT // (inner * columns))
    product = np.empty((*left.shape[:-1], columns))
    for start in range(0, rows, step):
        part = np.s_[..., start : start + step, :]
        np.matmul(left[part], right, out=product[part])
    return product


def _flipped(array):
    return array.swapaxes(-1, -2)


def _loss_and_error(scores, text, wanted):
    """Return the loss and its slope by the scores: weights - right / sum(right), where asked."""
    asked = wanted != NOT_ASKED
    holds = text[:, np.newaxis, :] == wanted[:, :, np.newaxis]
    holds[~asked, 0] = True  # any key that is seen will do: the row is left out in the end
    weights, log_sum = _weights_and_log_sum(scores)
    right, log_right = _weights_and_log_sum(np.where(holds, scores, -np.inf))
    error = (weights - right) * (asked / asked.sum())[..., np.newaxis]
    return float((log_sum - log_right)[asked].mean()), error


def _weights_and_log_sum(scores):
    """Return the softmax of scores, and the logarithm of the sum of their exponentials."""
    largest = scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores - largest)
    total = weights.sum(axis=-1, keepdims=True)
    weights /= total
    return weights, (largest + np.log(total))[..., 0]


# ------------------------------------------------------------------------------------- training


def draw_words(vocabulary, d_model, spread=0.5, seed=0):
    """Return one random vector per word, (vocabulary, d_model), normal with std `spread`."""
    vocabulary = whole("vocabulary", vocabulary, 2, MOST_WORDS)
    size = vocabulary, even("d_model", d_model)
    return np.random.default_rng([seed, 1]).normal(scale=finite("spread", spread, 0), size=size)


def word_before(random, count, seq_len, vocabulary, distance=1):
    """Return (text, wanted): random words, and for each position the word `distance` before it.

    Both have the shape (count, seq_len); `wanted` is -1 where there is no such word.
    """
    text = random.integers(vocabulary, size=(count, seq_len))
    wanted = np.full_like(text, NOT_ASKED)
    wanted[:, distance:] = text[:, : seq_len - distance]
    return text, wanted


def train(
    head, steps=200, *, seq_len=32, texts=16, rate=0.5, latest_start=0, draw=word_before, seed=0
):
    """Train `head`, one step for each loss that is taken from this generator.

    Each step draws `texts` texts of `seq_len` words with `draw`, a function like `word_before`.
    Their windows start at a random position from 0 to `latest_start`. Nothing is done before the
    first loss is asked for, and nothing after the last: to stop, take no more.
    """
    steps, seq_len = whole("steps", steps, 0), whole("seq_len", seq_len, 2, LONGEST)
    texts, latest_start = whole("texts", texts, 1), whole("latest_start", latest_start, 0)
    return _steps(head, steps, seq_len, texts, finite("rate", rate, 0), latest_start, draw, seed)


def _steps(head, steps, seq_len, texts, rate, latest_start, draw, seed):
    random = np.random.default_rng([seed, 2])
    for _ in range(steps):
        text, wanted = draw(random, texts, seq_len, len(head.words))
        starts = random.integers(latest_start + 1, size=(texts, 1))
        places = starts + np.arange(seq_len) if latest_start else None
        yield head.step(text, wanted, rate, places)


def accuracy(head, seq_len, *, texts=64, start=0, draw=word_before, seed=0):
    """Return the share of right answers at each position of new texts, shape (seq_len,).

    The window starts at position `start`. Where nothing is asked, as at the first word, it is NaN.
    """
    seq_len, start = whole("seq_len", seq_len, 2, LONGEST), whole("start", start, 0)
    random = np.random.default_rng([seed, 3])
    text, wanted = draw(random, whole("texts", texts, 1), seq_len, len(head.words))
    places = start + np.arange(seq_len)
    answers = np.concatenate([head.answers(row[np.newaxis], places) for row in text])
    return _shares_of_right(answers, wanted)


# ------------------------------------------------------------------- one run, with its stops


class Stop(NamedTuple):
    """What a head can do after some steps."""

    step: int
    accuracy: np.ndarray  # by position, the first NaN
    attention: np.ndarray  # in one text, float32, (length, length)


class Run:
    """A head in training, with the stops kept on the way.

    `setup` says how it is told positions: "nothing" (and no mask either), "mask" (a causal mask
    alone, as all that follow have), "added" (sinusoids), "random" or "learned" (a table), or
    "anywhere" (sinusoids, and windows that start anywhere up to three lengths on).

    Attributes
    ----------
    losses : list of one loss per step that is done
    stops : list of `Stop`, the first of the untrained head, then one every 10 steps
    """

    def __init__(self, setup="added", d_model=64, base=10_000.0, seq_len=32, *, seed=0):
        self.setup = one_of("setup", setup, SETUPS)
        self.seq_len = whole("seq_len", seq_len, 2, LONGEST_RUN)
        self.length = TIMES_AS_LONG * self.seq_len
        self.seed = whole("seed", seed, 0)
        d_model = whole("d_model", even("d_model", d_model), 2, WIDEST)
        base = positive("base", base)
        self.key = setup, d_model, base, self.seq_len, self.seed
        told = _positions(setup, d_model, base, self.length, seed)
        words = draw_words(VOCABULARY, d_model, seed=seed)
        self.head = Head(words, told, mask=setup != "nothing")
        self.losses = []
        self.stops = [self._untrained()]
        self._steps = self.losses_to_come()

    @property
    def trained_to(self):
        """How many positions, from 0 on, the head gets to see."""
        return self.length if self.setup == "anywhere" else self.seq_len

    def work(self, steps=STEPS):
        """Train up to so many steps in all, in small pieces: each yield is a chance to stop."""
        while True:
            if len(self.losses) // STEPS_A_STOP == len(self.stops):
                yield from self._stop()
            if len(self.losses) >= min(steps, STEPS):
                return
            self.losses.append(next(self._steps))
            yield

    def finish(self, steps=STEPS):
        """Train up to so many steps in all; return the run."""
        for _ in self.work(steps):
            pass
        return self

    def losses_to_come(self):
        """Return a generator that makes one step for each loss that is taken from it."""
        rate = 0.5 * min(1, 64 / self.head.words.shape[1])
        settings = {"rate": rate, "latest_start": self.trained_to - self.seq_len}
        if not self.head.mask:
            settings["rate"] = rate / 5  # no mask, less stable
        return train(self.head, STEPS, seq_len=self.seq_len, seed=self.seed, **settings)

    def _tests(self):
        return word_before(np.random.default_rng([self.seed, 3]), TESTS, self.length, VOCABULARY)

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
        """Return the stop of a head that gives all keys it sees the same weight."""
        texts, wanted = self._tests()
        seen = np.ones((self.length, self.length), dtype=np.float32)
        counts = np.cumsum(np.eye(VOCABULARY, dtype=int)[texts], axis=1)
        if self.head.mask:
            seen = np.tril(seen)
        else:
            counts = np.broadcast_to(counts[:, -1:], counts.shape)
        right = _shares_of_right(counts.argmax(axis=-1), wanted)
        return Stop(0, right, seen / seen.sum(axis=1, keepdims=True))


def trained_head(setup="added", d_model=64, base=10_000.0, seq_len=32, *, steps=STEPS, seed=0):
    """Return the head of a `Run` after so many steps, up to 200, without keeping any stops."""
    run = Run(setup, d_model, base, seq_len, seed=seed)
    for _ in itertools.islice(run.losses_to_come(), whole("steps", steps, 0, STEPS)):
        pass
    return run.head


def _positions(setup, d_model, base, length, seed):
    if setup in ("nothing", "mask"):
        return Positions()
    if setup in ("added", "anywhere"):
        return Added(d_model, base)
    table = np.random.default_rng([seed, 4]).normal(scale=0.5**0.5, size=(length, d_model))
    return AddedTable(table) if setup == "random" else LearnedTable(table)


def _shares_of_right(answers, wanted):
    """Return the share of right answers at each position, NaN where nothing is asked."""
    asked = wanted != NOT_ASKED
    found = (asked & (answers == wanted)).sum(axis=0)
    shares = np.full(wanted.shape[1], math.nan)
    return np.divide(found, asked.sum(axis=0), out=shares, where=asked.any(axis=0))


# ---------------------------------------------------------------------------- the small version


def shift_fit_errors(positions, seq_len, d_model, base=10_000.0):
    """Return how far the best matrix from PE(p) to PE(p + 1), fitted on p < seq_len, is off.

    For each of `positions` the length of the difference, divided by that of a code. Directions
    with less than 1e-10 of the strength of the first are left out of the fit.
    """
    seq_len = whole("seq_len", seq_len, 1, LONGEST)
    table = positional_encoding(seq_len + 1, d_model, base)
    matrix = np.linalg.lstsq(table[:-1], table[1:], rcond=1e-10)[0]
    pairs = [positional_encoding(2, d_model, base, start=p) for p in positions]
    off = [np.linalg.norm(now @ matrix - later) for now, later in pairs]
    return np.array(off) / math.sqrt(d_model / 2)
