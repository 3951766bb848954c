"""What an array that was dumped from a program holds: speeds, cosines, sines or a whole table.

    identify(model.rotary_emb.inv_freq).reason

`python -m posenc_helpers dumped FILE.npy` prints the same.
"""

from typing import NamedTuple

import numpy as np

from posenc_helpers.arguments import real_array
from posenc_helpers.precision import ROUND_OFF, rounded
from posenc_helpers.variants.recognize import recognize
from posenc_helpers.wording import number
from posenc_helpers.wording import rounded as in_short

FORMATS = sorted(ROUND_OFF, key=ROUND_OFF.get, reverse=True)
READ_OFF = 2e-3  # relative error of speeds that are read off cosines or sines
ENOUGH = 0.5  # radians that a pair turns in all rows
SINGLE = 4e-7  # of angles per radian, computed in float32
ROWS = 4_096  # that are looked at
DIGITS = 8  # of a base


class Identified(NamedTuple):
    """What `identify` found.

    `kind` is "speeds", "cosines", "sines", "table", "never filled" or "unknown"; `base` and `scale`
    (how many times slower all or the slow pairs turn) are None where they are not known; `layout`
    is "halves", "neighbours" or "once", for cosines and sines alone. `reason` is for people.
    """

    kind: str
    reason: str
    base: float | None = None
    scale: float | None = None
    layout: str | None = None


def identify(values) -> Identified:
    """Say what an array is that a program uses for positions.

    One axis: speeds in radians per token (`inv_freq`). Two axes, one row for each position from 0
    on: cosines or sines of RoPE, in the layout of one or two columns for a pair, or a table of
    codes, which `recognize` looks at. Values that are not finite are allowed: they say that nobody
    filled the array. Raises TypeError or ValueError for what is no array of numbers.
    """
    values = real_array("values", values).astype(float)
    values = values.reshape([n for n in values.shape if n > 1] or [1])
    if values.ndim > 2 or values.size < 2:
        raise ValueError(f"values must have one or two axes, got shape {values.shape}")
    if fault := _never_filled(values):
        return Identified("never filled", f"This was never filled: {fault}.")
    if values.ndim == 1:
        return _of_speeds(values)
    first, factor = values[0], float(values[0].mean())
    if np.ptp(first) < 1e-3 and np.abs(values).max() < 1.001 * max(factor, 1):
        if factor > 0.999:
            return _of_waves("cosines", values[:ROWS] / factor, factor)
        if abs(factor) < 1e-3:
            return _of_waves("sines", values[:ROWS], 1.0)
    found = recognize(values)
    return Identified("table" if found.name else "unknown", found.reason, found.base)


def _never_filled(values):
    """Return what keeps an array from being a result of a computation with positions, or ""."""
    if not np.isfinite(values).all():
        return f"{(~np.isfinite(values)).sum():,} of its {values.size:,} values are not finite"
    if np.ptp(values) == 0:
        return f"all its values are {values.flat[0]:g}"
    if values.ndim == 1 and not 0 < values.min() <= values.max() < 4:
        return f"speeds of {values.min():.3g} to {values.max():.3g} radians per token make no sense"
    if values.ndim == 2 and np.abs(values).max() > 1e3:
        return f"a value is {np.abs(values).max():.3g}"
    return ""


def _of_speeds(speeds):
    """Return what speeds say, one for each pair."""
    storage = _storage(speeds)
    least = 2.0**-25 if storage == "float16" else 0.0  # half of its smallest number
    base, scale, first = _series(speeds, 2 * ROUND_OFF[storage] + SINGLE + least / speeds)
    if base is None:
        return Identified("unknown", "These speeds are no geometric series, nor slowed by parts.")
    words = f"These are the speeds of {speeds.size} pairs at base {number(base, 9)}"
    words += f"{_slowed(scale, first, base ** (1 / speeds.size))}."
    if ROUND_OFF[storage] > ROUND_OFF["float32"]:
        exact = base ** (-np.arange(speeds.size) / speeds.size)
        worst = 1_000 * np.abs(rounded(exact, storage) - exact).max()
        words += f" They are rounded to {storage}: at position 1,000 an angle is off by "
        words += f"{in_short(worst)} radians. Keep them in float32."
    return Identified("speeds", words, base, scale)


def _storage(values):
    """Return the shortest format that holds all values."""
    return next(one for one in FORMATS if np.array_equal(rounded(values, one), values))


def _slowed(scale, first, gear):
    """Say which pairs are slowed down; `gear` is how many times faster a pair is than the next."""
    if scale == 1:
        return ""
    if first == 0 and abs(scale / gear - 1) < READ_OFF:
        return ", counted from 1: each pair turns as fast as the next one should"
    which = "all" if first == 0 else f"those from pair {first} on"
    return f", {which} slowed down, at most {scale:.4g} times"


def _series(speeds, off, count=None):
    """Return the base of a series, how much its slow end is divided by, and where that begins.

    The base is None where nothing fits. It has as few digits as `off`, the relative error of each
    speed, allows. `count` is the number of pairs, of which `speeds` may be the first ones.
    """
    known, count, nothing = speeds.size, count or speeds.size, (None, None, None)
    pairs, off = np.arange(known), np.broadcast_to(off, known)
    if abs(speeds[0] - 1) > 1e-3:  # all are divided
        base, _, first = _series(speeds / speeds[0], off, count)
        return (base, float(1 / speeds[0]), 0) if first == known else nothing
    for fitted in range(known, 3, -1):  # the fast ones, as many as fit

        def fits(base, n=fitted):
            expected = base ** (-pairs[:n] / count)
            return (np.abs(speeds[:n] / expected - 1) <= off[:n] * (1 + pairs[:n] / count)).all()

        slope = (pairs[:fitted] @ -np.log(speeds[:fitted])) / (pairs[:fitted] @ pairs[:fitted])
        base = _shortest(np.exp(count * slope), fits)
        slower = base ** (-pairs / count) / speeds if base is not None else None
        if base is not None and (fitted == known or np.abs(slower - 1).max() < 5 * off.max()):
            return base, 1.0, known
        if base is not None:
            growing = np.diff(slower).min() > -8 * off.max() * slower.max()
            return (base, float(slower[-1]), fitted) if growing else nothing
    return nothing


def _shortest(value, fits):
    """Return the number of fewest digits near `value` that fits, or None."""
    tries = (float(f"{value:.{digits}e}") for digits in range(DIGITS))
    return next((one for one in tries if fits(one)), None)


def _of_waves(kind, waves, factor):
    """Return what cosines or sines of consecutive positions from 0 on say."""
    half = waves.shape[1] // 2
    twice = {"halves": (waves[:, :half], waves[:, half:]),
             "neighbours": (waves[:, 0::2], waves[:, 1::2])}  # fmt: skip
    same = [name for name, (one, other) in twice.items() if np.array_equal(one, other)]
    layout = same[0] if same else "once"
    columns = twice[layout][0] if same else waves
    speeds, count = _speeds(kind, columns), columns.shape[1]
    turned = int((speeds * len(columns) > ENOUGH).sum())  # the others hardly tell their speeds
    base, scale, first = _series(speeds[:turned], READ_OFF, count)
    if base is None:
        why = "at no geometric series of speeds"
        if _storage(waves) == "bfloat16":
            why = "rounded to bfloat16, which hides their speeds: look at the speeds instead"
        return Identified("unknown", f"These look like {kind}, {why}.")
    words = f"These are {kind} of {count} pairs at a base of about {number(base, 9)}"
    words += f"{_slowed(scale, first, base ** (1 / count))}, {LAYOUTS[layout]}."
    if turned < count:
        words += f" The {count - turned} slowest pairs hardly move in {len(columns):,} rows."
    if factor > 1.001:
        words += f" They are multiplied by {factor:.4g}, and scores by {factor**2:.4g}."
    return Identified(kind, words, base, scale, layout)


LAYOUTS = {
    "halves": "each pair in columns i and i + d/2",
    "neighbours": "each pair in columns 2i and 2i + 1",
    "once": "a column for each pair",
}


def _speeds(kind, columns):
    """Return the speed of each pair in radians per token, from ever longer spans."""
    angles = np.arccos if kind == "cosines" else np.arcsin
    columns = np.clip(columns, -1, 1)
    speeds, span = angles(columns[1]), 2
    while span < len(columns):
        angle, known = angles(columns[span]), speeds * span
        mirrored = -angle if kind == "cosines" else np.pi - angle
        turns = 2 * np.pi * np.round((known - np.array([angle, mirrored])) / (2 * np.pi))
        both = np.array([angle, mirrored]) + turns
        speeds = (
            np.take_along_axis(both, np.abs(both - known).argmin(axis=0)[None], axis=0)[0] / span
        )
        span *= 2
    return speeds
