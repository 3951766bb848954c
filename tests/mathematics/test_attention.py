"""The weights of attention, the vectors of words, and a very sharp head.

The outputs of heads are tested with their pictures, in tests/figures/expected.py.
"""

import itertools

import numpy as np
import pytest

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


def test_equal_words_get_equal_vectors_every_time_and_different_words_different_ones():
    state = np.random.get_state()[1].copy()
    vectors = pe.word_vectors(SENTENCE, 8)
    assert vectors.shape == (12, 8)
    assert np.array_equal(np.random.get_state()[1], state)  # NumPy's global generator is untouched
    again = pe.word_vectors(SENTENCE, 8)
    for length in range(1, 12):  # in a shorter text, too
        assert np.array_equal(pe.word_vectors(SENTENCE[:length], 8), vectors[:length])
    for (p, one), (q, other) in itertools.product(enumerate(SENTENCE), repeat=2):
        assert np.array_equal(vectors[p], again[q]) == (one == other)


@pytest.mark.filterwarnings("error")
def test_a_head_as_sharp_as_numbers_go_attends_to_one_position():
    for sharpness in (1e300, 1e308):
        weights = pe.shifted_attention(9, 8, sharpness=sharpness)
        assert np.array_equal(weights[1:], np.eye(9)[:8])
