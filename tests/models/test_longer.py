"""What lesson 10 says of heads in longer texts holds for its four heads and for others."""

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

BACK = np.arange(256)[:, np.newaxis]


# ------------------------------------------------------------------------------- what heads find


def step(turns):
    """Return the settings that slow by 4 all pairs that make fewer turns than this."""
    return by_parts(turns, turns)


@pytest.mark.parametrize("task", ["near", "far"])
def test_the_stored_heads_are_those_that_training_gives(task):
    """The stored matrix is that of a new training, up to what rounding becomes in 200 steps."""
    assert np.allclose(stored_head(task, 0).matrix, trained(task, 0).astype(float), atol=0.05)


@pytest.mark.parametrize("scaling", ["interpolation", "yarn"])
def test_scores_by_distance_are_those_of_the_head(scaling):
    head = stored_head("far", scaling=scaling, scale=4)
    text = np.arange(256)[np.newaxis] % 16
    scores = scores_by_distance(head)[text[0, -1], text[0, ::-1], BACK[:, 0]]
    assert head.scores(text)[0, -1, ::-1] == pytest.approx(scores, abs=1e-9)


@pytest.mark.parametrize(("base", "lost", "by_mixing"), [(160, 0.75, 0.5), (10_000, 0.25, 0.09)])
def test_most_of_the_loss_is_angles_that_slow_pairs_never_showed(base, lost, by_mixing):
    """It holds for all stored heads, and for five more whose base is far above the length."""
    omega, more = rotary_frequencies(64, base), range(20, 25)
    heads = (
        [stored_head("far", n) for n in range(len(SEEDS))] if base == 160
        else [rotary_head(marked_word, base=base, seq_len=64, seed=n) for n in more]
    )  # fmt: skip
    is_slow, new, old = 64 * omega < 2 * np.pi, BACK * omega, BACK / 4 * omega
    again = np.where(is_slow, new, BACK % 64 * omega)
    tables = new, again, np.where(is_slow, old, new), np.where(is_slow, old, again), old
    found = [[found_at(head, table, n) for table in tables] for n, head in enumerate(heads)]
    new, fast, slow, mixed, old = np.transpose(found)
    assert max(new) < 1 - lost and np.abs(fast - new).max() < 0.07 and min(old) > 0.95
    assert np.median(slow - new) > 4 * np.median(old - slow) and max(old - mixed) < by_mixing


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
     ("Most lose the previous word.", [(1, 4, 1, 4, 0)]),
     ("Most lose the marked word.", [(3, 4, 1, 4, 0), (2, 4, 1, 4, 0)]),
     ("Most lose both words.", [(1, 2, 1, 4, 0)])],
)  # fmt: skip
def test_settings_are_judged_by_the_median_of_five_heads(wording, several):
    for feedback in map(check.longer_settings, map(list, several)):
        assert feedback.status == ("right" if "defend" in wording else "wrong")
        assert wording in feedback.text
