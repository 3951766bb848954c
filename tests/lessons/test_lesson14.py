"""What the free answers of lesson 14 are judged by, and what its guide says of them."""

import math

import numpy as np
import pytest

from posenc_helpers import check, turning_pairs
from posenc_helpers.models.rope.scaling import SCALINGS
from posenc_helpers.models.training.longer_texts import found

# Settings for a longer text


@pytest.mark.parametrize(
    ("settings", "status", "wording"),
    [
        (("by parts", 8, 1, 4, 160, 20), "right", "defend yours"),
        (("interpolation", 4, 1, 4, 160, 40), "right", ""),
        (("none", 1, 1, 4, 3_000, 20), "right", ""),
        (("ntk", 16, 1, 4, 160, 20), "right", ""),
        (("none", 1, 1, 4, 160, 40), "wrong", "They lose the far word"),
        (("by parts", 4, 1, 4, 160, 0), "wrong", "They lose the far word"),
        (("ntk", 4, 1, 4, 160, 40), "wrong", "They lose the far word"),
        (("interpolation", 4, 1, 4, 160, 0), "wrong", "They lose the word before"),
        (("by parts", 8, 4, 10, 160, 0), "wrong", "They lose the word before"),
    ],
)
def test_several_settings_pass_and_the_word_that_others_lose_is_named(settings, status, wording):
    scaling, *numbers = settings
    feedback = check.longer_settings([SCALINGS.index(scaling), *numbers])
    assert feedback.status == status and wording in feedback.text


def medians(**settings):
    near, far = zip(*(found(seed, **settings) for seed in range(8)), strict=True)
    return np.median(near), np.median(far), min(far)


def test_a_larger_factor_loses_neither_word():
    """Prediction larger_factor, of eight heads, and what the guide quotes."""
    four, eight, many = (medians(scaling="by parts", scale=scale) for scale in (4, 8, 64))
    assert min(four[0], eight[0], many[0]) > 0.99
    assert eight[1] == pytest.approx(0.96, abs=0.02) and eight[1] > four[1] + 0.03
    assert many[2] < four[2] < eight[2]


def test_the_configuration_that_is_read_gives_the_right_answer():
    """Every sixth of 34 layers sees all; head_dim 256, so the last pair is number 127."""
    full = [layer for layer in range(1, 35) if layer % 6 == 0]
    sliding_turn, full_turn = (math.tau * base ** (2 * 127 / 256) for base in (1e4, 1e6))
    assert check.two_kinds([len(full), sliding_turn, 8 * full_turn]).status == "right"
    assert (len(full), 34 - len(full)) == (5, 29)


def test_the_numbers_of_the_model_answers_are_true():
    assert turning_pairs(64, 64, 160) == 15
    assert medians()[:2] == pytest.approx((1, 0.1), abs=0.02)
    assert found(12, base=3_000).far == pytest.approx(0.83, abs=0.02)  # one of the hidden seeds
    assert medians(scaling="interpolation", scale=4)[0] < 0.2
