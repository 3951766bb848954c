"""Rounding of positions and angles: against NumPy and exact fractions."""

import math
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from posenc_helpers.precision import rounded

BITS = {"float16": 11, "bfloat16": 8, "float32": 24}


def nearest(value, bits):
    """Round to so many significant bits, halves to even, by exact fractions."""
    if value == 0:
        return 0.0
    exponent = math.frexp(value)[1] - bits
    return float(round(Fraction(value) / Fraction(2) ** exponent) * Fraction(2) ** exponent)


@pytest.mark.parametrize("name", BITS)
@given(st.integers(0, 60_000) | st.floats(2.0**-12, 60_000, width=32))
@settings(max_examples=100)
def test_rounded_is_the_nearest_number_of_the_format(name, value):
    assert rounded(value, name) == nearest(float(value), BITS[name])


def test_what_is_too_large_for_the_format_is_infinite():
    assert rounded([70_000], "float16") == rounded([3.4e38], "bfloat16") == math.inf
