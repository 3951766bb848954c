"""Clocks with angles in few bits: the artists against tables and errors computed here."""

import math

import numpy as np
import pytest

from posenc_helpers import encoding
from posenc_helpers.figures import precision as figures
from posenc_helpers.precision import exact_encoding, rounded_encoding


def test_hands_stand_where_the_angles_say():
    drawing = figures.plot_drift(300, "bfloat16")
    true = encoding.positional_encoding(1, 128, start=300)[0]
    off = rounded_encoding([300], 128, precision="bfloat16")[0]
    between = np.linalg.norm((true - off).reshape(-1, 2), axis=1)  # chords
    degrees = np.degrees(2 * np.arcsin(between / 2))[:6]
    assert drawing.angles_off == pytest.approx(degrees, abs=1e-9)
    for line, row in ((drawing.tips, true), (drawing.rounded_tips, off)):
        ends = line.get_xydata() - line.get_xydata().mean(axis=0)
        wanted = 61.333 * row.reshape(-1, 2)[:6]
        gaps = np.diff(ends - wanted, axis=0)  # the centres: all at one height, evenly spaced
        assert gaps[:, 1] == pytest.approx(np.zeros(5), abs=0.05)
        assert gaps[:, 0] == pytest.approx(np.full(5, 880 / 6), abs=0.05)


@pytest.mark.parametrize(
    ("angle", "text"),
    [(0, "0°"), (12.34, "12°"), (0.0312, "0.031°"), (2.2e-15, "0°"), (3.2e-9, "3e-09°"),
     (math.nan, "none")],
)  # fmt: skip
def test_angles_for_people(angle, text):
    assert figures.off_text(angle) == text


def test_the_dot_lies_on_the_error_of_this_position():
    drawing = figures.plot_drift(1_000_000, "float32", 32)
    exact = exact_encoding([1_000_000], 32)
    error = np.abs(rounded_encoding([1_000_000], 32) - exact).max()
    assert drawing.dot.get_xydata().tolist() == [[1_000_000, error]]
    assert drawing.law.get_ydata()[0] == 2.0**-24
    assert np.isnan(figures.plot_drift(1_000_000, "float16").dot.get_ydata()).all()
