"""Points: right answers get them, in every way; mistakes, stored answers and tricks do not."""

import sys
import warnings

import numpy as np
import pytest

from posenc_helpers.lessons import EXERCISES
from posenc_helpers.lessons.award import NotYet, award, other_cases, points
from posenc_helpers.lessons.exercise import UNANSWERED, cases
from tests.lessons import answers
from tests.marks.students import mistaken, stored

NAMES = list(EXERCISES)
FUNCTIONS = [name for name in NAMES if EXERCISES[name].wants_function]
SEEDS = range(3)


def awarded(name, answer, seed=7):
    return award(name, "mine", {"mine": answer}, seed)


@pytest.mark.parametrize("name", NAMES)
def test_right_answers_get_all_points_whatever_the_seed(name, capsys):
    _, solution = answers.solved(name)
    for seed in SEEDS if EXERCISES[name].wants_function else (7,):
        for answer in [solution, *answers.OTHER_RIGHT[name]]:
            assert awarded(name, answer, seed) == points(EXERCISES[name])
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= 88
    assert out.replace("\n", " ").startswith(f"Right. {EXERCISES[name].right} ")


@pytest.mark.parametrize("name", NAMES)
def test_no_listed_mistake_gets_points(name):
    for which, message in enumerate(EXERCISES[name].mistakes):
        with pytest.raises(NotYet) as raised, np.errstate(all="ignore"):
            awarded(name, mistaken(name, which))
        assert message in str(raised.value)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_table_of_stored_answers_passes_the_check_and_gets_no_points(name):
    assert EXERCISES[name].check(stored(name)).status == "right"
    with pytest.raises(NotYet, match="^Not yet. With "):
        awarded(name, stored(name))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_other_cases_are_others_and_the_same_for_a_seed(name):
    one = EXERCISES[name]
    found = other_cases(one, 3)
    assert len(found) >= 3
    assert not {case.label for case in found} & {case.label for case in one.cases}
    assert [case.label for case in found] == [case.label for case in other_cases(one, 3)]
    if not one.hidden:
        assert [case.label for case in found] != [case.label for case in other_cases(one, 4)]


@pytest.mark.parametrize("name", [name for name in NAMES if name not in FUNCTIONS])
def test_numbers_have_no_other_cases(name):
    assert other_cases(EXERCISES[name], 3) == ()


def test_numbers_lie_between_those_of_two_cases_and_are_multiples_of_what_all_are():
    class Two:
        name = "two"
        hidden = ()
        cases = cases((4, 0.5, True), (64, -2.0, True), names="width shift flag")
        right_answers = [np.zeros(1)]

    drawn = [drawn_numbers(Two, share / 20) for share in range(1, 20)]
    assert all(width in range(4, 65, 4) for width, _, _ in drawn)
    assert all(-2 <= shift <= 0.5 and f"{shift:.3g}" == f"{shift:g}" for _, shift, _ in drawn)
    assert {flag for _, _, flag in drawn} == {True}


def drawn_numbers(exercise, share):
    from posenc_helpers.lessons import award as module

    return module._between(exercise, *exercise.cases, share).numbers


# What students do


@pytest.mark.parametrize("answer", [..., None])
def test_no_answer_gets_no_points(answer):
    with pytest.raises(NotYet, match=UNANSWERED[:16]):
        awarded("hamming", answer)


def test_another_name_is_pointed_out():
    with pytest.raises(NotYet, match="Nothing is named `mine`: keep the names of the lesson."):
        award("hamming", "mine", {}, 7)


def test_an_answer_is_used_up_and_a_function_stays():
    space = {"answer": 1 / 10, "mine": lambda p, q: (p ^ q).bit_count()}
    assert award("fraction_step", "answer", space, 7) == 1.0
    assert space["answer"] is ...
    for _ in range(2):
        assert award("hamming", "mine", space, 7) == 2.0


def test_an_interruption_uses_an_answer_up_too():
    space = {"answer": answers.Hostile(KeyboardInterrupt())}
    with pytest.raises(KeyboardInterrupt):
        award("fraction_step", "answer", space, 7)
    assert space["answer"] is ...


def test_what_a_function_prints_or_warns_of_is_swallowed(capsys):
    def loud(p, q):
        print("looking", file=sys.stderr)
        print("0.0")
        warnings.warn("looking", stacklevel=1)
        return (p ^ q).bit_count()

    assert awarded("hamming", loud) == 2.0
    out, err = capsys.readouterr()
    assert (out.replace("\n", " "), err) == (f"Right. {EXERCISES['hamming'].right} ", "")


@pytest.mark.parametrize("name", ["hamming", "smallest_base"])
def test_whatever_is_given_gets_a_reason(name):
    for junk in [*answers.JUNK(), *answers.MISBEHAVING()]:
        with pytest.raises(NotYet):
            awarded(name, junk)


def test_the_reason_is_shown_without_a_traceback():
    assert NotYet("Not yet. Why.")._render_traceback_() == ["Not yet. Why."]
    lines = NotYet("Not yet. " + "Why. " * 40)._render_traceback_()
    assert max(map(len, lines)) <= 88 and " ".join(lines).count("Why.") == 40


# What students see before they hand in


@pytest.mark.parametrize("name", ["hamming", "fraction_step"])
def test_without_a_seed_nothing_is_raised_and_no_other_case_is_tried(name):
    worth = f"{points(EXERCISES[name])} point"
    _, solution = answers.solved(name)
    given = stored(name) if EXERCISES[name].wants_function else solution
    for answer, status in ((given, "right"), (mistaken(name, 0), "wrong"), (..., "unanswered")):
        feedback = awarded(name, answer, seed=None)
        assert feedback.status == status
        assert worth in repr(feedback)
        assert not repr(feedback).replace(".", "").isdigit()
