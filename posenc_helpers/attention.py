"""Self-attention in NumPy, with no learned weights: enough to see what order does."""

from __future__ import annotations

import numpy as np

from posenc_helpers.arguments import finite, integer, whole
from posenc_helpers.encoding import similarity

SENTENCE = "the dog bit the man and then the man bit the dog".split()


def softmax(scores):
    """Return weights >= 0 that add up to 1 along the last axis."""
    shifted = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return shifted / shifted.sum(axis=-1, keepdims=True)


def self_attention(inputs):
    """Return (weights, outputs) of one attention head whose queries, keys and values are `inputs`.

    Shapes: inputs (seq_len, d_model); weights (seq_len, seq_len), each row adding up to 1;
    outputs (seq_len, d_model). No causal mask. Scores are divided by sqrt(d_model), as in Vaswani
    et al. (2017), section 3.2.1.
    """
    inputs = np.asarray(inputs, dtype=float)
    weights = softmax(inputs @ inputs.T / np.sqrt(inputs.shape[1]))
    return weights, weights @ inputs


def shifted_attention(seq_len, d_model, base=10_000.0, *, offset=-1, sharpness=1.0):
    """Return the weights of a head made by hand that looks `offset` tokens on.

    Shape (seq_len, seq_len): row p is the softmax over q of sharpness * (M PE(p)) . PE(q), where
    M = shift_matrix(offset) turns the query. The dot product is not divided by sqrt(d_model), and
    there is no causal mask. It is computed as d_model/2 * k(q - p - offset): see `similarity`.

    Raises TypeError or ValueError for a seq_len below 1, an offset that is no integer, and a
    sharpness that is negative or not finite.
    """
    seq_len, offset = whole("seq_len", seq_len, 1), integer("offset", offset, "an integer")
    sharpness = finite("sharpness", sharpness, 0)
    positions = np.arange(seq_len)
    scores = similarity(np.arange(1 - seq_len, seq_len) - offset, d_model, base) * d_model / 2
    gaps = positions - positions[:, np.newaxis]
    return softmax(sharpness * scores[gaps + seq_len - 1])


def word_vectors(words, d_model: int):
    """Return one made-up vector per word, shape (len(words), d_model); equal words get equal ones.

    The vectors are random but the same every time: word number k of the alphabet of this sentence
    is the k-th draw of a fixed generator.
    """
    vocabulary = sorted(set(words))
    draws = np.random.default_rng(2017).normal(scale=0.5, size=(len(vocabulary), d_model))
    return draws[[vocabulary.index(word) for word in words]]
