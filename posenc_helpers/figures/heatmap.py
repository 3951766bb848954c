"""Heatmaps: the whole table at once, alone or linked to one row and one column."""

from __future__ import annotations

import matplotlib
import numpy as np

from posenc_helpers import encoding
from posenc_helpers.arguments import finite_array, integer, quoted, several, whole
from posenc_helpers.figures.drawing import (
    Drawing,
    add_axes,
    drawn_width,
    updated,
    write,
)
from posenc_helpers.figures.look import (
    COSINE,
    COSINE_TEXT,
    CURSOR,
    SINE,
    TABLE_COLOURS,
    cursor_style,
    fixed_ticks,
    styled,
    whole_number_ticks,
)
from posenc_helpers.figures.table_image import HeatmapImage, show_encoding
from posenc_helpers.wording import counted, minus, number

MOST_WRITTEN = 400  # values that are written into their cells
MOST_WINDOWS = 3  # side by side


class Heatmap(Drawing):
    """One heatmap of any table."""

    stored_dpi = 100  # a pixel of the screen each: sharp there, and small in the notebook

    @styled
    def __init__(self, ax=None, *, cmap=TABLE_COLOURS, colorbar=True, size=(9.0, 4.2)):
        width, height = _checked_size(size)
        super().__init__(width, height, ax)
        if ax is None:
            ax = add_axes(self.figure, 104, 62, width * 100 - 204, height * 100 - 105)
        self.ax = ax
        self.image = HeatmapImage(ax, cmap)
        self.colorbar = self.image.add_colorbar() if colorbar and self.owns_figure else None
        whole_number_ticks(ax.xaxis, 8)
        whole_number_ticks(ax.yaxis, 6)
        ax.set(xlabel="column j", ylabel="position p [tokens]")

    def update(self, table, *, start: int = 0):
        """Show `table`, whose first row is position `start`."""
        table = np.asarray(table)
        per_cell = self.image.show_means(table, (start, 0))
        rows, columns = table.shape
        self.text = (
            f"Heatmap of {counted(rows, 'position')} (from {start:,}) by "
            f"{counted(columns, 'column')}, values from "
            f"{table.min():.2f} to {table.max():.2f}" + _means_clause(*per_cell)
        )

    def update_transposed(self, table, *, start: int = 0):
        """Show `table` with its positions, from `start` on, to the right and its columns down."""
        table = np.asarray(table)
        self.image.show_means(table.T, (0, start))
        self.ax.set(xlabel="position p [tokens]", ylabel="column j")
        rows, columns = table.shape
        self.text = (
            f"Heatmap turned by a quarter: {counted(rows, 'position')} to the right, "
            f"{counted(columns, 'column')} downward, values from {table.min():.2f} to "
            f"{table.max():.2f}."
        )

    def update_encoding(self, seq_len, d_model, base=10_000.0, *, start=0):
        """Show the encoding itself; a million positions cost what a thousand do."""
        seq_len, d_model = whole("seq_len", seq_len, 1), drawn_width(d_model)
        start = integer("start", start)
        _, per_cell = show_encoding(self.image, seq_len, d_model, base, start)
        self.text = (
            f"Heatmap of the encoding: positions {start:,} to {start + seq_len - 1:,}, "
            f"{counted(d_model, 'column')}, base {number(base)}" + _means_clause(*per_cell)
        )

    def write_values(self, decimals: int = 2):
        """Write each value into its cell."""
        left, right, bottom, top = self.image.image.get_extent()
        rows, columns = self.image.values.shape
        for (row, column), value in np.ndenumerate(self.image.values):
            x = left + (column + 0.5) * (right - left) / columns
            y = top + (row + 0.5) * (bottom - top) / rows
            colour = self.image.letter_colour(value)
            look = {"ha": "center", "va": "center", "fontsize": 12, "color": colour}
            self.ax.text(x, y, minus(f"{value:.{decimals}f}"), **look)


def _means_clause(per_row, per_column):
    parts = []
    if per_row > 1:
        parts.append(f"{per_row:,} positions")
    if per_column > 1:
        parts.append(f"{per_column:,} columns")
    return f"; each cell is the mean of {' by '.join(parts)}." if parts else "."


@styled
def plot_heatmap(
    table, ax=None, *, start=0, transpose=False, cmap=TABLE_COLOURS, colorbar=True, values=False,
    size=(9.0, 4.2),
):  # fmt: skip
    """Draw a table as a heatmap and return the drawing.

    Parameters
    ----------
    table : array of shape (seq_len, d_model), values from -1 to 1
    ax : axes to draw on; a figure of its own if not given
    start : position of the first row
    transpose : dimensions downward and positions to the right, as `imshow(table.T)` draws it
    cmap : name of a Matplotlib colour map
    colorbar : draw a colour bar (only in a figure of its own)
    values : write each value into its cell (for tables of up to 400 values)
    size : width and height of the figure in inches, each from 2.5 to 40

    Raises
    ------
    ValueError : if `table` does not have two axes, is empty or holds values that are not finite,
        if it is too large for its values to be written, or if there is no colour map of that name.
    TypeError : if `table` does not hold numbers, `start` is not an integer or `ax` are no axes.
    """
    table, start = _checked_table(table, values), integer("start", start)
    heatmap = Heatmap(ax, cmap=_checked_name(cmap), colorbar=colorbar, size=size)
    update = heatmap.update_transposed if transpose else heatmap.update
    update(table, start=start)
    if values:
        heatmap.write_values()
    return heatmap


def _checked_table(table, written):
    table = finite_array("table", table)
    if table.ndim != 2 or not table.size:
        allowed = "have two axes (positions, columns) and not be empty"
        raise ValueError(f"table must {allowed}, got shape {table.shape}")
    if written and table.size > MOST_WRITTEN:
        allowed = f"have at most {MOST_WRITTEN} values where they are written"
        raise ValueError(f"table must {allowed}, got {table.size:,}")
    return table


def _checked_name(cmap):
    if not isinstance(cmap, str) or cmap not in matplotlib.colormaps:
        allowed = "the name of a Matplotlib colour map"
        raise ValueError(f"cmap must be {allowed}, got {quoted(cmap, repr)}")
    return cmap


def _checked_size(size):
    inches = finite_array("size", size)
    if inches.shape != (2,) or inches.min() < 2.5 or inches.max() > 40:
        allowed = "width and height, each from 2.5 to 40 inches"
        raise ValueError(f"size must be {allowed}, got {quoted(size)}")
    return inches


def plot_encoding(seq_len, d_model, base=10_000.0, ax=None, *, start=0, size=(9.0, 4.2)):
    """Draw the encoding of any length as a heatmap and return the drawing.

    Where a pixel covers several positions it shows their mean, from a closed form, so the cost
    does not depend on `seq_len`. `d_model` is at most 16,384.
    """
    heatmap = Heatmap(ax, size=size)
    heatmap.update_encoding(seq_len, d_model, base, start=start)
    return heatmap


@styled
def plot_windows(starts=(0, 50), seq_len=50, d_model=128, base=10_000.0):
    """Draw one to three windows of the encoding side by side and return the drawing.

    starts : the first position of each window
    seq_len, d_model, base : of all of them
    """
    starts = [integer("start", start) for start in several("starts", starts, MOST_WINDOWS)]
    seq_len, d_model = whole("seq_len", seq_len, 1), drawn_width(d_model)
    drawing = Drawing(9.0, 3.6)
    drawing.stored_dpi = Heatmap.stored_dpi
    for ax, start in zip(_window_axes(drawing.figure, len(starts)), starts, strict=True):
        plot_encoding(seq_len, d_model, base, ax=ax, start=start)
        ax.set_title(f"positions {start:,} to {start + seq_len - 1:,}")
    for ax in drawing.figure.axes[1:]:
        ax.set_ylabel("")
    drawing.text = (
        f"{counted(len(starts), 'heatmap')} of {counted(seq_len, 'position')} by "
        f"{counted(d_model, 'column')} each, base {number(base)}, side by side, from the "
        f"positions {', '.join(f'{start:,}' for start in starts)}."
    )
    return drawing


def _window_axes(figure, count):
    width = 780 // count - 40
    return [add_axes(figure, 90 + (width + 50) * k, 62, width, 260) for k in range(count)]


class LinkedHeatmap(Drawing):
    """A heatmap with one cursor: its row as a profile below, its column as a wave beside."""

    @styled
    def __init__(self):
        super().__init__(9.0, 4.7)
        self._make_axes()
        self.image = HeatmapImage(self.heat_ax)
        self._make_cursor()
        self._make_curves()

    def _make_axes(self):
        title = "left of the dotted line: pairs that complete a turn"
        self.heat_ax = add_axes(
            self.figure, 118, 168, 536, 262, title=title, ylabel="position p [tokens]"
        )
        labels = {"xlabel": "column j", "ylabel": "row p", "ylim": (-1.3, 1.3)}
        self.row_ax = add_axes(self.figure, 118, 58, 536, 96, **labels)
        self.wave_ax = add_axes(
            self.figure, 678, 168, 200, 262, title="column j along p", xlim=(-1.15, 1.15)
        )
        self.wave_ax.set_xlabel("value", labelpad=1)
        self._make_ticks()
        look = {"fontsize": 12, "fontweight": "bold"}
        write(self.figure, 678, 100, "sine: even columns", color=SINE, **look)
        write(self.figure, 678, 74, "cosine: odd columns", color=COSINE_TEXT, **look)

    def _make_ticks(self):
        whole_number_ticks(self.heat_ax.yaxis, 6)
        whole_number_ticks(self.row_ax.xaxis, 8)
        fixed_ticks(self.row_ax.yaxis)
        fixed_ticks(self.wave_ax.xaxis)
        self.heat_ax.tick_params(bottom=False, labelbottom=False)
        self.wave_ax.tick_params(left=False, labelleft=False)

    def _make_cursor(self):
        look = cursor_style()
        self.boundary = self.heat_ax.axvline(
            0, color="black", linewidth=2.4, linestyle=(0, (1, 1.2)), gapcolor="white"
        )
        self.across = self.heat_ax.axhline(0, **look)
        self.down = self.heat_ax.axvline(0, **look)
        self.row_line = self.row_ax.axvline(0, **look)
        self.wave_line = self.wave_ax.axhline(0, **look)
        self.cursor = [self.across, self.down, self.row_line, self.wave_line]

    def _make_curves(self):
        (self.row_sine,) = self.row_ax.plot([], [], color=SINE, markersize=5)
        (self.row_cosine,) = self.row_ax.plot([], [], color=COSINE, markersize=5)
        (self.wave,) = self.wave_ax.plot([], [], color=SINE, markersize=5)
        (self.row_dot,) = self.row_ax.plot([], [], "o", color=CURSOR, clip_on=False)
        (self.wave_dot,) = self.wave_ax.plot([], [], "o", color=CURSOR, clip_on=False)

    def update(self, *, d_model, base, seq_len, start, position, column):
        """Show the window `start` … `start + seq_len - 1` with the cursor at (position, column)."""
        seq_len, d_model = whole("seq_len", seq_len, 1), drawn_width(d_model)
        start = integer("start", start)
        position = whole("position", position, start, start + seq_len - 1)
        column = whole("column", column, 0, d_model - 1)
        rows, self.per_cell = show_encoding(self.image, seq_len, d_model, base, start)
        turning = encoding.turning_pairs(seq_len, d_model, base)
        row = encoding.positional_encoding(1, d_model, base, start=position)[0]
        self._move_cursor(position, column, turning)
        self._draw_row(row, column)
        self._draw_wave(rows[:, column], start, column)
        self.wave_dot.set_data([row[column]], [position])
        self._describe(start, seq_len, base, turning, position, column, row)

    def _describe(self, start, seq_len, base, turning, position, column, row):
        self.text = (
            f"Heatmap of positions {start:,} to {start + seq_len - 1:,} by {len(row):,} columns at "
            f"base {number(base)}: {turning:,} of {len(row) // 2:,} pairs complete a turn. "
            f"Cursor at position {position:,}, column {column:,}: value {row[column]:.4f}."
        )

    def _move_cursor(self, position, column, turning):
        for line in (self.across, self.wave_line):
            line.set_ydata([position] * 2)
        for line in (self.down, self.row_line):
            line.set_xdata([column] * 2)
        self.boundary.set_xdata([2 * turning - 0.5] * 2)

    def _draw_row(self, row, column):
        self.row_ax.set_xlim(-0.5, len(row) - 0.5)
        for line, first in ((self.row_sine, 0), (self.row_cosine, 1)):
            line.set_data(np.arange(first, len(row), 2), row[first::2])
            line.set_marker("o" if len(row) <= 32 else "")
        self.row_dot.set_data([column], [row[column]])

    def _draw_wave(self, values, start, column):
        per_row = self.per_cell[0]
        self.wave.set_data(values, start + per_row * np.arange(len(values)) + (per_row - 1) / 2)
        self.wave.set_color((SINE, COSINE)[column % 2])
        self.wave.set_marker("o" if len(values) <= 60 else "")
        self.wave_ax.set_ylim(self.heat_ax.get_ylim())


def plot_linked_heatmap(
    seq_len=50, d_model=128, base=10_000.0, *, start=0, position=None, column=0
):
    """Draw a heatmap with the row and the column of one cell, and return the drawing."""
    return updated(
        LinkedHeatmap(),
        d_model=d_model,
        base=base,
        seq_len=seq_len,
        start=start,
        position=start if position is None else position,
        column=column,
    )
