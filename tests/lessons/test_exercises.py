"""Right answers pass, mistakes are named, stubs are neutral, and nothing escapes."""

import inspect
import math
import re
from dataclasses import replace
from functools import cache, partial

import numpy as np
import pytest

from posenc_helpers import check, encoding, hint, predict, solution
from posenc_helpers.lessons import EXERCISES, PREDICTIONS, exercise
from posenc_helpers.lessons.exercise import UNANSWERED
from tests import memory
from tests.lessons import answers

NAMES = list(EXERCISES)
FUNCTIONS = [name for name in NAMES if EXERCISES[name].wants_function]
NUMBERS = [name for name in NAMES if not EXERCISES[name].wants_function]
each = pytest.mark.parametrize("name", NAMES)
# One exercise of each kind: a number, a row, a function, and an answer that is examined.
kinds = pytest.mark.parametrize("name", ["hand_in_degrees", "row_ten", "encode", "published_error"])


def judged(name, *given, **named):
    return getattr(check, name)(*given, **named)


def status(name, answer):
    return judged(name, answer).status


def of_each(name, change):
    """Return a changed right answer; for a function, what it returns is changed."""
    _, answer = answers.solved(name)
    if name in NUMBERS:
        return change(np.asarray(answer, dtype=float))
    return lambda *arguments: change(np.asarray(answer(*arguments), dtype=float))


# Right answers


@each
def test_right_answers_pass_in_any_form_and_within_the_tolerance(name):
    feedback, _ = answers.solved(name)
    assert repr(feedback).startswith(f"Right. {EXERCISES[name].right}")
    assert EXERCISES[name].solution in repr(getattr(solution, name)())
    assert max(map(len, EXERCISES[name].solution.splitlines())) < 80
    forms = [np.float32, np.ndarray.tolist, lambda x: tuple(np.atleast_1d(x)), np.asfortranarray]
    if EXERCISES[name].right_answers[0].ndim == 1:
        forms += [partial(lambda shape, x: x.reshape(shape), one) for one in ((1, -1), (-1, 1))]
    for answer in [*answers.OTHER_RIGHT.get(name, []), *(of_each(name, one) for one in forms)]:
        assert status(name, answer) == "right", answer

    def off_by(share):
        tolerance = EXERCISES[name].tolerance
        return status(name, of_each(name, lambda right: right + share * tolerance(right)))

    assert str(EXERCISES[name].decimals or "") in EXERCISES[name].question
    assert off_by(-0.99) == off_by(0.99) == "right"
    assert EXERCISES[name].examine or off_by(-1.01) == off_by(1.01) == "wrong"


def test_a_function_is_judged_on_inputs_that_the_notebook_does_not_show_and_may_change_them():
    def put_back(output, order):
        answer = output[np.argsort(order)].copy()
        output[:] = 0
        order.clear()
        return answer

    memorised = check.encode(lambda *arguments: encoding.positional_encoding(4, 4, 100))
    assert "With seq_len=10, d_model=6, base=10000" in repr(memorised)
    assert all(len(EXERCISES[name].cases) >= 3 for name in FUNCTIONS)
    assert [status("reordered_outputs", put_back) for _ in range(2)] == ["right", "right"]


def noise(p, count):
    return np.random.default_rng(p).uniform(-1, 1, count)


CODES = {  # an invented code, and the wishes that it fails
    "index": (lambda p, n: [p] * 16, [2]),
    "p / seq_len": (lambda p, n: [p / n] * 16, [1, 3]),
    "p / 10,000": (lambda p, n: [p / 10_000] * 16, [3]),
    "constant": (lambda p, n: [1] * 16, [3]),
    "period 360": (lambda p, n: answers.hands(p % 360), [3, 4]),
    "digits": (lambda p, n: [p >> k & 1 for k in range(16)], [4]),
    "triangles": (lambda p, n: np.arcsin(answers.hands(p)) * 2 / np.pi, [4]),
    "hands, 1 decimal": (lambda p, n: answers.hands(p).round(1), [4]),
    "hands, 2 decimals": (lambda p, n: answers.hands(p).round(2), []),
    "any rotation": (lambda p, n: answers.rotation(p), []),
    "hands that shrink": (lambda p, n: answers.hands(p) * 0.9995**p, []),
    "a sign and noise": (lambda p, n: [3.9 * (-1) ** p, *noise(p, 15) / 6], [4]),
    "the next, whispered": (lambda p, n: [*noise(p, 8), *0.02 * noise(p + 1, 8)], [4]),
}


@pytest.mark.parametrize("name", CODES)
def test_an_invented_code_is_told_of_each_wish(name):
    code, fails = CODES[name]
    text = check.invented_code(code).text
    told = re.findall(r"Wish (\d)\. .*?: (yes|no)\b", text)
    assert [k for k, _ in told] == ["1", "2", "3", "4"]
    assert [int(k) for k, answer in told if answer == "no"] == fails
    named = f"so your code fails wish {fails[0]}" if fails else "Your code meets all four wishes."
    assert named in text.partition("\n")[0].replace("it fails", "your code fails")


# Mistakes


@cache
def causes(name):
    """Return the name of each mistake with what one cause of it gives in each case."""
    with np.errstate(divide="ignore"):
        of_cases = zip(*map(EXERCISES[name].wrong_answers, EXERCISES[name].cases), strict=True)
        return [(one[0][0], [cause for _, cause in one]) for one in of_cases]


def given_by(name, values, share):
    """Return an answer that gives these values, off by a share of the tolerance."""
    following = map(np.asarray, values)

    def wrong(*_):
        value = next(following)
        return value + share * EXERCISES[name].tolerance(value)

    return wrong if name in FUNCTIONS else wrong()


def examples(name, mistake):
    """Yield answers that make a mistake, exactly and within the tolerance."""
    one, listed = EXERCISES[name], answers.LIKE.get((name, mistake), [])
    yield from listed
    looks = False
    for cause, *others in (caused for known, caused in causes(name) if known == mistake):
        if isinstance(cause, partial):  # near a value
            value, within = cause.keywords["wanted"], cause.keywords["tolerance"]
            yield from (value + share * within for share in (-0.95, 0, 0.95))
        elif callable(cause):
            looks = True
        else:
            tiny = name in NUMBERS and np.abs(cause).max() < 2 * one.tolerance(0)
            shares = [0] if tiny else [-0.95, 0, 0.95]
            yield from (given_by(name, [cause, *others], share) for share in shares)
    assert bool(listed) == looks


@pytest.mark.parametrize("name", [n for n in NAMES if n in FUNCTIONS or not EXERCISES[n].examine])
def test_each_mistake_gets_its_own_message(name):
    for mistake, message in EXERCISES[name].replies.items():
        for answer in examples(name, mistake):
            feedback = judged(name, answer)
            assert feedback.text.startswith(f"Not yet. {message}")
            if name in FUNCTIONS and not EXERCISES[name].examine:
                assert any(case.label in feedback.text for case in EXERCISES[name].cases)


changed, TABLE = answers.changed, answers.CODES_OF_64
sum_of = answers.sum_by_comparing
RAMP = answers.solved("by_parts_speeds")[1]
LOSES = "something else at this place. Yours"
WRONG = [  # a wrong answer, and parts of the reply: the reason, or the place and the direction
    ("one_turn_base", changed("one_turn_base", "l / (d", "l // (d"), "look for a `//`"),
    ("read_position", lambda code: np.argmax(TABLE[1:] @ code), "begin with position 1?"),
    ("sum_of_positions", lambda *rows: abs(sum_of(*rows)), "the right number is negative."),
    ("by_parts_speeds", lambda *of: np.sort(RAMP(*of))[::-1], "of the 64 numbers differ"),
    ("encode", lambda n, *of: answers.encode(99, *of)[np.arange(n) % 99], "difference at row 99"),
    ("sum_of_positions", lambda *rows: sum_of(*rows)[: 2 * 8], "With PE(500) and PE(41)"),
    ("hand_in_degrees", 263.5, "which is close. Did you round on the way?"),
    ("hand_in_degrees", 263, "Yours is 263. Give it to 1 decimal place."),
    ("turning_pairs", 31.0001, "Yours is 31.0001. For a first step"),
    ("hand_in_degrees", math.nan, "Yours is nan, which is not a finite number. Look"),
    ("hand_in_degrees", "263.3", "Your answer is text. Write a number without quotation marks."),
    ("hand_in_degrees", True, "Your answer is True or False, but"),
    ("hand_in_degrees", {}, "Your answer is of the type dict. This question asks for numbers."),
    ("hand_in_degrees", (x for x in [1]), "is a generator, so put `list(...)` around it"),
    ("row_ten", [[1], [1, 2]], "The rows have different lengths."),
    ("turning_pairs", [[0.0] * 100_001, np.zeros(100_001)], "holds more than 200,000 numbers."),
    ("hand_in_degrees", 10**400, "Your answer is a number too large"),
    ("hand_in_degrees", np.ma.masked, "Some numbers of this array are masked."),
    ("turning_pairs", np.zeros(2, dtype="i4,f8"), "is an array of void96. This question asks for"),
    ("row_ten", [0, 5440, 0, 8391, 0, 998, 0, 9950], "8 numbers. A comma separates two numbers"),
    ("row_ten", [1, 2], "for a list of 4 numbers, and your answer is a list of 2 numbers."),
    ("row_ten", [-0.544, -0.8391, 0.5, 0.995], "at column 2 (counted", "1 of the 4 numbers differ"),
    ("encode", encoding.positional_encoding(4, 4), "Your answer is of the type ndarray."),
    ("encode", lambda a, b, c: 1 / 0, "your function raises ZeroDivisionError: division by"),
    ("tied_matrix", lambda W: W[0], "With W of shape (4, 4): The shape"),
    ("encode", lambda a, b, c: "x", "With seq_len=4, d_model=4, base=100: what your function"),
    ("encode", partial(lambda *given: None), "Your function returns nothing. Does it end"),
    ("longer_settings", [3, 8, 1, 4], "five numbers", "number of the scaling"),
    ("longer_settings", [3, 8, 4, 1, 20], "ramp must not begin at more turns"),
    ("longer_settings", [3, 8, 1, 4, 25], "number of steps must be", "0 to 24"),
    ("published_error", [1, 4, 2, 1], "give 6 numbers: 1, d_model, position, pair, what the text"),
    ("published_error", [1, 4, 1, 1, 0.01, 0.01], "the two formulas agree here. At position 1"),
    ("published_error", [3, 128, 127, 1, 1], "agree here. This clock is so slow"),
    ("published_error", [4, 18, 22_500, 22_580.6], "the text is right at this width"),
    ("published_error", [7, 4, 2, 1, math.cos(2), math.cos(2)], "agree here. In columns 0 and 1"),
    ("published_error", [5, 4, 100, 0, 2, 0, 0], "agree here. The program uses base 10,000 anyway"),
    ("published_error", [1, 4, 2, 1, 0.02, 0.01414], "You exchanged the two values"),
    ("published_error", [3, 128, 0, 0.84, 0], "Give it to four decimal places."),
    ("published_error", [4, 512, 22_500, 9_647], "off by a factor of 2π"),
    ("published_error", [1, 4, 2, 1, 0.5, 0.02], f"text gives {LOSES}"),
    ("published_error", [1, 5, 2, 1, 0.1, 0.2], "even whole number from 2 to 1,024."),
    ("published_error", [1, 4, 0, 1, 0, 0], "position must be a whole number from 1 to 100,000"),
    ("published_error", [8, 4, 2, 1, 0, 0], "says which error you refute: 1 to 7"),
]


@pytest.mark.parametrize("case", WRONG, ids=[case[0] for case in WRONG])
def test_the_reason_or_else_the_place_is_said(case):
    name, answer, *parts = case
    feedback = judged(name, answer)
    assert feedback.status == "wrong"
    assert [part for part in parts if part not in repr(feedback)] == []


@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_is_not_found_by_halving(name):
    for factor in (-1, 0.3, 0.6, 0.98, 1.02, 1.7, 4):
        feedback = judged(name, of_each(name, lambda right, k=factor: k * right))
        wording = feedback.text.removeprefix("Not yet. ")
        direction = re.search("larger|smaller|positive|negative", wording)
        assert wording in EXERCISES[name].replies.values() or not direction


@pytest.mark.parametrize(
    ("name", "given", "wording"),
    [("hand_in_degrees", (263, 3), "question asks for one. Write decimals with a point, `263.3`."),
     ("hand_in_degrees", (1, 2, 3), "for one number, and your answer is a list of 3"),
     ("row_ten", (-0.544, -0.8391, 0.0998, 0.995), "one list, in square brackets: `[1, 2, 3]`."),
     ("encode", (encoding.positional_encoding, 4, 4), "Give the function itself, by its name")],
)  # fmt: skip
def test_several_values_get_a_word_on_how_to_give_them(name, given, wording):
    assert judged(name, *given).status == "wrong" and wording in repr(judged(name, *given))
    assert judged(name, ..., *given[1:]).status == "unanswered"
    assert "without a name and `=` before it" in repr(judged(name, value=1))
    assert judged(name, answer=...).status == "unanswered"


COMMAS = [  # what is given as one number, where 3721 is right; the status and the reply
    ((3, 721), "right", "Python reads `3,721` as 2 numbers; it counts as 3721."),
    ((1, 234, 567), "wrong", "it counts as 1234567."),
    ((1, 5), "wrong", "one. Write decimals with a point, `1.5`."),
    ((10, 0), "wrong", "thousands without a comma, `10000`, and decimals with a point, `10.0`."),
    ([3, 721], "wrong", "asks for one number, and your answer is a list of 2 numbers."),
    ((3, 721.0), "wrong", "asks for one number, and your answer is a list of 2 numbers."),
]


@pytest.mark.parametrize(("answer", "status", "wording"), COMMAS)
def test_a_comma_in_one_number_is_never_dropped_in_silence(answer, status, wording):
    asked = replace(EXERCISES["hand_in_degrees"], answers=lambda: iter([("right", 3_721)]))
    assert asked.check(answer).status == status and wording in repr(asked.check(answer))
    assert status != "right" or asked.check(*answer) == asked.check(answer)


# Stubs, and what is no answer


@kinds
def test_stubs_are_neutral(name):
    def documented(*arguments):
        """Return it."""
        ...

    def returning(*arguments):
        return ...

    values = [..., None, [...], (..., ...), [1, ...]] if name in NUMBERS else [..., None]
    stubs = [documented, returning] if name in FUNCTIONS else []
    for feedback in [judged(name), *map(getattr(check, name), values + stubs)]:
        assert (feedback.status, repr(feedback)) == ("unanswered", UNANSWERED)


def readable(feedback):
    assert feedback.status in ("unanswered", "right", "wrong")
    assert 0 < len(repr(feedback)) < 600 and repr(feedback).isprintable()  # one line
    assert "<p>" in feedback._repr_html_() and feedback._repr_html_().encode()


@each
def test_nothing_that_is_given_raises_and_no_junk_is_right(name):
    right = EXERCISES[name].right_answers[0]
    for junk in [*answers.JUNK(), *answers.MISBEHAVING()]:
        readable(feedback := judged(name, junk))
        if feedback.status == "right":  # a number in an odd shape
            assert name in NUMBERS and np.all(np.abs(np.asarray(junk, dtype=float) - right) < 1e-9)


CHANGES = [
    np.ravel, np.transpose, np.atleast_2d, lambda x: x[..., None], lambda x: x[None], np.sum,
    lambda x: x.sum(axis=-1) if x.ndim else x, lambda x: np.stack([x, x], axis=-1), np.isnan,
    lambda x: x.ravel()[:-1], lambda x: np.append(x, 0), lambda x: 0 * x, lambda x: x / 0,
    lambda x: np.log(-x), lambda x: x.astype(object), lambda x: x + 1e300, lambda x: [*np.ravel(x)],
]  # fmt: skip


@each
@np.errstate(all="ignore")
def test_an_error_of_a_check_is_never_told_as_the_students(name):
    random, given = np.random.default_rng(0), [of_each(name, change) for change in CHANGES]
    for _ in range(30):
        shape = random.integers(0, 5, random.integers(4))
        drawn = random.choice([0, 1, -1, 2, 0.5, 4, 7, 1e5, np.nan, np.inf], shape)
        drawn = np.asarray(drawn).astype(random.choice(["f2", "f8", "O", "U"]))
        given.append(drawn if name in NUMBERS else lambda *_, drawn=drawn: drawn)
    for answer in given:
        assert "raises" not in judged(name, answer).text


@pytest.mark.parametrize(
    ("text", "shown"),
    [("one\u2028two\rthree", "ValueError: one."), ("", "ValueError."),
     ("\ud800" * 1_000, "ValueError: " + "\\ud800" * 30 + "."),
     ("\x1b[31ma\xa0b\tc", "ValueError: \\x1b[31ma b c.")],
)  # fmt: skip
def test_the_text_of_an_error_can_be_read_and_sent(text, shown):
    feedback = check.encode(answers.raising(ValueError(text)))
    assert repr(feedback).endswith(f"your function raises {shown}")


def test_an_interruption_passes():
    for name, given in ("hand_in_degrees", answers.Hostile), ("encode", answers.raising):
        with pytest.raises(KeyboardInterrupt):
            judged(name, given(KeyboardInterrupt()))


@kinds
def test_nothing_large_is_copied(name):
    large = np.zeros(3_000_000, dtype=np.int8)
    with memory.at_most(5e6):
        for answer in (large, np.broadcast_to(large, (10**6, 3_000_000)), range(10**12)):
            readable(judged(name, answer))
            readable(judged(name, lambda *arguments, answer=answer: answer))


# Names, hints and texts


@pytest.mark.parametrize("asked", [check, hint, solution, predict])
def test_names_are_found_by_completion_and_help_and_near_ones_are_named(asked):
    known = PREDICTIONS if asked is predict else EXERCISES
    first = next(iter(known))
    function = getattr(asked, first)
    assert dir(asked) == sorted(known) and all(name in repr(asked) for name in known)
    assert (function.__name__, function.__doc__) == (first, known[first].question)
    with pytest.raises(AttributeError, match=f"'x{first}'; there is {first}"):
        getattr(asked, f"x{first}")
    with pytest.raises(AttributeError, match=f"'qqqqqqq'; there is {', '.join(sorted(known))}"):
        _ = asked.qqqqqqq
    assert not hasattr(asked, "_repr_html_")
    assert inspect.signature(check.row_ten).parameters["answer"].default is ...


def numbers(text):
    """Return the numbers in a text."""
    return [float(one.replace(",", "")) for one in re.findall(r"\d+(?:,\d{3})*(?:\.\d+)?", text)]


@pytest.mark.parametrize("name", NUMBERS)
def test_hints_and_messages_do_not_give_the_number_away(name):
    right = np.abs(np.atleast_1d(EXERCISES[name].right_answers[0]))
    texts = [EXERCISES[name].hint]
    # The replies to these two name several numbers, and the right one is among them.
    if name not in ("blind_position", "published_error"):
        texts += EXERCISES[name].replies.values()
    tolerance = np.maximum(EXERCISES[name].tolerance(right), 1e-3 * right)
    for text in texts:
        assert not any((np.abs(one - right) <= tolerance).any() for one in numbers(text)), text


def test_hint_and_solution_leave_the_reply_of_the_check_standing():
    for answer in (1, ...):
        reply = check.hand_in_degrees(answer)
        for help in (hint.hand_in_degrees(), solution.hand_in_degrees()):
            assert repr(help).startswith(f"{reply!r}\n\n") and help.text in repr(help)
            assert help._repr_html_().startswith(reply._repr_html_())
    assert check.hand_in_degrees(1).text not in repr(hint.row_ten())


def test_html_is_escaped_and_code_is_marked():
    feedback = exercise.Feedback("wrong", "Use `a<b` & c.\n\nThen.", "x < 1")
    ends = "<p>Use <code>a&lt;b</code> &amp; c.</p><p>Then.</p><pre><code>x &lt; 1</code></pre>"
    assert feedback._repr_html_().endswith(f"{ends}</div>")
    assert repr(feedback) == "Use `a<b` & c.\n\nThen.\n\nx < 1"
