"""Reading the time: which positions fit the hands of the clocks, where noise has moved the hands.

misfits(row, 0, 100, 18, 10_000)       how far the hands are from those of positions 0 ... 99
"""

from __future__ import annotations

import numpy as np

from posenc_helpers import encoding

BLOCK = 64  # candidates
DEVIATIONS = 3.0  # standard deviations above the expected misfit that still fit


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
    return np.sqrt(2) * noise * np.sqrt(1 + DEVIATIONS * np.sqrt(2 / d_model)) + 1e-6
