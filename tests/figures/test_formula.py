"""The microscope's steps against the formula, and the curves of the static figures."""

import math
import re

import numpy as np
import pytest

import posenc_helpers as pe
from posenc_helpers.figures import look
from posenc_helpers.wording import rounded
from tests.figures.cases import ROBOT, drawn, seen


def numbers(text):
    """Return the numbers that a text contains."""
    found = re.findall(r"[−-]?\d[\d,]*\.?\d*(?:e[+-]?\d+)?", text.replace("⁻", ""))
    return [float(number.replace(",", "").replace("−", "-")) for number in found]


def points_of(lines):
    """Return the points of a curve in pieces, each of which ends where the next begins."""
    pieces = lines.get_segments()
    return np.concatenate([*(piece[:-1] for piece in pieces[:-1]), pieces[-1]])


# ------------------------------------------------------------------------------- the microscope


@pytest.mark.parametrize(
    ("position", "column", "d_model", "base"),
    [(8, 2, 6, 1e4), (3, 5, 6, 1e4), (3, 2, 4, 1e2), (0, 0, 2, 9), (20, 17, 64, 1e4), (7, 1, 8, 1)],
)  # fmt: skip
def test_the_steps(position, column, d_model, base):
    drawing = seen(pe.plot_microscope, position, column, d_model, base, seq_len=30)
    lines = [text.get_text() for text in drawing.steps]
    pair = column // 2
    exponent = 2 * pair / d_model
    omega = base**-exponent
    angle = omega * position
    name, value = (("sin", math.sin(angle)), ("cos", math.cos(angle)))[column % 2]
    assert numbers(lines[0]) == [column, pair]
    assert lines[0].endswith(name)
    assert numbers(lines[1])[-3:] == [2 * pair, d_model, pytest.approx(exponent, rel=1e-3)]
    assert numbers(lines[2])[-1] == pytest.approx(omega, rel=1e-3)
    assert numbers(lines[3])[-1] == pytest.approx(angle, rel=1e-3)
    assert numbers(lines[4])[-1] == pytest.approx(angle / math.tau, rel=1e-3)
    assert lines[5].startswith(f"{name}(angle) = ")
    place, _, found = drawing.title.get_text().partition(": ")
    assert numbers(place) == [position, column]
    assert numbers(found) == [pytest.approx(value, abs=0.0051), pair]
    assert ("the sine", "the cosine")[column % 2] in found
    assert numbers(lines[5])[-1] == pytest.approx(value, abs=5.1e-5)


@pytest.mark.parametrize(("position", "column"), [(8, 2), (8, 3), (0, 0), (9, 1), (7, 0)])
def test_the_clock(position, column):
    drawing = seen(pe.plot_microscope, position, column)
    angle = position * 10_000 ** (-2 * (column // 2) / 6)
    x, y = math.sin(angle), math.cos(angle)
    assert np.allclose(drawing.hand.get_xydata(), [(0, 0), (x, y)], atol=1e-14)
    assert np.allclose(drawing.tip.get_xydata(), [(x, y)], atol=1e-14)
    sine, cosine = (shadow.get_xydata() for shadow in drawing.shadows)
    assert sine[:, 0] == pytest.approx([0, x], abs=1e-14) and np.ptp(sine[:, 1]) == 0
    assert cosine[:, 1] == pytest.approx([0, y], abs=1e-14) and np.ptp(cosine[:, 0]) == 0
    assert [*map(tuple, drawing.drop.get_xydata()[[0, 2]])] == [tuple(sine[1]), tuple(cosine[1])]
    colour = look.speed(2 * np.pi * 10_000 ** (2 * (column // 2) / 6))
    for lines in (drawing.curves, drawing.shadows):
        assert [line.get_linewidth() for line in lines] == [look.SINE_WIDTH, look.COSINE_WIDTH]
        assert all(line.get_color() == pytest.approx(colour) for line in lines)
    assert drawing.hand.get_color() == pytest.approx(colour)
    assert drawing.clock_ax.get_aspect() == 1
    arc = drawing.arc.get_xydata()  # starts at 12, as long as the angle within the turn
    assert np.allclose(arc[0], [0, np.hypot(*arc[0])])
    length = np.hypot(*np.diff(arc, axis=0).T).sum() / np.hypot(*arc[0])
    assert length == pytest.approx(angle % math.tau, rel=1e-3)


@pytest.mark.parametrize(
    ("cell", "size"), [((8, 2), (1, 1)), ((3, 5), (1, 1)), ((500, 301, 1024), (20.48, 20))]
)
def test_the_outlined_cell_is_enlarged_where_it_is_too_small_to_see(cell, size):
    seq_len = 10 if cell[0] < 10 else 1_000
    for line in seen(pe.plot_microscope, *cell, seq_len=seq_len).outline:
        path = line.get_xydata()
        assert (path.min(axis=0) + path.max(axis=0)).tolist() == [2 * cell[1], 2 * cell[0]]
        assert np.ptp(path, axis=0) == pytest.approx(size)


@pytest.mark.parametrize(
    ("position", "column", "seq_len"), [(8, 2, 10), (700, 3, 1_000), (0, 1, 1)]
)
def test_the_wave(position, column, seq_len):
    drawing = seen(pe.plot_microscope, position, column, 6, 1e4, seq_len)
    p, values = drawing.samples.get_data()
    table = pe.positional_encoding(seq_len, 6)
    assert np.allclose(values, table[p, column], atol=1e-12)
    assert position in p
    assert 0 <= min(p) <= max(p) < seq_len
    assert len(p) == min(seq_len, 65)
    for curve, function in zip(drawing.curves, (np.sin, np.cos), strict=True):
        smooth, heights = curve.get_data()
        angles = 10_000 ** (-2 * (column // 2) / 6) * smooth
        assert np.allclose(heights, function(angles), atol=1e-12)
    assert drawing.wave_dot.get_xydata() == pytest.approx(
        np.array([[position, table[position, column]]]), abs=1e-12
    )
    assert set(drawing.wave_line.get_xdata()) == {position}
    left, right = drawing.wave_ax.get_xlim()
    assert left < min(p) <= max(p) < right


# --------------------------------------------------------------------------- curves and tables


def test_columns_are_waves_of_the_table():
    table = pe.positional_encoding(100, 128)
    for ax, column in zip(drawn("columns").figure.axes, (0, 1, 20), strict=True):
        line = ax.lines[-1]
        assert np.array_equal(line.get_xdata(), np.arange(100))
        assert np.allclose(line.get_ydata(), table[:, column], rtol=0, atol=1e-12)
        length = pe.wavelengths(128)[column // 2]
        assert ax.get_title(loc="left") == f"j={column}, λ={rounded(length)}"
        assert line.get_color() == pytest.approx(look.speed(length))


@pytest.mark.parametrize(("d_model", "base"), [(512, 1e4), (64, 1e2), (32, 1.0)])
def test_chirps_are_rows_of_the_table(d_model, base):
    positions = (1, 10, 100)
    drawing = seen(pe.plot_chirps, positions, d_model, base)
    for ax, p in zip(drawing.figure.axes, positions, strict=True):
        pairs, values = points_of(ax.collections[-1]).T
        assert np.array_equal(pairs, np.arange(d_model // 2))
        row = pe.positional_encoding(1, d_model, base, start=p)[0, 0::2]
        assert np.allclose(values, row, atol=1e-12)
        changes = sum(one * other < 0 for one, other in zip(row, row[1:], strict=False))
        assert f"position {p}: {changes}" in drawing.text


def test_sines_have_the_marked_wavelength():
    for ax, turns in zip(drawn("sines").figure.axes, (1, 2, 0.5), strict=True):
        p, values = ax.lines[-1].get_data()
        assert np.allclose(values, np.sin(2 * np.pi * p * turns / 10), atol=1e-12)
        (omega,) = numbers(ax.get_title(loc="left"))
        assert omega == pytest.approx(2 * np.pi * turns / 10, abs=5e-4)
        arrow, label = ax.texts
        assert (arrow.xy[0], arrow.xyann[0]) in ((0, 10 / turns), (10 / turns, 0))
        assert numbers(label.get_text()) == [10 / turns]


def test_words_and_positions_add_up():
    total = pe.word_vectors(ROBOT, 4) + pe.positional_encoding(4, 4, base=100)
    words, *others = drawn("sum").figure.axes[:3]
    titles = [ax.get_title(loc="left") for ax in (words, *others)]
    assert titles == ["word embeddings", "positional encoding", "input"]
    assert [label.get_text() for label in words.get_yticklabels()] == ROBOT
    size, ends = numbers(drawn("sum").text)[:2], numbers(drawn("sum").text)[-2:]
    assert (size, ends) == ([4, 4], pytest.approx([total.min(), total.max()], abs=0.01))
