"""Heatmaps: the whole table at once, alone or linked to one row and one column."""

from __future__ import annotations

import matplotlib
import numpy as np

from posenc_helpers import encoding
from posenc_helpers.figures.drawing import (
    COSINE,
    SINE,
    Drawing,
    add_axes,
    cursor_style,
    number,
    pixel_size,
    style,
    value_ticks,
    whole_number_ticks,
)

COLOURS = "RdBu_r"
_LEVELS = 255


class HeatmapImage:
    """A table as an image on one axes: rows are positions, columns are dimensions.

    Values from -1 to 1 become colours here, once, so that Matplotlib has only to place pixels.
    """

    def __init__(self, ax, cmap: str = COLOURS, limits: tuple[float, float] = (-1.0, 1.0)):
        self.ax = ax
        self.norm = matplotlib.colors.Normalize(*limits)
        self.cmap = matplotlib.colormaps[cmap]
        self._palette = self.cmap(np.linspace(0, 1, _LEVELS), bytes=True)
        self.values = np.zeros((1, 1))
        with style():
            self.image = ax.imshow(self._colours(), interpolation="nearest", aspect="auto")
        for spine in ax.spines.values():
            spine.set_visible(False)

    def set_values(self, values, rows: tuple[float, float], columns: tuple[float, float]):
        """Show `values`; `rows` and `columns` are the edges that its cells reach from and to."""
        self.values = np.asarray(values)
        self.image.set_data(self._colours())
        self.image.set_extent((columns[0], columns[1], rows[1], rows[0]))

    def _colours(self):
        levels = np.clip(self.norm(self.values).filled(), 0, 1) * (_LEVELS - 1) + 0.5
        return self._palette[levels.astype(np.uint8)]

    def add_colorbar(self, label: str = "value"):
        """Draw the colour bar beside the axes and return it."""
        scalar = matplotlib.cm.ScalarMappable(self.norm, self.cmap)
        box = self.ax.get_position()
        across = self.ax.figure.get_size_inches()[0]
        with style():
            bar_ax = self.ax.figure.add_axes(
                [box.x1 + 0.14 / across, box.y0, 0.14 / across, box.height]
            )
            bar = self.ax.figure.colorbar(scalar, cax=bar_ax, label=label)
            bar.outline.set_visible(False)
        if (self.norm.vmin, self.norm.vmax) == (-1, 1):
            value_ticks(bar_ax.yaxis)
        return bar


def show_encoding(image: HeatmapImage, seq_len, d_model, base, start=0):
    """Show the encoding in `image` and return its rows, (rows, d_model), and how many positions
    each stands for. Where a pixel covers more than one value it shows their mean.
    """
    across, up = pixel_size(image.ax)
    table = encoding.mean_encoding(seq_len, d_model, base, start=start, max_rows=up)
    per_column = -(-d_model // across)
    cells = table.values if per_column == 1 else block_means(table.values, 1, per_column)
    image.set_values(
        cells,
        (start - 0.5, start - 0.5 + len(cells) * table.positions_per_row),
        (-0.5, -0.5 + cells.shape[1] * per_column),
    )
    image.ax.set_xlim(-0.5, d_model - 0.5)
    image.ax.set_ylim(start + seq_len - 0.5, start - 0.5)
    return table.values, table.positions_per_row, per_column


def block_means(table, rows_per_cell: int, columns_per_cell: int):
    """Return the means of blocks of `table`; the last block of each axis may be smaller."""
    table = np.asarray(table, dtype=float)
    for axis, size in enumerate((rows_per_cell, columns_per_cell)):
        edges = np.arange(0, table.shape[axis], size)
        counts = np.diff(np.append(edges, table.shape[axis]))
        shape = (-1, 1) if axis == 0 else (1, -1)
        table = np.add.reduceat(table, edges, axis=axis) / counts.reshape(shape)
    return table


class Heatmap(Drawing):
    """One heatmap of any table."""

    def __init__(self, ax=None, *, cmap=COLOURS, colorbar=True, size=(9.0, 4.2)):
        super().__init__(*size, ax)
        if ax is None:
            width, height = size[0] * 100, size[1] * 100
            ax = add_axes(self.figure, 80, 62, width - 180, height - 105)
        self.ax = ax
        self.image = HeatmapImage(ax, cmap)
        self.colorbar = self.image.add_colorbar() if colorbar and self.owns_figure else None
        whole_number_ticks(ax.xaxis, 8)
        whole_number_ticks(ax.yaxis, 6)
        ax.set_xlabel("column j")
        ax.set_ylabel("position p [tokens]")
        self.moving = [self.image.image]
        self.scales = [ax.xaxis, ax.yaxis]

    def update(self, table, *, start: int = 0):
        """Show `table`, whose first row is position `start`."""
        rows, columns = np.shape(table)
        across, up = pixel_size(self.ax)
        per_row, per_column = max(1, -(-rows // up)), max(1, -(-columns // across))
        means = block_means(table, per_row, per_column)
        self.image.set_values(
            means,
            (start - 0.5, start - 0.5 + means.shape[0] * per_row),
            (-0.5, -0.5 + means.shape[1] * per_column),
        )
        self.ax.set_xlim(-0.5, columns - 0.5)
        self.ax.set_ylim(start + rows - 0.5, start - 0.5)
        self.text = (
            f"Heatmap of {rows:,} positions (from {start:,}) by {columns:,} columns, values from "
            f"{number(np.min(table), 3)} to {number(np.max(table), 3)}"
            + _means_clause(per_row, per_column)
        )

    def update_encoding(self, seq_len, d_model, base=10_000.0, *, start=0):
        """Show the encoding itself; a million positions cost what a thousand do."""
        _, per_row, per_column = show_encoding(self.image, seq_len, d_model, base, start)
        self.text = (
            f"Heatmap of the encoding: positions {start:,} to {start + seq_len - 1:,}, "
            f"{d_model:,} columns, base {number(base)}" + _means_clause(per_row, per_column)
        )

    def write_values(self, decimals: int = 2):
        """Write each value into its cell."""
        values = self.image.values
        for (p, j), value in np.ndenumerate(values):
            colour = "white" if abs(value) > 0.6 else "black"
            self.ax.text(
                j, p, f"{value:.{decimals}f}".replace("-", "−"),
                ha="center", va="center", color=colour, fontsize=12,
            )  # fmt: skip


def _means_clause(per_row, per_column):
    parts = []
    if per_row > 1:
        parts.append(f"{per_row:,} positions")
    if per_column > 1:
        parts.append(f"{per_column:,} columns")
    return f"; each cell is the mean of {' by '.join(parts)}." if parts else "."


def plot_heatmap(
    table, ax=None, *, start=0, transpose=False, cmap=COLOURS, colorbar=True, values=False,
    size=(9.0, 4.2),
):  # fmt: skip
    """Draw a table as a heatmap and return the drawing.

    Parameters
    ----------
    table : array of shape (seq_len, d_model), values from -1 to 1
    ax : axes to draw on; a figure of its own if not given
    start : position of the first row
    transpose : dimensions upward and positions to the right, as some texts draw it
    cmap : name of a Matplotlib colour map
    colorbar : draw a colour bar (only in a figure of its own)
    values : write each value into its cell (for small tables)
    size : width and height of the figure in inches

    Raises
    ------
    ValueError : if `table` does not have two axes or is empty.
    """
    table = np.asarray(table)
    if table.ndim != 2 or table.size == 0:
        raise ValueError(
            f"table must have two axes (positions, columns) and not be empty, got shape {table.shape}"
        )
    heatmap = Heatmap(ax, cmap=cmap, colorbar=colorbar, size=size)
    if transpose:
        _draw_transposed(heatmap, table, start)
    else:
        heatmap.update(table, start=start)
    if values:
        heatmap.write_values()
    return heatmap


def _draw_transposed(heatmap, table, start):
    heatmap.update(table.T)
    columns, positions = table.T.shape
    heatmap.image.image.set_extent((start - 0.5, start + positions - 0.5, columns - 0.5, -0.5))
    heatmap.ax.set_xlim(start - 0.5, start + positions - 0.5)
    heatmap.ax.set_ylim(-0.5, columns - 0.5)
    heatmap.ax.set_xlabel("position p [tokens]")
    heatmap.ax.set_ylabel("column j")
    heatmap.text = (
        f"Heatmap turned by a quarter: {positions:,} positions to the right, {columns:,} columns "
        f"upward, values from {number(np.min(table), 3)} to {number(np.max(table), 3)}."
    )


def plot_encoding(seq_len, d_model, base=10_000.0, ax=None, *, start=0, size=(9.0, 4.2)):
    """Draw the encoding of any length as a heatmap and return the drawing.

    Where a pixel covers several positions it shows their mean, from a closed form, so the cost
    does not depend on `seq_len`.
    """
    heatmap = Heatmap(ax, size=size)
    heatmap.update_encoding(seq_len, d_model, base, start=start)
    return heatmap


class LinkedHeatmap(Drawing):
    """A heatmap with one cursor: its row as a profile below, its column as a wave beside."""

    def __init__(self):
        super().__init__(9.0, 4.7)
        self.heat_ax = add_axes(self.figure, 84, 168, 560, 262)
        self.row_ax = add_axes(self.figure, 84, 58, 560, 96)
        self.wave_ax = add_axes(self.figure, 668, 168, 200, 262)
        self._label_axes()
        self.image = HeatmapImage(self.heat_ax)
        with style():
            self._make_cursor()
            (self.row_sine,) = self.row_ax.plot([], [], color=SINE)
            (self.row_cosine,) = self.row_ax.plot([], [], color=COSINE)
            (self.wave,) = self.wave_ax.plot([], [], color=SINE)
            (self.row_dot,) = self.row_ax.plot([], [], "o", color="black")
            (self.wave_dot,) = self.wave_ax.plot([], [], "o", color="black")
        self.moving = [
            self.image.image, self.boundary, *self.cursor,
            self.row_sine, self.row_cosine, self.wave, self.row_dot, self.wave_dot,
        ]  # fmt: skip
        self.scales = [self.heat_ax.yaxis, self.row_ax.xaxis]

    def _label_axes(self):
        self.heat_ax.set_ylabel("position p [tokens]")
        self.heat_ax.set_title("left of the dotted line: pairs that complete a turn", loc="left")
        self.row_ax.set_xlabel("column j")
        self.row_ax.set_ylabel("row p")
        self.wave_ax.set_title("column j along p", loc="left")
        self.wave_ax.set_xlabel("value", labelpad=1)
        whole_number_ticks(self.heat_ax.yaxis, 6)
        whole_number_ticks(self.row_ax.xaxis, 8)
        value_ticks(self.row_ax.yaxis)
        value_ticks(self.wave_ax.xaxis)
        self.heat_ax.tick_params(bottom=False, labelbottom=False)
        self.wave_ax.tick_params(left=False, labelleft=False)
        self.wave_ax.set_xlim(-1.15, 1.15)
        self.row_ax.set_ylim(-1.3, 1.3)
        place = {"fontsize": 12, "fontweight": "bold", "ha": "left"}
        self.figure.text(668 / 900, 100 / 470, "sine: even columns", color=SINE, **place)
        self.figure.text(668 / 900, 74 / 470, "cosine: odd columns", color=COSINE, **place)

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

    def update(self, *, d_model, base, seq_len, start, position, column):
        """Show the window `start` … `start + seq_len - 1` with the cursor at (position, column)."""
        rows, per_row, per_column = show_encoding(self.image, seq_len, d_model, base, start)
        self.per_cell = (per_row, per_column)
        edge = encoding.turn_boundary(seq_len, d_model, base)
        self.boundary.set_xdata([2 * edge - 0.5] * 2)
        self._move_cursor(position, column)
        row = encoding.positional_encoding(1, d_model, base, start=position)[0]
        self._draw_row(row, column)
        centres = start + per_row * np.arange(len(rows)) + (per_row - 1) / 2
        self._draw_wave(rows[:, column], centres, column, row[column], position)
        self.wave_ax.set_ylim(self.heat_ax.get_ylim())
        self._describe(d_model, base, seq_len, start, position, column, row[column])

    def _move_cursor(self, position, column):
        for line in (self.across, self.wave_line):
            line.set_ydata([position] * 2)
        for line in (self.down, self.row_line):
            line.set_xdata([column] * 2)

    def _draw_row(self, row, column):
        d_model = len(row)
        self.row_ax.set_xlim(-0.5, d_model - 0.5)
        self.row_sine.set_data(np.arange(0, d_model, 2), row[0::2])
        self.row_cosine.set_data(np.arange(1, d_model, 2), row[1::2])
        marker = "o" if d_model <= 32 else ""
        for line in (self.row_sine, self.row_cosine):
            line.set_marker(marker)
            line.set_markersize(5)
        self.row_dot.set_data([column], [row[column]])

    def _draw_wave(self, values, centres, column, value, position):
        self.wave.set_data(values, centres)
        self.wave.set_color((SINE, COSINE)[column % 2])
        self.wave.set_marker("o" if len(values) <= 60 else "")
        self.wave.set_markersize(5)
        self.wave_dot.set_data([value], [position])

    def _describe(self, d_model, base, seq_len, start, position, column, value):
        turning = encoding.turning_pairs(seq_len, d_model, base)
        self.text = (
            f"Heatmap of positions {start:,} to {start + seq_len - 1:,} by {d_model:,} columns at "
            f"base {number(base)}: {turning:,} of {d_model // 2:,} pairs complete a turn. "
            f"Cursor at position {position:,}, column {column:,}: value {value:.4f}."
        )


def plot_linked_heatmap(
    seq_len=50, d_model=128, base=10_000.0, *, start=0, position=None, column=0
):
    """Draw a heatmap with the row and the column of one cell, and return the drawing."""
    drawing = LinkedHeatmap()
    drawing.update(
        d_model=d_model, base=base, seq_len=seq_len, start=start,
        position=start if position is None else position, column=column,
    )  # fmt: skip
    return drawing
