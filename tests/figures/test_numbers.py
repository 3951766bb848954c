"""Numbers behind pictures, without a drawing."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import posenc_helpers as pe
from posenc_helpers.figures.downsampling import mean_similarity
from posenc_helpers.figures.invention import HANDS, written
from posenc_helpers.figures.relative import TURNS, arc_path
from posenc_helpers.figures.similarity import PIECE, piece
from tests.figures.expected import similarity


@pytest.mark.parametrize("seq_len", [1, 127, 128, 129, 200, 1_000_000])
def test_the_piece_holds_the_position_and_every_target(seq_len):
    for share in (0, 0.02, 0.1, 0.3, 0.5, 0.9, 0.999, 1):
        position = round(share * (seq_len - 1))
        keys = piece(seq_len, position)
        assert len(keys) == min(seq_len, PIECE)
        assert 0 <= keys[0] <= position <= keys[-1] < seq_len
        for target in (position - 20, position + 20):
            assert target in keys or not 0 <= target < seq_len


@pytest.mark.parametrize(("d_model", "base"), [(2, 1.0), (512, 1e4), (4, 1e8)])
def test_a_curve_shows_the_mean_over_the_distances_of_each_pixel(d_model, base):
    first, furthest = 1, 100_000
    for k, (middle, height) in enumerate(
        zip(*mean_similarity(furthest, d_model, base), strict=True)
    ):
        last = round(2 * middle) - first
        if k % 90 == 0:
            exact = similarity(np.arange(first, last + 1), d_model, base).mean()
            assert height == pytest.approx(exact, abs=1e-8)
        first = last + 1
    assert first == furthest + 1 and k < 999


@given(st.floats(0, 1e6), st.floats(-200, 200))
def test_an_arc_leads_from_hand_to_hand_as_often_around_as_it_says(start, angle):
    x, y = arc_path(start, angle)
    end = np.flatnonzero(np.isnan([*x, math.nan]))[0]  # then its head
    ends = np.stack([x, y])[:, [0, end - 1]] / np.hypot(x, y)[[0, end - 1]]
    hands = [(math.sin(one), math.cos(one)) for one in (start, start + angle)]
    assert ends.T == pytest.approx(np.array(hands), abs=1e-6)
    steps = (np.diff(np.arctan2(x[:end], y[:end])) + np.pi) % math.tau - np.pi
    assert steps.sum() == pytest.approx(angle, abs=1e-6) or abs(angle) > TURNS * math.tau


def test_the_last_stop_of_the_invention_is_the_table_of_the_course():
    assert (written(HANDS) == pe.positional_encoding(64, 12, base=64)).all()
    assert pe.wavelengths(12, 64) == pytest.approx([2 * math.pi * 2**k for k in range(6)])
