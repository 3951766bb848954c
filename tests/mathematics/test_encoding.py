"""The encoder against published wavelengths, identities and itself in other windows.

Against the formula, with more digits than float64 has, it is held in test_accuracy.py.

Tolerances follow from U = 2**-53, the rounding unit of float64.  A sine or cosine is off by at
most 0.51 U, a product of complex numbers by sqrt(5) U of its size.

- omega itself is off by at most U; two ways of using it compare with the same one.
- `bound` is what the docstring of `positional_encoding` promises, for base >= 1.
"""

import math

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import posenc_helpers as pe
from tests import memory

U = 2.0**-53
PRODUCT = math.sqrt(5) * U
pairs = st.integers(1, 40)  # d_model / 2
bases = st.floats(1.0, 1e8)


def bound(furthest):
    """How far a value may be off, for positions up to `furthest` from 0."""
    return 2 * abs(furthest) * U + 8 * U


def assert_close(actual, expected, tolerance):
    assert actual.shape == expected.shape
    assert np.abs(actual - expected).max(initial=0) <= tolerance


def test_row_zero_is_exactly_zero_one_and_each_call_returns_its_own_table():
    row = pe.positional_encoding(1, 256)[0]
    assert np.array_equal(row, np.tile([0.0, 1.0], 128))
    assert not np.signbit(row).any()
    row[:] = 7
    assert pe.positional_encoding(1, 256).max() == 1


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


@given(position=st.integers(-500, 500), offset=st.integers(-500, 500), pairs=pairs, base=bases)
@settings(max_examples=60)
def test_shift_matrix_moves_the_encoding(position, offset, pairs, base):
    def encode(p):
        return pe.positional_encoding(1, 2 * pairs, base, start=p)[0]

    matrix = pe.shift_matrix(offset, 2 * pairs, base)
    moved = matrix @ encode(position)
    assert_close(moved, encode(position + offset), bound(abs(position) + abs(offset)))
    assert np.array_equal(pe.shift_matrix(-offset, 2 * pairs, base), matrix.T)


@given(rows=st.integers(0, 5), offset=st.floats(-1e3, 1e3), pairs=pairs, base=bases)
@settings(max_examples=60)
def test_shift_encoding_is_the_product_with_the_matrix(rows, offset, pairs, base):
    """So it is linear, composes and keeps lengths as the matrix does, whatever the vectors."""
    vectors = np.random.default_rng(pairs).normal(size=(2, rows, 2 * pairs))
    expected = vectors @ pe.shift_matrix(offset, 2 * pairs, base).T
    assert_close(pe.shift_encoding(vectors, offset, base), expected, 20 * PRODUCT)
    assert_close(pe.shift_encoding(vectors[0, :1], offset, base), expected[0, :1], 20 * PRODUCT)
    assert np.array_equal(pe.shift_encoding(vectors, 0, base), vectors)


def test_shift_encoding_takes_any_table_and_leaves_it_alone():
    table = pe.positional_encoding(5, 6, start=-2)
    before, expected = table.copy(), pe.positional_encoding(5, 6, start=1)
    for one in (table.tolist(), np.asfortranarray(table), np.repeat(table, 2, axis=1)[:, ::2]):
        assert_close(pe.shift_encoding(one, 3), expected, 2e-15)
    single = pe.shift_encoding(table.astype(np.float32), np.int64(3))
    assert single.dtype == np.float64
    assert_close(single, expected, 2e-7)
    pe.shift_encoding(table, 3)
    assert np.array_equal(table, before)
    assert pe.shift_encoding([[0, 1], [1, 0]], 0).tolist() == [[0, 1], [1, 0]]
    assert pe.shift_encoding(np.zeros((0, 4)), 1).shape == (0, 4)


# ----------------------------------------------------------------------------------- windows


@example(17, 1e4, 0, 128, 4_872, 0, np.float64)  # many blocks
@given(
    st.sampled_from([1, 2, 3, 5, 7, 9, 31, 32, 33, 65, 255, 512]),
    st.sampled_from([0.3, 1, 1.5, 1e4, 1e8]), st.integers(-500, 500) | st.integers(-(10**9), 10**9),
    st.integers(0, 300), st.integers(0, 100) | st.integers(0, 600), st.integers(0, 100),
    st.sampled_from([np.float64, np.float64, np.float32, np.float16, np.longdouble, ">f4", ">f8"]),
)  # fmt: skip
@settings(max_examples=200)
def test_a_row_is_the_same_in_every_window_within_the_bound(
    pairs, base, start, before, seq_len, after, dtype
):
    """The frequencies are the same, so half the bound is left for each; for base < 1 it grows."""
    whole = pe.positional_encoding(before + seq_len + after, 2 * pairs, base, start=start)
    table = pe.positional_encoding(seq_len, 2 * pairs, base, start=start + before, dtype=dtype)
    assert table.dtype == np.dtype(dtype) and table.flags.c_contiguous
    positions = np.abs(start + before + np.arange(seq_len))[:, np.newaxis]
    off = np.abs(table - whole[before : before + seq_len])
    assert (off <= bound(positions) * max(1, 1 / base) + np.finfo(dtype).eps / 2).all()


# --------------------------------------------------------------------------- similarity


def test_similarity_of_many_offsets_is_that_of_each():
    """Whatever is computed at once, in which order and how often the same."""
    assert type(pe.similarity(3, 8)) is type(pe.similarity(np.float32(3), 8)) is float
    assert pe.similarity(0.0, 8) == 1.0
    assert pe.similarity([], 8).shape == (0,)
    offsets = np.random.default_rng(6).integers(-300, 300, size=(20, 30)) / 4
    found = pe.similarity(offsets, 130)
    assert np.array_equal(found, np.vectorize(lambda one: pe.similarity(one, 130))(offsets))
    assert np.array_equal(found, pe.similarity(-offsets, 130))


@pytest.mark.parametrize(
    ("call", "most"),
    [
        (lambda: pe.similarity(np.arange(50_000.0), 256), 12 * 50_000 * 8),  # all angles: 128 times
        # a shift for every 16th row, and its angles; in complex128 also where rows are complex64
        (lambda: pe.positional_encoding(40_000, 128), 1.2 * 40_000 * 128 * 8),
        (lambda: pe.positional_encoding(40_000, 128, dtype="f4"), 1.4 * 40_000 * 128 * 4),
    ],
)
def test_little_memory_is_needed_beside_the_result(call, most):
    with memory.at_most(most):
        call()


# ------------------------------------------------------------------------ turn boundary


@pytest.mark.parametrize(
    ("seq_len", "base", "boundary", "turning"),
    [  # the shortest wavelength is 6.28 tokens
        (50, 1e4, 14.412642175646459, 15), (0, 1e4, 0, 0), (6, 1e4, 0, 0),
        (7, 1e4, 64 * math.log(7 / math.tau) / math.log(1e4), 1), (10**6, 1e4, 64, 64),
        (6, 1, 0, 0), (7, 1, 64, 64), (0, 1, 0, 0), (0, 0.5, 64, 0),
        (6, 0.5, 64 * math.log(6 / math.tau) / math.log(0.5), 59), (100, 0.5, 0, 64),
    ],
)  # fmt: skip
def test_turn_boundary(seq_len, base, boundary, turning):
    given = () if base == 1e4 else (base,)  # which is the default
    assert pe.turn_boundary(seq_len, 128, *given) == pytest.approx(boundary, abs=1e-12)
    assert pe.turning_pairs(seq_len, 128, *given) == turning


@pytest.mark.parametrize("seq_len", [7, 50, 128, 1000, 5000, 10**6])
def test_a_wavelength_equal_to_the_window_counts_as_a_turn(seq_len):
    base = (seq_len / math.tau) ** 2  # pair d_model/4 has wavelength seq_len but for rounding
    for d_model in (4, 12, 64, 128, 512):
        assert pe.turning_pairs(seq_len, d_model, base) == d_model // 4 + 1
