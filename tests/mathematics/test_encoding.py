"""The encoder against published wavelengths, identities and itself in other windows.

The file test_accuracy.py compares it with the formula in more digits than float64 has.
"""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import posenc_helpers as pe
from tests import memory

U = 2.0**-53  # the rounding unit of float64


def assert_close(actual, expected, tolerance):
    assert actual.shape == expected.shape
    assert np.abs(actual - expected).max(initial=0) <= tolerance


def test_row_zero_is_exactly_zero_one():
    row = pe.positional_encoding(1, 256)[0]
    assert np.array_equal(row, np.tile([0.0, 1.0], 128)) and not np.signbit(row).any()


# ------------------------------------------------------------------- published numbers


@pytest.mark.parametrize(
    ("d_model", "base", "longest"),
    [(4, 1e4, 628.3185), (6, 1e4, 2916.3963), (18, 1e4, 22580.5972), (64, 1e4, 47117.2428),
     (128, 1e4, 54410.1431), (512, 1e4, 60611.4772), (128, 5e5, 2559195.5), (128, 1e6, 5063255.8)],
)  # fmt: skip
def test_wavelengths(d_model, base, longest):
    lengths = pe.wavelengths(d_model, base)
    np.testing.assert_allclose(lengths * pe.angular_frequencies(d_model, base), math.tau, 4 * U)
    assert lengths[-1] == pytest.approx(longest, abs=0.051 if longest > 1e6 else 0.51e-4)


# --------------------------------------------------------------------------- identities


def test_shift_encoding_takes_any_table_and_leaves_it_alone():
    table = pe.positional_encoding(5, 6, start=-2)
    before, expected = table.copy(), pe.positional_encoding(5, 6, start=1)
    for one in (table, table.tolist(), np.asfortranarray(table), np.repeat(table, 2, 1)[:, ::2]):
        assert_close(pe.shift_encoding(one, 3), expected, 2e-15)
    assert np.array_equal(table, before)
    single = pe.shift_encoding(table.astype(np.float32), np.int64(3))
    assert single.dtype == np.float64
    assert_close(single, expected, 2e-7)


# ----------------------------------------------------------------------------------- windows


@given(
    st.integers(1, 300), st.floats(1, 1e8), st.integers(-(10**6), 10**6), st.integers(0, 100),
    st.integers(0, 300), st.sampled_from([np.float64, np.float32, np.float16, np.longdouble]),
)  # fmt: skip
@settings(max_examples=100)
def test_a_row_is_the_same_in_every_table(pairs, base, start, before, seq_len, dtype):
    whole = pe.positional_encoding(before + seq_len + 9, 2 * pairs, base, start=start)
    table = pe.positional_encoding(seq_len, 2 * pairs, base, start=start + before, dtype=dtype)
    assert table.dtype == np.dtype(dtype) and table.flags.c_contiguous
    assert np.array_equal(table, whole[before : before + seq_len].astype(dtype))


# --------------------------------------------------------------------------- similarity


def test_similarity_of_many_offsets_is_that_of_each():
    """Offsets in one call get the values that they get in calls of their own."""
    assert type(pe.similarity(3, 8)) is type(pe.similarity(np.float32(3), 8)) is float
    assert pe.similarity(0.0, 8) == 1.0
    assert pe.similarity([], 8).shape == (0,)
    offsets = np.random.default_rng(6).integers(-300, 300, size=(20, 30)) / 4
    found = pe.similarity(offsets, 130)
    assert np.array_equal(found, np.vectorize(lambda one: pe.similarity(one, 130))(offsets))
    assert np.array_equal(found, pe.similarity(-offsets, 130))


def test_little_memory_is_needed_for_many_offsets():
    with memory.at_most(12 * 50_000 * 8):  # all angles together take 128
        pe.similarity(np.arange(50_000.0), 256)


# -------------------------------------------------------------------------------------- turns


@pytest.mark.parametrize("seq_len", [33, 50, 59, 10**6])  # rounding is on either side
def test_a_wavelength_equal_to_the_window_counts_as_a_turn(seq_len):
    base = (seq_len / math.tau) ** 2  # the wavelength of pair d_model/4 is seq_len
    for d_model in (4, 12, 64, 128, 512):
        assert pe.turning_pairs(seq_len, d_model, base) == d_model // 4 + 1
