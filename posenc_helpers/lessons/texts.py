"""Makes exercises and predictions of the texts in `00.md` to `13.md`.

What stands between backticks in a setting or below a mistake is an expression: it may use the names
of `recipes.py` and the arguments of the function that is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache, cached_property
from pathlib import Path
from zlib import crc32

from posenc_helpers.lessons import recipes
from posenc_helpers.lessons.exercise import Case, Exercise, Like, cases, near
from posenc_helpers.lessons.markdown import Part, read
from posenc_helpers.lessons.prediction import Prediction

NUMBERS = {  # a setting: what it sets
    "Decimals": "decimals",
    "Off by at most": "within",
    "Off by a share of at most": "relative",
    "Examined by": "examine",
    "Minutes": "minutes",
}
SETTINGS = ("Arguments", "Cases", "Hidden cases", "Answer", *NUMBERS)
HEADINGS = ("Said of a right answer", "Hint", "Solution", "Mistakes")
RIGHT, OTHER = "[x] ", "[ ] "
SEED = 11  # of the places of right options: each about as often, no three alike in a row


class Lesson:
    """What one file asks: `asked` has a part for each exercise and prediction, by kind and name."""

    def __init__(self, path: Path):
        self.asked = {"Exercise": {}, "Prediction": {}}
        for part in (below for top in read(path).parts for below in top.parts):
            kind, name = _kind_and_name(part)
            self.asked[kind][name] = part

    @cached_property
    def exercises(self) -> tuple[Exercise, ...]:
        return tuple(map(make_exercise, self.asked["Exercise"].values()))

    @cached_property
    def predictions(self) -> tuple[Prediction, ...]:
        return tuple(map(make_prediction, self.asked["Prediction"].values()))


class Made(Mapping):
    """Exercises or predictions by name, each of them made when it is first asked for."""

    def __init__(self, make: Callable, parts: dict[str, Part]):
        self._make, self._parts = make, parts

    def __getitem__(self, name):
        return self._make(self._parts[name])

    def __iter__(self):
        return iter(self._parts)

    def __len__(self):
        return len(self._parts)


def _kind_and_name(part):
    """Return the two words of a title such as ``Exercise `row_ten` ``."""
    found = re.fullmatch(r"(Exercise|Prediction) `(\w+)`", part.title)
    if not found:
        raise part.broken(f"{part.title!r} is neither Exercise `NAME` nor Prediction `NAME`")
    return found.groups()


@cache
def make_exercise(part: Part) -> Exercise:
    """Return the exercise that a part describes; raise BrokenText if something is missing."""
    _expect_known(part, [below.title for below in part.parts], HEADINGS)
    settings = {item.text.partition(":")[0]: item for item in part.items}
    _expect_known(part, settings, SETTINGS)
    if "Answer" not in settings or not part.text:
        raise part.broken(f"`{part.title}` needs a question and `- Answer:` with an expression")
    arguments = settings["Arguments"].codes if "Arguments" in settings else []
    given = {what: _value(settings[one]) for one, what in NUMBERS.items() if one in settings}
    for key, what in (("Cases", "cases"), ("Hidden cases", "hidden")):
        if key in settings:
            given[what] = _cases(settings[key], arguments)
    mistakes = part.below("Mistakes").items if "examine" not in given else []
    return Exercise(
        name=_kind_and_name(part)[1],
        question=part.text,
        right=part.below("Said of a right answer").text,
        hint=part.below("Hint").text,
        solution=part.below("Solution").code.strip(),
        expected=_formula(settings["Answer"], arguments),
        mistakes={one.text: _causes(one, arguments) for one in mistakes},
        **given,
    )


def _expect_known(part, found, known):
    for one in found:
        if one not in known:
            raise part.broken(f"`{part.title}` has `{one}`, which is none of {', '.join(known)}")


def _formula(item, arguments=(), index=0):
    """Return an expression of an item as a function of the arguments."""
    if index >= len(item.codes):
        raise item.broken(f"an expression between backticks is missing in {item.text!r}")
    code = item.codes[index]
    try:
        function = eval(f"lambda {', '.join(arguments)}: ({code})", vars(recipes))
    except SyntaxError:
        raise item.broken(f"`{code}` is no expression of Python") from None

    def computed(*values):
        try:
            return function(*values)
        except Exception as error:
            raise item.broken(f"`{code}` raises {type(error).__name__}: {error}") from error

    return computed


def _value(item, index=0):
    return _formula(item, (), index)()


def _cases(item, arguments):
    """Return the cases of a setting: those that expressions make, and tuples of arguments."""
    made = [_value(item, index) for index in range(len(item.codes))]
    tuples = iter(cases(*(one for one in made if type(one) is tuple), names=" ".join(arguments)))
    return tuple(one if isinstance(one, Case) else next(tuples) for one in made)


def _causes(mistake, arguments):
    """Return what gives a mistake."""
    if not mistake.items:
        raise mistake.broken("a mistake needs what gives it, indented below it")
    return tuple(_cause(item, arguments) for item in mistake.items)


def _cause(item, arguments):
    """Return what gives a mistake: an expression, a number with a range, or a verdict."""
    if item.words == "within":
        return near(_value(item), _value(item, 1))
    if item.words == "recognized by":
        return Like(_value(item))
    if item.words:
        raise item.broken(f"{item.text!r} is neither an expression, nor `within`, `recognized by`")
    return _formula(item, arguments)


@cache
def make_prediction(part: Part) -> Prediction:
    """Return the prediction that a part describes; raise BrokenText if something is missing."""
    marks = [item.text[:4] for item in part.items]
    if marks.count(RIGHT) != 1 or marks.count(OTHER) != len(marks) - 1:
        raise part.broken(f"`{part.title}` needs options with [ ], and one of them with [x]")
    for item in part.items:
        if not item.items:
            raise item.broken("an option needs one reply, indented below it")
        for mark in item.items[1:]:
            if mark.words != "marked by":
                raise mark.broken("an option has one reply, and below it only `marked by`")
    name, right = _kind_and_name(part)[1], part.items[marks.index(RIGHT)]
    shown = _in_order(part.items, right, name)
    return Prediction(
        name=name,
        question=part.text,
        replies={item.text[4:]: item.items[0].text for item in shown},
        right=shown.index(right),
        marks={item.text[4:]: _value(mark) for item in shown for mark in item.items[1:]},
        try_it=part.below("Now try it").text,
    )


def _in_order(items, right, name):
    """Return options with the right one at a place that the name decides, not the author.

    "All of these." and the like stay last.
    """
    shown = [item for item in items if item is not right]
    shown.insert(crc32(f"{SEED} {name}".encode()) % len(items), right)
    return sorted(shown, key=lambda item: item.text.endswith("of these."))
