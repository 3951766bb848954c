"""What two published models have learned about positions, and what only looks like it.

`found`, in expected.py, searches for circles without the package, by the eigenvectors of a fitted
matrix alone. What lesson 11 prints is compared by nbval; here is what its prose says beyond that.
"""

import csv

import numpy as np
import pytest

from posenc_helpers.models.learned import positions as learned
from tests.lessons.cells import texts
from tests.models.expected import CIRCLES, ROWS, TABLE, between, found

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
        assert learned.radius_variation(mine) == pytest.approx(varies(hands)[k], abs=0.05)
        assert circle.plane @ circle.plane.T == pytest.approx(np.eye(2), abs=1e-12)
        assert (mine[1:] * mine[:-1].conj()).imag.sum() > 0  # forward
    assert len(CIRCLES) == 5 and (varies(hands)[:4] < 0.1).all()
    assert 0.7 < turns(hands)[4] < 0.8 and "three quarters of a turn" in TEXTS["real-circles-after"]
    fast, slow = (circle.hands(ROWS) for circle in CIRCLES[:2])
    assert learned.locked(fast, slow) == pytest.approx(lock(fast, slow), abs=1e-12)
    assert lock(fast, slow) > 0.99
    assert learned.locked(fast, slow, gear=2) < 0.3


def test_the_table_has_rows_and_columns_as_said_and_odd_ones_are_left_out():
    assert TABLE.shape == (512, 384) and "512 rows and 384 columns" in TEXTS["real-title"]
    lengths = np.linalg.norm(TABLE, axis=1)
    odd = np.flatnonzero(np.abs(lengths / np.median(lengths) - 1) > 0.2)
    assert {*odd} in ({0, 127, 510, 511}, {0, 127, 509, 510, 511})
    assert (learned.FIRST, learned.LAST) == (128, 509)
    assert "rows 128 to 508" in TEXTS["real-derive"]


def test_neither_the_fit_nor_the_lengths_tell_noise_from_the_table_and_the_radius_does():
    for seed in range(20):
        lengths, hands, explained, _ = found(learned.noise_like(ROWS, rng(seed)))
        assert explained > 0.98 and lengths[:3] == pytest.approx([6, 17.8, 53.3], rel=0.05)
        assert varies(hands)[0] > 0.3 and lock(hands[:, 0], hands[:, 1]) < 0.7
        lengths, hands, explained, _ = found(rng(seed).normal(size=ROWS.shape).cumsum(axis=0))
        assert explained > 0.997 and lengths.min() > 50 and varies(hands)[0] > 0.2
    noise = learned.noise_like(ROWS, rng(0))
    one, other = (np.abs(np.fft.rfft(t - t.mean(axis=0), axis=0)) for t in (ROWS, noise))
    assert one[1:] == pytest.approx(other[1:], abs=1e-9)


def a_turn(hand):
    """The tokens for a turn in each eighth of the rows, as the lesson prints them."""
    return 2 * np.pi * 47 / np.diff(np.unwrap(np.angle(hand))[::47])


def test_the_learned_radius_holds_while_the_speed_changes_and_chance_does_not_do_both():
    fast = found(ROWS)[1][:, 0]
    assert varies(fast) < 0.1 and np.ptp(a_turn(fast)) > 1
    omegas, radii = 2 * np.pi / np.array([6, 17.8, 53.3, 161.2, 575.8]), []
    for seed in range(20):
        noise = found(learned.noise_like(ROWS, rng(seed)))[1][:, 0]
        assert varies(noise) > 0.3 and np.ptp(a_turn(noise)) > 0.5
        sizes = rng(seed).normal(size=(2, 5, 384))
        waves = (np.exp(1j * np.outer(np.arange(381), omegas)) @ (sizes[0] + 1j * sizes[1])).real
        assert np.ptp(a_turn(found(waves)[1][:, 0])) < 0.2
        planes = learned.circles(waves)[:3]
        radii += [learned.radius_variation(circle.hands(waves)) for circle in planes]
    assert f"{min(radii):.2f} to {max(radii):.2f}" in TEXTS["real-compare-text"]


def test_waves_whose_speeds_wander_keep_their_radius_too_and_have_no_gears():
    omegas, steps = 2 * np.pi / np.array([6, 17.8, 53.3, 161.2, 575.8]), np.arange(381)
    for seed in range(10):
        random = rng(seed)
        drift = [np.interp(steps, np.linspace(0, 380, 9), random.normal(size=9)) for _ in omegas]
        angles = np.cumsum(omegas * (1 + 0.06 * np.transpose(drift)), axis=0)
        sizes = random.normal(size=(2, 5, 384))
        table = (np.exp(1j * angles) @ (sizes[0] + 1j * sizes[1])).real
        fast, slow = (circle.hands(table) for circle in learned.circles(table)[:2])
        assert learned.radius_variation(fast) < 0.12 and learned.locked(fast, slow) < 0.7
        turning = np.diff(np.unwrap(np.angle(fast))[::47])
        assert np.ptp(turning) > 0.05 * turning.mean()


def test_only_the_first_two_gears_are_more_than_a_ratio_of_mean_speeds_and_early_rows_have_none():
    early = [circle.hands(TABLE[1:127]) for circle in CIRCLES[:4]]
    assert max(map(lock, early, early[1:])) < 0.6
    hands = [circle.hands(ROWS) for circle in CIRCLES]
    apart = np.array([
        [lock(hands[i][rows:], hands[i + 1][:-rows]) for i in range(3)] for rows in range(20, 200)
    ])  # fmt: skip
    assert (np.median(apart, axis=0)[:2] < 0.3).all()  # "at most distances"
    assert apart[:, 0].max() < 0.5 and np.median(apart[:, 2]) > 0.9


# ---------------------------------------------------------------------------------------- the head


def test_the_sizes_of_the_blocks_are_those_of_the_exercise():
    stored = learned.arrays()
    rows = stored["word_vectors"][2:, np.newaxis] + TABLE[128:509:20] + stored["token_type"]
    scale, sizes = np.mean(1 / rows.std(axis=-1)) ** 2 / np.sqrt(32), []
    for circle in CIRCLES:
        assert learned.head_between(circle.plane) == pytest.approx(between(circle.plane))
        size = np.sqrt((between(circle.plane) ** 2).sum() / 2)
        sizes.append(scale * size * np.abs(circle.hands(ROWS)).mean() ** 2)
    assert np.round(sizes).tolist() == [27, 8, 7, 7, 6]
    assert "27, 8, 7, 7 and 6" in TEXTS["real-ex3-text"]


def test_the_head_fails_where_a_text_crosses_the_seam_and_only_there():
    def before(start):
        return np.diag(learned.previous_word_head(words(24, 1), start), -1).mean()

    assert min(map(before, (1, 40, 100, 128, 200, 300, 400, 480))) > 0.98
    assert max(map(before, (112, 116, 120))) < 0.92
    weights = np.mean([learned.previous_word_head(words(24, n), 116) for n in range(10)], axis=0)
    back = np.diagonal(weights, -1)  # of 117, 118 ...
    assert back[10:12].max() < 0.4 and back[:10].max() < 0.95 and back[12:].min() > 0.99
    assert weights[:11, 12:].sum(axis=1).min() > 0.1  # "some of their attention goes beyond"
    sizes = [[np.abs(c.hands(part)).mean() for c in CIRCLES] for part in (TABLE[1:127], ROWS)]
    assert np.less(*sizes).all() and "shorter hands" in TEXTS["real-played"]


def test_words_that_are_not_known_are_refused_with_others_like_them():
    allowed = r"^words must be among known_words\(\), such as .*, got 'dgo'"
    with pytest.raises(ValueError, match=allowed):
        learned.previous_word_head(["the", "dgo"])
    with pytest.raises(ValueError, match="start must be an integer from 0 to 510, got 511"):
        learned.previous_word_head(["the", "dog"], 511)


# ----------------------------------------------------------------------------------- what is stored


def test_what_is_said_of_sentences_is_what_is_stored():
    cosines, text = learned.sentence_cosines, TEXTS["real-swaps"]
    ours = cosines("learned")
    for name in ("swapped", "same meaning", "opposite meaning"):
        assert f"{ours[name]:.3f}" in text
    assert ours["opposite meaning"] > ours["same meaning"]
    assert ours["opposite nearer"] == 26 and "26 of 40" in TEXTS["real-swaps-text"]
    assert all(word in TEXTS["real-tables"] for word in ("80 short", "98 sentences", "36 parts"))
    for kind in ("short", "licence", "story"):  # in all three sets of texts
        mean, formula, shuffled = (cosines(rows)[kind] for rows in ("mean", "formula", "shuffled"))
        assert formula < mean + 0.01 and shuffled < mean
        assert mean < 0.91 < 0.96 < cosines("constant speeds")[kind]


def test_sources_name_each_file_and_its_licence():
    with (learned.DATA / "sources.csv").open(encoding="utf-8", newline="") as file:
        sources = list(csv.DictReader(file))
    assert {row["file"] for row in sources} == {path.name for path in learned.DATA.glob("*.npz")}
    for row in sources:
        assert (learned.DATA / f"LICENSE-{row['licence']}.txt").is_file()
    assert sum(path.stat().st_size for path in learned.DATA.iterdir()) < 1_200_000
