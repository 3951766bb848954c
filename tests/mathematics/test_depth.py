"""How well a position can be read after random layers: what lesson 07 says of several draws.

Each layer is attention with one head, then a layer with ReLU, each behind a normalization
(pre-norm) or with one behind it (post-norm).
"""

import functools

import numpy as np
import pytest

import posenc_helpers as pe

SEEDS = range(10)
D_MODEL, SEQ_LEN, VOCAB_SIZE = 64, 32, 50
FITTED, TESTED = 32, 16  # texts
RIDGE = 0.1


def random_layer(inputs, rng, *, norm="pre", residual=True, causal=False):
    """Return what a layer with random matrices makes of `inputs`: (texts, seq_len, d_model)."""
    d_model = inputs.shape[-1]
    *matrices, first, second = rng.normal(scale=d_model**-0.5, size=(6, d_model, d_model))
    before, behind = (normalized, same) if norm == "pre" else (same, normalized)
    after = behind(attend(before(inputs), *matrices, causal) + residual * inputs)
    return behind(np.maximum(before(after) @ first, 0) @ second + residual * after)


def attend(inputs, query, key, value, output, causal):
    """Return what attention with these matrices gives; `causal` hides all later positions."""
    queries, keys = inputs @ query, inputs @ key
    scores = queries @ keys.swapaxes(-1, -2) / inputs.shape[-1] ** 0.5
    if causal:
        scores = np.where(np.tri(scores.shape[-1], dtype=bool), scores, -np.inf)
    return pe.softmax(scores) @ (inputs @ value) @ output


def normalized(inputs):
    """Return each row with mean 0 and variance 1."""
    centred = inputs - inputs.mean(axis=-1, keepdims=True)
    return centred / np.sqrt(np.mean(centred**2, axis=-1, keepdims=True) + 1e-12)


def same(inputs):
    return inputs


@functools.lru_cache(maxsize=128)
def position_by_depth(depth=6, *, norm="pre", residual=True, causal=False, seed=0):
    """Return R2 of a linear read-out of the position after 0, 1 ... `depth` layers.

    48 texts of 32 random words (of 50, standard deviation 1) with codes added, d_model 64.
    """
    rng = np.random.default_rng(seed)
    rows, found = texts(rng), []
    for layer in range(depth + 1):
        if layer:
            rows = random_layer(rows, rng, norm=norm, residual=residual, causal=causal)
        found.append(read_out(normalized(rows)))
    return tuple(found)


def texts(rng):
    """Return texts of random words with codes added: (texts, seq_len, d_model)."""
    words = rng.normal(size=(VOCAB_SIZE, D_MODEL))
    which = rng.integers(VOCAB_SIZE, size=(FITTED + TESTED, SEQ_LEN))
    return words[which] + pe.positional_encoding(SEQ_LEN, D_MODEL)


def read_out(rows):
    """Return R2, on the texts that are left, of a ridge regression from rows to positions."""
    inputs = np.concatenate([rows, np.ones((*rows.shape[:2], 1))], axis=2)
    positions = np.tile(np.arange(rows.shape[1]), (len(rows), 1))
    fitted, wanted = inputs[:FITTED].reshape(-1, inputs.shape[2]), positions[:FITTED].ravel()
    squares = fitted.T @ fitted + RIDGE * np.eye(fitted.shape[1])
    weights = np.linalg.solve(squares, fitted.T @ wanted)
    misses = inputs[FITTED:] @ weights - positions[FITTED:]
    return 1 - np.mean(misses**2) / np.var(positions[FITTED:])


def runs(depth=6, **options):
    return np.array([position_by_depth(depth, seed=seed, **options) for seed in SEEDS])


@pytest.mark.parametrize("causal", [True, False])
def test_residual_connections_carry_the_position(causal):
    """In each of ten draws: above .6 after six layers, and most of it after one."""
    found = runs(causal=causal)
    assert (found > 0.6).all() and (found[:, 1] > 0.75).all() and (found[:, 0] > 0.97).all()


def test_post_norm_lets_it_fade():
    """Ten draws each: less is left than in pre-norm, half of it after six layers, none after 12."""
    post, pre = (runs(12, norm=norm) for norm in ("post", "pre"))
    assert (pre[:, 12] > 0.55).all()
    assert (post[:, 2:] < pre[:, 2:]).all()
    assert 0.35 < np.median(post[:, 6]) < 0.55
    assert (post[:, 12] < 0.25).all()


def test_without_them_attention_averages_the_position_away_and_a_mask_brings_little_in():
    found, causal = runs(residual=False), runs(residual=False, causal=True)
    assert (found[:, 1] < 0.25).all() and (found[:, 2:] < 0.1).all()
    assert (causal[:, 1] > 0.65).all() and (causal[:, 6] < 0.1).all()
    assert (causal[:, 1] > found[:, 1] + 0.3).all()


@pytest.mark.parametrize(("residual", "least", "most"), [(False, 0.99, 1.001), (True, 0, 0.75)])
def test_without_residual_connections_all_rows_become_alike(residual, least, most):
    for seed in SEEDS:
        rng = np.random.default_rng(seed)
        rows = texts(rng)
        for _ in range(4):
            rows = random_layer(rows, rng, residual=residual)
        rows /= np.linalg.norm(rows, axis=-1, keepdims=True)
        assert least < np.mean(rows @ rows.swapaxes(1, 2)) < most
