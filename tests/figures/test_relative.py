"""A shift: the arc between the hands, the matrix and its product, against the formula."""

import math

import numpy as np
import pytest

import posenc_helpers as pe
from posenc_helpers.figures.relative import degrees, rounding
from posenc_helpers.wording import minus, rounded
from tests.figures.cases import seen

SETTINGS = [  # position, shift, pair, d_model, base
    (4, 3, 1, 16, 1e4), (0, -100, 0, 2, 1.0), (998, 44, 0, 6, 100.0), (77, 0, 3, 8, 1e4),
    (999, -100, 300, 1024, 1e4), (5, 12, 31, 64, 1e8),
]  # fmt: skip


@pytest.fixture(params=SETTINGS, ids=str)
def shown(request):
    """A drawing, its settings, and the true angle of its arc."""
    _, shift, pair, d_model, base = request.param
    drawing = seen(pe.plot_shift, *request.param)
    return drawing, *request.param, shift * base ** (-2 * pair / d_model)


def without_head(path):
    """The points of an arc before its arrowhead."""
    x, y = np.asarray(path)
    end = np.flatnonzero(np.isnan([*x, math.nan]))[0]
    return x[:end], y[:end]


def test_hands_stand_where_the_formula_says_and_the_arc_leads_from_one_to_the_other(shown):
    drawing, position, shift, pair, d_model, base, angle = shown
    ends = [p / base ** (2 * pair / d_model) for p in (position, position + shift)]
    expected = [(math.sin(end), math.cos(end)) for end in ends]
    for hand, tip, end in zip(drawing.hands, drawing.tips, expected, strict=True):
        assert np.allclose(hand.get_xydata(), [(0, 0), end], atol=1e-12)
        assert np.allclose(tip.get_xydata(), [end], atol=1e-12)
    x, y = without_head(drawing.arc.get_data())
    assert np.allclose(
        np.stack([x, y])[:, [0, -1]] / np.hypot(x, y)[[0, -1]], np.transpose(expected)
    )
    if abs(angle) < 12 * math.tau:
        steps = (np.diff(np.arctan2(x, y)) + np.pi) % math.tau - np.pi
        assert steps.sum() == pytest.approx(angle, abs=1e-9)
    heading = f"Pair {pair}: the arc is {minus(rounded(math.degrees(angle)))}°, whatever p is"
    assert drawing.heading.get_text() == heading


def test_matrix_vectors_and_written_block(shown):
    drawing, position, shift, pair, d_model, base, _ = shown
    left, right, bottom, top = drawing.matrix.image.get_extent()
    assert (left, right) == (top, bottom)
    first, last = round(left + 0.5), round(right + 0.5)
    assert first <= 2 * pair < last <= d_model and last - first == min(16, d_model)
    matrix = pe.shift_matrix(shift, d_model, base)
    assert np.allclose(drawing.matrix.values, matrix[first:last, first:last], atol=1e-12)
    ends = position, position + shift
    here, there = (pe.positional_encoding(1, d_model, base, start=p)[0] for p in ends)
    for vector, row in zip(drawing.vectors, (here, matrix @ here, there), strict=True):
        assert np.allclose(vector.values[:, 0], row[first:last], atol=1e-12)
    frame = drawing.outlines[1].get_xydata()[:5]
    assert (frame.min(), frame.max()) == (2 * pair - 0.5, 2 * pair + 1.5)
    lines = [minus(text.get_text()).replace("−", "-").split() for text in drawing.numbers]
    block = matrix[2 * pair : 2 * pair + 2, 2 * pair : 2 * pair + 2]
    assert np.allclose(np.array(lines, float), block, atol=5.1e-3)
    column, predicted = drawing.predicted.get_data()
    assert np.allclose(predicted, there, atol=1e-12)
    assert np.array_equal(drawing.true.get_offsets(), np.column_stack([column, there]))
    assert drawing.difference == np.abs(predicted - there).max()


def test_numbers_in_words():
    assert [degrees(angle) for angle in (0.0, -1e-5, math.pi, -20 * math.pi, 1e-3)] == [
        "0.0°", "-0.00057°", "180.0°", "-3,600.0°", "0.1°",
    ]  # fmt: skip
    assert [rounding(gap) for gap in (0.0, 3e-16, 0.25)] == ["less than 10⁻¹²"] * 2 + ["0.25"]
