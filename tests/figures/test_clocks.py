"""Clocks: where their hands point, how far they have turned, which positions they can mean."""

import itertools
import math

import numpy as np
import pytest

import posenc_helpers as pe
from posenc_helpers.figures import look
from posenc_helpers.figures.clock_face import turns_text
from posenc_helpers.figures.clocks import ClockWall
from tests.figures.cases import seen

# curriculum: turns of the nine clocks of d_model 18 in 99 steps
TURNS = (15.756, 5.663, 2.035, 0.7313, 0.2628, 0.0945, 0.0339, 0.0122, 0.0044)


def hands(wall):
    """Return (tip - centre) / radius of each clock, with the picture's x and y."""
    centres, tips = np.moveaxis(wall.hands.get_segments(), 1, 0)
    assert np.array_equal(tips, wall.tips.get_offsets())
    return (tips - centres) / radius(wall)


def radius(wall):
    x = wall.circles.get_xdata().reshape(len(wall.tips.get_offsets()), -1)
    (length,) = {round(float(np.nanmax(row) - np.nanmin(row)) / 2, 9) for row in x}
    return length


@pytest.mark.parametrize("position", [0, 1, 12, 99])
@pytest.mark.parametrize("d_model", [2, 8, 10, 18, 32])
def test_hands_point_to_sine_and_cosine(position, d_model):
    wall = seen(pe.plot_clock_wall, position, d_model)
    expected = pe.positional_encoding(1, d_model, start=position)[0].reshape(-1, 2)
    assert np.allclose(hands(wall), expected, atol=1e-6)


@pytest.mark.parametrize("d_model", [2, 4, 10, 12, 18, 32, 64, 1024])
def test_clocks_are_round_and_do_not_touch(d_model):
    wall = seen(pe.plot_clock_wall, 40, d_model)
    circles = wall.circles.get_xydata().reshape(min(16, d_model // 2), -1, 2)
    circles = circles[:, :60]  # then each is closed, and the mark at 12
    across = np.ptp(circles, axis=1)
    size = np.subtract(*wall.wall_ax.transData.transform([across[0], (0, 0)]))
    assert size[0] == pytest.approx(size[1], rel=2e-3)  # a circle on the screen, too
    assert np.allclose(across, across[0])
    centres = circles.mean(axis=1)
    gaps = np.hypot(*(centres[:, None] - centres[None]).transpose(2, 0, 1))
    assert (gaps[~np.eye(len(circles), dtype=bool)] >= across[0, 0]).all()
    assert (circles >= 0).all()
    assert (circles <= [wall.wall_ax.get_xlim()[1], wall.wall_ax.get_ylim()[1]]).all()


def shown(texts):
    """The words of those texts that are shown."""
    return [text.get_text() for text in texts if text.get_visible()]


@pytest.mark.parametrize(("d_model", "first"), [(2, [0]), (18, [*range(9)]), (32, [*range(16)])])
def test_which_clocks_are_shown(d_model, first):
    names = shown(seen(pe.plot_clock_wall, 5, d_model, seq_len=10).names)
    assert names == [str(pair) for pair in first]
    many = [int(name) for name in shown(seen(pe.plot_clock_wall, 5, 1024, seq_len=10).names)]
    assert (len(many), many[0], many[-1]) == (16, 0, 511)
    assert set(np.diff(many)) <= {34, 35}


def test_tokens_per_turn_and_whole_turns():
    exact = [99 * 10_000 ** (-2 * i / 18) / math.tau for i in range(9)]
    assert exact == pytest.approx(TURNS, abs=5.1e-4)
    wall = seen(pe.plot_clock_wall, 99)
    assert shown(wall.badges) == ["×15", "×5", "×2", *[""] * 6]
    assert shown(wall.labels) == [
        "6.3 tokens", "17", "49", "135", "377", "1,000", "2,900", "8,100", "23,000",
    ]  # fmt: skip
    assert shown(seen(pe.plot_clock_wall, 99, 4, 1e14).labels)[1] == "63 M"  # tau * 1e7


def test_a_hand_has_the_colour_of_its_speed_and_its_next_step():
    wall = seen(pe.plot_clock_wall, 12)
    colours = look.speed(math.tau * 10_000 ** (np.arange(9) / 9))
    for drawn_lines in (wall.hands, wall.steps):
        assert np.allclose(drawn_lines.get_colors(), colours)
    centres = np.array(wall.hands.get_segments())[:, 0]
    ends = (np.array(wall.steps.get_segments())[:, -1] - centres) / radius(wall)
    assert np.allclose(ends, pe.positional_encoding(1, 18, start=13).reshape(-1, 2))


def test_turns_have_the_decimals_that_matter():
    assert [turns_text(t) for t in (0, 0.00437, 0.0945, 0.7313, 15.756, 1965.2)] == [
        "0.0000", "0.0044", "0.0945", "0.73", "15.76", "1,965",
    ]  # fmt: skip


@pytest.mark.parametrize("position", [0, 3, 12, 99])
def test_trails_are_where_the_hands_have_been(position):
    wall = seen(pe.plot_clock_wall, position)
    ages = min(40, position)
    points = wall.trails.get_offsets().reshape(9, ages, 2)
    centres = np.array(wall.hands.get_segments())[:, :1]
    places = (points - centres) / radius(wall)
    table = pe.positional_encoding(ages, 18, start=position - ages).reshape(ages, 9, 2)
    for found, expected in zip(places, table.swapaxes(0, 1), strict=True):
        found, expected = (np.unique(points.round(5), axis=0) for points in (found, expected))
        assert np.allclose(found, expected, atol=1.1e-5)


# ------------------------------------------------------------------------------ read the time


@pytest.mark.parametrize("d_model", [2, 18, 64, 1024])
def test_without_noise_only_the_position_itself_fits(d_model):
    wall = seen(pe.plot_clock_wall, 4321, d_model, seq_len=10_000)
    assert wall.fitting.tolist() == [4321]
    assert wall.fits.get_xydata() == pytest.approx(np.array([[4321, 0]]), abs=1e-5)
    assert set(wall.truth.get_xdata()) == {4321}


def test_the_true_position_fits_whatever_the_noise():
    wall = ClockWall()
    for d_model, noise in itertools.product((2, 4, 16, 18, 34, 126, 1024), (0.01, 0.3, 1.0)):
        wall.update(d_model=d_model, base=1e4, seq_len=1_000, position=300, noise=noise)
        assert 300 in wall.fitting


@pytest.mark.parametrize("position", [0, 2_499, 2_500, 500_000, 999_999])
def test_a_long_sequence_is_searched_around_the_position(position):
    wall = seen(pe.plot_clock_wall, position, 8, seq_len=1_000_000)
    candidates = wall.misfit.get_xdata()
    first, last = candidates[[0, -1]]
    assert np.array_equal(candidates, np.arange(first, last + 1))
    assert 0 <= first <= max(position - 500, 0)
    assert min(position + 500, 999_999) <= last < 1_000_000
    assert 2_000 <= len(candidates) < 4_000
    assert position in wall.fitting


# --------------------------------------------------------------------------- the static figures


def faces(drawing):
    """The axes of round faces."""
    found = drawing.figure.axes
    for ax in found:
        ax.apply_aspect()
        corner, far = ax.transData.transform([(-1, -1), (1, 1)])
        assert far[0] - corner[0] == pytest.approx(far[1] - corner[1])
    return found


@pytest.mark.parametrize("time", [(0, 0, 0), (3, 0, 0), (10, 8, 42), (23, 59, 59)])
def test_time_of_day(time):
    drawing = seen(pe.plot_time_of_day, *time)
    hours, minutes, seconds = time
    day = hours * 3600 + minutes * 60 + seconds
    for ax, turn in zip(faces(drawing), (day / 60, day / 3600, day / 43_200), strict=True):
        tip = ax.lines[-1].get_xydata()[0]
        assert np.allclose(tip, (math.sin(math.tau * turn), math.cos(math.tau * turn)), atol=1e-9)
    assert "{:02}:{:02}:{:02}".format(*time) in drawing.text
