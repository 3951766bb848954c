"""What lesson 12 says of heads that read a stretched table, of five seeds each."""

import numpy as np
import pytest

from posenc_helpers import positional_encoding
from posenc_helpers.models import training

SEEDS = range(5)


def looks_back(head, words, seed):
    """Return a text, and how many words back each of its words looks most."""
    text = np.random.default_rng(seed).integers(16, size=(32, words))
    return text, np.arange(words) - head.weights(text).argmax(axis=-1)


@pytest.mark.parametrize(("base", "one", "two"), [(1e4, 0.9, 0.1), (160, 0.9, 0.1), (2, 0.3, 0.6)])
def test_a_stretched_table_keeps_the_nearest_word_and_halves_a_distance(base, one, two):
    table = positional_encoding(32, 64, base)
    rows = [np.interp(np.arange(64) / 2, np.arange(32), column) for column in table.T]
    for seed in SEEDS:
        head = training.Head(training.draw_words(16, 64, seed=seed), training.AddedTable(table))
        list(training.train(head, seed=seed))
        head.positions = training.AddedTable(np.stack(rows, axis=1))
        text, back = looks_back(head, 64, seed)
        assert np.mean(back == 1) == pytest.approx(one, abs=0.04)
        assert np.mean(back == 2) == pytest.approx(two, abs=0.04)
        again = text[:, 1:] == text[:, :-1]
        assert base == 2 or np.mean(back[:, 1:][again] == 1) < 0.01  # passed over


def test_heads_with_rope_look_two_to_four_words_back():
    for seed in SEEDS:
        head = training.rotary_head(base=160, seq_len=64, seed=seed)
        head.positions.scaling, head.positions.scale = "interpolation", 4
        _, back = looks_back(head, 256, seed)
        assert np.mean((back >= 2) & (back <= 4)) > 0.7
