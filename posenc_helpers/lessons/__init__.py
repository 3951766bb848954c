"""What the lessons ask: `predict.NAME()`, `check.NAME(answer)`, `hint.NAME()`, `solution.NAME()`.

    >>> from posenc_helpers import check, hint
    >>> check.invented_code(...)
    Not answered yet. Replace the … and run the cell again.

`recall("NAME", "OTHER")` asks predictions of earlier lessons again. `predict.NAME(open=True)`, for
teachers, opens the pictures that wait for an answer. An unknown name raises AttributeError, which
lists similar names.

Questions and replies of a lesson are texts in `00.md` and so on, which you can edit without Python.
The right and the wrong answers are Python, in `lesson00.py` and so on.
"""

import re
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import cache, partial
from importlib import import_module
from pathlib import Path

from posenc_helpers.explorers import questions
from posenc_helpers.lessons.exercise import Feedback, as_html
from posenc_helpers.lessons.prediction import PredictionWidget, RecallWidget
from posenc_helpers.lessons.texts import Lesson

__all__ = ["EXERCISES", "LESSONS", "PREDICTIONS", "check", "hint", "predict", "recall", "solution"]


class Lazy(Mapping):
    """A mapping that loads each value only when it is asked for. Its names load nothing.

    `find` returns the home of each name, and `load(name, home)` returns the value.
    """

    def __init__(self, find: Callable[[], dict], load: Callable):
        self._find, self._load = cache(find), cache(load)

    def __getitem__(self, name):
        return self._load(name, self._find()[name])

    def __iter__(self):
        return iter(self._find())

    def __len__(self):
        return len(self._find())


def _homes(kind: str) -> dict[str, str]:
    """Return {name: number of its lesson} of each Exercise or Prediction, from the headings."""
    heading = re.compile(rf"^## {kind} `(\w+)`", re.MULTILINE)
    read = {path.stem: path.read_text("utf-8") for path in TEXTS}
    return {name: number for number, text in read.items() for name in heading.findall(text)}


TEXTS = sorted(Path(__file__).parent.glob("[0-9][0-9].md"))
LESSONS = Lazy(  # by number, the first two digits of the notebook's name
    lambda: {path.stem: path for path in TEXTS},
    lambda number, path: Lesson(path, import_module(f"{__name__}.lesson{number}")),
)
EXERCISES = Lazy(partial(_homes, "Exercise"), lambda name, home: LESSONS[home].exercise(name))
PREDICTIONS = Lazy(partial(_homes, "Prediction"), lambda name, home: LESSONS[home].prediction(name))
questions.known = PREDICTIONS


class ByName:
    """A function for each name, as an attribute such as `check.row_ten`."""

    def __init__(self, title: str, function_of: Callable, asked: Mapping):
        self._title, self._function_of, self._asked = title, function_of, asked

    def __getattr__(self, name):
        function = self._function_of(self._find(name))
        function.__name__ = function.__qualname__ = name
        function.__doc__ = self._find(name).question
        return function

    def _find(self, name):
        asked = self.__dict__.get("_asked", {})
        if name in asked:
            return asked[name]
        near = get_close_matches(name, asked, n=3, cutoff=0.5) or sorted(asked)
        title, names = self.__dict__.get("_title"), ", ".join(near)
        raise AttributeError(f"no {title} is named {name!r}; there is {names}")

    def __dir__(self):
        return sorted(self._asked)

    def __repr__(self):
        return f"{self._title} for: {', '.join(self._asked)}"


checked: dict[str, Feedback] = {}  # the last reply of the check, by exercise


def _check(asked):
    def check(answer=..., *more, **named):
        checked[asked.name] = asked.check(answer, *more, **named)
        return checked[asked.name]

    return check


def _hint(asked):
    return lambda *_: Feedback("hint", asked.hint, above=checked.get(asked.name))


def _solution(asked):
    text = "One way to do it:"
    return lambda *_: Feedback("solution", text, asked.solution, above=checked.get(asked.name))


def _predict(asked):
    def ask(*, open=False):
        task = as_html(asked.try_it[:1].upper() + asked.try_it[1:])
        questions.ask(asked.name, asked.question.replace("`", ""), task)
        if open:
            questions.answer(asked.name)
        return PredictionWidget(asked)

    return ask


def recall(*names: str) -> RecallWidget:
    """Ask predictions of earlier lessons again, in their second wording if there is one.

    Raises AttributeError for a name that no prediction has.
    """
    return RecallWidget(*map(predict._find, names))


check = ByName("check", _check, EXERCISES)
hint = ByName("hint", _hint, EXERCISES)
solution = ByName("solution", _solution, EXERCISES)
predict = ByName("prediction", _predict, PREDICTIONS)
