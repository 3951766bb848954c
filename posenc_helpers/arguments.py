"""Checks of arguments: a bad one gets an error that names it, its value and the allowed values.

Each returns the argument converted: a NumPy integer as an int, a list as an array.
TypeError: not a value of the kind asked for; ValueError: out of range.
"""

import math
import operator
from itertools import islice
from numbers import Real

import numpy as np

COUNTABLE = 2**53  # up to here float64 tells every integer from its neighbours
WIDEST = 2**24  # columns; the frequencies alone then take a second
LARGEST_SIZE = 4 * 2**30  # bytes of one result; the same on every machine


# ------------------------------------------------------------------------------------- integers


def integer(name, value, allowed="an integer", least=-math.inf, most=math.inf) -> int:
    """Return `value` as an int from `least` to `most`, within ±2**53; a bool does not count.

    `allowed` is the range in words, for the message.
    """
    try:
        if isinstance(value, (bool, np.bool_)):
            raise TypeError
        number = operator.index(value)
    except TypeError:
        raise _wrong_type(name, value, allowed) from None
    if not least <= number <= most:
        raise ValueError(f"{name} must be {allowed}, got {quoted(number)}")
    if abs(number) > COUNTABLE:
        raise ValueError(f"{name} must lie within -2**53 ... 2**53, got {quoted(number)}")
    return number


def whole(name, value, least: int, most: int | None = None) -> int:
    """Return `value` as an int from `least` to `most`, 2**53 if not given."""
    if most is None:
        return integer(name, value, f"an integer >= {least}", least)
    return integer(name, value, f"an integer from {least} to {most}", least, most)


def place(name, value, last: int, **size) -> int:
    """Return `value` as an int from 0 to `last`; the message says which `size` allows no more.

    Who gave the size alone, and left the place at its default, then knows what does not fit.
    """
    of = " and ".join(f"{one}={given}" for one, given in size.items())
    return integer(name, value, f"an integer from 0 to {last} at {of}", 0, last)


def even(name, value, most: int | None = None, least: int = 2, where: str = "") -> int:
    """Return `value` as an even int from `least` to `most`, 2**24 if not given.

    `where` is what the message says further of these limits.
    """
    limits = f">= {least}" if most is None else f"from {least} to {most}"
    allowed = f"an even integer {limits}{where}"
    number = integer(name, value, allowed, least, most or math.inf)
    if number % 2:
        raise ValueError(f"{name} must be {allowed}, got {number}")
    if number > WIDEST:
        raise ValueError(f"{name} must be at most 2**24, got {number}")
    return number


def window(seq_len, start) -> tuple[int, int]:
    """Return both as ints; the window must lie where float64 counts single tokens."""
    seq_len, start = whole("seq_len", seq_len, 0), integer("start", start)
    if start + seq_len > COUNTABLE:
        found = f"start={start} and seq_len={seq_len}"
        raise ValueError(f"start + seq_len must be at most 2**53, got {found}")
    return seq_len, start


# ------------------------------------------------------------------------------ floating numbers


def real(name, value, allowed, least=-math.inf, most=math.inf) -> float:
    """Return `value` as a finite float from `least` to `most`; a bool does not count.

    `allowed` is the range in words, for the message.
    """
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value[()]
    if not _is_real(value):
        raise _wrong_type(name, value, allowed)
    number = _as_float(value)
    if not (math.isfinite(number) and least <= number <= most):
        raise ValueError(f"{name} must be {allowed}, got {quoted(value)}")
    return number


def _is_real(value):
    return isinstance(value, Real) and not isinstance(value, (bool, np.bool_))


def _as_float(value):
    try:
        return float(value)
    except OverflowError:
        return math.inf


def finite(name, value, least: float = -math.inf, most: float = math.inf) -> float:
    """Return `value` as a finite float from `least` to `most`."""
    lower = f" >= {least:g}" if math.isfinite(least) else ""
    upper = f" <= {most:g}" if math.isfinite(most) else ""
    allowed = "a finite number" + " and".join(filter(None, (lower, upper)))
    return real(name, value, allowed, least, most)


def positive(name, value, above: float = 0) -> float:
    """Return `value` as a finite float above this."""
    return real(name, value, f"a finite number > {above:g}", math.nextafter(above, math.inf))


def floating(name, dtype) -> np.dtype:
    """Return `dtype` as a np.dtype of real floating numbers."""
    try:
        found = np.dtype(dtype)
    except (TypeError, ValueError):
        found = None
    if found is None or found.kind != "f":
        allowed = "a floating type such as float64 or float32"
        raise ValueError(f"{name} must be {allowed}, got {quoted(dtype, repr)}")
    return found


# --------------------------------------------------------------------------------- many values


def finite_array(name, values) -> np.ndarray:
    """Return `values` as a new float64 array of finite numbers."""
    array = real_array(name, values)
    if not np.isfinite(array).all():
        raise ValueError(f"{name} must be finite real numbers, got {array[~np.isfinite(array)][0]}")
    return array


def positive_array(name, values) -> np.ndarray:
    """Return `values` as a new float64 array of finite numbers above 0."""
    array = finite_array(name, values)
    if (array <= 0).any():
        raise ValueError(f"{name} must be above 0, got {array.min():g}")
    return array


def real_array(name, values) -> np.ndarray:
    """Return `values` as a new float64 array of numbers, which may be infinite or NaN."""
    array = _array(name, values)
    if array.dtype.kind == "O" and all(map(_is_real, array.flat)):
        array = np.reshape([_as_float(value) for value in array.flat], array.shape)
    if array.dtype.kind not in "iuf" and array.size:
        raise TypeError(f"{name} must be finite real numbers, got an array of {array.dtype}")
    return array.astype(np.float64)


def whole_array(name, values, least: int, most: int = COUNTABLE, shapes=()) -> np.ndarray:
    """Return `values` as an array of integers from `least` to `most`, in one of `shapes`."""
    array = _array(name, values)
    if array.dtype.kind not in "iu" and array.size:
        raise TypeError(f"{name} must be integers, got an array of {array.dtype}")
    outside = (array < least) | (array > most)
    if outside.any():
        got = array[outside][0]
        raise ValueError(f"{name} must be integers from {least} to {most}, got {got}")
    if shapes and array.shape not in shapes:
        allowed = " or ".join(map(str, shapes))
        raise ValueError(f"{name} must have the shape {allowed}, got {array.shape}")
    return array.astype(np.int64, copy=False)


def _array(name, values):
    if np.ma.is_masked(values):
        raise ValueError(f"{name} must be numbers, got some that are masked")
    try:
        array = np.asarray(values)
    except ValueError:
        message = f"{name} must be one array of numbers, got rows of different lengths"
        raise ValueError(message) from None
    refuse_too_large(array.size, **{name: f"an array of shape {array.shape}"})
    return array


def finite_table(name, values, shape="(rows, d_model)") -> np.ndarray:
    """Return `values` as a new float64 array of finite numbers with two axes, not empty."""
    table = finite_array(name, values)
    if table.ndim != 2 or not table.size:
        raise ValueError(f"{name} must have the shape {shape}, got {table.shape}")
    return table


def finite_row(name, values) -> np.ndarray:
    """Return `values` as a new float64 array with one axis."""
    row = finite_array(name, values)
    if row.ndim != 1:
        raise ValueError(f"{name} must be a list of numbers, got shape {row.shape}")
    return row


def instance(name, value, kind, allowed):
    """Return `value`, which must be an instance of `kind`; `allowed` says so in words."""
    if not isinstance(value, kind):
        raise _wrong_type(name, value, allowed)
    return value


def switch(name, value) -> bool:
    """Return `value`, which must be True or False."""
    return bool(instance(name, value, (bool, np.bool_), "True or False"))


def one_of(name, value, options) -> str:
    """Return `value`, which must be one of the strings in `options`."""
    if not isinstance(value, str) or value not in options:
        raise ValueError(f"{name} must be one of {', '.join(options)}, got {quoted(value, repr)}")
    return value


def count_or_row(name, value, first=0, **width) -> np.ndarray:
    """Return `value` as a float64 array with one axis; a count n is first ... first + n - 1.

    `width` is the argument that tells how many numbers each of them gives rise to.
    """
    counted = np.ndim(value) == 0
    row = None if counted else finite_row(name, value)
    count = whole(name, value, 0) if counted else row.size
    refuse_too_large(count, *width.values(), **{name: count}, **width)
    return first + np.arange(count, dtype=np.float64) if counted else row


def several(name, values, most: int) -> list:
    """Return one value or many, up to `most`, as a list that is not empty; a text is one value."""
    many = np.iterable(values) and not isinstance(values, str)
    found = list(islice(values, most + 1)) if many else [values]
    if not found:
        raise ValueError(f"{name} must hold at least one value, got none")
    if len(found) > most:
        raise ValueError(f"{name} must hold at most {most} values, got {quoted(values)}")
    return found


# ------------------------------------------------------------------------- what is too large


def refuse_too_large(*shape, itemsize=8, **arguments):
    """Raise ValueError if an array of `shape`, `itemsize` bytes each, takes more than 4 GiB.

    Called before any work is done. `arguments` are those that the size follows from.
    """
    size = math.prod(map(int, shape)) * itemsize
    if size > LARGEST_SIZE:
        given = " and ".join(f"{name}={value}" for name, value in arguments.items())
        got = f"{size / 2**30:,.0f} GiB for {given}"
        raise ValueError(f"a result must take at most 4 GiB, got {got}")


def too_large(d_model, base, what, limit="float64") -> ValueError:
    """Return the error for a base so far from 1 that `what` are beyond `limit`."""
    problem = f"the {what} are too large for {limit}"
    return ValueError(f"base must be nearer to 1 at d_model={d_model}, got {base}: {problem}")


# ------------------------------------------------------------------------------------ messages


def quoted(value, written=str) -> str:
    """Return `value` for a message: on one line, and cut if it is long."""
    try:
        text = " ".join(written(value).split())
    except ValueError:  # Python writes no integer of more than 4,300 digits
        return f"{type(value).__name__} too long to write"
    return text if len(text) <= 40 else f"{text[:20]}... ({len(text)} characters)"


def _wrong_type(name, value, allowed) -> TypeError:
    found = f"{quoted(value, repr)} ({type(value).__name__})"
    return TypeError(f"{name} must be {allowed}, got {found}")
