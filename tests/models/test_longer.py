"""What lesson 10 says of heads in longer texts: of the eight that it shows, and of those stored."""

import numpy as np
import pytest

from posenc_helpers import check
from posenc_helpers.figures.drawing import Drawing
from posenc_helpers.models.longer.figures import Curves, by_parts, right_and_wrong
from posenc_helpers.models.longer.heads import found, found_at, scores_by_distance, stored_head
from posenc_helpers.models.rope.scaling import rotary_frequencies
from posenc_helpers.models.training import far_marked_word, marked_word, rotary_head, train
from tools.data.longer_heads import trained

OMEGA, BACK = rotary_frequencies(64, 160), np.arange(256)[:, np.newaxis]
EIGHT, LLAMA = range(8), by_parts(1, 4)


# ------------------------------------------------------------------------------- what heads find


def step(turns):
    """Return the settings that slow all pairs below so many turns by 4."""
    return by_parts(turns, turns)


def shares(**settings):
    """Return what eight heads find, near and far."""
    return np.transpose([found(seed, **settings) for seed in EIGHT])


@pytest.mark.parametrize("task", ["near", "far"])
def test_the_stored_heads_are_those_that_training_gives(task):
    """Another processor rounds differently, and 200 steps make more of it."""
    assert np.allclose(stored_head(task, 0).matrix, trained(task, 0).astype(float), atol=0.05)


def test_angles_that_are_given_find_what_a_head_finds():
    head, angles = stored_head("far", 2), BACK * rotary_frequencies(64, 160, seq_len=64, **LLAMA)
    assert found_at(head, angles, 2) == pytest.approx(found(2, **LLAMA).far, abs=1e-3)


def test_at_base_2000_the_same_swap_costs_little():
    omega = rotary_frequencies(64, 2_000)
    fast = 64 * omega >= 2 * np.pi
    assert (np.sum(fast), np.sum(64 * OMEGA >= 2 * np.pi)) == (10, 15)
    mixed = np.where(fast, BACK % 64 * omega, BACK / 4 * omega)
    heads = [rotary_head(marked_word, base=2_000, seq_len=64, seed=seed) for seed in range(5)]
    assert min(found_at(head, mixed, seed) for seed, head in enumerate(heads)) > 0.92


def test_the_more_pairs_are_slowed_the_better_for_the_marked_word():
    """And the word before needs the six pairs that make four turns or more."""
    near, far = np.transpose([shares(**step(n)) for n in (0.01, 0.6, 1, 2, 4, 8, 11)], (1, 0, 2))
    medians = np.median(far, axis=1)
    assert (np.diff(medians) > -0.005).all() and medians[0] < 0.2 and medians[-1] > 0.98
    assert np.sum(64 * OMEGA >= 8 * np.pi) == 6 and near[:5].min() > 0.95
    assert np.median(near[5]) < 0.8 and near[6].max() < 0.26


def test_where_all_are_slowed_the_near_peak_is_three_or_four_back_and_four_times_as_broad():
    for seed in EIGHT:
        two = (stored_head("near", seed, **one) for one in ({}, step(11)))
        profiles = [scores_by_distance(one, 64).mean(axis=(0, 1))[1:] for one in two]
        assert profiles[0].argmax() == 0 and profiles[1].argmax() + 1 in (3, 4)
        half = np.ptp(profiles[0]) / 2
        narrow, broad = (np.argmax(one < one.max() - half) + 1 for one in profiles)
        assert 3 <= broad / narrow <= 6


def test_the_marked_word_is_higher_at_the_same_distance_where_half_are_found():
    right, wrong, _ = right_and_wrong(0, **step(1))
    assert (right > wrong).all() and found(0, **step(1)).far < 0.55
    leads = [Curves(Drawing().add_axes(9, 9, 9, 9)).update(seed, step(1)).leads for seed in EIGHT]
    assert min(leads) < 130 and np.median(leads) > 180


def test_at_a_rate_of_half_some_heads_get_worse_first():
    for seed in (0, 2):
        head, steps = stored_head("far", seed, **LLAMA), {"seq_len": 256, "texts": 2}
        assert len(list(train(head, 3, **steps, draw=marked_word, seed=seed))) == 3
        text, wanted = far_marked_word(np.random.default_rng([seed, 3]), 16, 256, 16)
        assert np.mean((head.answers(text) == wanted)[:, 64:]) < 0.4
        assert found(seed, **LLAMA, steps=3).far > 0.7


def test_some_steps_with_two_long_texts_bring_the_near_word_back():
    near, far = shares(scaling="interpolation", scale=4, steps=24)
    assert np.median(near) > 0.9 and np.median(far) > 0.97
    assert np.median(shares(steps=24)[1]) < 0.4


@pytest.mark.parametrize(
    ("wording", "several"),
    [("defend yours", [(3, 4, 3, 6, 0), (3, 8, 2, 2.01, 0), (3, 8, 1, 4, 0), (2, 16, 1, 4, 0)]),
     ("Most lose the word before.", [(1, 4, 1, 4, 0), (3, 4, 4, 10, 0)]),
     ("Most lose the marked word.", [(3, 4, 1, 4, 0), (2, 4, 1, 4, 0), (1, 1, 1, 4, 24)]),
     ("Most lose both words.", [(1, 2, 1, 4, 0)])],
)  # fmt: skip
def test_settings_are_judged_by_the_median_of_five_heads(wording, several):
    for feedback in map(check.longer_settings, map(list, several)):
        assert feedback.status == ("right" if "defend" in wording else "wrong")
        assert wording in feedback.text
