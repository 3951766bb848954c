"""Attention by hand: what it gives, its words, and a head that looks back."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import posenc_helpers as pe
from posenc_helpers.attention import SENTENCE


@pytest.mark.filterwarnings("error")
def test_softmax():
    weights = pe.softmax(np.log([[1.0, 2.0, 5.0], [1.0, 1.0, 2.0]]))
    assert np.allclose(weights, [[0.125, 0.25, 0.625], [0.25, 0.25, 0.5]])
    for shift in (-1e3, 1.0, 1e3):
        assert np.allclose(pe.softmax(np.log([[1.0, 2.0, 5.0]]) + shift), weights[:1])
    assert pe.softmax([[2.0, -np.inf], [1e308, -1e308]]).tolist() == [[1, 0], [1, 0]]
    assert pe.softmax(np.zeros((0, 3))).shape == (0, 3)


def test_attention_in_loops_which_leaves_its_input_alone():
    inputs = np.random.default_rng(5).normal(size=(6, 4))
    before = inputs.copy()
    weights, outputs = pe.self_attention(inputs)
    assert np.array_equal(inputs, before)
    for q in range(6):
        scores = [sum(inputs[q, c] * inputs[k, c] for c in range(4)) / 2 for k in range(6)]
        exact = np.exp(scores) / sum(np.exp(scores))
        assert np.allclose(weights[q], exact)
        assert np.allclose(outputs[q], sum(exact[k] * inputs[k] for k in range(6)))


def test_equal_words_get_equal_vectors_every_time_and_different_words_different_ones():
    state = np.random.get_state()[1].copy()
    vectors = pe.word_vectors(SENTENCE, 8)
    assert vectors.shape == (12, 8)
    assert np.array_equal(np.random.get_state()[1], state)  # NumPy's global generator is untouched
    again = pe.word_vectors(SENTENCE, 8)
    for length in range(1, 12):  # in a shorter text as well
        assert np.array_equal(pe.word_vectors(SENTENCE[:length], 8), vectors[:length])
    for (p, one), (q, other) in itertools.product(enumerate(SENTENCE), repeat=2):
        assert np.array_equal(vectors[p], again[q]) == (one == other)


# ------------------------------------------------------------------- a head made by hand


offsets, sharpnesses = st.integers(-50, 50), st.floats(0, 20)


@given(st.integers(1, 40), st.integers(1, 20), st.floats(1, 1e6), offsets, sharpnesses)
@settings(max_examples=60)
def test_the_head_turns_its_query(length, pairs, base, offset, sharpness):
    table = pe.positional_encoding(length, 2 * pairs, base)
    queries = table @ pe.shift_matrix(offset, 2 * pairs, base).T
    exact = pe.softmax(sharpness * queries @ table.T)
    found = pe.shifted_attention(length, 2 * pairs, base, offset=offset, sharpness=sharpness)
    assert found.shape == (length, length) and np.abs(found - exact).max() < 1e-9


@pytest.mark.filterwarnings("error")
def test_a_head_as_sharp_as_numbers_go_attends_to_one_position():
    for sharpness in (1e300, 1e308):
        weights = pe.shifted_attention(9, 8, sharpness=sharpness)
        assert np.array_equal(weights[1:], np.eye(9)[:8])
