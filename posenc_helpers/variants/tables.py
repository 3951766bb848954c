"""The tables that published programs make.

    convention_table("fairseq", 50, 128)      the table that fairseq makes

All angles are computed in float64, whatever the program does.
"""

from __future__ import annotations

import math

import numpy as np

from posenc_helpers.arguments import finite_array, floating, integer, one_of, real, shown, whole
from posenc_helpers.encoding import rotations
from posenc_helpers.variants.conventions import CONVENTIONS, GRIDS

__all__ = [
    "convention_frequencies",
    "convention_table",
    "grid_table",
    "halves_order",
    "interleaved_order",
    "nerf_features",
]


def convention_frequencies(name, d_model, base=None):
    """Return the angular frequencies of the clocks in this convention, in radians per token.

    Shape: (pairs,), float64, where an incomplete pair counts for odd d_model.  `base` None means
    the convention's own.
    """
    convention = _convention(name)
    return _frequencies(convention, _width(convention, d_model), _base(convention, base))


def convention_table(name, positions, d_model, *, base=None, dtype=np.float64):
    """Return the table that a program makes; shape (positions, columns).

    `name` is a key of CONVENTIONS.  `positions` is a count of rows, which start at the
    convention's own first position, or a list of positions: any finite real numbers, in any order.
    There are d_model columns, except where the convention gives an odd d_model more or fewer.
    Raises ValueError for a d_model that the program refuses.

    Angles are computed in float64; `dtype` is that of the result, rounded once.
    """
    convention, dtype = _convention(name), floating("dtype", dtype)
    d_model, base = _width(convention, d_model), _base(convention, base)
    positions = _positions(convention, positions)
    table = _table(convention, positions, d_model, base)
    with np.errstate(under="ignore"):
        return table.astype(dtype, copy=False)


def grid_table(name, height, width, d_model, *, base=None):
    """Return a table for an image: one row for each cell, line by line; (height * width, d_model).

    `name` is a key of GRIDS: half of the columns encode y (the line), half x (the place in it).
    """
    grid = GRIDS[one_of("name", name, GRIDS)]
    height, width = whole("height", height, 0), whole("width", width, 0)
    if integer("d_model", d_model, "a multiple of 4") % 4 or d_model < 4:
        raise ValueError(f"d_model must be a multiple of 4, got {d_model}")
    half = d_model // 2
    lines = np.repeat(convention_table(grid.part, height, half, base=base), width, axis=0)
    places = np.tile(convention_table(grid.part, width, half, base=base), (height, 1))
    return np.hstack([lines, places] if grid.axes == "yx" else [places, lines])


def nerf_features(points, octaves):
    """Return what NeRF makes of points: (n, k) coordinates become (n, k + 2 k octaves) numbers.

    The coordinates themselves come first; then, for each octave, the sines of 2**octave times
    each coordinate, and the cosines.
    """
    points = finite_array("points", points)
    if points.ndim != 2:
        raise ValueError(f"points must have shape (n, k), got {points.shape}")
    parts = [points]
    for octave in range(whole("octaves", octaves, 0)):
        parts += [np.sin(2.0**octave * points), np.cos(2.0**octave * points)]
    return np.hstack(parts)


def halves_order(d_model):
    """Return the columns of an interleaved table in the order of halves: 0, 2, 4 ..., 1, 3, 5 ...

    halves = interleaved[:, halves_order(d_model)].  Shape (d_model,), integers.
    """
    columns = np.arange(whole("d_model", d_model, 1))
    return np.concatenate([columns[0::2], columns[1::2]])


def interleaved_order(d_model):
    """Return the columns of a table in halves in interleaved order, as 0, 4, 1, 5, 2, 6, 3, 7.

    interleaved = halves[:, interleaved_order(d_model)].  Shape (d_model,), integers.
    """
    return np.argsort(halves_order(d_model))


def _convention(name):
    return CONVENTIONS[one_of("name", name, CONVENTIONS)]


def _base(convention, base):
    if base is None:
        return convention.base
    allowed = "a finite number > 0"
    value = real("base", base, allowed)
    if not (math.isfinite(value) and value > 0):
        raise ValueError(f"base must be {allowed}, got {shown(base)}")
    return value


def _width(convention, d_model):
    """Return d_model as an int that the program accepts."""
    least = convention.narrowest
    allowed = f"an integer >= {least} for {convention.title}"
    if convention.odd == "error":
        allowed = f"an even integer >= {least} for {convention.title}"
    value = integer("d_model", d_model, allowed)
    if value < least or (value % 2 and convention.odd == "error"):
        raise ValueError(f"d_model must be {allowed}, got {value}")
    return value


def _positions(convention, positions):
    """Return the positions of the rows as a float64 array of one axis."""
    if np.ndim(positions) == 0:
        count = whole("positions", positions, 0)
        return convention.first_position + np.arange(count, dtype=np.float64)
    positions = finite_array("positions", positions)
    if positions.ndim != 1:
        raise ValueError(f"positions must be a count or a list, got shape {positions.shape}")
    return positions


def _pairs(convention, d_model):
    """Return how many clocks there are; one without its cosine counts."""
    return -(-d_model // 2) if convention.odd in ("trim", "extra") else d_model // 2


def _exponents(convention, d_model):
    """Return x with omega_i = base ** -x_i: (pairs,)."""
    pairs = np.arange(_pairs(convention, d_model))
    if convention.spacing == "octaves":
        return -pairs.astype(np.float64)
    divisor = {
        "paper": d_model,
        "endpoint": max(2 * (d_model // 2) - 2, 1),  # with a single clock: any number will do
        "even": d_model + d_model % 2,
        "pairs": max(d_model - d_model % 2, 1),
    }[convention.spacing]
    return 2 * pairs / divisor


def _frequencies(convention, d_model, base):
    try:
        return np.array([base**-x for x in _exponents(convention, d_model).tolist()])
    except OverflowError:
        message = f"base must be nearer to 1 at d_model={d_model}, got {base}"
        raise ValueError(f"{message}: the frequencies are too large for float64") from None


def _columns(convention, d_model):
    """Return the columns of the sines, of the cosines, and how many columns there are."""
    pairs = _pairs(convention, d_model)
    columns = 2 * pairs - (d_model % 2 if convention.odd == "trim" else 0)
    if convention.layout == "interleaved":
        leading, following = np.arange(0, columns, 2), np.arange(1, columns, 2)
    else:
        leading, following = np.arange(pairs), np.arange(pairs, columns)
    padded = columns + (d_model % 2 if convention.odd == "pad" else 0)
    if convention.first == "cos":
        leading, following = following, leading
    return leading, following, padded


def _table(convention, positions, d_model, base):
    frequencies = _frequencies(convention, d_model, base)
    furthest = float(np.abs(positions).max(initial=1.0)) * float(frequencies.max(initial=1.0))
    if not math.isfinite(furthest):
        message = f"base must be nearer to 1 at d_model={d_model}, got {base}"
        raise ValueError(f"{message}: the angles are too large for float64")
    turns = rotations(positions, frequencies)
    sines, cosines, width = _columns(convention, d_model)
    table = np.zeros((positions.size, width))
    table[:, sines] = -turns.imag[:, : sines.size]
    table[:, cosines] = turns.real[:, : cosines.size]
    if convention.amplitude != "1":
        table *= d_model**-0.5
    if convention.padding_row is not None:
        table[positions == convention.padding_row] = 0.0
    return table
