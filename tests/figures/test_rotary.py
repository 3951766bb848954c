"""What the figures of lesson 10 hold: arcs, scores, reaches, parts and shares, computed anew."""

import mpmath
import numpy as np
import pytest

import posenc_helpers as pe
from posenc_helpers.figures.rotary import DISTANCES, scaled_reach
from posenc_helpers.rotary import SCALINGS
from tests.figures.cases import drawn, redrawn, seen


def angle(pair, distance, d_model, base, scaling, scale):
    """The turn of a pair over a distance, from the definition, in mpmath."""
    d, base, scale = mpmath.mpf(d_model), mpmath.mpf(base), mpmath.mpf(scale)
    if scaling == "ntk":
        base *= scale ** (d / (d - 2))
    return distance * base ** (-2 * pair / d) / (scale if scaling == "interpolation" else 1)


def score(distance, d_model, base, scaling, scale):
    settings = d_model, base, scaling, scale
    turns = (mpmath.cos(angle(i, distance, *settings)) for i in range(d_model // 2))
    return float(sum(turns) / (d_model // 2))


def hand(line):
    """The direction of a hand, as an angle clockwise from 12."""
    (_, x), (_, y) = line.get_data()
    assert np.hypot(x, y) == pytest.approx(1)
    return np.arctan2(x, y)


def test_reaches():
    far = [scaled_reach(128, 1e4, scaling, 8) for scaling in SCALINGS]
    assert far == pytest.approx([5_614.6, 44_916.8, 46_424.1], abs=0.06)


@pytest.mark.parametrize("position", [0, 12, 50_000])
def test_hands_keep_their_arc(position):
    drawing = redrawn("plot_rotary", position=position, distance=3, pair=3)
    for k, scaling in enumerate(SCALINGS):
        query, key = drawing.hands[2 * k : 2 * k + 2]
        arc = float(angle(3, 3, 128, 10_000, scaling, 4))
        turned = (hand(query) - hand(key) - arc + np.pi) % (2 * np.pi) - np.pi
        assert turned == pytest.approx(0, abs=1e-10)
        start = float(angle(3, position, 128, 10_000, scaling, 4) % (2 * mpmath.pi))
        assert np.exp(1j * hand(key)) == pytest.approx(np.exp(1j * start), abs=1e-10)
        assert drawing.arc_texts[k].get_text() == f"arc {np.degrees(arc):.1f}°"


def test_curves_marks_and_dots():
    drawing = redrawn("plot_rotary", distance=100, scale=16, seq_len=500)
    fast_and_slow = [(1, 1), (1 / 16, 1 / 16), (1, 1 / 16)]  # of their speeds as trained
    for k, scaling in enumerate(SCALINGS):
        settings = 128, 10_000, scaling, 16
        x, y = drawing.curves[k].get_data()
        assert np.array_equal(x, DISTANCES)
        for at in (0, 9, 60):
            assert y[at] == pytest.approx(score(x[at], *settings), abs=1e-11)
        dot, (reach,) = drawing.dots[k].get_xydata()[0], drawing.reaches[k].get_xdata()
        assert dot == pytest.approx([100, score(100, *settings)])
        assert reach == pytest.approx(scaled_reach(*settings))
        speeds = drawing.speeds[k].get_ydata()
        assert (speeds[0], speeds[-1]) == pytest.approx(fast_and_slow[k])
    right = drawing.beyond.get_x() + drawing.beyond.get_width()
    assert (drawing.beyond.get_x(), right) == (500, 16 * 500)


def test_what_lies_off_the_axis_is_left_out():
    drawing = redrawn("plot_rotary", base=1e8, distance=0)
    assert all(len(mark.get_xdata()) == 0 for mark in drawing.reaches)
    assert all(len(dot.get_xdata()) == 0 for dot in drawing.dots)
    assert drawing.scores == pytest.approx([1, 1, 1])


def test_deep_scores_have_room():
    assert redrawn("plot_rotary", d_model=2, pair=0).score_ax.get_ylim()[0] < -1
    assert redrawn("plot_rotary").score_ax.get_ylim()[0] == -0.5


def curves(ax, length):
    """The lines of `length` points, in the order in which they were drawn."""
    return [line.get_ydata() for line in ax.lines if len(line.get_ydata()) == length]


def test_what_a_common_shift_changes():
    left, right = drawn("common_shift").figure.axes
    still, *moving = curves(left, 101)
    assert np.ptp(still) == 0 and len(moving) == 3 and all(np.ptp(part) > 2 for part in moving)
    assert curves(right, 101) == [pytest.approx(np.zeros(101), abs=1e-12)]


def test_shares_in_longer_texts_and_the_margin_of_what_is_said():
    """A little noise elsewhere does not change the text alternative."""
    drawing = drawn("longer_texts")
    (before, before_divided, ntk), (marked, marked_divided, _) = shares = [
        curves(ax, 128) for ax in drawing.figure.axes
    ]
    assert np.nanmean(before_divided) < 0.45 < 0.95 < np.nanmean(ntk)
    assert np.nanmean(before[1:32]) > 0.98 and np.isnan(before[0])
    assert np.nanmean(marked_divided) > 0.95 > np.nanmean(marked[32:])
    said = "the word before, as trained and NTK-aware at least nine times in ten, p / s mostly not"
    assert said in drawing.text
    beyond = np.nanmean(np.array(shares)[..., 32:], axis=-1)
    assert np.minimum(np.abs(beyond - 0.9), np.abs(beyond - 0.5)).min() > 0.02


def test_one_task_alone():
    drawing = seen(pe.plot_longer_texts, "marked", seq_len=8, d_model=16, scale=3)
    assert len(drawing.figure.axes) == 1 and "to position 23" in drawing.text
