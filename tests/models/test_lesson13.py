"""Every number in the prose of lesson 13, and of its sentences elsewhere, computed once more.

Independent of the package's own search for circles: by the eigenvectors of a fitted matrix alone.
"""

import json
import re
from pathlib import Path

import numpy as np
import pytest

from posenc_helpers.lessons.lesson13 import KINDS, TABLES
from posenc_helpers.models.learned.positions import (
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
    said = re.search(r"makes (\d+\.\d) and the third (\d\.\d)", TEXTS["real-gears-after"]).groups()
    assert made[1:3] == pytest.approx([float(one) for one in said], abs=0.1)


def lock(fast, slow):
    return abs(np.mean(np.exp(1j * (np.angle(fast) - 3 * np.angle(slow)))))


def test_rows_1_to_84_have_no_gears_in_the_planes_of_the_others():
    early = [circle.hands(TABLE[1:85]) for circle in circles(ROWS)[:4]]
    assert max(map(lock, early, early[1:])) < 0.4


def test_only_the_first_two_gears_are_more_than_a_ratio_of_mean_speeds():
    hands = [circle.hands(ROWS) for circle in circles(ROWS)]
    apart = np.array([
        [lock(hands[i][rows:], hands[i + 1][:-rows]) for i in range(3)] for rows in range(20, 200)
    ])  # fmt: skip
    assert (np.median(apart, axis=0)[:2] < 0.3).all()  # "at most distances"
    assert apart[:, 0].max() < 0.5 and np.median(apart[:, 2]) > 0.9


def test_the_harmonics_1_3_9_and_27_hold_the_table_and_others_hardly_any_of_it():
    held = dict(re.findall(r"(\d+): (\d+\.\d)", PRINTED["real-harmonics"]))
    held = {int(k): float(share) for k, share in held.items()}
    assert [k for k, share in held.items() if share > 15] == [1, 3, 9, 27]
    assert max(share for k, share in held.items() if k not in (1, 3, 9, 27)) < 1


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
    texts = [np.random.default_rng(seed).choice(known_words()[2:], 24) for seed in range(10)]
    weights = np.mean([previous_word_head(words, 116) for words in texts], axis=0)
    back = np.diagonal(weights, -1)  # of 117, 118 ...
    assert back[10:12].max() < 0.4 and back[:10].max() < 0.95 and back[12:].min() > 0.99
    assert weights[:11, 12:].sum(axis=1).min() > 0.1  # "words before are drawn to words beyond"


def test_what_is_said_of_sentences_is_what_is_stored():
    text, learned = TEXTS["real-sentence-text"], sentence_cosines("learned")
    for name in ("swapped", "same meaning", "opposite meaning"):
        assert f"{learned[name]:.3f}" in text
    assert learned["opposite meaning"] > learned["same meaning"]
    assert sentence_cosines("one row")["swapped"] == 1
    assert learned["opposite nearer"] == 26 and "in 26 of 40" in text


def test_what_is_said_of_other_tables_holds_in_all_three_sets_of_texts():
    assert all(word in TEXTS["real-tables"] for word in ("80 short", "98 sentences", "36 parts"))
    for kind in ("short", "licence", "story"):
        alike = {name: sentence_cosines(name)[kind] for name in ("mean", "formula", "shuffled")}
        assert alike["formula"] < alike["mean"] + 0.01 and alike["shuffled"] < alike["mean"]
        assert alike["mean"] < 0.91 < 0.96 < sentence_cosines("constant speeds")[kind]


def test_order_moves_the_vector_little_and_elsewhere_with_other_tables():
    swap = {name: sentence_cosines(name) for name in ("learned", "formula", "twenty directions")}
    assert 0.97 < swap["learned"]["least"] < swap["learned"]["most"] < 0.998
    assert swap["formula"]["direction"] < 0.1 and swap["twenty directions"]["direction"] > 0.99


def test_one_angle_with_gears_of_three_explains_nearly_all():
    shares = dict(
        re.findall(r"gear +([\d.]+): +(-?\d\.\d\d) of the table", PRINTED["real-rebuilt-try"])
    )
    assert float(shares["3"]) == 0.95 and "95 %" in TEXTS["real-rebuilt-text"]
    assert all(float(share) < 0.7 for gear, share in shares.items() if gear != "3")


def test_the_second_model_has_its_cliff_after_15_directions_and_one_geared_pair():
    other = learned_positions("e5")[1:509]
    assert numbers("real-e5-code")[3:6] == pytest.approx([3.91, 1.61, 0.05], abs=0.006)
    hands = found(other, 15)[1]
    made = turns(hands)
    assert made[1] / made[3] == pytest.approx(3, abs=0.02) and lock(hands[:, 1], hands[:, 3]) > 0.95
    assert abs(made[0] / made[1] - 3) > 0.2 and abs(made[3] / made[4] - 3) > 0.2
    second = circles(other[:254], 15)[2]
    assert second.wavelength == pytest.approx(9.0, abs=0.05)
    assert varies(second.hands(other[:254])) == pytest.approx(0.09, abs=0.005)
    assert found(other, 14)[0][5:] == pytest.approx([270, 927], abs=1)


def test_the_head_looks_as_far_back_as_the_hands_of_the_query_are_turned():
    shares = re.findall(r"(-?\d) tokens further back: (\d\.\d\d)", PRINTED["real-turned-try"])
    assert [int(tokens) for tokens, _ in shares] == [-2, -1, 0, 1, 2, 3]
    assert min(float(share) for _, share in shares) > 0.97


def test_the_blocks_fit_these_planes_and_those_of_noise():
    ours, least, most, noise = numbers("real-blocks-anew")
    assert ours > 0.99 and most < 0.75 and least > 0.5 and 0.9 < noise < 0.97


def test_in_the_exercise_the_lengths_of_rows_do_not_tell_noise_from_the_learned_table():
    spread = {kind: [] for kind in KINDS}
    for kind, rows in zip(KINDS, TABLES, strict=True):
        lengths = np.linalg.norm(rows, axis=1)
        spread[kind].append(lengths.std() / lengths.mean())
    assert max(spread["noise"]) < 1.2 * max(spread["learned"])
