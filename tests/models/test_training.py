"""What ten heads learn, with a margin for each; their runs; and what RoPE makes of longer texts."""

from functools import cache
from itertools import islice

import numpy as np
import pytest

import posenc_helpers as pe
from posenc_helpers.models.training import run as training
from posenc_helpers.models.training.head import Added, AddedTable, Head, Rotary
from posenc_helpers.models.training.tasks import draw_words, word_before
from tools.data.past_the_end import SEEDS as SEEDS_IN_TABLE
from tools.data.past_the_end import TABLE, WINDOWS, shares_of_right

SEEDS = range(10)
SHORT = 100  # steps, as in the lesson
DIRECTIONS = 0, 0, 12, 32, 32, 21  # that the windows of SETUPS fill
full = pytest.mark.full  # many trainings


# ------------------------------------------------------------------------------------- training


def test_one_step_for_each_loss_that_is_taken():
    head = Head(draw_words(16, 8), Added(8))
    losses = training.train(head, 5)
    assert (head.matrix == 0).all()
    assert len(list(islice(losses, 2))) == 2
    assert len(list(losses)) == 3


@cache
def heads(setup, **settings):
    return [training.trained_head(setup, steps=SHORT, seed=seed, **settings) for seed in SEEDS]


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
    """Chance is 1/16. What the lesson tells, with a margin, for each of ten seeds: right answers
    at 1 ... 31, 32 ... 35, 36 ... 127, and in a window from 90.
    """
    for seed, head in enumerate(heads(setup)):
        parts = np.split(training.accuracy(head, 128, seed=seed + 50)[1:], [31, 35])
        parts.append(training.accuracy(head, 32, start=90, seed=seed + 50)[1:])
        found = [part.mean() for part in parts]
        assert (np.array(found) > least).all() and (np.array(found) <= most).all(), found


def test_a_word_that_comes_twice_is_found_though_no_word_looks_at_itself():
    text, _ = word_before(np.random.default_rng(1), 20, 32, 16)
    twice = text[:, 1:] == text[:, :-1]
    for head in heads("added"):
        assert np.mean((head.answers(text)[:, 1:] == text[:, :-1])[twice]) > 0.8


@full
def test_windows_up_to_64_reach_to_64_in_two_ways():
    """Exercise 4: windows from 0 to 32, of which a head knows these positions; and longer ones."""
    for seed in SEEDS:
        head = Head(draw_words(16, 64, seed=seed), Added(64))
        assert len([*training.train(head, latest_start=32, seed=seed)]) == training.STEPS
        right = training.accuracy(head, 128, texts=100, seed=seed)[[10, 40, 60, 70, 100]]
        assert (right[:3] > 0.8).all() and (right[3:] < 0.25).all()
    for head in heads("added", seq_len=64):
        right = training.accuracy(head, 128, texts=32, seed=9)
        assert right[1:64].mean() > 0.95 and right[72:].mean() < 0.13


@full
@pytest.mark.parametrize("mask", [True, False])
def test_without_a_mask_ten_heads_come_close_to_the_one_made_by_hand(mask):
    codes = pe.positional_encoding(32, 64)
    by_hand = (codes @ pe.shift_matrix(-1, 64).T @ codes.T).ravel()
    for seed in SEEDS:
        head = Head(draw_words(16, 64, seed=seed), Added(64), mask=mask)
        rate, steps = (0.5, 200) if mask else (0.1, 400)
        list(training.train(head, steps, rate=rate, seed=seed))
        alike = np.corrcoef((codes @ head.matrix @ codes.T).ravel(), by_hand)[0, 1]
        assert abs(alike) < 0.1 if mask else 0.8 < alike < 1


# --------------------------------------------------------- directions, and windows that fill them


def filled(seq_len, d_model, base):
    return training.filled_directions(pe.positional_encoding(seq_len, d_model, base))


def test_directions_are_singular_values_above_3_percent_of_the_largest():
    turned = np.linalg.qr(np.random.default_rng(0).normal(size=(6, 6)))[0]
    sizes = np.diag([7, 5, 0.22, 0.2, 1e-9, 0])  # 3 % of 7 is 0.21
    assert training.filled_directions(turned @ sizes @ turned.T) == 3
    assert training.filled_directions(np.zeros((3, 4))) == 0
    assert training.filled_directions([[1, 0], [-1, 0], [2, 0]]) == 1


@pytest.mark.parametrize("base", [2, 5, 10, 100])
@pytest.mark.parametrize("d_model", [8, 16, 32, 64])
def test_all_are_filled_when_the_slowest_two_clocks_are_a_turn_apart(d_model, base):
    slower, slow = np.sort(pe.angular_frequencies(d_model, base))[:2]
    apart = 2 * np.pi / (slow - slower)
    assert filled(round(apart / 4), d_model, base) < d_model == filled(round(apart), d_model, base)


@cache
def table_of_heads():
    """Right answers inside and beyond, (seeds, 2), of each (d_model, base, seq_len)."""
    found = {}
    for d_model, base, seq_len, seed, *shares in np.loadtxt(TABLE, delimiter=",", skiprows=1):
        rows = found.setdefault((int(d_model), int(base), int(seq_len)), [])
        assert seed == SEEDS_IN_TABLE[len(rows)]
        rows.append(shares)
    return {setting: np.array(rows) for setting, rows in found.items()}


def test_what_the_lesson_says_of_the_table_of_five_heads_of_each_setting():
    listed = [(*given, seq_len) for given, windows in WINDOWS.items() for seq_len in windows]
    assert list(table_of_heads()) == listed and len(listed) == 23
    for (d_model, base, seq_len), shares in table_of_heads().items():
        (inside, beyond), share = shares.T, filled(seq_len, d_model, base) / d_model
        assert len(inside) == 5 and (inside > (0.8 if d_model == 16 else 0.96)).all()
        if share < 0.7:
            assert np.median(beyond) < 0.17 and beyond.max() < 0.3
        elif share < 0.85 or d_model < 64 and share < 1:
            assert 0.25 < beyond.min() and beyond.max() < 0.75
        elif share < 1:
            assert 0.84 < beyond.min() and beyond.max() < 0.99
        else:
            least, most = {16: (0.5, 0.7), 32: (0.8, 0.98), 64: (0.96, 1)}[d_model]
            assert least < beyond.min() and beyond.max() <= most


def test_training_gives_the_numbers_of_the_table():
    """Rounding adds up in 200 steps, and differs from machine to machine."""
    stored = table_of_heads()[32, 2, 64][3]
    assert shares_of_right(32, 2, 64, 3) == pytest.approx(stored, abs=0.03)


@full
def test_what_a_narrow_head_misses_and_a_wide_one_bears():
    inside, beyond = shares_of_right(32, 2, 256, 0, vocabulary=64)
    assert 0.75 < inside < 0.95 and 0.65 < beyond < 0.8
    for setting in ((24, 2, 128), (32, 20, 256), (128, 2, 384)):
        inside, beyond = shares_of_right(*setting, 0)
        assert inside > 0.75 and 0.5 < beyond < 0.72


# ---------------------------------------------------------------------------------------- a run


@pytest.mark.parametrize("setting", [(64, 1e4, 64), (64, 1e4, 128), (128, 100, 64), (64, 2, 64)])
def test_a_stretched_table_serves_better_in_a_longer_text_but_not_at_base_2(setting):
    columns, base, length = setting
    computed, at = pe.positional_encoding(length, columns, base), np.arange(length) * 32 / length
    stretched = np.stack([np.interp(at, np.arange(32), one) for one in computed[:32].T], axis=1)
    head, found = training.trained_head("added", columns, base, seed=2), []
    for table in (computed, stretched):
        head.positions = AddedTable(table)
        shares = training.accuracy(head, length, texts=16)
        found += [np.nanmean(shares[:32]), np.nanmean(shares[32:])]
    assert found[0] > 0.97 and found[1] < 0.25 and abs(found[2] - found[3]) < 0.1
    assert found[3] < 0.5 if base == 2 else found[3] > (0.65 if length == 128 else 0.85)


def test_a_run_keeps_a_stop_every_ten_steps():
    run = training.Run(d_model=8, seq_len=8).finish()
    assert [stop.step for stop in run.stops] == [*range(0, 201, 10)]
    assert len(run.losses) == training.STEPS
    for stop in run.stops:
        assert stop.attention.shape == (32, 32) and stop.accuracy.shape == (32,)
        assert stop.attention.sum(axis=1) == pytest.approx(np.ones(32), abs=1e-5)
        assert np.isnan(stop.accuracy[0]) and not np.isnan(stop.accuracy[1:]).any()
    lengths = [training.Run(d_model=8, seq_len=seq_len).length for seq_len in (100, 256)]
    assert lengths == [400, 512]
    for setup in ("nothing", "mask"):  # an untrained head looks at all that it sees alike
        run, text = training.Run(setup, 8, seq_len=8), np.zeros((1, 32), dtype=int)
        assert run.stops[0].attention == pytest.approx(run.head.weights(text)[0], abs=1e-7)


@pytest.mark.parametrize(("setup", "directions"), [*zip(training.SETUPS, DIRECTIONS, strict=True)])
def test_a_run_is_a_head_trained_alone_and_knows_how_many_directions_its_window_fills(
    setup, directions
):
    assert training.Run(setup).directions == directions
    run = training.Run(setup, 8, seq_len=8, seed=3).finish(20)
    head, other = (training.trained_head(setup, 8, 1e4, 8, steps=20, seed=n) for n in (3, 4))
    assert np.array_equal(run.head.matrix, head.matrix)
    assert not np.allclose(run.head.matrix, other.matrix)


def test_a_run_that_is_left_and_taken_up_again_ends_as_any_other():
    """It may be left while the answers of a stop are being collected."""
    whole = training.Run(d_model=4, seq_len=4).finish(30)
    for pieces in range(9, 45):
        left = training.Run(d_model=4, seq_len=4)
        for _ in islice(left.work(), pieces):
            pass
        assert [stop.step for stop in left.finish(30).stops] == [0, 10, 20, 30]
        assert left.losses == whole.losses
        assert np.array_equal(left.stops[-1].accuracy, whole.stops[-1].accuracy, equal_nan=True)


# ------------------------------------------------------------------------------- a head with RoPE


@pytest.mark.parametrize("seed", SEEDS)
def test_it_learns_the_word_before_and_a_shift_changes_nothing(seed):
    text, _ = word_before(np.random.default_rng(0), 4, 32, 16)
    head = training.rotary_head(seed=seed)
    assert training.accuracy(head, 32, seed=seed)[1:].mean() > 0.98
    moved = head.weights(text, 90 + np.arange(32))
    assert moved == pytest.approx(head.weights(text), abs=1e-11)


@pytest.mark.parametrize(
    ("vocabulary", "d_model", "base", "seq_len", "least", "most"),
    [(16, 32, 1e4, 32, 0.6, 0.85), (16, 32, 10, 32, 0.97, 1), *(
        pytest.param(*setting, marks=full) for setting in
        [(64, 64, 1e4, 32, 0.4, 0.7), (64, 64, 10, 32, 0.97, 1), (16, 16, 3, 32, 0.55, 0.85),
         (16, 128, 1e4, 32, 0.97, 1)])],
)  # fmt: skip
def test_room_and_base_decide_how_it_bears_long_distances(
    vocabulary, d_model, base, seq_len, least, most
):
    """Medians of five heads up to four windows. From a small base all pairs turn half way round."""
    found = []
    for seed in range(5):
        head = Head(draw_words(vocabulary, d_model, seed=seed), Rotary(d_model, base))
        how = {"rate": 0.5 * min(1, 64 / d_model), "texts": 512 // seq_len, "seed": seed}
        list(training.train(head, SHORT, seq_len=seq_len, **how))
        found.append(training.accuracy(head, 4 * seq_len, texts=16, seed=9)[seq_len:].mean())
    assert least < np.median(found) <= most
    assert ((seq_len - 1) * pe.angular_frequencies(d_model, base)[-1] > np.pi) == (base <= 10)
