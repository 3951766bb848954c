"""Heatmaps: what colour stands where, and that a cell of a large one is the mean that it says."""

import math

import numpy as np
import pytest
from matplotlib.figure import Figure

import posenc_helpers as pe
from tests.figures.cases import drawn, redrawn, seen
from tests.figures.rendering import assert_close_colours, colour_at, colour_of, pixels

RED, WHITE, BLUE = (103, 0, 31), (247, 247, 246), (5, 48, 97)  # of 1, 0 and -1 in RdBu_r


# ----------------------------------------------------------------------------- small tables


def test_each_cell_has_the_colour_of_its_value_where_it_belongs():
    table = pe.positional_encoding(12, 10, start=7)
    heatmap = pe.plot_heatmap(table, start=7)
    picture = pixels(heatmap.figure)
    row, column = np.indices(table.shape)
    for dp, dj in ((0, 0), (-0.4, -0.4), (0.4, 0.4)):  # the middles, and near the corners
        found = colour_at(picture, heatmap.ax, column + dj, 7 + row + dp)
        assert_close_colours(found, colour_of(table.ravel()))


def test_values_beyond_the_limits_take_the_end_colours():
    heatmap = pe.plot_heatmap([[-5.0, 5.0]])
    picture = pixels(heatmap.figure)
    assert_close_colours(colour_at(picture, heatmap.ax, 0, 0), BLUE, 2)
    assert_close_colours(colour_at(picture, heatmap.ax, 1, 0), RED, 2)


def test_position_goes_down_and_column_to_the_right():
    ax = pe.plot_heatmap(pe.positional_encoding(50, 128, start=30), start=30).ax
    assert ax.get_xlim() == (-0.5, 127.5)
    assert ax.get_ylim() == (79.5, 29.5)
    assert ax.get_xlabel() == "column j"
    assert ax.get_ylabel() == "position p [tokens]"


@pytest.mark.parametrize("shape", [(9, 6), (1_000, 7), (1_001, 5), (3, 700)])
@pytest.mark.parametrize("start", [0, 40])
def test_the_transposed_view_has_each_cell_where_it_belongs(shape, start):
    table = np.random.default_rng(0).uniform(-1, 1, size=shape)
    table = np.repeat(np.repeat(table[::50], 50, axis=0)[: shape[0]], 1, axis=1)  # coarse in p
    heatmap = pe.plot_heatmap(table, transpose=True, start=start)
    assert heatmap.ax.get_xlim() == (start - 0.5, start + shape[0] - 0.5)
    assert heatmap.ax.get_ylim() == (shape[1] - 0.5, -0.5)
    assert heatmap.ax.get_xlabel() == "position p [tokens]"
    assert heatmap.ax.get_ylabel() == "column j"
    if shape[1] > 300:
        return  # several columns to a pixel: only the frame can be checked by eye
    picture = pixels(heatmap.figure)
    for p in {0, shape[0] // 3 // 50 * 50 + 25, shape[0] - 1} & set(range(shape[0])):
        found = colour_at(picture, heatmap.ax, start + p, np.arange(shape[1]))
        assert_close_colours(found, colour_of(table[p]), 12)


def test_transposed_rows_of_large_tables_are_not_stretched():
    """1,001 positions, two to a cell: the last cell is half beyond the table, the others fit."""
    table = np.where(np.arange(1_001) < 1_000, -1.0, 1.0)[:, None] * np.ones(4)
    heatmap = pe.plot_heatmap(table, transpose=True)
    left, right, _, _ = heatmap.image.image.get_extent()
    cells = heatmap.image.values.shape[1]
    assert cells == 501
    assert (right - left) / cells == pytest.approx(2)


@pytest.mark.parametrize("transpose", [False, True])
@pytest.mark.parametrize("start", [0, 10])
def test_values_are_written_into_their_cells(transpose, start):
    table = pe.positional_encoding(5, 4, start=start)
    heatmap = pe.plot_heatmap(table, values=True, start=start, transpose=transpose)
    written = {tuple(np.round(t.get_position(), 6)): t.get_text() for t in heatmap.ax.texts}
    expected = {}
    for (row, j), value in np.ndenumerate(table):
        place = (start + row, j) if transpose else (j, start + row)
        expected[place] = f"{value:.2f}".replace("-", "−")
    assert written == expected


def test_the_colour_bar_agrees_with_the_cells():
    heatmap = drawn("heatmap")
    bar = heatmap.colorbar
    picture = pixels(heatmap.figure)
    assert bar.ax.get_ylim() == (-1, 1)
    for value in (-0.95, -0.5, 0.0, 0.5, 0.95):
        assert_close_colours(colour_at(picture, bar.ax, 0.5, value), colour_of(value))
    assert [t.get_text() for t in bar.ax.get_yticklabels()] == ["−1", "0", "1"]


def test_heatmap_of_the_encoding_is_that_of_its_table():
    encoding = seen(pe.plot_encoding, 30, 12, 500.0, start=9)
    table = pe.plot_heatmap(pe.positional_encoding(30, 12, 500.0, start=9), start=9)
    assert np.array_equal(pixels(encoding.figure), pixels(table.figure))


# ----------------------------------------------------------------------- larger than the picture


def brute_force_means(table, per_row, per_column):
    for axis, size in ((0, per_row), (1, per_column)):
        firsts = np.arange(0, table.shape[axis], size)
        counts = np.diff(firsts, append=table.shape[axis])
        sums = np.add.reduceat(table, firsts, axis=axis)
        table = sums / np.expand_dims(counts, 1 - axis)
    return table


@pytest.mark.parametrize(
    ("seq_len", "d_model", "start"),
    [(5_000, 64, 0), (4_999, 64, 1_234), (10_000, 1024, 0), (100, 1024, 0), (317, 34, 3)],
)
@pytest.mark.parametrize("base", [1e2, 1e4, 1.0])
def test_cells_are_means_of_the_table(seq_len, d_model, start, base):
    heatmap = seen(pe.plot_encoding, 1, 2, size=(6.0, 3.0))  # axes of 420 x 195 pixels
    heatmap.update_encoding(seq_len, d_model, base, start=start)
    per_row, per_column = math.ceil(seq_len / 195), math.ceil(d_model / 420)
    table = pe.positional_encoding(seq_len, d_model, base, start=start)
    expected = brute_force_means(table, per_row, per_column)
    assert heatmap.image.values.shape == expected.shape
    assert np.abs(heatmap.image.values - expected).max() < 1e-12
    left, right, bottom, top = heatmap.image.image.get_extent()
    assert (left, right) == (-0.5, -0.5 + expected.shape[1] * per_column)
    assert (top, bottom) == (start - 0.5, start - 0.5 + expected.shape[0] * per_row)
    assert heatmap.ax.get_ylim() == (start + seq_len - 0.5, start - 0.5)
    assert heatmap.ax.get_xlim() == (-0.5, d_model - 0.5)


def test_the_drawn_colours_are_those_of_the_means():
    """Down to the screen: pixels of a window of 20,000 positions against brute-force means."""
    heatmap = seen(pe.plot_encoding, 20_000, 64)
    per_row = math.ceil(20_000 / 315)
    table = pe.positional_encoding(20_000, 64)
    means = brute_force_means(table, per_row, 1)
    picture = pixels(heatmap.figure)
    rng = np.random.default_rng(0)
    for row, column in zip(rng.integers(2, 300, 200), rng.integers(0, 64, 200), strict=True):
        centre = row * per_row + (per_row - 1) / 2
        near = means[row - 1 : row + 2, column]  # a cell is a bit less than a pixel high
        found = colour_at(picture, heatmap.ax, column, centre)
        gaps = [np.abs(found - colour_of(value)).max() for value in near]
        assert min(gaps) <= 6


def test_the_linked_heatmap_shows_the_same_means():
    linked = drawn("linked_heatmap_million")
    per_row, per_column = linked.per_cell
    rows = pe.positional_encoding(3 * per_row, 64, start=1_000_000)
    expected = brute_force_means(rows, per_row, per_column)
    assert np.abs(linked.image.values[:3] - expected).max() < 1e-10
    assert per_row == math.ceil(1_000_000 / len(linked.image.values))


# ------------------------------------------------------------------------------ one row, one column


def test_row_and_column_of_the_cursor():
    table = pe.positional_encoding(50, 128)
    linked = seen(pe.plot_linked_heatmap, position=10, column=9)
    assert np.array_equal(linked.row_sine.get_xdata(), np.arange(0, 128, 2))
    assert np.array_equal(linked.row_sine.get_ydata(), table[10, 0::2])
    assert np.array_equal(linked.row_cosine.get_xdata(), np.arange(1, 128, 2))
    assert np.array_equal(linked.row_cosine.get_ydata(), table[10, 1::2])
    assert np.array_equal(linked.wave.get_xdata(), table[:, 9])
    assert np.array_equal(linked.wave.get_ydata(), np.arange(50))
    assert (linked.row_dot.get_xdata(), linked.row_dot.get_ydata()) == ([9], [table[10, 9]])
    assert (linked.wave_dot.get_xdata(), linked.wave_dot.get_ydata()) == ([table[10, 9]], [10])
    assert [line.get_ydata()[0] for line in (linked.across, linked.wave_line)] == [10, 10]
    assert [line.get_xdata()[0] for line in (linked.down, linked.row_line)] == [9, 9]


def test_linked_axes_have_one_scale():
    for name in ("linked_heatmap", "linked_heatmap_million", "linked_heatmap_one"):
        linked = drawn(name)
        assert linked.wave_ax.get_ylim() == linked.heat_ax.get_ylim()
        assert linked.row_ax.get_xlim() == linked.heat_ax.get_xlim()
        heat, row, wave = (
            ax.get_position() for ax in (linked.heat_ax, linked.row_ax, linked.wave_ax)
        )
        assert (heat.x0, heat.x1) == (row.x0, row.x1)
        assert (heat.y0, heat.y1) == (wave.y0, wave.y1)


@pytest.mark.parametrize(
    ("seq_len", "base", "turning"), [(50, 1e4, 15), (50, 1e2, 29), (50, 1e8, 8)]
)
def test_the_boundary_stands_between_pairs_that_turn_and_pairs_that_do_not(seq_len, base, turning):
    linked = seen(pe.plot_linked_heatmap, seq_len, 128, base)
    (edge,) = set(linked.boundary.get_xdata())
    lengths = pe.wavelengths(128, base)
    for i, length in enumerate(lengths):  # pair i covers x from 2i - 0.5 to 2i + 1.5
        assert (2 * i + 1.5 <= edge) == (length <= seq_len)
    assert edge == 2 * turning - 0.5


def test_below_base_1_the_pairs_on_the_right_turn():
    """Wavelengths at base 0.1: 6.28, 3.53, 1.99 and 1.12 tokens, of which the last three fit."""
    linked = pe.plot_linked_heatmap(5, 8, 0.1)
    assert set(linked.boundary.get_xdata()) == {1.5}
    assert linked.title.get_text().startswith("right of the dotted line")
    assert seen(pe.plot_linked_heatmap, 5, 8).title.get_text().startswith("left of")


def test_a_transposed_heatmap_mentions_its_means():
    table = pe.positional_encoding(4_000, 6)
    assert "mean of 6 positions." in pe.plot_heatmap(table, transpose=True).text
    assert "mean of 13 positions." in pe.plot_heatmap(table).text


def test_the_boundary_at_the_ends():
    for seq_len, edge in ((5, -0.5), (10**6, 15.5)):  # none turns in 5 tokens; all do in a million
        linked = redrawn("plot_linked_heatmap", seq_len=seq_len, d_model=16, position=0, column=0)
        assert linked.boundary.get_xdata()[0] == edge


# ------------------------------------------------------------------------------- given axes


def test_axes_of_someone_else():
    figure = Figure()
    left, right = figure.subplots(1, 2)
    heatmap = pe.plot_heatmap(pe.positional_encoding(20, 6), ax=left)
    assert heatmap.figure is figure
    assert heatmap.ax is left
    assert len(left.images) == 1
    assert not right.images
    assert figure.axes == [left, right]  # no colour bar, no axes of its own
    assert left.get_ylabel() == "position p [tokens]"
    encoding = pe.plot_encoding(20, 6, ax=right)
    assert encoding.ax is right
    assert np.array_equal(left.images[0].get_array(), right.images[0].get_array())


@pytest.mark.parametrize("draw", [pe.plot_heatmap, lambda _, ax: pe.plot_encoding(4, 4, ax=ax)])
def test_someone_elses_figure_is_not_shown_twice(draw):
    """The figure belongs to its owner, who shows it; the drawing gives its text only."""
    drawing = draw(pe.positional_encoding(4, 4), ax=Figure().subplots())
    assert drawing._repr_mimebundle_() == {"text/plain": drawing.text}
    data, metadata = pe.plot_heatmap(pe.positional_encoding(4, 4))._repr_mimebundle_()
    assert set(data) == {"image/png", "text/plain"}
    assert metadata["image/png"]["alt"] == data["text/plain"]


def test_means_fit_the_axes_that_are_given():
    ax = Figure(figsize=(2, 2)).add_axes((0.1, 0.1, 0.5, 0.5))  # 100 x 100 pixels
    assert pe.plot_encoding(1_000, 300, ax=ax).image.values.shape == (100, 100)
