"""Exercises whose answer is a row of numbers that the student is free to choose."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from posenc_helpers.lessons.exercise import Exercise, Feedback
from posenc_helpers.lessons.reading import as_numbers


@dataclass(frozen=True, repr=False, kw_only=True)
class Examined(Exercise):
    """An exercise with many right answers: a function examines the one that is given.

    `examine` takes the answer, an array with one axis, and returns what is wrong with it, or None.
    `expected` is the answer that the solution gives.
    """

    examine: Callable[[np.ndarray], str | None]

    def _judge(self, answer):
        found = as_numbers(answer)
        fault = "Give the numbers as one list." if found.ndim != 1 else self.examine(found)
        if fault:
            return Feedback("wrong", f"Not yet. {fault}")
        return Feedback("right", f"Right. {self.right}")


def whole_within(value: float, least: int, most: int) -> int | None:
    """Return `value` as an int if it is a whole number from `least` to `most`, or None."""
    if not np.isfinite(value) or abs(value - round(value)) > 1e-6:
        return None
    return round(value) if least <= round(value) <= most else None
