"""What lessons 02, 04 and 06 say in words of what is left, and no cell prints."""

import numpy as np

from posenc_helpers import clocks, positional_encoding, similarity_reach, softmax


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


def test_lesson_06_whole_turns_and_the_reach_of_base_100():
    tokens = np.arange(1, 45)
    off = np.abs(tokens - 2 * np.pi * np.round(tokens / (2 * np.pi)))
    assert set(tokens[np.argsort(off)[:3]]) == {19, 25, 44} and round(similarity_reach(100)) == 56
    assert off[[5, 12]].min() > off[[18, 24, 43]].max()  # 6 and 13 tokens
