"""The loss, the slope, the answers and the positions of a head, by their formulas."""

import math

import numpy as np
import pytest

from posenc_helpers.models.training.head import AddedTable, Head, Positions, Rotary
from posenc_helpers.models.training.run import draw_words, word_before

POSITIONS = {
    "nothing": Positions,
    "table": lambda: AddedTable(np.random.default_rng(6).normal(size=(7, 8)), learns=True),
    "turned": lambda: Rotary(8, 50, scaling="yarn", scale=3, seq_len=40),
}
kinds = pytest.mark.parametrize("kind", POSITIONS)


def small_head(kind, mask=True):
    """Return a head with a matrix that is not 0, and a few texts for it."""
    random = np.random.default_rng(5)
    head = Head(draw_words(5, 8), POSITIONS[kind](), mask=mask)
    head.matrix = random.normal(scale=0.4, size=(8, 8))
    return head, *word_before(random, 3, 7, 5)


def loss_by_loops(head, text, wanted):
    """Return the loss by the formulas, number by number."""
    places = np.arange(text.shape[1])
    inputs = head.positions.add(head.words[text], places)
    queries = head.positions.turn(inputs @ head.matrix, places)
    keys = head.positions.turn(inputs, places)
    losses = []
    for n, p in np.argwhere(wanted >= 0):
        seen = range(p + 1) if head.mask else range(len(places))
        scores = {q: math.exp(queries[n, p] @ keys[n, q]) for q in seen}
        right = sum(scores[q] for q in seen if text[n, q] == wanted[n, p])
        losses.append(-math.log(right / sum(scores.values())))
    return sum(losses) / len(losses)


def slope_by_differences(head, numbers, text, wanted):
    """Return the slope by central differences with h = 1e-5.

    They are off by h² times a third derivative of a few units, which is 1e-9, and by rounding,
    which is 1e-16 / h = 1e-11.
    """
    found = np.zeros_like(numbers)
    for place in np.ndindex(*numbers.shape):
        for h in (1e-5, -1e-5):
            numbers[place] += h
            found[place] += head.slopes(text, wanted)[0] / (2 * h)
            numbers[place] -= h
    return found


@kinds
@pytest.mark.parametrize("mask", [True, False])
def test_the_loss_is_that_of_the_formula_and_a_step_moves_against_its_derivatives(kind, mask):
    head, text, wanted = small_head(kind, mask)
    loss, slope, by_input = head.slopes(text, wanted)
    assert loss == pytest.approx(loss_by_loops(head, text, wanted), abs=1e-12)
    found = slope_by_differences(head, head.matrix, text, wanted)
    assert found == pytest.approx(slope, abs=1e-8) and np.abs(slope).max() > 0.1
    assert (by_input is None) == (kind != "table")
    before = head.matrix.copy()
    if kind == "table":  # all texts use the same rows
        rows, by_row = head.positions.table.copy(), by_input.sum(axis=0)
        found = slope_by_differences(head, head.positions.table, text, wanted)
        assert found == pytest.approx(by_row, abs=1e-8)
    assert head.step(text, wanted, 0.3) == pytest.approx(loss, abs=1e-12)
    assert head.matrix == pytest.approx(before - 0.3 * slope, abs=1e-12)
    if kind == "table":
        assert head.positions.table == pytest.approx(rows - 0.3 * by_row, abs=1e-12)


@kinds
def test_weights_add_up_the_mask_hides_what_follows_and_the_answer_is_the_heaviest_word(kind):
    head, text, _ = small_head(kind)
    weights, answers = head.weights(text), head.answers(text)
    assert weights.sum(axis=-1) == pytest.approx(np.ones(text.shape), abs=1e-12)
    assert (np.triu(weights, k=1) == 0).all()
    for n, p in np.ndindex(*text.shape):  # the weight on all keys that hold the word
        sums = [weights[n, p][text[n] == word].sum() for word in range(5)]
        assert sums[answers[n, p]] == pytest.approx(max(sums), abs=1e-14)


def test_scores_far_apart_give_a_finite_loss_and_slope():
    """Loss and slope are finite even if the weight of a right key is too small for float64."""
    head, text, wanted = small_head("nothing")
    head.matrix = 1e5 * np.eye(8)
    loss, slope, _ = head.slopes(text, wanted)
    assert 745 < loss < math.inf and np.isfinite(slope).all()


@kinds
def test_places_are_those_of_each_word_and_within_the_table(kind):
    head, text, _ = small_head(kind)
    places = np.array([range(7), range(6, -1, -1), [3] * 7])
    found = head.scores(text, places)
    for one, row, place in zip(found, text, places, strict=True):
        assert one == pytest.approx(head.scores(row[np.newaxis], place)[0], abs=1e-14)
    assert np.array_equal(head.scores(text, range(7)), head.scores(text))
    with pytest.raises(ValueError, match="places must be integers from 0 to .* got -1"):
        head.scores(text, np.arange(7) - 1)
    if kind == "table":
        with pytest.raises(ValueError, match="positions must be integers from 0 to 6, got 7"):
            head.scores(text, 1 + np.arange(7))
