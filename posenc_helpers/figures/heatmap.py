"""Heatmaps: the whole table at once, alone or linked to one row and one column."""

import matplotlib
import numpy as np

from posenc_helpers import encoding
from posenc_helpers.checks import Index, Reals, Several, Whole, refused, takes
from posenc_helpers.figures import look
from posenc_helpers.figures.downsampling import table_frequencies
from posenc_helpers.figures.drawing import TABLE, Drawing, plots, still
from posenc_helpers.figures.speed import SpeedCurve, SpeedStrip
from posenc_helpers.figures.table_image import HeatmapImage, show_encoding
from posenc_helpers.wording import counted, decimals, memory, rounded, said, share_of

LEFT, LINKED = 116, 134  # pixels: room for a name, and ticks up to 100,000, or 1,000,000


class Heatmap(Drawing):
    """Table as a heatmap."""

    stored_dpi = look.SCREEN_DPI  # a pixel each: sharp there, and small in the notebook

    def __init__(self, *, cmap=look.TABLE_COLOURS, size=(9.0, 4.2)):
        self.cmap = cmap
        inches = Reals().check("size", size)
        if inches.shape != (2,) or inches.min() < 2.5 or inches.max() > 40:
            raise refused("size", "width and height, each from 2.5 to 40 inches", size)
        super().__init__(*inches)

    def make(self):
        wide, high = self.figure.get_size_inches() * 100
        place = LEFT, 62, wide - LEFT - 100, high - 105
        self.ax = self.add_axes(*place, x=8, y=6, xlabel="column j", ylabel="position p [tokens]")
        self.image = HeatmapImage(self.ax, self.cmap)
        self.colorbar = self.image.add_colorbar()
        self.headline(x=LEFT)

    def update(self, table, *, start: int = 0, transpose: bool = False):
        """Show `table`, whose first row is position `start`.

        `transpose`: with its positions to the right and its columns down.
        """
        table = np.asarray(table)
        self.ends = {"lowest value": said("{}", table.min()), "highest": said("{}", table.max())}
        if transpose:
            self.image.show_means(table.T, (0, start))
            self.ax.set(xlabel="position p [tokens]", ylabel="column j")
        else:
            self.image.show_means(table, (start, 0))
        rows, columns = counted(len(table), "position"), counted(table.shape[1], "column")
        self._say(f"{rows} by {columns}")

    def _say(self, words):
        """Write the first line, in a figure that has room for it."""
        words = means(self.image).capitalize() or words
        if 12 * len(words) < self.figure.get_figwidth() * 100 - LEFT:
            self.title.set_text(words)

    def facts(self, **_):
        """Return the ends of the values, and what a cell is the mean of."""
        return {**self.ends, **mean_of(self.image)}


class Encoding(Heatmap):
    """Encoding of any length as a heatmap."""

    @takes(**TABLE, start=Whole())
    def update(self, seq_len, d_model, base=10_000.0, *, start=0):
        """Show the encoding itself; a million positions cost what a thousand do."""
        frequencies = table_frequencies(seq_len, d_model, base, start)
        show_encoding(self.image, start, seq_len, frequencies)
        turning = encoding.count_turning(seq_len, frequencies)
        self.ends = {"pairs that complete a turn": said("{} of {}", turning, d_model // 2)}
        self._say(share_of(turning, d_model // 2, "pair", "complete a turn"))


def means(image):
    """Return what the cells of an image are, where they are means."""
    cell = "each cell is the mean of {:,} × {:,}".format(*image.per_cell)
    return cell if max(image.per_cell) > 1 else ""


def mean_of(image):
    """Return the fact of what a cell of an image is the mean."""
    several = said("the mean of {} × {} values", *image.per_cell)
    return {"one cell of the picture": several if max(image.per_cell) > 1 else "one value"}


@takes(table=Reals("(positions, columns)"), start=Whole())
def plot_heatmap(table, *, start=0, transpose=False, cmap=look.TABLE_COLOURS, size=(9.0, 4.2)):
    """Draw a table as a heatmap and return the drawing.

    Parameters
    ----------
    table : array of shape (seq_len, d_model), values from -1 to 1
    start : position of the first row
    transpose : dimensions downward and positions to the right, as `imshow(table.T)` draws it
    cmap : name of a Matplotlib colour map
    size : width and height of the figure in inches, each from 2.5 to 40

    Raises
    ------
    ValueError : if `table` does not have two axes, is empty or holds values that are not finite,
        or if there is no colour map of that name.
    TypeError : if `table` does not hold numbers or `start` is not an integer.
    """
    if not isinstance(cmap, str) or cmap not in matplotlib.colormaps:
        raise refused("cmap", "the name of a Matplotlib colour map", cmap, repr)
    heatmap = Heatmap(cmap=cmap, size=size)
    heatmap.update(table, start=start, transpose=transpose)
    return heatmap


def plot_encoding(seq_len, d_model, base=10_000.0, *, start=0, size=(9.0, 4.2)):
    """Draw the encoding of any length as a heatmap and return the drawing.

    Where a pixel covers several positions it shows their mean, from a closed form, so the cost
    does not depend on `seq_len`.
    """
    heatmap = Encoding(size=size)
    heatmap.update(seq_len, d_model, base, start=start)
    return heatmap


@still
@takes(**TABLE, starts=Several(Whole(), 3))
def plot_windows(starts=(0, 50), seq_len=50, d_model=128, base=10_000.0):
    """Draw windows of the encoding side by side.

    starts : the first position of each window
    seq_len, d_model, base : of all of them

    Return the drawing.
    """
    drawing = Drawing(9.0, 3.88, stored_dpi=look.SCREEN_DPI)
    width = 754 // len(starts) - 60
    for k, start in enumerate(starts):
        place = LEFT + (width + 80) * k, 62, width, 260
        style = {"x": 15 // (len(starts) + 1), "y": 6, "xlabel": "column j"}
        ax = drawing.add_axes(*place, title=f"from {start:,} on", **style)
        frequencies = table_frequencies(seq_len, d_model, base, start)
        show_encoding(image := HeatmapImage(ax), start, seq_len, frequencies)
    drawing.figure.axes[0].set_ylabel("position p [tokens]")
    many = f"{counted(len(starts), 'window')} of {counted(seq_len, 'position')}"
    drawing.headline(means(image).capitalize() or f"The same waves in {many}", x=LEFT)
    return drawing.described(mean_of(image))


class LinkedHeatmap(Drawing):
    """A heatmap with one cursor: its row as a profile below, its column as a wave beside."""

    size = 9.0, 4.8
    places = {"column": (1, "x")}  # in the row, where the line of dots is not
    guess_at = 690, 22

    def make(self):
        self.headline(x=LINKED)
        self.wave_title = self.headline(x=690)
        self.heat_ax = self.add_axes(LINKED, 178, 494, 262, y=6, ylabel="position p [tokens]")
        style = {"ylim": (-1.3, 1.3), "xlabel": "column j", "ylabel": "row p"}
        self.row_ax = self.add_axes(LINKED, 52, 494, 96, x=8, y=look.SIGNED, **style)
        self.wave_ax = self.add_axes(690, 178, 190, 262, x=look.SIGNED, xlim=(-1.15, 1.15))
        for bare in (self.heat_ax.xaxis, self.wave_ax.yaxis):
            bare.set_visible(False)
        self.wave_ax.set_xlabel("value")
        look.zero_line(self.row_ax)
        self.write(690, 100, "thick: sine, even j")
        self.write(690, 74, "thin: cosine, odd j")
        self.cell = self.write(690, 48, "")
        self.image = HeatmapImage(self.heat_ax)
        self.teased = [self.image.image]
        self.strip = SpeedStrip(self, LINKED, 153, 494)
        # The cursor, the line between fast and slow pairs, and both curves.
        dots = {"linewidth": 2.4, "linestyle": (0, (1, 1.2)), "gapcolor": look.WHITE}
        self.boundary = self.heat_ax.axvline(0, color=look.INK, **dots)
        self.across = self.heat_ax.axhline(0, **look.CURSOR)
        self.down = self.heat_ax.axvline(0, **look.CURSOR)
        self.row_line = self.row_ax.axvline(0, **look.CURSOR)
        self.wave_line = self.wave_ax.axhline(0, **look.CURSOR)
        self.row_sine = SpeedCurve(self.row_ax, linewidth=look.SINE_WIDTH)
        self.row_cosine = SpeedCurve(self.row_ax, linewidth=look.COSINE_WIDTH)
        (self.wave,) = self.wave_ax.plot([], [], markersize=6)
        (self.row_dot,) = self.row_ax.plot([], [], "o", **look.DOT, clip_on=False)
        (self.wave_dot,) = self.wave_ax.plot([], [], "o", **look.DOT, clip_on=False)

    @takes(
        **TABLE, start=Whole(), position=Index("seq_len", first="start"), column=Index("d_model")
    )
    def update(self, position=10, column=9, seq_len=50, d_model=128, base=10_000.0, *, start=0):
        """Draw the heatmap of a window with the row and the column of one cell.

        The window has `seq_len` positions from `start` on, the cell is at `position` and `column`.
        """
        self.frequencies = omega = table_frequencies(seq_len, d_model, base, start)
        rows, self.per_cell = show_encoding(self.image, start, seq_len, omega)
        self.turning = turning = encoding.count_turning(seq_len, omega)
        row = encoding.positional_encoding(1, d_model, base, start=position)[0]
        self.value = row[column]
        self.cell.set_text(means(self.image).replace("each cell is the mean", "means"))
        for line in (self.across, self.wave_line):
            line.set_ydata([position] * 2)
        for line in (self.down, self.row_line):
            line.set_xdata([column] * 2)
        # Pairs that complete a turn are on one side of a line: below base 1 the others lead.
        side, columns = ("left", 2 * turning) if base >= 1 else ("right", d_model - 2 * turning)
        self.boundary.set_xdata([columns - 0.5] * 2)
        complete = share_of(turning, d_model // 2, "pair", "complete a turn")
        divided = f"{complete}, {side} of the dots"
        undivided = "Every pair completes a turn" if turning else "No pair completes a turn"
        self.title.set_text(divided if 0 < turning < d_model // 2 else undivided)
        lengths = 2 * np.pi / omega
        self.strip.show(lengths)
        look.set_limits(self.row_ax, (-0.5, d_model - 0.5))
        for curve, first in ((self.row_sine, 0), (self.row_cosine, 1)):
            curve.set_data(np.arange(first, d_model, 2), row[first::2], lengths)
        self.row_dot.set_data([column], [row[column]])
        self._draw_wave(rows[:, column], start, seq_len, position, column, lengths[column // 2])

    def facts(self, *, seq_len, d_model, start, **_):
        """Return value, wavelengths, turning pairs, frozen columns and the size of the table."""
        lengths = 2 * np.pi / self.frequencies
        frozen = encoding.count_frozen(seq_len, start, self.frequencies)
        still = f"columns that move less than {encoding.FROZEN_RANGE}"
        return {
            "value": said("{}", self.value, written=decimals(4)),
            "shortest wavelength λ": said("{} tokens", lengths.min()),
            "longest λ": said("{} tokens", lengths.max()),
            "pairs that complete a turn": said("{} of {}", self.turning, d_model // 2),
            still: said("{} of {}", frozen, d_model),
            "table": memory(seq_len * d_model),
            **mean_of(self.image),
        }

    def _draw_wave(self, values, start, seq_len, position, column, wavelength):
        """Draw a column of the heatmap; the dot is on what is drawn, value or mean."""
        per_row = self.per_cell[0]
        what = f"j = {column}" if per_row == 1 else "means"
        self.wave_title.set_text(f"{what}: λ {rounded(wavelength)}")
        firsts = np.minimum(per_row * np.arange(len(values)), seq_len - per_row)
        centres = start + firsts + (per_row - 1) / 2
        self.wave.set_data(values, centres)
        self.wave_dot.set_data([np.interp(position, centres, values)], [position])
        self.wave.set_color(look.speed(wavelength))
        self.wave.set_linewidth((look.SINE_WIDTH, look.COSINE_WIDTH)[column % 2])
        self.wave.set_marker("o" if len(values) <= 60 else "")
        look.set_limits(self.wave_ax, y=self.heat_ax.get_ylim())


plot_linked_heatmap = plots(LinkedHeatmap)
