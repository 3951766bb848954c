"""Similarities, distances and heads of attention: the artists against sums of cosines."""

import math

import numpy as np
import pytest

import posenc_helpers as pe
from posenc_helpers.figures import look
from posenc_helpers.figures.similarity import PIECE, piece, sampled
from posenc_helpers.wording import rounded
from tests.figures.cases import drawn, seen


def similarity(distance, d_model, base=10_000.0):
    """Return k(distance) as the mean of cosines, one clock at a time."""
    pairs = d_model // 2
    return sum(math.cos(base ** (-2 * i / d_model) * distance) for i in range(pairs)) / pairs


def attention(keys, query, offset, d_model, sharpness, base=10_000.0):
    """Return the weights that a head gives to `keys`, in loops."""
    scores = [sharpness * d_model / 2 * similarity(q - query - offset, d_model, base) for q in keys]
    powers = [math.exp(score - max(scores)) for score in scores]
    return np.array(powers) / sum(powers)


def bars(line):
    """Return place and height of each bar of a line of upright bars."""
    x, y = (np.reshape(each, (-1, 3)) for each in line.get_data())
    assert np.array_equal(x[:, 0], x[:, 1])
    assert (y[:, 0] == 0).all()
    assert np.isnan(x[:, 2]).all()
    return x[:, 1], y[:, 1]


@pytest.mark.parametrize(
    ("position", "beside"), [(0, 1), (1, 0), (4_000, 3_999), (4_000, 4_001), (99_999, 99_998)]
)
def test_the_sampled_positions(position, beside):
    shown = sampled(100_000, position, 340)
    assert 200 < len(shown) <= 340
    assert (np.diff(shown) >= 1).all() and (shown == shown.round()).all()
    assert {0, 99_999, position, beside} <= set(shown)
    assert np.array_equal(sampled(340, 7, 340), np.arange(340))


# ------------------------------------------------------------------------------- the head


@pytest.mark.parametrize(
    ("name", "keys", "position", "offset", "rest"),
    [
        ("attention_head", range(32), 20, -1, (64, 2.0, 1e4)),
        ("attention_head_raw", range(20), 7, 0, (16, 0.5, 1e4)),
        ("attention_head_million", range(499_936, 500_064), 500_000, -20, (512, 0.3, 1e8)),
    ],
)
def test_the_head_is_that_of_the_settings(name, keys, position, offset, rest):
    drawing = drawn(name)
    assert drawing.piece == keys
    for query in (position, keys[0], keys[-1]):
        row = drawing.head.values[query - keys[0]]
        assert np.abs(row - attention(keys, query, offset, *rest)).max() < 1e-9
    places, heights = bars(drawing.bars)
    assert np.array_equal(places, keys)
    assert np.array_equal(heights, drawing.head.values[position - keys[0]])
    first, last = keys[0] - 0.5, keys[-1] + 0.5
    assert tuple(drawing.head.image.get_extent()) == (first, last, last, first)
    targets = [drawing.head.values[p - keys[0], p + offset - keys[0]]
               for p in keys if p + offset in keys]  # fmt: skip
    assert drawing.least == min(targets)


def test_the_row_of_similarities_and_its_law():
    drawing = seen(pe.plot_attention_head, 20, seq_len=300)
    places, values = drawing.similarities.get_data()
    assert np.array_equal(places, np.arange(300))
    assert values == pytest.approx([similarity(q - 20, 64) for q in range(300)], abs=1e-12)
    x, y = drawing.law.get_data()
    distance = np.abs(x[~np.isnan(x)] - 20)
    assert (distance.min(), distance.max()) == pytest.approx((3, 300))
    law = 1 - (np.log(distance) + 0.5772156649) / np.log(1e4)
    assert np.abs(y[~np.isnan(x)] - law).max() < 1e-9
    assert np.abs(np.mean(pe.similarity(distance.round(), 64) - law)) < 0.03


def test_no_law_where_it_does_not_hold():
    assert np.isnan(seen(pe.plot_attention_head, base=9).law.get_xdata()).all()
    far = seen(pe.plot_attention_head, 100, base=90, seq_len=500).law.get_xdata()
    assert np.nanmax(np.abs(far - 100)) == pytest.approx(30)


def test_ring_and_dots_mark_the_target():
    drawing = seen(pe.plot_attention_head, 9, 4, d_model=16)
    similarities, weights = (dot.get_xydata().ravel() for dot in drawing.dots)
    assert similarities == pytest.approx([13, similarity(4, 16)])
    assert weights == pytest.approx([13, drawing.head.values[9, 13]])
    assert [ring.get_xydata().tolist() for ring in drawing.rings] == [[[13, 9]]] * 2
    assert [line.get_ydata()[0] for line in drawing.across] == [9, 9]
    assert [line.get_xdata()[0] for line in drawing.down] == [9, 9]


@pytest.mark.parametrize(("position", "offset"), [(0, -1), (31, 1), (4, -5)])
def test_no_mark_where_there_is_no_target(position, offset):
    drawing = seen(pe.plot_attention_head, position, offset)
    assert drawing.target is None
    assert [len(mark.get_xdata()) for mark in (*drawing.rings, *drawing.dots)] == [0, 0, 0, 0]


@pytest.mark.parametrize("seq_len", [1, 127, 128, 129, 200, 1_000, 1_000_000])
def test_the_piece_holds_the_position_and_every_target(seq_len):
    for share in (0, 0.02, 0.1, 0.3, 0.5, 0.9, 0.999, 1):
        position = round(share * (seq_len - 1))
        keys = piece(seq_len, position)
        assert len(keys) == min(seq_len, PIECE)
        assert 0 <= keys[0] <= position <= keys[-1] < seq_len
        for target in (position - 20, position + 20):
            assert target in keys or not 0 <= target < seq_len


def test_the_axis_of_similarities_has_room_for_negative_ones():
    wide, narrow = drawn("attention_head"), seen(pe.plot_attention_head, d_model=2)
    low, lower = (drawing.rows[0].get_ylim()[0] for drawing in (wide, narrow))
    assert lower < -1 < -0.1 < low < 0


# ------------------------------------------------------------------------------- distances


def test_thirteen_of_99_steps_shrink_and_the_first_is_from_43_to_44():
    """Counted over the steps 0 to 1, ..., 98 to 99 (curriculum)."""
    table = pe.positional_encoding(100, 512)
    changes = np.diff(np.linalg.norm(table - table[0], axis=1))
    similarities, distances, steps = drawn("distances").figure.axes
    apart, values = similarities.lines[0].get_data()
    assert np.array_equal(apart, np.arange(100))
    for delta, printed in ((1, 0.973055), (2, 0.905209), (5, 0.740612), (10, 0.678866)):
        assert values[delta] == pytest.approx(printed, abs=0.51e-6)
    assert np.abs(np.diff(distances.lines[0].get_ydata()) - changes).max() < 1e-9
    (grey, heights), (shrinking, depths) = (bars(line) for line in steps.lines[:2])
    assert len(grey) + len(shrinking) == 99
    assert (len(shrinking), shrinking[0]) == (13, 43)
    assert depths == pytest.approx(changes[shrinking.astype(int)], abs=1e-9)
    assert (heights > 0).all()
    assert np.array_equal(steps.lines[2].get_xdata(), shrinking)  # the marks
    assert [text.get_text() for text in steps.texts] == ["43 → 44"]


def test_where_no_step_shrinks_none_is_marked():
    drawing = seen(pe.plot_distances, 40)
    assert "0 make the distance shorter." in drawing.text
    assert len(drawing.figure.axes[2].texts) == 0


# ------------------------------------------------------------------------ before and after


def test_dot_products_are_highest_at_what_the_query_is_turned_to():
    raw, turned = drawn("directions").figure.axes
    for ax, offset in ((raw, 0), (turned, -1)):
        places, scores = ax.lines[0].get_data()
        assert np.array_equal(places, np.arange(12, 29))
        exact = [similarity(q - 20 - offset, 64) for q in places]
        assert scores == pytest.approx(exact, abs=1e-12)
        assert places[np.argmax(scores)] == 20 + offset
        sides = {line.get_xdata()[0]: line.get_ydata()[0] for line in ax.lines[2:]}
        assert sides == {19: pytest.approx(scores[7]), 21: pytest.approx(scores[9])}
        assert [text.get_text() for text in ax.texts] == [rounded(scores[7]), rounded(scores[9])]
    assert raw.get_ylim() == turned.get_ylim()


def test_attention_at_several_sharpnesses():
    for ax, sharpness in zip(drawn("sharpness").figure.axes, (0.5, 2, 8), strict=True):
        places, heights = bars(ax.lines[0])
        assert np.abs(heights - attention(range(64), 20, -1, 64, sharpness)).max() < 1e-9
        assert np.array_equal(places, np.arange(64))
        assert ax.lines[-1].get_xydata().tolist() == [[19, heights[19]]]
        assert ax.get_title(loc="left") == f"sharpness {sharpness:g}: {rounded(heights[19])}"


# ------------------------------------------------------------------------ one after the other


def test_cosines_of_eight_pairs_and_their_mean():
    (ax,) = drawn("letting_go").figure.axes
    *cosines, _, mean = ax.lines[1:]  # the first is at 0
    for k, pair in enumerate((0, 36, 73, 109, 146, 182, 219, 255)):
        omega = 10_000 ** (-2 * pair / 512)
        for line, turn in zip(cosines[2 * k : 2 * k + 2], (0, 1), strict=True):
            apart, values = line.get_data()
            assert values == pytest.approx([math.cos(omega * one) for one in apart], abs=1e-9)
            assert apart.max() == pytest.approx((turn + 1) * math.tau / omega)
            assert line.get_color() == pytest.approx(look.speed(math.tau / omega))
    distances, values = mean.get_data()
    assert (distances[0], distances[-1]) == (1, 100_000)
    exact = [similarity(one, 512) for one in distances[::100]]
    assert values[::100] == pytest.approx(exact, abs=1e-9)
    assert mean.get_color() == look.INK
