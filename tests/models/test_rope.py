"""Slower turns against a second implementation, pair by pair in mpmath, and against real models."""

import math

import mpmath
import numpy as np
import pytest

import posenc_helpers as pe
from posenc_helpers.models import rope
from posenc_helpers.models.rope.scaling import SCALINGS, ntk_base
from posenc_helpers.models.training.head import Rotary
from posenc_helpers.models.training.run import rotary_head
from tests.lessons.cells import defined

MODELS = [  # head_dim, theta and the length of texts in training, of Llama 2, of Llama 3, the toy
    (128, 10_000, 4_096), (128, 500_000, 8_192), (64, 160, 64), (16, 77, 1_000),
]  # fmt: skip
VECTORS = np.random.default_rng(10).normal(size=(3, 8))
PLACES = [0, 2.5, -1_000]


def exactly_scaled(pair, d_head, base, scaling, scale, seq_len):
    """omega of one pair, each scaling written out with branches, as the programs have it."""
    d, b, s = mpmath.mpf(d_head), mpmath.mpf(base), mpmath.mpf(scale)
    if scaling == "ntk":
        return (b * s ** (d / (d - 2))) ** (-2 * pair / d)
    omega = b ** (-2 * pair / d)
    if scaling == "interpolation":
        return omega / s
    wavelength = 2 * mpmath.pi / omega
    if scaling == "by parts":
        if wavelength < mpmath.mpf(seq_len) / 4:
            return omega
        if wavelength > seq_len:
            return omega / s
        smooth = (seq_len / wavelength - 1) / 3
        return (1 - smooth) * omega / s + smooth * omega
    if scaling == "yarn":
        first, last = (
            d * mpmath.log(seq_len / (turns * 2 * mpmath.pi)) / (2 * mpmath.log(b))
            for turns in (32, 1)
        )
        first, last = max(mpmath.floor(first), 0), min(mpmath.ceil(last), d - 1)
        ramp = min(max((pair - first) / (last - first), 0), 1)
        return omega / s * ramp + omega * (1 - ramp)
    return omega


@pytest.mark.parametrize(("d_head", "base", "seq_len"), MODELS)
@pytest.mark.parametrize("scaling", SCALINGS)
@pytest.mark.parametrize("scale", [1, 2.5, 8, 64])
def test_speeds(d_head, base, seq_len, scaling, scale):
    found = rope.rotary_frequencies(d_head, base, scaling=scaling, scale=scale, seq_len=seq_len)
    with mpmath.workdps(30):
        for pair, one in enumerate(found):
            right = exactly_scaled(pair, d_head, base, scaling, scale, seq_len)
            assert abs(one / right - 1) < 2e-13


def test_numbers_of_models():
    assert [pe.turning_pairs(seq_len, *head) for *head, seq_len in MODELS[:3]] == [46, 35, 15]
    assert pe.turning_pairs(32, 64) == 6
    assert ntk_base(4, 64) == pytest.approx(41_829.37, abs=0.005)
    assert ntk_base(9, 2, 77) == 77  # its pair turns with 1, whatever the base
    assert rope.attention_factor("yarn", 4) == pytest.approx(1 + math.log(4) / 10)
    assert rope.attention_factor("by parts", 4) == rope.attention_factor("yarn", 1) == 1
    for scaling in ("by parts", "yarn"):  # too short for any turn
        assert not rope.kept_shares(64, 100, scaling, 6).any()


def test_turning_back_is_the_transpose_of_turning_with_yarns_factor_too():
    """<turn(x), y> = <x, turn_back(y)>; scores are multiplied by the square of the factor."""
    given, places = Rotary(64, 160, scaling="yarn", scale=4, seq_len=64), np.arange(5)
    one, other = np.random.default_rng(1).normal(size=(2, 1, 5, 64))
    turned, back = given.turn(one, places), given.turn_back(other, places)
    assert (turned * other).sum() == pytest.approx((one * back).sum())
    factor = (0.1 * math.log(4) + 1) ** 2
    assert (turned**2).sum() == pytest.approx(factor * (one**2).sum())


def test_a_ramp_may_be_a_step():
    """As that of Llama 4 Scout: a pair is slowed by all of 16, or not at all."""
    slowed = rope.rotary_frequencies(
        128, 500_000, scaling="by parts", scale=16, seq_len=8_192, ramp=(1, 1)
    )
    shares = slowed / pe.angular_frequencies(128, 500_000)
    assert shares == pytest.approx([1] * 35 + [1 / 16] * 29)


def test_a_ramp_of_pairs_needs_a_base_above_1():
    with pytest.raises(ValueError, match="base must be .*>= 1.*got 1"):
        rope.rotary_frequencies(64, 1, scaling="yarn", scale=4, seq_len=64)


# ------------------------------------------------------------------------------------ the turns


@pytest.mark.parametrize("pairing", ["neighbours", "halves"])
@pytest.mark.parametrize("clockwise", [False, True])
@pytest.mark.parametrize(("scaling", "scale"), [("none", 1), ("interpolation", 4), ("ntk", 4)])
@mpmath.workdps(30)
def test_rotate_pair_by_pair(pairing, clockwise, scaling, scale):
    settings = {"pairing": pairing, "clockwise": clockwise, "scaling": scaling, "scale": scale}
    found, twice = rope.rotate(np.stack([VECTORS, 2 * VECTORS]), PLACES, 77, **settings)
    assert np.array_equal(twice, 2 * found)
    for pair in range(4):
        one, other = (2 * pair, 2 * pair + 1) if pairing == "neighbours" else (pair, pair + 4)
        omega = exactly_scaled(pair, 8, 77, scaling, scale, None)
        for row, (x, y), place in zip(found, VECTORS[:, [one, other]], PLACES, strict=True):
            angle = place * omega * (-1 if clockwise else 1)
            c, s = mpmath.cos(angle), mpmath.sin(angle)
            assert abs(row[one] - (x * c - y * s)) < 2e-12
            assert abs(row[other] - (x * s + y * c)) < 2e-12


@pytest.mark.parametrize("scaling", SCALINGS)
@pytest.mark.parametrize("shift", [1, 1_000, 100_000, 10_000_000])
def test_scores_depend_on_the_distance_alone(scaling, shift):
    query, key = np.random.default_rng(1).normal(size=(2, 1, 64))
    given = {"scaling": scaling, "scale": 4, "seq_len": 128}
    ends = 0, shift
    at = [rope.rotate(query, [p + 7], **given) @ rope.rotate(key, [p], **given).T for p in ends]
    assert at[0] == pytest.approx(at[1], abs=shift * 64 * 2**-53 + 1e-13)


def t5_bucket(distance):
    """The buckets of T5 as a cell of lesson 09 has them."""
    return defined("09", "12_in_your_model-55", np=np)["t5_bucket"](distance)


def test_buckets_of_t5():
    """16 of their own, then edges at 16 * 8 ** (k / 16), all from 128 on in the last."""
    edges = [16 * 8 ** (k / 16) for k in range(16)]
    shared = [15 + sum(edge <= distance for edge in edges) for distance in range(16, 300)]
    assert t5_bucket(np.arange(300)).tolist() == [*range(16), *shared]
    assert t5_bucket(np.array([112, 113, 10_000])).tolist() == [30, 31, 31]  # as the lesson says
    assert math.ceil(8 * 16 ** (7 / 8)) == 91  # the encoder: half of the buckets on either side


def test_a_layer_without_positions_reads_the_order_from_the_layer_below():
    """Not from the words alone: the last word then gets the same, in whatever order they come."""
    head, texts = rotary_head(), np.array([[3, 1, 2, 5], [1, 3, 2, 5]])
    words = head.words[texts]
    last = [[pe.self_attention(one)[1][-1] for one in inputs]
            for inputs in (words, words + head.weights(texts) @ words)]  # fmt: skip
    assert np.allclose(*last[0]) and not np.allclose(*last[1], atol=0.1)
