"""A shift: the arc between the hands, the matrix and its product, and the sine without cosine."""

import math
import tracemalloc

import numpy as np
import pytest

import posenc_helpers as pe
from posenc_helpers.figures.look import COSINE, CURSOR, SINE
from posenc_helpers.figures.relative import Shift, arc_path, degrees, rounding, shown_columns
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


def swept(x, y):
    """The angle that a path sweeps clockwise, summed from point to point."""
    angle = np.arctan2(x, y)
    return float(np.sum((np.diff(angle) + np.pi) % (2 * np.pi) - np.pi))


def without_head(path):
    """The points of an arc before its arrowhead."""
    x, y = np.asarray(path)
    end = np.flatnonzero(np.isnan(x))
    return (x, y) if not len(end) else (x[: end[0]], y[: end[0]])


# --------------------------------------------------------------------------------- the clock


@pytest.mark.parametrize(("position", "shift", "pair", "d_model", "base"), SETTINGS)
def test_hands_stand_where_the_formula_says(position, shift, pair, d_model, base):
    drawing = seen(pe.plot_shift, position, shift, pair, d_model, base)
    for hand, tip, p in zip(drawing.hands, drawing.tips, (position, position + shift), strict=True):
        expected = encoded(p, pair, d_model, base)
        assert np.allclose(hand.get_xydata(), [(0, 0), expected], atol=1e-12)
        assert np.allclose(tip.get_xydata(), [expected], atol=1e-12)


@pytest.mark.parametrize(("position", "shift", "pair", "d_model", "base"), SETTINGS)
def test_the_arc_leads_from_the_first_hand_to_the_second(position, shift, pair, d_model, base):
    drawing = seen(pe.plot_shift, position, shift, pair, d_model, base)
    x, y = without_head(drawing.arc.get_data())
    ends = np.stack([x, y], axis=1)[[0, -1]]
    ends /= np.linalg.norm(ends, axis=1, keepdims=True)
    expected = [encoded(p, pair, d_model, base) for p in (position, position + shift)]
    assert np.allclose(ends, expected, atol=1e-9)
    turns = abs(shift) * base ** (-2 * pair / d_model) / math.tau
    if turns < 12:
        assert swept(x, y) == pytest.approx(shift * base ** (-2 * pair / d_model), abs=1e-9)
    assert np.nanmax(np.hypot(*drawing.arc.get_data())) < 1  # inside the face


def test_moving_the_position_turns_the_arc_and_does_not_change_it():
    drawing, arcs, matrices = Shift(), [], []
    for position in (0, 4, 30, 1_000, 123_456):
        drawing.update(d_model=16, base=1e4, seq_len=200_000, position=position, shift=3, pair=1)
        arcs.append(swept(*without_head(drawing.arc.get_data())))
        matrices.append(drawing.matrix.values)
    assert np.allclose(arcs, 3 * 10_000 ** (-2 / 16), atol=1e-9)
    assert all(np.array_equal(matrices[0], matrix) for matrix in matrices)


@pytest.mark.parametrize("angle", [0.0, 0.01, 0.4, -2.0, 7.0, -70.0, 75.4, 1e6, -1e6])
def test_arcs_of_any_length_are_drawn_with_few_points(angle):
    x, y = arc_path(1.0, angle)
    assert np.isfinite(x).sum() == np.isfinite(y).sum() < 700
    end = np.array(without_head((x, y)))[:, -1]
    assert np.allclose(end / np.linalg.norm(end), [math.sin(1 + angle), math.cos(1 + angle)])
    assert np.nanmin(np.hypot(x, y)) > 0.4
    assert np.nanmax(np.hypot(x, y)) < 0.96


@pytest.mark.parametrize("angle", [1.5, -1.5])
def test_the_arrowhead_points_ahead(angle):
    x, y = arc_path(0.3, angle)
    barbs, tip = np.stack([x, y], axis=1)[[-3, -1]], np.array([x[-2], y[-2]])
    forward = math.copysign(1, angle) * np.array([math.cos(0.3 + angle), -math.sin(0.3 + angle)])
    assert ((tip - barbs) @ forward > 0.05).all()


# ---------------------------------------------------------------------------------- the text


def test_both_positions_are_marked_in_the_text():
    drawing = seen(pe.plot_shift, 40, 5, seq_len=50)
    assert drawing.ruler_ax.get_xlim() == (-0.5, 49.5)
    assert drawing.sequence.get_xydata().tolist() == [[0, 0], [49, 0]]
    assert [place.get_xydata().tolist() for place in drawing.places] == [[[40, 0]], [[45, 0]]]


@pytest.mark.parametrize(("position", "shift"), [(0, -1), (49, 1)])
def test_outside_of_the_text_there_is_no_mark(position, shift):
    before, after = seen(pe.plot_shift, position, shift, seq_len=50).places
    assert before.get_xydata().tolist() == [[position, 0]]
    assert np.isnan(after.get_xdata()).all()


def test_the_length_of_the_text_changes_the_ruler_only():
    short, long = (seen(pe.plot_shift, 40, 5, seq_len=n) for n in (50, 5_000))
    assert short.text.replace("50 pos", "5,000 pos") == long.text
    for one, other in zip(short.moving, long.moving, strict=True):
        if hasattr(one, "get_xydata") and one is not short.sequence:
            assert np.array_equal(one.get_xydata(), other.get_xydata(), equal_nan=True)
    assert np.array_equal(short.matrix.values, long.matrix.values)


# ------------------------------------------------------------------------- matrix and vectors


@pytest.mark.parametrize(("position", "shift", "pair", "d_model", "base"), SETTINGS)
def test_the_matrix_is_the_part_of_the_shift_matrix_around_the_pair(
    position, shift, pair, d_model, base
):
    drawing = seen(pe.plot_shift, position, shift, pair, d_model, base)
    left, right, bottom, top = drawing.matrix.image.get_extent()
    assert (left, right) == (top, bottom)
    first, last = round(left + 0.5), round(right + 0.5)
    assert first <= 2 * pair < last <= d_model
    assert last - first == min(16, d_model)
    part = pe.shift_matrix(shift, d_model, base)[first:last, first:last]
    assert np.allclose(drawing.matrix.values, part, atol=1e-12)
    rows = [
        pe.positional_encoding(1, d_model, base, start=p)[0] for p in (position, position + shift)
    ]
    expected = (rows[0], pe.shift_matrix(shift, d_model, base) @ rows[0], rows[1])
    for vector, row in zip(drawing.vectors, expected, strict=True):
        assert np.allclose(vector.values[:, 0], row[first:last], atol=1e-12)
    frame = drawing.outlines[1].get_xydata()[:5]
    assert (frame.min(), frame.max()) == (2 * pair - 0.5, 2 * pair + 1.5)


def test_pages_of_blocks():
    assert shown_columns(2, 0) == slice(0, 2)
    assert shown_columns(16, 7) == slice(0, 16)
    assert shown_columns(128, 7) == slice(0, 16)
    assert shown_columns(128, 8) == slice(16, 32)
    assert shown_columns(18, 8) == slice(2, 18)
    for pairs in (1, 5, 8, 9, 20, 512):
        for pair in range(pairs):
            shown = shown_columns(2 * pairs, pair)
            assert shown.start <= 2 * pair < shown.stop
            assert shown.stop - shown.start == 2 * min(8, pairs)
            assert 0 <= shown.start and shown.stop <= 2 * pairs


@pytest.mark.parametrize(("position", "shift", "pair", "d_model", "base"), SETTINGS)
def test_the_written_block_and_the_heading(position, shift, pair, d_model, base):
    drawing = seen(pe.plot_shift, position, shift, pair, d_model, base)
    written = [
        [float(number) for number in text.get_text().replace("−", "-").split()]
        for text in drawing.numbers
    ]
    block = pe.shift_matrix(shift, d_model, base)[2 * pair : 2 * pair + 2, 2 * pair : 2 * pair + 2]
    assert np.allclose(written, block, atol=5.1e-4)
    arc = math.degrees(shift * base ** (-2 * pair / d_model))
    shown = (
        drawing.heading.get_text().split(" = ")[1].rstrip("°").replace("−", "-").replace(",", "")
    )
    assert float(shown) == pytest.approx(arc, abs=0.051 if abs(arc) > 0.05 else 0.05 * abs(arc))


@pytest.mark.parametrize(("position", "shift", "pair", "d_model", "base"), SETTINGS)
def test_rings_are_true_and_dots_are_predicted(position, shift, pair, d_model, base):
    drawing = seen(pe.plot_shift, position, shift, pair, d_model, base)
    there = pe.positional_encoding(1, d_model, base, start=position + shift)[0]
    for line, first, colour in (
        (drawing.true_sines, 0, SINE),
        (drawing.true_cosines, 1, COSINE),
    ):
        assert np.array_equal(line.get_xdata(), np.arange(first, d_model, 2))
        assert np.array_equal(line.get_ydata(), there[first::2])
        assert line.get_color() == colour
        assert line.get_markersize() > drawing.predicted.get_markersize()
    assert drawing.predicted.get_color() == CURSOR
    assert np.array_equal(drawing.predicted.get_xdata(), np.arange(d_model))
    assert np.allclose(drawing.predicted.get_ydata(), there, atol=1e-12)
    assert drawing.difference == np.abs(drawing.predicted.get_ydata() - there).max() < 1e-12


def test_numbers_in_words():
    assert [degrees(angle) for angle in (0.0, -1e-5, math.pi, -20 * math.pi, 1e-3)] == [
        "0.0°", "-0.00057°", "180.0°", "-3,600.0°", "0.1°",
    ]  # fmt: skip
    assert [rounding(gap) for gap in (0.0, 3e-16, 0.25)] == ["less than 10⁻¹²"] * 2 + ["0.25"]


def test_the_whole_matrix_is_never_formed():
    drawing = Shift()
    settings = {"base": 1e4, "seq_len": 9, "position": 4, "shift": 3, "pair": 1}
    drawing.update(d_model=1024, **settings)
    tracemalloc.start()
    try:
        drawing.update(d_model=1024, **settings)
        assert tracemalloc.get_traced_memory()[1] < 1024**2 * 8 / 2  # half of it
    finally:
        tracemalloc.stop()


# ---------------------------------------------------------------------------- static figures


def test_one_arc_at_several_positions():
    faces = drawn("shift_on_clocks").figure.axes
    positions, pairs = (0, 4, 30, 1_000), (1, 2)
    assert len(faces) == 8
    for number, ax in enumerate(faces):
        pair, p = pairs[number // 4], positions[number % 4]
        arc, *hands = ax.lines[-5:]
        omega = 10_000 ** (-2 * pair / 16)
        assert swept(*without_head(arc.get_data())) == pytest.approx(3 * omega, abs=1e-9)
        for tip, where in zip(hands[1::2], (p, p + 3), strict=True):
            assert np.allclose(tip.get_xydata(), [encoded(where, pair, 16, 1e4)])
        if number < 4:
            assert ax.get_title(loc="center") == f"p = {p:,}"


def test_matrices_of_several_shifts():
    images = [ax.images[0] for ax in drawn("shift_matrices").figure.axes if ax.images]
    assert len(images) == 4
    drawing_axes = [ax for ax in drawn("shift_matrices").figure.axes if ax.images]
    assert [ax.get_title(loc="left") for ax in drawing_axes] == [
        "Δ = 0",
        "Δ = 1",
        "Δ = 10",
        "Δ = −10",
    ]
    levels = [image._levels.astype(int) for image in images]
    for shown, shift in zip(levels, (0, 1, 10, -10), strict=True):
        exact = (pe.shift_matrix(shift, 16) + 1) / 2 * 254
        assert np.abs(shown - exact).max() <= 0.5 + 1e-9
    assert np.array_equal(levels[2], levels[3].T)  # back is the transpose of on


def test_the_sine_alone():
    left, right = drawn("sine_alone").figure.axes
    p = np.arange(1_000)
    points, line, pair = left.lines
    x, y = points.get_data()
    assert np.allclose(x, np.sin(0.1 * p)) and np.allclose(y, np.sin(0.1 * (p + 10)))
    # an ellipse: x² − 2xy cos ωΔ + y² = sin² ωΔ
    assert np.allclose(x**2 - 2 * x * y * math.cos(1) + y**2, math.sin(1) ** 2)
    slope = np.polyfit(x, y, 1)
    assert np.allclose(line.get_ydata(), np.polyval(slope, line.get_xdata()))
    assert left.get_title(loc="left").endswith(f"{np.corrcoef(x, y)[0, 1] ** 2:.3f}")
    assert "0.296" in left.get_title(loc="left")  # curriculum: 0.296 against cos² ωΔ = 0.292
    assert np.allclose(pair.get_xdata(), 0.5)
    a, b = pair.get_ydata()
    assert 0.25 - a * math.cos(1) + a**2 == pytest.approx(math.sin(1) ** 2)
    assert b == pytest.approx(math.cos(1) - a) and a != b  # the other root
    predicted, true = right.lines[0].get_data()
    assert np.allclose(predicted, true, atol=1e-12)
    assert right.get_title(loc="left") == "from both: R² = 1.000"
