"""What two published models have learned about positions, and what only looks like it.

The function `found` in expected.py searches for circles without the package, by the eigenvectors of
a fitted matrix. What lesson 11 prints is compared by nbval, and what else it says is tested here.
"""

import csv
from itertools import pairwise

import numpy as np
import pytest

from posenc_helpers.models.learned import positions as learned
from tests.lessons.cells import texts
from tests.models.expected import CIRCLES, ROWS, TABLE, found

TEXTS = texts("11")


def rng(seed):
    return np.random.default_rng(seed)


def turns(hands):
    return np.ptp(np.unwrap(np.angle(hands), axis=0), axis=0) / (2 * np.pi)


def varies(hands):
    return np.abs(hands).std(axis=0) / np.abs(hands).mean(axis=0)


def lock(fast, slow):
    return abs(np.mean(np.exp(1j * (np.angle(fast) - 3 * np.angle(slow)))))


def words(count, seed):
    return rng(seed).choice(learned.known_words()[2:], count).tolist()


# ------------------------------------------------------------------------------------- circles


def test_five_circles_as_an_independent_search_finds_them():
    lengths, hands, *_ = found(ROWS)
    for k, circle in enumerate(CIRCLES):
        mine = circle.hands(ROWS)
        assert circle.wavelength == pytest.approx(lengths[k], rel=1e-6)
        assert turns(mine) == pytest.approx(turns(hands[:, k]), abs=0.1)
        assert learned.radius_variation(mine) == pytest.approx(varies(mine))
        assert varies(mine) == pytest.approx(varies(hands)[k], abs=0.05)
        assert circle.plane @ circle.plane.T == pytest.approx(np.eye(2), abs=1e-12)
        assert (mine[1:] * mine[:-1].conj()).imag.sum() > 0  # forward
    assert len(CIRCLES) == 5
    assert 0.7 < turns(hands)[4] < 0.8 and "less than one turn" in TEXTS["real-circles-after"]
    fast, slow = (circle.hands(ROWS) for circle in CIRCLES[:2])
    assert learned.locked(fast, slow) == pytest.approx(lock(fast, slow), abs=1e-12)


def test_the_table_has_rows_and_columns_as_said_and_odd_ones_are_left_out():
    assert TABLE.shape == (512, 384) and "512 rows and 384 columns" in TEXTS["real-title"]
    lengths = np.linalg.norm(TABLE, axis=1)
    odd = np.flatnonzero(np.abs(lengths / np.median(lengths) - 1) > 0.2)
    assert {*odd} in ({0, 127, 510, 511}, {0, 127, 509, 510, 511})
    assert (learned.FIRST, learned.LAST) == (128, 509)
    assert "rows 128 to 508" in TEXTS["real-derive"]


def test_neither_the_fit_nor_the_lengths_tell_noise_from_the_table_and_the_radius_does():
    for seed in range(10):
        lengths, hands, explained, _ = found(learned.noise_like(ROWS, rng(seed)))
        assert explained > 0.98 and lengths[:3] == pytest.approx([6, 17.8, 53.3], rel=0.05)
        assert varies(hands)[0] > 0.3 and lock(hands[:, 0], hands[:, 1]) < 0.7
        assert np.ptp(a_turn(hands[:, 0])) > 0.5
    noise = learned.noise_like(ROWS, rng(0))
    one, other = (np.abs(np.fft.rfft(t - t.mean(axis=0), axis=0)) for t in (ROWS, noise))
    assert one[1:] == pytest.approx(other[1:], abs=1e-9)


def a_turn(hand):
    """Return how many tokens a turn takes in each eighth of the rows."""
    return 2 * np.pi * 47 / np.diff(np.unwrap(np.angle(hand))[::47])


OMEGAS, STEPS = 2 * np.pi / np.array([6, 17.8, 53.3, 161.2, 575.8]), np.arange(381)


def waves(angles, random):
    """Return a table of five waves with these angles and random phases and sizes by column."""
    sizes = random.normal(size=(2, 5, 384))
    return (np.exp(1j * angles) @ (sizes[0] + 1j * sizes[1])).real


def test_the_speed_of_pure_waves_stays():
    for seed in range(10):
        table = waves(np.outer(STEPS, OMEGAS), rng(seed))
        assert np.ptp(a_turn(found(table)[1][:, 0])) < 0.2
    assert np.ptp(a_turn(found(ROWS)[1][:, 0])) > 1


def test_waves_whose_speeds_wander_keep_their_radius_too_and_have_no_gears():
    for seed in range(10):
        random = rng(seed)
        drift = [np.interp(STEPS, np.linspace(0, 380, 9), random.normal(size=9)) for _ in OMEGAS]
        table = waves(np.cumsum(OMEGAS * (1 + 0.06 * np.transpose(drift)), axis=0), random)
        fast, slow = (circle.hands(table) for circle in learned.circles(table)[:2])
        assert varies(fast) < 0.12 and lock(fast, slow) < 0.7
        assert np.ptp(1 / a_turn(fast)) > 0.05 * np.mean(1 / a_turn(fast))


def test_only_the_first_two_gears_are_more_than_a_ratio_of_mean_speeds_and_early_rows_have_none():
    early = [circle.hands(TABLE[1:127]) for circle in CIRCLES[:4]]
    assert max(map(lock, early, early[1:])) < 0.6
    hands = [circle.hands(ROWS) for circle in CIRCLES]
    pairs, rows_apart = [*pairwise(hands[:4])], range(20, 200)
    first, second, third = ([lock(a[k:], b[:-k]) for k in rows_apart] for a, b in pairs)
    assert max(np.median(first), np.median(second)) < 0.3  # "at most distances"
    assert max(first) < 0.5 and np.median(third) > 0.9


# ---------------------------------------------------------------------------------------- the head


def test_the_head_fails_where_a_text_crosses_position_127_and_only_there():
    def before(start):
        return np.mean([np.diag(learned.previous_word_head(text, start), -1) for text in some], 0)

    some = [words(24, n) for n in range(10)]
    assert min(before(start).min() for start in (1, 40, 128, 200, 300, 400, 480)) > 0.95
    back = before(116)  # at positions 117, 118 ...
    assert back[10:12].max() < 0.4 and back[:10].max() < 0.95 and back[12:].min() > 0.99


def test_the_head_scores_directions_as_its_matrices_do_and_turns_fast_hands_back_by_one():
    stored, planes = learned.arrays(), np.concatenate([circle.plane for circle in CIRCLES])
    normed = (planes - planes.mean(axis=1, keepdims=True)) * stored["norm_weight"]
    query, key = (normed @ stored[f"{name}_weight"].T for name in ("query", "key"))
    assert learned.head_between(planes) == pytest.approx(query @ key.T)
    for k, circle in enumerate(CIRCLES[:3]):
        (a, b), (c, d) = (query @ key.T)[2 * k : 2 * k + 2, 2 * k : 2 * k + 2]
        back = np.angle(a + d + 1j * (c - b)) * circle.wavelength / (2 * np.pi)
        assert back == pytest.approx(1, abs=0.1)


def test_what_does_not_fit_the_head_is_refused_and_words_with_others_like_them():
    for arguments, message in (
        ((["the", "dgo"],), r"words must be among known_words\(\), such as .*dog.*, got 'dgo'"),
        ((["the", "dog"], 511), "start must be an integer from 0 to 510, got 511"),
        ((["the"], 0, TABLE[:, :2]), r"table must be rows of 384 numbers, got shape \(512, 2\)"),
    ):
        with pytest.raises(ValueError, match=f"^{message}"):
            learned.previous_word_head(*arguments)


# ----------------------------------------------------------------------------------- what is stored


def test_sources_name_each_file_and_its_licence():
    with (learned.DATA / "sources.csv").open(encoding="utf-8", newline="") as file:
        sources = list(csv.DictReader(file))
    assert {row["file"] for row in sources} == {path.name for path in learned.DATA.glob("*.npz")}
    for row in sources:
        assert (learned.DATA / f"LICENSE-{row['licence']}.txt").is_file()
