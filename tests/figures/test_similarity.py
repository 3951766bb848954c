"""Similarities and heads of attention: the artists against sums of cosines."""

import math

import numpy as np
import pytest

import posenc_helpers as pe
from posenc_helpers.figures.similarity import PIECE, piece
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


@pytest.mark.parametrize("seq_len", [1, 127, 128, 129, 200, 1_000_000])
def test_the_piece_holds_the_position_and_every_target(seq_len):
    for share in (0, 0.02, 0.1, 0.3, 0.5, 0.9, 0.999, 1):
        position = round(share * (seq_len - 1))
        keys = piece(seq_len, position)
        assert len(keys) == min(seq_len, PIECE)
        assert 0 <= keys[0] <= position <= keys[-1] < seq_len
        for target in (position - 20, position + 20):
            assert target in keys or not 0 <= target < seq_len
