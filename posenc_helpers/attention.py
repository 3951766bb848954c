"""Self-attention in NumPy without learned weights, to show what the order of words changes."""

import numpy as np

from posenc_helpers.checks import Even, Positive, Real, Reals, Whole, must_fit, quoted, takes
from posenc_helpers.encoding import positional_encoding, similarity

SENTENCE = "the dog bit the man and then the man bit the dog".split()
KNOWN = [*sorted({*SENTENCE[:5]}), "and", "then"]  # words whose vectors are the same in every text


@takes(scores=Reals(finite=False))
def softmax(scores):
    """Return weights >= 0 that add up to 1 along the last axis.

    `scores` has shape (..., n) with n >= 1 and holds real numbers or -inf, which gets weight 0. The
    weights have the same shape.

    Raises TypeError for values that are not real numbers, and ValueError for an empty last axis or
    a row that holds NaN, +inf or only -inf.
    """
    if scores.ndim == 0 or scores.shape[-1] == 0:
        allowed = "a last axis that is not empty"
        raise ValueError(f"scores must have {allowed}, got shape {scores.shape}")
    largest = scores.max(axis=-1, keepdims=True)
    if not np.isfinite(largest).all():  # also finds NaN: it is the largest of its row
        found = largest[~np.isfinite(largest)][0]
        allowed = "numbers or -inf, with a number in every row"
        raise ValueError(f"scores must be {allowed}, got a row whose largest is {found}")
    with np.errstate(over="ignore", under="ignore"):
        weights = np.exp(scores - largest)
    return weights / weights.sum(axis=-1, keepdims=True)


@takes(inputs=Reals("(seq_len, d_model)"))
def self_attention(inputs):
    """Return (weights, outputs) of one attention head whose queries, keys and values are `inputs`.

    `inputs` has shape (seq_len, d_model). The weights have shape (seq_len, seq_len), and each row
    adds up to 1. The outputs have shape (seq_len, d_model). There is no causal mask. Scores are dot
    products divided by sqrt(d_model), as in Vaswani et al. (2017), section 3.2.1.

    Raises TypeError for inputs that are not real numbers. Raises ValueError for inputs that are not
    a table of finite numbers, are empty, are so large that their dot products exceed float64, or
    have so many rows that the weights exceed 4 GiB.
    """
    must_fit(len(inputs), len(inputs), inputs=f"{len(inputs)} rows")
    with np.errstate(over="ignore", invalid="ignore"):
        scores = inputs @ inputs.T / np.sqrt(inputs.shape[1])
    if not np.isfinite(scores).all():
        largest = np.abs(inputs).max()
        allowed = "small enough for their dot products to fit float64"
        raise ValueError(f"inputs must be {allowed}, got values up to {largest:g}")
    weights = softmax(scores)
    return weights, weights @ inputs


@takes(seq_len=Whole(1), d_model=Even(), base=Positive(), offset=Whole(), sharpness=Real(0))
def shifted_attention(seq_len, d_model, base=10_000.0, *, offset=-1, sharpness=1.0):
    """Return the attention weights of a hand-built head that looks `offset` tokens ahead.

    A negative offset looks back. The result has shape (seq_len, seq_len). Row p is the softmax over
    q of sharpness * (M PE(p)) . PE(q), where M = shift_matrix(offset) rotates the query. The dot
    product is not divided by sqrt(d_model), and there is no causal mask. It is computed as
    d_model/2 * k(q - p - offset), where k is `similarity`.

    Raises TypeError or ValueError for arguments outside their ranges, and ValueError if the weights
    exceed 4 GiB or an angle exceeds float64.
    """
    must_fit(seq_len, seq_len, seq_len=seq_len)
    positions = np.arange(seq_len)
    scores = similarity(np.arange(1 - seq_len, seq_len) - offset, d_model, base) * (d_model / 2)
    scores = scores[positions - positions[:, np.newaxis] + seq_len - 1]
    with np.errstate(over="ignore"):  # overflow: one key gets all the attention
        return softmax(sharpness * (scores - scores.max(axis=1, keepdims=True)))


@takes(d_model=Whole(1))
def word_vectors(words, d_model):
    """Return one made-up vector per word, shape (len(words), d_model), equal for equal words.

    The vectors are draws of a generator with a fixed seed, so they are the same in every run. The
    words of SENTENCE get the first draws, and all other words the next ones, in alphabetical order.

    Raises TypeError for `words` that are not a list of strings, TypeError or ValueError for a
    d_model that is not an integer above 0, and ValueError if the vectors exceed 4 GiB.
    """
    found = list(words) if np.iterable(words) and not isinstance(words, str) else [None]
    if not all(isinstance(word, str) for word in found):
        raise TypeError(f"words must be a list of strings, got {quoted(words, repr)}")
    words = found
    must_fit(len(words), d_model, words=f"{len(words)} words", d_model=d_model)
    number = {word: k for k, word in enumerate(dict.fromkeys([*KNOWN, *sorted(words)]))}
    draws = np.random.default_rng(2017).normal(scale=0.5, size=(len(number), d_model))
    return draws[[number[word] for word in words]]


def swap_effect(words, order, d_model, base, gain, word_before=False):
    """Return the attention maps and the outputs before and after `words` are put in `order`.

    The inputs are the words plus `gain` times the encoding. With `word_before`, a hand-built head
    reads only the codes and asks for the previous word: it is `shifted_attention` at sharpness 8 *
    gain**2, and its values are the words. Each map has shape (words, words), in the order of its
    sentence. Both outputs have shape (words, d_model), in the order of `words`.
    """
    vectors = word_vectors(words, d_model)
    back = np.argsort(order)
    if word_before:
        weights = shifted_attention(len(words), d_model, base, sharpness=8 * gain**2)
        return (weights, weights), (weights @ vectors, (weights @ vectors[order])[back])
    table = gain * positional_encoding(len(words), d_model, base)
    weights, outputs = self_attention(vectors + table)
    swapped_weights, swapped = self_attention(vectors[order] + table)
    return (weights, swapped_weights), (outputs, swapped[back])
