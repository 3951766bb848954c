"""Show a large table in few cells, one for each pixel: a cell is the mean of a block of values."""

import numpy as np

from posenc_helpers.encoding import checked_frequencies, must_be_counted, rotations

BLOCK = 16  # rows that are shifted together


def block_means(table, rows_per_cell: int, columns_per_cell: int):
    """Return the means of blocks of `table`, all of the same size.

    The last block along each axis ends where the table ends, so it may overlap the block before.
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
    """Return the angular frequencies for drawing a window, shape (d_model/2,).

    Raises ValueError if an angle exceeds float64. This check reaches beyond the window, because the
    blocks in which means are computed may do the same.
    """
    must_be_counted(start, seq_len)
    return checked_frequencies(abs(start) + 2 * (seq_len + BLOCK), d_model, base)


def encode_in_blocks(start, seq_len, frequencies):
    """Return the encoding of a window by the addition theorem, PE(p + k) = M_k PE(p).

    This needs a few sines and cosines instead of one for every cell, so a large table can follow a
    slider. A pair (sin t, cos t), read as one complex number, is i exp(-i t), so a shift is a
    multiplication, as in lesson 05. Position 16 k + u, for u from -8 to 7, is position u shifted by
    16 k.
    """
    half = BLOCK // 2
    first, stop = (start + half) // BLOCK, -(-(start + seq_len + half) // BLOCK)
    shifts = rotations(BLOCK * np.arange(first, stop), frequencies)
    block = 1j * rotations(np.arange(-half, half), frequencies)
    table = (shifts[:, np.newaxis] * block).view(np.float64).reshape(-1, 2 * frequencies.size)
    skipped = start - (BLOCK * first - half)
    return table[skipped : skipped + seq_len]


def mean_encoding(start, seq_len, frequencies, max_rows):
    """Return the table of a window in at most `max_rows` rows, and how many positions a row has.

    Each row is the mean of `count` consecutive positions. The last row ends where the window ends,
    so its positions may overlap those of the row before. The mean of a sinusoid over n positions is
    its value at their centre times the Dirichlet factor sin(n omega/2) / (n sin(omega/2)), so a
    million positions take no longer than a thousand.
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

    `start` and `count` may be arrays of the same shape. The result has one more axis, for the
    frequencies.

    First omega/2 is brought to within a quarter turn of 0, where the quotient is well-behaved. Each
    half turn that is subtracted changes the sign of sin(n omega/2) n times, and the sign of
    sin(omega/2) once.
    """
    centre, count = start + (count - 1) / 2, np.asarray(count)[..., np.newaxis]
    half = np.arctan(np.tan(frequencies / 2))
    sign = np.where(np.cos(frequencies / 2) < 0, (-1.0) ** (count - 1), 1.0)
    factor = sign * np.sin(count * half) / (count * np.sin(half))
    return factor * rotations(centre, frequencies)


def mean_similarity(furthest, d_model, base):
    """Return distances up to `furthest` tokens, apart by equal factors, and the similarity at each.

    There are at most 999 distances, because a curve has about this many pixels. If one pixel covers
    several distances, the similarity is the mean over all of them and the distance is their middle.
    """
    firsts = np.unique(np.geomspace(1, furthest + 1, 1_000).round())
    counts = np.diff(firsts)
    turns = mean_turn(firsts[:-1], counts, checked_frequencies(furthest, d_model, base))
    return firsts[:-1] + (counts - 1) / 2, turns.real.mean(axis=1)
