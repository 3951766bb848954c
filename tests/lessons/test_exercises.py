"""Right answers pass, mistakes are named, stubs are neutral, and nothing escapes."""

import inspect
import math
import operator
import re
import tracemalloc
from functools import cache, partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from posenc_helpers import check, encoding, hint, predict, solution
from posenc_helpers.lessons import EXERCISES, PREDICTIONS, exercise
from posenc_helpers.lessons import answers as reading
from posenc_helpers.lessons.exercise import UNANSWERED
from tests.lessons import answers

NAMES = list(EXERCISES)
FUNCTIONS = [name for name in NAMES if EXERCISES[name].wants_function]
NUMBERS = [name for name in NAMES if not EXERCISES[name].wants_function]
STATUSES = {"unanswered", "right", "wrong"}
# What is the same for all of a kind: a number, a row, a function, an answer that is examined.
kinds = pytest.mark.parametrize("name", ["angle", "row_ten", "encode", "published_error"])


def judged(name, *given, **named):
    return getattr(check, name)(*given, **named)


def status(name, answer):
    return judged(name, answer).status


def of_each(name, change):
    """A right answer, changed: a number or row itself, or what the function returns."""
    _, answer = answers.solved(name)
    if not EXERCISES[name].wants_function:
        return change(np.asarray(answer, dtype=float))
    return lambda *arguments: change(np.asarray(answer(*arguments), dtype=float))


@cache
def causes(name):
    """For each cause of a mistake: the name of the mistake, and what it gives in each case."""
    with np.errstate(divide="ignore"):
        of_cases = zip(*map(EXERCISES[name].wrong_answers, EXERCISES[name].cases), strict=True)
        return [(one[0][0], [cause for _, cause in one]) for one in of_cases]


def given_by(name, values, share):
    """An answer that gives these values, case by case, off by a share of the tolerance."""
    following = map(np.asarray, values)

    def wrong(*_):
        value = next(following)
        return value + share * EXERCISES[name].tolerance(value)

    return wrong if name in FUNCTIONS else wrong()


def examples(name, mistake):
    """Answers that make a mistake, or come as near to it as a right answer may to what is right."""
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
            assert np.ndim(cause) <= one.right_answers[0].ndim or name in FUNCTIONS
            tiny = name in NUMBERS and np.abs(cause).max() < 2 * one.tolerance(0)
            shares = [0] if tiny else [-0.95, 0, 0.95]
            yield from (given_by(name, [cause, *others], share) for share in shares)
    assert bool(listed) == looks


# Right answers


@pytest.mark.parametrize("name", NAMES)
def test_the_solution_passes(name):
    feedback, _ = answers.solved(name)
    assert feedback.status == "right"
    assert repr(feedback) == f"Right. {EXERCISES[name].right}"
    assert EXERCISES[name].solution in repr(getattr(solution, name)())
    assert max(map(len, EXERCISES[name].solution.splitlines())) < 80


@pytest.mark.parametrize("name", NAMES)
def test_other_right_answers_pass(name):
    for answer in answers.OTHER_RIGHT[name]:
        assert status(name, answer) == "right", answer


@pytest.mark.parametrize("name", NAMES)
def test_any_kind_of_number_passes(name):
    kinds = (np.float32, np.ndarray.tolist, lambda x: tuple(np.atleast_1d(x)), np.asfortranarray)
    assert {status(name, of_each(name, kind)) for kind in kinds} == {"right"}


@pytest.mark.parametrize("name", NAMES)
def test_what_is_within_the_tolerance_passes_and_nothing_else(name):
    def off_by(share):
        tolerance = EXERCISES[name].tolerance
        return status(name, of_each(name, lambda right: right + share * tolerance(right)))

    assert off_by(-0.99) == off_by(0.99) == "right"
    assert EXERCISES[name].examine or off_by(-1.01) == off_by(1.01) == "wrong"


@pytest.mark.parametrize("name", [name for name in NUMBERS if EXERCISES[name].decimals])
def test_rounded_and_cut_off_numbers_pass_and_coarser_ones_do_not(name):
    right, decimals = EXERCISES[name].right_answers[0], EXERCISES[name].decimals
    assert str(decimals) in EXERCISES[name].question
    assert status(name, np.round(right, decimals)) == "right"
    assert status(name, np.trunc(right * 10**decimals) / 10**decimals) == "right"
    coarse = np.round(right, decimals - 1)
    if np.abs(coarse - right).max() > 1.01 * 10**-decimals:
        assert f"Give it to {decimals} decimal" in repr(judged(name, coarse))


def test_a_right_answer_is_judged_on_inputs_that_the_notebook_does_not_show():
    robot = encoding.positional_encoding(4, 4, 100)
    memorised = check.encode(lambda *arguments: robot)
    assert "With seq_len=10, d_model=6, base=10000" in repr(memorised)
    assert all(len(EXERCISES[name].cases) >= 3 for name in FUNCTIONS)


def test_a_function_may_change_its_arguments():
    def reorder(output, order):
        answer = output[order].copy()
        output[:] = 0
        order.clear()
        return answer

    assert [status("reordered_outputs", reorder) for _ in range(2)] == ["right", "right"]


# Mistakes


@pytest.mark.parametrize("name", [name for name in NAMES if not EXERCISES[name].examine])
def test_each_mistake_gets_its_own_message(name):
    for mistake, message in EXERCISES[name].replies.items():
        for answer in examples(name, mistake):
            feedback = judged(name, answer)
            assert feedback.text.startswith(f"Not yet. {message}")
            if name in FUNCTIONS:
                assert any(case.label in feedback.text for case in EXERCISES[name].cases)


def returns_inside_the_loop(seq_len, d_model, base):
    table = np.zeros((seq_len, d_model))
    for p in range(seq_len):
        for i in range(d_model // 2):
            angle = p / base ** (2 * i / d_model)
            table[p, 2 * i : 2 * i + 2] = np.sin(angle), np.cos(angle)
        return table


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("place", [0, -1])
def test_the_right_answer_changed_in_one_place_is_compared(name, place):
    def changed(right):
        right = right.copy()
        right.flat[place] += 0.37 * (1 + abs(right.flat[place]))
        return right

    feedback = judged(name, of_each(name, changed))
    assert "raises" not in feedback.text
    free = EXERCISES[name].examine and (place == -1 or name in FUNCTIONS)
    assert feedback.status == "wrong" or free


changed, TABLE = answers.changed, answers.encode_loops_of_64


def without_keepdims(table, sharpness):
    queries = table @ encoding.shift_matrix(-1, table.shape[1]).T
    return (powers := np.exp(sharpness * queries @ table.T)) / powers.sum(axis=1)


WRONG = [  # a wrong answer, and parts of what the check says: the reason, or place and direction
    ("invented_code", lambda p, seq_len: [p] * 16, "not meet the second requirement"),
    (
        "invented_code",
        lambda p, seq_len: [p / (seq_len - 1)] * 16,
        "not meet the first requirement",
    ),
    ("invented_code", lambda p, seq_len: [p / 10_000] * 16, "One step hardly moves your code"),
    ("invented_code", lambda p, seq_len: np.eye(16)[p % 16], "Two positions below 1,000"),
    ("invented_code", lambda p, seq_len: [p >> k & 1 for k in range(8)], "a list of 16 numbers"),
    ("encode", returns_inside_the_loop, "Does `return` stand inside the loop"),
    ("angle", 0, "Yours is 0. For a first step, run `hint.angle()`."),
    ("base_for_reach", 8_192, "You took the reach for the base."),
    ("frozen_columns", lambda t: np.sum(t.max() - t.min() < 0.1), "Without `axis=0`, `max`"),
    ("frozen_columns", lambda t: np.sum(np.ptp(t, axis=1) < 0.1), "You measured along the"),
    ("three_back", lambda row: row @ encoding.shift_matrix(-3, len(row)), "`row @ M` turns it"),
    ("hamming", lambda p, q: sum(map(operator.ne, str(p), str(q))), "the decimal digits"),
    ("hamming", changed("hamming", "arange(8)", "arange(7)"), "`range(8)` goes from 0 to 7."),
    ("row_ten", changed("row_ten", "**0, 10", " ** (2 / 4), 10 / 100"), "the pairs from 1."),
    ("row_ten", changed("row_ten", "(angle)", "(2 * np.pi * angle)"), "by 2π."),
    ("angle", math.sin(300 / 464.15888), "the sine or the cosine of the angle."),
    ("encode", changed("encode", "/ d_model", "/ (d_model // 2)"), "by the number of pairs"),
    (
        "encode",
        changed("encode", "(d_model // 2)", "(1, d_model // 2 + 1)"),
        "You counted the pairs from 1.",
    ),
    ("encode", changed("encode", "base **", "np.exp(np.log10(base)) **"), "natural one, `np.log`"),
    ("turning_pairs", 150, "ten times the pairs for ten times the window"),
    ("turning_pairs", 70, "You divided a natural logarithm by one to the base 10."),
    ("frozen_columns", lambda t: np.sum(abs(t - t[0]).max(axis=0) < 0.1), "from its first row."),
    ("longest_wavelength", changed("longest_wavelength", "// 2 - 1", "- 1"), "i = d - 1, the last"),
    ("longest_wavelength", changed("longest_wavelength", "t / d", "t // d"), "a `//` in your"),
    ("base_for_reach", 0.56 * 8_192, "That is the reach of the base 8,192."),
    ("angle", 0.6464, "which is close. Did you round on the way?"),
    ("hand_in_degrees", np.degrees(99 * 10_000 ** (-3 / 18)), "You took the exponent 3/18."),
    ("read_position", changed("read_position", "[::-1]", ""), "You went from the fastest clock"),
    ("read_position", changed("read_position", "np.round", "np.floor"), "number of turns down"),
    ("read_position", changed("read_position", "np.round", "int"), "their turns with `int`?"),
    ("read_position", lambda code: np.argmax(TABLE[:1_000] @ code), "the positions 0 to 999."),
    ("read_position", lambda code: np.argmax(TABLE[1:] @ code), "begin with position 1?"),
    ("shift_block", changed("shift_block", "omega *", "omega +"), "You added ω and Δ."),
    (
        "shift_block",
        changed("shift_block", "[c, s], [-s, c]", "[s, c], [c, -s]"),
        "changed places.",
    ),
    (
        "three_back",
        changed("three_back", "np.empty(len(row))", "row"),
        "You overwrote the old ones",
    ),
    ("similarity_from_distance", lambda x, d: 1 - x**2, "You left out d."),
    ("similarity_from_distance", lambda x, d: abs(1 - x**2 / d), "the right number is negative."),
    ("previous_token_head", without_keepdims, "With `keepdims=True`"),
    ("turning_pairs", 31.0001, "Yours is 31.0001. For a first step"),
    ("name_tables", [5.1, 8, 1, 6, 2, 4], "Yours is 5.100. For a first step"),
    ("angle", 0.65, "Yours is 0.6500. Give it to 6 decimal places."),
    ("angle", math.nan, "Yours is nan, which is not a finite number. Look"),
    ("angle", (0, 646330), "Python writes decimals with a point."),
    ("angle", "0.646330", "Write the number without quotation marks."),
    ("angle", True, "This is True or False."),
    ("angle", {}, "This is of the type dict."),
    ("angle", lambda: 1, "This is of the type function."),
    ("angle", iter([]), "The question asks for numbers."),
    ("angle", (x for x in [1]), "This is a generator: put `list(...)` around it"),
    ("angle", map(abs, [1]), "This is a map: put"),
    ("angle", zip([1]), "This is a zip: put"),
    ("angle", filter(None, [1]), "This is a filter: put"),
    ("angle", object(), "This is of the type object."),
    ("row_ten", [[1], [1, 2]], "The rows have different lengths."),
    ("angle", np.zeros(200_001), "This holds more than 200,000 numbers."),
    ("angle", 10**400, "This is a number too large"),
    ("angle", np.ma.masked, "Some numbers of this array are masked."),
    ("row_ten", np.ma.masked_equal([-0.544, -0.8391, 0.0998, 0.995], 0.995), "are masked."),
    ("angle", np.zeros(2, dtype="i4,f8"), "This is an array of void96. The question asks for"),
    ("row_ten", [0, 5440, 0, 8391, 0, 998, 0, 9950], "Python writes decimals with a point."),
    ("row_ten", [1, 2], "The shape should be (4,). Yours has the shape (2,)."),
    ("row_ten", [-0.544, -0.8391, 0.5, 0.995], "First difference at column 2 (counted from 0)"),
    ("row_ten", [-0.544, -0.8391, 0.5, 0.995], "Yours is 0.5000.", "1 of the 4 numbers differ"),
    ("encode", encoding.positional_encoding(4, 4), "This is of the type ndarray."),
    ("encode", lambda a, b, c: np.zeros((a, b)), "With seq_len=4, d_model=4, base=100: First"),
    ("encode", lambda a, b, c: 1 / 0, "your function raises ZeroDivisionError: division by"),
    ("tied_matrix", lambda W: W[0], "With W of shape (4, 4): The shape"),
    ("encode", lambda a: 1, "your function raises TypeError:"),
    ("encode", lambda a, b, c: "x", "With seq_len=4, d_model=4, base=100: what your function"),
    ("encode", lambda a, b, c: [a][1:].append(1), "Your function returns nothing. Does it end"),
    ("encode", partial(lambda *given: None), "Your function returns nothing."),
    ("hamming", lambda p, q: math.inf, "With p=127, q=128: Yours is inf"),
    ("published_error", [[1, 2], [3, 4]], "Give the numbers as one list."),
    ("published_error", [1, 2, 3], "For error 1 give 6 numbers: 1, d_model,"),
    ("longer_settings", 3, "one list"),
    ("longer_settings", [3, 8, 1, 4, 160], "six numbers", "number of the scaling"),
    ("longer_settings", [5, 8, 1, 4, 160, 20], "number of the scaling must be", "0 to 4"),
    ("longer_settings", [3, 0.5, 1, 4, 160, 20], "factor must be a number from 1 to 64"),
    ("longer_settings", [3, 8, 4, 1, 160, 20], "ramp must begin at fewer turns"),
    ("longer_settings", [3, 8, 1, 4, math.nan, 20], "base must be a number from 2"),
    ("longer_settings", [3, 8, 1, 4, 160, 41], "number of steps must be", "0 to 40"),
    ("published_error", [1, 4, 1, 1, 0.01, 0.01], "the two agree here. At position 1"),
    ("published_error", [1, 512, 2, 255, 2e-4**0.996, 2 / 1e4**0.996], "the two agree here"),
    ("published_error", [2, 4, 2, 2, math.sin(0.02), math.sin(0.02)], "the two agree here"),
    ("published_error", [3, 128, 127, 1, 1], "the two agree here. This clock is"),
    ("published_error", [4, 18, 22_500, 22_580.6], "the two agree here. At this"),
    ("published_error", [5, 4, 10_000, 3, 0, math.sin(3), math.sin(3)], "the two agree here"),
    ("published_error", [5, 4, 100, 3, 1, math.cos(3), math.cos(3)], "the two agree here"),
    ("published_error", [1, 4, 2, 1, 0.02, 0.01414], "You exchanged the two values"),
    ("published_error", [1, 4, 2, 1, 0.5, 0.02], "text gives something else at this place. Yours"),
    ("published_error", [1, 4, 2, 1, 0.01414, 0.002], "formula gives something else at this"),
    ("published_error", [1, 4, 2, 1, math.nan, 0.02], "text gives something else", "Yours is nan"),
    ("published_error", [1, 4, 2, 1], "give 6 numbers: 1, d_model, position, pair, what the text"),
    ("published_error", [6, 128, 1, 1, 1], "give 4 numbers: 6, d_model, what the text gives, what"),
    ("published_error", [1, 5, 2, 1, 0.1, 0.2], "even whole number from 2 to 1,024."),
    ("published_error", [1, 4, 2, 2, 0.1, 0.2], "pair must be a whole number from 0 to 1"),
    ("published_error", [1, 4, 0, 1, 0, 0], "position must be a whole number from 1 to 100,000"),
    ("published_error", [2, 4, 2, 4, 0, 0], "column must be a whole number from 0 to 3"),
    ("published_error", [5, 4, 0, 3, 1, 0, 0], "base must be a number from 1 to 1,000,000"),
    ("published_error", [7, 4, 2, 1, math.cos(2), math.cos(2)], "the two agree here. In col"),
    ("published_error", [8, 4, 2, 1, 0, 0], "says which error you refute: 1 to 7"),
    ("published_error", [math.nan, 4, 2], "The first number says"),
    ("published_error", [], "The first number says"),
    ("published_error", 1, "Give the numbers as one list."),
]


@pytest.mark.parametrize("case", WRONG, ids=[case[0] for case in WRONG])
def test_the_reason_or_else_the_place_is_said(case):
    name, answer, *parts = case
    feedback = judged(name, answer)
    assert feedback.status == "wrong"
    assert [part for part in parts if part not in repr(feedback)] == []


DIRECTION = re.compile("larger|smaller|positive|negative")


@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize("factor", [-1, 0.3, 0.6, 0.98, 1.02, 1.7, 4])
def test_a_number_is_not_found_by_halving(name, factor):
    wording = judged(name, of_each(name, lambda right: factor * right)).text
    wording = wording.removeprefix("Not yet. ")
    assert wording in EXERCISES[name].replies.values() or not DIRECTION.search(wording)


ROWS = [name for name in NAMES if EXERCISES[name].right_answers[0].ndim == 1]


@pytest.mark.parametrize("name", ROWS)
def test_a_row_may_be_a_table_of_one_row_or_one_column(name):
    shaped = (
        partial(lambda shape, right: right.reshape(shape), shape) for shape in ((1, -1), (-1, 1))
    )
    assert {status(name, of_each(name, one)) for one in shaped} == {"right"}


@pytest.mark.parametrize(
    ("name", "given", "wording"),
    [
        (
            "fraction_step",
            (0, 1),
            "The question asks for one number. Python writes decimals with a point.",
        ),
        ("fraction_step", (1, 2, 3), "The question asks for one number."),
        ("row_ten", (-0.544, -0.8391, 0.0998, 0.995), "one list, in square brackets: `[1, 2, 3]`."),
        ("name_tables", (5, 8, 1, 6, 2, 4), "one list, in square brackets: `[1, 2, 3]`."),
        ("encode", (encoding.positional_encoding, 4, 4), "Give the function itself, by its name"),
    ],
)
def test_several_values_get_a_word_on_how_to_give_them(name, given, wording):
    assert judged(name, *given).status == "wrong"
    assert wording in repr(judged(name, *given))
    assert judged(name, ..., *given[1:]).status == "unanswered"


@kinds
def test_a_name_before_the_answer_is_pointed_out(name):
    assert "without a name and `=` before it" in repr(judged(name, value=1))
    assert judged(name, answer=...).status == "unanswered"
    assert getattr(hint, name)(1).status == "hint"
    assert getattr(solution, name)(1).status == "solution"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("bad \ud800 value", "ValueError: bad \\ud800 value."),
        ("one\u2028two\rthree", "ValueError: one."),
        ("\x1b[31mred\x00", "ValueError: \\x1b[31mred\\x00."),
        ("\ud800" * 1_000, "ValueError: " + "\\ud800" * 20 + "."),
        ("a\xa0b\tc", "ValueError: a b c."),
        ("", "ValueError."),
    ],
)
def test_the_text_of_an_error_can_be_read_and_sent(text, shown):
    feedback = check.encode(answers.raising(ValueError(text)))
    assert repr(feedback).endswith(f"your function raises {shown}")
    readable(feedback)


def test_a_difference_in_a_table_is_found_at_its_place():
    def encode(*arguments):
        table = encoding.positional_encoding(*arguments)
        table[3:, 2] = -1.5
        return table

    assert repr(check.encode(encode)) == (
        "Not yet. With seq_len=4, d_model=4, base=100: First difference at row 3, column 2 "
        "(counted from 0). Yours is -1.500, and the right number is positive. "
        "1 of the 16 numbers differs."
    )


# Stubs


@kinds
def test_stubs_are_neutral(name):
    def empty(*arguments): ...

    def documented(*arguments):
        """Return it."""
        ...

    def passing(*arguments):
        pass

    def returning(*arguments):
        return ...

    values = [..., None, [...], (..., ...), [1, ...]] if name in NUMBERS else [..., None]
    stubs = [empty, documented, passing, returning] if name in FUNCTIONS else []
    for feedback in [judged(name), *map(getattr(check, name), values + stubs)]:
        assert feedback.status == "unanswered"
        assert repr(feedback) == UNANSWERED


# Nothing escapes


def readable(feedback):
    assert feedback.status in STATUSES
    assert 0 < len(repr(feedback)) < 600
    assert repr(feedback).isprintable()  # and so on one line
    feedback._repr_html_().encode()
    assert "<p>" in feedback._repr_html_()


@pytest.mark.parametrize("name", NAMES)
def test_nothing_that_is_given_raises_and_no_junk_is_right(name):
    right = EXERCISES[name].right_answers[0]
    for junk in [*answers.JUNK(), *answers.MISBEHAVING()]:
        readable(feedback := judged(name, junk))
        if feedback.status == "right":  # a number in an odd shape
            assert name in NUMBERS and np.all(np.abs(np.asarray(junk, dtype=float) - right) < 1e-9)


NASTY = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.complex_numbers()
    | st.text(max_size=5)
    | st.binary(max_size=5)
    | st.fractions()
    | st.decimals()
    | hnp.arrays(hnp.scalar_dtypes(), hnp.array_shapes(min_dims=0, max_dims=3, min_side=0)),
    lambda inner: st.lists(inner, max_size=4) | st.tuples(inner, inner) | st.sets(st.integers()),
    max_leaves=8,
)


@given(st.sampled_from(NAMES), NASTY)
@settings(max_examples=300)
def test_no_value_raises(name, junk):
    readable(judged(name, junk))
    readable(judged(name, lambda *arguments: junk))


@kinds
@pytest.mark.parametrize("given", [answers.Hostile, answers.raising], ids=["value", "function"])
def test_an_interruption_passes(name, given):
    if name in FUNCTIONS or given is answers.Hostile:
        with pytest.raises(KeyboardInterrupt):
            judged(name, given(KeyboardInterrupt()))


@pytest.mark.parametrize("kind", [list, partial(np.array, dtype=object), np.array])
@pytest.mark.parametrize("shape", [(600,), (600, 1), (2, 300), (1, 300, 2)])
def test_an_answer_holds_so_many_numbers_and_no_more(kind, shape, monkeypatch):
    monkeypatch.setattr(reading, "LIMIT", 600)
    numbers = kind(np.zeros(shape).tolist())
    assert reading.as_numbers(numbers).shape == shape
    with pytest.raises(reading.Unreadable, match="more than 600 numbers"):
        reading.as_numbers([numbers, numbers])


@kinds
def test_nothing_large_is_copied(name):
    large = np.zeros(3_000_000, dtype=np.int8)
    tracemalloc.start()
    try:
        for answer in (large, np.broadcast_to(large, (10**6, 3_000_000)), range(10**12)):
            readable(judged(name, answer))
            readable(judged(name, lambda *arguments, answer=answer: answer))
        assert tracemalloc.get_traced_memory()[1] < 5e6
    finally:
        tracemalloc.stop()


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
    """The numbers in a text."""
    return [float(one.replace(",", "")) for one in re.findall(r"\d+(?:,\d{3})*(?:\.\d+)?", text)]


@pytest.mark.parametrize("name", NUMBERS)
def test_hints_and_messages_do_not_give_the_number_away(name):
    right = np.abs(np.atleast_1d(EXERCISES[name].right_answers[0]))
    texts = [EXERCISES[name].hint]
    if name not in ("blind_position", "published_error"):  # where the right number is in others too
        texts += EXERCISES[name].replies.values()
    tolerance = np.maximum(EXERCISES[name].tolerance(right), 1e-3 * right)
    for text in texts:
        assert not any((np.abs(one - right) <= tolerance).any() for one in numbers(text)), text


def test_html_is_escaped_and_code_is_marked():
    feedback = exercise.Feedback("wrong", "Use `a<b` & c.\n\nThen.", "x < 1")
    assert feedback._repr_html_().endswith(
        "<p>Use <code>a&lt;b</code> &amp; c.</p><p>Then.</p><pre><code>x &lt; 1</code></pre></div>"
    )
    assert repr(feedback) == "Use `a<b` & c.\n\nThen.\n\nx < 1"
    for status, colour in {
        "right": "success-color1, #388e3c", "wrong": "warn-color1, #f57c00",
        "hint": "border-color1, #9e9e9e",
    }.items():  # fmt: skip
        shown = exercise.Feedback(status, "")._repr_html_()
        assert shown.startswith(f'<div style="border-left:4px solid var(--jp-{colour});')


def least_on_previous(d_model):
    """What the position that gives least gives to the one before, of 64, by sharpness."""
    table = encoding.positional_encoding(64, d_model)
    scores = table @ encoding.shift_matrix(-1, d_model).T @ table.T - d_model / 2
    powers = {s: np.exp(s * scores) for s in (0.25, 0.5, 1, 2, 4, 8, 16)}
    return {s: np.diagonal(p / p.sum(axis=1)[:, None], -1).min() for s, p in powers.items()}


def test_the_numbers_in_the_texts_are_true():
    turning, table = encoding.turning_pairs, encoding.positional_encoding
    frozen = [np.sum(np.ptp(table(50, 128, base), axis=0) < 0.1) for base in (1e4, 1e8)]
    assert turning(500, 128) - turning(50, 128) == 16 and turning(50, 128) == 15
    assert frozen[0] == 51 < frozen[1]
    assert round(encoding.wavelengths(18)[-1]) == 22_581
    assert round(encoding.wavelengths(16)[-1]) == 19_869
    assert round(encoding.wavelengths(18)[0], 2) == 6.28
    assert round(99 * encoding.angular_frequencies(18)[3] / math.tau, 2) == 0.73
    assert min(d for d in range(2, 99, 2) if encoding.wavelengths(d)[-1] >= 20_000) == 18
    assert min(d for d in range(3, 99) if math.tau * 1e4 ** ((d - 2) / d) >= 20_000) == 17
    odd = [d for d in range(2, 99, 2) if math.tau * 1e4 ** ((d - 1) / d) >= 20_000]
    assert odd[0] == 10
    omega = encoding.angular_frequencies(4)
    assert omega[1] / omega[0] == pytest.approx(0.01)
    needed = {d: least_on_previous(d) for d in (16, 64, 128, 512)}
    found = {d: min(s for s, least in one.items() if least > 0.99) for d, one in needed.items()}
    assert found == {16: 16, 64: 8, 128: 4, 512: 1}
    assert 0.5 > needed[128][0.25] and needed[128][0.5] > 0.5 and needed[128][2] > 0.9
    back = np.diff(encoding.similarity(np.arange(200), 16)) > 0
    assert 0.4 < back.mean() < 0.6  # about every second step
    assert (100_000).bit_length() == 17 and round(200 * (1 - 10_000 ** (-2 / 512))) == 7
    assert (
        f"{math.exp(np.euler_gamma):.3f}, {30_000 * math.exp(np.euler_gamma):.3g}"
        == "1.781, 5.34e+04"
    )


def test_the_numbers_in_the_texts_of_lesson_05_are_true():
    sine, cosine = np.sin(0.1 * np.arange(1_000)), np.cos(0.1 * np.arange(1_000))
    r2 = {}
    for k in range(1, 33):
        later = np.sin(0.1 * (np.arange(1_000) + k))
        line = np.polynomial.Polynomial.fit(sine, later, 1)(sine)
        r2[k] = 1 - np.var(later - line) / np.var(later)
        assert np.allclose(later, np.cos(0.1 * k) * sine + np.sin(0.1 * k) * cosine)
    assert min(range(1, 31), key=r2.get) == round(math.pi / 2 / 0.1) == 16
    assert max(range(1, 31), key=r2.get) == 1
    assert f"{r2[10]:.3f}" == "0.296" and f"{math.cos(1) ** 2:.3f}" == "0.292"
    assert r2[31] > 0.998
    one, five, three = (encoding.shift_matrix(k, 8) for k in (1, 5, 3))
    product = three.T @ five @ five
    assert np.allclose(product, np.linalg.matrix_power(one, 7))
