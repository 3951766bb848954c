"""The numbers in replies to exercises are computed here, if they are not in the question."""

import re

import numpy as np
import pytest

from posenc_helpers import positional_encoding, shift_matrix, turning_pairs, wavelengths
from posenc_helpers.encoding import angular_frequencies as omega
from posenc_helpers.lessons import EXERCISES

SAID = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")
# Degrees of a turn, hours of a dial, and limits of what is asked.
PLAIN = "10 12 30 64 100 180 360 999 1,000 10,000".split()


def apart(base, d_model=128):
    return np.linalg.norm(np.diff(positional_encoding(2, d_model, base), axis=0))


def least_before(d_model):
    """Return the minimum share that one of 64 positions gives to the one before, by sharpness."""
    p = np.arange(64)
    scores = np.cos((p[:, None, None] - 1 - p[:, None]) * omega(d_model)).sum(axis=2)
    powers = {s: np.exp(s * (scores - d_model / 2)) for s in (0.25, 0.5, 1, 2, 4, 8, 16)}
    return {s: np.diagonal(one / one.sum(1)[:, None], -1).min() for s, one in powers.items()}


def readable(d_model):
    return apart(1e4, d_model) / 2 / 1.645


COMPUTED = {
    "invented_code": lambda: {"1.6", "2.6"},  # printed by lesson 00
    "row_ten": lambda: {f"{10 - 2 * np.pi:.2f}"},
    "encode": lambda: {str(max(case.arguments[0] for case in EXERCISES["encode"].cases) - 1)},
    "turning_pairs": lambda: (
        {str(turning_pairs(50, 128)), f"{wavelengths(128)[-1]:,.0f}", "50", "29"}
        | {str(turning_pairs(500, 128) - turning_pairs(50, 128))}
    ),
    "cheapest_base": lambda: (
        {f"{apart(base):.2f}" for base in (1e5, 1e6)}
        | {str(turning_pairs(1_000, 128, 1e5)), str(64 - turning_pairs(1_000, 128, 1e5))}
    ),
    "hand_in_degrees": lambda: {f"{99 * omega(18)[3] / (2 * np.pi) % 1:.2f}"},
    "read_position": lambda: {f"{2 * np.pi:.2f}", "32", "1.98", "4320.999", "4320"},
    "smallest_sharpness": lambda: {"512", "0.9"},
    "readable_size": lambda: (
        {f"{readable(d_model):.2f}" for d_model in (64, 512)}
        | {f"{readable(256):.2f}", f"{apart(1e4, 256) / 2:.2f}", "512"}
    ),
    "two_kinds": lambda: {"34", "18", "24", "254", "256"},
    "longer_settings": lambda: {"95"},
    "by_parts_speeds": lambda: {"3.1"},
    "peak_key": lambda: {"148"},  # two back of 150
    "looks_back": lambda: {"120", "60"},
    "published_error": lambda: {"22,500"},
}


@pytest.mark.parametrize("name", EXERCISES)
def test_every_number_of_a_reply_is_in_its_question_or_computed(name):
    asked = EXERCISES[name]
    texts = [re.sub(r"`[^`]*`", "", text) for text in (asked.right, *asked.replies.values())]
    found = {number for text in texts for number in SAID.findall(text) if len(number) > 1}
    true = COMPUTED.get(name, set)()
    given = {*SAID.findall(asked.question + asked.hint), *PLAIN}
    assert found - given - true == set() and true <= found


def test_what_replies_say_beside_their_numbers():
    more = [np.sum(omega(128, base) * 1_000 < 2 * np.pi) for base in (1e5, 1e6)]
    assert more[1] - more[0] == 5 and turning_pairs(1_000, 128) > 32
    given = {d_model: least_before(d_model) for d_model in (16, 64, 128, 512)}
    assert [sum(one[s] < 0.99 for s in one) for one in given.values()] == [6, 5, 4, 2]
    assert given[128][0.25] < 0.5 < given[128][0.5] and given[128][2] > 0.9
    five, three = shift_matrix(5, 8), shift_matrix(3, 8)
    assert np.allclose(three.T @ five @ five, shift_matrix(7, 8))
    assert np.sin(10) < 0 > np.cos(10) and np.pi < 10 - 2 * np.pi < 1.5 * np.pi
    assert 0.5 < 99 * omega(18)[3] / (2 * np.pi) % 1 < 0.75  # past 6, before 9
    assert np.degrees(np.arctan(np.tan(np.radians(-60)))) % 180 == pytest.approx(120)
    assert [layer for layer in range(1, 35) if layer % 6 == 0] == [6, 12, 18, 24, 30]
    assert np.allclose(100.0 ** (-2 / 4), 1e4 ** (-1 / 4))
    assert readable(512) / readable(256) < np.sqrt(2)
    assert (100_000).bit_length() == 17 and round(200 * (1 - omega(512)[1])) == 7
    assert f"{np.exp(np.euler_gamma):.3f}, {3e4 * np.exp(np.euler_gamma):.3g}" == "1.781, 5.34e+04"
