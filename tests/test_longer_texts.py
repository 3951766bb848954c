"""The stored answers of trained heads are those that training gives, and what lesson 11 says holds.

Another processor rounds differently, and 200 steps make more of it: some answers of a head may then
be others.
"""

import numpy as np
import pytest

import posenc_helpers.longer_texts as stored
from posenc_helpers.longer_texts import SEEDS, Trial, stored_shares
from posenc_helpers.scaling import SCALINGS
from tools import longer_texts
from tools.longer_texts import TRIALS, share_found

CLOSE = 0.05


def of(task, scaling):
    return stored_shares()[Trial(task, 160.0, 64, 256, scaling)]


def test_all_trials_are_stored():
    assert list(stored_shares()) == TRIALS
    assert all(len(found) == len(SEEDS) == 8 for found in stored_shares().values())


@pytest.mark.parametrize("task", ["near", "far"])
def test_the_first_head_finds_what_is_stored(task):
    for scaling in SCALINGS:
        found = share_found(Trial(task, 160.0, 64, 256, scaling), 0)
        assert found == pytest.approx(of(task, scaling)[0], abs=CLOSE)


@pytest.mark.full
def test_the_command_finds_what_is_stored(tmp_path, monkeypatch):
    """For all trials, with three of the eight seeds."""
    before, seeds = stored_shares(), SEEDS[-3:]
    for module in (longer_texts, stored):
        monkeypatch.setattr(module, "SEEDS", seeds)
    longer_texts.write_shares(tmp_path / "again.csv")
    monkeypatch.setattr(stored, "STORED", tmp_path / "again.csv")
    again = stored_shares()
    for trial, shares in before.items():
        expected = np.median([shares[seed] for seed in seeds])
        assert np.median(again[trial]) == pytest.approx(expected, abs=CLOSE), trial


@pytest.mark.full
@pytest.mark.parametrize(("columns", "length", "least"), [(128, 256, 0.85), (64, 512, 0.7)])
def test_by_parts_does_both_at_another_width_and_scale(columns, length, least):
    """Medians of three seeds: only by parts and YaRN find near and far words."""
    found = {}
    for task, (draw, test) in longer_texts.DRAWN.items():
        for seed in range(3):
            head = longer_texts.rotary_head(draw, columns, 160, seq_len=64, seed=seed)
            for scaling in SCALINGS:
                head.positions.scaling, head.positions.scale = scaling, length / 64
                shares = longer_texts.accuracy(head, length, texts=8, draw=test, seed=seed)[64:]
                found.setdefault((task, scaling), []).append(np.nanmean(shares))
    both = {s: min(np.median(found[task, s]) for task in ("near", "far")) for s in SCALINGS}
    assert both["by parts"] > least and both["yarn"] > least
    assert both["none"] < 0.3 and both["interpolation"] < 0.3
    assert both["ntk"] < both["by parts"] - 0.1


def test_what_the_lesson_says_of_near_and_far():
    assert of("near", "none").min() > 0.98 and of("far", "none").max() < 0.2
    assert of("near", "interpolation").max() < 0.3 and of("far", "interpolation").min() > 0.95
    assert of("near", "ntk").min() > 0.95 and np.median(of("far", "ntk")).round(1) == 0.6
    for scaling in ("by parts", "yarn"):
        assert of("near", scaling).min() > 0.95 and of("far", scaling).min() > 0.75


def test_what_the_lesson_says_of_bases():
    def median(base, seq_len):
        return np.median(stored_shares()[Trial("far", base, seq_len, 128)])

    assert all(median(base, 32) < 0.3 for base in (30, 100, 300)) and median(10_000, 32) > 0.6
    assert median(30, 128) < 0.1 < 0.75 < median(100, 128) < 0.95 < median(300, 128)
    assert median(10_000, 128) > 0.99
