"""Blocks of a table: means, the value furthest from 0, and the table of dot products."""

import math

import numpy as np
import pytest

import posenc_helpers as pe
from posenc_helpers.downsampling import block_means, furthest_from_zero, gram_cells


def test_downsampling_show_the_value_furthest_from_zero():
    table = np.array([[1.0, -3.0, 0.5], [2.0, 0.0, -0.5], [0.1, 0.2, -0.3]])
    cells = furthest_from_zero(table, (2, 2))
    assert cells.tolist() == [[-3.0, 0.5], [0.2, -0.3]]
    rng = np.random.default_rng(0).normal(size=(37, 11))
    assert np.abs(furthest_from_zero(rng, (5, 3))).max() == np.abs(rng).max()
    assert np.array_equal(furthest_from_zero(rng, (1, 1)), rng)
    equally_far = np.array([[2.0, -2.0], [-1.0, 1.0]])
    assert furthest_from_zero(equally_far, (1, 2)).tolist() == [[2.0], [1.0]]


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (2, 3), (5, 4), (37, 11), (50, 50)])
def test_means_of_blocks(rows, columns):
    table = np.random.default_rng(1).normal(size=(37, 11))
    expected = [
        [table[r : r + rows, c : c + columns].mean() for c in range(0, 11, columns)]
        for r in range(0, 37, rows)
    ]
    assert np.allclose(block_means(table, rows, columns), expected, rtol=0, atol=1e-14)


@pytest.mark.parametrize(
    ("seq_len", "most", "size"), [(50, 290, 1), (1_000, 290, 4), (290, 289, 2), (7, 2, 4)]
)
def test_cells_are_the_dot_products_of_codes_or_their_means(seq_len, most, size):
    cells, per_cell = gram_cells(seq_len, 6, 1e3, most)
    assert per_cell == size
    assert len(cells) == math.ceil(seq_len / size) <= most
    codes = pe.positional_encoding(len(cells) * size, 6, 1e3)
    means = block_means(codes @ codes.T / 3, size, size)
    assert np.abs(cells - means).max() < 1e-12


def test_each_diagonal_of_a_million_is_constant():
    cells, per_cell = gram_cells(1_000_000, 64, 1e4, 290)
    assert per_cell == 3_449
    for m in (0, 1, 17, len(cells) - 1):
        assert np.ptp(np.diagonal(cells, m)) == np.ptp(np.diagonal(cells, -m)) == 0
    offsets = np.arange(-3_448, 3_449)  # of two positions in one cell, as often as they occur
    mean = np.average(pe.similarity(offsets, 64), weights=3_449 - np.abs(offsets))
    assert cells[0, 0] == pytest.approx(mean, abs=1e-9)
