"""Lessons 02, 04 and 07 are right about what is left, where no cell prints it."""

import numpy as np

from posenc_helpers import ClocksExplorer, angular_frequencies, clocks, positional_encoding, softmax
from tests.lessons.cells import defined


def test_lesson_02_frozen_columns_are_on_the_right_and_most_are_cosines():
    frozen = np.flatnonzero(np.ptp(positional_encoding(50, 128), axis=0) < 0.1)
    assert len(frozen) == 51 and frozen.min() >= 64 and np.sum(frozen % 2) > 51 / 2


def test_lesson_04_two_clocks_leave_four_positions_and_four_clocks_leave_one():
    left = {}
    for count in ("two", "four"):
        given = ClocksExplorer().presets[f"{count} clocks, noise"]
        d_model, base, seq_len, position, noise = given.values()
        hands = clocks.noisy_row(position, d_model, base, noise)
        misfits = np.linalg.norm(positional_encoding(seq_len, d_model, base) - hands, axis=1)
        most = clocks.fit_threshold(noise, d_model) * np.sqrt(d_model / 2)
        left[count] = np.flatnonzero(misfits <= most).tolist()
    assert left == {"two": [7, 70, 133, 196], "four": [70]}
    turns = 63 * angular_frequencies(8, 100) / (2 * np.pi)
    assert np.abs(turns[[0, 2]] - [10, 1]).max() < 0.05 and abs(turns[1] - 3) > 0.1 < turns[3] < 0.9


def test_lesson_04_neighbours_get_nearly_all_that_is_left():
    for d_model in (64, 512):
        codes = positional_encoding(100, d_model)
        weights = softmax(8 * codes @ codes[37] / np.sqrt(d_model))
        assert weights[36] + weights[38] > 0.9 * (1 - weights[37])


def test_lesson_07_without_residual_connections_all_rows_become_alike():
    given = {"np": np, "softmax": softmax, "positional_encoding": positional_encoding}
    lesson = defined("07", *(f"08_adding-{k}" for k in (46, 48, 51, 81, 82)), **given)
    for kind, least, most in (("no residual connection", 0.99, 1.001), ("pre-norm", 0, 0.75)):
        rows, rng = lesson["texts"], np.random.default_rng(1)
        for _ in range(4):
            rows = lesson["layers"][kind](rows, rng)
        rows = rows / np.linalg.norm(rows, axis=-1, keepdims=True)
        assert least < np.mean(rows @ rows.swapaxes(1, 2)) < most
