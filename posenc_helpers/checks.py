"""What an argument may be, said once: for its check, its docstring and its slider.

    >>> @takes(seq_len=Whole(1, 512), position=Index("seq_len"))
    ... def plot(seq_len=50, position=0): ...

A call of `plot` raises TypeError for what is not of the kind asked for, and ValueError for what is
out of range; one line names the argument, its value and what is allowed. The docstring lists what
is allowed, and the attribute `takes` holds it by name.

Each class here is a kind of argument. Its words are what is allowed. Its method `check` returns the
value converted, a NumPy integer as an int and a list as an array; what follows from other arguments
is found in `given`, by name.
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
SIGNS = string.digits + string.punctuation + " ’‘“”„«»–—…¿¡"  # in a sentence, besides letters
LETTERS = re.compile(
    r"[A-\u024f\u0386-\u0523\u1e00-\u1ef9\u1f00-\u1ffc]"
)  # that the fonts of the figures have, and some others
ALPHABETS = "LATIN ", "GREEK ", "CYRILLIC "  # how Unicode's names of their letters begin


def takes(**kinds):
    """Return what makes a function check these of its arguments, in this order."""

    def checking(function: Function) -> Function:
        parameters = signature(function)

        @functools.wraps(function)
        def checked(*args, **kwargs):
            call = parameters.bind(*args, **kwargs)
            call.apply_defaults()
            for name, kind in kinds.items():
                call.arguments[name] = kind.check(name, call.arguments[name], call.arguments)
            return function(*call.args, **call.kwargs)

        listed = [f"{name} : {kind}" for name, kind in kinds.items()]
        lines = [cleandoc(function.__doc__ or ""), "", "Ranges", "------", *listed, ""]
        checked.takes, checked.__doc__ = kinds, "\n".join(lines)
        return checked

    return checking


# -------------------------------------------------------------------------------------- one value


@dataclass(frozen=True)
class Whole:
    """An integer from `least` to `most`, and within ±2**53; a bool does not count.

    `where` is what the words say further of these limits.
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
    """An even integer from `least` to `most`, and up to 2**24.

    It is a number of columns: the frequencies of more take longer than a second.
    """

    least: float = 2
    kind, step, bits = "an even integer", 2, 24


@dataclass(frozen=True)
class Index:
    """An integer that counts, from 0, what the argument `of` gives the number of.

    `per` of these share one index: two columns are one pair. The count may begin at the value of
    another argument, `first`, such as the first position of a window.
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
    """A text of so many words of at most `letters` letters and common signs.

    A sign that is refused is given by its name, since it may be unreadable where the line is read.
    Marks at the end of a word are left out.
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
    """Whether it is a common sign or a letter that is allowed."""
    letter = LETTERS.match(sign) and sign.isalpha()
    return sign in SIGNS or (letter and unicodedata.name(sign).startswith(ALPHABETS))


@dataclass(frozen=True)
class WordOf:
    """An integer that counts, from 0, the words of the argument `of`, which is a text."""

    of: str

    def limits(self, given) -> tuple[int, int]:
        return 0, len(given[self.of].split()) - 1

    def check(self, name, value, given) -> int:
        return Whole(*self.limits(given), f", a word of the {self.of}").check(name, value)

    def __str__(self):
        return f"an integer, from 0, that counts the words of the {self.of}"


@dataclass(frozen=True)
class Real:
    """A finite number from `least` to `most`; a bool does not count."""

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
    """A finite number above 0, or above more."""

    def __init__(self, above: float = 0):
        super().__init__(math.nextafter(above, math.inf))

    def __str__(self):
        return f"a finite number > {math.nextafter(self.least, -math.inf):g}"


@dataclass(frozen=True)
class OneOf:
    """One of several names."""

    names: Collection[str]

    def check(self, name, value, given=None) -> str:
        if not isinstance(value, str) or value not in self.names:
            raise refused(name, self, value, repr)
        return value

    def __str__(self):
        return "one of " + ", ".join(map(repr, self.names))


@dataclass(frozen=True)
class Type:
    """An instance of `kind`, in words."""

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
    """One value or a list of up to `most`, each of which is what `one` allows; a text is one."""

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
    """An array of finite numbers above this; a new one of float64.

    With `finite` False they may also be infinite or NaN. `shape` names its axes, such as
    "(rows, d_model)"; any number of them if it is empty. Where they are several, none is empty.
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
    most: int = 2**53  # up to here float64 tells every integer from its neighbours
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
    """Return `values` as an array of these kinds of NumPy types; an empty one may have any."""
    try:
        array = np.asarray(values)
    except ValueError:
        raise refused(name, f"one array of {allowed}", "rows of different lengths") from None
    if array.dtype.kind not in kinds and array.size:
        raise TypeError(f"{name} must be {allowed}, got an array of {array.dtype}")
    return array


# ------------------------------------------------------------------------------ what is too large


def must_fit(*shape, **arguments):
    """Raise ValueError if an array of `shape`, 8 bytes each, takes more than 4 GiB.

    Called before any work is done. `arguments` are those that the size follows from.
    """
    size = 8 * math.prod(map(int, shape))
    if size > 4 * 2**30:  # the same on every machine
        given = " and ".join(f"{name}={value}" for name, value in arguments.items())
        got = f"{size / 2**30:,.0f} GiB for {given}"
        raise ValueError(f"a result must take at most 4 GiB, got {got}")


# --------------------------------------------------------------------------------------- messages


def refused(name, allowed, value, written=str) -> ValueError:
    """Return the error that names an argument, what it may be and what it is."""
    return ValueError(f"{name} must be {allowed}, got {quoted(value, written)}")


def _wrong_kind(name, allowed, value):
    found = f"{quoted(value, repr)} ({type(value).__name__})"
    return TypeError(f"{name} must be {allowed}, got {found}")


def quoted(value, written=str) -> str:
    """Return `value` for a message: on one line, and cut if it is long."""
    try:
        text = " ".join(written(value).split())
    except ValueError:  # Python writes no integer of more than 4,300 digits
        return f"{type(value).__name__} too long to write"
    return text if len(text) <= 40 else f"{text[:20]}... ({len(text)} characters)"


def _ends(least, most):
    """Return a range in words: "from 2 to 1,000", ">= 2", "<= 0.5" or none, with a space before."""
    low, high = (f"{end:,}" if isinstance(end, int) else f"{end:,.12g}" for end in (least, most))
    if math.isfinite(least) and math.isfinite(most):
        return f" from {low} to {high}"
    return f" >= {low}" * math.isfinite(least) + f" <= {high}" * math.isfinite(most)
