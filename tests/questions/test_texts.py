"""Quiz and concept test: nothing gives the answer away, and what they say is true."""

import re
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

import posenc_helpers as pe
from posenc_helpers.lessons import EXERCISES
from posenc_helpers.lessons.markdown import BrokenText
from tools import questions as tool
from tools.questions import aims

SETS = {"quiz": tool.quiz(), **{f"form {one}": tool.form(one) for one in tool.FORMS}}
each = pytest.mark.parametrize("asked", SETS.values(), ids=SETS)


def lengths(question):
    return sorted((len(one.text), one.is_right) for one in question.options)


@each
def test_four_options_and_no_text_twice(asked):
    for one in asked:
        assert len(one.options) == 4 == len({option.text for option in one.options}), one.name
        assert one.lessons and all(option.reply.endswith(".") for option in one.options)


@each
def test_the_right_option_stands_everywhere_and_has_no_length_of_its_own(asked):
    places = Counter(one.right for one in asked)
    assert set(places) == set("ABCD") and max(places.values()) <= len(asked) / 4 + 1
    sizes = [lengths(one) for one in asked]
    longest = sum(one[-1][1] and one[-1][0] > one[-2][0] for one in sizes)
    shortest = sum(one[0][1] and one[0][0] < one[1][0] for one in sizes)
    assert longest <= 0.25 * len(asked) and shortest <= 0.4 * len(asked)


def test_names_are_used_once():
    names = [*tool.predictions(), *(one for asked in SETS.values() for one in asked)]
    counts = Counter([one.name for one in names] + list(EXERCISES))
    assert counts.most_common(1)[0][1] == 1


def test_the_forms_are_parallel():
    assert len(tool.misconceptions()) == 12
    for letter in tool.FORMS:
        marked = [[one.is_misconception for one in q.options] for q in tool.form(letter)]
        assert all(sum(one) == 1 for one in marked)
        assert {one.index(True) for one in marked} == {0, 1, 2, 3}
        assert not any(
            o.is_misconception and o.is_right for q in tool.form(letter) for o in q.options
        )


STOP = set(
    """a all and are as at by can do does each for from has have how i in is it its no not
    of on one or same so than that the their them they this to what where which with you""".split()
)
COURSE = (*tool.predictions(), *tool.quiz(), *EXERCISES.values())
ALIKE = 0.3  # the largest that was found is 0.26; a copy with another option has over 0.55


def bag(question):
    """The words of a question and its options, without those that all questions have."""
    options = " ".join(getattr(one, "text", "") for one in getattr(question, "options", ()))
    text = question.text if hasattr(question, "text") else question.question
    return set(re.findall(r"\w+", f"{text} {options}".lower())) - STOP


def overlap(one, other):
    """The share of the words of two questions that both have (Jaccard)."""
    return len(bag(one) & bag(other)) / len(bag(one) | bag(other))


@pytest.mark.parametrize("letter", tool.FORMS)
def test_no_question_of_a_form_repeats_one_of_the_course(letter):
    for one in tool.form(letter):
        again = max(COURSE, key=lambda other: overlap(one, other))
        assert overlap(one, again) < ALIKE, (one.name, again.name)
        copy = replace(one, options=(*one.options[:3], COURSE[0].options[0]))
        assert overlap(one, copy) > ALIKE + 0.25


@pytest.mark.parametrize("letter", tool.FORMS)
def test_each_question_of_a_form_is_most_like_its_partner(letter):
    (other,) = set(tool.FORMS) - {letter}
    for one in tool.misconceptions():
        nearest = max(tool.form(other), key=lambda each: overlap(one.forms[letter], each))
        assert nearest == one.forms[other]
        texts = {option.text for question in one.forms.values() for option in question.options}
        assert one.forms[letter].text != nearest.text and len(texts) >= 6


@pytest.mark.parametrize("one", tool.misconceptions(), ids=lambda one: one.name)
def test_each_misconception_names_a_section_of_its_lesson(one):
    sources = "\n".join(cell.source for cell in aims.read_lesson(one.lesson).cells)
    headings = re.findall(r"^#+ (.+)$", sources, re.MULTILINE)
    assert one.heading in [re.sub(r"[*_`$]", "", heading) for heading in headings]


def test_what_decides_the_concept_test_is_true():
    """One line for each misconception, in the order of the test; computed, not quoted."""
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


# A broken file


@pytest.mark.parametrize(
    ("text", "wording"),
    [
        ("# T\n## Question `a`\nx\n- Lesson: 01\n- [ ] b\n  - c\n", "one of them with [x]"),
        ("# T\n## Question `a`\nx\n- [x] b\n  - c\n", "no line that begins with `- Lesson:`"),
        ("# T\n## Question `a`\nx\n- Lesson: 01\n- [x] b\n", "one reply, indented below it"),
        ("# T\n## Frage `a`\nx\n- [x] b\n  - c\n", "does not read as Question"),
    ],
)
def test_a_broken_file_is_named_with_its_line(tmp_path, monkeypatch, text, wording):
    monkeypatch.setattr(tool, "QUIZ", tmp_path / "quiz.md")
    tool.QUIZ.write_text(text, encoding="utf-8")
    with pytest.raises(BrokenText) as raised:
        tool.quiz.__wrapped__()
    assert wording in str(raised.value) and str(raised.value).startswith("quiz.md, line ")


# The map of aims


def test_every_aim_is_checked_and_every_question_checks_an_aim():
    found = {lesson: aims.aims(lesson) for lesson in aims.LESSONS}
    bare = [one.text for some in found.values() for one in some if not any(one.checks.values())]
    used = {n for some in found.values() for one in some for ns in one.checks.values() for n in ns}
    assert bare == [] and used == set(aims.kind_of())
    assert all(len(some) >= 2 for some in found.values())


def test_the_map_has_each_aim_as_the_lesson_words_it(tmp_path):
    text = aims.table()
    for lesson in aims.LESSONS:
        assert all(f"| {aim} |" in text for aim in aims.promised(lesson))
    assert aims.main(tmp_path / "aims.html") == 0
    assert "<table" in (tmp_path / "aims.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("change", "wording"),
    [
        (("…: `swap`\n", "…: `no_such`\n"), "no question is named 'no_such'"),
        (("- find your way", "- lose your way"), "is not `first words"),
        (("- find your way", "find your way"), "2 lines say what checks the 3 aims"),
    ],
)
def test_what_is_wrong_with_the_list_of_a_lesson_is_said(tmp_path, monkeypatch, change, wording):
    text = (aims.TEXTS / "00.md").read_text(encoding="utf-8")
    (tmp_path / "00.md").write_text(text.replace(*change), encoding="utf-8")
    monkeypatch.setattr(aims, "TEXTS", tmp_path)
    with pytest.raises(BrokenText, match=wording):
        aims.aims("00")
