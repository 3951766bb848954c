"""Exercises: `check.NAME(answer)`, `hint.NAME()` and `solution.NAME()`.

    >>> from posenc_helpers import check, hint
    >>> check.fraction_step(...)
    Not answered yet. Replace the … and run the cell again.

Each lesson has a file that holds its exercises as data; `exercise.py` judges the answers.
"""

from __future__ import annotations

from difflib import get_close_matches

from posenc_helpers.exercises import (
    lesson00,
    lesson01,
    lesson02,
    lesson03,
    lesson04,
    lesson05,
    lesson06,
    lesson07,
)
from posenc_helpers.exercises.exercise import Exercise, Feedback

__all__ = ["EXERCISES", "LESSONS", "check", "hint", "solution"]

LESSONS: dict[str, tuple[Exercise, ...]] = {  # the first two digits of a notebook: its exercises
    "00": lesson00.EXERCISES,
    "01": lesson01.EXERCISES,
    "02": lesson02.EXERCISES,
    "03": lesson03.EXERCISES,
    "04": lesson04.EXERCISES,
    "05": lesson05.EXERCISES,
    "06": lesson06.EXERCISES,
    "07": lesson07.EXERCISES,
}
EXERCISES = {exercise.name: exercise for lesson in LESSONS.values() for exercise in lesson}


class Shelf:
    """One function for each name, reached as an attribute."""

    def __init__(self, title: str, functions: dict):
        self._title, self._functions = title, functions

    def __getattr__(self, name):
        functions = self.__dict__.get("_functions", {})
        if name in functions:
            return functions[name]
        near = get_close_matches(name, functions, n=3, cutoff=0.5) or sorted(functions)
        names = ", ".join(near)
        raise AttributeError(
            f"no {self.__dict__.get('_title')} is named {name!r}; there is {names}"
        )

    def __dir__(self):
        return sorted(self._functions)

    def __repr__(self):
        return f"{self._title} for: {', '.join(self._functions)}"


def shelf(title: str, make, items: dict) -> Shelf:
    """Return a shelf of the functions that `make` makes of `items`, with the questions as help."""
    functions = {}
    for name, item in items.items():
        function = make(item)
        function.__name__ = function.__qualname__ = name
        function.__doc__ = item.question
        functions[name] = function
    return Shelf(title, functions)


def _check(exercise):
    return lambda answer=...: exercise.check(answer)


def _hint(exercise):
    return lambda: Feedback("hint", exercise.hint)


def _solution(exercise):
    return lambda: Feedback("solution", "One way to do it:", exercise.solution)


check = shelf("check", _check, EXERCISES)
hint = shelf("hint", _hint, EXERCISES)
solution = shelf("solution", _solution, EXERCISES)
