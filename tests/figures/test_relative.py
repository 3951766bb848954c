"""A shift: the arc between the hands, the matrix and its product, and the sine without cosine."""

import itertools
import math
import tracemalloc

import numpy as np
import pytest

import posenc_helpers as pe
from posenc_helpers.figures import look
from posenc_helpers.figures.relative import Shift, arc_path, degrees, rounding, shown_columns
from posenc_helpers.wording import minus, rounded
from tests.figures.cases import drawn, seen

SETTINGS = [  # position, shift, pair, d_model, base
    (4, 3, 1, 16, 1e4),
    (0, -100, 0, 2, 1.0),
    (998, 44, 0, 6, 100.0),
    (77, 0, 3, 8, 1e4),
    (999, -100, 300, 1024, 1e4),
    (5, 12, 31, 64, 1e8),
]


def encoded(position, pair, d_model, base):
    """The hand of a pair as the formula says: (sine, cosine)."""
    angle = position / base ** (2 * pair / d_model)
    return math.sin(angle), math.cos(angle)


@pytest.fixture(params=SETTINGS, ids=str)
def shown(request):
    """A drawing, its settings, and the true angle of its arc."""
    _, shift, pair, d_model, base = request.param
    drawing = seen(pe.plot_shift, *request.param)
    return drawing, *request.param, shift * base ** (-2 * pair / d_model)


def swept(x, y):
    """The angle that a path sweeps clockwise, summed from point to point."""
    angle = np.arctan2(x, y)
    return float(np.sum((np.diff(angle) + np.pi) % (2 * np.pi) - np.pi))


def without_head(path):
    """The points of an arc before its arrowhead."""
    x, y = np.asarray(path)
    end = np.flatnonzero(np.isnan([*x, math.nan]))[0]
    return x[:end], y[:end]


# --------------------------------------------------------------------------------- the clock


def test_hands_stand_where_the_formula_says_and_the_arc_leads_from_one_to_the_other(shown):
    drawing, position, shift, pair, d_model, base, angle = shown
    expected = [encoded(p, pair, d_model, base) for p in (position, position + shift)]
    for hand, tip, end in zip(drawing.hands, drawing.tips, expected, strict=True):
        assert np.allclose(hand.get_xydata(), [(0, 0), end], atol=1e-12)
        assert np.allclose(tip.get_xydata(), [end], atol=1e-12)
    path = np.transpose(without_head(drawing.arc.get_data()))
    ends = path[[0, -1]] / np.linalg.norm(path[[0, -1]], axis=1, keepdims=True)
    assert np.allclose(ends, expected, atol=1e-9)
    if abs(angle) < 12 * math.tau:
        assert swept(*path.T) == pytest.approx(angle, abs=1e-9)


@pytest.mark.parametrize("angle", [0.0, 0.01, 0.4, -2.0, 7.0, -70.0, 75.4, 76.0, 1e6, -1e6])
def test_arcs_of_any_length_are_drawn_with_few_points(angle):
    x, y = arc_path(1.0, angle)
    assert np.isfinite(x).sum() == np.isfinite(y).sum() < 700
    end = np.array(without_head((x, y)))[:, -1]
    assert np.allclose(end / np.linalg.norm(end), [math.sin(1 + angle), math.cos(1 + angle)])
    assert np.nanmin(np.hypot(x, y)) > 0.4
    assert np.nanmax(np.hypot(x, y)) < 0.96


@pytest.mark.parametrize(
    ("position", "shift", "ends"), [(40, 5, [40, 45]), (0, -1, [0]), (49, 1, [49])]
)
def test_positions_are_marked_in_the_text_and_not_outside(position, shift, ends):
    drawing = seen(pe.plot_shift, position, shift, seq_len=50)
    assert drawing.ruler_ax.get_xlim() == (-0.5, 49.5)
    assert drawing.sequence.get_xydata().tolist() == [[0, 0], [49, 0]]
    marks = np.vstack([place.get_xydata() for place in drawing.on_ruler])
    assert marks[np.isfinite(marks[:, 0])].tolist() == [[end, 0] for end in ends]


# ------------------------------------------------------------------------- matrix and vectors


def test_the_matrix_is_the_part_of_the_shift_matrix_around_the_pair(shown):
    drawing, position, shift, pair, d_model, base, _ = shown
    left, right, bottom, top = drawing.matrix.image.get_extent()
    assert (left, right) == (top, bottom)
    first, last = round(left + 0.5), round(right + 0.5)
    assert first <= 2 * pair < last <= d_model
    assert last - first == min(16, d_model)
    matrix = pe.shift_matrix(shift, d_model, base)
    assert np.allclose(drawing.matrix.values, matrix[first:last, first:last], atol=1e-12)
    here, there = (
        pe.positional_encoding(1, d_model, base, start=p)[0] for p in (position, position + shift)
    )
    for vector, row in zip(drawing.vectors, (here, matrix @ here, there), strict=True):
        assert np.allclose(vector.values[:, 0], row[first:last], atol=1e-12)
    frame = drawing.outlines[1].get_xydata()[:5]
    assert (frame.min(), frame.max()) == (2 * pair - 0.5, 2 * pair + 1.5)


@pytest.mark.parametrize(
    ("d_model", "pair", "page"),
    [(2, 0, (0, 2)), (16, 7, (0, 16)), (128, 7, (0, 16)), (128, 8, (16, 32)), (18, 8, (2, 18)),
     (1024, 511, (1008, 1024))],
)  # fmt: skip
def test_pages_of_blocks(d_model, pair, page):
    assert shown_columns(d_model, pair) == slice(*page)


def number_of(text):
    return float(text.strip("°").replace("−", "-").replace(",", ""))


def test_the_written_block_and_the_heading(shown):
    drawing, _, shift, pair, d_model, base, angle = shown
    written = [[number_of(one) for one in text.get_text().split()] for text in drawing.numbers]
    block = np.s_[2 * pair : 2 * pair + 2]
    assert np.allclose(written, pe.shift_matrix(shift, d_model, base)[block, block], atol=5.1e-3)
    arc = math.degrees(angle)
    heading = f"Pair {pair}: the arc is {minus(rounded(arc))}°, whatever p is"
    assert drawing.heading.get_text() == heading


def test_the_hand_after_the_shift_has_the_colour_of_its_speed(shown):
    drawing, _, _, pair, d_model, base, _ = shown
    colour = look.speed(2 * math.pi * base ** (2 * pair / d_model))
    for line in (drawing.arc, drawing.hands[1], drawing.tips[1]):
        assert line.get_color() == pytest.approx(colour)


def test_rings_are_true_and_dots_are_predicted(shown):
    drawing, position, shift, _, d_model, base, _ = shown
    there = pe.positional_encoding(1, d_model, base, start=position + shift)[0]
    column, predicted = drawing.predicted.get_data()
    assert np.array_equal(column, np.arange(d_model))
    assert np.allclose(predicted, there, atol=1e-12)
    assert np.array_equal(drawing.true.get_offsets(), np.column_stack([column, there]))
    lengths = 2 * np.pi * base ** (2 * np.arange(d_model // 2) / d_model)
    assert np.allclose(drawing.true.get_edgecolors(), look.speed(lengths).repeat(2, axis=0))
    assert drawing.difference == np.abs(predicted - there).max()


def test_numbers_in_words():
    assert [degrees(angle) for angle in (0.0, -1e-5, math.pi, -20 * math.pi, 1e-3)] == [
        "0.0°", "-0.00057°", "180.0°", "-3,600.0°", "0.1°",
    ]  # fmt: skip
    assert [rounding(gap) for gap in (0.0, 3e-16, 0.25)] == ["less than 10⁻¹²"] * 2 + ["0.25"]


def test_the_whole_matrix_is_never_formed():
    drawing = Shift()
    settings = {"base": 1e4, "seq_len": 9, "position": 4, "shift": 3, "pair": 1}
    drawing.update(d_model=1024, **settings)  # what is made once
    tracemalloc.start()
    try:
        drawing.update(d_model=1024, **settings)
        assert tracemalloc.get_traced_memory()[1] < 1024**2 * 8 / 2  # half of it
    finally:
        tracemalloc.stop()


# ---------------------------------------------------------------------------- static figures


def test_one_arc_at_several_positions():
    faces = drawn("shift_on_clocks").figure.axes
    places = list(itertools.product((1, 2), (0, 4, 30, 1_000)))
    for ax, (pair, p) in zip(faces, places, strict=True):
        arc, *hands = ax.lines[-5:]
        omega = 10_000 ** (-2 * pair / 16)
        assert swept(*without_head(arc.get_data())) == pytest.approx(3 * omega, abs=1e-9)
        for tip, where in zip(hands[1::2], (p, p + 3), strict=True):
            assert np.allclose(tip.get_xydata(), [encoded(where, pair, 16, 1e4)])
        assert ax.get_title(loc="center") == (f"p = {p:,}" if pair == 1 else "")


def test_matrices_of_several_shifts():
    panels = [ax for ax in drawn("shift_matrices").figure.axes if ax.images]
    titles = [ax.get_title(loc="left") for ax in panels]
    assert titles == ["Δ = 0", "Δ = 1", "Δ = 10", "Δ = −10"]
    for ax, shift in zip(panels, (0, 1, 10, -10), strict=True):
        exact = (pe.shift_matrix(shift, 16) + 1) / 2 * 254
        assert np.abs(ax.images[0].levels.astype(int) - exact).max() <= 0.5 + 1e-9


def test_the_sine_alone():
    left, right = drawn("sine_alone").figure.axes
    p = np.arange(1_000)
    points, line, pair = left.lines
    x, y = points.get_data()
    assert np.allclose(x, np.sin(0.1 * p)) and np.allclose(y, np.sin(0.1 * (p + 10)))
    # an ellipse: x² − 2xy cos ωΔ + y² = sin² ωΔ
    assert np.allclose(x**2 - 2 * x * y * math.cos(1) + y**2, math.sin(1) ** 2)
    assert np.allclose(line.get_ydata(), np.polyval(np.polyfit(x, y, 1), line.get_xdata()))
    assert f"{np.corrcoef(x, y)[0, 1] ** 2:.3f}" == "0.296"  # cos² ωΔ = 0.292
    assert left.get_title(loc="left").endswith("R² = 0.3")
    assert np.allclose(pair.get_xdata(), 0.5)
    a, b = pair.get_ydata()
    assert 0.25 - a * math.cos(1) + a**2 == pytest.approx(math.sin(1) ** 2)
    assert b == pytest.approx(math.cos(1) - a) and a != b  # the other root
    predicted, true = right.lines[0].get_data()
    assert np.allclose(predicted, true, atol=1e-12)
    assert right.get_title(loc="left") == "From both: R² = 1"
