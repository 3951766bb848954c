"""What lesson 10 says of heads in longer texts: of the four that it shows, and of all stored."""

import numpy as np
import pytest

from posenc_helpers import check
from posenc_helpers.models.longer import found, found_at, stored_head
from posenc_helpers.models.longer.figures import by_parts, right_and_wrong
from posenc_helpers.models.longer.heads import SEEDS, scores_by_distance
from posenc_helpers.models.rope.scaling import rotary_frequencies
from posenc_helpers.models.training import rotary_head
from posenc_helpers.models.training.run import marked_word
from tools.data.longer_heads import trained

OMEGA, BACK = rotary_frequencies(64, 160), np.arange(256)[:, np.newaxis]


# ------------------------------------------------------------------------------- what heads find


def step(turns):
    """Return the settings that slow all pairs below so many turns by 4."""
    return by_parts(turns, turns)


@pytest.mark.parametrize("task", ["near", "far"])
def test_the_stored_heads_are_those_that_training_gives(task):
    """Another processor rounds differently, and 200 steps make more of it."""
    assert np.allclose(stored_head(task, 0).matrix, trained(task, 0).astype(float), atol=0.05)


@pytest.mark.parametrize("scaling", ["interpolation", "yarn"])
def test_scores_by_distance_are_those_of_the_head(scaling):
    head = stored_head("far", scaling=scaling, scale=4)
    text = np.arange(256)[np.newaxis] % 16
    scores = scores_by_distance(head)[text[0, -1], text[0, ::-1], BACK[:, 0]]
    assert head.scores(text)[0, -1, ::-1] == pytest.approx(scores, abs=1e-9)


def test_at_base_2000_the_same_swap_costs_little():
    omega = rotary_frequencies(64, 2_000)
    fast = 64 * omega >= 2 * np.pi
    assert (np.sum(fast), np.sum(64 * OMEGA >= 2 * np.pi)) == (10, 15)
    mixed = np.where(fast, BACK % 64 * omega, BACK / 4 * omega)
    heads = [rotary_head(marked_word, base=2_000, seq_len=64, seed=seed) for seed in range(5)]
    assert min(found_at(head, mixed, seed) for seed, head in enumerate(heads)) > 0.92


def test_where_all_are_slowed_the_near_peak_is_three_or_four_back_and_four_times_as_broad():
    for seed in range(len(SEEDS)):
        two = (stored_head("near", seed, **one) for one in ({}, step(11)))
        profiles = [scores_by_distance(one)[..., 1:64].mean(axis=(0, 1)) for one in two]
        assert profiles[0].argmax() == 0 and profiles[1].argmax() + 1 in (3, 4)
        half = np.ptp(profiles[0]) / 2
        narrow, broad = (np.argmax(one < one.max() - half) + 1 for one in profiles)
        assert 3 <= broad / narrow <= 6


def test_the_marked_word_is_higher_at_the_same_distance_where_half_are_found():
    right, wrong, _ = right_and_wrong(0, **step(1))
    assert (right > wrong).all() and found(0, **step(1)).far < 0.55


@pytest.mark.parametrize(
    ("wording", "several"),
    [("defend yours", [(1, 4, 1, 4, 24)]),
     ("Most lose the word before.", [(1, 4, 1, 4, 0)]),
     ("Most lose the marked word.", [(3, 4, 1, 4, 0), (2, 4, 1, 4, 0)]),
     ("Most lose both words.", [(1, 2, 1, 4, 0)])],
)  # fmt: skip
def test_settings_are_judged_by_the_median_of_five_heads(wording, several):
    for feedback in map(check.longer_settings, map(list, several)):
        assert feedback.status == ("right" if "defend" in wording else "wrong")
        assert wording in feedback.text
