"""Rounding of positions and angles: against NumPy and exact fractions."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import posenc_helpers as pe
from posenc_helpers import precision
from posenc_helpers.precision import ROUND_OFF, rounded

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


@pytest.mark.parametrize("name", ["float16", "float32", "float64"])
def test_a_table_in_few_bits_is_what_numpy_makes_of_it(name):
    positions, omega = np.arange(500).astype(name), pe.angular_frequencies(32).astype(name)
    angles = positions[:, None] * omega
    assert angles.dtype == name
    table = precision.rounded_encoding(range(500), 32, precision=name)
    assert np.array_equal(table[:, 0::2], np.sin(angles.astype(float)))
    assert np.array_equal(table[:, 1::2], np.cos(angles.astype(float)))


def test_a_table_of_no_positions_has_no_rows():
    assert precision.rounded_encoding([], 8).shape == (0, 8)


def error(name, positions, d_model):
    """Return the largest error at each of some positions, whose exact angles fit float64."""
    exact = np.concatenate([pe.positional_encoding(1, d_model, start=int(p)) for p in positions])
    return np.abs(precision.rounded_encoding(positions, d_model, precision=name) - exact).max(1)


@pytest.mark.parametrize("name", ["float16", "bfloat16", "float32"])
def test_the_law(name):
    """The largest error up to p is p·eps within a factor of four, until it reaches 2."""
    positions = np.unique(np.geomspace(1, min(0.5 / ROUND_OFF[name], 1e6), 60).round())
    errors = np.maximum.accumulate(error(name, positions, 128))
    ratio = (errors / (positions * ROUND_OFF[name]))[positions >= 30]
    assert ratio.size >= 5 and 0.25 < ratio.min() and ratio.max() < 4


def test_in_a_narrow_table_the_error_is_that_of_the_second_clock():
    """A hundred times as slow as the first, which is exact: a hundredth of the law, and more."""
    positions = np.unique(np.geomspace(1, 2**24 - 1, 60).round())
    assert (error("float32", positions, 4) < 0.015 * positions * ROUND_OFF["float32"]).all()


def test_what_is_too_large_for_the_format_is_nan():
    assert rounded([70_000], "float16") == rounded([3.4e38], "bfloat16") == math.inf
    table = precision.rounded_encoding([65_519, 65_520], 4, precision="float16")
    assert np.isfinite(table[0]).all()  # beyond that, float16 rounds to infinity
    assert np.isnan(table[1, :2]).all()
