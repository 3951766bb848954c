"""Rounding of positions and angles: against NumPy, mpmath and exact fractions."""

import math
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import posenc_helpers as pe
from posenc_helpers import precision
from posenc_helpers.precision import ROUND_OFF, angles_between, error_curve, rounded

BITS = {"float16": 11, "bfloat16": 8, "float32": 24, "float64": 53}


def nearest(value, bits):
    """Round to so many significant bits, halves to even, by exact fractions."""
    if value == 0:
        return 0.0
    exponent = math.frexp(value)[1] - bits
    return float(round(Fraction(value) / Fraction(2) ** exponent) * Fraction(2) ** exponent)


@pytest.mark.parametrize("name", ROUND_OFF)
@given(st.integers(0, 60_000) | st.floats(2.0**-12, 60_000, width=32))
@settings(max_examples=100)
def test_rounded_is_the_nearest_number_of_the_format(name, value):
    assert rounded(value, name) == nearest(float(value), BITS[name])


@pytest.mark.parametrize("name", ROUND_OFF)
def test_round_off_is_half_a_unit_of_the_last_place(name):
    unit = ROUND_OFF[name]
    assert unit == 2.0 ** -BITS[name]
    assert name == "bfloat16" or np.finfo(name).eps / 2 == unit
    assert rounded(1 + unit, name) == 1.0  # halves go to the even neighbour
    assert rounded(1 + 3 * unit, name) == 1 + 4 * unit


def test_well_known_positions():
    assert rounded([[256, 257], [300, 301]], "bfloat16").tolist() == [[256, 256], [300, 300]]
    assert rounded([2049, 65_504, 70_000], "float16").tolist() == [2048, 65_504, math.inf]
    assert rounded([2**24 + 1], "float32").tolist() == [2**24]
    assert rounded([-1.5, 3.4e38], "bfloat16").tolist() == [-1.5, math.inf]


@pytest.mark.parametrize(
    ("base", "d_model", "positions"),
    [(base, d_model, [0, 1, 77, 12_345, 1_000_000, 100_000_000])
     for base, d_model in ((10_000, 64), (1, 4), (123.456, 6), (1e8, 2))]
    # angles as large as they may be, 30 digits before the point
    + [(base, 4, [int(1e29 * math.sqrt(base))]) for base in (1e-28, 1e-40)],
)  # fmt: skip
def test_exact_values(base, d_model, positions):
    table = precision.exact_encoding(positions, d_model, base)
    with mpmath.workdps(80):
        for row, p in zip(table, positions, strict=True):
            for i in range(d_model // 2):
                angle = p * mpmath.mpf(base) ** (-mpmath.mpf(2 * i) / d_model)
                sine_and_cosine = [float(mpmath.sin(angle)), float(mpmath.cos(angle))]
                assert row[2 * i : 2 * i + 2] == pytest.approx(sine_and_cosine, abs=5e-16)


def test_some_pairs_no_pairs_and_no_positions():
    some = precision.exact_encoding([5, 99], 16, pairs=[1, 6])
    whole = precision.exact_encoding([5, 99], 16)
    assert np.array_equal(some, whole[:, [2, 3, 12, 13]])
    assert precision.exact_encoding([1, 2], 8, pairs=[]).shape == (2, 0)
    for encode in (precision.exact_encoding, precision.rounded_encoding):
        assert encode([], 8).shape == (0, 8)


@pytest.mark.parametrize("name", ["float16", "float32", "float64"])
def test_a_table_in_few_bits_is_what_numpy_makes_of_it(name):
    positions, omega = np.arange(500).astype(name), pe.angular_frequencies(32).astype(name)
    angles = positions[:, None] * omega
    assert angles.dtype == name
    table = precision.rounded_encoding(range(500), 32, precision=name)
    assert np.array_equal(table[:, 0::2], np.sin(angles.astype(float)))
    assert np.array_equal(table[:, 1::2], np.cos(angles.astype(float)))


@pytest.mark.parametrize(
    ("name", "last", "error"),
    [("float32", 512, 2.9e-5), ("float32", 10_000, 7.7e-4), ("float32", 1_000_000, 6.1e-2),
     ("float16", 512, 0.23), ("bfloat16", 512, 1.9)],
)  # fmt: skip
def test_errors_that_were_measured_in_other_programs(name, last, error):
    """Largest error over the thousand rows that end at `last`, d_model 512: known to two digits."""
    positions = np.arange(max(0, last - 999), last + 1)
    exact = pe.positional_encoding(len(positions), 512, start=int(positions[0]))
    found = np.abs(precision.rounded_encoding(positions, 512, precision=name) - exact).max()
    assert found == pytest.approx(error, rel=0.03)


@pytest.mark.parametrize("name", ROUND_OFF)
def test_the_law(name):
    """The largest error up to p is p·eps within a factor of four, until it reaches 2."""
    positions, errors = error_curve(name, 128, 1e4)
    law = positions * ROUND_OFF[name]
    ratio = (errors / law)[(positions >= 30) & (law < 0.5)]
    assert ratio.size >= 5 and 0.25 < ratio.min() and ratio.max() < 4
    assert errors.max() <= 2


def test_too_large_for_the_format_is_nan_and_the_curve_ends_there():
    assert np.isnan(precision.rounded_encoding([7e4], 4, precision="float16")[0, :2]).all()
    ends = [error_curve(name, 128, 1e4)[0][-1] for name in ("float16", "float32")]
    assert 40_000 < ends[0] <= 65_519  # beyond that, float16 rounds to infinity
    assert ends[1] == 100_000_000


def test_exact_values_need_a_base_of_which_some_digits_are_left():
    with pytest.raises(ValueError, match="^base must be nearer .* 50 decimal"):
        precision.exact_encoding([1], 512, 1e-60)


def test_angles_between_hands():
    angles = np.radians([[0, 30], [10, -10], [0, 180], [350, 10]])
    one, other = (np.stack([np.sin(a), np.cos(a)], axis=1).ravel() for a in angles.T)
    assert angles_between(one, other) == pytest.approx([30, 20, 180, 20])
    assert np.isnan(angles_between([0.0, 1.0], [np.nan, np.nan])).all()
