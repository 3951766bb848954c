"""Define what an argument may be, once for its check, its docstring and its slider.

    >>> @takes(seq_len=Whole(1, 512), position=Index("seq_len"))
    ... def plot(seq_len=50, position=0): ...

A call of `plot` raises TypeError for a value of the wrong kind and ValueError for a value out of
range. The message is one line, which names the argument, its value and what is allowed. The
docstring of `plot` lists what is allowed, and its attribute `takes` holds this by name.

Each class here is a kind of argument, and `str` of an instance says what it allows. Its method
`check` returns the converted value, for example a NumPy integer as an int or a list as an array.
`given` holds all arguments of the call by name, for limits that depend on other arguments.
"""

import functools
import math
import numbers
import operator
import re
import string
import unicodedata
from collections.abc import Callable, Collection
from dataclasses import dataclass
from inspect import cleandoc, signature
from itertools import islice
from typing import TypeVar

import numpy as np

Function = TypeVar("Function", bound=Callable)
SIGNS = string.digits + string.punctuation + " ’‘“”„«»–—…¿¡"  # allowed besides letters
LETTERS = re.compile(
    r"[A-\u024f\u0386-\u0523\u1e00-\u1ef9\u1f00-\u1ffc]"
)  # the letters that the figures' fonts have, and some others
ALPHABETS = "LATIN ", "GREEK ", "CYRILLIC "  # how Unicode's names of allowed letters begin


def takes(**kinds):
    """Return a decorator that checks these arguments, in this order, in each call of a function."""

    def checking(function: Function) -> Function:
        parameters = signature(function)

        @functools.wraps(function)
        def checked(*args, **kwargs):
            try:
                call = parameters.bind(*args, **kwargs)
                call.apply_defaults()
                for name, kind in kinds.items():
                    call.arguments[name] = kind.check(name, call.arguments[name], call.arguments)
            except (TypeError, ValueError) as error:
                show_in_one_line(error)
                raise
            return function(*call.args, **call.kwargs)

        listed = [f"{name} : {kind}" for name, kind in kinds.items()]
        lines = [cleandoc(function.__doc__ or ""), "", "Ranges", "------", *listed, ""]
        checked.takes, checked.__doc__ = kinds, "\n".join(lines)
        return checked

    return checking


def show_in_one_line(error):
    """Let IPython show only the message, because the lines of this package help no student."""
    error._render_traceback_ = lambda: [f"{type(error).__name__}: {error}"]


# -------------------------------------------------------------------------------------- one value


@dataclass(frozen=True)
class Whole:
    """An integer from `least` to `most`, and within ±2**53. A bool does not count.

    `where` is added to the words of these limits, for example to say when they hold.
    """

    least: float = -math.inf
    most: float = math.inf
    where: str = ""
    kind, step, bits = "an integer", 1, 53

    def check(self, name, value, given=None) -> int:
        try:
            if isinstance(value, (bool, np.bool_)):
                raise TypeError
            number = operator.index(value)
        except TypeError:
            raise _wrong_kind(name, self, value) from None
        if not self.least <= number <= self.most or number % self.step:
            raise refused(name, self, number)
        if abs(number) > 2**self.bits:
            end = "at most " if number > 0 else "at least -"
            raise refused(name, f"{end}2**{self.bits}", number)
        return number

    def __str__(self):
        return self.kind + _ends(self.least, self.most) + self.where


@dataclass(frozen=True)
class Even(Whole):
    """An even number of columns from `least` to `most`, and up to 2**24.

    With more columns, their frequencies take longer than a second to compute.
    """

    least: float = 2
    kind, step, bits = "an even integer", 2, 24


@dataclass(frozen=True)
class Index:
    """An index from 0 into things whose number is the value of the argument `of`.

    `per` things share one index, for example two columns that make one pair. With `first`, indices
    begin at the value of that argument, for example at the first position of a window.
    """

    of: str
    per: int = 1
    first: str = ""

    def limits(self, given) -> tuple[int, int]:
        least = given[self.first] if self.first else 0
        return least, least + given[self.of] // self.per - 1

    def check(self, name, value, given) -> int:
        return Whole(*self.limits(given), f" at {self.of}={given[self.of]}").check(name, value)

    def __str__(self):
        least, begin = (self.first, f"{self.first} + ") if self.first else (0, "")
        return f"an integer from {least} to {begin}{self.of}{f'/{self.per}' * (self.per > 1)} - 1"


@dataclass(frozen=True)
class Sentence:
    """A text of `least` to `most` words, each of at most `letters` letters and common signs.

    The error names a refused sign, because the sign itself may be unreadable in the message.
    `check` removes marks at the end of each word.
    """

    least: int
    most: int
    letters: int

    def check(self, name, value, given=None) -> str:
        text = unicodedata.normalize("NFC", Type(str, str(self)).check(name, value))
        wrong = next((sign for sign in text if not _in_a_sentence(sign)), "")
        if wrong:
            control = "a control character" if unicodedata.category(wrong) == "Cc" else "no name"
            called = unicodedata.name(wrong, control)
            raise ValueError(f"{name} must be {self}, got {called} (U+{ord(wrong):04X})")
        words = [word.rstrip(".,;:!?…") or word for word in text.split()]
        if not self.least <= len(words) <= self.most or max(map(len, words)) > self.letters:
            raise refused(name, self, text)
        return " ".join(words)

    def __str__(self):
        words = f"{self.least} to {self.most} words of at most {self.letters} letters"
        return f"{words}, Latin, Greek or Cyrillic"


def _in_a_sentence(sign):
    """Return whether `sign` is a common sign or an allowed letter."""
    letter = LETTERS.match(sign) and sign.isalpha()
    return sign in SIGNS or (letter and unicodedata.name(sign).startswith(ALPHABETS))


@dataclass(frozen=True)
class WordOf:
    """An index from 0 into the words of the text that the argument `of` holds."""

    of: str

    def limits(self, given) -> tuple[int, int]:
        return 0, len(given[self.of].split()) - 1

    def check(self, name, value, given) -> int:
        return Whole(*self.limits(given), f", a word of the {self.of}").check(name, value)

    def __str__(self):
        return f"an integer, from 0, that counts the words of the {self.of}"


@dataclass(frozen=True)
class Real:
    """A finite number from `least` to `most`. A bool does not count."""

    least: float = -math.inf
    most: float = math.inf

    def check(self, name, value, given=None) -> float:
        if not isinstance(value, numbers.Real) or isinstance(value, bool):
            raise _wrong_kind(name, self, value)
        try:
            number = float(value)
        except OverflowError:
            number = math.inf
        if not (math.isfinite(number) and self.least <= number <= self.most):
            raise refused(name, self, value)
        return number

    def __str__(self):
        return "a finite number" + _ends(self.least, self.most)


class Positive(Real):
    """A finite number above `above`."""

    def __init__(self, above: float = 0):
        super().__init__(math.nextafter(above, math.inf))

    def __str__(self):
        return f"a finite number > {math.nextafter(self.least, -math.inf):g}"


@dataclass(frozen=True)
class OneOf:
    """One of the strings in `names`."""

    names: Collection[str]

    def check(self, name, value, given=None) -> str:
        if not isinstance(value, str) or value not in self.names:
            raise refused(name, self, value, repr)
        return value

    def __str__(self):
        return "one of " + ", ".join(map(repr, self.names))


@dataclass(frozen=True)
class Type:
    """An instance of `kind`, which `words` describes."""

    kind: type | tuple[type, ...]
    words: str

    def check(self, name, value, given=None):
        if not isinstance(value, self.kind):
            raise _wrong_kind(name, self, value)
        return value

    def __str__(self):
        return self.words


SWITCH = Type((bool, np.bool_), "True or False")


# ------------------------------------------------------------------------------------ many values


@dataclass(frozen=True)
class Several:
    """One value, or a list of up to `most` values, each of which `one` allows.

    A text counts as one value. `check` always returns a list.
    """

    one: object
    most: int

    def check(self, name, value, given=None) -> list:
        many = np.iterable(value) and not isinstance(value, str)
        found = list(islice(value, self.most + 1)) if many else [value]
        if not found:
            raise ValueError(f"{name} must hold at least one value, got none")
        if len(found) > self.most:
            raise ValueError(f"{name} must hold at most {self.most:,} values, got {quoted(value)}")
        return [self.one.check(name.removesuffix("s"), one, given) for one in found]

    def __str__(self):
        return f"up to {self.most:,}, each {self.one}"


@dataclass(frozen=True)
class Reals:
    """An array of finite numbers above `above`, returned as a new array of float64.

    With `finite` False any real numbers are allowed, also infinite ones and NaN. `shape` names the
    axes, for example "(rows, d_model)", and an empty `shape` allows any axes. If `shape` names
    several axes, none of them may be empty.
    """

    shape: str = ""
    above: float = -math.inf
    finite: bool = True

    def check(self, name, value, given=None) -> np.ndarray:
        array = _array(name, value, "iuf", self).astype(np.float64)
        wrong = ~(np.isfinite(array) & (array > self.above))
        if self.finite and wrong.any():
            raise refused(name, self, array[wrong][0])
        axes = len(self.shape.split(", "))
        if self.shape and (array.ndim != axes or (axes > 1 and not array.size)):
            allowed = f"have the shape {self.shape}" if axes > 1 else "be a list of numbers"
            raise ValueError(f"{name} must {allowed}, got {array.shape}")
        return array

    def __str__(self):
        above = f" > {self.above:g}" if math.isfinite(self.above) else ""
        shape = f" of shape {self.shape}" if self.shape else ""
        return "finite " * self.finite + "real numbers" + above + shape


@dataclass(frozen=True)
class Wholes:
    """An array of integers from `least` to `most`, in one of `shapes` if these are given."""

    least: int = 0
    most: int = 2**53  # float64 distinguishes all integers up to this one
    shapes: Collection[tuple] = ()

    def check(self, name, value, given=None) -> np.ndarray:
        array = _array(name, value, "iu", self)
        outside = (array < self.least) | (array > self.most)
        if outside.any():
            raise refused(name, self, array[outside][0])
        if self.shapes and array.shape not in self.shapes:
            allowed = " or ".join(map(str, self.shapes))
            raise ValueError(f"{name} must have the shape {allowed}, got {array.shape}")
        return array.astype(np.int64, copy=False)

    def __str__(self):
        return "integers" + _ends(self.least, self.most)


def _array(name, values, kinds, allowed):
    """Return `values` as an array whose NumPy kind is one of `kinds`.

    An empty array may have any kind. Raises TypeError for other kinds, and ValueError for rows of
    different lengths.
    """
    try:
        array = np.asarray(values)
    except ValueError:
        raise refused(name, f"one array of {allowed}", "rows of different lengths") from None
    if array.dtype.kind not in kinds and array.size:
        raise TypeError(f"{name} must be {allowed}, got an array of {array.dtype}")
    return array


# ------------------------------------------------------------------------------ what is too large


def must_fit(*shape, **arguments):
    """Raise ValueError if an array of `shape`, with 8 bytes for each number, exceeds 4 GiB.

    Call it before any work is done. The message names `arguments`, which determine the size.
    """
    size = 8 * math.prod(map(int, shape))
    if size > 4 * 2**30:  # the same on every machine
        given = " and ".join(f"{name}={value}" for name, value in arguments.items())
        got = f"{size / 2**30:,.0f} GiB for {given}"
        raise ValueError(f"a result must take at most 4 GiB, got {got}")


# --------------------------------------------------------------------------------------- messages


def refused(name, allowed, value, written=str) -> ValueError:
    """Return a ValueError that names an argument, what it may be and what it is."""
    return ValueError(f"{name} must be {allowed}, got {quoted(value, written)}")


def _wrong_kind(name, allowed, value):
    found = f"{quoted(value, repr)} ({type(value).__name__})"
    return TypeError(f"{name} must be {allowed}, got {found}")


def quoted(value, written=str) -> str:
    """Return `value` as text for a message: on one line, and cut if it exceeds 40 characters."""
    try:
        text = " ".join(written(value).split())
    except ValueError:  # Python refuses to write an integer of more than 4,300 digits
        return f"{type(value).__name__} too long to write"
    return text if len(text) <= 40 else f"{text[:20]}... ({len(text)} characters)"


def _ends(least, most):
    """Return a range in words after a space, such as " from 2 to 1,000", " >= 2" or " <= 0.5".

    Return "" if there are no limits.
    """
    low, high = (f"{end:,}" if isinstance(end, int) else f"{end:,.12g}" for end in (least, most))
    if math.isfinite(least) and math.isfinite(most):
        return f" from {low} to {high}"
    return f" >= {low}" * math.isfinite(least) + f" <= {high}" * math.isfinite(most)
