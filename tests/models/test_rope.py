"""Scaled speeds and rotations against a second program, pair by pair in mpmath."""

import math

import mpmath
import numpy as np
import pytest

import posenc_helpers as pe
from posenc_helpers.models import rope
from posenc_helpers.models.rope.scaling import SCALINGS
from posenc_helpers.models.training.head import Rotary

MODELS = [  # head_dim, theta, length in training: Llama 2, Llama 3, lesson 10 and one more
    (128, 10_000, 4_096), (128, 500_000, 8_192), (64, 160, 64), (16, 77, 1_000),
]  # fmt: skip


def exactly_scaled(pair, d_head, base, scaling, scale, seq_len):
    """Return omega of one pair, with the branches that the published programs have."""
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
@pytest.mark.parametrize("scale", [1, 2.5, 64])
def test_speeds(d_head, base, seq_len, scaling, scale):
    settings = {"scaling": scaling, "scale": scale, "seq_len": seq_len}
    found = rope.rotary_frequencies(d_head, base, **settings)
    with mpmath.workdps(30):
        for pair, one in enumerate(found):
            right = exactly_scaled(pair, d_head, base, scaling, scale, seq_len)
            assert abs(one / right - 1) < 2e-13
    factor = 1 + math.log(scale) / 10 if scaling == "yarn" else 1
    assert rope.attention_factor(scaling, scale) == pytest.approx(factor)
    turned = Rotary(d_head, base, **settings).turn(np.ones((1, 1, d_head)), [[3]])
    assert turned[0, 0, 0::2] == pytest.approx(factor * (np.cos(3 * found) - np.sin(3 * found)))


def test_ends_of_scalings():
    assert rope.rotary_frequencies(2, 77, scaling="ntk", scale=9) == [1]
    for scaling in ("by parts", "yarn"):  # in a text too short for a full turn
        assert not rope.kept_shares(64, 100, scaling, 6).any()
    with pytest.raises(ValueError, match="base must be .*>= 1.*got 1"):
        rope.rotary_frequencies(64, 1, scaling="yarn", scale=4, seq_len=64)


def test_a_ramp_may_be_a_step():
    """With a ramp from 1 to 1, as in Llama 4 Scout, a pair is slowed fully or not at all."""
    slowed = rope.rotary_frequencies(
        128, 500_000, scaling="by parts", scale=16, seq_len=8_192, ramp=(1, 1)
    )
    shares = slowed / pe.angular_frequencies(128, 500_000)
    assert shares == pytest.approx([1] * 35 + [1 / 16] * 29)


# ------------------------------------------------------------------------------------ the turns


@pytest.mark.parametrize("pairing", ["neighbours", "halves"])
@pytest.mark.parametrize("clockwise", [False, True])
@mpmath.workdps(30)
def test_rotate_pair_by_pair(pairing, clockwise):
    vectors, places = np.random.default_rng(10).normal(size=(2, 3, 8)), [0, 2.5, -1_000]
    found = rope.rotate(vectors, places, 77, pairing=pairing, clockwise=clockwise)
    for pair in range(4):
        one, other = (2 * pair, 2 * pair + 1) if pairing == "neighbours" else (pair, pair + 4)
        omega = exactly_scaled(pair, 8, 77, "none", 1, None)
        for (n, p), x in np.ndenumerate(vectors[:, :, one]):
            angle, y = places[p] * omega * (-1 if clockwise else 1), vectors[n, p, other]
            c, s = mpmath.cos(angle), mpmath.sin(angle)
            assert abs(found[n, p, one] - (x * c - y * s)) < 2e-12
            assert abs(found[n, p, other] - (x * s + y * c)) < 2e-12
