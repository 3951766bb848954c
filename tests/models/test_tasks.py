"""What is asked of a head: where the wanted word stands, and where nothing is asked."""

import numpy as np
import pytest

from posenc_helpers.models.training.tasks import (
    draw_words,
    far_marked_word,
    marked_word,
    word_before,
)


@pytest.mark.parametrize("distance", [1, 3, 5])
def test_the_word_before(distance):
    text, wanted = word_before(np.random.default_rng(0), 200, 6, 5, distance)
    assert text.shape == wanted.shape == (200, 6)
    assert (wanted[:, :distance] == -1).all()
    assert np.array_equal(wanted[:, distance:], text[:, :-distance])
    assert set(text.ravel()) == set(range(5))


def test_marked_words():
    for draw in (marked_word, far_marked_word):
        text, wanted = draw(np.random.default_rng(0), 200, 9, 16)
        marked = text >= 8
        assert (marked.sum(axis=1) == 1).all()
        places = marked.argmax(axis=1)
        assert set(places) == (set(range(8)) if draw is marked_word else {0})
        asked = np.arange(9) > places[:, np.newaxis]
        assert (wanted[~asked] == -1).all()
        answers = np.repeat(text[marked][:, np.newaxis], 9, axis=1)
        assert np.array_equal(wanted[asked], answers[asked])
        assert set(text[marked]) == set(range(8, 16))
        assert set(text[~marked]) == set(range(8))


def test_words_are_normal_and_differ_by_the_seed():
    words = draw_words(1_000, 64, seed=3)
    assert words.std() == pytest.approx(0.5, rel=4 / np.sqrt(2 * 64_000))
    assert np.array_equal(draw_words(1_000, 64, seed=3), words)
    assert not np.allclose(draw_words(1_000, 64, seed=4), words)
