"""Rounding of positions and angles: against NumPy, mpmath and exact fractions."""

import math
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from posenc_helpers import encoding
from posenc_helpers.precision import (
    ROUND_OFF,
    angles_between,
    error_curve,
    exact_encoding,
    rounded,
    rounded_encoding,
)

BITS = {"float16": 11, "bfloat16": 8, "float32": 24, "float64": 53}
few = settings(max_examples=100)


def nearest(value, bits):
    """Round to so many significant bits, halves to even, by exact fractions."""
    if value == 0:
        return 0.0
    exponent = math.frexp(value)[1] - bits
    return float(round(Fraction(value) / Fraction(2) ** exponent) * Fraction(2) ** exponent)


@pytest.mark.parametrize("name", ROUND_OFF)
@given(st.integers(0, 60_000) | st.floats(2.0**-12, 60_000, width=32))
@few
def test_rounded_is_the_nearest_number_of_the_format(name, value):
    assert rounded(value, name) == nearest(float(value), BITS[name])


@pytest.mark.parametrize("name", ROUND_OFF)
def test_round_off_is_half_a_unit_of_the_last_place(name):
    assert ROUND_OFF[name] == 2.0 ** -BITS[name]
    if name != "bfloat16":
        assert np.finfo(name).eps / 2 == ROUND_OFF[name]
    assert rounded(1 + ROUND_OFF[name], name) == 1.0  # halves go to the even neighbour
    assert rounded(1 + 3 * ROUND_OFF[name], name) == 1 + 4 * ROUND_OFF[name]


def test_well_known_positions():
    assert rounded([256, 257, 258, 300, 301], "bfloat16").tolist() == [256, 256, 258, 300, 300]
    assert rounded([2048, 2049, 2050, 65_504], "float16").tolist() == [2048, 2048, 2050, 65_504]
    assert rounded(2**24 + 1, "float32") == 2**24
    assert rounded([70_000, 1e6], "float16").tolist() == [math.inf, math.inf]
    assert rounded(3.4e38, "bfloat16") == math.inf
    assert rounded([[-1.5, 2.0]], "bfloat16").tolist() == [[-1.5, 2.0]]


@pytest.mark.parametrize(
    ("base", "d_model", "positions"),
    [(base, d_model, [0, 1, 77, 12_345, 1_000_000, 100_000_000])
     for base, d_model in ((10_000, 64), (1, 4), (123.456, 6), (1e8, 2))]
    # angles as large as they may be, 30 digits before the point
    + [(base, 4, [int(1e29 * math.sqrt(base))]) for base in (1e-28, 1e-40)],
)  # fmt: skip
def test_exact_values(base, d_model, positions):
    table = exact_encoding(positions, d_model, base)
    with mpmath.workdps(80):
        for row, p in zip(table, positions, strict=True):
            for i in range(d_model // 2):
                angle = p * mpmath.mpf(base) ** (-mpmath.mpf(2 * i) / d_model)
                sine_and_cosine = [float(mpmath.sin(angle)), float(mpmath.cos(angle))]
                assert row[2 * i : 2 * i + 2] == pytest.approx(sine_and_cosine, abs=5e-16)


def test_some_pairs_no_pairs_and_no_positions():
    whole = exact_encoding([5, 99], 16)
    assert np.array_equal(exact_encoding([5, 99], 16, pairs=[1, 6]), whole[:, [2, 3, 12, 13]])
    assert exact_encoding([], 8).shape == rounded_encoding([], 8).shape == (0, 8)
    assert exact_encoding([1, 2], 8, pairs=[]).shape == (2, 0)


@pytest.mark.parametrize("name", ["float16", "float32", "float64"])
def test_a_table_in_few_bits_is_what_numpy_makes_of_it(name):
    kind = np.dtype(name).type
    positions = np.arange(500)
    omega = encoding.angular_frequencies(32).astype(kind)
    angles = positions.astype(kind)[:, None] * omega
    assert angles.dtype == kind
    table = rounded_encoding(positions, 32, precision=name)
    assert np.array_equal(table[:, 0::2], np.sin(angles.astype(float)))
    assert np.array_equal(table[:, 1::2], np.cos(angles.astype(float)))


@pytest.mark.parametrize(
    ("name", "last", "error"),
    [
        ("float32", 512, 2.9e-5), ("float32", 10_000, 7.7e-4), ("float32", 1_000_000, 6.1e-2),
        ("float16", 512, 0.23), ("bfloat16", 512, 1.9),
    ],
)  # fmt: skip
def test_errors_that_were_measured_in_other_programs(name, last, error):
    """Largest error over the thousand rows that end at `last`, d_model 512: known to two digits."""
    positions = np.arange(max(0, last - 999), last + 1)
    exact = encoding.positional_encoding(len(positions), 512, start=int(positions[0]))
    found = np.abs(rounded_encoding(positions, 512, precision=name) - exact).max()
    assert found == pytest.approx(error, rel=0.03)


@pytest.mark.parametrize("name", ROUND_OFF)
def test_the_law(name):
    """The largest error up to p is p·eps within a factor of four, until it reaches 2."""
    positions, errors = error_curve(name, 128, 1e4)
    law = positions * ROUND_OFF[name]
    chosen = (positions >= 30) & (law < 0.5)
    assert chosen.sum() >= 5
    ratio = errors[chosen] / law[chosen]
    assert 0.25 < ratio.min() and ratio.max() < 4
    assert errors.max() <= 2


def test_too_large_for_the_format_is_nan_and_the_curve_ends_there():
    assert np.isnan(rounded_encoding([70_000], 4, precision="float16")[0, :2]).all()
    positions, _ = error_curve("float16", 128, 1e4)
    assert 40_000 < positions[-1] <= 65_519  # beyond that, float16 rounds to infinity
    assert error_curve("float32", 128, 1e4)[0][-1] == 100_000_000


@pytest.mark.parametrize(
    ("positions", "settings", "message"),
    [
        ([0.5], {}, "positions must be whole .* got 0.5"),
        ([1e17], {}, "positions must be whole .* got 1e\\+17"),
        ([1], {"pairs": [4]}, "pair must .* 0 to 3, got 4"),
        ([1], {"d_model": 512, "base": 1e-60}, "base must be nearer .* 50 decimal"),
    ],
)
def test_what_exact_values_need(positions, settings, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        exact_encoding(positions, **{"d_model": 8, **settings})


def test_angles_between_hands():
    angles = np.radians([[0, 30], [10, -10], [0, 180], [350, 10]])
    one, other = (np.stack([np.sin(a), np.cos(a)], axis=1).ravel() for a in angles.T)
    assert angles_between(one, other) == pytest.approx([30, 20, 180, 20])
    assert np.isnan(angles_between([0.0, 1.0], [np.nan, np.nan])).all()


def test_what_is_cached_is_checked_first():
    """True counts as 1.0 among the keys of a cache."""
    error_curve("float32", 8, 1.0, 5, 100)
    with pytest.raises(TypeError, match="^base must be a finite number > 0, got True"):
        error_curve("float32", 8, True, 5, 100)
    curves = [error_curve("float32", 8, base, 5, 100) for base in (np.array(10.0), Fraction(10))]
    assert np.array_equal(*curves)
