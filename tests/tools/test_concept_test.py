"""The concept test: its key fits its questions, and what decides them is true."""

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

import posenc_helpers as pe
from posenc_helpers.lessons import EXERCISES, PREDICTIONS

ROOT = Path(__file__).parents[2]
TEST = (ROOT / "docs" / "concept-test.md").read_text(encoding="utf-8")
KEY = (ROOT / "docs" / "concept-test-key.md").read_text(encoding="utf-8")
ROWS = [line.strip("| ").split(" | ") for line in KEY.splitlines() if re.match(r"\| \d", line)]


@dataclass(frozen=True)
class Question:
    """A question of the test, and where in its options the right one and the false belief are."""

    question: str
    options: list[str]
    right: int
    belief: int


def form(letter):
    """Return the questions of one form, with what the key says of them."""
    text = re.search(rf"^# .*form {letter}$(.*?)(?=^# |\Z)", TEST, re.M | re.S)[1]
    asked = re.findall(r"^\*\*(\d+)\.\*\* (.+)\n\n((?:- .+\n)+)", text, re.M)
    assert [number for number, *_ in asked] == [row[0] for row in ROWS]
    found = []
    for row, (_, question, lines) in zip(ROWS, asked, strict=True):
        letters, options = zip(*re.findall(r"^- ([A-D])\. (.+)$", lines, re.M), strict=True)
        right, belief = re.fullmatch(r"([A-D]) \(([A-D])\)", row["AB".index(letter) + 1]).groups()
        assert letters == tuple("ABCD") and len(set(options)) == 4
        found.append(Question(question, options, letters.index(right), letters.index(belief)))
    return found


FORMS = {letter: form(letter) for letter in "AB"}
each = pytest.mark.parametrize("asked", FORMS.values(), ids=FORMS)


@each
def test_the_right_option_is_at_every_place_and_has_no_length_of_its_own(asked):
    assert len(asked) == 12 and all(one.right != one.belief for one in asked)
    for places in (Counter(one.right for one in asked), Counter(one.belief for one in asked)):
        assert set(places) == {0, 1, 2, 3}
    assert max(Counter(one.right for one in asked).values()) <= 4
    sizes = [[len(option) for option in one.options] for one in asked]
    rights = [(size.pop(one.right), size) for size, one in zip(sizes, asked, strict=True)]
    assert sum(right > max(others) for right, others in rights) <= 3
    assert sum(right < min(others) for right, others in rights) <= 4


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_each_belief_has_a_section_of_a_lesson(row):
    assert row[3].endswith(".") and row[4].endswith(".")
    assert row[3] not in TEST and row[4] not in TEST  # the questions do not hold the key
    lesson, heading = row[5].split(" · ", 1)
    (path,) = (ROOT / "notebooks").glob(f"{lesson}_*.ipynb")
    assert re.search(rf'"#+ {re.escape(heading)}(\\n)?"', path.read_text(encoding="utf-8"))


STOP = """a all and are as at by can do does each for from has have how i in is it its no not
    of on one or same so than that the their them they this to what where which with you"""
WORDINGS = [w for one in PREDICTIONS.values() for w in (one, one.again) if w]
COURSE = [*WORDINGS, *EXERCISES.values()]


def bag(one):
    """The words of a question and its options, without those that all questions have."""
    text = " ".join([one.question, *getattr(one, "options", ())])
    return set(re.findall(r"\w+", text.lower())) - set(STOP.split())


def overlap(one, other):
    """The share of the words of two questions that both have (Jaccard)."""
    return len(bag(one) & bag(other)) / len(bag(one) | bag(other))


@each
def test_no_question_repeats_one_of_the_course(asked):
    """The largest overlap found is 0.26; a copy with one other option has over 0.55."""
    assert max(overlap(one, other) for one in asked for other in COURSE) < 0.3


def test_the_forms_are_parallel():
    a, b = FORMS.values()
    for k, one in enumerate(a):
        assert max(b, key=lambda other, one=one: overlap(one, other)) is b[k]
        assert one.question != b[k].question and len({*one.options, *b[k].options}) >= 6


def test_what_decides_it_is_true():
    """One line for each belief, in the order of the test; computed, not quoted."""
    table, omega = pe.positional_encoding(1_000, 64), pe.angular_frequencies(64)
    p = np.arange(1_000)
    # a pair has two columns
    for d_model, i, columns in ((16, 3, [6, 7]), (12, 4, [8, 9])):
        angle = pe.angular_frequencies(d_model)[i] * p
        found = pe.positional_encoding(1_000, d_model)[:, columns].T
        assert np.allclose(found, [np.sin(angle), np.cos(angle)])
    # rows do not depend on the length; the first pairs are fast
    assert np.array_equal(pe.positional_encoding(100, 64)[7], table[7])
    assert np.all(np.diff(omega) < 0) and omega[0] == 1
    # a wider table has longer waves by little; a larger base orders larger distances
    assert pe.wavelengths(128)[-1] < 1.2 * pe.wavelengths(64)[-1]
    assert 5_000 < pe.similarity_reach(1e4) < 6_000 and pe.similarity_reach(1e5) > 50_000
    # the table is not back after a turn of the slowest pair
    turn = round(pe.wavelengths(512)[-1])
    assert 60_000 < turn < 62_832 and pe.similarity(turn, 512) < 0.5 < pe.similarity(1, 512)
    # base 9,000: rows differ, and reach is shorter by a tenth
    assert len(np.unique(pe.positional_encoding(1_000, 64, 9_000)[:, 0].round(9))) == 1_000
    assert pe.similarity_reach(9_000) / pe.similarity_reach(10_000) == pytest.approx(0.9)
    # one matrix for every p; no sum, no line
    assert np.allclose(table[:-3] @ pe.shift_matrix(3, 64).T, table[3:], atol=1e-9)
    assert not np.allclose(table[3] + table[4], table[7])
    # with sines alone no matrix does it, and rows still differ
    sines = table[:, ::2]
    fitted, *_ = np.linalg.lstsq(sines[:-1], sines[1:], rcond=None)
    assert np.abs(sines[:-1] @ fitted - sines[1:]).max() > 0.1
    assert len(np.unique(sines[:, 0].round(9))) == 1_000
    # equal both ways, and different after a turn
    assert np.isclose(table[20] @ table[19], table[20] @ table[21])
    back = pe.shift_matrix(-1, 64) @ table[20]
    assert np.argmax(table @ back) == 19
    # a code of 512 columns has the length 16; the word is found in the sum with it
    codes = pe.positional_encoding(512, 512)
    words = np.random.default_rng(0).normal(size=codes.shape)
    assert np.allclose(np.linalg.norm(codes, axis=1), 16)
    assert np.array_equal(np.argmax((words + codes) @ words.T, axis=1), np.arange(512))
    # the same numbers in other columns
    halves = np.hstack([table[:, ::2], table[:, 1::2]])
    assert np.array_equal(np.sort(halves), np.sort(table)) and not np.allclose(halves, table)
