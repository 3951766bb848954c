"""What lessons 02, 04 and 07 say in words of what is left, and no cell prints."""

import numpy as np

from posenc_helpers import clocks, positional_encoding, softmax
from tests.lessons.cells import defined


def test_lesson_02_frozen_columns_are_on_the_right_and_most_are_cosines():
    frozen = np.flatnonzero(np.ptp(positional_encoding(50, 128), axis=0) < 0.1)
    assert len(frozen) == 51 and frozen.min() >= 64 and np.sum(frozen % 2) > 51 / 2


def test_lesson_04_two_clocks_leave_two_groups_and_four_leave_one_position():
    left = {}
    for d_model in (4, 8):
        hands, most = clocks.noisy_row(300, d_model, 1e4, 0.1), clocks.fit_threshold(0.1, d_model)
        left[d_model] = np.flatnonzero(clocks.misfits(hands, 0, 1_000, d_model, 1e4) <= most)
    steps = np.diff(left[4])
    assert len(left[4]) == 14 and np.sum(steps > 100) == 1 and left[8].tolist() == [300]
    assert set(steps[steps < 100]) == {6, 13}
    first, second = left[4][:7], left[4][7:]
    assert abs(np.mean(second - first) - 628) < 10


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
