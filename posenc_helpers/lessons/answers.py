"""Read a student's answer as numbers. It may be anything, and reading it may do anything."""

import copy
import dis
import math
from contextlib import contextmanager, suppress

import numpy as np

from posenc_helpers.wording import one_line

LIMIT = 200_000  # numbers in an answer, 1.6 MB. The largest right answer has 80,000

ALONE = "Give the function itself, by its name and without parentheses."
NUMBERS, FEWER = "This question asks for numbers.", "This question asks for fewer."
NO_NUMBERS = (
    ((str, bytes, bytearray), "text. Write a number without quotation marks."),
    ((bool, np.bool_), "True or False, but this question asks for a number."),
    ((complex, np.complexfloating), "a complex number, but this question asks for a real one."),
)


class Unanswered(Exception):
    """The student has not replaced the stub `...` yet."""


class Unreadable(Exception):
    """Why an answer or the result of a function cannot be compared, in words for the student."""


@contextmanager
def unreadable(reason: str):
    """Turn any exception that is raised in the block into Unreadable: `reason`, then its message.

    KeyboardInterrupt, Unanswered and Unreadable pass unchanged.
    """
    try:
        yield
    except (KeyboardInterrupt, Unanswered, Unreadable):
        raise
    except BaseException as error:
        raise Unreadable(f"{reason} {_said(error)}.") from None


def _said(error) -> str:
    """Return the kind and the first line of an error, or only its kind if it has no text."""
    lines = []
    with suppress(Exception):  # `str` of an error may raise another error
        lines = str(error).strip().splitlines()
    first = one_line(lines[0], 180).rstrip(".") if lines else ""
    return _type_name(error) + (f": {first}" if first else "")


def _type_name(value) -> str:
    return one_line(type(value).__name__, 40)


def _kind(value) -> str:
    """Return the type of an answer in words."""
    name = _type_name(value)
    if name in ("generator", "map", "zip", "filter"):
        return f"a {name}, so put `list(...)` around it"
    return f"of the type {name}"


def as_numbers(answer) -> np.ndarray:
    """Return an answer as a float64 array. Large answers are refused before they are copied."""
    with unreadable("Your answer cannot be read. It raises"):
        return np.asarray(_read(answer))


def _read(value):
    """Return `value` as a float or an array."""
    if value is None or value is ...:
        raise Unanswered
    if isinstance(value, (list, tuple, range)):
        return _list(value)
    if isinstance(value, (type, np.generic)) or not hasattr(type(value), "__array__"):
        return _number(value)
    return _array(value)


def _expect_few(count):
    if count > LIMIT:
        raise Unreadable(f"Your answer holds more than {LIMIT:,} numbers. {FEWER}")


def _list(values):
    _expect_few(len(values))
    parts = [_read(value) for value in values]
    if len({np.shape(part) for part in parts}) > 1:
        raise Unreadable("The rows have different lengths.")
    _expect_few(sum(map(np.size, parts)))
    return np.array(parts, dtype=float)


def _array(value):
    _expect_few(math.prod(getattr(value, "shape", ())))
    if isinstance(value, np.ma.MaskedArray) and np.ma.is_masked(value):
        raise Unreadable("Some numbers of this array are masked. Give them all.")
    array = np.asarray(value)
    _expect_few(array.size)
    if array.dtype == object:
        return _read(array.tolist())
    if array.dtype.kind not in "iuf":
        raise Unreadable(f"Your answer is an array of {array.dtype.name}. {NUMBERS}")
    return array.astype(float)


def _number(value):
    for kinds, message in NO_NUMBERS:
        if isinstance(value, kinds):
            raise Unreadable(f"Your answer is {message}")
    if not hasattr(type(value), "__float__"):
        raise Unreadable(f"Your answer is {_kind(value)}. {NUMBERS}")
    try:
        return float(value)
    except OverflowError:
        raise Unreadable("Your answer is a number too large to compute with.") from None


def without_commas(answer):
    """Return (answer, remark): commas that split one number into several are undone.

    Python reads 7,499 as the numbers 7 and 499. Groups of three digits can only be thousands, so
    these become one number. Raises Unreadable for a tuple that may be another number, such as 1,5
    and 10,000. For other answers the remark is "".
    """
    if type(answer) is not tuple or len(answer) < 2 or any(type(one) is not int for one in answer):
        return answer, ""
    first, *rest = answer
    written, count = ",".join(map(str, answer)), len(answer)
    thousands = 0 < abs(first) < 1000 and all(one == 0 or 99 < one < 1000 for one in rest)
    joined = "".join([str(first), *(f"{one:03}" for one in rest)])
    if thousands and all(rest):
        return int(joined), f" Python reads `{written}` as {count} numbers; it counts as {joined}."
    ways = [f"thousands without a comma, `{joined}`"] * thousands
    if count == 2 and rest[0] >= 0:
        ways.append(f"decimals with a point, `{first}.{rest[0]}`")
    if ways:
        said = f"Python reads this as {count} numbers, and the question asks for one."
        raise Unreadable(f"{said} Write {', and '.join(ways)}.")
    return answer, ""


def expect_function(answer):
    """Raise Unanswered for a stub, and Unreadable for anything else that cannot be called."""
    if answer is None or answer is ...:
        raise Unanswered
    if not callable(answer):
        raise Unreadable(f"{ALONE} Your answer is {_kind(answer)}.")


def called(function, case) -> np.ndarray:
    """Return what a student's function gives for a case, as an array.

    Raises Unreadable if the function fails or returns no numbers.
    """
    with unreadable(f"With {case.label} your function raises"):
        result = function(*copy.deepcopy(case.arguments))
        if result is None and not _is_stub(function):
            raise Unreadable("Your function returns nothing. Does it end with `return`?")
    try:
        return as_numbers(result)
    except Unreadable as reason:
        text = str(reason).replace("Your answer", "what your function returns")
        raise Unreadable(f"With {case.label}: {text}") from None


def _is_stub(function) -> bool:
    """Return whether the body of a function is only `...`."""
    code = getattr(function, "__code__", None)
    if code is None:
        return False
    harmless = {"RESUME", "NOP", "CACHE", "LOAD_CONST", "RETURN_CONST", "RETURN_VALUE"}
    return {instruction.opname for instruction in dis.get_instructions(code)} <= harmless
