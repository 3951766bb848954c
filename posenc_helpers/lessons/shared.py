"""Make the parts that exercises of several lessons share."""

import numpy as np

from posenc_helpers.lessons.answers import Unreadable


def matrix(rows, columns):
    """Return a matrix of random numbers as the argument of a case."""
    return (np.random.default_rng(rows + columns).normal(size=(rows, columns)),)


KINDS = ("a number", "a whole number", "an even whole number")  # by the size of their steps


def chosen(name: str, value: float, least: float, most: float, step: int) -> float:
    """Return a number between two limits: a float for step 0, and an int for steps of 1 or 2.

    Raises Unreadable, with the name, for a number outside the limits or between steps.
    """
    inside = least - 1e-6 <= value <= most + 1e-6
    if not inside or step and abs(value - step * round(value / step)) > 1e-6:
        raise Unreadable(f"The {name} must be {KINDS[step]} from {least:,.7g} to {most:,.7g}.")
    return round(value) if step else float(value)
