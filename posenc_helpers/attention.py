"""Self-attention in NumPy, with no learned weights: enough to see what order does."""

import numpy as np

from posenc_helpers.checks import Even, Positive, Real, Reals, Whole, must_fit, quoted, takes
from posenc_helpers.encoding import positional_encoding, similarity

SENTENCE = "the dog bit the man and then the man bit the dog".split()
KNOWN = [*sorted({*SENTENCE[:5]}), "and", "then"]  # whose vectors are the same in every text


@takes(scores=Reals(finite=False))
def softmax(scores):
    """Return weights >= 0 that add up to 1 along the last axis.

    Shapes: scores (..., n), with n >= 1, real numbers or -inf, which gets weight 0; weights the
    same. Raises TypeError or ValueError for anything else, and where a whole row is -inf.
    """
    if scores.ndim == 0 or scores.shape[-1] == 0:
        allowed = "a last axis that is not empty"
        raise ValueError(f"scores must have {allowed}, got shape {scores.shape}")
    largest = scores.max(axis=-1, keepdims=True)
    if not np.isfinite(largest).all():  # the largest of a row with NaN is NaN
        found = largest[~np.isfinite(largest)][0]
        allowed = "numbers or -inf, with a number in every row"
        raise ValueError(f"scores must be {allowed}, got a row whose largest is {found}")
    with np.errstate(over="ignore", under="ignore"):
        weights = np.exp(scores - largest)
    return weights / weights.sum(axis=-1, keepdims=True)


@takes(inputs=Reals("(seq_len, d_model)"))
def self_attention(inputs):
    """Return (weights, outputs) of one attention head whose queries, keys and values are `inputs`.

    Shapes: inputs (seq_len, d_model); weights (seq_len, seq_len), each row adding up to 1;
    outputs (seq_len, d_model). No causal mask. Scores are divided by sqrt(d_model), as in Vaswani
    et al. (2017), section 3.2.1.

    Raises TypeError or ValueError for inputs that are no table of finite numbers, that are empty,
    or so large that their dot products exceed float64.
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
    """Return the weights of a head made by hand that looks `offset` tokens on.

    Shape (seq_len, seq_len): row p is the softmax over q of sharpness * (M PE(p)) . PE(q), where
    M = shift_matrix(offset) turns the query. The dot product is not divided by sqrt(d_model), and
    there is no causal mask. It is computed as d_model/2 * k(q - p - offset): see `similarity`.

    Raises TypeError or ValueError for a seq_len below 1, an offset that is not an integer, and a
    sharpness that is negative or not finite.
    """
    must_fit(seq_len, seq_len, seq_len=seq_len)
    positions = np.arange(seq_len)
    scores = similarity(np.arange(1 - seq_len, seq_len) - offset, d_model, base) * (d_model / 2)
    scores = scores[positions - positions[:, np.newaxis] + seq_len - 1]
    with np.errstate(over="ignore"):  # a very sharp head gives all its attention to the largest
        return softmax(sharpness * (scores - scores.max(axis=1, keepdims=True)))


@takes(d_model=Whole(1))
def word_vectors(words, d_model):
    """Return one made-up vector per word, shape (len(words), d_model); equal words get equal ones.

    The vectors are random but the same every time, the draws of a fixed generator: first those of
    the words of SENTENCE, then those of all others in these `words`, by alphabet. Raises TypeError
    or ValueError for words that are not a list of strings and a d_model below 1.
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

    `gain` times the encoding is added to the words. With `word_before` a head reads the codes
    alone and asks for the word before: `shifted_attention` at sharpness 8 * gain**2, whose values
    are the words. Shapes: each map (words, words), in the order of its sentence; the outputs
    (words, d_model), both in the order of `words`.
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
