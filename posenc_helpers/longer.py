"""A head with RoPE, and texts four times as long as those that it was trained on.

head = rotary_head(word_before)         trained on 32 words at a time
head.positions.scaling = "ntk"          it turns by other angles from now on
head.positions.scale = 4
accuracy(head, 128)                     one number for each position
"""

from __future__ import annotations

import numpy as np

from posenc_helpers.arguments import even
from posenc_helpers.rotary import pair_turns, rotary_frequencies
from posenc_helpers.training import NOT_ASKED, Head, Positions, draw_words, train, word_before

VOCABULARY = 16  # the second half of it are marked words


class Rotary(Positions):
    """A head's queries and keys are turned by their positions; every word gets the same PE(0).

    PE(0) = (0, 1, 0, 1 ...) gives each word a part that is not its own. `scaling` and `scale` are
    those of `rotary_frequencies`; they and `base` may be changed after training.
    """

    def __init__(self, d_model, base=10_000.0, *, scaling="none", scale=1.0):
        rotary_frequencies(d_model, base, scaling=scaling, scale=scale)
        self.d_model, self.base = even("d_model", d_model), base
        self.scaling, self.scale = scaling, scale
        self._first_code = np.tile([0.0, 1.0], self.d_model // 2)
        self._asked = self._known = None

    def add(self, vectors, positions):
        """Return word vectors plus PE(0), whatever the positions."""
        return vectors + self._first_code

    def turn(self, rows, positions):
        """Return queries or keys, (texts, seq_len, d_model), turned by their angles."""
        return _times(rows, self._turns(positions))

    def turn_back(self, rows, positions):
        """Turn the other way."""
        return _times(rows, self._turns(positions).conj())

    def _turns(self, positions):
        """Those of the last positions are kept: one step of training asks three times."""
        told = self.base, self.scaling, self.scale
        asked = told, positions.shape, positions.tobytes()
        if asked != self._asked:
            base, scaling, scale = told
            self._known = pair_turns(positions, self.d_model, base, scaling=scaling, scale=scale)
            self._asked = asked
        return self._known


def _times(rows, turns):
    return (np.ascontiguousarray(rows).view(np.complex128) * turns).view(np.float64)


def rotary_head(draw=word_before, d_model=64, base=10_000.0, *, seq_len=32, steps=200, seed=0):
    """Return a head with RoPE, trained on texts of `seq_len` words that `draw` draws."""
    head = Head(draw_words(VOCABULARY, d_model, seed=seed), Rotary(d_model, base))
    for _ in train(head, steps, seq_len=seq_len, draw=draw, seed=seed):
        pass
    return head


def marked_word(random, count, seq_len, vocabulary):
    """Return (text, wanted): one marked word somewhere, which is asked for from then on.

    Words of the second half of the vocabulary are marked. Both have the shape (count, seq_len);
    `wanted` is -1 up to the marked word.
    """
    return _with_mark(random, random.integers(seq_len - 1, size=count), seq_len, vocabulary)


def far_marked_word(random, count, seq_len, vocabulary):
    """As `marked_word`, with the marked word at position 0: p tokens before position p."""
    return _with_mark(random, np.zeros(count, dtype=int), seq_len, vocabulary)


def _with_mark(random, places, seq_len, vocabulary):
    plain, rows = vocabulary // 2, np.arange(len(places))
    text = random.integers(plain, size=(len(places), seq_len))
    text[rows, places] = random.integers(plain, vocabulary, size=len(places))
    after = np.arange(seq_len) > places[:, np.newaxis]
    return text, np.where(after, text[rows, places][:, np.newaxis], NOT_ASKED)
