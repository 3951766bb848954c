"""A large table in few cells, one for each pixel: what a block of values is drawn as."""

import numpy as np

from posenc_helpers.encoding import checked_frequencies, must_be_counted, rotations

BLOCK = 16  # rows that are shifted together


def block_means(table, rows_per_cell: int, columns_per_cell: int):
    """Return the means of blocks of `table`, all of one size.

    The last block of each axis ends where it does, and may overlap the one before.
    """
    means = np.asarray(table, dtype=float)
    for axis, size in enumerate((rows_per_cell, columns_per_cell)):
        if size == 1:
            continue
        rows = np.moveaxis(means, axis, 0)
        means = np.add.reduceat(means, np.arange(0, len(rows), size), axis=axis)
        np.moveaxis(means, axis, 0)[-1] = rows[-size:].sum(axis=0)
        means /= min(size, len(rows))
    return means


def table_frequencies(seq_len, d_model, base, start=0):
    """Return the frequencies of a window that is to be drawn; its angles must be float64 numbers.

    The blocks that its means are computed in may reach beyond the window.
    """
    must_be_counted(start, seq_len)
    return checked_frequencies(abs(start) + 2 * (seq_len + BLOCK), d_model, base)


def encode_in_blocks(start, seq_len, frequencies):
    """Return the encoding of a window by the addition theorem, PE(p + k) = M_k PE(p).

    It takes a few sines and cosines instead of one for every cell, so that a large table follows a
    slider. A pair (sin t, cos t), read as one complex number, is i exp(-i t), so a shift is a
    product, as in lesson 05. Position 16 k + u, for u from -8 to 7, is position u shifted by 16 k.
    """
    half = BLOCK // 2
    first, stop = (start + half) // BLOCK, -(-(start + seq_len + half) // BLOCK)
    shifts = rotations(BLOCK * np.arange(first, stop), frequencies)
    block = 1j * rotations(np.arange(-half, half), frequencies)
    table = (shifts[:, np.newaxis] * block).view(np.float64).reshape(-1, 2 * frequencies.size)
    skipped = start - (BLOCK * first - half)
    return table[skipped : skipped + seq_len]


def mean_encoding(start, seq_len, frequencies, max_rows):
    """Return the table of a window with `max_rows` rows or fewer, and a count.

    Each row is the mean of `count` consecutive positions; those of the last end where the window
    does, and may overlap those before. The mean of a sinusoid over n positions is its value at
    their centre times the Dirichlet factor sin(n omega/2) / (n sin(omega/2)), so a million
    positions cost what a thousand do.
    """
    count = max(1, -(-seq_len // max_rows))
    if count == 1:
        return encode_in_blocks(start, seq_len, frequencies), count
    with np.errstate(under="ignore"):
        means = encode_in_blocks(0, -(-seq_len // count), count * frequencies)
        hands = means.view(np.complex128)  # at the first position of each row, counted from start
        hands *= mean_turn(start, count, frequencies)
        hands[-1] = 1j * mean_turn(start + seq_len - count, count, frequencies)
    return means, count


def mean_turn(start, count, frequencies):
    """Return the mean of exp(-i omega p) over `count` positions from `start` on.

    Both may be arrays of one shape; the result has an axis more, for the frequencies.

    omega/2 is first brought to within a quarter turn of 0, where the quotient is well-behaved;
    each half turn subtracted changes the sign of sin(n omega/2) n times, of sin(omega/2) once.
    """
    centre, count = start + (count - 1) / 2, np.asarray(count)[..., np.newaxis]
    half = np.arctan(np.tan(frequencies / 2))
    sign = np.where(np.cos(frequencies / 2) < 0, (-1.0) ** (count - 1), 1.0)
    factor = sign * np.sin(count * half) / (count * np.sin(half))
    return factor * rotations(centre, frequencies)


def mean_similarity(furthest, d_model, base):
    """Return distances up to `furthest` on a logarithmic scale, and the similarity around each.

    There are up to 999, as many as a curve has pixels: where one covers several distances, it is
    the mean over all of them, and the distance is their middle.
    """
    firsts = np.unique(np.geomspace(1, furthest + 1, 1_000).round())
    counts = np.diff(firsts)
    turns = mean_turn(firsts[:-1], counts, checked_frequencies(furthest, d_model, base))
    return firsts[:-1] + (counts - 1) / 2, turns.real.mean(axis=1)
