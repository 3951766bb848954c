"""Sums of words and codes: the artists against searches, and bounds against the helpers."""

import math

import numpy as np
import pytest

import posenc_helpers as pe
from posenc_helpers.models import adding
from posenc_helpers.models.adding.figures import SIZES
from posenc_helpers.models.adding.reading import random_words, reading_limits
from tests.figures.cases import drawn, seen


@pytest.fixture
def summed():
    """A drawing at position 40 and size 0.5; its words and codes, and the sum of two of them."""
    words, codes = random_words(50, 64, 0.5), pe.positional_encoding(100, 64)
    return seen(adding.plot_word_and_position, 40, 0.5), words, codes, words[0] + codes[40]


@pytest.mark.parametrize(("position", "word_std"), [(40, 0.5), (41, 0.5), (40, 0.02), (7, 3.0)])
def test_what_is_read_is_marked(position, word_std):
    drawing = seen(adding.plot_word_and_position, position, word_std)
    words, codes = random_words(50, 64, word_std), pe.positional_encoding(100, 64)
    total = words[0] + codes[position]
    nearest = [np.linalg.norm(rows - total, axis=1).argmin() for rows in (codes, words)]
    assert list(drawing.read) == nearest
    assert [ring.get_xdata() for ring in drawing.rings] == [[position], [0]]
    assert [dot.get_xydata().tolist() for dot in drawing.dots] == [[[read, 1]] for read in nearest]


def test_scores_are_dot_products_from_0_to_1(summed):
    drawing, words, codes, total = summed
    squares = -(np.linalg.norm(words - total, axis=1) ** 2)
    lines = drawing.positions.get_ydata(), drawing.words.get_ydata()[1::3]
    for found, exact in zip(lines, (codes @ total, squares), strict=True):
        assert found == pytest.approx((exact - exact.min()) / np.ptp(exact), abs=1e-9)


def test_word_code_and_sum_are_drawn_on_one_scale(summed):
    drawing, words, codes, _ = summed
    word, code, both = drawing.strip.values
    assert word + code == pytest.approx(both, abs=1e-12)
    assert np.abs(drawing.strip.values).max() == pytest.approx(1)
    assert word / code == pytest.approx(words[0] / codes[40])
    assert drawing.lengths == pytest.approx((np.linalg.norm(words[0]), math.sqrt(32)))


def test_curves_are_the_shares_and_the_cursor_is_on_them(summed):
    drawing, *_ = summed
    limits = reading_limits(100, 64, vocab_size=50)
    for curve, dot, limit, sign in zip(
        drawing.curves, drawing.heights, limits, (1, -1), strict=True
    ):
        for size, share in [*curve.get_xydata()[::20], (0.5, dot.get_ydata()[0])]:
            assert share == np.mean(sign * limit < sign * size)
    assert drawing.law.get_ydata() == pytest.approx(adding.neighbour_law(SIZES, 64))
    left, right = drawing.room.get_xy()[:, 0].min(), drawing.room.get_xy()[:, 0].max()
    assert (left, right) == limits.room()


def test_there_is_no_room_in_a_narrow_model():
    drawing = drawn("word_and_position_lost")
    assert np.ptp(drawing.room.get_xy()[:, 0]) == 0


def test_room_grows_with_the_width():
    widths = []
    for ax, d_model in zip(drawn("reading").figure.axes, (64, 128, 512), strict=True):
        assert ax.get_title(loc="left") == f"d_model {d_model}"
        word, position = ax.lines[1:]
        both = np.minimum(word.get_ydata(), position.get_ydata()) >= 0.9
        widths.append(np.ptp(np.log(SIZES[both])) if both.any() else 0)
    assert widths[0] < 0.1 < 0.6 < widths[1] < 1 < 2 < widths[2]


def test_ratios_of_norms():
    """word_std sqrt(d) sqrt(d) / sqrt(d/2): 1.414 at 1/sqrt(d), 32 and .64 at d = 512."""
    level, root, one, small = drawn("norms").figure.axes[0].lines
    assert set(level.get_ydata()) == {1}
    assert root.get_ydata() == pytest.approx([math.sqrt(2)] * 6)
    for line, std in ((one, 1), (small, 0.02)):
        for d_model, ratio in zip(*line.get_data(), strict=True):
            code = np.linalg.norm(pe.positional_encoding(1, int(d_model)))
            assert ratio == pytest.approx(std * d_model / code)
    assert (one.get_ydata()[-1], small.get_ydata()[-1]) == pytest.approx((32, 0.64))
