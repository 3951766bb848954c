"""What lesson 07 says of random layers, by its own cells, in ten draws of them each."""

from functools import cache

import numpy as np
import pytest

import posenc_helpers as pe
from tests.lessons.cells import defined

SEEDS = range(10)
CELLS = (f"08_adding-{k}" for k in (46, 48, 51, 81, 82))  # up to the list of layers
GIVEN = {"np": np, "softmax": pe.softmax, "positional_encoding": pe.positional_encoding}
LESSON = defined("07", *CELLS, **GIVEN)


@cache
def runs(kind):
    """Return R2 of the position after 1, 2 ... 12 layers, a row for each draw."""
    read = LESSON["read_by_layer"]
    return np.array([read(LESSON["layers"][kind], seed) for seed in SEEDS])


def test_residual_connections_carry_the_position_and_post_norm_lets_it_fade():
    pre, post = runs("pre-norm"), runs("post-norm")
    assert (pre > 0.55).all() and (pre[:, 5] > 0.6).all() and (pre[:, 0] > 0.75).all()
    assert (post[:, 1:] < pre[:, 1:]).all() and (post[:, 11] < 0.25).all()


def test_without_them_attention_averages_the_position_away():
    found = runs("no residual connection")
    assert (found[:, 0] < 0.3).all() and (found[:, 1:] < 0.1).all()


@pytest.mark.parametrize(
    ("kind", "least", "most"), [("no residual connection", 0.99, 1.001), ("pre-norm", 0, 0.75)]
)
def test_without_residual_connections_all_rows_become_alike(kind, least, most):
    for seed in SEEDS:
        rows, rng = LESSON["texts"], np.random.default_rng(seed)
        for _ in range(4):
            rows = LESSON["layers"][kind](rows, rng)
        rows = rows / np.linalg.norm(rows, axis=-1, keepdims=True)
        assert least < np.mean(rows @ rows.swapaxes(1, 2)) < most
