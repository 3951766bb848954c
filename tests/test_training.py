"""The head learns what it should, its slope is the derivative, and its limits are as told."""

import math
from functools import cache
from itertools import islice

import numpy as np
import pytest

from posenc_helpers import positional_encoding, shift_matrix, similarity
from posenc_helpers.figures.training import learned_scores
from posenc_helpers.head import Added, AddedTable, Head, LearnedTable, Positions
from posenc_helpers.tasks import draw_words, word_before
from posenc_helpers.training import SETUPS, STEPS, Run, accuracy, train, trained_head

SEEDS = range(10)
SHORT = 100  # steps, as in the lesson
full = pytest.mark.full  # many trainings


class Turned(Positions):
    """Queries and keys are turned by their positions, as in rotary encodings."""

    def turn(self, rows, positions):
        matrices = np.stack([shift_matrix(p, rows.shape[-1]) for p in positions])
        return np.einsum("pij,npj->npi", matrices, rows)

    def turn_back(self, rows, positions):
        matrices = np.stack([shift_matrix(-p, rows.shape[-1]) for p in positions])
        return np.einsum("pij,npj->npi", matrices, rows)


def small_head(told, mask):
    """Return a head with a matrix that is not 0, and a few texts for it."""
    random = np.random.default_rng(5)
    head = Head(draw_words(5, 8), told, mask=mask)
    head.matrix = random.normal(scale=0.4, size=(8, 8))
    return head, *word_before(random, 3, 7, 5)


def table(rows):
    return np.random.default_rng(6).normal(size=(rows, 8))


POSITIONS = {
    "nothing": Positions,
    "added": lambda: Added(8),
    "table": lambda: LearnedTable(table(7)),
    "turned": Turned,
}
kinds = pytest.mark.parametrize("kind", POSITIONS)
masks = pytest.mark.parametrize("mask", [True, False])


# ------------------------------------------------------------------------------------- the head


def loss_by_loops(head, text, wanted):
    """The loss from the formulas, number by number."""
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


@kinds
@masks
def test_the_loss_is_that_of_the_formula(kind, mask):
    head, text, wanted = small_head(POSITIONS[kind](), mask)
    loss, *_ = head.slopes(text, wanted)
    assert loss == pytest.approx(loss_by_loops(head, text, wanted), abs=1e-12)


@kinds
@masks
def test_the_slope_is_the_derivative_of_the_loss(kind, mask):
    """Central differences with h = 1e-5 are off by h² times a third derivative of a few units,
    1e-9, and by rounding, 1e-16 / h = 1e-11.
    """
    head, text, wanted = small_head(POSITIONS[kind](), mask)
    _, slope, _ = head.slopes(text, wanted)
    found = np.zeros_like(slope)
    for place in np.ndindex(*slope.shape):
        for h in (1e-5, -1e-5):
            head.matrix[place] += h
            found[place] += head.slopes(text, wanted)[0] / (2 * h)
            head.matrix[place] -= h
    assert found == pytest.approx(slope, abs=1e-8)
    assert np.abs(slope).max() > 0.1


@masks
def test_the_slope_by_the_table(mask):
    head, text, wanted = small_head(POSITIONS["table"](), mask)
    by_input = head.slopes(text, wanted)[2].sum(axis=0)  # all texts use the same rows
    learned = head.positions.table
    for place in np.ndindex(*learned.shape):
        up, down = (moved_loss(head, learned, place, h, text, wanted) for h in (1e-5, -1e-5))
        assert (up - down) / 2e-5 == pytest.approx(by_input[place], abs=1e-8)


def moved_loss(head, learned, place, h, text, wanted):
    before = learned[place]
    learned[place] += h
    loss = head.slopes(text, wanted)[0]
    learned[place] = before
    return loss


def test_a_step_moves_against_the_slope():
    head, text, wanted = small_head(LearnedTable(table(7)), True)
    before, rows = head.matrix.copy(), head.positions.table.copy()
    loss, slope, by_input = head.slopes(text, wanted)
    assert head.step(text, wanted, 0.3) == loss
    assert head.matrix == pytest.approx(before - 0.3 * slope, abs=1e-15)
    assert head.positions.table == pytest.approx(rows - 0.3 * by_input.sum(axis=0), abs=1e-14)


@kinds
def test_weights_add_up_and_the_mask_hides_what_follows(kind):
    head, text, _ = small_head(POSITIONS[kind](), True)
    weights = head.weights(text)
    assert weights.sum(axis=-1) == pytest.approx(np.ones(text.shape), abs=1e-12)
    assert (np.triu(weights, k=1) == 0).all()
    assert (np.triu(head.scores(text), k=1)[:, 0, 1:] == -np.inf).all()


def test_the_answer_is_the_word_with_most_weight_on_all_its_keys():
    head, text, _ = small_head(Added(8), True)
    weights, answers = head.weights(text), head.answers(text)
    for n, p in np.ndindex(*text.shape):
        sums = [weights[n, p][text[n] == word].sum() for word in range(5)]
        assert sums[answers[n, p]] == pytest.approx(max(sums), abs=1e-14)


def test_scores_far_apart_give_a_finite_loss_and_slope():
    """The weight of a right key may be far below the least float64: exp(-2,000) is 0."""
    head, text, wanted = small_head(Positions(), True)
    head.matrix = 1e5 * np.eye(8)
    loss, slope, _ = head.slopes(text, wanted)
    assert math.isfinite(loss) and loss > 745
    assert np.isfinite(slope).all()


# ------------------------------------------------------------------------------------- training


def test_nothing_is_done_before_it_is_asked_for():
    head = Head(draw_words(16, 8), Added(8))
    losses = train(head, 5)
    assert (head.matrix == 0).all()
    assert len(list(islice(losses, 2))) == 2
    assert len(list(losses)) == 3


def test_the_same_seed_gives_the_same_head_and_another_another():
    one, same, other = (trained_head(d_model=8, steps=3, seed=seed) for seed in (1, 1, 2))
    assert np.array_equal(one.matrix, same.matrix)
    assert not np.allclose(one.matrix, other.matrix)


def test_a_task_is_drawn_by_a_function():
    """The word three before, with a table, whose rows are further apart than sinusoids."""

    def three_before(random, count, seq_len, vocabulary):
        return word_before(random, count, seq_len, vocabulary, distance=3)

    text, wanted = three_before(np.random.default_rng(0), 2, 6, 5)
    assert (wanted[:, :3] == -1).all() and np.array_equal(wanted[:, 3:], text[:, :3])
    rows = np.random.default_rng(6).normal(scale=0.7, size=(32, 64))
    head = Head(draw_words(16, 64), AddedTable(rows))
    losses = list(train(head, SHORT, draw=three_before))
    assert losses[-1] < 0.1 < losses[0]
    assert np.nanmean(accuracy(head, 32, draw=three_before)) > 0.95
    assert np.isnan(accuracy(head, 32, draw=three_before)[:3]).all()


@cache
def heads(setup, **settings):
    return [trained_head(setup, steps=SHORT, seed=seed, **settings) for seed in SEEDS]


@cache
def shares(setup):
    """Right answers of ten heads: at 1 ... 31, 32 ... 35, 36 ... 127, and in a window from 90."""
    found = []
    for seed, head in enumerate(heads(setup)):
        by_place = accuracy(head, 128, seed=seed + 50)
        window = accuracy(head, 32, start=90, seed=seed + 50)[1:]
        found.append([part.mean() for part in (*np.split(by_place[1:], [31, 35]), window)])
    return np.array(found).T


@pytest.mark.parametrize(
    ("setup", "least", "most"),
    [
        ("mask", (0.17, 0.05, 0.06, 0.15), (0.28, 0.2, 0.14, 0.27)),
        ("added", (0.97, 0.1, 0.04, 0.15), (1, 0.6, 0.09, 0.7)),
        pytest.param("random", (0.99, 0.02, 0.04, 0.1), (1, 0.22, 0.1, 0.28), marks=full),
        pytest.param("learned", (0.99, 0.02, 0.04, 0.1), (1, 0.22, 0.1, 0.28), marks=full),
        ("anywhere", (0.95, 0.95, 0.95, 0.95), (1, 1, 1, 1)),
    ],
)
def test_what_ten_heads_can_do(setup, least, most):
    """Chance is 1/16. What the lesson tells, with a margin, for each of ten seeds."""
    found = shares(setup)
    assert (found.min(axis=1) > least).all(), found.min(axis=1)
    assert (found.max(axis=1) <= most).all(), found.max(axis=1)


def test_past_the_end_ten_heads_look_where_training_ended():
    text, _ = word_before(np.random.default_rng(1), 20, 128, 16)
    for head in heads("added"):
        far = head.weights(text)[:, 40:]
        assert far[:, :, 24:36].sum(axis=-1).mean() > 0.85
        assert 28 <= head.weights(text)[:, 100].mean(axis=0).argmax() <= 32


def test_without_its_mask_a_masked_head_likes_the_latest_keys():
    text, _ = word_before(np.random.default_rng(2), 20, 32, 16)
    for head in heads("added"):
        bare = Head(head.words, head.positions, mask=False)
        bare.matrix = head.matrix
        assert np.mean(bare.weights(text).argmax(axis=-1) >= 27) > 0.85
        scores = head.words @ head.matrix @ head.words.T
        assert np.diagonal(scores).max() < scores[~np.eye(16, dtype=bool)].mean() - 4


def test_a_word_that_comes_twice_is_still_said():
    text, _ = word_before(np.random.default_rng(3), 50, 32, 16)
    twice = text[:, 1:] == text[:, :-1]
    for head in heads("added"):
        assert np.mean((head.answers(text)[:, 1:] == text[:, :-1])[twice]) > 0.8


@full
def test_windows_up_to_64_reach_to_64():
    """Exercise 4: which of these positions a head knows that saw windows from 0 to 32."""
    for seed in SEEDS:
        head = Head(draw_words(16, 64, seed=seed), Added(64))
        assert len(list(train(head, STEPS, latest_start=32, seed=seed))) == STEPS
        right = accuracy(head, 128, texts=100, seed=seed)[[10, 40, 60, 70, 100]]
        assert (right[:3] > 0.8).all() and (right[3:] < 0.25).all()


@full
def test_twice_as_long_in_training_is_twice_as_far():
    for head in heads("added", seq_len=64):
        right = accuracy(head, 128, texts=32, seed=9)
        assert right[1:64].mean() > 0.95
        assert right[72:].mean() < 0.13


@full
def test_fast_clocks_alone_repair_nothing():
    assert (np.diff(positional_encoding(32, 64, 2)[:, -1]) < 0).any()  # the slowest has turned
    for seed in SEEDS:
        right = accuracy(trained_head(base=2, steps=SHORT, seed=seed), 128, texts=32, seed=9)
        assert right[1:32].mean() > 0.93
        assert right[36:].mean() < 0.13


def test_a_narrow_head_does_worse():
    right = [accuracy(head, 32, seed=9)[1:].mean() for head in heads("added", d_model=8)]
    assert max(right) < 0.75


@full
def test_without_a_mask_ten_heads_come_close_to_the_one_made_by_hand():
    offsets = np.arange(32) - np.arange(32)[:, np.newaxis]
    by_hand = similarity(offsets + 1, 64).ravel()
    for seed in SEEDS:
        free, masked = (
            np.corrcoef(learned_scores(64, 1e4, 32, mask=mask, seed=seed).ravel(), by_hand)[0, 1]
            for mask in (False, True)
        )
        assert 0.8 < free < 1
        assert abs(masked) < 0.1


# ---------------------------------------------------------------------------------------- a run


def test_a_run_keeps_a_stop_every_ten_steps():
    run = Run(d_model=8, seq_len=8).finish()
    assert [stop.step for stop in run.stops] == [*range(0, 201, 10)]
    assert len(run.losses) == STEPS
    for stop in run.stops:
        assert stop.attention.shape == (32, 32) and stop.accuracy.shape == (32,)
        assert stop.attention.sum(axis=1) == pytest.approx(np.ones(32), abs=1e-5)
        assert np.isnan(stop.accuracy[0]) and not np.isnan(stop.accuracy[1:]).any()


@pytest.mark.parametrize("setup", SETUPS)
def test_a_run_and_a_head_trained_alone_are_the_same(setup):
    run = Run(setup, 8, seq_len=8, seed=3).finish(20)
    head = trained_head(setup, 8, seq_len=8, steps=20, seed=3)
    assert np.array_equal(run.head.matrix, head.matrix)


@pytest.mark.parametrize("setup", ["nothing", "mask"])
def test_the_untrained_head_gives_the_same_weight_to_all_it_sees(setup):
    run = Run(setup, 8, seq_len=8)
    text = np.zeros((1, 32), dtype=int)
    assert run.stops[0].attention == pytest.approx(run.head.weights(text)[0], abs=1e-7)


@pytest.mark.parametrize("pieces", range(9, 45))
def test_a_run_that_is_left_and_taken_up_again_ends_as_any_other(pieces):
    """It may be left while the answers of a stop are being collected."""
    left = Run(d_model=4, seq_len=4)
    for _ in islice(left.work(), pieces):
        pass
    assert [stop.step for stop in left.finish(30).stops] == [0, 10, 20, 30]
    whole = Run(d_model=4, seq_len=4).finish(30)
    assert left.losses == whole.losses
    assert np.array_equal(left.stops[-1].accuracy, whole.stops[-1].accuracy, equal_nan=True)


# ------------------------------------------------------------------------------------ bad input


@pytest.mark.parametrize(
    ("call", "parts"),
    [
        (lambda: Head([1, 2]), ["words", "(2,)"]),
        (lambda: Head([["a"]]), ["words", "numbers"]),
        (lambda: AddedTable([1.0]), ["table", "(1,)"]),
        (lambda: Added(3), ["d_model", "3"]),
        (lambda: draw_words(1, 8), ["vocabulary", "1", "2 to 1000"]),
        (lambda: draw_words(16, 8, spread=-1), ["spread", "-1"]),
        (lambda: train(Head(draw_words(4, 4)), -1), ["steps", "-1"]),
        (lambda: train(Head(draw_words(4, 4)), seq_len=1), ["seq_len", "1"]),
        (lambda: train(Head(draw_words(4, 4)), texts=0), ["texts", "0"]),
        (lambda: train(Head(draw_words(4, 4)), rate=float("nan")), ["rate", "nan"]),
        (lambda: train(Head(draw_words(4, 4)), latest_start=-1), ["latest_start", "-1"]),
        (lambda: accuracy(Head(draw_words(4, 4)), 5_000), ["seq_len", "5000", "4096"]),
        (lambda: accuracy(Head(draw_words(4, 4)), 50, start=-1), ["start", "-1"]),
        (lambda: Run("nobody"), ["setup", "nobody", "anywhere"]),
        (lambda: Run(base=0), ["base", "0"]),
        (lambda: trained_head(steps=201), ["steps", "201", "0 to 200"]),
        (
            lambda: accuracy(Head(draw_words(4, 8), AddedTable(table(5))), 9),
            ["positions", "4", "5"],
        ),
    ],
)
def test_what_is_wrong_is_named(call, parts):
    with pytest.raises((TypeError, ValueError)) as caught:
        call()
    assert not [part for part in parts if part not in str(caught.value)], caught.value
