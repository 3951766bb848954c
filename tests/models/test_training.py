"""What heads learn, with a margin for each; their runs; and what RoPE makes of longer texts."""

from functools import cache
from itertools import islice

import numpy as np
import pytest

import posenc_helpers as pe
from posenc_helpers.models.training import run as training
from posenc_helpers.models.training.head import AddedTable, Head, Rotary
from posenc_helpers.models.training.run import draw_words, word_before

SEEDS = range(5)
HOW = {"seq_len": 96, "texts": 4, "rate": 0.1}
full = pytest.mark.full  # many trainings


# ------------------------------------------------------------------- training, as lesson 08 does it


def test_one_step_for_each_loss_that_is_taken():
    head = Head(draw_words(16, 8), AddedTable(pe.positional_encoding(32, 8)))
    losses = training.train(head, 5)
    assert (head.matrix == 0).all()
    assert len(list(islice(losses, 2))) == 2
    assert len(list(losses)) == 3


@cache
def heads(clocks, mask=True, base=1e4):
    """Heads of five seeds with some of 32 clocks, as the lesson trains them."""
    table, found = np.zeros((192, 32, 2)), []
    kept = training.CLOCKS[clocks]
    table[:, kept] = pe.positional_encoding(192, 64, base).reshape(-1, 32, 2)[:, kept]
    for seed in SEEDS:
        words = draw_words(16, 64, seed=seed)
        found.append(Head(words, AddedTable(table.reshape(-1, 64)), mask=mask))
        list(training.train(found[-1], seed=seed, **HOW))
    return found


def inside_and_past(head):
    right = training.accuracy(head, 192, texts=8, seed=9)
    return right[1:96].mean(), right[104:].mean()


GUESSING = 0, 0.1


@pytest.mark.parametrize(
    ("clocks", "base", "mask", "least", "most"),
    [("all", 1e4, True, *GUESSING), ("the 8 fastest", 1e4, True, 0.75, 0.9), *(
        pytest.param(*setting, marks=full) for setting in
        [("all", 1e4, False, 0.45, 0.65), ("the 8 fastest", 1e4, False, 0.95, 1),
         ("all", 2, True, *GUESSING), ("all", 2, False, *GUESSING),
         ("every 4th", 2, True, 0.9, 1), ("every 4th", 2, False, 0.96, 1)])],
)  # fmt: skip
def test_which_clocks_go_on_past_the_window(clocks, base, mask, least, most):
    """Guessing is right in .06 of the cases."""
    for head in heads(clocks, mask, base):
        inside, past = inside_and_past(head)
        assert inside > 0.95 and least < past <= most, (inside, past)


def test_how_often_the_clocks_turn_and_how_alike_they_are():
    turns, fast = 96 / pe.wavelengths(64), 96 / pe.wavelengths(64, 2)
    assert np.sum(turns >= 2) == 8 and np.sum(turns < 0.15) == 15 and fast.min() > 7
    assert np.round(6 * turns[17], 1) == 0.7
    assert 1.02 < fast[0] / fast[1] < 1.025 and 1.085 < fast[0] / fast[4] < 1.095
    assert fast[0] - fast[1] < 0.35 and 0.7 < fast[24] - fast[28] < fast[0] - fast[4] < 1.3
    assert np.round(32 * turns[7] / 96, 1) == 0.7 and np.round(64 * turns[7] / 96, 1) == 1.4
    assert fast[28] / 3 > 2 and (fast[0] - fast[4]) / 3 < 0.5


def test_under_the_mask_it_learns_the_latest_word_that_is_not_its_own():
    """Exercise 2, and the first map of the lesson."""
    text, _ = word_before(np.random.default_rng(1), 20, 192, 16)
    for head in heads("all"):
        weights = head.weights(text)
        assert weights[:, 104:, 84:100].sum(axis=-1).mean() > 0.8
        assert abs(weights[:, 150].mean(axis=0).argmax() - 93) <= 1
        head.mask = False
        assert (head.weights(text[:, :96]).argmax(axis=-1) >= 84).mean() > 0.9
        head.mask = True


@pytest.mark.parametrize(
    ("clocks", "mask", "least", "most"),
    [("all", True, 0.06, 0.14), ("all", False, 0.96, 1), ("the 8 fastest", True, 0.88, 0.97)],
)
def test_heads_avoid_their_own_word_and_the_mask_tells_which_rely_on_it(clocks, mask, least, most):
    text, wanted = word_before(np.random.default_rng(9), 40, 96, 16)
    follows = text == wanted  # the word before is the own word
    for head in heads(clocks, mask):
        assert np.diagonal(head.words @ head.matrix @ head.words.T).mean() < -1.9
        right = (head.answers(text) == wanted)[:, 1:]
        own, other = right[follows[:, 1:]].mean(), right[~follows[:, 1:]].mean()
        assert 0.965 < right.mean() < 0.985 and 0.45 < own < 0.7 and other > 0.995
        head.mask = False
        assert least < inside_and_past(head)[0] < most
        head.mask = mask


def test_the_8_fastest_stand_101_tokens_back_nearly_as_1_back():
    """Most wrong answers past the window are the words there."""
    assert np.sum(np.cos(100 * pe.angular_frequencies(64)[:8]) > 0.7) == 5
    text, _ = word_before(np.random.default_rng(1), 20, 192, 16)
    places = np.arange(120, 192)
    for head in heads("the 8 fastest"):
        found = head.answers(text)[:, places]
        wrong = found != text[:, places - 1]
        line = (found == text[:, places - 101]) | (found == text[:, places - 102])
        assert line[wrong].mean() > 0.75


@full
def test_without_a_mask_heads_come_close_to_the_one_made_by_hand():
    codes = pe.positional_encoding(96, 64)
    by_hand = (codes @ pe.shift_matrix(-1, 64).T @ codes.T).ravel()
    for mask, least, most in ((True, 0.05, 0.15), (False, 0.85, 0.95)):
        for head in heads("all", mask):
            alike = np.corrcoef((codes @ head.matrix @ codes.T).ravel(), by_hand)[0, 1]
            assert least < alike < most


@full
def test_what_a_mask_alone_gives_and_windows_that_start_anywhere():
    for seed in SEEDS:
        words = draw_words(16, 64, seed=seed)
        alone = Head(words, AddedTable(np.zeros((96, 64))))
        list(training.train(alone, seed=seed, **HOW))
        right = training.accuracy(alone, 96, texts=100, seed=9)
        assert right[1] > 0.95 and 0.4 < right[2] < 0.75 and right[10:].mean() < 0.2
        anywhere = Head(words, AddedTable(pe.positional_encoding(384, 64)))
        list(training.train(anywhere, seed=seed, latest_start=96, **HOW))
        right = training.accuracy(anywhere, 384, texts=32, seed=9)
        assert (right[[10, 150, 180]] > 0.8).all() and (right[[220, 300]] < 0.25).all()


# ---------------------------------------------------------------------------------------- a run


@pytest.mark.parametrize(("clocks", "mask"), [("all", True), ("every 4th", False), ("none", True)])
def test_a_run_is_a_head_of_the_lesson(clocks, mask):
    run = training.Run(clocks, mask, 16, 100, 8).finish(20)
    table = pe.positional_encoding(16, 16, 100)
    table[:, [j for j in range(16) if j // 2 not in range(8)[training.CLOCKS[clocks]]]] = 0
    head = Head(draw_words(16, 16), AddedTable(table), mask=mask)
    losses = list(training.train(head, 20, seq_len=8, texts=4, rate=0.1))
    assert np.array_equal(run.head.matrix, head.matrix) and run.losses == losses


def test_a_run_that_is_left_and_taken_up_again_ends_as_any_other():
    """It may be left while the answers of a stop are being collected, a text at a time."""
    whole = training.Run(d_model=4, seq_len=4)
    assert len([*whole.work(30)]) == 30 + 3 * 32
    for pieces in range(9, 45):
        left = training.Run(d_model=4, seq_len=4)
        for _ in islice(left.work(), pieces):
            pass
        assert [stop.step for stop in left.finish(30).stops] == [0, 10, 20, 30]
        assert left.losses == whole.losses
        assert np.array_equal(left.stops[-1].accuracy, whole.stops[-1].accuracy, equal_nan=True)


# ------------------------------------------------------------------------------- a head with RoPE


@pytest.mark.parametrize(
    ("vocabulary", "d_model", "base", "least", "most"),
    [(16, 32, 1e4, 0.6, 0.85), (16, 32, 10, 0.97, 1), *(
        pytest.param(*setting, marks=full) for setting in
        [(64, 64, 1e4, 0.4, 0.7), (64, 64, 10, 0.97, 1), (16, 128, 1e4, 0.97, 1)])],
)  # fmt: skip
def test_columns_words_and_base_decide_how_it_bears_long_distances(
    vocabulary, d_model, base, least, most
):
    """Medians of five heads up to four windows."""
    found = []
    for seed in SEEDS:
        head = Head(draw_words(vocabulary, d_model, seed=seed), Rotary(d_model, base))
        list(training.train(head, 100, rate=0.5 * min(1, 64 / d_model), seed=seed))
        found.append(training.accuracy(head, 128, texts=16, seed=9)[32:].mean())
    assert least < np.median(found) <= most
