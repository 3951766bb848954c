"""Makes exercises and predictions of the texts in `00.md` to `14.md`.

What they need of Python, such as the right and the wrong answers, is in `lesson00.py` and so on.
"""

import re
from collections import UserDict
from dataclasses import replace
from functools import cache, cached_property, partial
from pathlib import Path
from types import ModuleType
from zlib import crc32

from posenc_helpers.lessons.exercise import Exercise
from posenc_helpers.lessons.markdown import Part, read
from posenc_helpers.lessons.prediction import Prediction

MISTAKE = re.compile(r"`(\w+)`: (.+)")
MARK = re.compile(r"marked at `([^`]+)`")
RIGHT, OTHER = "[x] ", "[ ] "
SEED = 11  # of the places of right options: each about as often, no three alike in a row


class Lesson:
    """What one file asks: `asked` makes each exercise and prediction, by kind and name.

    `code` is the module that belongs to the file.
    """

    def __init__(self, path: Path, code: ModuleType):
        self.asked = {"Exercise": {}, "Prediction": {}}
        makers = {"Exercise": make_exercise, "Prediction": make_prediction}
        for one in (below for top in read(path).parts for below in top.parts):
            found = re.fullmatch(r"(Exercise|Prediction) `(\w+)`", one.title)
            if not found:
                raise one.broken(f"{one.title!r} is neither Exercise `NAME` nor Prediction `NAME`")
            kind, name = found.groups()
            self.asked[kind][name] = partial(makers[kind], one, code, name)

    @cached_property
    def exercises(self) -> tuple[Exercise, ...]:
        return tuple(make() for make in self.asked["Exercise"].values())

    @cached_property
    def predictions(self) -> tuple[Prediction, ...]:
        return tuple(make() for make in self.asked["Prediction"].values())


class Made(UserDict):
    """Exercises or predictions by name, each of them made when it is first asked for."""

    def __getitem__(self, name):
        return self.data[name]()


@cache
def make_exercise(part: Part, code: ModuleType, name: str) -> Exercise:
    """Return the exercise that a part describes; raise BrokenText if something is missing."""
    if part.items or not part.text:
        raise part.broken(f"`{part.title}` needs a question, and no list before its headings")
    make = vars(code).get(name)
    if not isinstance(make, partial):
        file = f"{code.__name__.rpartition('.')[2]}.py"
        raise part.broken(f"{file} makes no exercise with the name `{name}`")
    return make(
        name=name,
        question=part.text,
        right=part.below("Reply to a right answer").text,
        hint=part.below("Hint").text,
        solution=part.below("Solution").code.strip(),
        replies=_replies(part, **make.keywords),
    )


def _replies(part, answers, cases, **_):
    """Return the reply to each mistake; raise BrokenText where the names do not agree."""
    _, *names = dict.fromkeys(name for name, *_ in answers(*cases[0].arguments))
    listed, replies = next((one.items for one in part.parts if one.title == "Mistakes"), []), {}
    for item in listed:
        found = MISTAKE.fullmatch(item.text)
        if not found or found[1] not in names or found[1] in replies:
            known = ", ".join(f"`{name}`" for name in names)
            raise item.broken(f"a mistake of `{part.title}` begins with its name, once: {known}")
        replies[found[1]] = found[2]
    for name in set(names).difference(replies):
        raise part.broken(f"`{part.title}` has no text for the mistake `{name}`")
    return replies


@cache
def make_prediction(part: Part, code: ModuleType, name: str) -> Prediction:
    """Return the prediction that a part describes; raise BrokenText if something is missing."""
    again = [_asked(one, name, f"once more {name}") for one in part.parts if one.title == "Again"]
    places = _places(part)
    on, settings = vars(code).get("MARKED", {}).get(name, ("", {}))
    return replace(
        _asked(part, name, name),
        marks={o: {"on": on, "settings": settings, "place": at} for o, at in places.items()},
        try_it=part.below("Now try it").text,
        again=again[0] if again else None,
    )


def _asked(part, name, order):
    """Return what a heading asks and replies; the place of the right option follows `order`."""
    boxes = [item.text[:4] for item in part.items]
    if not part.text or boxes.count(RIGHT) != 1 or boxes.count(OTHER) != len(boxes) - 1:
        raise part.broken(
            f"`{part.title}` needs a question, options with [ ], and one of them with [x]"
        )
    _places(part)
    right = part.items[boxes.index(RIGHT)]
    shown = _in_order(part.items, right, order)
    replies = {item.text[4:]: item.items[0].text for item in shown}
    return Prediction(name=name, question=part.text, replies=replies, right=shown.index(right))


def _places(part):
    """Return the places in the picture, in words, at which options are marked."""
    places = {}
    for item in part.items:
        if not item.items:
            raise item.broken("an option needs one reply, indented below it")
        for below in item.items[1:]:
            place = MARK.fullmatch(below.text)
            if not place:
                raise below.broken("an option has one reply, and below it only `marked at`")
            places[item.text[4:]] = place[1]
    return places


def _in_order(items, right, name):
    """Return options with the right one at a place that the name decides, not the author.

    "All of these." and the like stay last.
    """
    shown = [item for item in items if item is not right]
    shown.insert(crc32(f"{SEED} {name}".encode()) % len(items), right)
    return sorted(shown, key=lambda item: item.text.endswith("of these."))
