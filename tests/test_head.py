"""A head with RoPE: its slopes, its independence of shifts, and what it does with longer texts.

What is said of trained heads holds for ten of ten seeds, with a margin.
"""

from functools import cache

import numpy as np
import pytest

from posenc_helpers import rotate, similarity
from posenc_helpers.head import Head, Rotary
from posenc_helpers.rotary import ntk_base
from posenc_helpers.tasks import draw_words, far_marked_word, marked_word, word_before
from posenc_helpers.training import accuracy, rotary_head, train

SEEDS = range(10)
TESTED = {word_before: word_before, marked_word: far_marked_word}


@cache
def matrix(draw, base, seed):
    """The matrix of a head that has learned a task."""
    return rotary_head(draw, base=base, seed=seed).matrix


def trained(draw, scaling, seed, base=1e4):
    told = Rotary(64, base, scaling=scaling, scale=4)
    head = Head(draw_words(16, 64, seed=seed), told)
    head.matrix[:] = matrix(draw, base, seed)
    return head


def beyond(draw, scaling="none", base=1e4):
    """The shares of right answers at positions 32 to 127 of ten heads trained on 32 words."""
    return np.array([
        np.nanmean(accuracy(trained(draw, scaling, seed, base), 128, texts=8, draw=TESTED[draw],
                            seed=seed)[32:])
        for seed in SEEDS
    ])  # fmt: skip


def test_what_is_added_and_turned():
    told = Rotary(4, 100, scaling="interpolation", scale=2)
    rows = np.random.default_rng(0).normal(size=(2, 3, 4))
    places = np.arange(3)
    assert np.array_equal(told.add(rows, places), rows + [0, 1, 0, 1])
    turned = rotate(rows, places / 2, 100)
    assert told.turn(rows, places) == pytest.approx(turned, abs=1e-14)
    assert told.turn_back(turned, places) == pytest.approx(rows, abs=1e-14)


def test_places_may_differ_from_text_to_text():
    told, rows = Rotary(4), np.random.default_rng(0).normal(size=(2, 3, 4))
    places = np.array([[5, 6, 7], [90, 91, 92]])
    turned = [rotate(row, place) for row, place in zip(rows, places, strict=True)]
    assert told.turn(rows, places) == pytest.approx(np.array(turned), abs=1e-14)


def test_what_is_changed_after_a_use_counts_from_then_on():
    rows, places = np.random.default_rng(0).normal(size=(1, 3, 4)), np.arange(3)
    told = Rotary(4)
    before = told.turn(rows, places)
    for name, value in (("base", 50.0), ("scaling", "interpolation"), ("scale", 3)):
        setattr(told, name, value)
        settings = {"scaling": told.scaling, "scale": told.scale}
        assert np.array_equal(told.turn(rows, places), rotate(rows, places, told.base, **settings))
    assert not np.array_equal(told.turn(rows, places), before)
    backwards = rotate(rows, places[::-1], 50.0, scaling="interpolation", scale=3)
    assert np.array_equal(told.turn(rows, places[::-1]), backwards)


def test_slope_against_differences():
    random = np.random.default_rng(3)
    head = Head(draw_words(5, 6, seed=1), Rotary(6, 50, scaling="ntk", scale=3))
    head.matrix = random.normal(scale=0.2, size=(6, 6))
    text, wanted = word_before(random, 3, 7, 5)
    _, slope, _ = head.slopes(text, wanted)
    for place in [(0, 0), (2, 5), (5, 1)]:
        losses = []
        for step in (1e-5, -1e-5):
            head.matrix[place] += step
            losses.append(head.slopes(text, wanted)[0])
            head.matrix[place] -= step
        assert (losses[0] - losses[1]) / 2e-5 == pytest.approx(slope[place], abs=1e-9)


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


def test_it_learns_and_a_shift_changes_nothing():
    text, _ = word_before(np.random.default_rng(0), 4, 32, 16)
    for seed in SEEDS:
        head = trained(word_before, "none", seed)
        assert accuracy(head, 32, seed=seed)[1:].mean() > 0.98
        moved = head.weights(text, 90 + np.arange(32))
        assert moved == pytest.approx(head.weights(text), abs=1e-11)


def test_the_word_before_in_texts_four_times_as_long():
    assert (beyond(word_before, "interpolation") < 0.45).all()
    assert (beyond(word_before, "ntk") > 0.95).all()
    assert (beyond(word_before) > 0.7).all()


@pytest.mark.full  # many trainings
def test_a_marked_word_in_texts_four_times_as_long():
    divided, ntk = beyond(marked_word, "interpolation"), beyond(marked_word, "ntk")
    assert (divided > 0.95).all()
    assert (beyond(marked_word) <= divided).all()
    assert (ntk <= divided + 0.01).all() and (ntk > 0.5).all()


@pytest.mark.full  # many trainings
def test_a_small_base_finds_what_is_near_and_loses_what_is_far():
    assert (beyond(word_before, base=1e2) > 0.95).all()
    assert (beyond(marked_word, base=1e2) < 0.45).all()


@pytest.mark.full  # many trainings
def test_reach_alone_does_not_find_what_is_far():
    """Base 1,000 reaches over 561 tokens, and a million over 561,459."""
    assert (beyond(marked_word, base=1e3) < 0.5).sum() >= 6
    assert (beyond(marked_word, base=1e6) > 0.5).sum() >= 8


@pytest.mark.full  # many trainings
def test_the_larger_the_base_the_more_often_a_marked_word_is_found():
    """The medians that the guide names after its follow-up."""
    medians = [np.median(beyond(marked_word, base=base)) for base in (1e2, 1e3, 1e4, 1e6)]
    assert [round(one, 1) for one in medians] == [0.1, 0.4, 0.6, 0.9]


@pytest.mark.full  # many trainings
def test_fifty_steps_bring_the_word_before_back():
    for seed in SEEDS:
        head = trained(word_before, "interpolation", seed)
        list(train(head, steps=50, seq_len=128, seed=seed + 100))
        assert accuracy(head, 128, texts=8, seed=seed)[32:].mean() > 0.95


def test_leads_of_the_neighbour():
    near = similarity(1, 64), similarity(1 / 4, 64), similarity(1, 64, ntk_base(4, 64))
    leads = [32 * (1 - k) for k in near]
    assert leads == pytest.approx([1.083, 0.071, 0.974], abs=5e-4)


def test_refused():
    with pytest.raises(ValueError, match="scaling must be one of none, interpolation, ntk"):
        Rotary(8, scaling="yarn")
    with pytest.raises(ValueError, match="scale must be a finite number >= 1"):
        Rotary(8, scale=0)
    with pytest.raises(ValueError, match="d_model must be an even integer"):
        Rotary(7)
