"""What the prose of lesson 13 says beyond what its cells print, computed once more.

Circles are found by the eigenvectors of a fitted matrix alone, not by the package's own search.
"""

import json
import re
from pathlib import Path

import numpy as np
import pytest

from posenc_helpers.lessons.lesson13 import KINDS, drawn
from posenc_helpers.models import learned
from posenc_helpers.models.learned.positions import FIRST, LAST

FOLDER = Path(__file__).resolve().parents[2] / "notebooks"
LESSON = json.loads((FOLDER / "13_what_a_real_model_learned.ipynb").read_text(encoding="utf-8"))
TEXTS = {cell["id"]: "".join(cell["source"]) for cell in LESSON["cells"]}
PRINTED = {
    cell["id"]: "".join("".join(output.get("text", "")) for output in cell.get("outputs", []))
    for cell in LESSON["cells"]
}
TABLE = learned.learned_positions()
ROWS = TABLE[FIRST:LAST]


def found(rows, count=10):
    """Wavelengths, hands, and the share of the next row that one matrix explains."""
    around = rows - rows.mean(axis=0)
    points = around @ np.linalg.eigh(around.T @ around)[1][:, -count:]
    step = np.linalg.pinv(points[:-1]) @ points[1:]
    values, vectors = np.linalg.eig(step)
    order = [k for k in np.argsort(-np.angle(values)) if values[k].imag > 1e-9]
    off = points[1:] - points[:-1] @ step
    explained = 1 - (off**2).sum() / (points[1:] ** 2).sum()
    return 2 * np.pi / np.angle(values[order]), points @ vectors[:, order], explained


def turns(hands):
    return np.ptp(np.unwrap(np.angle(hands), axis=0), axis=0) / (2 * np.pi)


def varies(hands):
    return np.abs(hands).std(axis=0) / np.abs(hands).mean(axis=0)


def said(cell, pattern):
    """The numbers that a text or an output says at a pattern."""
    return [float(one) for one in re.search(pattern, TEXTS[cell] + PRINTED[cell]).groups()]


def test_five_circles_of_these_lengths_and_directions_as_said():
    lengths, hands, explained = found(ROWS)
    made, sizes = turns(hands), np.linalg.svd(ROWS - ROWS.mean(axis=0), compute_uv=False) ** 2
    assert lengths == pytest.approx([6.0, 17.8, 53.3, 161.2, 575.8], rel=0.01)
    assert explained == pytest.approx(0.997, abs=1e-3) and (varies(hands)[:4] < 0.1).all()
    assert 0.975 < sizes[:10].sum() / sizes.sum() < 0.985 and "98 %" in TEXTS["real-cliff"]
    assert 0.7 < made[4] < 0.8 and "three quarters of a turn" in TEXTS["real-circles-after"]
    assert made[0] == pytest.approx(64, abs=0.5) and "64 turns" in TEXTS["real-gears-after"]
    second, third = said("real-gears-after", r"makes (\d+\.\d) and the third (\d\.\d)")
    assert made[1:3] == pytest.approx([second, third], abs=0.1)
    angles = np.unwrap(np.angle(hands[:, 0]))
    tokens = 2 * np.pi * 12 / (angles[12:] - angles[:-12])
    extremes = said("real-gears-text", r"from (\d\.\d) to (\d\.\d) tokens")
    assert (tokens.min(), tokens.max()) == pytest.approx(extremes, abs=0.1)


def test_rows_that_are_left_out_are_longer_or_shorter():
    lengths = np.linalg.norm(TABLE, axis=1)
    odd = np.flatnonzero(np.abs(lengths / np.median(lengths) - 1) > 0.2)
    assert {0, 127, 510, 511} <= {*odd} <= {0, 127, 509, 510, 511}
    assert (FIRST, LAST) == (128, 509) and "rows 128 to 508" in TEXTS["real-derive"]


def test_neither_the_fit_nor_the_lengths_tell_noise_from_the_table_and_the_radius_does():
    for seed in range(5):
        rng = np.random.default_rng(seed)
        lengths, hands, explained = found(learned.noise_like(ROWS, rng))
        assert explained > 0.98 and lengths[:3] == pytest.approx([6, 17.8, 53.3], rel=0.05)
        assert varies(hands)[0] > 0.3
        lengths, hands, explained = found(rng.normal(size=ROWS.shape).cumsum(axis=0))
        assert explained > 0.997 and lengths.min() > 50 and varies(hands)[0] > 0.2
    ours, least, most, noise = map(float, re.findall(r"\d\.\d+", PRINTED["real-blocks-anew"]))
    assert ours > 0.99 and 0.5 < least < most < 0.75 and 0.9 < noise < 0.97


def lock(fast, slow):
    return abs(np.mean(np.exp(1j * (np.angle(fast) - 3 * np.angle(slow)))))


def test_only_the_first_two_gears_are_more_than_a_ratio_of_mean_speeds():
    hands = [circle.hands(ROWS) for circle in learned.circles(ROWS)]
    early = [circle.hands(TABLE[1:85]) for circle in learned.circles(ROWS)[:4]]
    apart = np.array([
        [lock(hands[i][rows:], hands[i + 1][:-rows]) for i in range(3)] for rows in range(20, 200)
    ])  # fmt: skip
    assert (np.median(apart, axis=0)[:2] < 0.3).all()  # "at most distances"
    assert apart[:, 0].max() < 0.5 and np.median(apart[:, 2]) > 0.9
    assert max(map(lock, early, early[1:])) < 0.4


def test_the_sizes_of_the_blocks_are_those_of_the_exercise():
    stored, sizes = learned.arrays(), []
    rows = stored["word_vectors"][2:, np.newaxis] + TABLE[128:509:20] + stored["token_type"]
    scale = np.mean(1 / rows.std(axis=-1)) ** 2 / np.sqrt(32)
    for circle in learned.circles(ROWS):
        plane = (circle.plane - circle.plane.mean(axis=1, keepdims=True)) * stored["norm_weight"]
        block = plane @ stored["query_weight"].T @ stored["key_weight"] @ plane.T
        size = np.sqrt((block**2).sum() / 2) * np.abs(circle.hands(ROWS)).mean() ** 2
        sizes.append(scale * size)
    assert np.round(sizes).tolist() == [27, 8, 7, 7, 6]
    assert "27, 8, 7, 7 and 6" in TEXTS["real-ex3-text"]


def test_the_head_fails_where_a_text_crosses_the_seam():
    texts = [np.random.default_rng(s).choice(learned.known_words()[2:], 24) for s in range(10)]
    weights = np.mean([learned.previous_word_head(words, 116) for words in texts], axis=0)
    back = np.diagonal(weights, -1)  # of 117, 118 ...
    assert back[10:12].max() < 0.4 and back[:10].max() < 0.95 and back[12:].min() > 0.99
    assert weights[:11, 12:].sum(axis=1).min() > 0.1  # "are drawn to words beyond"


def test_what_is_said_of_sentences_is_what_is_stored():
    text, ours = TEXTS["real-sentence-text"], learned.sentence_cosines("learned")
    for name in ("swapped", "same meaning", "opposite meaning"):
        assert f"{ours[name]:.3f}" in text
    assert ours["opposite meaning"] > ours["same meaning"] and "in 26 of 40" in text
    assert learned.sentence_cosines("one row")["swapped"] == 1 and ours["opposite nearer"] == 26
    for kind in ("short", "licence", "story"):
        alike = {name: learned.sentence_cosines(name)[kind]
                 for name in ("mean", "formula", "shuffled", "constant speeds")}  # fmt: skip
        assert alike["formula"] < alike["mean"] + 0.01 and alike["shuffled"] < alike["mean"]
        assert alike["mean"] < 0.91 < 0.96 < alike["constant speeds"]


def test_the_second_model_has_one_geared_pair():
    other = learned.learned_positions("e5")[1:509]
    hands = found(other, 15)[1]
    made, second = turns(hands), learned.circles(other[:254], 15)[2]
    assert made[1] / made[3] == pytest.approx(3, abs=0.02) and lock(hands[:, 1], hands[:, 3]) > 0.95
    assert abs(made[0] / made[1] - 3) > 0.2 and abs(made[3] / made[4] - 3) > 0.2
    assert second.wavelength == pytest.approx(9.0, abs=0.05)
    assert varies(second.hands(other[:254])) == pytest.approx(0.09, abs=0.005)
    assert found(other, 14)[0][5:] == pytest.approx([270, 927], abs=1)


def test_in_the_exercise_the_lengths_of_rows_do_not_tell_noise_from_the_learned_table():
    lengths = {kind: [np.linalg.norm(drawn(k), axis=1) for k in range(8) if KINDS[k] == kind]
               for kind in ("noise", "learned")}  # fmt: skip
    most = {kind: max(one.std() / one.mean() for one in many) for kind, many in lengths.items()}
    assert most["noise"] < 1.2 * most["learned"]
