"""Which hands hide in a table."""

import numpy as np
import pytest

from posenc_helpers import positional_encoding, rivals

P = np.arange(1_000)


def test_hidden_hands_turn_at_the_speeds_of_the_formula_and_go_round_at_one_radius():
    mixed = np.linalg.qr(np.random.default_rng(5).normal(size=(16, 16)))[0]
    for codes in (positional_encoding(1_000, 16), positional_encoding(1_000, 16) @ mixed):
        turns, tips = rivals.hidden_hands(codes)
        assert turns == pytest.approx(10_000 ** (-np.arange(0, 1, 1 / 8)), rel=1e-6)
        for turn, tip in zip(turns, tips, strict=True):
            assert np.allclose(tip, tip[0] * np.exp(1j * turn * P), rtol=0, atol=1e-5 * abs(tip[0]))


def test_what_grows_fades_or_has_no_move_hides_no_hands():
    pairs = positional_encoding(200, 2)
    p = np.arange(200)[:, np.newaxis]
    for codes in (rivals.random_numbers(99, 16), pairs * 1.01**p, pairs * 0.99**p):
        assert rivals.hidden_hands(codes)[0].size == 0
    assert rivals.hidden_hands(np.hstack([pairs, p * pairs]))[0].size == 0  # powers of p grow
    for codes in (positional_encoding(100, 16), pairs[:1], np.hstack([pairs, pairs])):
        with pytest.raises(ValueError, match=r"independent columns and enough .*, got shape \("):
            rivals.hidden_hands(codes)
