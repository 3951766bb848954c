"""The sinusoidal positional encoding of Vaswani et al. (2017), section 3.5, in NumPy.

    PE(p, 2i)     = sin(omega_i p)
    PE(p, 2i + 1) = cos(omega_i p)        omega_i = base ** (-2i / d_model)

p is a position in tokens, counted from 0, and i = 0 ... d_model/2 - 1 numbers the pairs of columns.
Each pair (sin, cos) is the hand of a clock that starts at 12 and turns clockwise, omega_i radians
per token.

Everything is computed in float64. Arguments of the wrong kind raise TypeError, and arguments out of
range raise ValueError. The message names the argument, its value and what is allowed.
"""

import math

import numpy as np

from posenc_helpers.checks import Even, Positive, Real, Reals, Whole, must_fit, refused, takes

FROZEN_RANGE = 0.1  # a column whose values vary by less is called frozen


@takes(d_model=Even(), base=Positive())
def angular_frequencies(d_model, base=10_000.0):
    """Return omega_i = base ** (-2i / d_model), the speed of each clock in radians per token.

    The result has shape (d_model/2,) and dtype float64. For base > 1 it falls from 1 to base **
    -((d_model - 2) / d_model). Source: Vaswani et al. (2017), section 3.5.

    Raises TypeError or ValueError for arguments outside their ranges, and ValueError for a base so
    far from 1 that frequencies exceed float64.
    """
    return frequencies_of(np.arange(0, d_model, 2) / -d_model, d_model, base)


@takes(d_model=Even(), base=Positive())
def wavelengths(d_model, base=10_000.0):
    """Return 2 pi / omega_i, the tokens that each clock needs for a full turn; shape (d_model/2,).

    Raises TypeError or ValueError for arguments outside their ranges, and ValueError for a base so
    far from 1 that frequencies or wavelengths exceed float64.
    """
    with np.errstate(over="ignore"):
        lengths = 2 * np.pi / angular_frequencies(d_model, base)
    if not np.isfinite(lengths[-1]):
        raise too_large(d_model, base, "wavelengths")
    return lengths


@takes(seq_len=Whole(0), d_model=Even(), base=Positive(), start=Whole())
def positional_encoding(seq_len, d_model, base=10_000.0, *, start=0, dtype=np.float64):
    """Return the encoding of positions start ... start + seq_len - 1; shape (seq_len, d_model).

    Column 2i holds sin(omega_i p) and column 2i + 1 holds cos(omega_i p), as in Vaswani et al.
    (2017), section 3.5. Positions are in tokens, and `start` may be negative. `dtype` is the
    floating type of the result. All numbers are computed in float64 and rounded once, at the end.

    For base >= 1 and |p| < 2**35, each float64 value differs from the exact value by at most |p| *
    2**-52 + 2**-50, because omega_i and the angle omega_i p are both rounded to float64. At
    position a million this is 2.3e-10, and at a billion 2.3e-7.

    Raises TypeError or ValueError for arguments outside their ranges. Raises ValueError for a
    `dtype` that is not a floating type, if the table exceeds 4 GiB, if start + seq_len exceeds
    2**53, or if an angle exceeds float64.
    """
    must_be_a_table(seq_len, d_model, base, start, dtype)
    omega = base ** (-2 * np.arange(d_model // 2) / d_model)
    angles = np.arange(start, start + seq_len)[:, np.newaxis] * omega
    table = np.empty((seq_len, d_model))
    table[:, 0::2] = np.sin(angles)
    table[:, 1::2] = np.cos(angles)
    return table.astype(dtype, copy=False)


@takes(offset=Real(), d_model=Even(), base=Positive())
def shift_matrix(offset, d_model, base=10_000.0):
    """Return the (d_model, d_model) matrix M with PE(p + offset) = M PE(p) for every position p.

    For each pair of columns, the diagonal has a block [[cos, sin], [-sin, cos]] of the angle
    omega_i * offset, which is a clockwise rotation. `offset`, in tokens, is any finite real number.

    Raises TypeError or ValueError for arguments outside their ranges, and ValueError if the matrix
    exceeds 4 GiB or an angle exceeds float64.
    """
    must_fit(d_model, d_model, d_model=d_model)
    turn = rotations(offset, checked_frequencies(abs(offset), d_model, base))
    sines = np.arange(0, d_model, 2)  # the first column of each pair
    matrix = np.zeros((d_model, d_model))
    matrix[sines, sines] = matrix[sines + 1, sines + 1] = turn.real
    matrix[sines + 1, sines] = turn.imag
    matrix[sines, sines + 1] = -turn.imag
    return matrix


@takes(table=Reals(), offset=Real(), base=Positive())
def shift_encoding(table, offset, base=10_000.0):
    """Return M PE(p) for each row PE(p) of `table`, M = `shift_matrix(offset, d_model, base)`.

    `table` has shape (..., d_model) with d_model even. The result has the same shape and is
    float64. Rows of `positional_encoding` move by `offset` tokens, which is any finite real number.
    Other vectors are rotated pair by pair and keep their lengths. This is the claim of Vaswani et
    al. (2017), section 3.5, that PE(p + k) is linear in PE(p).

    M is mostly zeros and is never formed: a pair (x, y), read as x + i y, is multiplied by exp(-i
    omega offset).

    Raises TypeError or ValueError for arguments outside their ranges, and ValueError if the last
    axis of `table` is not even or an angle exceeds float64.
    """
    d_model = table.shape[-1] if table.ndim else 0
    if d_model < 2 or d_model % 2:
        allowed = "a last axis of even length, (..., d_model)"
        raise ValueError(f"table must have {allowed}, got shape {table.shape}")
    turn = rotations(offset, checked_frequencies(abs(offset), d_model, base))
    with np.errstate(under="ignore"):
        return (np.ascontiguousarray(table).view(np.complex128) * turn).view(np.float64)


@takes(offsets=Reals(), d_model=Even(), base=Positive())
def similarity(offsets, d_model, base=10_000.0):
    """Return k(offset) = (2 / d_model) sum_i cos(omega_i offset), one value for each offset.

    This is the dot product PE(p) . PE(p + offset) divided by d_model/2. It is 1 at offset 0, the
    same for every p, and even in the offset. `offsets` are in tokens. A number gives a float, and
    an array gives an array of the same shape.

    Raises TypeError or ValueError for arguments outside their ranges, and ValueError if distances
    times pairs, with 8 bytes each, exceed 4 GiB or if an angle exceeds float64.
    """
    # k is even, and tables of differences repeat distances, so each distance is computed only once.
    distances, where = np.unique(np.abs(offsets), return_inverse=True)
    must_fit(distances.size, d_model // 2, offsets=f"{distances.size} distances", d_model=d_model)
    frequencies = checked_frequencies(distances.max(initial=0.0), d_model, base)
    means = np.empty(distances.size)
    rows = max(1, 2**15 // frequencies.size)  # so that memory stays at 256 kB at a time
    for first in range(0, distances.size, rows):
        angles = np.multiply.outer(distances[first : first + rows], frequencies)
        means[first : first + rows] = np.cos(angles, out=angles).mean(axis=1)
    return means[where].reshape(offsets.shape) if offsets.ndim else float(means[0])


@takes(d_model=Even(), base=Positive())
def neighbour_distance(d_model, base=10_000.0):
    """Return |PE(p + 1) - PE(p)|, the same for every p and, because of pair 0, at least 0.958."""
    return math.sqrt(d_model * (1 - similarity(1, d_model, base)))


@takes(seq_len=Whole(0), d_model=Even(), base=Positive())
def turning_pairs(seq_len, d_model, base=10_000.0):
    """Return how many pairs make a full turn in seq_len tokens: those with wavelength <= seq_len.

    A wavelength that exceeds seq_len only by rounding, one part in 10**13, also counts.

    Raises TypeError or ValueError for arguments outside their ranges, and ValueError for a base so
    far from 1 that frequencies exceed float64.
    """
    return count_turning(seq_len, angular_frequencies(d_model, base))


# ---------------------------------------------- helpers for arguments that are checked already


def frequencies_of(exponents, d_model, base):
    """Return base ** exponent for each exponent in the array `exponents`.

    It uses Python's power, because the last digits of NumPy's power depend on the machine. Raises
    ValueError if a frequency exceeds float64.
    """
    try:
        return np.array([base**exponent for exponent in exponents.tolist()])
    except OverflowError:
        raise too_large(d_model, base, "frequencies") from None


def rotations(positions, frequencies):
    """Return exp(-i omega p), a clockwise rotation for each position and pair.

    The result has shape positions.shape + (d_model/2,).
    """
    with np.errstate(under="ignore"):
        return np.exp(np.multiply.outer(-1j * np.asarray(positions), frequencies))


def count_turning(seq_len, frequencies):
    """Return what `turning_pairs` returns, for frequencies that are known already."""
    turns = seq_len * (frequencies / (2 * np.pi))
    return int(np.count_nonzero(turns >= 1 - 1e-13))


def count_frozen(seq_len, start, frequencies):
    """Return how many columns vary by less than 0.1 over the positions of a window.

    A clock that makes half a turn varies by more, no matter where it starts. For the slower clocks,
    a few hundred positions are enough to measure the range.
    """
    steps = max(seq_len - 1, 0)
    slow = frequencies[frequencies * steps < np.pi]
    positions = np.unique(np.linspace(start, start + steps, 257).round())
    angles = np.outer(positions, slow)
    ranges = np.concatenate([np.ptp(np.sin(angles), axis=0), np.ptp(np.cos(angles), axis=0)])
    return int(np.count_nonzero(ranges < FROZEN_RANGE))


# ---------------------------------------------------------------------------- checking arguments


def must_be_a_table(seq_len, d_model, base, start, dtype):
    """Raise ValueError if no such table can be made, due to its dtype, its size or its angles."""
    try:
        floating = np.issubdtype(np.dtype(dtype), np.floating)
    except TypeError:
        floating = False
    if not floating:
        raise refused("dtype", "a floating type such as float64 or float32", dtype, repr)
    must_be_counted(start, seq_len)
    must_fit(seq_len, d_model, seq_len=seq_len, d_model=d_model)
    checked_frequencies(abs(start) + seq_len, d_model, base)


def must_be_counted(start, seq_len):
    """Raise ValueError if float64 cannot distinguish neighbouring positions of a window."""
    if start + seq_len > 2**53:
        raise ValueError(f"start + seq_len must be at most 2**53, got {start=} and {seq_len=}")


def too_large(d_model, base, what, limit="float64") -> ValueError:
    """Return the error for a base so far from 1 that `what` exceed `limit`."""
    problem = f"the {what} are too large for {limit}"
    return ValueError(f"base must be nearer to 1 at d_model={d_model}, got {base}: {problem}")


def checked_frequencies(furthest, d_model, base):
    """Return the angular frequencies, shape (d_model/2,).

    Raises ValueError if an angle omega * furthest exceeds float64.
    """
    frequencies = angular_frequencies(d_model, base)
    if not math.isfinite(float(furthest) * max(frequencies[0].item(), frequencies[-1].item())):
        raise too_large(d_model, base, f"angles at {furthest:.3g} tokens")
    return frequencies
