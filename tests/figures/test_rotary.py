"""What the figures of lesson 10 hold: arcs, scores, reaches, parts and shares, computed anew."""

import mpmath
import numpy as np
import pytest

import posenc_helpers as pe
from posenc_helpers.figures.rotary import DISTANCES, scaled_reach, scaled_similarity
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


@pytest.mark.parametrize("scaling", SCALINGS)
def test_similarities(scaling):
    for distance in (0, 1, 77, 5_000):
        found = scaled_similarity(distance, 64, 500, scaling, 4)
        assert found == pytest.approx(score(distance, 64, 500, scaling, 4), abs=1e-11)


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
    for k, scaling in enumerate(SCALINGS):
        x, y = drawing.curves[k].get_data()
        assert np.array_equal(x, DISTANCES)
        for at in (0, 9, 60):
            assert y[at] == pytest.approx(score(x[at], 128, 10_000, scaling, 16), abs=1e-11)
        assert drawing.dots[k].get_xydata()[0] == pytest.approx(
            [100, score(100, 128, 10_000, scaling, 16)]
        )
        (reach,) = drawing.reaches[k].get_xdata()
        assert reach == pytest.approx(scaled_reach(128, 10_000, scaling, 16))
        speeds = drawing.speeds[k].get_ydata()
        first, last = {"none": (1, 1), "interpolation": (1 / 16, 1 / 16), "ntk": (1, 1 / 16)}[
            scaling
        ]
        assert (speeds[0], speeds[-1]) == pytest.approx((first, last))
    assert drawing.beyond.get_x() == 500
    assert drawing.beyond.get_x() + drawing.beyond.get_width() == 16 * 500


def test_what_lies_off_the_axis_is_left_out():
    drawing = redrawn("plot_rotary", base=1e8, distance=0)
    assert all(len(mark.get_xdata()) == 0 for mark in drawing.reaches)
    assert all(len(dot.get_xdata()) == 0 for dot in drawing.dots)
    assert drawing.scores == pytest.approx([1, 1, 1])


def test_deep_scores_have_room():
    assert redrawn("plot_rotary", d_model=2, pair=0).score_ax.get_ylim()[0] < -1
    assert redrawn("plot_rotary").score_ax.get_ylim()[0] == -0.5


def test_what_a_common_shift_changes():
    left, right = drawn("common_shift").figure.axes
    parts = [line.get_ydata() for line in left.lines if len(line.get_ydata()) == 101]
    assert len(parts) == 4
    assert np.ptp(parts[0]) == 0 and all(np.ptp(part) > 2 for part in parts[1:])
    (turned,) = (line.get_ydata() for line in right.lines if len(line.get_ydata()) == 101)
    assert turned == pytest.approx(np.zeros(101), abs=1e-12)


def test_shares_in_longer_texts():
    before, marked = drawn("longer_texts").figure.axes
    shares = {ax: [line.get_ydata() for line in ax.lines if len(line.get_ydata()) == 128]
              for ax in (before, marked)}  # fmt: skip
    as_trained, divided, ntk = shares[before]
    assert np.nanmean(divided) < 0.45 < 0.95 < np.nanmean(ntk)
    assert np.nanmean(as_trained[1:32]) > 0.98 and np.isnan(as_trained[0])
    as_trained, divided, ntk = shares[marked]
    assert np.nanmean(divided) > 0.95 > np.nanmean(as_trained[32:])


def test_the_words_for_longer_texts_have_a_margin():
    """A little noise elsewhere does not change what the text alternative says."""
    text = drawn("longer_texts").text
    assert (
        "the word before, as trained and NTK-aware at least nine times in ten, p / s mostly not"
        in text
    )
    for ax in drawn("longer_texts").figure.axes:
        for line in ax.lines:
            if len(line.get_ydata()) == 128:
                mean = np.nanmean(line.get_ydata()[32:])
                assert min(abs(mean - 0.9), abs(mean - 0.5)) > 0.02


def test_one_task_alone():
    drawing = seen(pe.plot_longer_texts, "marked", seq_len=8, d_model=16, scale=3)
    assert len(drawing.figure.axes) == 1 and "to position 23" in drawing.text
