"""Clocks: where their hands point, how far they have turned, which positions they can mean."""

import itertools

import numpy as np
import pytest

import posenc_helpers as pe
from posenc_helpers.clocks import fit_threshold
from posenc_helpers.figures.clocks import ClockWall, fit_line
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


FITTING = [  # d_model, base, position, seq_len, noise, how many fit
    (4, 1e4, 300, 1_000, 0.1, 14), (4, 1e4, 300, 5_000, 0.1, 55),
    (4, 1e4, 300, 100_000, 0.1, 1_008), (4, 1e4, 300, 1_000_000, 0.1, 10_068),
    (8, 100, 12, 180_000, 0.1, 24), (8, 1e4, 300, 1_000, 0.1, 1), (2, 1e4, 3, 5, 0.0, 1),
]  # fmt: skip


@pytest.mark.parametrize(("d_model", "base", "position", "seq_len", "noise", "count"), FITTING)
def test_the_line_counts_all_positions_that_fit(d_model, base, position, seq_len, noise, count):
    wall = seen(pe.plot_clock_wall, position, d_model, base, seq_len, noise)
    several = f"{count:,} positions fit the hands"
    line = several if count > 1 else f"Only position {position} fits all hands"
    assert wall.fit_title.get_text() == line and line in wall.text
    assert ("searched", f"positions 0 to {seq_len - 1:,}") in wall.facts()


def test_where_nearly_all_fit_the_line_names_where_it_has_counted():
    wall = seen(pe.plot_clock_wall, 300, 18, seq_len=1_000_000, noise=1.0)
    first, last = wall.searched
    count = np.count_nonzero(wall.misfit.get_ydata() <= fit_threshold(1.0, 18))
    line = f"From {first:,} to {last:,}, {count:,} positions fit the hands"
    assert wall.fit_title.get_text() == line and last - first < 4_000
    assert [fit_line([], (0, 9), 10), fit_line([7], (0, 9), 20)] == [
        "No position fits the hands", "From 0 to 9, 1 position fits the hands",
    ]  # fmt: skip


@pytest.mark.parametrize(("base", "d_model"), [(1e4, 18), (1e4, 2), (1, 8), (0.5, 6), (1e8, 64)])
@pytest.mark.parametrize("seq_len", [1, 6, 7, 100, 1_000_000])
def test_the_lines_count_hands_that_have_gone_round_as_the_heatmap_counts_pairs(
    base, d_model, seq_len
):
    turning, clocks = pe.turning_pairs(seq_len, d_model, base), d_model // 2
    hand = "the hand {}" if clocks == 1 else "every hand {}"
    said = {0: "no hand {}", 1: "only the fastest hand {}", clocks: hand}
    several = f"the {turning:,} fastest hands {{}}"
    one, many = ("has been round", "have been round"), ("gets round", "get round")
    line = said.get(turning, several)
    done = line.format(one[turning > 1 and turning < clocks])
    wall = seen(pe.plot_clock_wall, seq_len, d_model, base, seq_len + 1)
    assert wall.title.get_text() == f"Position {seq_len:,}: {done}"
    circles = seen(pe.plot_circles, seq_len, d_model, base)
    gets = line.format(many[turning > 1 and turning < clocks])
    tokens = "1 token" if seq_len == 1 else f"{seq_len:,} tokens"
    assert circles.title.get_text() == f"In {tokens}, {gets}"
    linked = seen(pe.plot_linked_heatmap, seq_len, d_model, base, position=0, column=0)
    assert linked.turning == f"{turning:,} of {clocks:,}"


def test_the_line_names_the_hands_that_seem_to_turn_backward():
    lines = {(1, 5): "the hand of 5 rad seems", (1,): "no hand seems",
             (4, 5): "the hands of 4 rad and of 5 rad seem"}  # fmt: skip
    for omegas, who in lines.items():
        headline, *_ = seen(pe.plot_aliasing, omegas).figure.artists
        assert headline.get_text() == f"Seen once per token, {who} to turn backward"


@pytest.mark.parametrize(("position", "seq_len", "d_model"), [(143, 200, 16), (5, 400, 2)])
def test_the_line_says_how_many_places_are_left(position, seq_len, d_model):
    hands = pe.positional_encoding(seq_len, d_model).reshape(seq_len, -1, 2)
    near = (hands * hands[position]).sum(axis=2) >= np.cos(np.radians(30))
    count = np.count_nonzero(near.all(axis=1))
    left = f"only {position} is left" if count == 1 else f"{count} places are left"
    (headline,) = seen(pe.plot_places_left, position, seq_len, d_model).figure.artists
    assert headline.get_text() == f"Clock by clock, places drop out: {left}"
