"""What lesson 10 says of heads in longer texts: eight seeds and more, and the stored ones."""

import numpy as np
import pytest

from posenc_helpers import check
from posenc_helpers.models.longer import figures, heads
from posenc_helpers.models.longer.heads import found, found_at, scores_by_distance, stored_head
from posenc_helpers.models.rope.scaling import rotary_frequencies
from posenc_helpers.models.training.run import train
from tools.data.longer_heads import trained

OMEGA = rotary_frequencies(64, 160)
BACK = np.arange(256)[:, np.newaxis]
FAST = 64 * OMEGA >= 2 * np.pi
EIGHT = range(8)


def ramp(begins, ends=None, scale=4):
    return {"scaling": "by parts", "scale": scale, "ramp": (begins, ends or 1.001 * begins)}


def shares(**settings):
    """Return what eight heads find, near and far."""
    return np.transpose([found(seed, **settings) for seed in EIGHT])


@pytest.mark.parametrize("task", ["near", "far"])
def test_the_stored_heads_are_those_that_training_gives(task):
    """Another processor rounds differently, and 200 steps make more of it."""
    assert np.allclose(stored_head(task, 0).matrix, trained(task, 0).astype(float), atol=0.05)


def test_a_score_is_the_sum_of_one_wave_for_each_pair():
    head = stored_head("far", 2, **ramp(1, 4))
    text = np.random.default_rng(0).integers(16, size=(1, 256))
    scores, of_words = head.scores(text)[0], scores_by_distance(head)
    for p, q in ((255, 0), (200, 37), (9, 9)):
        assert of_words[text[0, p], text[0, q], p - q] == pytest.approx(scores[p, q])


def test_found_at_the_usual_angles_is_what_a_head_finds():
    for seed, settings in ((0, ramp(1)), (3, ramp(11, 12)), (9, {})):
        head = stored_head("far", seed, **settings)
        slowed = settings | {"seq_len": 64}
        angles = BACK * rotary_frequencies(64, 160, **slowed)
        assert found_at(head, angles, seed) == pytest.approx(found(seed, **settings).far, abs=1e-3)


def test_old_angles_in_new_combinations_lose_marked_words():
    """Prediction old_angles and the swap; the window of 64 is what these heads learned from."""
    again, quarter = BACK % 64 * OMEGA, BACK / 4 * OMEGA
    ways = again, quarter, np.where(FAST, again, quarter)
    old, slow, mixed = ([found_at(stored_head("far", n), way, n) for n in EIGHT] for way in ways)
    assert min(old + slow) > 0.975
    assert np.round([min(mixed), max(mixed)], 2) == pytest.approx([0.50, 0.96], abs=0.01)
    assert np.sum(np.array(mixed) > 0.835) == 6


def test_the_more_pairs_are_slowed_the_better_for_the_marked_word():
    """And the word before needs the six pairs that make four turns or more."""
    none, half, one, two, four, every = (
        shares(**ramp(turns)) for turns in (0.01, 0.5, 1, 2, 4, 11)
    )
    far = [np.median(one_of[1]) for one_of in (none, half, one, two, four, every)]
    assert far == sorted(far) and far[0] < 0.2 and far[-1] > 0.98
    assert np.sum(64 * OMEGA >= 8 * np.pi) == 6 and min(four[0]) > 0.95
    assert np.median(shares(**ramp(8))[0]) < 0.8 and max(every[0]) < 0.26


def test_where_all_are_slowed_the_near_peak_is_three_or_four_back_and_four_times_as_broad():
    for seed in EIGHT:
        profile = [
            scores_by_distance(stored_head("near", seed, **one), 64).mean(axis=(0, 1))[1:]
            for one in ({}, ramp(11, 12))
        ]
        assert profile[0].argmax() == 0 and profile[1].argmax() + 1 in (3, 4)
        wide = [np.argmax(one < one.max() - (np.ptp(profile[0]) / 2)) for one in profile]
        assert 3 <= (wide[1] + 1) / (wide[0] + 1) <= 6


def test_the_marked_word_is_higher_at_the_same_distance_where_half_are_found():
    right, wrong, water = figures.right_and_wrong(0, **ramp(1))
    assert (right > wrong).all() and found(0, **ramp(1)).far < 0.55
    lead = [figures.leading(*figures.right_and_wrong(n, **ramp(1))[::2]) for n in EIGHT]
    assert min(lead) < 130 and np.median(lead) > 180


def test_training_at_a_rate_of_half_makes_some_heads_worse_first():
    for seed in (0, 2):
        head = stored_head("far", seed, **ramp(1, 4))
        steps = {"seq_len": 256, "texts": 2, "draw": heads.marked_word, "seed": seed}
        assert len(list(train(head, 3, **steps))) == 3
        text, wanted = heads.far_marked_word(np.random.default_rng([seed, 3]), 16, 256, 16)
        assert np.mean((head.answers(text) == wanted)[:, 64:]) < 0.4
        assert found(seed, **ramp(1, 4), steps=3).far > 0.7


def test_some_steps_with_two_long_texts_bring_the_near_word_back():
    more = shares(scaling="interpolation", scale=4, steps=24)
    assert np.median(more[0]) > 0.9 and np.median(more[1]) > 0.97
    assert np.median(shares(steps=24)[1]) < 0.4


@pytest.mark.parametrize(
    ("settings", "status", "wording"),
    [
        ([3, 4, 3, 6, 0], "right", "defend yours"),
        ([3, 8, 2, 2.01, 0], "right", ""),
        ([3, 8, 1, 4, 0], "right", ""),
        ([2, 16, 1, 4, 0], "right", ""),
        ([1, 4, 1, 4, 0], "wrong", "Most lose the word before."),
        ([3, 4, 4, 10, 0], "wrong", "Most lose the word before."),
        ([2, 4, 1, 4, 0], "wrong", "Most lose the marked word."),
        ([1, 1, 1, 4, 24], "wrong", "Most lose the marked word."),
        ([1, 2, 1, 4, 0], "wrong", "Most lose both words."),
    ],
)
def test_settings_are_judged_by_the_median_of_five_heads(settings, status, wording):
    feedback = check.longer_settings(settings)
    assert feedback.status == status and wording in feedback.text
