"""How well a position can be read after random layers: with residual connections and without.

The layers are not trained: their matrices are random. Each is attention with one head, then a layer
with ReLU, each behind a normalization (pre-norm) or with one behind it (post-norm).
"""

from __future__ import annotations

import functools

import numpy as np

from posenc_helpers.arguments import finite_array, instance, one_of, refuse_too_large, switch
from posenc_helpers.attention import softmax
from posenc_helpers.encoding import positional_encoding

D_MODEL, SEQ_LEN, VOCAB_SIZE = 64, 32, 50
FITTED, TESTED = 32, 16  # texts
RIDGE = 0.1
DEEPEST = 12
NORMS = ("pre", "post")


def random_layer(inputs, rng, *, norm="pre", residual=True, causal=False):
    """Return what a layer with random matrices makes of `inputs`: shape (..., seq_len, d_model).

    The matrices are drawn from `rng`, a NumPy generator, with standard deviation 1/sqrt(d_model).
    With `residual`, what attention and the ReLU layer give is added to their inputs. With the
    `norm` "pre" each of the two reads its input normalized; with "post" what comes out, with its
    input added, is normalized, as in the model of Vaswani et al. (2017). `causal` hides all later
    positions from attention. Raises TypeError or ValueError for inputs that are not finite numbers
    or have fewer than two axes, and for an `rng` or a `norm` of another kind.
    """
    inputs = finite_array("inputs", inputs)
    if inputs.ndim < 2 or not inputs.size:
        raise ValueError(f"inputs must have the shape (..., seq_len, d_model), got {inputs.shape}")
    instance("rng", rng, np.random.Generator, "a NumPy generator")
    norm = one_of("norm", norm, NORMS)
    residual, causal = switch("residual", residual), switch("causal", causal)
    *texts, seq_len, d_model = inputs.shape
    given = {"inputs": f"an array of shape {inputs.shape}"}
    refuse_too_large(6, d_model, d_model, **given)
    refuse_too_large(*texts, seq_len, seq_len, **given)
    *matrices, first, second = rng.normal(scale=d_model**-0.5, size=(6, d_model, d_model))
    before, behind = (_normalized, _same) if norm == "pre" else (_same, _normalized)
    after = behind(_attend(before(inputs), *matrices, causal) + residual * inputs)
    return behind(np.maximum(before(after) @ first, 0) @ second + residual * after)


def _attend(inputs, query, key, value, output, causal):
    queries, keys = inputs @ query, inputs @ key
    scores = queries @ keys.swapaxes(-1, -2) / inputs.shape[-1] ** 0.5
    if causal:
        scores = np.where(np.tri(scores.shape[-1], dtype=bool), scores, -np.inf)
    return softmax(scores) @ (inputs @ value) @ output


def _normalized(inputs):
    """Return each row with mean 0 and variance 1."""
    centred = inputs - inputs.mean(axis=-1, keepdims=True)
    return centred / np.sqrt(np.mean(centred**2, axis=-1, keepdims=True) + 1e-12)


def _same(inputs):
    return inputs


@functools.lru_cache(maxsize=128)
def position_by_depth(depth=6, *, norm="pre", residual=True, causal=False, seed=0):
    """Return R2 of a linear read-out of the position after 0, 1 ... `depth` layers.

    48 texts of 32 random words (of 50, standard deviation 1) with codes added, d_model 64. After
    each layer a ridge regression from the normalized rows to p is fitted to 32 of the texts and
    judged on the other 16: 1 if it reads every position exactly, 0 if it does no better than the
    mean, below 0 if it does worse. The options are those of `random_layer`. A tuple of depth + 1
    numbers, kept for each setting.
    """
    rng = np.random.default_rng(seed)
    rows, found = _texts(rng), []
    for layer in range(depth + 1):
        if layer:
            rows = random_layer(rows, rng, norm=norm, residual=residual, causal=causal)
        found.append(_read_out(_normalized(rows)))
    return tuple(found)


def _texts(rng):
    """Return texts of random words with codes added: (texts, seq_len, d_model)."""
    words = rng.normal(size=(VOCAB_SIZE, D_MODEL))
    which = rng.integers(VOCAB_SIZE, size=(FITTED + TESTED, SEQ_LEN))
    return words[which] + positional_encoding(SEQ_LEN, D_MODEL)


def _read_out(rows):
    """Return R2, on the texts that are left, of a ridge regression from rows to positions."""
    inputs = np.concatenate([rows, np.ones((*rows.shape[:2], 1))], axis=2)
    positions = np.tile(np.arange(rows.shape[1]), (len(rows), 1))
    fitted, wanted = inputs[:FITTED].reshape(-1, inputs.shape[2]), positions[:FITTED].ravel()
    squares = fitted.T @ fitted + RIDGE * np.eye(fitted.shape[1])
    weights = np.linalg.solve(squares, fitted.T @ wanted)
    misses = inputs[FITTED:] @ weights - positions[FITTED:]
    return 1 - np.mean(misses**2) / np.var(positions[FITTED:])
