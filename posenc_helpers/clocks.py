"""Reading clocks: which positions fit hands that noise has moved, and how fast hands turn.

misfits(row, 0, 100, 18, 10_000)       how far the hands are from those of positions 0 ... 99
clock_speeds(table)                    the speed of each clock of a table, in radians per token
"""

import numpy as np

from posenc_helpers import encoding

BLOCK = 64  # candidates


# ------------------------------------------------------------------- the position, off the hands


def noisy_row(position, d_model, base, noise):
    """Return the encoding of `position` plus Gaussian noise of that standard deviation.

    The noise has the same shape for every setting, so that only its size moves with the slider.
    """
    row = encoding.positional_encoding(1, d_model, base, start=position)[0]
    return row + noise * np.random.default_rng(0).normal(size=d_model)


def misfits(hands, first, count, d_model, base):
    """Return the root mean square distance, per hand, from `hands` to those of each candidate.

    `hands` is a row of the table, shape (d_model,); the candidates are the positions first ...
    first + count - 1, and the result has shape (count,).

    A candidate is a block and a place in it. Its hands are those of that place in the first block,
    turned. So all the dot products with `hands` come from two short tables.
    """
    fine = encoding.positional_encoding(BLOCK, d_model, base, start=first).view(complex)
    omega = encoding.angular_frequencies(d_model, base)
    coarse = np.exp(-1j * np.outer(BLOCK * np.arange(-(-count // BLOCK)), omega))
    asked = fine.conj() * hands.view(complex)
    # Not a matrix product: the threads that it may start cost far more than they save here.
    products = np.einsum("bj,pj->bp", coarse.view(float), asked.view(float))
    squares = hands @ hands + d_model / 2 - 2 * products.ravel()[:count]
    return np.sqrt(np.maximum(squares, 0) / (d_model / 2))


def fit_threshold(noise, d_model):
    """Return the misfit up to which a position still fits.

    It is the one expected from noise in both coordinates, and three standard deviations more.
    """
    return np.sqrt(2) * noise * np.sqrt(1 + 3 * np.sqrt(2 / d_model)) + 1e-6


# ---------------------------------------------------------------------- the speeds, off a table


def clock_speeds(table):
    """Return the speed of each clock in radians per token, read off an interleaved table.

    Columns 2i and 2i + 1 are the sine and the cosine of clock i at positions 0, 1, 2 ...  Shape
    (pairs,).  The result is right if the hands turn evenly and by less than half a turn per token.

    It is read from ever longer spans.  The speed so far tells how many whole turns a longer span
    holds.
    """
    hands, speeds, last = hands_of(table), np.zeros(table.shape[1] // 2), len(table) - 1
    for span in (*2 ** np.arange((last - 1).bit_length()), last):  # 1, 2, 4, 8 ... and all
        turn = np.angle(hands[span] * np.conj(hands[0]) * np.exp(-1j * speeds * span))
        speeds = speeds + turn / span
    return speeds


def hands_of(table):
    """Return the hands of an interleaved table as cos + i sin; shape (rows, pairs)."""
    return table[:, 1::2] + 1j * table[:, 0::2]
