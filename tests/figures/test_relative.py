"""A shift: the arc between the hands, the matrix and its product, against the formula."""

import math

import numpy as np
import pytest
from hypothesis import strategies as st

from tests.figures.reading import at_random, codes, each, reads, says, speeds

TURNS = 12  # an arc of more is drawn in part


def hand(angle):
    return math.sin(angle), math.cos(angle)


def check_arcs(line, pair, arcs, starts, paths):
    """The line says the first arc; each leads from hand to hand, and round as often as it says."""
    part = ", drawn in part" if max(map(abs, arcs)) > TURNS * math.tau else ""
    says(line, f"Whatever p is, the arc of pair {{}} is {{}}°{part}", pair, math.degrees(arcs[0]))
    for angle, start, (x, y) in zip(arcs, starts, paths, strict=True):
        end = np.flatnonzero(np.isnan([*x, math.nan]))[0]  # then its head
        ends = np.stack([x, y])[:, [0, end - 1]] / np.hypot(x, y)[[0, end - 1]]
        assert ends.T == pytest.approx(np.array([hand(start), hand(start + angle)]), abs=1e-6)
        steps = (np.diff(np.arctan2(x[:end], y[:end])) + np.pi) % math.tau - np.pi
        assert steps.sum() == pytest.approx(angle, abs=1e-6) or abs(angle) > TURNS * math.tau


@at_random(
    "plot_shift", {"shift": -3, "pair": 0}, {"shift": 44, "pair": 0}, {"shift": 10**6, "pair": 0},
    {"pair": 255, "d_model": 512, "base": 1e8, "shift": 1}, count=50,
)  # fmt: skip
def test_a_shift_turns_every_hand(drawing, position, shift, pair, d_model, base, seq_len):
    omega, ends, tokens = speeds(d_model, base), (position, position + shift), abs(shift)
    angle, at, pairs = omega[pair] * shift, [omega[pair] * end for end in ends], len(omega)
    check_arcs(drawing.heading.get_text(), pair, [angle], at[:1], [drawing.arc.get_data()])
    for line, tip, end in zip(drawing.hands, drawing.tips, at, strict=True):
        assert line.get_xydata() == pytest.approx(np.array([(0, 0), hand(end)]), abs=1e-7)
        assert tip.get_xydata()[0] == pytest.approx(hand(end), abs=1e-7)
    sine, cosine = hand(angle)
    gap = drawing.text.rsplit("by ", 1)[1][:-1]
    assert gap == "less than 10⁻¹²" or 1e-12 < float(gap) < 1e-15 * (tokens + max(ends) + 9)
    back, way = " back" * (shift < 0), [" anticlockwise", "", " clockwise"][np.sign(shift) + 1]
    dials = np.degrees(np.mod(at, math.tau))
    block = " ".join(word for text in drawing.numbers for word in text.get_text().split())
    arc, minus_sine = math.degrees(angle), -sine
    arcs = abs(arc), abs(angle) / math.tau
    reads("shift", drawing, locals())
    left, right, *_ = drawing.matrix.image.get_extent()
    first, last = round(left + 0.5), round(right + 0.5)
    assert first <= 2 * pair < last <= d_model and last - first == min(16, d_model)
    matrix = np.zeros((d_model, d_model))
    for i, speed in enumerate(omega):
        s, c = hand(speed * shift)
        matrix[2 * i : 2 * i + 2, 2 * i : 2 * i + 2] = [(c, s), (-s, c)]
    assert drawing.matrix.values == pytest.approx(matrix[first:last, first:last], abs=1e-7)
    here, there = codes(ends, d_model, base)
    for vector, row in zip(drawing.vectors, (here, there, there), strict=True):
        assert vector.values[:, 0] == pytest.approx(row[first:last], abs=1e-7)
    frame = drawing.outlines[1].get_xydata()[:5]
    assert (frame.min(), frame.max()) == (2 * pair - 0.5, 2 * pair + 1.5)
    for values in (drawing.predicted.get_ydata(), drawing.true.get_offsets()[:, 1]):
        assert values == pytest.approx(there, abs=1e-7)


CORNER = {"shift": -(10**6), "positions": [10**6] * 5, "pairs": [0, 0, 1], "d_model": 4}


@at_random("plot_shift_on_clocks", CORNER, count=6, base=st.sampled_from([1.0, 100.0, 1e4, 1e8]))
def test_the_arc_is_the_same_at_every_position(drawing, shift, positions, pairs, d_model, base):
    omega, count, tokens = speeds(d_model, base)[pairs], len(pairs), abs(shift)
    starts = [speed * p for speed in omega for p in positions]
    arcs = [speed * shift for speed in omega]
    paths = [ax.lines[2].get_data() for ax in drawing.figure.axes]
    line, repeated = drawing.figure.artists[0].get_text(), np.repeat(arcs, len(positions))
    check_arcs(line, pairs[0], repeated, starts, paths)
    sign, places = "−" if shift < 0 else "+", each("{positions[#]}", len(positions))
    turned = np.degrees(arcs)
    listed = each("{turned[#]}° for pair {pairs[#]}", count)
    labels = [text.get_text() for text in drawing.figure.texts]
    each_label = each("pair {pairs[#]} | arc | {turned[#]}°", count, " | ")
    reads("shift_on_clocks", drawing, locals())
