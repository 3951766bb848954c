"""Similarities and heads of attention: the artists against sums of cosines."""

import math

import numpy as np
import pytest

import posenc_helpers as pe
from posenc_helpers.figures.similarity import PIECE, piece, sampled
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


@pytest.mark.parametrize(("position", "beside"), [(0, 1), (4_000, 3_999), (99_999, 99_998)])
def test_the_sampled_positions(position, beside):
    shown = sampled(100_000, position, 340)
    assert 200 < len(shown) <= 340
    assert (np.diff(shown) >= 1).all() and (shown == shown.round()).all()
    assert {0, 99_999, position, beside} <= set(shown)
    assert np.array_equal(sampled(340, 7, 340), np.arange(340))


@pytest.mark.parametrize(
    ("name", "keys", "position", "offset", "rest"),
    [
        ("attention_head", range(32), 20, -1, (64, 2.0, 1e4)),
        ("attention_head_raw", range(20), 7, 0, (16, 0.5, 1e4)),
        ("attention_head_million", range(499_936, 500_064), 500_000, -20, (512, 0.3, 1e8)),
    ],
)
def test_the_head_is_that_of_the_settings(name, keys, position, offset, rest):
    drawing, first, last = drawn(name), keys[0], keys[-1]
    assert drawing.piece == keys
    for query in (position, first, last):
        row = drawing.head.values[query - first]
        assert np.abs(row - attention(keys, query, offset, *rest)).max() < 1e-9
    places, heights = (np.reshape(each, (-1, 3))[:, 1] for each in drawing.bars.get_data())
    assert np.array_equal(places, keys)
    assert np.array_equal(heights, drawing.head.values[position - first])
    edges = first - 0.5, last + 0.5, last + 0.5, first - 0.5
    assert tuple(drawing.head.image.get_extent()) == edges
    targets = [drawing.head.values[p - first, p + offset - first]
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
    assert np.isnan(seen(pe.plot_attention_head, base=9).law.get_xdata()).all()
    far = seen(pe.plot_attention_head, 100, base=90, seq_len=500).law.get_xdata()
    assert np.nanmax(np.abs(far - 100)) == pytest.approx(30)  # as far as it holds


def test_ring_and_dots_mark_the_target():
    drawing = seen(pe.plot_attention_head, 9, 4, d_model=16)
    similarities, weights = (dot.get_xydata().ravel() for dot in drawing.dots)
    assert similarities == pytest.approx([13, similarity(4, 16)])
    assert weights == pytest.approx([13, drawing.head.values[9, 13]])
    assert [ring.get_xydata().tolist() for ring in drawing.rings] == [[[13, 9]]] * 2
    for position, offset in ((0, -1), (31, 1)):
        drawing = seen(pe.plot_attention_head, position, offset)
        assert not [mark for mark in (*drawing.rings, *drawing.dots) if len(mark.get_xdata())]


@pytest.mark.parametrize("seq_len", [1, 127, 128, 129, 200, 1_000_000])
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
