"""What happens to an angle omega p when each step of its computation is rounded to few bits.

A floating-point format keeps a number to within one part in 1/eps, and its eps does not depend on
the size of the number.  So the angle of a far position is off by about its size times eps, and a
sine or cosine of it by as much, until the hand points anywhere.
"""

import functools
from decimal import Decimal, localcontext

import numpy as np

from posenc_helpers import arguments as args
from posenc_helpers import encoding

ROUND_OFF = {  # the largest relative error of one rounding
    "float16": 2.0**-11,
    "bfloat16": 2.0**-8,
    "float32": 2.0**-24,
    "float64": 2.0**-53,
}
MEASURED_TO = 100_000_000  # positions, if not said otherwise
MEASURED_PAIRS = 16  # the fastest, since an error grows with the angle
DIGITS = 50  # of the exact angles
LARGEST_ANGLE = Decimal(10) ** 30  # radians; it keeps 20 digits after the point
TURN = Decimal("6.2831853071795864769252867665590057683943387987502116419498892")


def rounded(values, precision):
    """Return `values` rounded to the nearest number of that format, as float64, same shape.

    `precision` is a name in ROUND_OFF.  Beyond the range of the format (65,504 for float16) the
    result is infinite.
    """
    values = args.real_array("values", values)
    if args.one_of("precision", precision, ROUND_OFF) == "bfloat16":
        return _rounded_to_bfloat16(values)
    with np.errstate(over="ignore"):
        return values.astype(precision).astype(np.float64)


def rounded_encoding(positions, d_model, base=10_000.0, *, precision="float32"):
    """Return the table whose positions, frequencies and angles are rounded to a format.

    The result has shape (len(positions), d_model) and dtype float64: sine and cosine are taken in
    float64, so that every error comes from the angles.  Where an angle is too large for the
    format, both values are NaN.
    """
    positions, d_model = args.finite_row("positions", positions), args.even("d_model", d_model)
    args.refuse_too_large(positions.size, d_model, d_model=d_model)
    positions = rounded(positions, precision)
    frequencies = rounded(encoding.angular_frequencies(d_model, base), precision)
    with np.errstate(invalid="ignore", over="ignore"):
        return _interleaved(rounded(np.multiply.outer(positions, frequencies), precision))


def exact_encoding(positions, d_model, base=10_000.0, pairs=None):
    """Return the table of whole `positions`, correct to about the last digit of float64.

    The angles are computed with 50 decimal digits and brought to within one turn before they
    become float64.  The result has two columns for each of `pairs`, all of them if not given:
    shape (len(positions), 2 * len(pairs)).  Slow; meant for comparison.  ValueError for angles
    from 10**30 radians on.
    """
    positions, d_model = _whole_row(positions), args.even("d_model", d_model)
    every, base = range(d_model // 2), args.positive("base", base)
    pairs = every if pairs is None else [args.whole("pair", i, 0, every[-1]) for i in pairs]
    args.refuse_too_large(len(positions), 2 * len(pairs), d_model=d_model)
    with localcontext() as context:
        context.prec = DIGITS
        frequencies = [_exact_frequency(i, d_model, base) for i in pairs]
        if max(map(abs, positions), default=0) * max(frequencies, default=0) >= LARGEST_ANGLE:
            raise args.too_large(d_model, base, "angles", f"{DIGITS} decimal digits")
        angles = [[float(p * omega % TURN) for omega in frequencies] for p in positions]
    return _interleaved(np.array(angles).reshape(len(positions), len(pairs)))


def fastest_pairs(d_model, base, most):
    """Return at most `most` pairs, those with the fastest clocks, in order."""
    omega = encoding.angular_frequencies(d_model, base)
    return np.sort(np.argsort(-omega, kind="stable")[:most])


def columns_of(pairs):
    """Return the columns of those pairs, each sine followed by its cosine."""
    return np.stack([2 * pairs, 2 * pairs + 1], axis=1).ravel()


@functools.lru_cache(maxsize=16)
def _exact(d_model, base, count, furthest):
    """Return positions in equal ratios and the exact values of the measured pairs there."""
    positions = np.unique(np.geomspace(1, furthest, count).round())
    pairs = fastest_pairs(d_model, base, MEASURED_PAIRS)
    return positions, columns_of(pairs), exact_encoding(positions, d_model, base, pairs)


@functools.lru_cache(maxsize=64)
def error_curve(precision, d_model, base, count=60, furthest=MEASURED_TO):
    """Return positions in equal ratios and the largest error of the table up to each of them.

    It ends where the format does.  Of wide tables the 16 fastest pairs are measured.
    """
    positions, columns, exact = _exact(d_model, base, count, furthest)
    table = rounded_encoding(positions, d_model, base, precision=precision)[:, columns]
    within = np.isfinite(table).all(axis=1)
    errors = np.abs(table - exact).max(axis=1)
    return positions[within], np.maximum.accumulate(errors[within])


def angles_between(true, off):
    """Return the angle between each hand and the true one, 0 to 180 degrees, or NaN."""
    one, other = (np.asarray(row).reshape(-1, 2) for row in (true, off))
    across = one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]
    return np.degrees(np.abs(np.arctan2(across, np.sum(one * other, axis=1))))


def _whole_row(positions):
    """Return the positions as a list of ints."""
    row = args.finite_row("positions", positions)
    wrong = row[(row % 1 != 0) | (np.abs(row) > args.COUNTABLE)]
    if wrong.size:
        allowed = "whole numbers within -2**53 ... 2**53"
        raise ValueError(f"positions must be {allowed}, got {wrong[0]}")
    return [int(position) for position in row]


@functools.lru_cache(maxsize=2048)
def _exact_frequency(pair, d_model, base):
    return Decimal(base) ** (Decimal(-2 * pair) / d_model)


def _interleaved(angles):
    with np.errstate(invalid="ignore"):
        table = np.stack([np.sin(angles), np.cos(angles)], axis=-1)
    return table.reshape(len(angles), 2 * angles.shape[1])


def _rounded_to_bfloat16(values):
    """Return the upper 16 bits of each value in float32, halves rounded to even.

    So a value is rounded twice, first to float32, as it is in common conversion code.
    """
    with np.errstate(over="ignore"):
        bits = values.astype(np.float32).view(np.uint32).astype(np.uint64)
    bits += np.uint64(0x7FFF) + ((bits >> np.uint64(16)) & np.uint64(1))
    bits &= np.uint64(0xFFFF0000)
    return bits.astype(np.uint32).view(np.float32).astype(np.float64)
