"""Checks of arguments: a bad one gets an error that names it, its value and what is allowed.

Each returns the argument as what it stands for. TypeError: not a value of the kind asked for;
ValueError: out of range.
"""

from __future__ import annotations

import math
import operator
from numbers import Real

import numpy as np


def integer(name, value, allowed) -> int:
    """Return `value` as an int; raise TypeError for anything but an integer, bools included."""
    try:
        if isinstance(value, (bool, np.bool_)):
            raise TypeError
        return operator.index(value)
    except TypeError:
        message = f"{name} must be {allowed}, got {value!r} ({type(value).__name__})"
        raise TypeError(message) from None


def whole(name, value, least: int, most: int | None = None) -> int:
    """Return `value` as an int from `least` to `most`."""
    allowed = f"an integer >= {least}" if most is None else f"an integer from {least} to {most}"
    number = integer(name, value, allowed)
    if number < least or (most is not None and number > most):
        raise ValueError(f"{name} must be {allowed}, got {number}")
    return number


def even(name, value) -> int:
    """Return `value` as an even int from 2."""
    allowed = "an even integer >= 2"
    number = integer(name, value, allowed)
    if number < 2 or number % 2:
        raise ValueError(f"{name} must be {allowed}, got {number}")
    return number


def real(name, value, allowed) -> float:
    """Return `value` as a float; raise TypeError for anything but a real number, bools included."""
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value[()]
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, Real):
        raise TypeError(f"{name} must be {allowed}, got {value!r} ({type(value).__name__})")
    try:
        return float(value)
    except OverflowError:
        return math.inf


def finite(name, value, least: float = -math.inf) -> float:
    """Return `value` as a finite float, not below `least`."""
    allowed = "a finite number" + (f" >= {least:g}" if math.isfinite(least) else "")
    number = real(name, value, allowed)
    if not math.isfinite(number) or number < least:
        raise ValueError(f"{name} must be {allowed}, got {shown(value)}")
    return number


def finite_array(name, values) -> np.ndarray:
    """Return `values` as a float64 array of finite numbers."""
    try:
        array = np.asarray(values)
    except ValueError:
        message = f"{name} must be one array of numbers, got rows of different lengths"
        raise ValueError(message) from None
    if array.dtype.kind not in "iuf" and array.size:
        raise TypeError(f"{name} must be finite real numbers, got an array of {array.dtype}")
    array = array.astype(np.float64)
    if not np.isfinite(array).all():
        raise ValueError(f"{name} must be finite real numbers, got {array[~np.isfinite(array)][0]}")
    return array


def floating(name, dtype) -> np.dtype:
    """Return `dtype` as a np.dtype; raise ValueError unless it is a real floating type."""
    try:
        found = np.dtype(dtype)
    except TypeError:
        found = None
    if found is None or found.kind != "f":
        raise ValueError(
            f"{name} must be a floating type such as float64 or float32, got {dtype!r}"
        ) from None
    return found


def several(name, values) -> list:
    """Return one value or many as a list that is not empty."""
    found = list(values) if np.iterable(values) else [values]
    if not found:
        raise ValueError(f"{name} must hold at least one value, got none")
    return found


def shown(value) -> str:
    """Return `value` for a message, cut if it is long."""
    text = str(value)
    return text if len(text) <= 40 else f"{text[:20]}... ({len(text)} characters)"
