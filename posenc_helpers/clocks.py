"""Read clocks: find the positions that fit noisy hands, and how fast hands turn.

misfits(row, 0, 100, 18, 10_000)       how far the hands are from those of positions 0 ... 99
clock_speeds(table)                    the speed of each clock of a table, in radians per token
"""

import numpy as np

from posenc_helpers import encoding

BLOCK = 64  # candidates that share one rotation


# ------------------------------------------------------------------- the position from the hands


def noisy_row(position, d_model, base, noise):
    """Return the encoding of `position` plus Gaussian noise, shape (d_model,).

    `noise` is the standard deviation. The same random draw is used for every setting, so the slider
    changes only the size of the noise.
    """
    row = encoding.positional_encoding(1, d_model, base, start=position)[0]
    return row + noise * np.random.default_rng(0).normal(size=d_model)


def misfits(hands, first, count, d_model, base):
    """Return the root mean square distance, per hand, from `hands` to the hands of each candidate.

    `hands` is a row of the table, shape (d_model,). The candidates are the positions first ...
    first + count - 1, and the result has shape (count,).

    The candidates form blocks of 64. The hands of a candidate are the hands at the same place in
    the first block, rotated by an angle that its block determines. So all dot products with `hands`
    come from two short tables.
    """
    fine = encoding.positional_encoding(BLOCK, d_model, base, start=first).view(complex)
    omega = encoding.angular_frequencies(d_model, base)
    coarse = np.exp(-1j * np.outer(BLOCK * np.arange(-(-count // BLOCK)), omega))
    asked = fine.conj() * hands.view(complex)
    # A matrix product may start threads, which cost far more than they save here.
    products = np.einsum("bj,pj->bp", coarse.view(float), asked.view(float))
    squares = hands @ hands + d_model / 2 - 2 * products.ravel()[:count]
    return np.sqrt(np.maximum(squares, 0) / (d_model / 2))


def fit_threshold(noise, d_model):
    """Return the misfit up to which a position still fits.

    Its square is the mean square that noise in both coordinates makes, plus three standard
    deviations of this mean square.
    """
    return np.sqrt(2) * noise * np.sqrt(1 + 3 * np.sqrt(2 / d_model)) + 1e-6


# ---------------------------------------------------------------------- the speeds from a table


def clock_speeds(table):
    """Return the speed of each clock of an interleaved table in radians per token, shape (pairs,).

    Columns 2i and 2i + 1 are the sine and the cosine of clock i at positions 0, 1, 2 ... The result
    is right if the hands turn evenly and by less than half a turn per token.

    The speed is measured over longer and longer spans. For each span, the speed so far says how
    many whole turns it holds.
    """
    hands, speeds, last = hands_of(table), np.zeros(table.shape[1] // 2), len(table) - 1
    for span in (*2 ** np.arange((last - 1).bit_length()), last):  # 1, 2, 4, 8 ... and all
        turn = np.angle(hands[span] * np.conj(hands[0]) * np.exp(-1j * speeds * span))
        speeds = speeds + turn / span
    return speeds


def hands_of(table):
    """Return the hands of an interleaved table as complex cos + i sin, shape (rows, pairs)."""
    return table[:, 1::2] + 1j * table[:, 0::2]
