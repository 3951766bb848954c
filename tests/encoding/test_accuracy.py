"""The error that the docstring of `positional_encoding` promises, held against mpmath.

mpmath computes with 200 bits: 34 for the integer part of the largest angle, 60 to find the last
bit of a float64, and plenty to spare.
"""

import mpmath
import numpy as np
import pytest

import posenc_helpers as pe

U = 2.0**-53
SPREAD = (0, 1, 2, 17, 62, 63)  # rows of each window that are compared
WINDOWS = (0, 64, 1000, 4321, 10**5, 10**6 - 63, 10**9, -77, -(10**6), -(10**9), 2**35 - 64)


def sampled_pairs(d_model):
    """Return the two fastest and the slowest clocks, and some between."""
    pairs = d_model // 2
    between = np.linspace(0, pairs - 1, 12).astype(int)
    return sorted({0, min(1, pairs - 1), pairs - 1, *between.tolist()})


def exact_pair(position, frequency):
    with mpmath.workprec(200):
        angle = frequency * position
        return mpmath.sin(angle), mpmath.cos(angle)


def exact_frequency(i, d_model, base):
    with mpmath.workprec(200):
        return mpmath.mpf(base) ** (-mpmath.mpf(2 * i) / d_model)


def largest_excess(table, start, frequencies, slope, constant):
    """Return the largest error divided by |p| * slope + constant, over sampled cells."""
    worst = 0.0
    for row in SPREAD:
        position = start + row
        allowed = abs(position) * slope + constant
        for i, frequency in frequencies.items():
            cells = table[row, 2 * i], table[row, 2 * i + 1]
            for cell, exact in zip(cells, exact_pair(position, frequency), strict=True):
                worst = max(worst, float(abs(mpmath.mpf(float(cell)) - exact)) / allowed)
    return worst


@pytest.mark.parametrize("base", [1.0, 1.5, 1e2, 1e4, 1e8])
@pytest.mark.parametrize("d_model", [2, 18, 64, 300, 512, 1024])
def test_error_grows_as_position_times_unit_and_no_faster(d_model, base):
    exact = {i: exact_frequency(i, d_model, base) for i in sampled_pairs(d_model)}
    for start in WINDOWS:
        table = pe.positional_encoding(64, d_model, base, start=start)
        assert largest_excess(table, start, exact, U, 1e-15) <= 1


@pytest.mark.parametrize(("d_model", "base"), [(18, 1.5), (300, 1e4), (512, 1e4), (1024, 1e8)])
def test_all_of_the_growth_is_the_rounding_of_the_frequencies(d_model, base):
    """With the frequencies as rounded, the error stays at 1e-15: angles are not rounded.

    The small slope is the fine part of omega, a 2**-23rd at most, rounded when multiplied by p.
    """
    rounded = pe.angular_frequencies(d_model, base)
    given = {i: mpmath.mpf(float(rounded[i])) for i in sampled_pairs(d_model)}
    for start in WINDOWS:
        table = pe.positional_encoding(64, d_model, base, start=start)
        assert largest_excess(table, start, given, U / 2**23, 1e-15) <= 1


@pytest.mark.parametrize("base", [1.5, 2.0, 7.3, 1e2, 1e4, 1e8, 1e300])
@pytest.mark.parametrize("d_model", [18, 300, 1024])
def test_frequencies_are_within_one_unit(d_model, base):
    frequencies = pe.angular_frequencies(d_model, base)
    for i, frequency in enumerate(frequencies.tolist()):
        error = float(abs(mpmath.mpf(frequency) - exact_frequency(i, d_model, base)))
        assert error <= 0.9 * U


def test_long_table_at_its_far_end():
    """Not a window of its own, but the last rows of one table of a million positions."""
    table = pe.positional_encoding(10**6, 6)
    exact = {i: exact_frequency(i, 6, 1e4) for i in range(3)}
    for start in (10**6 - 64, 654_321, 5_000):
        assert largest_excess(table[start:], start, exact, U, 1e-15) <= 1


@pytest.mark.parametrize(("dtype", "half_ulp"), [(np.float32, 2.0**-25), (np.float16, 2.0**-12)])
def test_low_precision_is_rounded_after_the_angle_not_before(dtype, half_ulp):
    start = 10**6
    table = pe.positional_encoding(64, 512, start=start, dtype=dtype)
    exact = {i: exact_frequency(i, 512, 1e4) for i in sampled_pairs(512)}
    assert largest_excess(table, start, exact, U, half_ulp) <= 1


@pytest.mark.parametrize("offset", [0.5, 1, 4321, -1e6, 12345.678, 2.0**35])
def test_shift_matrix_and_similarity(offset):
    d_model = 18
    exact = [exact_pair(mpmath.mpf(offset), exact_frequency(i, 18, 1e4)) for i in range(9)]
    matrix = pe.shift_matrix(offset, d_model)
    for i, (sine, cosine) in enumerate(exact):
        error = max(abs(matrix[2 * i, 2 * i + 1] - sine), abs(matrix[2 * i, 2 * i] - cosine))
        assert float(error) <= 2 * abs(offset) * U + 1e-15
    start = 100
    row = pe.positional_encoding(1, d_model, start=start)[0]
    moved = pe.shift_encoding(row, offset).reshape(9, 2)
    for i, (sine, cosine) in enumerate(moved):
        there = exact_pair(start + mpmath.mpf(offset), exact_frequency(i, 18, 1e4))
        error = max(abs(sine - there[0]), abs(cosine - there[1]))
        assert float(error) <= (start + 2 * abs(offset)) * U + 2e-15
    mean = sum(cosine for _, cosine in exact) / 9
    error = abs(pe.similarity(offset, d_model) - mean)
    assert float(error) <= 2 * abs(offset) * U + 2e-15
