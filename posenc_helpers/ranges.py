"""What an argument may be, in one place: for its check, its docstring and its slider.

    >>> @takes(seq_len=Whole(1, 512), position=Index("seq_len"))
    ... def plot(seq_len=50, position=0): ...

A call of `plot` raises TypeError or ValueError for what these do not allow, and its docstring lists
them. The attribute `takes` of the function holds them by name.
"""

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from inspect import cleandoc, signature

from posenc_helpers import arguments


@dataclass(frozen=True)
class Whole:
    """An integer from `least` to `most`; where one is left out, down to -2**53 or up to 2**53."""

    least: int | None = None
    most: int | None = None
    kind = "an integer"

    def check(self, name, value, given) -> int:
        if self.least is None:
            return arguments.integer(name, value)
        return arguments.whole(name, value, self.least, self.most)

    def __str__(self):
        ends = ("from", self.least), ("to", self.most)
        return " ".join([self.kind, *(f"{at} {end:,}" for at, end in ends if end is not None)])


@dataclass(frozen=True)
class Even(Whole):
    """An even integer from 2 to `most`."""

    least: int = 2
    kind = "an even integer"

    def check(self, name, value, given) -> int:
        return arguments.even(name, value, self.most)


@dataclass(frozen=True)
class Real:
    """A finite number from `least` to `most`."""

    least: float = -float("inf")
    most: float = float("inf")

    def check(self, name, value, given) -> float:
        return arguments.finite(name, value, self.least, self.most)

    def __str__(self):
        ends = [f"{word} {end:,g}" for word, end in (("from", self.least), ("to", self.most))]
        return " ".join(["a number", *(one for one in ends if "inf" not in one)])


@dataclass(frozen=True)
class Positive:
    """A finite number above 0, or above more."""

    above: float = 0

    def check(self, name, value, given) -> float:
        return arguments.positive(name, value, self.above)

    def __str__(self):
        return f"a number > {self.above:g}"


@dataclass(frozen=True)
class OneOf:
    """One of several names."""

    names: Sequence[str]

    def check(self, name, value, given) -> str:
        return arguments.one_of(name, value, self.names)

    def __str__(self):
        return "one of " + ", ".join(map(repr, self.names))


@dataclass(frozen=True)
class Index:
    """An integer from 0 that counts what the argument `of` gives the number of.

    `per` of these share one index: two columns are one pair.
    """

    of: str
    per: int = 1

    def limits(self, given) -> tuple[int, int]:
        return 0, given[self.of] // self.per - 1

    def check(self, name, value, given) -> int:
        return arguments.place(name, value, self.limits(given)[1], **{self.of: given[self.of]})

    def __str__(self):
        return f"an integer from 0 to {self.of}{f'/{self.per}' * (self.per > 1)} - 1"


@dataclass(frozen=True)
class Start:
    """The first of `seq_len` positions, all of them where float64 counts single tokens."""

    def check(self, name, value, given) -> int:
        return arguments.window(given["seq_len"], value)[1]

    def __str__(self):
        return "an integer"


@dataclass(frozen=True)
class InWindow:
    """A position of the window of `seq_len` tokens that begins at `start`."""

    def limits(self, given) -> tuple[int, int]:
        return given["start"], given["start"] + given["seq_len"] - 1

    def check(self, name, value, given) -> int:
        return arguments.whole(name, value, *self.limits(given))

    def __str__(self):
        return "an integer from start to start + seq_len - 1"


@dataclass(frozen=True)
class Several:
    """One value or a list of up to `most`, each of which is what `one` allows."""

    one: object
    most: int

    def check(self, name, value, given) -> list:
        many = arguments.several(name, value, self.most)
        return [self.one.check(name.removesuffix("s"), one, given) for one in many]

    def __str__(self):
        return f"up to {self.most}, each {self.one}"


def takes(**ranges):
    """Return what makes a function check these of its arguments, in this order."""

    def checking(function):
        parameters = signature(function)

        @functools.wraps(function)
        def checked(*args, **kwargs):
            call = parameters.bind(*args, **kwargs)
            call.apply_defaults()
            for name, allowed in ranges.items():
                call.arguments[name] = allowed.check(name, call.arguments[name], call.arguments)
            return function(*call.args, **call.kwargs)

        checked.takes = ranges
        return documented(checked)

    return checking


def documented(function):
    """Let the docstring of a function list what it takes; return it."""
    listed = [f"{name} : {allowed}" for name, allowed in function.takes.items()]
    lines = [cleandoc(function.__doc__ or ""), "", "Ranges", "------", *listed, ""]
    function.__doc__ = "\n".join(lines)
    return function
