"""The error bound in the docstring of `positional_encoding`, tested against mpmath.

mpmath computes with 200 bits: 34 for the integer part of the largest angle, 60 to find the last
bit of a float64, and plenty to spare.
"""

import mpmath
import numpy as np
import pytest

import posenc_helpers as pe

U = 2.0**-53
WINDOWS = (0, 64, 1000, 4321, 10**5, 10**6 - 63, 10**9, -77, -(10**6), -(10**9), 2**35 - 64)


def exact_frequency(i, d_model, base):
    with mpmath.workprec(200):
        return mpmath.mpf(base) ** (-mpmath.mpf(2 * i) / d_model)


def exact_frequencies(d_model, base):
    """Return the frequencies of the two fastest clocks, the slowest, and some between."""
    pairs = d_model // 2
    sampled = {0, min(1, pairs - 1), *np.linspace(0, pairs - 1, 12).astype(int).tolist()}
    return {i: exact_frequency(i, d_model, base) for i in sampled}


def exact_pair(position, frequency):
    with mpmath.workprec(200):
        angle = frequency * position
        return mpmath.sin(angle), mpmath.cos(angle)


def assert_within_the_bound(table, start, frequencies, fastest):
    """Assert that sampled cells are off by at most |p| * 2**-52 * fastest + 2**-50."""
    rows = np.unique(np.linspace(0, len(table) - 1, 6).astype(int)).tolist()
    for row in rows:
        allowed = abs(start + row) * 2 * U * fastest + 2.0**-50
        for i, frequency in frequencies.items():
            exact = exact_pair(start + row, frequency)
            for cell, value in zip(table[row, 2 * i : 2 * i + 2], exact, strict=True):
                assert abs(mpmath.mpf(float(cell)) - value) <= allowed


@pytest.mark.parametrize("base", [0.3, 1.0, 1.5, 1e2, 1e4, 1e8])
@pytest.mark.parametrize("d_model", [2, 18, 64, 300, 512, 1024])
def test_error_is_within_the_bound_of_the_docstring(d_model, base):
    exact = exact_frequencies(d_model, base)
    for start in WINDOWS:
        table = pe.positional_encoding(145, d_model, base, start=start)
        assert_within_the_bound(table, start, exact, fastest=max(1, 1 / base))


def test_the_examples_of_the_docstring():
    for position, allowed in ((10**6, "2.3e-10"), (10**9, "2.3e-7")):
        assert f"{allowed}" in pe.positional_encoding.__doc__
        assert position * 2.0**-52 + 2.0**-50 <= float(allowed)


@pytest.mark.parametrize("base", [1.5, 2.0, 7.3, 1e2, 1e4, 1e8, 1e300])
@pytest.mark.parametrize("d_model", [18, 300, 1024])
def test_frequencies_are_within_one_unit(d_model, base):
    frequencies = pe.angular_frequencies(d_model, base)
    for i, frequency in enumerate(frequencies.tolist()):
        error = float(abs(mpmath.mpf(frequency) - exact_frequency(i, d_model, base)))
        assert error <= 0.9 * U


@pytest.mark.parametrize("base", [1e2, 1e4])
@pytest.mark.parametrize("offset", [0.5, 1, 4321, -1e6, 12345.678, 2.0**35])
def test_shift_matrix_and_similarity(offset, base):
    """Shifts and similarity are within rounding of the formula in 200 bits."""
    frequencies = [exact_frequency(i, 18, base) for i in range(9)]
    exact = [exact_pair(mpmath.mpf(offset), omega) for omega in frequencies]
    matrix = pe.shift_matrix(offset, 18, base).reshape(9, 2, 9, 2)
    allowed = 2 * abs(offset) * U + 2e-15
    for i, (sine, cosine) in enumerate(exact):
        block = np.array([[cosine, sine], [-sine, cosine]])
        assert np.abs(matrix[i, :, i] - block).max() <= allowed - 1e-15
        matrix[i, :, i] = 0
    assert not matrix.any()
    moved = pe.shift_encoding(pe.positional_encoding(1, 18, base, start=100)[0], offset, base)
    there = [exact_pair(100 + mpmath.mpf(offset), omega) for omega in frequencies]
    assert np.abs(moved.reshape(9, 2) - np.array(there)).max() <= 100 * U + allowed
    mean = sum(cosine for _, cosine in exact) / 9
    assert abs(pe.similarity(offset, 18, base) - mean) <= allowed
