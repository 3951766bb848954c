"""Define what an exercise is, and how an answer to it is judged.

An answer is a number, a row of numbers, or a function that the student wrote. A function is called
with the arguments of several cases. A number or a row is judged as one case without arguments. No
matter what the answer is or does, judging it returns a `Feedback`, and only KeyboardInterrupt
passes.
"""

import html
import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from inspect import signature
from itertools import islice, starmap

import numpy as np

from posenc_helpers.lessons import answers
from posenc_helpers.lessons.answers import Unanswered, Unreadable
from posenc_helpers.wording import counted, number

UNANSWERED = "Not answered yet. Replace the … and run the cell again."
COMMAS = "A comma separates two numbers: write `7499` and `0.5`, not `7,499` and `0,5`."
ZERO = "Look for a division by 0, or for a power that is too large."
OUTSIDE = "Look for the root of a negative number, an arc sine or arc cosine above 1, or 0/0."


@dataclass(frozen=True, repr=False)
class Feedback:
    """What the student sees. `status` is unanswered, right, wrong, hint or solution.

    Text between backticks is code. `code` comes below the text, ready to be copied. `found` holds
    the numbers that were read from the answer, for each case. `above` is the reply of the check,
    which a hint or solution repeats above itself, because a cell shows only its last value.
    """

    status: str
    text: str
    code: str = ""
    found: Sequence[np.ndarray] = field(default=(), compare=False)
    above: "Feedback | None" = None

    def __repr__(self):
        parts = [repr(self.above)] * bool(self.above) + [self.text, self.code]
        return "\n\n".join(filter(None, parts))

    def _repr_html_(self):
        above = self.above._repr_html_() if self.above else ""
        text = as_html(self.text)
        if self.code:
            text += f"<pre><code>{html.escape(self.code)}</code></pre>"
        colours = {"right": "success-color1, #388e3c", "wrong": "warn-color1, #f57c00"}
        colour = f"var(--jp-{colours.get(self.status, 'border-color1, #9e9e9e')})"
        apart = ";margin:0.6em 0 0" if above else ""
        style = f"border-left:4px solid {colour};padding:0 0 0 0.8em{apart}"
        return f'{above}<div style="{style}">{text}</div>'


def as_html(text: str) -> str:
    """Return plain text as HTML, with its line breaks and with backticks as code."""
    safe = re.sub(r"`([^`]*)`", r"<code>\1</code>", html.escape(text))
    lines = safe.replace("\n\n", "</p><p>").replace("\n", "<br>")
    return f"<p>{lines}</p>"


@dataclass(frozen=True)
class Case:
    """The arguments that a student's function is called with, and how messages name them."""

    arguments: tuple
    label: str


def near(value: float, within: float) -> Callable:
    """Return a function that recognizes numbers within `within` of `value`.

    A mistake need not be exact.
    """
    return partial(agree, wanted=np.asarray(value), tolerance=within)


def exercise(cases=(), made_by=lambda *arguments: arguments, **settings):
    """Return a decorator that makes an `Exercise` of a function, which becomes its `answers`.

    The texts come later, and name the mistakes as the function does. `settings` are further
    attributes of `Exercise`.
    """
    return lambda function: Exercise(answers=function, given=cases, made_by=made_by, **settings)


def _labelled(name, value):
    """Return words such as "W of shape (4, 4)" or "d_model=6"."""
    whole = np.ndim(value) < 2 and np.size(value) <= 8
    return f"{name}={value}" if whole else f"{name} of shape {np.shape(value)}"


@dataclass(frozen=True, kw_only=True)
class Exercise:
    """A question, its right answer, and the reply to every other answer.

    The texts are written for the student. Text between backticks is code.

    Attributes
    ----------
    name : comes after ``check.``, ``hint.`` and ``solution.``, or "" until the texts are there
    question : one or two sentences, which say how exact the answer should be
    right : what a right answer shows, written after "Right."
    hint : a first step, without the result
    solution : code that computes an answer and ends with the check
    replies : dict of the name of each mistake to its reply
    answers : a generator that takes the arguments of a case. First it yields ``"right"`` with the
        right answer, a number or a list, and with equally good ones. Then it yields the name of
        each mistake with its results: answers, or functions that recognize one. The reply names
        the first mistake that fits in all cases
    decimals : how many the question asks for. The last one may be off by one
    within, relative : without decimals, an answer may be off by ``within + relative * abs(right)``
    given, made_by : `given` holds, for each case, the arguments of `made_by`. `made_by` returns a
        `Case` or the arguments of the student's function. `given` is empty for numbers and rows
    examine : used if many answers are right. It takes the row of numbers, or the function's
        results in all cases, and returns the name of the mistake, its description, or None
    remark : takes the function's results in the cases that could be read, and returns what the
        reply adds about them, or ""
    """

    answers: Callable
    given: Sequence[tuple]
    made_by: Callable
    decimals: int | None = None
    within: float = 0.0
    relative: float = 0.0
    examine: Callable[[np.ndarray], str | None] | None = None
    remark: Callable[[list[np.ndarray]], str] | None = None
    name: str = ""
    question: str = ""
    right: str = ""
    hint: str = ""
    solution: str = ""
    replies: dict[str, str] = field(default_factory=dict)

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """The cases. For a number or a row of numbers it is one case without arguments."""
        names, made = signature(self.answers).parameters, starmap(self.made_by, self.given or [()])
        return tuple(
            one if isinstance(one, Case) else Case(one, ", ".join(map(_labelled, names, one)))
            for one in made
        )

    @property
    def wants_function(self) -> bool:
        return self.cases[0].label != ""

    @cached_property
    def accepted(self) -> list[list[np.ndarray]]:
        """The right answers to each case. Differences are measured from the first of them."""
        rights = (next(self.answers(*case.arguments)) for case in self.cases)
        return [[np.asarray(one, dtype=float) for one in right] for _, *right in rights]

    @property
    def right_answers(self) -> list[np.ndarray]:
        """The first right answer to each case."""
        return [first for first, *_ in self.accepted]

    def tolerance(self, right):
        """Return by how much each number of an answer may be off, including rounding errors."""
        within = self.within if self.decimals is None else 10.0**-self.decimals
        return within + (self.relative + 1e-12) * np.abs(right) + 1e-12

    def check(self, answer=..., *more, **named) -> Feedback:
        """Judge any answer and return a Feedback.

        Several arguments instead of one get a reply that says how to give an answer.
        """
        said = ""
        try:
            with np.errstate(all="ignore"):
                self._expect_one(answer, more, named)
                if not self.wants_function and not self.right_answers[0].ndim:
                    answer, said = answers.without_commas((answer, *more) if more else answer)
                found, wrong = self._judge(answer)
        except Unanswered:
            return Feedback("unanswered", UNANSWERED)
        except Unreadable as reason:
            found, wrong = [], str(reason)
        more = self.remark(found) if self.remark else ""
        text = f"Not yet. {wrong}{said}" if wrong else f"Right. {self.right}{said}"
        text += f"\n\n{more}" if more else ""
        return Feedback("wrong" if wrong else "right", text, found=found)

    def _expect_one(self, answer, more, named):
        """Raise Unreadable for a named argument, or for several arguments instead of one.

        Raise Unanswered if one of several is `...`. If the answer is one number, several arguments
        pass, because `without_commas` reads them.
        """
        if named:
            raise Unreadable("Give only the answer, without a name and `=` before it.")
        if more and any(one is ... for one in (answer, *more)):
            raise Unanswered
        if more and not self.wants_function and self.right_answers[0].ndim:
            raise Unreadable("Give the numbers as one list, in square brackets: `[1, 2, 3]`.")
        if more and self.wants_function:
            raise Unreadable(answers.ALONE)

    def _judge(self, answer):
        """Return the numbers of the answer for each case, and its fault or None."""
        if self.examine and not self.wants_function:
            found = answers.as_numbers(answer)
            one = found.ndim > 0 and found.squeeze().ndim < 2  # a row or a column of numbers
            fault = self.examine(found.ravel()) if one else "Give the numbers as one list."
            return [found], self.replies.get(fault, fault)
        found, trouble = self._results(answer)
        if self.examine:
            return found, trouble or self.replies.get(self.examine(found))
        agreed = [
            any(agree(one, right, self.tolerance(right)) for right in rights)
            for one, rights in zip(found, self.accepted, strict=False)
        ]
        return found, trouble if all(agreed) else self._what_is_wrong(found, agreed.index(False))

    def _results(self, answer):
        """Return the answers to the first cases, and why the next case failed, or None."""
        if not self.wants_function:
            return [answers.as_numbers(answer)], None
        answers.expect_function(answer)
        found = []
        for case in self.cases:
            try:
                found.append(answers.called(answer, case))
            except Unreadable as reason:
                return found, str(reason)
        return found, None

    def _what_is_wrong(self, found, first):
        """Return the reply to the mistake that was made, or the difference in the case `first`."""
        label = self.cases[first].label
        if mistake := self._mistake(found):
            return self.replies[mistake] + (f" For example, with {label}." if label else "")
        difference = self._difference(found[first], self.right_answers[first])
        return f"With {label}: {difference}" if label else difference

    def wrong_answers(self, case: Case) -> Iterator[tuple[str, object]]:
        """Yield (name of the mistake, its result) for each result of a mistake in a case."""
        for name, *causes in islice(self.answers(*case.arguments), 1, None):
            for cause in causes:
                yield name, cause

    def _mistake(self, found):
        """Return the name of the first mistake that gives the results in each case, or None."""
        for wrong in zip(*map(self.wrong_answers, self.cases[: len(found)]), strict=True):
            if all(map(self._made, found, [cause for _, cause in wrong])):
                return wrong[0][0]
        return None

    def _made(self, found, cause):
        if callable(cause):
            return cause(found)
        wrong = np.asarray(cause, dtype=float)
        return agree(found, wrong, self.tolerance(wrong))

    def _difference(self, found, right):
        """Return where the first difference is, but not the right number."""
        fitted = _fitted(found, right)
        if fitted is None:
            return self._shapes(found, right)
        off = np.asarray(~(np.abs(fitted - right) <= self.tolerance(right)))
        index = np.unravel_index(np.argmax(off), off.shape)
        text = self._compared(float(fitted[index]), float(right[index]))
        return _placed(text, index, int(off.sum()), off.size) if index else text

    def _shapes(self, found, right):
        """Return which shape is asked for, and which shape the answer has."""
        if self.wants_function:
            return f"The shape should be {right.shape}. Yours has the shape {found.shape}."
        wanted = f"a list of {right.size} numbers" if right.ndim else "one number"
        shapes = {0: "one number", 1: f"a list of {counted(found.size, 'number')}"}
        yours = shapes.get(found.ndim, f"a table of the shape {found.shape}")
        more = f" {COMMAS}" * (found.ndim == right.ndim == 1 and found.size > right.size)
        return f"The question asks for {wanted}, and your answer is {yours}.{more}"

    def _compared(self, yours, wanted):
        """Return the fault of a number, in digits that distinguish it from the right one.

        Only a reply to a function says the direction, because students could find a number by
        halving.
        """
        if not math.isfinite(yours):
            cause = ZERO if math.isinf(yours) else OUTSIDE
            return f"Yours is {yours}, which is not a finite number. {cause}"
        if any(yours == round(wanted, k) != 0 for k in range(self.decimals or 0)):
            places = counted(self.decimals, "decimal place")
            return f"Yours is {number(yours)}. Give it to {places}."
        off, written = self.tolerance(wanted), (number(yours, digits) for digits in range(4, 18))
        shown = next(one for one in written if abs(float(one.replace(",", "")) - wanted) > off)
        if self.wants_function:
            return f"Yours is {shown}, and the right number is {_direction(yours, wanted)}."
        if self.decimals is not None and abs(yours - wanted) < 0.01 * abs(wanted):
            return f"Yours is {shown}, which is close. Did you round on the way?"
        return f"Yours is {shown}. For a first step, run `hint.{self.name}()`."


def _direction(yours, wanted):
    if yours * wanted < 0:
        return "negative" if wanted < 0 else "positive"
    return "larger" if wanted > yours else "smaller"


def _placed(text, index, count, size):
    """Return `text` with the place of the first difference and the number of all differences."""
    names = ("text", "row", "column")[-len(index) :]
    place = ", ".join(f"{name} {at}" for name, at in zip(names, index, strict=True))
    differ = f"{count:,} of the {size:,} numbers " + ("differs" if count == 1 else "differ")
    return f"First difference at {place} (counted from 0). {text} {differ}."


def agree(found, wanted, tolerance) -> bool:
    """Return whether two arrays have the same shape and agree number by number."""
    fitted = _fitted(found, wanted)
    return fitted is not None and bool(np.all(np.abs(fitted - wanted) <= tolerance))


def _fitted(found, wanted):
    """Return `found` in the shape of `wanted`, or None if it does not fit.

    If `wanted` has less than two axes, axes of length 1 are free: a number may come as a list of
    one, and a row as a table of one row.
    """
    same = found.shape == wanted.shape
    if same or wanted.ndim < 2 and found.squeeze().shape == wanted.squeeze().shape:
        return found.reshape(wanted.shape)
    return None
