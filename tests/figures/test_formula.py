"""The microscope: every step to a number, its clock and its wave, against the formula."""

import math
import re

import numpy as np
import pytest

import posenc_helpers as pe
from tests.figures.cases import seen

CELLS = [  # position, column, d_model, base, seq_len
    (8, 2, 6, 1e4, 10), (3, 5, 6, 1e4, 30), (3, 2, 4, 1e2, 30), (0, 0, 2, 9, 1),
    (700, 301, 1024, 1e4, 1_000), (7, 1, 8, 1, 30),
]  # fmt: skip


def numbers(text):
    """Return the numbers that a text contains."""
    found = re.findall(r"[−-]?\d[\d,]*\.?\d*(?:e[+-]?\d+)?", text.replace("⁻", ""))
    return [float(number.replace(",", "").replace("−", "-")) for number in found]


def points_of(lines):
    """Return the points of a curve in pieces, each of which ends where the next begins."""
    pieces = lines.get_segments()
    return np.concatenate([*(piece[:-1] for piece in pieces[:-1]), pieces[-1]])


@pytest.mark.parametrize("cell", CELLS)
def test_the_steps(cell):
    (position, column, d_model, base, _), drawing = cell, seen(pe.plot_microscope, *cell)
    lines, pair = [text.get_text() for text in drawing.steps], column // 2
    exponent = 2 * pair / d_model
    omega = base**-exponent
    angle = omega * position
    name, value = (("sin", math.sin(angle)), ("cos", math.cos(angle)))[column % 2]
    assert numbers(lines[0]) == [column, pair] and lines[0].endswith(name)
    assert numbers(lines[1])[-3:] == [2 * pair, d_model, pytest.approx(exponent, rel=1e-3)]
    last = [numbers(line)[-1] for line in lines[2:]]
    assert last[:3] == pytest.approx([omega, angle, angle / math.tau], rel=1e-3)
    assert last[3] == pytest.approx(value, abs=5.1e-5)
    title = drawing.title.get_text()
    assert numbers(title) == [pair, position, last[3]]
    assert title.startswith(("The sine of pair", "The cosine of pair")[column % 2])


@pytest.mark.parametrize("cell", CELLS)
def test_clock_and_wave(cell):
    (position, column, d_model, base, seq_len), drawing = cell, seen(pe.plot_microscope, *cell)
    omega = base ** (-2 * (column // 2) / d_model)
    tip = x, y = math.sin(omega * position), math.cos(omega * position)
    assert np.allclose(drawing.hand.get_xydata(), [(0, 0), tip], atol=1e-12)
    sine, cosine = (shadow.get_xydata() for shadow in drawing.shadows)
    assert np.allclose([sine[:, 0], cosine[:, 1]], [[0, x], [0, y]], atol=1e-12)
    arc = drawing.arc.get_xydata()  # starts at 12, as long as the angle within the turn
    length = np.hypot(*np.diff(arc, axis=0).T).sum() / np.hypot(*arc[0])
    assert length == pytest.approx(omega * position % math.tau, rel=1e-3)
    for curve, wave in zip(drawing.curves, (np.sin, np.cos), strict=True):
        smooth, heights = curve.get_data()
        assert np.allclose(heights, wave(omega * smooth), atol=1e-9)
    p, values = drawing.samples.get_data()
    assert np.allclose(values, pe.positional_encoding(seq_len, d_model, base)[p, column], atol=1e-9)
    assert position in p and 0 <= min(p) <= max(p) < seq_len and len(p) == min(seq_len, 65)
    assert np.allclose(drawing.wave_dot.get_xydata(), [[position, tip[column % 2]]], atol=1e-9)
