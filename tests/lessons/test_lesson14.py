"""What the free answers of lesson 14 are judged by, and what its guide says of them."""

import math

import numpy as np
import pytest

from posenc_helpers import check, positional_encoding, turning_pairs
from posenc_helpers.lessons.lesson14 import CLAIMS
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


# A published error


@pytest.mark.parametrize("number", CLAIMS)
def test_each_error_has_a_place_where_it_shows_and_most_have_one_where_it_does_not(number):
    claim, places = CLAIMS[number], []
    for d_model in (4, 18, 512):
        chosen = {"d_model": d_model, "position": 2, "pair": 1, "column": 2, "base": 100}
        for column, position in ((2, 2), (1, 2), (d_model - 2, 1)):
            chosen |= {"column": column, "position": position}
            places.append([chosen[name] for name in claim.where])
    gaps = [abs(claim.published(*one) - claim.paper(*one)) > claim.margin for one in places]
    assert any(gaps)
    assert number == 6 or not all(gaps)


def test_what_the_formula_gives_is_written_out():
    """The claims use the encoder; here is the formula alone."""
    assert CLAIMS[1].paper(512, 100, 3) == pytest.approx(100 / 1e4 ** (6 / 512))
    assert CLAIMS[2].paper(6, 7, 3) == pytest.approx(math.cos(7 / 1e4 ** (2 / 6)))
    assert CLAIMS[2].published(6, 7, 2) == pytest.approx(math.cos(7 / 1e4 ** (2 / 6)))
    assert CLAIMS[2].published(6, 8, 3) == pytest.approx(math.sin(8 / 1e4 ** (2 / 6)))
    assert CLAIMS[3].published(6, 3) == pytest.approx(math.cos(1 / 1e4 ** (2 / 6)))
    assert [CLAIMS[3].paper(6, j) for j in range(6)] == [0, 1, 0, 1, 0, 1]
    assert CLAIMS[4].paper(18) == pytest.approx(math.tau * 1e4 ** (16 / 18))
    assert CLAIMS[5].paper(6, 100, 5, 4) == pytest.approx(math.sin(5 / 100 ** (4 / 6)))
    assert CLAIMS[5].published(6, 100, 5, 4) == pytest.approx(math.sin(5 / 1e4 ** (4 / 6)))
    assert CLAIMS[7].paper(6, 5, 3) == pytest.approx(math.cos(5 / 1e4 ** (2 / 6)))
    assert CLAIMS[7].published(6, 5, 2) == pytest.approx(math.sin(5 / 1e4 ** (4 / 6)))
    assert CLAIMS[7].published(6, 5, 3) == pytest.approx(math.cos(5 / 1e4 ** (4 / 6)))
    assert CLAIMS[6].paper(128) == pytest.approx(1e4 ** (126 / 128))


def test_the_numbers_of_the_model_answers_are_true():
    assert turning_pairs(64, 64, 160) == 15
    assert medians()[:2] == pytest.approx((1, 0.1), abs=0.02)
    assert found(12, base=3_000).far == pytest.approx(0.83, abs=0.02)  # one of the hidden seeds
    assert medians(scaling="interpolation", scale=4)[0] < 0.2
    assert check.published_error([2, 4, 3, 2, 0.9996, 0.03]).status == "right"
    assert check.published_error([4, 512, 22_500, 60_611]).status == "right"


def test_the_program_of_error_7_gives_the_table_of_base_100_million():
    """Its loop, written out: the even columns are counted by i, and doubled again."""
    d_model, position, row = 512, 10, np.zeros(512)
    for i in range(0, d_model, 2):
        row[i] = math.sin(position / (10_000 ** ((2 * i) / d_model)))
        row[i + 1] = math.cos(position / (10_000 ** ((2 * i) / d_model)))
    claimed = [CLAIMS[7].published(d_model, position, j) for j in range(d_model)]
    assert row == pytest.approx(claimed, abs=1e-12)
    assert row == pytest.approx(positional_encoding(1, d_model, 1e8, start=position)[0], abs=1e-9)
