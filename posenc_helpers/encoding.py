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
from functools import partial
from typing import NamedTuple

import numpy as np

from posenc_helpers import arguments as args

FROZEN_RANGE = 0.1  # a column that moves less is called frozen
BLOCK = 64  # rows turned from one exact rotation; blocks are counted from position 0
DOUBLINGS = np.array([[1, 8], [2, 16], [4, 32]])  # steps; two columns of 3 build 8 x 8 rows


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
    d_model, base = args.even("d_model", d_model), args.positive("base", base)
    exponents = np.arange(0, d_model, 2) / -d_model
    try:  # Python's power, since NumPy's is less accurate on some processors
        powers = map(partial(math.pow, base), memoryview(exponents))
        return np.fromiter(powers, np.float64, exponents.size)
    except OverflowError:
        raise args.too_large(d_model, base, "frequencies") from None


def wavelengths(d_model, base=10_000.0):
    """Return 2 pi / omega_i, the tokens that each clock takes for one turn; shape (d_model/2,)."""
    with np.errstate(over="ignore"):
        lengths = 2 * np.pi / angular_frequencies(d_model, base)
    if not np.isfinite(lengths[-1]):
        raise args.too_large(d_model, base, "wavelengths")
    return lengths


def positional_encoding(seq_len, d_model, base=10_000.0, *, start=0, dtype=np.float64):
    """Return the encoding of positions start ... start + seq_len - 1; shape (seq_len, d_model).

    Column 2i holds sin(omega_i p), column 2i + 1 holds cos(omega_i p).  `start` may be negative.
    Row p is the same, bit for bit, in whatever window it is asked for (with NumPy 1, a few values
    may differ by 2**-53).  `dtype` is that of the result: float32 and float16 values are the
    float64 values rounded once.

    For base >= 1 and |p| < 2**35 each float64 value is within |p| * 2**-53 + 1e-15 of the exact
    one.  The first term is the rounding of omega_i itself to float64; the angles add nothing.

    A pair (sin t, cos t), read as one complex number, is i exp(-i t).  So row 64 b + 8 e + u is
    i times three rotations: by 64 b, by 8 e and by u tokens.  Sines and cosines are taken for
    every 64th row and for 1, 2, 4 ... 32 tokens; all other rows are products.
    """
    (seq_len, start), dtype = _window(seq_len, start), args.floating("dtype", dtype)
    d_model = args.even("d_model", d_model)
    working = dtype if dtype == np.float32 else np.dtype(np.float64)
    largest = max(working.itemsize, dtype.itemsize)
    args.refuse_too_large(seq_len, d_model, itemsize=largest, seq_len=seq_len, d_model=d_model)
    groups = range(start // 8, -(-(start + seq_len) // 8))
    table = np.empty((8 * len(groups), d_model), working)
    frequencies = checked_frequencies(abs(start) + seq_len + BLOCK, d_model, base)
    skipped = start % 8
    # Beside a float32 table a block of float64 rows is held, which would cost more than a short
    # table itself: its pairs are filled a few at a time.
    short = working == np.float32 and len(groups) <= BLOCK // 4
    width = BLOCK if short else d_model // 2
    with np.errstate(under="ignore"):
        for pair in range(0, frequencies.size, width):
            columns = slice(2 * pair, 2 * (pair + width))
            _fill(table[:, columns], groups, frequencies[pair : pair + width])
        return table[skipped : skipped + seq_len].astype(dtype, copy=False)


def mean_encoding(seq_len, d_model, base=10_000.0, *, start=0, max_rows) -> MeanTable:
    """Return the table that `positional_encoding` gives, averaged down to at most `max_rows` rows.

    Each row is the mean of ceil(seq_len / max_rows) consecutive positions; the last row may stand
    for fewer.  Where nothing is to be averaged, the values are those of `positional_encoding`.

    The mean of a sinusoid over n consecutive positions has a closed form, its value at their
    centre times sin(n omega/2) / (n sin(omega/2)), so the cost does not depend on seq_len.
    """
    seq_len, start = _window(seq_len, start)
    count = max(1, -(-seq_len // args.whole("max_rows", max_rows, 1)))
    if count == 1:
        return MeanTable(positional_encoding(seq_len, d_model, base, start=start), 1)
    d_model = args.even("d_model", d_model)
    args.refuse_too_large(-(-seq_len // count), d_model, max_rows=max_rows, d_model=d_model)
    return MeanTable(_row_means(start, seq_len, count, d_model, base), count)


def shift_matrix(offset, d_model, base=10_000.0):
    """Return the (d_model, d_model) matrix M with PE(p + offset) = M PE(p) for every position p.

    Each pair of columns has a block [[cos, sin], [-sin, cos]] of the angle omega_i * offset on
    the diagonal: a clockwise turn.  `offset`, in tokens, is any finite real number.
    """
    offset, d_model = args.finite("offset", offset), args.even("d_model", d_model)
    args.refuse_too_large(d_model, d_model, d_model=d_model)
    turn = rotations(offset, checked_frequencies(abs(offset), d_model, base))
    sines = np.arange(0, d_model, 2)  # the first column of each pair
    matrix = np.zeros((d_model, d_model))
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
    table, offset = args.finite_array("table", table), args.finite("offset", offset)
    d_model = table.shape[-1] if table.ndim else 0
    if d_model < 2 or d_model % 2:
        allowed = "a last axis of even length, (..., d_model)"
        raise ValueError(f"table must have {allowed}, got shape {table.shape}")
    turn = rotations(offset, checked_frequencies(abs(offset), d_model, base))
    with np.errstate(under="ignore"):
        return (np.ascontiguousarray(table).view(np.complex128) * turn).view(np.float64)


def similarity(offsets, d_model, base=10_000.0):
    """Return k(offset) = (2 / d_model) sum_i cos(omega_i offset), one value for each offset.

    This is the dot product PE(p) . PE(p + offset) divided by d_model/2: 1 at offset 0, the same
    for every p, even in the offset.  A number gives a float, an array one of the same shape.
    """
    offsets = args.finite_array("offsets", offsets)
    # k is even, and tables of differences hold the same distance many times: once is enough.
    distances, where = np.unique(np.abs(offsets), return_inverse=True)
    frequencies = checked_frequencies(distances.max(initial=0.0), d_model, base)
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
    seq_len, base = args.whole("seq_len", seq_len, 0), args.positive("base", base)
    pairs = args.even("d_model", d_model) / 2
    log_turns = math.log(seq_len / math.tau) if seq_len else -math.inf
    if base == 1:
        return pairs if log_turns >= 0 else 0.0
    return min(max(pairs * log_turns / math.log(base), 0.0), pairs)


def turning_pairs(seq_len, d_model, base=10_000.0):
    """Return how many pairs complete at least one turn in seq_len tokens: wavelength <= seq_len.

    A wavelength that equals seq_len but for rounding (one part in 10**13) counts as a full turn.
    """
    seq_len = args.whole("seq_len", seq_len, 0)
    turns = seq_len * (angular_frequencies(d_model, base) / (2 * np.pi))
    return int(np.count_nonzero(turns >= 1 - 1e-13))


def frozen_columns(seq_len, d_model, base=10_000.0, *, start=0):
    """Return how many columns move less than 0.1 between the positions of the window.

    A clock that makes half a turn moves more than that, whatever its start; of the slower ones a
    few hundred positions show the range.
    """
    seq_len, start = _window(seq_len, start)
    omega, steps = angular_frequencies(d_model, base), max(seq_len - 1, 0)
    slow = omega[omega * steps < np.pi]
    positions = np.unique(np.linspace(start, start + steps, 257).round())
    angles = np.outer(positions, slow)
    ranges = np.concatenate([np.ptp(np.sin(angles), axis=0), np.ptp(np.cos(angles), axis=0)])
    return int(np.count_nonzero(ranges < FROZEN_RANGE))


# ---------------------------------------------------------------------------- filling the table


def rotations(positions, frequencies):
    """Return exp(-i omega p), shape positions.shape + (d_model/2,), with angles not rounded.

    omega = coarse + fine, where `coarse` has 24 bits, so that p * coarse is exact for
    multiples p of 64 up to 2**35, and p * fine is too small for its rounding to matter.
    """
    coarse = (frequencies.view(np.int64) & -(1 << 29)).view(np.float64)
    steps = -1j * np.asarray(positions)[..., np.newaxis]
    with np.errstate(under="ignore"):
        turns = np.exp(steps * coarse)
        turns *= np.exp(steps * (frequencies - coarse))
    return turns


def _fill(table, groups, frequencies, origin=0.0, step=1):
    """Fill `table` with the rows of `groups`, a range: group g is rows 8 g ... 8 g + 7.

    Row n is the encoding of position origin + n * step.
    """
    ones, eights = _digits(step, frequencies)
    rows = table.view(np.complex64 if table.dtype == np.float32 else np.complex128)
    if origin == 0 and 0 <= groups.start and groups.stop <= 8:
        return _products(eights[groups.start : groups.stop], ones, rows)
    at_zero = origin == 0 == groups.start
    in_place = at_zero and rows.dtype == np.complex128
    block = rows[:BLOCK] if in_place else np.empty((BLOCK, frequencies.size), np.complex128)
    _products(eights, ones, block)
    if at_zero:  # the block of position 0 is not turned
        rows[:BLOCK] = block
        rows, groups = rows[BLOCK:], groups[8:]
    numbers = np.arange(groups.start // 8, -(-groups.stop // 8))
    turns = rotations(origin + float(BLOCK * step) * numbers, frequencies)
    skipped = 8 * groups.start % BLOCK
    head = min(-skipped % BLOCK, len(rows))  # rows before the first whole block
    tail = (len(rows) - head) % BLOCK  # and after the last
    _products(turns[:1], block[skipped : skipped + head], rows[:head])
    whole_blocks = turns[head > 0 :][: (len(rows) - head) // BLOCK]
    _products(whole_blocks, block, rows[head : len(rows) - tail])
    _products(turns[-1:], block[:tail], rows[len(rows) - tail :])


def _products(slow, fast, rows):
    """Write slow[0] * fast, slow[1] * fast ... into `rows`, one below the other."""
    if not len(rows):
        return
    blocks = rows.reshape(len(slow), len(fast), rows.shape[1])
    np.multiply(slow[:, np.newaxis], fast, out=blocks, casting="same_kind")


def _digits(step, frequencies):
    """Return the rotations by 0, 1 ... 7 steps, and those by 0, 8 ... 56 steps times i.

    The rows known so far, turned by as many steps as there are rows, are the next rows.
    """
    if step == 1:  # the angles of 1, 2, 4 ... tokens are exact
        turns = np.exp(np.multiply.outer(-1j * DOUBLINGS, frequencies))
    else:
        turns = rotations(step * DOUBLINGS, frequencies)
    rows = np.empty((8, 2, frequencies.size), np.complex128)
    rows[0] = [[1], [1j]]
    for known, turn in zip((1, 2, 4), turns, strict=True):
        np.multiply(rows[:known], turn, out=rows[known : 2 * known])
    return rows[:, 0], rows[:, 1]


# -------------------------------------------------------------------------------------- means


def _row_means(start, seq_len, count, d_model, base):
    """Return the means of `count` consecutive positions at a time: (ceil(seq_len/count), d)."""
    full, partial = divmod(seq_len, count)
    rows = full + (partial > 0)
    groups = range(-(-rows // 8))
    means = np.empty((8 * len(groups), d_model))
    frequencies = checked_frequencies(abs(start) + seq_len + BLOCK * count, d_model, base)
    with np.errstate(under="ignore"):
        _fill(means, groups, frequencies, start + (count - 1) / 2, count)
        means[:full] *= _mean_factor(count, frequencies)
    if partial:
        centre = start + full * count + (partial - 1) / 2
        last = 1j * rotations(centre, frequencies)
        means[full] = last.view(np.float64) * _mean_factor(partial, frequencies)
    return means[:rows]


def _mean_factor(count, frequencies):
    """Return sin(n w/2) / (n sin(w/2)), n = count, for both columns of each pair: (d_model,).

    w/2 is first brought to within a quarter turn of 0, where the quotient is well-behaved; each
    half turn taken off changes the sign of sin(n w/2) n times and that of sin(w/2) once.
    """
    half = np.arctan(np.tan(frequencies / 2))
    sign = np.where(np.cos(frequencies / 2) < 0, (-1.0) ** (count - 1), 1.0)
    return np.repeat(sign * np.sin(count * half) / (count * np.sin(half)), 2)


# ---------------------------------------------------------------------------- checking arguments


def _window(seq_len, start):
    """Return both as ints; the window must lie where float64 counts single tokens."""
    seq_len, start = args.whole("seq_len", seq_len, 0), args.integer("start", start)
    if start + seq_len > args.COUNTABLE:
        found = f"start={start} and seq_len={seq_len}"
        raise ValueError(f"start + seq_len must be at most 2**53, got {found}")
    return seq_len, start


def checked_frequencies(furthest, d_model, base):
    """Return the angular frequencies, checked: the angle omega * furthest must be a float64."""
    frequencies = angular_frequencies(d_model, base)
    if not math.isfinite(float(furthest) * max(frequencies[0].item(), frequencies[-1].item())):
        raise args.too_large(d_model, base, f"angles at {furthest:.3g} tokens")
    return frequencies
