"""Checks of arguments: a bad one gets an error that names it, its value and what is allowed."""

from __future__ import annotations

import operator

import numpy as np


def whole(name: str, value, least: int, most: int | None = None) -> int:
    """Return `value` as an int; raise TypeError or ValueError if it is not in least … most."""
    allowed = f"an integer >= {least}" if most is None else f"an integer from {least} to {most}"
    try:
        if isinstance(value, (bool, np.bool_)):
            raise TypeError
        found = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be {allowed}, got {value!r}") from None
    if found < least or (most is not None and found > most):
        raise ValueError(f"{name} must be {allowed}, got {found}")
    return found


def finite(name: str, value, least: float = -np.inf) -> float:
    """Return `value` as a float; raise ValueError if it is not finite or below `least`."""
    allowed = "a finite number" + (f" >= {least:g}" if np.isfinite(least) else "")
    try:
        found = float(value)
    except (TypeError, ValueError):
        raise TypeError(f"{name} must be {allowed}, got {value!r}") from None
    if not np.isfinite(found) or found < least:
        raise ValueError(f"{name} must be {allowed}, got {value}")
    return found


def several(name: str, values) -> list:
    """Return one value or many as a list; raise ValueError if there are none."""
    found = list(values) if np.iterable(values) else [values]
    if not found:
        raise ValueError(f"{name} must hold at least one value, got none")
    return found
