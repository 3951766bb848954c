"""Heatmaps: the whole table at once, alone or linked to one row and one column."""

from __future__ import annotations

import matplotlib
import numpy as np

from posenc_helpers import encoding
from posenc_helpers.arguments import even, finite_array, integer, several, whole
from posenc_helpers.figures.cells import Cells
from posenc_helpers.figures.drawing import Drawing, add_axes, pixel_size
from posenc_helpers.figures.look import (
    COSINE,
    COSINE_TEXT,
    CURSOR,
    MUTED,
    SINE,
    TABLE_COLOURS,
    cursor_style,
    luminance,
    styled,
    value_ticks,
    whole_number_ticks,
)
from posenc_helpers.wording import counted, number


class HeatmapImage:
    """A table as an image on one axes: rows are positions, columns are dimensions."""

    def __init__(self, ax, cmap: str = TABLE_COLOURS, limits: tuple[float, float] = (-1.0, 1.0)):
        self.ax = ax
        self.norm = matplotlib.colors.Normalize(*limits)
        self.cmap = matplotlib.colormaps[cmap]
        self.values = np.zeros((1, 1))
        self.image = Cells(ax, self.cmap)
        for spine in ax.spines.values():  # a frame, so that white cells at the rim do not vanish
            spine.set(visible=True, edgecolor=MUTED, linewidth=1.6, zorder=-1)

    def set_values(self, values, rows: tuple[float, float], columns: tuple[float, float]):
        """Show `values`; `rows` and `columns` are the edges that its cells reach from and to."""
        self.values = np.asarray(values)
        low, high = self.norm.vmin, self.norm.vmax
        self.image.set_levels((self.values - low) / (high - low))
        self.image.set_extent((columns[0], columns[1], rows[1], rows[0]))

    def letter_colour(self, value) -> str:
        """Return black or white, whichever is read more easily on the colour of `value`."""
        ground = luminance(self.cmap(self.norm(value)))
        return "white" if 1.05 / (ground + 0.05) > (ground + 0.05) / 0.05 else "black"

    def add_colorbar(self, label: str = "value"):
        """Draw the colour bar beside the axes and return it."""
        scalar = matplotlib.cm.ScalarMappable(self.norm, self.cmap)
        box = self.ax.get_position()
        across = self.ax.figure.get_size_inches()[0]
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
    rows = _means_of_rows(np.asarray(table, dtype=float), rows_per_cell)
    return _means_of_rows(rows.T, columns_per_cell).T


def _means_of_rows(table, size):
    """Return the means of `size` consecutive rows at a time; the last may be of fewer."""
    if size == 1:
        return table
    total = table[::size].copy()
    for k in range(1, min(size, len(table))):
        following = table[k::size]
        total[: len(following)] += following
    counts = np.diff(np.arange(0, len(table), size), append=len(table))
    return total / counts[:, np.newaxis]


class Heatmap(Drawing):
    """One heatmap of any table."""

    stored_dpi = 100  # a pixel of the screen each: sharp there, and small in the notebook

    @styled
    def __init__(self, ax=None, *, cmap=TABLE_COLOURS, colorbar=True, size=(9.0, 4.2)):
        super().__init__(*size, ax)
        if ax is None:
            width, height = size[0] * 100, size[1] * 100
            ax = add_axes(self.figure, 104, 62, width - 204, height - 105)
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
            f"Heatmap of {counted(rows, 'position')} (from {start:,}) by "
            f"{counted(columns, 'column')}, values from "
            f"{np.min(table):.2f} to {np.max(table):.2f}" + _means_clause(per_row, per_column)
        )

    def update_encoding(self, seq_len, d_model, base=10_000.0, *, start=0):
        """Show the encoding itself; a million positions cost what a thousand do."""
        seq_len, start = whole("seq_len", seq_len, 1), integer("start", start)
        d_model = even("d_model", d_model)
        _, per_row, per_column = show_encoding(self.image, seq_len, d_model, base, start)
        self.text = (
            f"Heatmap of the encoding: positions {start:,} to {start + seq_len - 1:,}, "
            f"{counted(d_model, 'column')}, base {number(base)}"
            + _means_clause(per_row, per_column)
        )

    def write_values(self, decimals: int = 2):
        """Write each value into its cell."""
        left, right, bottom, top = self.image.image.get_extent()
        rows, columns = self.image.values.shape
        for (row, column), value in np.ndenumerate(self.image.values):
            x = left + (column + 0.5) * (right - left) / columns
            y = top + (row + 0.5) * (bottom - top) / rows
            self.ax.text(
                x, y, f"{value:.{decimals}f}".replace("-", "−"), ha="center", va="center",
                color=self.image.letter_colour(value), fontsize=12,
            )  # fmt: skip


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
    values : write each value into its cell (for small tables)
    size : width and height of the figure in inches

    Raises
    ------
    ValueError : if `table` does not have two axes, is empty or holds values that are not finite,
        or if there is no colour map of that name.
    TypeError : if `table` does not hold numbers, or `start` is not an integer.
    """
    table = _checked_table(table)
    start = integer("start", start, "an integer")
    if cmap not in matplotlib.colormaps:
        raise ValueError(f"cmap must be the name of a Matplotlib colour map, got {cmap!r}")
    if ax is not None and not isinstance(ax, matplotlib.axes.Axes):
        raise TypeError(f"ax must be Matplotlib axes, got {ax!r}")
    heatmap = Heatmap(ax, cmap=cmap, colorbar=colorbar, size=size)
    if transpose:
        _draw_transposed(heatmap, table, start)
    else:
        heatmap.update(table, start=start)
    if values:
        heatmap.write_values()
    return heatmap


def _checked_table(table):
    table = finite_array("table", table)
    if table.ndim != 2 or table.size == 0:
        raise ValueError(
            "table must have two axes (positions, columns) and not be empty, "
            f"got shape {table.shape}"
        )
    return table


def _draw_transposed(heatmap, table, start):
    heatmap.update(table.T)
    columns, positions = table.T.shape
    left, right, bottom, top = heatmap.image.image.get_extent()
    heatmap.image.image.set_extent((start + left, start + right, bottom, top))
    heatmap.ax.set_xlim(start - 0.5, start + positions - 0.5)
    heatmap.ax.set_ylim(columns - 0.5, -0.5)
    heatmap.ax.set_xlabel("position p [tokens]")
    heatmap.ax.set_ylabel("column j")
    heatmap.text = (
        f"Heatmap turned by a quarter: {counted(positions, 'position')} to the right, "
        f"{counted(columns, 'column')} downward, values from {np.min(table):.2f} to "
        f"{np.max(table):.2f}."
    )


@styled
def plot_encoding(seq_len, d_model, base=10_000.0, ax=None, *, start=0, size=(9.0, 4.2)):
    """Draw the encoding of any length as a heatmap and return the drawing.

    Where a pixel covers several positions it shows their mean, from a closed form, so the cost
    does not depend on `seq_len`.
    """
    heatmap = Heatmap(ax, size=size)
    heatmap.update_encoding(seq_len, d_model, base, start=start)
    return heatmap


@styled
def plot_windows(starts=(0, 50), seq_len=50, d_model=128, base=10_000.0):
    """Draw two or three windows of the encoding side by side and return the drawing.

    starts : the first position of each window
    seq_len, d_model, base : of all of them
    """
    starts = [integer("starts", start, "an integer") for start in several("starts", starts)]
    whole("number of starts", len(starts), 1, 3)
    drawing = Drawing(9.0, 3.6)
    drawing.stored_dpi = Heatmap.stored_dpi
    width = 780 // len(starts) - 40
    for k, start in enumerate(starts):
        ax = add_axes(drawing.figure, 90 + (width + 50) * k, 62, width, 260)
        plot_encoding(seq_len, d_model, base, ax=ax, start=start)
        ax.set_title(f"positions {start:,} to {start + seq_len - 1:,}", loc="left")
        if k:
            ax.set_ylabel("")
    drawing.text = (
        f"{len(starts)} heatmaps of {counted(seq_len, 'position')} by {counted(d_model, 'column')} "
        f"each, side by side, from the positions {', '.join(f'{start:,}' for start in starts)}."
    )
    return drawing


class LinkedHeatmap(Drawing):
    """A heatmap with one cursor: its row as a profile below, its column as a wave beside."""

    @styled
    def __init__(self):
        super().__init__(9.0, 4.7)
        self.heat_ax = add_axes(self.figure, 118, 168, 536, 262)
        self.row_ax = add_axes(self.figure, 118, 58, 536, 96)
        self.wave_ax = add_axes(self.figure, 678, 168, 200, 262)
        self._label_axes()
        self.image = HeatmapImage(self.heat_ax)
        self._make_cursor()
        (self.row_sine,) = self.row_ax.plot([], [], color=SINE)
        (self.row_cosine,) = self.row_ax.plot([], [], color=COSINE)
        (self.wave,) = self.wave_ax.plot([], [], color=SINE)
        (self.row_dot,) = self.row_ax.plot([], [], "o", color=CURSOR, clip_on=False)
        (self.wave_dot,) = self.wave_ax.plot([], [], "o", color=CURSOR, clip_on=False)
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
        self.figure.text(678 / 900, 100 / 470, "sine: even columns", color=SINE, **place)
        self.figure.text(678 / 900, 74 / 470, "cosine: odd columns", color=COSINE_TEXT, **place)

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
        seq_len, d_model = whole("seq_len", seq_len, 1), even("d_model", d_model)
        start = integer("start", start, "an integer")
        position = whole("position", position, start, start + seq_len - 1)
        column = whole("column", column, 0, d_model - 1)
        rows, per_row, per_column = show_encoding(self.image, seq_len, d_model, base, start)
        self.per_cell = (per_row, per_column)
        turning = encoding.turning_pairs(seq_len, d_model, base)
        self.boundary.set_xdata([2 * turning - 0.5] * 2)
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


@styled
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
