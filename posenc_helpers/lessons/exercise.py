"""What an exercise is, and how an answer to it is judged.

An answer is a number, a row of numbers, or a function that the student wrote. A function is called
with the arguments of several cases; a number or a row is judged as one case without arguments.
Whatever the answer is or does, judging it returns a `Feedback` of one line: only KeyboardInterrupt
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
    """What the student sees. `status` is unanswered, right or wrong, or hint or solution.

    Text between backticks is code; `code` comes below the text, ready to be copied. `found` is what
    was read of the answer, in each case. `above` is the reply of the check, which hint and solution
    leave standing: a cell shows only its last value.
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
    """Return plain text as HTML: a line stays a line, backticks enclose code."""
    safe = re.sub(r"`([^`]*)`", r"<code>\1</code>", html.escape(text))
    lines = safe.replace("\n\n", "</p><p>").replace("\n", "<br>")
    return f"<p>{lines}</p>"


@dataclass(frozen=True)
class Case:
    """The arguments that a student's function is called with, and how messages name them."""

    arguments: tuple
    label: str


def near(value: float, within: float) -> Callable:
    """Recognize a number that comes within this much of `value`: a mistake need not be exact."""
    return partial(agree, wanted=np.asarray(value), tolerance=within)


def exercise(cases=(), made_by=lambda *arguments: arguments, **settings):
    """Make an exercise of the function below, which is its `answers`; its texts come later.

    The mistakes have the same names in the texts. The settings are attributes of `Exercise`.
    """
    return lambda function: Exercise(answers=function, given=cases, made_by=made_by, **settings)


def _labelled(name, value):
    """Return as in W of shape (4, 4), or d_model=6."""
    whole = np.ndim(value) < 2 and np.size(value) <= 8
    return f"{name}={value}" if whole else f"{name} of shape {np.shape(value)}"


@dataclass(frozen=True, kw_only=True)
class Exercise:
    """A question, its right answer, and the reply to every other answer.

    The texts are written for the student; text between backticks is code.

    Attributes
    ----------
    name : "" until the texts are there; what comes after ``check.``, ``hint.`` and ``solution.``
    question : one or two sentences; says how exact the answer is to be
    right : what a right answer shows, shown after "Right."
    hint : a first step, without the result
    solution : code that computes an answer and ends with the check
    replies : maps the name of each mistake to its reply
    answers : a generator that takes the arguments of a case: it yields ``"right"`` with the right
        answer, a number or a list, and others that are as good; then the name of each mistake with
        what it gives there: answers, or functions that recognize one. The first mistake that fits
        in all cases is named
    decimals : how many the question asks for; the last may be off by one
    within, relative : without decimals, an answer may be off by ``within + relative * abs(right)``
    given, made_by : for each case what `made_by` takes to return a `Case` or the arguments to call
        a student's function with; nothing where the answer is a number or a row of numbers
    examine : where many answers are right, takes the row of numbers that is given, or what the
        function returns in all cases, and returns the name of the mistake, what is wrong, or None
    remark : takes what the function returned in the cases that could be read; returns what the
        reply adds on it, or ""
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
        """The cases; one without arguments where the answer is a number or a row of numbers."""
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
        """The right answers to each case; the first is what differences are told from."""
        rights = (next(self.answers(*case.arguments)) for case in self.cases)
        return [[np.asarray(one, dtype=float) for one in right] for _, *right in rights]

    @property
    def right_answers(self) -> list[np.ndarray]:
        """The first right answer to each case."""
        return [first for first, *_ in self.accepted]

    def tolerance(self, right):
        """Return by how much each number of an answer may be off: rounding errors go on top."""
        within = self.within if self.decimals is None else 10.0**-self.decimals
        return within + (self.relative + 1e-12) * np.abs(right) + 1e-12

    def check(self, answer=..., *more, **named) -> Feedback:
        """Judge an answer, whatever it is. More than one argument gets a word on how to give it."""
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
        """Raise Unreadable if more than one argument was given."""
        if named:
            raise Unreadable("Give only the answer, without a name and `=` before it.")
        if more and any(one is ... for one in (answer, *more)):
            raise Unanswered
        if more and not self.wants_function and self.right_answers[0].ndim:
            raise Unreadable("Give the numbers as one list, in square brackets: `[1, 2, 3]`.")
        if more and self.wants_function:
            raise Unreadable(answers.ALONE)

    def _judge(self, answer):
        """Return what the answer is in each case, and its fault or None."""
        if self.examine and not self.wants_function:
            found = answers.as_numbers(answer)
            one = found.ndim > 0 and found.squeeze().ndim < 2  # a row or a column
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
        """Return the answers to the first cases, and what kept the others from being judged."""
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
        """Name the mistake that was made, or the difference in the first case that has one."""
        label = self.cases[first].label
        if mistake := self._mistake(found):
            return self.replies[mistake] + (f" For example, with {label}." if label else "")
        difference = self._difference(found[first], self.right_answers[first])
        return f"With {label}: {difference}" if label else difference

    def wrong_answers(self, case: Case) -> Iterator[tuple[str, object]]:
        """Yield what mistakes give for a case, each with the name of its mistake."""
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
        """Say where the first difference is, but not the right number."""
        fitted = _fitted(found, right)
        if fitted is None:
            return self._shapes(found, right)
        off = np.asarray(~(np.abs(fitted - right) <= self.tolerance(right)))
        index = np.unravel_index(np.argmax(off), off.shape)
        text = self._compared(float(fitted[index]), float(right[index]))
        return _placed(text, index, int(off.sum()), off.size) if index else text

    def _shapes(self, found, right):
        """Say which shape is asked for, and which shape the answer has."""
        if self.wants_function:
            return f"The shape should be {right.shape}. Yours has the shape {found.shape}."
        wanted = f"a list of {right.size} numbers" if right.ndim else "one number"
        shapes = {0: "one number", 1: f"a list of {counted(found.size, 'number')}"}
        yours = shapes.get(found.ndim, f"a table of the shape {found.shape}")
        more = f" {COMMAS}" * (found.ndim == right.ndim == 1 and found.size > right.size)
        return f"The question asks for {wanted}, and your answer is {yours}.{more}"

    def _compared(self, yours, wanted):
        """Name the fault of a number, in digits that tell it from the right one.

        Only a reply to a function says the direction: a number would be found by halving.
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
    """Add to the text on the first difference its place and the number of all."""
    names = ("text", "row", "column")[-len(index) :]
    place = ", ".join(f"{name} {at}" for name, at in zip(names, index, strict=True))
    differ = f"{count:,} of the {size:,} numbers " + ("differs" if count == 1 else "differ")
    return f"First difference at {place} (counted from 0). {text} {differ}."


def agree(found, wanted, tolerance) -> bool:
    """Whether two arrays have the same shape and agree number by number."""
    fitted = _fitted(found, wanted)
    return fitted is not None and bool(np.all(np.abs(fitted - wanted) <= tolerance))


def _fitted(found, wanted):
    """Return `found` in the shape of `wanted`, or None. Below two axes, axes of length 1 are free:
    a number may come as a list of one, a row as a table of one row."""
    same = found.shape == wanted.shape
    if same or wanted.ndim < 2 and found.squeeze().shape == wanted.squeeze().shape:
        return found.reshape(wanted.shape)
    return None
