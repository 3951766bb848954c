"""Clocks: where their hands point, how far they have turned, which positions they can mean."""

import itertools

import numpy as np
import pytest

import posenc_helpers as pe
from posenc_helpers.figures.clocks import ClockWall
from tests.figures.cases import seen


@pytest.mark.parametrize("position", [0, 12, 99])
@pytest.mark.parametrize("d_model", [2, 4, 10, 12, 18, 32])
def test_hands_point_to_sine_and_cosine_on_round_clocks_that_do_not_touch(d_model, position):
    wall, clocks = seen(pe.plot_clock_wall, position, d_model), d_model // 2
    circles = wall.circles.get_xydata().reshape(clocks, -1, 2)[:, :60]  # then the mark at 12
    across, centres = np.ptp(circles, axis=1), circles.mean(axis=1)
    assert np.allclose(across, across[0, 0], rtol=2e-3)
    assert wall.wall_ax.bbox.size == pytest.approx((880, 326))  # a pixel each, in both directions
    gaps = np.hypot(*(centres[:, None] - centres[None]).transpose(2, 0, 1))
    assert (gaps[~np.eye(clocks, dtype=bool)] >= across[0, 0]).all()
    assert (circles >= 0).all() and (circles <= (880, 326)).all()
    middles, tips = np.moveaxis(wall.hands.get_segments(), 1, 0)
    expected = pe.positional_encoding(1, d_model, start=position)[0].reshape(-1, 2)
    assert np.allclose((tips - middles) / (across[0, 0] / 2), expected, atol=1e-3)


def test_without_noise_only_the_position_itself_fits_and_with_it_the_true_one():
    wall = seen(pe.plot_clock_wall, 4321, seq_len=10_000)
    assert wall.fitting.tolist() == [4321] and set(wall.truth.get_xdata()) == {4321}
    wall = ClockWall()
    for d_model, noise in itertools.product((2, 4, 18, 126, 1024), (0.01, 0.3, 1.0)):
        wall.update(d_model=d_model, seq_len=1_000, position=300, noise=noise)
        assert 300 in wall.fitting


@pytest.mark.parametrize("position", [0, 2_499, 2_500, 999_999])
def test_a_long_sequence_is_searched_around_the_position(position):
    wall = seen(pe.plot_clock_wall, position, 8, seq_len=1_000_000)
    candidates = wall.misfit.get_xdata()
    first, last = candidates[[0, -1]]
    assert np.array_equal(candidates, np.arange(first, last + 1))
    assert 0 <= first <= max(position - 500, 0)
    assert min(position + 500, 999_999) <= last < 1_000_000
    assert 2_000 <= len(candidates) < 4_000 and position in wall.fitting
