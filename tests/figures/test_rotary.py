"""What the figures of lesson 10 hold: arcs, scores, parts and shares, computed anew."""

import mpmath
import numpy as np
import pytest

import posenc_helpers as pe
from posenc_helpers.models import rope
from posenc_helpers.models.rope.figures import DISTANCES
from tests.figures.cases import drawn, redrawn


def angle(pair, distance, width, base):
    """The turn of a pair over a distance, from the definition, in mpmath."""
    return distance * mpmath.mpf(base) ** (-2 * pair / mpmath.mpf(width))


def score(distance, d_model, width, base):
    """The score over d/2 of two vectors of ones in every cosine, of which `width` columns turn."""
    turned = sum(mpmath.cos(angle(i, distance, width, base)) for i in range(width // 2))
    return float((turned + (d_model - width) // 2) / (d_model // 2))


def hand(line):
    """The direction of a hand, as an angle clockwise from 12."""
    (_, x), (_, y) = line.get_data()
    assert np.hypot(x, y) == pytest.approx(1)
    return np.arctan2(x, y)


@pytest.mark.parametrize("position", [0, 12, 50_000])
@pytest.mark.parametrize(("share", "width"), [(1, 128), (0.25, 32), (0.26, 32)])
def test_hands_keep_their_arc_and_pairs_beyond_the_width_stand_still(position, share, width):
    drawing = redrawn("plot_rotary", position=position, distance=3, partial_rotary_factor=share)
    for k, pair in enumerate((0, 3, width // 2 - 1)):
        query, key = drawing.hands[2 * k : 2 * k + 2]
        arc = float(angle(pair, 3, width, 10_000))
        turned = (hand(query) - hand(key) - arc + np.pi) % (2 * np.pi) - np.pi
        assert turned == pytest.approx(0, abs=1e-10)
        start = float(angle(pair, position, width, 10_000) % (2 * mpmath.pi))
        assert np.exp(1j * hand(key)) == pytest.approx(np.exp(1j * start), abs=1e-10)
        assert drawing.titles[k].get_text() == f"pair {pair}"
    degrees = np.degrees(float(angle(3, 3, width, 1e4)))
    assert drawing.arc_texts[1].get_text() == f"arc {degrees:.0f}°"
    still = redrawn("plot_rotary", pair=63, partial_rotary_factor=0.25)
    assert still.titles[1].get_text() == "pair 63, not turned"
    assert [hand(line) for line in still.hands[2:4]] == [0, 0]


@pytest.mark.parametrize(("share", "width"), [(1, 128), (0.25, 32)])
def test_curves_and_dots(share, width):
    drawing = redrawn("plot_rotary", distance=100, partial_rotary_factor=share)
    for line, wide in ((drawing.curve, width), (drawing.all_turned, 128)):
        x, y = line.get_data()
        assert np.array_equal(x, DISTANCES)
        for at in (0, 9, 60):
            assert y[at] == pytest.approx(score(x[at], 128, wide, 10_000), abs=1e-11)
    assert drawing.dot.get_xydata()[0] == pytest.approx([100, score(100, 128, width, 10_000)])


def test_the_score_of_two_codes_that_are_turned_in_part():
    code = pe.positional_encoding(1, 128)
    ends = [np.hstack([rope.rotate(code[:, :32], [p]), code[:, 32:]]) for p in (15, 12)]
    drawing = redrawn("plot_rotary", partial_rotary_factor=0.25)
    assert drawing.score == pytest.approx((ends[0] @ ends[1].T).item() / 64, abs=1e-12)
    assert f"{drawing.score:.3f}" in drawing.text and "32 columns turned" in drawing.text


def test_a_distance_off_the_axis_has_no_dot_and_deep_scores_have_room():
    drawing = redrawn("plot_rotary", distance=0)
    assert len(drawing.dot.get_xdata()) == 0 and drawing.score == pytest.approx(1)
    assert drawing.score_ax.get_ylim()[0] == -0.5
    assert redrawn("plot_rotary", d_model=2, pair=0).score_ax.get_ylim()[0] < -1


def test_what_a_common_shift_changes():
    left, right = (
        [line.get_ydata() for line in ax.lines if len(line.get_ydata()) == 101]
        for ax in drawn("common_shift").figure.axes
    )
    assert [np.ptp(part) > 2 for part in left] == [False, True, True, True]
    assert np.ptp(left[0]) == 0
    assert right == [pytest.approx(np.zeros(101), abs=1e-12)]
