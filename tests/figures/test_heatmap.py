"""Heatmaps: what colour stands where, and how much memory they take."""

import numpy as np
import pytest

import posenc_helpers as pe
from tests import memory
from tests.figures.cases import CASES
from tests.figures.rendering import assert_close_colours, colour_at, colour_of, pixels

LARGE = {"seq_len": 1_000_000, "d_model": 512}


@pytest.mark.parametrize("transpose", [False, True])
@pytest.mark.parametrize(("shape", "start"), [((12, 10), 7), ((1_001, 5), 40)])
def test_each_cell_has_the_colour_of_its_value_where_it_belongs(shape, start, transpose):
    """In tables larger than the picture, where rows come in blocks, so has each mean."""
    size = max(1, shape[0] // 20)
    blocks = np.random.default_rng(0).uniform(-1.2, 1.2, size=(shape[0] // size + 1, shape[1]))
    table = np.repeat(blocks, size, axis=0)[: shape[0]]  # some beyond the ends of the colours
    heatmap = pe.plot_heatmap(table, start=start, transpose=transpose)
    ax, turn = heatmap.ax, 1 if transpose else -1
    lengths = [(start - 0.5, start + shape[0] - 0.5), (-0.5, shape[1] - 0.5)]
    assert [ax.get_xlim(), ax.get_ylim()[::-1]] == lengths[::turn]
    assert [ax.get_xlabel(), ax.get_ylabel()] == ["position p [tokens]", "column j"][::turn]
    picture, column = pixels(heatmap.figure), np.arange(shape[1])
    for p in range(size // 2, shape[0], size):
        for off in (-0.4, 0, 0.4):  # the middles, and near the corners
            found = colour_at(picture, ax, *(start + p + off, column + off)[::turn])
            assert_close_colours(found, colour_of(table[p]))


@pytest.mark.parametrize(
    ("name", "settings"),
    [("encoding", LARGE), ("linked_heatmap", LARGE), ("microscope", LARGE),
     ("two_bases", LARGE), ("attention_head", LARGE), ("shift", {"d_model": 1024})],
)  # fmt: skip
def test_a_million_positions_and_a_wide_matrix_are_never_held(name, settings):
    """One column of such a table takes 8 million bytes, such a matrix 8.4 million."""
    drawing = CASES[name]()
    with memory.at_most(6e6):
        drawing.update(**settings)
