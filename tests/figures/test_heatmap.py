"""Heatmaps: what colour stands where, and that a cell of a large one is the mean that it says."""

import math
import tracemalloc

import numpy as np
import pytest

import posenc_helpers as pe
from tests.figures.cases import CASES, drawn, seen
from tests.figures.rendering import assert_close_colours, colour_at, colour_of, pixels
from tests.figures.test_formula import points_of


@pytest.mark.parametrize("transpose", [False, True])
@pytest.mark.parametrize(("shape", "start"), [((12, 10), 7), ((1_001, 5), 40)])
def test_each_cell_has_the_colour_of_its_value_where_it_belongs(shape, start, transpose):
    """In tables larger than the picture, where rows come in blocks, so has each mean."""
    each = max(1, shape[0] // 20)
    blocks = np.random.default_rng(0).uniform(-1.2, 1.2, size=(shape[0] // each + 1, shape[1]))
    table = np.repeat(blocks, each, axis=0)[: shape[0]]  # some beyond the ends of the colours
    heatmap = pe.plot_heatmap(table, start=start, transpose=transpose)
    ax, turn = heatmap.ax, 1 if transpose else -1
    lengths = [(start - 0.5, start + shape[0] - 0.5), (-0.5, shape[1] - 0.5)]
    assert [ax.get_xlim(), ax.get_ylim()[::-1]] == lengths[::turn]
    assert [ax.get_xlabel(), ax.get_ylabel()] == ["position p [tokens]", "column j"][::turn]
    picture, column = pixels(heatmap.figure), np.arange(shape[1])
    for p in range(each // 2, shape[0], each):
        for off in (-0.4, 0, 0.4):  # the middles, and near the corners
            found = colour_at(picture, ax, *(start + p + off, column + off)[::turn])
            assert_close_colours(found, colour_of(table[p]))


@pytest.mark.parametrize(
    ("seq_len", "d_model", "base", "start"),
    [(4_999, 64, 1e4, 1_234), (100, 1024, 1e2, 0), (317, 34, 1.0, 3)],
)
def test_cells_are_means_of_the_table(seq_len, d_model, base, start):
    heatmap = seen(pe.plot_encoding, 1, 2, size=(6.0, 3.0))  # axes of 384 x 195 pixels
    heatmap.update_encoding(seq_len, d_model, base, start=start)
    table, sizes = pe.positional_encoding(seq_len, d_model, base, start=start), []
    for axis, most in enumerate((195, 384)):
        sizes.append(math.ceil(table.shape[axis] / most))
        parts = np.split(table, range(sizes[axis], table.shape[axis], sizes[axis]), axis)
        table = np.stack([part.mean(axis) for part in parts], axis)
    assert heatmap.image.values == pytest.approx(table, abs=1e-12)
    right, bottom = np.multiply(table.shape, sizes)[::-1]
    place = (-0.5, right - 0.5, start + bottom - 0.5, start - 0.5)
    assert heatmap.image.image.get_extent() == place
    assert heatmap.ax.get_ylim() == (start + seq_len - 0.5, start - 0.5)
    assert heatmap.ax.get_xlim() == (-0.5, d_model - 0.5)


def test_row_and_column_of_the_cursor():
    table = pe.positional_encoding(50, 128)
    linked = drawn("linked_heatmap")  # at position 10, column 9
    for curve, first in ((linked.row_sine, 0), (linked.row_cosine, 1)):
        expected = np.transpose([np.arange(first, 128, 2), table[10, first::2]])
        assert points_of(curve.lines) == pytest.approx(expected, abs=1e-14)
    for line, x, y in (
        (linked.wave, table[:, 9], np.arange(50)),
        (linked.row_dot, [9], [table[10, 9]]),
        (linked.wave_dot, [table[10, 9]], [10]),
    ):
        assert line.get_xydata() == pytest.approx(np.transpose([x, y]), abs=1e-14)
    assert [line.get_ydata()[0] for line in (linked.across, linked.wave_line)] == [10, 10]
    assert [line.get_xdata()[0] for line in (linked.down, linked.row_line)] == [9, 9]


def test_where_rows_are_means_the_dot_is_on_their_curve_which_says_so():
    """The value at position 5,500 is 0.9889, and the mean of 3,817 positions around it 0.0001."""
    linked = seen(pe.plot_linked_heatmap, 1_000_000, 512, position=5_500, column=9)
    (mean,), _ = linked.wave_dot.get_data()
    values, centres = linked.wave.get_data()
    assert mean == np.interp(5_500, centres, values) and abs(mean) < 0.01
    assert linked.wave_title.get_text().startswith("means: λ ")


@pytest.mark.parametrize(
    ("window", "turning"),
    [((50, 128, 1e4), 15), ((5, 16, 1e4), 0), ((10**6, 16, 1e4), 8), ((5, 8, 0.1), 3)],
)
def test_the_boundary_stands_between_pairs_that_turn_and_pairs_that_do_not(window, turning):
    """Below base 1 the pairs on the right turn: at 0.1 in 6.28, 3.53, 1.99 and 1.12 tokens."""
    linked = seen(pe.plot_linked_heatmap, *window, position=0, column=0)
    edge, side = (2 * turning, "left") if window[2] > 1 else (window[1] - 2 * turning, "right")
    assert set(linked.boundary.get_xdata()) == {edge - 0.5}
    wording = f"{turning} of {window[1] // 2} pairs complete a turn, {side} of the dots"
    ends = {0: "No pair completes a turn", window[1] // 2: "Every pair completes a turn"}
    assert linked.title.get_text() == ends.get(turning, wording)


MILLION = {"seq_len": 1_000_000, "d_model": 512}


@pytest.mark.parametrize(
    ("name", "settings"),
    [("encoding", MILLION), ("linked_heatmap", MILLION), ("microscope", MILLION),
     ("two_bases", MILLION), ("attention_head", MILLION), ("shift", {"d_model": 1024})],
)  # fmt: skip
def test_a_million_positions_and_a_wide_matrix_are_never_held(name, settings):
    """One column of such a table takes 8 million bytes, such a matrix 8.4 million."""
    drawing = CASES[name]()
    update = drawing.update_encoding if name == "encoding" else drawing.update
    tracemalloc.start()
    try:
        update(**settings)
        assert tracemalloc.get_traced_memory()[1] < 6e6
    finally:
        tracemalloc.stop()
