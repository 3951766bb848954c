"""Points: mistakes, stored answers and tricks get none. Right answers: test_assignments.py."""

import sys
import warnings

import numpy as np
import pytest

from posenc_helpers.lessons import EXERCISES
from posenc_helpers.lessons.exercise import UNANSWERED, cases
from tests.lessons import answers
from tests.marks.students import stored
from tools.marks.course.marking import posenc_points as tool
from tools.marks.course.marking.posenc_points import NotYet, award, other_cases

MISTAKE = next(iter(EXERCISES["hamming"].mistakes))
FUNCTIONS = [name for name, one in EXERCISES.items() if one.wants_function]


def awarded(name, answer, seed=7):
    return award(name, "mine", {"mine": answer}, seed)


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


def test_numbers_have_no_other_cases():
    assert {other_cases(one, 3) for one in EXERCISES.values() if not one.wants_function} == {()}


def test_numbers_lie_between_those_of_two_cases_and_are_multiples_of_what_all_are():
    class Two:
        name = "two"
        hidden = ()
        cases = cases((4, 0.5, True), (64, -2.0, True), names="width shift flag")
        right_answers = [np.zeros(1)]

    drawn = [tool._between(Two, *Two.cases, share / 20).numbers for share in range(1, 20)]
    assert all(width in range(4, 65, 4) for width, _, _ in drawn)
    assert all(-2 <= shift <= 0.5 and f"{shift:.3g}" == f"{shift:g}" for _, shift, _ in drawn)
    assert {flag for _, _, flag in drawn} == {True}


# What students do


@pytest.mark.parametrize(
    ("answer", "said"),
    [(lambda p, q: abs(p - q), MISTAKE), (..., UNANSWERED[:16]), (None, UNANSWERED[:16])],
)
def test_a_mistake_and_no_answer_get_their_message_and_no_points(answer, said):
    with pytest.raises(NotYet) as raised:
        awarded("hamming", answer)
    assert said in str(raised.value)


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
    lines = NotYet("Not yet. " + "Why. " * 40)._render_traceback_()
    assert max(map(len, lines)) <= 88 and " ".join(lines).count("Why.") == 40
