"""An attention head that learns, and how it gets positions: not at all, added, or rotated (RoPE).

    head = Head(draw_words(16, 64), AddedTable(positional_encoding(96, 64)))
    head.weights(text)                      where each position looks
    head.step(text, wanted)                 one step of training

The head has one matrix W. The score of a query at p with a key at q is x_p W x_q, which is not
divided by a square root. The weights on all keys that hold a word, added up, are the head's
probability for that word. So there is no value matrix and no output matrix.
"""

import numpy as np

from posenc_helpers.checks import SWITCH, Even, Positive, Real, Reals, Type, Wholes, must_fit, takes
from posenc_helpers.encoding import checked_frequencies, rotations
from posenc_helpers.models.rope.scaling import attention_factor, rotary_frequencies

NOT_ASKED = -1  # wanted at positions where nothing is asked of the head

# --------------------------------------------------------------------- how a head gets positions


class Positions:
    """How a head gets positions. This class gives it none, and subclasses add or rotate.

    `positions` is an integer array that broadcasts to the shape of the text.
    """

    d_model = None  # width of the words that it fits, or None for any width
    learns = False  # whether the added codes learn along with the head

    def add(self, vectors, positions):
        """Return the head's input, made from word vectors of shape (texts, seq_len, d_model)."""
        return vectors

    def turn(self, rows, positions):
        """Return queries or keys, (texts, seq_len, d_model), as they enter the dot product."""
        return rows

    def turn_back(self, rows, positions):
        """Apply the transpose of `turn`, which takes slopes back through it."""
        return rows

    def learn(self, slopes, positions, rate):
        """Move added codes against `slopes` of the loss by the input. This class has no codes."""


class AddedTable(Positions):
    """Positions that add a row of a table, shape (positions, d_model), to each word.

    With `learns`, the rows learn along with the head. Raises TypeError or ValueError for a table
    that does not hold finite numbers.
    """

    @takes(table=Reals("(positions, d_model)"), learns=SWITCH)
    def __init__(self, table, *, learns=False):
        self.table, self.d_model, self.learns = table, table.shape[1], learns

    def add(self, vectors, positions):
        """Return the sum of word vectors and the rows of the table at their positions."""
        last = len(self.table) - 1
        return vectors + self.table[Wholes(0, last).check("positions", positions)]

    def learn(self, slopes, positions, rate):
        """Move each row of the table against the sum of its slopes."""
        places = np.broadcast_to(positions, slopes.shape[:2])
        np.subtract.at(self.table, places, rate * slopes)


class Rotary(Positions):
    """Positions that rotate queries and keys, and give every word the same PE(0).

    PE(0) = (0, 1, 0, 1 ...) gives each word a part that is not its own. `scaling`, `scale`,
    `seq_len` and `ramp` are those of `rotary_frequencies`. Raises TypeError or ValueError for
    arguments outside their ranges.
    """

    @takes(d_model=Even(), base=Positive())
    def __init__(
        self, d_model, base=10_000.0, *, scaling="none", scale=1.0, seq_len=None, ramp=None
    ):
        checked_frequencies(2**53, d_model, base)  # the largest position
        self.d_model, self.factor = d_model, attention_factor(scaling, scale)
        self.frequencies = rotary_frequencies(
            d_model, base, scaling=scaling, scale=scale, seq_len=seq_len, ramp=ramp
        )
        self._first_code = np.tile([0.0, 1.0], d_model // 2)

    def add(self, vectors, positions):
        """Return word vectors plus PE(0), no matter what the positions are."""
        return vectors + self._first_code

    def turn(self, rows, positions):
        """Return queries or keys, (texts, seq_len, d_model), rotated by their angles."""
        return _times(rows, self._turns(positions))

    def turn_back(self, rows, positions):
        """Rotate the other way."""
        return _times(rows, self._turns(positions).conj())

    def _turns(self, positions):
        return self.factor * rotations(positions, self.frequencies).conj()


def _times(rows, turns):
    return (np.ascontiguousarray(rows).view(np.complex128) * turns).view(np.float64)


# ------------------------------------------------------------------------------------- the head


class Head:
    """A head with one matrix, `matrix`, which is zero at first.

    `words` holds one vector per word, shape (vocabulary, d_model). With `mask`, a query sees no key
    after itself. Raises TypeError or ValueError for arguments of another kind, and ValueError for
    `positions` of another width.
    """

    @takes(words=Reals("(vocabulary, d_model)"), mask=SWITCH)
    def __init__(self, words, positions, *, mask=True):
        self.words, self.mask, d_model = words, mask, words.shape[1]
        must_fit(d_model, d_model, words=f"an array of shape {self.words.shape}")
        allowed = Type(Positions, "a Positions, such as Rotary(64)")
        self.positions = allowed.check("positions", positions)
        if positions.d_model not in (None, d_model):
            raise ValueError(f"positions must be for d_model {d_model}, got {positions.d_model}")
        self.matrix = np.zeros((d_model, d_model))

    def scores(self, text, places=None):
        """Return the scores of each query with each key, shape (texts, seq_len, seq_len).

        `text` holds the numbers of words, shape (texts, seq_len). `places` holds their positions,
        with the same shape or (seq_len,), by default from 0 on. Keys that the mask hides have the
        score -inf.

        Raises TypeError for arrays that do not hold integers, and ValueError for numbers out of
        range, other shapes, or scores above 4 GiB.
        """
        _, queries, keys = self._parts(*self._checked(text, places))
        return self._scores(queries, keys)

    def weights(self, text, places=None):
        """Return the attention of each position, shape (texts, seq_len, seq_len)."""
        return _weights_and_log_sum(self.scores(text, places))[0]

    def answers(self, text, places=None):
        """Return the word with the most weight at each position, shape (texts, seq_len)."""
        weights = self.weights(text, places)
        return (weights @ np.eye(len(self.words))[text]).argmax(axis=-1)

    def slopes(self, text, wanted, places=None):
        """Return (loss, slope of the loss by `matrix`, slopes by the input).

        The loss is the mean of -ln(weight on the keys that hold the wanted word), over all
        positions at which `wanted` is not -1. The slopes by the input have shape (texts, seq_len,
        d_model), and are None if no added codes learn. Raises ValueError if a query sees no key
        with its wanted word, or if nothing is wanted.
        """
        text, places = self._checked(text, places)
        last = len(self.words) - 1
        wanted = Wholes(NOT_ASKED, last, [text.shape]).check("wanted", wanted)
        inputs, queries, keys = self._parts(text, places)
        loss, error = _loss_and_error(self._scores(queries, keys), text, wanted)
        by_query = self.positions.turn_back(_product(error, keys), places)
        by_matrix = _product(_flipped(inputs), by_query).sum(axis=0)
        if not self.positions.learns:
            return loss, by_matrix, None
        by_key = self.positions.turn_back(_product(_flipped(error), queries), places)
        return loss, by_matrix, _product(by_query, self.matrix.T) + by_key

    @takes(rate=Real(0))
    def step(self, text, wanted, rate=0.5, places=None):
        """Move the matrix once against the slope of the loss, and return the previous loss."""
        loss, by_matrix, by_input = self.slopes(text, wanted, places)
        self.matrix -= rate * by_matrix
        if by_input is not None:
            self.positions.learn(by_input, self._checked(text, places)[1], rate)
        return loss

    def _checked(self, text, places):
        text = Wholes(0, len(self.words) - 1).check("text", text)
        if text.ndim != 2 or not text.size:
            raise ValueError(f"text must have the shape (texts, seq_len), got {text.shape}")
        must_fit(*text.shape, text.shape[1], text=f"an array of shape {text.shape}")
        if places is None:
            return text, np.arange(text.shape[1])
        allowed = Wholes(shapes=(text.shape, text.shape[1:]))
        return text, allowed.check("places", places)

    def _parts(self, text, places):
        """Return inputs, queries and keys, each of shape (texts, seq_len, d_model)."""
        inputs = self.positions.add(self.words[text], places)
        queries = self.positions.turn(_product(inputs, self.matrix), places)
        return inputs, queries, self.positions.turn(inputs, places)

    def _scores(self, queries, keys):
        scores = _product(queries, _flipped(keys))
        if self.mask:
            scores += np.where(np.tri(scores.shape[-1], dtype=bool), 0, -np.inf)
        return scores


def _product(left, right):
    """Return left @ right, multiplied in groups of rows that are too small to start threads.

    On a busy machine, the threads of a linear algebra library wait for each other. On a quiet
    machine they save nothing here.
    """
    rows, (inner, columns) = left.shape[-2], right.shape[-2:]
    step = max(1, 2**18 // (inner * columns))  # OpenBLAS starts no threads for less
    product = np.empty((*left.shape[:-1], columns))
    for start in range(0, rows, step):
        part = np.s_[..., start : start + step, :]
        np.matmul(left[part], right, out=product[part])
    return product


def _flipped(array):
    return array.swapaxes(-1, -2)


def _loss_and_error(scores, text, wanted):
    """Return the loss and its slope by the scores: weights - right / sum(right) where asked."""
    asked = wanted != NOT_ASKED
    holds = text[:, np.newaxis, :] == wanted[:, :, np.newaxis]
    holds[~asked, 0] = True  # any key will do, because this row is left out later
    held = np.where(holds, scores, -np.inf)
    if not asked.any() or np.isneginf(held.max(axis=-1)).any():
        raise ValueError("wanted must hold words that the queries see in text, at least one")
    weights, log_sum = _weights_and_log_sum(scores)
    right, log_right = _weights_and_log_sum(held)
    error = (weights - right) * (asked / asked.sum())[..., np.newaxis]
    return float((log_sum - log_right)[asked].mean()), error


def _weights_and_log_sum(scores):
    """Return the softmax of scores, and the logarithm of the sum of their exponentials."""
    largest = scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores - largest)
    total = weights.sum(axis=-1, keepdims=True)
    weights /= total
    return weights, (largest + np.log(total))[..., 0]
