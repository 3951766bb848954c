"""The sinusoidal positional encoding of Vaswani et al. (2017), section 3.5, in NumPy.

    PE(p, 2i)     = sin(omega_i p)
    PE(p, 2i + 1) = cos(omega_i p)        omega_i = base ** (-2i / d_model)

p is a position in tokens, counted from 0; i = 0 ... d_model/2 - 1 numbers the pairs of columns.
Each pair (sin, cos) is the hand of a clock that starts at 12 and turns clockwise, omega_i radians
per token.

Everything is computed in float64.  Bad arguments raise TypeError (not a number of the kind asked
for) or ValueError (a number out of range); the message names the argument, its value and what is
allowed.
"""

import math
from typing import NamedTuple

import numpy as np

from posenc_helpers.arguments import (
    even,
    finite,
    finite_array,
    floating,
    integer,
    real,
    shown,
    whole,
)

__all__ = [
    "MeanTable",
    "angular_frequencies",
    "mean_encoding",
    "positional_encoding",
    "shift_encoding",
    "shift_matrix",
    "similarity",
    "turn_boundary",
    "turning_pairs",
    "wavelengths",
]

BLOCK = 64  # rows filled by one rotation; blocks start at multiples of 64, counted from position 0
FURTHEST = 2**53  # beyond this position float64 no longer tells neighbours apart


class MeanTable(NamedTuple):
    """A table of means, small enough to draw: see `mean_encoding`."""

    values: np.ndarray  # (rows, d_model)
    positions_per_row: int  # positions that each row stands for (the last row: this many or fewer)


# ---------------------------------------------------------------------------------- the formula


def angular_frequencies(d_model, base=10_000.0):
    """Return omega_i = base ** (-2i / d_model), the speed of each clock in radians per token.

    The result has shape (d_model/2,) and dtype float64.  It falls from 1 to
    base ** -((d_model - 2) / d_model), for base > 1.
    """
    d_model, base = even("d_model", d_model), _base(base)
    exponents = -np.arange(0, d_model, 2) / d_model
    try:  # Python's power, since NumPy's is less accurate on some processors
        return np.array([base**exponent for exponent in exponents.tolist()])
    except OverflowError:
        raise ValueError(_too_large(d_model, base, "frequencies")) from None


def wavelengths(d_model, base=10_000.0):
    """Return 2 pi / omega_i, the tokens that each clock takes for one turn; shape (d_model/2,)."""
    with np.errstate(over="ignore"):
        lengths = 2 * np.pi / angular_frequencies(d_model, base)
    if not np.isfinite(lengths[-1]):
        raise ValueError(_too_large(d_model, base, "wavelengths"))
    return lengths


def positional_encoding(seq_len, d_model, base=10_000.0, *, start=0, dtype=np.float64):
    """Return the encoding of positions start ... start + seq_len - 1; shape (seq_len, d_model).

    Column 2i holds sin(omega_i p), column 2i + 1 holds cos(omega_i p).  `start` may be negative.
    Row p is the same, bit for bit, in whatever window it is asked for.  `dtype` is that of the
    result: float32 and float16 values are the float64 values rounded once.

    For base >= 1 and |p| < 2**35 each float64 value is within |p| * 2**-53 + 1e-15 of the exact
    one.  The first term is the rounding of omega_i itself to float64; the angles add nothing.

    A pair (sin t, cos t), read as one complex number, is i exp(-i t).  So a block of 64 positions
    is its first row turned by what each clock turns in 0 ... 63 tokens: one multiplication per
    pair in place of a sine and a cosine.  Blocks start at multiples of 64, whatever `start` is.
    """
    (seq_len, start), dtype = _window(seq_len, start), floating("dtype", dtype)
    frequencies = _frequencies_in_reach(abs(start) + seq_len + 8 * BLOCK, d_model, base)
    blocks = range(start // BLOCK, -(-(start + seq_len) // BLOCK))
    working = np.float32 if dtype == np.float32 else np.float64
    table = _fill(0, 1, blocks, frequencies, working)
    skipped = start - blocks.start * BLOCK
    with np.errstate(under="ignore"):
        return table[skipped : skipped + seq_len].astype(dtype, copy=False)


def mean_encoding(seq_len, d_model, base=10_000.0, *, start=0, max_rows) -> MeanTable:
    """Return the table that `positional_encoding` gives, averaged down to at most `max_rows` rows.

    Each row is the mean of ceil(seq_len / max_rows) consecutive positions; the last row may stand
    for fewer.  Where nothing is to be averaged, the values are those of `positional_encoding`.

    The mean of a sinusoid over n consecutive positions has a closed form, its value at their
    centre times sin(n omega/2) / (n sin(omega/2)), so the cost does not depend on seq_len.
    """
    seq_len, start = _window(seq_len, start)
    count = max(1, -(-seq_len // whole("max_rows", max_rows, 1)))
    if count == 1:
        return MeanTable(positional_encoding(seq_len, d_model, base, start=start), 1)
    return MeanTable(_row_means(start, seq_len, count, d_model, base), count)


def shift_matrix(offset, d_model, base=10_000.0):
    """Return the (d_model, d_model) matrix M with PE(p + offset) = M PE(p) for every position p.

    Each pair of columns has a block [[cos, sin], [-sin, cos]] of the angle omega_i * offset on
    the diagonal: a clockwise turn.  `offset`, in tokens, is any finite real number.
    """
    offset = finite("offset", offset)
    turn = _rotations(offset, _frequencies_in_reach(abs(offset), d_model, base))
    sines = np.arange(0, 2 * turn.size, 2)  # the first column of each pair
    matrix = np.zeros((2 * turn.size, 2 * turn.size))
    matrix[sines, sines] = matrix[sines + 1, sines + 1] = turn.real
    matrix[sines + 1, sines] = turn.imag
    matrix[sines, sines + 1] = -turn.imag
    return matrix


def shift_encoding(table, offset, base=10_000.0):
    """Return M PE(p) for each row PE(p) of `table`, M = `shift_matrix(offset, d_model, base)`.

    `table` has the shape (..., d_model), d_model even; the result has the same shape and is
    float64.  Rows of `positional_encoding` move by `offset` tokens, any finite real number; other
    vectors are turned pair by pair and keep their length.  TypeError and ValueError as above.

    A pair (x, y), read as x + i y, is multiplied by exp(-i omega offset), so that M, mostly zeros,
    is never formed.  Vaswani et al. (2017), section 3.5: PE(p + k) is linear in PE(p).
    """
    table, offset = finite_array("table", table), finite("offset", offset)
    d_model = table.shape[-1] if table.ndim else 0
    if d_model < 2 or d_model % 2:
        allowed = "a last axis of even length, (..., d_model)"
        raise ValueError(f"table must have {allowed}, got shape {table.shape}")
    turn = _rotations(offset, _frequencies_in_reach(abs(offset), d_model, base))
    return (np.ascontiguousarray(table).view(np.complex128) * turn).view(np.float64)


def similarity(offsets, d_model, base=10_000.0):
    """Return k(offset) = (2 / d_model) sum_i cos(omega_i offset), one value for each offset.

    This is the dot product PE(p) . PE(p + offset) divided by d_model/2: 1 at offset 0, the same
    for every p, even in the offset.  A number gives a float, an array one of the same shape.
    """
    offsets = finite_array("offsets", offsets)
    # k is even, and tables of differences hold the same distance many times: once is enough.
    distances, where = np.unique(np.abs(offsets), return_inverse=True)
    frequencies = _frequencies_in_reach(distances.max(initial=0.0), d_model, base)
    means = np.empty(distances.size)
    rows = max(1, 2**15 // frequencies.size)  # so that memory stays at 256 kB at a time
    for first in range(0, distances.size, rows):
        angles = np.multiply.outer(distances[first : first + rows], frequencies)
        means[first : first + rows] = np.cos(angles, out=angles).mean(axis=1)
    return means[where].reshape(offsets.shape) if offsets.ndim else float(means[0])


def turn_boundary(seq_len, d_model, base=10_000.0):
    """Return i* = (d_model/2) ln(seq_len / 2 pi) / ln(base), clipped to 0 ... d_model/2.

    Pairs i <= i* complete at least one turn in seq_len tokens.  For base < 1 the clocks get
    faster with i, and it is the pairs i >= i* that do.  At base 1 all pairs are alike, and the
    result is d_model/2 if they complete a turn and 0 if not.
    """
    seq_len, base = whole("seq_len", seq_len, 0), _base(base)
    pairs = even("d_model", d_model) / 2
    log_turns = math.log(seq_len / math.tau) if seq_len else -math.inf
    if base == 1:
        return pairs if log_turns >= 0 else 0.0
    return min(max(pairs * log_turns / math.log(base), 0.0), pairs)


def turning_pairs(seq_len, d_model, base=10_000.0):
    """Return how many pairs complete at least one turn in seq_len tokens: wavelength <= seq_len.

    A wavelength that equals seq_len but for rounding (one part in 10**13) counts as a full turn.
    """
    seq_len = whole("seq_len", seq_len, 0)
    turns = seq_len * (angular_frequencies(d_model, base) / (2 * np.pi))
    return int(np.count_nonzero(turns >= 1 - 1e-13))


# ---------------------------------------------------------------------------- filling the table


def _fill(origin, step, blocks, frequencies, dtype=np.float64):
    """Return the rows of `blocks`, a range of block numbers: (64 * len(blocks), d_model).

    Block b holds the positions origin + step * (64 b + 8 c + d) for c, d = 0 ... 7.  A position
    is thus 512 a + 64 b + 8 c + d steps, the last three digits octal, and its rotation is the
    product of four, of which only exp(-i omega 512 a) is needed for every a.
    """

    def digit(size):
        """Return the rotations of 0 ... 7 times `size` steps: (8, d_model/2)."""
        return _rotations(np.arange(8) * float(size * step), frequencies)

    def combined(slow, fast):
        return (slow[:, None] * fast).reshape(-1, frequencies.size)

    first, last = blocks.start // 8, -(-blocks.stop // 8)
    far = origin + np.arange(first, last) * float(512 * step)
    starts_wanted = slice(blocks.start - 8 * first, blocks.stop - 8 * first)
    table = np.empty((len(blocks) * BLOCK, 2 * frequencies.size), dtype)
    shape = len(blocks), BLOCK, frequencies.size
    pairs = table.view(np.result_type(dtype, np.complex64)).reshape(shape)
    with np.errstate(under="ignore"):
        starts = 1j * combined(_rotations(far, frequencies), digit(64))
        turns = combined(digit(8), digit(1))
        for start, block in zip(starts[starts_wanted], pairs, strict=True):
            np.multiply(start, turns, out=block, dtype=np.complex128, casting="same_kind")
    return table


def _rotations(positions, frequencies):
    """Return exp(-i omega p), shape positions.shape + (d_model/2,), with angles not rounded.

    omega = coarse + fine, where `coarse` has 24 bits, so that p * coarse is exact for
    multiples p of 64 up to 2**35, and p * fine is too small for its rounding to matter.
    """
    mantissa, exponent = np.frexp(frequencies)
    coarse = np.ldexp(mantissa.astype(np.float32).astype(np.float64), exponent)
    with np.errstate(under="ignore"):
        turn = np.exp(-1j * np.multiply.outer(positions, coarse))
        turn *= np.exp(-1j * np.multiply.outer(positions, frequencies - coarse))
    return turn


# -------------------------------------------------------------------------------------- means


def _row_means(start, seq_len, count, d_model, base):
    """Return the means of `count` consecutive positions at a time: (ceil(seq_len/count), d)."""
    full, partial = divmod(seq_len, count)
    reach = abs(start) + seq_len + 8 * BLOCK * count
    frequencies = _frequencies_in_reach(reach, d_model, base)
    means = np.empty((full + (partial > 0), 2 * frequencies.size))
    centre = start + (count - 1) / 2
    table = _fill(centre, count, range(-(-full // BLOCK)), frequencies)
    np.multiply(table[:full], _mean_factor(count, frequencies), out=means[:full])
    if partial:
        centre = start + full * count + (partial - 1) / 2
        last = 1j * _rotations(centre, frequencies)
        means[full] = last.view(np.float64) * _mean_factor(partial, frequencies)
    return means


def _mean_factor(count, frequencies):
    """Return sin(n w/2) / (n sin(w/2)), n = count, for both columns of each pair: (d_model,).

    w/2 is first brought to within a quarter turn of 0, where the quotient is well-behaved; each
    half turn taken off changes the sign of sin(n w/2) n times and that of sin(w/2) once.
    """
    half = np.arctan(np.tan(frequencies / 2))
    sign = np.where(np.cos(frequencies / 2) < 0, (-1.0) ** (count - 1), 1.0)
    denominator = count * np.sin(half)
    nonzero = denominator != 0
    factor = np.divide(np.sin(count * half), denominator, where=nonzero, out=np.ones(half.size))
    return np.repeat(sign * factor, 2)


# ---------------------------------------------------------------------------- checking arguments


def _window(seq_len, start):
    """Return both as ints; the window must lie where float64 counts single tokens."""
    seq_len, start = whole("seq_len", seq_len, 0), integer("start", start, "an integer")
    if start < -FURTHEST or start + seq_len > FURTHEST:
        raise ValueError(
            "start and start + seq_len must lie within -2**53 ... 2**53, "
            f"got start={start} and seq_len={seq_len}"
        )
    return seq_len, start


def _base(base):
    allowed = "a finite number > 0"
    number = real("base", base, allowed)
    if not (math.isfinite(number) and number > 0):
        raise ValueError(f"base must be {allowed}, got {shown(base)}")
    return number


def _frequencies_in_reach(reach, d_model, base):
    """Return the angular frequencies, checked: the angle omega * reach must be a float64."""
    frequencies = angular_frequencies(d_model, base)
    largest = max(float(reach), 2.0) * max(float(frequencies[0]), float(frequencies[-1]))
    if not math.isfinite(largest):
        raise ValueError(_too_large(d_model, base, f"angles at {reach:.3g} tokens"))
    return frequencies


def _too_large(d_model, base, what):
    return (
        f"base must be nearer to 1 at d_model={d_model}, got {base}: "
        f"the {what} are too large for float64"
    )
