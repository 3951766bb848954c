"""What the exercises of several lessons are made with."""

import numpy as np

from posenc_helpers.lessons.answers import Unreadable


def matrix(rows, columns):
    """Return the arguments of a case: a matrix of random numbers."""
    return (np.random.default_rng(rows + columns).normal(size=(rows, columns)),)


KINDS = ("a number", "a whole number", "an even whole number")  # by the size of their steps


def chosen(name: str, value: float, least: float, most: float, step: int) -> float:
    """Return a number between two limits: as an int, if it comes in steps of 1 or 2 and not of 0.

    For any other raise Unreadable with its name.
    """
    inside = least - 1e-6 <= value <= most + 1e-6
    if not inside or step and abs(value - step * round(value / step)) > 1e-6:
        raise Unreadable(f"The {name} must be {KINDS[step]} from {least:,.7g} to {most:,.7g}.")
    return round(value) if step else float(value)
