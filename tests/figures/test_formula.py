"""The microscope: every step to a number, its clock and its wave, against the formula."""

import itertools
import math

import numpy as np
import pytest

from tests.figures.reading import at_random, each, reads, speeds

WAVES = ("sin", "sine", math.sin), ("cos", "cosine", math.cos)
END = {"position": 999_999, "column": 1_023, "d_model": 1_024, "seq_len": 1_000_000}


@at_random("plot_microscope", {}, {"position": 355, "column": 0, "seq_len": 1_000}, END, count=40)
def test_every_step_to_a_number(drawing, position, column, d_model, base, seq_len):
    pair, (short, name, wave) = column // 2, WAVES[column % 2]
    omega, exponent = base ** (-2 * pair / d_model), 2 * pair / d_model
    angle, value = omega * position, wave(omega * position)
    x, y = tip = math.sin(angle), math.cos(angle)
    table = drawing.name.get_text()
    means = seq_len > 372 or d_model > 292
    assert table == ("the table: each pixel is a mean" if means else "the table")
    steps = [text.get_text() for text in drawing.steps]
    also, both = f" T{table[1:]}." * means, (2 * pair, 2 * pair + 1)
    length, turns = math.tau / omega, angle / math.tau
    reads("microscope", drawing, locals())
    assert drawing.hand.get_xydata() == pytest.approx(np.array([(0, 0), tip]), abs=1e-9)
    sine, cosine = (shadow.get_xydata() for shadow in drawing.shadows)
    assert np.allclose([sine[:, 0], cosine[:, 1]], [[0, x], [0, y]], atol=1e-9)
    arc = drawing.arc.get_xydata()  # starts at 12, as long as the angle within the turn
    length = np.hypot(*np.diff(arc, axis=0).T).sum() / np.hypot(*arc[0])
    assert length == pytest.approx(angle % math.tau, rel=1e-3, abs=1e-6)
    p, values = drawing.samples.get_data()
    curves = [curve.get_data() for curve in drawing.curves]
    for heights, function, places in (
        (curves[0][1], math.sin, curves[0][0]), (curves[1][1], math.cos, curves[1][0]),
        (values, wave, p), (drawing.wave_dot.get_ydata(), wave, [position]),
    ):  # fmt: skip
        assert heights == pytest.approx([function(omega * one) for one in places], abs=1e-9)
    assert position in p and 0 <= min(p) <= max(p) < seq_len and len(p) >= min(seq_len, 64)


@at_random("plot_columns", count=8)
def test_columns_are_waves(drawing, columns, seq_len, d_model, base):
    omega = speeds(d_model, base)
    for ax, j in zip(drawing.figure.axes, columns, strict=True):
        wave = [WAVES[j % 2][2](omega[j // 2] * p) for p in range(seq_len)]
        assert ax.lines[-1].get_ydata() == pytest.approx(wave, abs=1e-9)
    lengths = [math.tau / omega[j // 2] for j in columns]
    listed = each("column {columns[#]}: {lengths[#]} tokens", len(columns))
    title = "j={columns[#]}, λ={lengths[#]:label}"
    each_title = each(title, len(columns), " | ")
    reads("columns", drawing, locals())


DEFAULT, FAR = {"positions": [1, 100]}, {"positions": [10**9], "base": 1.0}


@at_random("plot_chirps", DEFAULT, FAR, {"positions": [5], "d_model": 2}, count=8)
def test_chirps_fall_silent_or_no_word_is_said_of_it(drawing, positions, d_model, base):
    omega, pairs, changes = speeds(d_model, base), d_model // 2, []
    for p in positions:
        signs = [sine > 0 for speed in omega if (sine := math.sin(speed * p))]
        changes.append(sum(one != other for one, other in itertools.pairwise(signs)))
    silent = min(positions) > 0 and max(positions) * omega[-1] < 0.1 and omega[0] > omega[-1]
    line = "slow down and fall silent" if silent else "of all pairs"
    fall = ": each falls silent toward the slow pairs" if silent else ""
    each_title = each("p = {positions[#]}", len(positions), " | ")
    listed = each("position {positions[#]}: {changes[#]}", len(positions))
    reads("chirps", drawing, locals())


@at_random("plot_sines", count=8)
def test_sines_of_these_wavelengths(drawing, turns_per_ten_tokens):
    lengths, count = [10 / turns for turns in turns_per_ten_tokens], len(turns_per_ten_tokens)
    omegas = [math.tau / length for length in lengths]
    for ax, length in zip(drawing.figure.axes, lengths, strict=True):
        p, values = ax.lines[-1].get_data()
        assert values == pytest.approx(np.sin(math.tau / length * p), abs=1e-9)
        assert np.diff(p).max() < length / 20
    labels = [ax.texts[-1].get_text() for ax in drawing.figure.axes]
    each_title = each("ω = {omegas[#]} rad/token", count, " | ")
    each_label = each("λ = {lengths[#]}", count, " | ")
    listed = each("omega {omegas[#]}, wavelength {lengths[#]}", count, "; ")
    reads("sines", drawing, locals())
