"""A large table in few cells, one for each pixel: what a block of values is drawn as."""

import numpy as np

from posenc_helpers.encoding import BLOCK, checked_frequencies, encode_in_blocks, rotations


def block_means(table, rows_per_cell: int, columns_per_cell: int):
    """Return the means of blocks of `table`; the last block of each axis may be smaller."""
    means = np.asarray(table, dtype=float)
    for axis, size in enumerate((rows_per_cell, columns_per_cell)):
        if size == 1:
            continue
        starts = np.arange(0, means.shape[axis], size)
        counts = np.diff(starts, append=means.shape[axis])
        means = np.add.reduceat(means, starts, axis=axis) / np.expand_dims(counts, 1 - axis)
    return means


def table_frequencies(seq_len, d_model, base, start=0):
    """Return the frequencies of a window that is to be drawn; its angles must be float64 numbers.

    The blocks that its means are computed in may reach beyond the window.
    """
    return checked_frequencies(abs(start) + 2 * (seq_len + BLOCK), d_model, base)


def mean_encoding(start, seq_len, frequencies, max_rows):
    """Return the table of a window with `max_rows` rows or fewer, and a count.

    Each row is the mean of `count` consecutive positions; the last row may be that of fewer. The
    mean of a sinusoid over n positions is its value at their centre times the Dirichlet factor
    sin(n omega/2) / (n sin(omega/2)), so a million positions cost what a thousand do.
    """
    count = max(1, -(-seq_len // max_rows))
    if count == 1:
        return encode_in_blocks(start, seq_len, frequencies), count
    full, partial = divmod(seq_len, count)
    with np.errstate(under="ignore"):
        means = encode_in_blocks(0, -(-seq_len // count), count * frequencies)
        hands = means.view(np.complex128)  # at the first position of each row, counted from start
        hands[:full] *= _first_mean(start, count, frequencies)
        if partial:
            hands[full] *= _first_mean(start, partial, frequencies)
    return means, count


def _first_mean(start, count, frequencies):
    """Return the mean of exp(-i omega p) over the first `count` positions from `start` on.

    omega/2 is first brought to within a quarter turn of 0, where the quotient is well-behaved;
    each half turn taken off changes the sign of sin(n omega/2) n times, of sin(omega/2) once.
    """
    half = np.arctan(np.tan(frequencies / 2))
    sign = np.where(np.cos(frequencies / 2) < 0, (-1.0) ** (count - 1), 1.0)
    factor = sign * np.sin(count * half) / (count * np.sin(half))
    return factor * rotations(start + (count - 1) / 2, frequencies)


def gram_cells(seq_len, d_model, base, most):
    """Return the table of k(q - p) for p, q = 0 ... seq_len - 1 and the positions per cell.

    Where there are more than `most` positions, a cell is the mean over as many p as q. The mean
    of dot products is the dot product of the means, and it depends on the distance of the cells
    alone: one row gives them all. The last cells may reach beyond seq_len.
    """
    per_cell = -(-seq_len // most)
    cells = -(-seq_len // per_cell)
    frequencies = table_frequencies(cells * per_cell, d_model, base)
    means, _ = mean_encoding(0, cells * per_cell, frequencies, cells)
    # Not a matrix product: the threads that it may start cost more than they save here.
    similarities = np.einsum("pj,j->p", means, means[0]) / (means.shape[1] / 2)
    places = np.arange(cells)
    return similarities[np.abs(places - places[:, np.newaxis])], per_cell
