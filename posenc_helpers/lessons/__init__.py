"""What the lessons ask: `predict.NAME()`, `check.NAME(answer)`, `hint.NAME()`, `solution.NAME()`.

    >>> from posenc_helpers import check, hint
    >>> check.fraction_step(...)
    Not answered yet. Replace the … and run the cell again.

Each lesson has a file that holds its predictions and exercises as data: `lesson00.py` and so on.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from posenc_helpers.lessons.exercise import Feedback
from posenc_helpers.lessons.prediction import PredictionWidget
from posenc_helpers.lessons.shelf import shelf

__all__ = ["EXERCISES", "LESSONS", "PREDICTIONS", "check", "hint", "predict", "solution"]

LESSONS = {  # the first two digits of a notebook: the module of what it asks
    name.removeprefix("lesson"): import_module(f"{__name__}.{name}")
    for _, name, _ in iter_modules(__path__)
    if name.removeprefix("lesson").isdigit()
}
EXERCISES = {one.name: one for lesson in LESSONS.values() for one in lesson.EXERCISES}
PREDICTIONS = {one.name: one for lesson in LESSONS.values() for one in lesson.PREDICTIONS}


def _check(exercise):
    return lambda answer=..., *more, **named: exercise.check(answer, *more, **named)


def _hint(exercise):
    return lambda *_: Feedback("hint", exercise.hint)


def _solution(exercise):
    return lambda *_: Feedback("solution", "One way to do it:", exercise.solution)


def _predict(prediction):
    return lambda: PredictionWidget(prediction)


check = shelf("check", _check, EXERCISES)
hint = shelf("hint", _hint, EXERCISES)
solution = shelf("solution", _solution, EXERCISES)
predict = shelf("prediction", _predict, PREDICTIONS)
