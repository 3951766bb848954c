"""Training a head: the steps, what it can do then, and one run with its stops.

head = Head(draw_words(16, 64), Added(64))
losses = list(train(head, steps=200, seq_len=32))
accuracy(head, 128)                     one number for each position

head = rotary_head(word_before)         with RoPE, trained on 32 words at a time
head.positions.scaling = "by parts"     it turns by other angles from now on
head.positions.scale = 4
"""

import itertools
import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from posenc_helpers import checks
from posenc_helpers.models.rope.rotary import WIDEST
from posenc_helpers.models.training.head import Added, AddedTable, Head, Positions, Rotary
from posenc_helpers.models.training.tasks import NOT_ASKED, VOCABULARY, draw_words, word_before

LONGEST = 4_096  # positions of one text: its scores take 128 MiB

SETUPS = ("nothing", "mask", "added", "random", "learned", "anywhere")
STEPS = 200
STEPS_A_STOP = 10
TIMES_AS_LONG = 4  # a head is tested on texts so many times as long as those it learns from,
LONGEST_TEST = 512  # and no longer than this
LONGEST_RUN = 256  # positions of a run of some seconds; it has at most WIDEST columns
TEXTS = {  # what training and tests take
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
    Their windows start at a random position from 0 to `latest_start`. Nothing is done before the
    first loss is asked for, and nothing after the last: to stop, take no more.
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


@checks.takes(**TEXTS, start=checks.Start(0))
def accuracy(head, seq_len, *, texts=64, start=0, draw=word_before, seed=0):
    """Return the share of right answers at each position of new texts, shape (seq_len,).

    The window starts at position `start`. Where nothing is asked, as at the first word, it is NaN.
    """
    checks.must_fit(texts, seq_len, texts=texts, seq_len=seq_len)
    text, wanted = draw(np.random.default_rng([seed, 3]), texts, seq_len, len(head.words))
    places = start + np.arange(seq_len)
    answers = np.concatenate([head.answers(row[np.newaxis], places) for row in text])
    return _shares_of_right(answers, wanted)


@checks.takes(codes=checks.Reals("(positions, d_model)"))
def filled_directions(codes):
    """Return how many directions codes fill, of shape (positions, d_model).

    These are the singular values above 3 % of the largest: along the others the codes hardly
    differ from 0, and training learns nothing about them.
    """
    sizes = np.linalg.svd(codes, compute_uv=False)
    return int((sizes > 0.03 * sizes[0]).sum())


def fewer_if_long(texts, seq_len):
    """Return `texts`, or fewer of more than 64 words, so that a step takes about as long."""
    return max(1, min(texts, 64 * texts // seq_len))


@checks.takes(d_model=checks.Even())
def rotary_head(draw=word_before, d_model=64, base=10_000.0, *, seq_len=32, steps=200, seed=0):
    """Return a head with RoPE, trained on texts of `seq_len` words that `draw` draws."""
    checks.must_fit(d_model, d_model, d_model=d_model)
    head = Head(draw_words(VOCABULARY, d_model, seed=seed), Rotary(d_model, base, seq_len=seq_len))
    for _ in train(head, steps, seq_len=seq_len, draw=draw, seed=seed):
        pass
    return head


# ------------------------------------------------------------------ one run, with its stops


class Stop(NamedTuple):
    """What a head can do after some steps."""

    step: int
    accuracy: np.ndarray  # by position, the first NaN
    attention: np.ndarray  # in one text, float32, (length, length)


class Run:
    """A head in training, with the stops kept on the way.

    `setup` says how it gets positions: "nothing" (and no mask either), "mask" (a causal mask
    alone, as all that follow have), "added" (sinusoids), "random" or "learned" (a table), or
    "anywhere" (sinusoids, and windows that start anywhere up to three lengths on).

    Attributes
    ----------
    losses : list of one loss per step that is done
    stops : list of `Stop`, the first of the untrained head, then one every 10 steps
    """

    @checks.takes(
        setup=checks.OneOf(SETUPS), d_model=checks.Even(most=WIDEST), base=checks.Positive(),
        seq_len=checks.Whole(2, LONGEST_RUN), seed=checks.Whole(0),
    )  # fmt: skip
    def __init__(self, setup="added", d_model=64, base=10_000.0, seq_len=32, *, seed=0):
        self.setup, self.seq_len, self.seed = setup, seq_len, seed
        self.length = min(TIMES_AS_LONG * seq_len, LONGEST_TEST)
        self.key = setup, d_model, base, seq_len, seed
        if setup in ("nothing", "mask"):
            positions = Positions()
        elif setup in ("added", "anywhere"):
            positions = Added(d_model, base)
        else:
            random = np.random.default_rng([seed, 4])
            table = random.normal(scale=0.5**0.5, size=(self.length, d_model))
            positions = AddedTable(table, learns=setup == "learned")
        words = draw_words(VOCABULARY, d_model, seed=seed)
        self.head = Head(words, positions, mask=setup != "nothing")
        self.losses = []
        self.stops = [self._untrained()]
        self._steps = self.losses_to_come()

    @property
    def trained_to(self):
        """How many positions, from 0 on, the head gets to see."""
        return self.length if self.setup == "anywhere" else self.seq_len

    @property
    def directions(self):
        """How many directions the added codes fill in training: 0 without any."""
        nothing = np.zeros((1, self.trained_to, self.head.words.shape[1]))
        return filled_directions(self.head.positions.add(nothing, np.arange(self.trained_to))[0])

    @checks.takes(steps=checks.Whole(0))
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
        settings["texts"] = fewer_if_long(16, self.seq_len)
        if not self.head.mask:
            settings["rate"] = rate / 5  # no mask, less stable
        return train(self.head, STEPS, seq_len=self.seq_len, seed=self.seed, **settings)

    def _tests(self):
        random, count = np.random.default_rng([self.seed, 3]), fewer_if_long(32, self.seq_len)
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


@checks.takes(steps=checks.Whole(0, STEPS))
def trained_head(setup="added", d_model=64, base=10_000.0, seq_len=32, *, steps=STEPS, seed=0):
    """Return the head of a `Run` after so many steps, up to 200, without keeping any stops."""
    run = Run(setup, d_model, base, seq_len, seed=seed)
    for _ in itertools.islice(run.losses_to_come(), steps):
        pass
    return run.head


def _shares_of_right(answers, wanted):
    """Return the share of right answers at each position, NaN where nothing is asked."""
    asked = wanted != NOT_ASKED
    found = (asked & (answers == wanted)).sum(axis=0)
    shares = np.full(wanted.shape[1], math.nan)
    return np.divide(found, asked.sum(axis=0), out=shares, where=asked.any(axis=0))
