"""What lesson 10 says of heads in longer texts: of the four that it shows, and of all stored."""

import itertools

import numpy as np
import pytest

from posenc_helpers import check
from posenc_helpers.models.longer.figures import by_parts, right_and_wrong
from posenc_helpers.models.longer.heads import (
    SEEDS,
    found,
    found_at,
    scores_by_distance,
    stored_head,
)
from posenc_helpers.models.rope.scaling import rotary_frequencies
from posenc_helpers.models.training import rotary_head
from posenc_helpers.models.training.tasks import far_marked_word, marked_word
from tests.figures.cases import redrawn
from tests.figures.reading import at_random, each, reads
from tools.data.longer_heads import trained

OMEGA, BACK = rotary_frequencies(64, 160), np.arange(256)[:, np.newaxis]
STORED, LLAMA = range(len(SEEDS)), by_parts(1, 4)


# ------------------------------------------------------------------------------ in the pictures


def speeds(begins, ends, scale):
    """The speed of each of 32 pairs, and how much of it is kept, one at a time."""
    own, ends = [160 ** (-2 * i / 64) for i in range(32)], max(begins, ends)
    turns = [64 * omega / (2 * np.pi) for omega in own]
    kept = [n >= ends if not begins < n < ends else (n - begins) / (ends - begins) for n in turns]
    return own, [share + (1 - share) / scale for share in kept]


def by_distance(task, seed, omega):
    """The score of each word with each other, 0 to 255 tokens back, from a head's matrix."""
    head = stored_head(task, seed)
    keys = head.words + np.tile([0, 1], 32)
    q, k = (x.reshape(16, 1, 32, 2) for x in (keys @ head.matrix, keys))
    k, angles = k.swapaxes(0, 1), np.outer(np.arange(256), omega)
    along = q[..., 0] * k[..., 0] + q[..., 1] * k[..., 1]
    across = q[..., 0] * k[..., 1] - q[..., 1] * k[..., 0]
    return along @ np.cos(angles).T + across @ np.sin(angles).T


def leads(scores):
    """By how much marked words are above all plain ones so far, 64 to 255 tokens back."""
    marked, plain = scores[0, 8:].mean(axis=0), scores[0, :8].max(axis=0)
    return [marked[back] - plain[1 : back + 1].max() for back in range(64, 256)]


STEP = {"scale": 1.0, "ramp_begins": 1.0, "ramp_ends": 1.0, "seed": 0}


@at_random(
    "plot_longer_text", STEP, {"scale": 64.0, "ramp_begins": 100.0, "ramp_ends": 0.01, "seed": 3},
    {"scale": 2.0, "ramp_begins": 0.13, "ramp_ends": 1.18, "seed": 2},
)  # fmt: skip
def test_every_word_of_the_longer_text(drawing, scale, ramp_begins, ramp_ends, seed):
    own, kept = speeds(ramp_begins, ramp_ends, scale)
    assert drawing.kept.get_offsets()[:, 1] == pytest.approx(kept)
    omega = np.multiply(own, kept)
    lead = np.array(leads(by_distance("far", seed, omega)))
    near = by_distance("near", seed, omega).mean(axis=(0, 1))[1:]
    back, slowed = int(near.argmax()) + 1, sum(share < 1 - 1e-12 for share in kept)
    leading, least = sum(lead > 0), min(lead)
    reads("longer_text", drawing, locals())
    (peak,), near = drawing.peak.get_xydata().tolist(), drawing.near.get_xydata().tolist()
    assert peak == [back, 1] and peak in near and drawing.near_ax.get_xlim()[1] >= back
    drawn = np.concatenate([drawing.far.right.get_ydata(), drawing.far.wrong.get_ydata()])
    low, high = drawing.far.right.axes.get_ylim()
    assert low < drawn.min() and drawn.max() < high


def finds(scores):
    """The share of marked words at position 0 that scores find in the lesson's 16 texts."""
    text, wanted = far_marked_word(np.random.default_rng([0, 3]), 16, 256, 16)
    for row, p in itertools.product(range(16), range(64, 256)):
        words = text[row, : p + 1]
        score = scores[words[p], words, p - np.arange(p + 1)]
        answer = np.bincount(words, np.exp(score - score.max())).argmax()
        yield answer == wanted[row, p]


def test_every_word_of_the_four_ramps():
    drawing, numbers, shares = redrawn("plot_four_ramps"), [], []
    for turns in (20, 4, 1, 0.01):
        scores = by_distance("far", 0, np.prod(speeds(turns, turns, 4), axis=0))
        numbers.append(sum(lead > 0 for lead in leads(scores)))
        shares.append(np.mean([*finds(scores)]))
    named = "all pairs", "below 4 turns", "below 1 turn", "none"
    each_title = each("{named[#]}\nfound: {shares[#]:share}", 4, " | ")
    listed = each("{named[#]}, leading at {numbers[#]}, found: {shares[#]:share}", 4, "; ")
    reads("four_ramps", drawing, locals())


def test_every_word_of_the_layers():
    drawing, come = redrawn("plot_layers"), []
    for base, slower, tokens in ((1e4, 1, 1_024), (1e6, 1, 32_768), (1e6, 8, 131_072)):
        turns = [2 * np.pi * slower * base ** (2 * i / 256) for i in range(128)]
        come += [sum(turn <= tokens for turn in turns), tokens]
        lines = [line.get_xydata() for line in drawing.figure.axes[0].lines]
        dots = [pytest.approx(line[0]) for line in lines if len(line) == 1]
        assert [come[-2] - 1, turns[come[-2] - 1]] in dots
    reads("layers", drawing, locals())


# ------------------------------------------------------------------------------- what heads find


def step(turns):
    """Return the settings that slow all pairs below so many turns by 4."""
    return by_parts(turns, turns)


@pytest.mark.parametrize("task", ["near", "far"])
def test_the_stored_heads_are_those_that_training_gives(task):
    """Another processor rounds differently, and 200 steps make more of it."""
    assert np.allclose(stored_head(task, 0).matrix, trained(task, 0).astype(float), atol=0.05)


def test_angles_that_are_given_find_what_a_head_finds():
    head, angles = stored_head("far", 2), BACK * rotary_frequencies(64, 160, seq_len=64, **LLAMA)
    assert found_at(head, angles, 2) == pytest.approx(found(2, **LLAMA).far, abs=1e-3)


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
    for seed in STORED:
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
    [("defend yours", [(3, 4, 3, 6, 0), (3, 8, 1, 4, 0), (1, 4, 1, 4, 24)]),
     ("Most lose the word before.", [(1, 4, 1, 4, 0)]),
     ("Most lose the marked word.", [(3, 4, 1, 4, 0), (2, 4, 1, 4, 0)]),
     ("Most lose both words.", [(1, 2, 1, 4, 0)])],
)  # fmt: skip
def test_settings_are_judged_by_the_median_of_five_heads(wording, several):
    for feedback in map(check.longer_settings, map(list, several)):
        assert feedback.status == ("right" if "defend" in wording else "wrong")
        assert wording in feedback.text
