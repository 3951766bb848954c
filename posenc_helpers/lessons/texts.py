"""Make exercises and predictions from the texts in `00.md` to `12.md`.

Parts that need Python, such as the right and the wrong answers, are in `lesson00.py` and so on.
"""

import re
from dataclasses import replace
from functools import cache, cached_property
from pathlib import Path
from types import ModuleType

from posenc_helpers.lessons.exercise import Exercise
from posenc_helpers.lessons.markdown import Part, read
from posenc_helpers.lessons.prediction import Prediction

TITLE = re.compile(r"(Exercise|Prediction) `(\w+)`")
MISTAKE = re.compile(r"`(\w+)`: (.+)")
MARK = re.compile(r"marked at `([^`]+)`")
RIGHT, OTHER = "[x] ", "[ ] "
MOST = 6  # the number of options for which prediction.html has rules


class Lesson:
    """The exercises and predictions of one file, each made when it is first asked for.

    `code` is the module that belongs to the file.
    """

    def __init__(self, path: Path, code: ModuleType):
        self._code, self._parts = code, {"Exercise": {}, "Prediction": {}}
        for one in (below for top in read(path).parts for below in top.parts):
            found = TITLE.fullmatch(one.title)
            if not found:
                raise one.broken(f"{one.title!r} is neither Exercise `NAME` nor Prediction `NAME`")
            self._parts[found[1]][found[2]] = one

    def exercise(self, name: str) -> Exercise:
        return make_exercise(self._parts["Exercise"][name], self._code, name)

    def prediction(self, name: str) -> Prediction:
        return make_prediction(self._parts["Prediction"][name], self._code, name)

    @cached_property
    def exercises(self) -> tuple[Exercise, ...]:
        return tuple(map(self.exercise, self._parts["Exercise"]))

    @cached_property
    def predictions(self) -> tuple[Prediction, ...]:
        return tuple(map(self.prediction, self._parts["Prediction"]))


@cache
def make_exercise(part: Part, code: ModuleType, name: str) -> Exercise:
    """Return the exercise that a part describes. Raises BrokenText if something is missing."""
    if part.items or not part.text:
        raise part.broken(f"`{part.title}` needs a question, and no list before its headings")
    unwritten = vars(code).get(name)
    if not isinstance(unwritten, Exercise):
        file = f"{code.__name__.rpartition('.')[2]}.py"
        raise part.broken(f"{file} makes no exercise with the name `{name}`")
    return replace(
        unwritten,
        name=name,
        question=part.text,
        right=part.below("Reply to a right answer").text,
        hint=part.below("Hint").text,
        solution=part.below("Solution").code.strip(),
        replies=_replies(part, unwritten.answers, unwritten.cases[0]),
    )


def _replies(part, answers, case):
    """Return the reply to each mistake. Raises BrokenText if the names do not agree."""
    _, *names = dict.fromkeys(name for name, *_ in answers(*case.arguments))
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
    """Return the prediction that a part describes. Raises BrokenText if something is missing."""
    again = [_asked(one, name) for one in part.parts if one.title == "Again"]
    on, settings = vars(code).get("MARKED", {}).get(name, ("", {}))
    return replace(
        _asked(part, name),
        marks={o: {"on": on, "settings": settings, "place": at} for o, at in _places(part).items()},
        try_it=part.below("Now try it").text,
        again=again[0] if again else None,
    )


def _asked(part, name):
    """Return the question, options and replies below a heading as a Prediction."""
    boxes = [item.text[:4] for item in part.items]
    whole = boxes.count(RIGHT) == 1 and boxes.count(OTHER) == len(boxes) - 1 < MOST
    if not part.text or not whole:
        raise part.broken(
            f"`{part.title}` needs a question, options with [ ], and one of them with [x],"
            f" at most {MOST} in all"
        )
    _places(part)
    replies = {item.text[4:]: item.items[0].text for item in part.items}
    return Prediction(name=name, question=part.text, replies=replies, right=boxes.index(RIGHT))


def _places(part):
    """Return the places in the picture, in words, by the option that is marked there."""
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
