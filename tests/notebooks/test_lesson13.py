"""Every number in the prose of lesson 13, and of its sentences elsewhere, computed once more.

Independent of the package's own search for circles: by the eigenvectors of a fitted matrix alone.
"""

import json
import re
from pathlib import Path

import numpy as np
import pytest

from posenc_helpers.learned import (
    FIRST,
    LAST,
    arrays,
    circles,
    known_words,
    learned_positions,
    noise_like,
    previous_word_head,
    sentence_cosines,
)

FOLDER = Path(__file__).resolve().parents[2] / "notebooks"
LESSON = json.loads((FOLDER / "13_what_a_real_model_learned.ipynb").read_text(encoding="utf-8"))
TEXTS = {cell["id"]: "".join(cell["source"]) for cell in LESSON["cells"]}
PRINTED = {
    cell["id"]: "".join("".join(output.get("text", "")) for output in cell.get("outputs", []))
    for cell in LESSON["cells"]
}
TABLE = learned_positions()
ROWS = TABLE[FIRST:LAST]


def numbers(cell):
    return [float(one) for one in re.findall(r"-?\d+\.?\d*", PRINTED[cell])]


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


def test_the_table_has_rows_and_columns_as_said_and_odd_ones_are_left_out():
    assert TABLE.shape == (512, 384) and "512 rows" in TEXTS["real-predict"]
    lengths = np.linalg.norm(TABLE, axis=1)
    usual = np.median(lengths)
    odd = np.flatnonzero(np.abs(lengths / usual - 1) > 0.2)
    assert set(odd) == {0, 127, 510, 511} or set(odd) == {0, 127, 509, 510, 511}
    assert (FIRST, LAST) == (128, 509) and "rows 128 to 508" in TEXTS["real-derive"]


def test_ten_directions_hold_what_is_said_and_then_comes_the_cliff():
    around = ROWS - ROWS.mean(axis=0)
    sizes = np.linalg.eigvalsh(around.T @ around)[::-1]
    share = sizes / sizes.sum()
    assert numbers("real-svd")[2:14] == pytest.approx(100 * share[:12], abs=0.051)
    assert 0.975 < share[:10].sum() < 0.985 and "98 %" in TEXTS["real-cliff"]
    assert share[9] / share[10] > 20


def test_five_circles_of_these_lengths():
    lengths, hands, explained = found(ROWS)
    assert lengths == pytest.approx([6.0, 17.8, 53.3, 161.2, 575.8], rel=0.01)
    assert explained == pytest.approx(0.997, abs=1e-3)
    assert (varies(hands)[:4] < 0.1).all()
    assert 0.7 < turns(hands)[4] < 0.8 and "three quarters of a turn" in TEXTS["real-circles-after"]


def test_neither_the_fit_nor_the_lengths_tell_noise_from_the_table_and_the_radius_does():
    for seed in range(20):
        lengths, hands, explained = found(noise_like(ROWS, np.random.default_rng(seed)))
        assert explained > 0.98 and lengths[:3] == pytest.approx([6, 17.8, 53.3], rel=0.05)
        assert varies(hands)[0] > 0.3
        walk = np.random.default_rng(seed).normal(size=ROWS.shape).cumsum(axis=0)
        lengths, hands, explained = found(walk)
        assert explained > 0.997 and lengths.min() > 50 and varies(hands)[0] > 0.2


def test_gears_of_three_at_a_speed_that_changes():
    _, hands, _ = found(ROWS)
    made = turns(hands)
    assert made[0] == pytest.approx(64, abs=0.5) and "64 turns" in TEXTS["real-gears-after"]
    assert made[:3] / made[1:4] == pytest.approx([3, 3, 3], abs=0.05)
    angles = np.unwrap(np.angle(hands[:, 0]))
    tokens = 2 * np.pi * 12 / (angles[12:] - angles[:-12])
    wording = re.search(r"from (\d\.\d) to (\d\.\d) tokens", TEXTS["real-gears-text"]).groups()
    assert (tokens.min(), tokens.max()) == pytest.approx([float(one) for one in wording], abs=0.1)
    early = turns(found(TABLE[1:127], 8)[1])
    assert (np.abs(early[:2] / early[1:3] - 3) > 0.1).all()  # rows 1 to 126 are not locked


def test_each_block_of_the_head_is_a_turn_back_by_about_one():
    back = [float(one) for one in re.findall(r"back by (\d\.\d)", PRINTED["real-head"])]
    assert back[:3] == pytest.approx([1, 1, 1], abs=0.101) and 1.5 < min(back[3:])
    stored = arrays()
    lengths, hands, _ = found(ROWS)
    waves = np.column_stack([part for hand in hands.T for part in (hand.real, hand.imag)])
    planes = np.linalg.pinv(waves) @ (ROWS - ROWS.mean(axis=0))
    planes = (planes - planes.mean(axis=1, keepdims=True)) * stored["norm_weight"]
    between = planes @ stored["query_weight"].T @ stored["key_weight"] @ planes.T
    for k in range(3):
        block = between[2 * k : 2 * k + 2, 2 * k : 2 * k + 2]
        angle = np.arctan2(block[1, 0] - block[0, 1], block[0, 0] + block[1, 1])
        assert angle * lengths[k] / (2 * np.pi) == pytest.approx(back[k], abs=0.06)


def test_the_sizes_of_the_blocks_are_those_of_the_exercise():
    stored = arrays()
    rows = stored["word_vectors"][2:, np.newaxis] + TABLE[128:509:20] + stored["token_type"]
    scale = np.mean(1 / rows.std(axis=-1)) ** 2 / np.sqrt(32)
    sizes = []
    for circle in circles(ROWS):
        plane = (circle.plane - circle.plane.mean(axis=1, keepdims=True)) * stored["norm_weight"]
        block = plane @ stored["query_weight"].T @ stored["key_weight"] @ plane.T
        size = np.sqrt((block**2).sum() / 2) * np.abs(circle.hands(ROWS)).mean() ** 2
        sizes.append(scale * size)
    assert (
        np.round(sizes).tolist() == [27, 8, 7, 7, 6]
        and "27, 8, 7, 7 and 6" in TEXTS["real-ex3-text"]
    )


def before(start, seed):
    words = np.random.default_rng(seed).choice(known_words()[2:], 24, replace=False)
    return np.diagonal(previous_word_head(words, start), -1).mean()


def test_the_head_fails_where_a_text_crosses_the_seam_and_only_there():
    inside = [before(start, 1) for start in (1, 40, 100, 128, 200, 300, 400, 480)]
    across = [before(start, 1) for start in (112, 116, 120)]
    assert min(inside) > 0.98 and max(across) < 0.92


def test_what_is_said_of_sentences_is_what_is_stored():
    text, learned = TEXTS["real-sentence-text"], sentence_cosines("learned")
    for name in ("swapped", "same meaning", "opposite meaning"):
        assert f"{learned[name]:.3f}" in text
    assert learned["opposite meaning"] > learned["same meaning"]
    assert sentence_cosines("one row")["swapped"] == 1
    moved = [1 - sentence_cosines(f"{n} directions")["swapped"] for n in ("ten", "twenty")]
    assert moved == pytest.approx([(1 - learned["swapped"]) * share for share in (0.5, 1)], rel=0.1)
    one_row = sentence_cosines("mean")["licence"]
    assert all(sentence_cosines(name)["licence"] < one_row for name in ("shuffled", "formula"))
    parts = TEXTS["real-tables"]
    assert "98 sentences" in parts


def test_one_angle_with_gears_of_three_explains_nearly_all():
    shares = dict(
        re.findall(r"gear +([\d.]+): +(-?\d\.\d\d) of the table", PRINTED["real-rebuilt-try"])
    )
    assert float(shares["3"]) == 0.95 and "95 %" in TEXTS["real-rebuilt-text"]
    assert all(float(share) < 0.7 for gear, share in shares.items() if gear != "3")


def test_the_second_model_has_one_geared_pair():
    other = learned_positions("e5")[1:509]
    made = turns(found(other, 14)[1])
    assert made[1] / made[3] == pytest.approx(3, abs=0.02)
    assert abs(made[0] / made[1] - 3) > 0.2 and abs(made[3] / made[4] - 3) > 0.2
