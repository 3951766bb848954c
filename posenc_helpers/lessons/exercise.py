"""What an exercise is, and how an answer to it is judged.

An answer is a number, a row of numbers, or a function that the student wrote. A function is called
with the arguments of several cases; a number or a row is judged as one case without arguments.
Whatever the answer is or does, judging it returns a `Feedback`: only KeyboardInterrupt passes.
"""

from __future__ import annotations

import copy
import dis
import html
import math
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from posenc_helpers.wording import counted, number

LIMIT = 200_000  # numbers in an answer: 1.6 MB; the largest right answer has 80,000
DEPTH = 4  # lists within lists
SECONDS = 10.0  # once a function has taken as long, it is not called with a further case

UNANSWERED = "Not answered yet. Replace the … and run the cell again."


class Unanswered(Exception):
    """The stub is still there."""


class Unreadable(Exception):
    """Why an answer, or what a function returned, cannot be compared; written for the student."""


# ------------------------------------------------------------------------------- what is said


@dataclass(frozen=True, repr=False)
class Feedback:
    """What the student sees. `status` is unanswered, right or wrong, or hint or solution.

    Text between backticks is code; `code` stands below the text, ready to be copied.
    """

    status: str
    text: str
    code: str = ""

    def __repr__(self):
        return f"{self.text}\n\n{self.code}" if self.code else self.text

    def _repr_html_(self):
        text = as_html(self.text)
        if self.code:
            text += f"<pre><code>{html.escape(self.code)}</code></pre>"
        colour = {
            "right": "var(--jp-success-color1, #388e3c)",
            "wrong": "var(--jp-warn-color1, #f57c00)",
        }.get(self.status, "var(--jp-border-color1, #9e9e9e)")
        return f'<div style="border-left:4px solid {colour};padding:0 0 0 0.8em">{text}</div>'


def as_html(text: str) -> str:
    """Return plain text as HTML: blank lines part paragraphs, backticks enclose code."""
    safe = re.sub(r"`([^`]*)`", r"<code>\1</code>", html.escape(text))
    return "".join(f"<p>{paragraph}</p>" for paragraph in safe.split("\n\n"))


# ----------------------------------------------------------------------------- the exercise


@dataclass(frozen=True)
class Case:
    """The arguments that a student's function is called with, and how messages name them."""

    arguments: tuple
    label: str


def cases(*arguments: tuple, names: str) -> tuple[Case, ...]:
    """Return a case for each tuple of numbers, labelled as in seq_len=4, d_model=6."""
    split = names.split()
    labels = (", ".join(f"{n}={a}" for n, a in zip(split, one, strict=True)) for one in arguments)
    return tuple(Case(one, label) for one, label in zip(arguments, labels, strict=True))


class Mistake:
    """A misconception, and what it would give.

    Each of `values` is called with the arguments of a case; an answer that agrees with one of them
    in every case was made by this mistake. `like`, where no value can be computed, is called with
    the list of answers and the list of right ones and says whether they look like it. `within` is
    the tolerance where the exercise's own is too fine: a mistake need not be exact.
    """

    def __init__(self, name: str, message: str, *values: Callable, like=None, within=None):
        self.name, self.message = name, message
        self.values, self.like, self.within = values, like, within


@dataclass(frozen=True, kw_only=True)
class Exercise:
    name: str
    question: str  # one or two sentences; says how exact the answer is to be
    right: str  # what a right answer shows
    hint: str
    solution: str  # code that ends with the check
    expected: Callable  # the right answer, from the arguments of a case
    mistakes: Sequence[Mistake]
    within: float  # an answer may be off by this much ...
    relative: float = 0.0  # ... or by this share of the right one
    decimals: int | None = None  # that the question asks for
    cases: tuple[Case, ...] = (Case((), ""),)

    @property
    def wants_function(self) -> bool:
        return self.cases[0].label != ""

    def check(self, answer=...) -> Feedback:
        """Judge an answer, whatever it is."""
        try:
            with np.errstate(all="ignore"):
                return self._judge(answer)
        except KeyboardInterrupt:
            raise
        except Unanswered:
            return Feedback("unanswered", UNANSWERED)
        except Unreadable as reason:
            return _wrong(str(reason))
        except BaseException as error:
            return _wrong(f"This answer cannot be read: trying to raises {type(error).__name__}.")

    def _judge(self, answer):
        found, trouble = self._results(answer)
        right = [self._right(case) for case in self.cases[: len(found)]]
        tolerances = [self.tolerance(one) for one in right]
        agreed = [agree(*three) for three in zip(found, right, tolerances, strict=True)]
        if all(agreed):
            return _wrong(trouble) if trouble else Feedback("right", f"Right. {self.right}")
        first = agreed.index(False)
        label = self.cases[first].label
        for mistake in self.mistakes:
            if self._made(mistake, found, right):
                seen = f" You see it with {label}." if label else ""
                return _wrong(mistake.message + seen)
        start = f"With {label}: " if label else ""
        return _wrong(start + self._difference(found[first], right[first], tolerances[first]))

    def _results(self, answer):
        """Return the answers to the first cases, and what kept the others from being judged."""
        if not self.wants_function:
            return [as_numbers(answer)], None
        if answer is None or answer is ...:
            raise Unanswered
        if not callable(answer):
            raise Unreadable(
                "Give the function itself, by its name and without brackets. "
                f"This is {_kind(answer)}."
            )
        found, start = [], time.monotonic()
        for case in self.cases:
            try:
                found.append(_called(answer, case))
            except Unreadable as reason:
                if not found:
                    raise
                return found, str(reason)
            if time.monotonic() - start > SECONDS and len(found) < len(self.cases):
                return found, (
                    f"With {case.label} your function took more than {SECONDS:.0f} seconds, "
                    "so the check stopped there. Does it compute more than it needs?"
                )
        return found, None

    def _right(self, case):
        return np.asarray(self.expected(*copy.deepcopy(case.arguments)), dtype=float)

    def tolerance(self, right):
        """Return by how much each number of an answer may be off: rounding errors go on top."""
        return self.within + (self.relative + 1e-12) * np.abs(right) + 1e-12

    def _made(self, mistake, found, right):
        if mistake.like is not None:
            return mistake.like(found, right)
        return any(
            all(
                self._agrees_with_mistake(mistake, value, case, one)
                for case, one in zip(self.cases, found, strict=False)
            )
            for value in mistake.values
        )

    def _agrees_with_mistake(self, mistake, value, case, found):
        wrong = np.asarray(value(*copy.deepcopy(case.arguments)), dtype=float)
        tolerance = self.tolerance(wrong) if mistake.within is None else mistake.within
        return agree(found, wrong, tolerance)

    def _difference(self, found, right, tolerance):
        """Say where the first difference is and in which direction, but not the right number."""
        fitted = _fitted(found, right)
        if fitted is None:
            if right.ndim == 0:
                comma = " Python writes decimals with a point." if found.size == 2 else ""
                return f"One number is asked for. Yours has the shape {found.shape}.{comma}"
            return f"The shape should be {right.shape}. Yours is {found.shape}."
        off = ~(np.abs(fitted - right) <= tolerance)
        index = np.unravel_index(np.argmax(off), off.shape) if right.ndim else ()
        yours, wanted = float(fitted[index]), float(right[index])
        names = ("row", "column")[-right.ndim :] if right.ndim else ()
        place = ", ".join(f"{name} {at}" for name, at in zip(names, index, strict=True))
        where = f"first difference at {place} (counted from 0): " if place else ""
        count = int(off.sum())
        verb = "differs" if count == 1 else "differ"
        amount = f" {counted(count, 'number')} of {off.size:,} {verb}." if place else ""
        return f"{_upper(where + _compared(yours, wanted, self.decimals))}{amount}"


def _compared(yours, wanted, decimals):
    """Say in what direction a number is off."""
    if not math.isfinite(yours):
        return f"yours is {yours}, which is no finite number. Look for a division by 0."
    shown = f"yours is {number(yours)}, and the right number is"
    if decimals and any(yours == round(wanted, k) != 0 for k in range(decimals)):
        return f"yours is {number(yours)}. Give it to {counted(decimals, 'decimal')}."
    if yours * wanted < 0:
        return f"{shown} {'negative' if wanted < 0 else 'positive'}."
    close = abs(yours - wanted) < 0.02 * abs(wanted)
    return f"{shown} {'a little ' if close else ''}{'larger' if wanted > yours else 'smaller'}."


def _wrong(text):
    return Feedback("wrong", f"Not yet. {text}")


def _upper(text):
    return text[:1].upper() + text[1:]


# -------------------------------------------------------------------- comparing and reading


def agree(found, wanted, tolerance) -> bool:
    """Whether two arrays have the same shape and agree number by number."""
    fitted = _fitted(found, wanted)
    return fitted is not None and bool(np.all(np.abs(fitted - wanted) <= tolerance))


def _fitted(found, wanted):
    """Return `found` in the shape of `wanted`, or None. Below two axes, axes of length 1 are free:
    a number may come as a list of one, a row as a table of one row."""
    if found.shape == wanted.shape:
        return found
    if wanted.ndim < 2 and found.squeeze().shape == wanted.squeeze().shape:
        return found.reshape(wanted.shape)
    return None


def as_numbers(answer) -> np.ndarray:
    """Return an answer as a float64 array; nothing large is copied."""
    return np.asarray(_read(answer, DEPTH, [LIMIT]))


def _read(value, depth, left):
    """Return a float or an array. `left[0]` is how many numbers may still come."""
    if value is None or value is ...:
        raise Unanswered
    if isinstance(value, (list, tuple, range)):
        return _read_list(value, depth, left)
    if isinstance(value, (str, bytes)):
        raise Unreadable("This is text. Write the number without quotation marks.")
    if not isinstance(value, (type, np.generic)) and hasattr(type(value), "__array__"):
        return _read_array(value, depth, left)
    left[0] -= 1
    if isinstance(value, (bool, np.bool_)):
        raise Unreadable("This is True or False. A number is asked for.")
    if isinstance(value, (complex, np.complexfloating)):
        raise Unreadable("This is a complex number. A real number is asked for.")
    if isinstance(value, type) or not hasattr(type(value), "__float__"):
        raise Unreadable(f"This is {_kind(value)}. Numbers are asked for.")
    try:
        return float(value)
    except OverflowError:
        return math.inf


def _read_list(values, depth, left):
    if depth == 0:
        raise Unreadable("These are lists within lists within lists. Fewer axes are asked for.")
    if len(values) > left[0]:
        raise _too_large()
    parts = []
    for value in values:
        left[0] -= 1
        if left[0] < 0:
            raise _too_large()
        parts.append(_read(value, depth - 1, left))
    if len({np.shape(part) for part in parts}) > 1:
        raise Unreadable("The rows have different lengths.")
    return np.array(parts, dtype=float)


def _read_array(value, depth, left):
    if math.prod(getattr(value, "shape", ())) > left[0]:
        raise _too_large()
    array = np.asarray(value)
    left[0] -= array.size
    if left[0] < 0:
        raise _too_large()
    if array.dtype == object:
        return _read_list(array.tolist(), depth, left) if array.ndim else _read(array[()], 1, left)
    if array.dtype.kind not in "iuf":
        raise Unreadable(f"This is an array of {array.dtype}. Numbers are asked for.")
    return array.astype(float)


def _too_large():
    return Unreadable(f"This holds more than {LIMIT:,} numbers. Far fewer are asked for.")


def _kind(value) -> str:
    """Name the type of an answer for people."""
    kinds = {"function": "a function", "builtin_function_or_method": "a function"}
    kinds |= {"dict": "a dictionary", "ndarray": "an array", "str": "text", "float": "a number"}
    kinds |= {"int": "a number", "module": "a module", "class": "a class", "list": "a list"}
    name = "class" if isinstance(value, type) else type(value).__name__
    if name in ("generator", "map", "zip", "filter"):
        return f"a {name}: put `list(...)` around it"
    return kinds.get(name, f"of the type {name[:40]}")


def _called(function, case):
    """Return what a student's function gives for a case, as an array."""
    try:
        result = function(*copy.deepcopy(case.arguments))
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise Unreadable(f"With {case.label} your function raises {_said(error)}.") from None
    if result is None and not _is_stub(function):
        raise Unreadable("Your function returns nothing. Does it end with `return`?")
    try:
        return as_numbers(result)
    except Unreadable as reason:
        text = str(reason).replace("This", "what your function returns", 1)
        raise Unreadable(f"With {case.label}: {text}") from None
    except (KeyboardInterrupt, Unanswered):
        raise
    except BaseException as error:
        what = f"reading what your function returns raises {type(error).__name__}"
        raise Unreadable(f"With {case.label}: {what}.") from None


def _is_stub(function) -> bool:
    """Whether the body of a function is nothing but `...`."""
    code = getattr(function, "__code__", None)
    if code is None:
        return False
    harmless = {"RESUME", "NOP", "CACHE", "LOAD_CONST", "RETURN_CONST", "RETURN_VALUE"}
    return {instruction.opname for instruction in dis.get_instructions(code)} <= harmless


def _said(error) -> str:
    """Return the kind and the first line of an error, or the kind alone if it has no text."""
    try:
        first = str(error).strip().partition("\n")[0].rstrip(".")[:120]
    except KeyboardInterrupt:
        raise
    except BaseException:
        first = ""
    return type(error).__name__ + (f": {first}" if first else "")
