"""The tournament of lessons 04, 05 and 08 against plain NumPy, and with other seeds."""

import re

import numpy as np
import pytest

from posenc_helpers import any_rotation, check, rivals, tournament
from tests.figures.expected import codes as by_formula
from tests.figures.expected import missed, rotated, softmax
from tests.lessons import answers

P, K = np.arange(1_000)[:, np.newaxis], np.arange(16)


def gray(p, seq_len):
    return [(p ^ p >> 1) >> k & 1 for k in range(16)]


TABLES = {
    "your code": (P ^ P >> 1) >> K & 1,
    "binary digits": P >> K & 1,
    "random numbers": np.random.default_rng(0).uniform(-1, 1, (1_000, 16)),
    "any rotation": rotated(1_000, 16),
    "hands": by_formula(np.arange(1_000), 16),
}


def found(codes, seed=0):
    """Return the share whose own code is the nearest to it after noise of 0.5."""
    shaken = codes + np.random.default_rng(seed).normal(scale=0.5, size=codes.shape)
    own = [np.argmin(np.linalg.norm(codes - one, axis=1)) == p for p, one in enumerate(shaken)]
    return np.mean(own)


def trained(codes, seed=0, mask=False):
    """Train a head at half of the positions; return how often it is right there and elsewhere."""
    count = len(codes)
    x = codes * np.sqrt(32 / np.mean(np.sum(codes**2, axis=1)))
    queries, matrix = np.hstack([x, np.ones((count, 1))]), np.zeros((x.shape[1] + 1, x.shape[1]))
    order = np.random.default_rng(seed).permutation(np.arange(1, count))
    half, others = order[: count // 2], order[count // 2 :]
    hidden = np.triu(np.full((count, count), -np.inf), 1) if mask else 0
    wanted = np.eye(count)[half - 1]
    for _ in range(300):
        scores = (queries @ matrix @ x.T + hidden)[half]
        error = softmax(scores) - wanted
        slope = np.einsum("pi,pq,qj->ij", queries[half], error, x, optimize=True)
        matrix -= 0.1 * slope / len(half)
    right = np.argmax(queries @ matrix @ x.T + hidden, axis=1) == np.arange(count) - 1
    return right[half].mean(), right[others].mean()


def test_each_number_of_the_table():
    lines = str(tournament(gray, "shaken", "miss", "learned once")).splitlines()[3:]
    assert [re.split("  +", line)[0] for line in lines] == [*TABLES]
    for line, (name, codes) in zip(lines, TABLES.items(), strict=True):
        once = trained(codes[:200])[1]
        told = f"{found(codes):.0%} {missed(codes).mean():.2f} {once:.0%}"
        assert line.removeprefix(name).split() == told.split()


def test_hands_of_base_2_win_in_noise_against_all_others():
    assert found(by_formula(np.arange(1_000), 16, 2.0)) > max(map(found, TABLES.values())) + 0.1


@pytest.mark.parametrize("mask", [False, True])
@pytest.mark.parametrize("seed", range(5))
def test_hands_are_learned_once_and_random_numbers_never(seed, mask):
    random = np.random.default_rng(seed).normal(size=(200, 64))
    there, elsewhere = trained(random, seed, mask)
    assert there == 1 and elsewhere < (0.06 if mask else 0.011)  # early positions see few keys
    for codes in (by_formula(np.arange(200), 64), any_rotation(200, 64, seed)):
        assert min(trained(codes, seed, mask)) >= (0.98 if mask else 1)


def test_where_learning_once_stops():
    """Narrow random codes are not learned even where trained, and wide hands only there."""
    assert trained(np.random.default_rng(0).uniform(-1, 1, (200, 16)))[0] < 0.5
    few = by_formula(np.arange(64), 64, 64.0)
    assert min(trained(few, seed)[1] for seed in range(5)) < 0.7


@pytest.mark.parametrize("code", [answers.raising(ValueError("x")), lambda p, n: [1, 2], ..., 3])
def test_a_code_without_a_table_gets_the_reply_of_lesson_00(code):
    assert str(tournament(code, "miss")) == str(check.invented_code(code))


def test_a_code_that_fails_wish_1_2_or_3_is_not_compared_without_a_word():
    assert "wish" not in str(tournament(gray, "shaken")).lower()
    assert "Wish 2. Short enough: no" in str(tournament(lambda p, n: [p] * 16, "shaken"))


def test_unknown_columns_are_refused_and_a_code_of_zeros_is_measured():
    with pytest.raises(ValueError, match="measures must be one of 'shaken', 'miss'"):
        tournament(gray, "speed")
    assert "your code" in str(tournament(lambda p, n: [0] * 16, "shaken", "learned once"))
    assert rivals.learned_once(np.zeros((20, 4)))[1] == 0
