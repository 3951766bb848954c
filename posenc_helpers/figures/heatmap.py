"""Draw heatmaps: one table, a table with one row and one column of it, or tables of two bases."""

import matplotlib
import numpy as np

from posenc_helpers import encoding
from posenc_helpers.checks import Even, Index, Real, Reals, Several, Whole, refused, takes
from posenc_helpers.figures import look
from posenc_helpers.figures.downsampling import table_frequencies
from posenc_helpers.figures.drawing import BASE, MOST_BASES, TABLE, WIDTH, Drawing, plots, still
from posenc_helpers.figures.quicktext import QuickText
from posenc_helpers.figures.speed import SpeedCurve, SpeedStrip
from posenc_helpers.figures.table_image import HeatmapImage, show_encoding
from posenc_helpers.wording import counted, decimals, listed, memory, power, rounded, said, share_of

LEFT, LINKED = 116, 134  # pixels for a name and ticks up to 100,000, or 1,000,000


class Heatmap(Drawing):
    """Table as a heatmap."""

    stored_dpi = look.SCREEN_DPI  # a pixel each: sharp on the screen, and small in the notebook

    def __init__(self, *, cmap=look.TABLE_COLOURS, size=(9.0, 4.2)):
        self.cmap = cmap
        inches = Reals().check("size", size)
        if inches.shape != (2,) or inches.min() < 2.5 or inches.max() > 40:
            raise refused("size", "width and height, each from 2.5 to 40 inches", size)
        super().__init__(*inches)

    def make(self):
        wide, high = self.extent
        place = LEFT, 62, wide - LEFT - 100, high - 105
        self.ax = self.add_axes(*place, x=8, y=6, xlabel="column j", ylabel="position p [tokens]")
        self.image = HeatmapImage(self.ax, self.cmap)
        self.colorbar = self.image.add_colorbar()
        self.headline(x=LEFT)

    def update(self, table, *, start: int = 0, transpose: bool = False):
        """Show `table`, whose first row is position `start`.

        With `transpose`, positions go to the right and columns down.
        """
        table = np.asarray(table)
        self.ends = {"lowest value": said("{}", table.min()), "highest": said("{}", table.max())}
        if transpose:
            self.image.show_means(table.T, (0, start))
            self.ax.set(xlabel="position p [tokens]", ylabel="column j")
        else:
            self.image.show_means(table, (start, 0))
        rows, columns = counted(len(table), "position"), counted(table.shape[1], "column")
        words = means(self.image).capitalize() or f"{rows} by {columns}"
        if 12 * len(words) < self.extent[0] - LEFT:  # small figures have no room for it
            self.title.set_text(words)

    def facts(self, **_):
        """Return the lowest and the highest value, and how many values one cell averages."""
        return {**self.ends, **mean_of(self.image)}


def means(image):
    """Return words for how many values each cell of an image averages, or "" if it is one value."""
    cell = "each cell is the mean of {:,} × {:,}".format(*image.per_cell)
    return cell if max(image.per_cell) > 1 else ""


def mean_of(image):
    """Return the fact that says how many values one cell of an image averages."""
    several = said("the mean of {} × {} values", *image.per_cell)
    return {"one cell of the picture": several if max(image.per_cell) > 1 else "one value"}


@takes(table=Reals("(positions, columns)"), start=Whole())
def plot_heatmap(table, *, start=0, transpose=False, cmap=look.TABLE_COLOURS, size=(9.0, 4.2)):
    """Draw a table as a heatmap and return the drawing.

    Parameters
    ----------
    table : array of shape (seq_len, d_model), values from -1 to 1
    start : position of the first row
    transpose : columns go down and positions to the right, as `imshow(table.T)` draws them
    cmap : name of a Matplotlib colour map
    size : width and height of the figure in inches, each from 2.5 to 40

    Raises
    ------
    ValueError : if `table` does not have two axes, is empty or holds values that are not finite,
        if there is no colour map of that name, or if `size` is out of range.
    TypeError : if `table` does not hold numbers or `start` is not an integer.
    """
    if not isinstance(cmap, str) or cmap not in matplotlib.colormaps:
        raise refused("cmap", "the name of a Matplotlib colour map", cmap, repr)
    heatmap = Heatmap(cmap=cmap, size=size)
    heatmap.update(table, start=start, transpose=transpose)
    return heatmap


class DividedTable:
    """The encoding, with a dotted line between turning pairs and the rest, and a strip of speeds.

    `below` is the bottom of this strip, in hundredths of an inch. The other arguments are those of
    `Drawing.add_axes`.
    """

    def __init__(self, drawing, below, left, bottom, width, height, **settings):
        self.ax = drawing.add_axes(left, bottom, width, height, **settings)
        self.image = HeatmapImage(self.ax)
        self.strip = SpeedStrip(drawing, left, below, width)
        dots = {"linewidth": 2.4, "linestyle": (0, (1, 1.2)), "gapcolor": look.WHITE}
        self.boundary = self.ax.axvline(0, color=look.INK, **dots)

    def show(self, start, seq_len, base, frequencies):
        """Show a window of the encoding and return its rows."""
        rows, _ = show_encoding(self.image, start, seq_len, frequencies)
        self.turning = encoding.count_turning(seq_len, frequencies)
        self.strip.show(2 * np.pi / frequencies)
        # Pairs that make a full turn are left of the dots. Below base 1 they are right of the dots.
        columns = 2 * (self.turning if base >= 1 else len(frequencies) - self.turning)
        self.boundary.set_xdata([columns - 0.5] * 2)
        return rows


class LinkedHeatmap(Drawing):
    """A heatmap with one cursor: its row as a profile below, its column as a wave beside."""

    size = 9.0, 4.8
    places = {"column": (2, "x")}  # marked in the row: the table has the line of dots
    guess_at = 690, 22

    def make(self):
        self.headline(x=LINKED)
        self.wave_title = self.headline(x=690)
        place = LINKED, 178, 494, 262
        self.table = DividedTable(self, 153, *place, x="none", y=6, ylabel="position p [tokens]")
        self.heat_ax, self.image = self.table.ax, self.table.image
        style = {"ylim": (-1.3, 1.3), "xlabel": "column j", "ylabel": "row p"}
        self.row_ax = self.add_axes(LINKED, 52, 494, 96, x=8, y=look.SIGNED, **style)
        style = {"x": look.SIGNED, "y": "none", "xlim": (-1.15, 1.15), "xlabel": "value"}
        self.wave_ax = self.add_axes(690, 178, 190, 262, **style)
        look.zero_line(self.row_ax)
        self.write(690, 100, "thick: sine, even j")
        self.write(690, 74, "thin: cosine, odd j")
        self.cell = self.write(690, 48, "")
        self.teased = [self.image.image]
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

        The window has `seq_len` positions from `start` on, and the cell is at `position` and
        `column`. Positions are in tokens. Raises TypeError or ValueError for arguments outside
        their ranges, and ValueError if an angle exceeds float64.
        """
        self.frequencies = omega = table_frequencies(seq_len, d_model, base, start)
        rows, pairs = self.table.show(start, seq_len, base, omega), len(omega)
        row = encoding.positional_encoding(1, d_model, base, start=position)[0]
        self.value = row[column]
        self.cell.set_text(means(self.image).replace("each cell is the mean", "means"))
        for line in (self.across, self.wave_line):
            line.set_ydata([position] * 2)
        for line in (self.down, self.row_line):
            line.set_xdata([column] * 2)
        line = f"{'Every' if self.table.turning else 'No'} pair makes a full turn"
        if 0 < self.table.turning < pairs:
            turning = share_of(self.table.turning, pairs, "pair", "make a full turn")
            line = f"{turning}, {'left' if base >= 1 else 'right'} of the dots"
        self.title.set_text(line)
        lengths = 2 * np.pi / omega
        look.set_limits(self.row_ax, (-0.5, d_model - 0.5))
        for curve, first in ((self.row_sine, 0), (self.row_cosine, 1)):
            curve.set_data(np.arange(first, d_model, 2), row[first::2], lengths)
        self.row_dot.set_data([column], [row[column]])
        self._draw_wave(rows[:, column], start, seq_len, position, column, lengths[column // 2])

    def facts(self, *, seq_len, d_model, start, **_):
        """Return the value, wavelengths, turning pairs, frozen columns and size of the table."""
        lengths = 2 * np.pi / self.frequencies
        frozen = encoding.count_frozen(seq_len, start, self.frequencies)
        still = f"columns that move less than {encoding.FROZEN_RANGE}"
        return {
            "value": said("{}", self.value, written=decimals(4)),
            "shortest wavelength λ": said("{} tokens", lengths.min()),
            "longest λ": said("{} tokens", lengths.max()),
            "pairs that make a full turn": said("{} of {}", self.table.turning, d_model // 2),
            still: said("{} of {}", frozen, d_model),
            "table": memory(seq_len * d_model),
            **mean_of(self.image),
        }

    def _draw_wave(self, values, start, seq_len, position, column, wavelength):
        """Draw a column of the heatmap with a dot on its curve, which may consist of means."""
        per_row = self.image.per_cell[0]
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


class TwoBases(Drawing):
    """Two bases side by side: the tables, and below them how far neighbours are apart."""

    size = 9.0, 4.0
    stored_dpi = look.SCREEN_DPI

    def make(self):
        self.headline(x=112)
        self.tables, self.titles, self.names, self.bars = [], [], [], []
        for left in (112, 526):
            table = DividedTable(self, 104, left, 128, 318, 206, x=5, y=5)
            table.ax.tick_params(axis="x", pad=20)
            table.ax.set_xlabel("column j", labelpad=0)
            below = self.add_axes(left, 16, 318, 40, xlim=(0, 1), ylim=(0, 1))
            below.axis("off")
            self.bars += below.plot([], [], color=look.RELATION, lw=9, solid_capstyle="butt")
            bold = {"fontweight": "bold", "transform": table.ax.transAxes}
            self.titles.append(table.ax.add_artist(QuickText(0, 1.04, **bold)))
            bold.update(transform=below.transAxes, color=look.RELATION)
            self.names.append(below.add_artist(QuickText(0, 0.5, **bold)))
            self.tables.append(table)
        self.tables[0].ax.set_ylabel("position p")
        self.tables[1].ax.yaxis.set_visible(False)

    @takes(seq_len=Whole(1), d_model=WIDTH, base_a=BASE, base_b=BASE)
    def update(self, seq_len=50, d_model=128, base_a=1e2, base_b=1e4):
        """Draw two bases side by side, for one `d_model` and one window.

        The bars below show the distance of neighbours, both on the same scale. A bar as wide as its
        table is the distance at base 1. Raises TypeError or ValueError for arguments outside their
        ranges, and ValueError if an angle exceeds float64.
        """
        bases = base_a, base_b
        omegas = [table_frequencies(seq_len, d_model, base) for base in bases]
        self.lengths = [2 * np.pi / omega for omega in omegas]  # computed before anything is drawn
        self.steps = steps = [encoding.neighbour_distance(d_model, base) for base in bases]
        widest = max(*steps, np.sqrt(d_model * (1 - np.cos(1))))
        for k, table in enumerate(self.tables):
            table.show(0, seq_len, bases[k], omegas[k])
            what = " (means)" * (max(table.image.per_cell) > 1)
            self.titles[k].set_text(f"{'AB'[k]}: base {power(bases[k])}{what}")
            self.bars[k].set_data([0, steps[k] / widest], [0.2, 0.2])
            self.names[k].set_text(f"neighbours are {steps[k]:.2f} apart")
        counts = [table.turning for table in self.tables]
        words = "hand", "make a full turn"
        left, right = (share_of(count, d_model // 2, *words) for count in counts)
        each = f"in A, {counts[1]:,} in B"
        self.title.set_text(f"{left} {each if left != right else 'in both tables'}")

    def facts(self, *, d_model, base_a, base_b, **_):
        """Return gear ratio, longest wavelength, turning hands and neighbour distance of both."""
        found, pairs = {}, d_model // 2
        for k, base in enumerate((base_a, base_b)):
            one, turning = "AB"[k], self.tables[k].turning
            found |= {
                f"{one}: gear ratio": said("{}", base ** (2 / d_model)) if pairs > 1 else "none",
                f"{one}: longest λ": said("{} tokens", self.lengths[k].max()),
                f"{one}: hands that make a full turn": said("{} of {}", turning, pairs),
                f"{one}: distance of neighbours": said("{}", self.steps[k], written=decimals(4)),
            }
        return {**found, **mean_of(self.tables[0].image)}


plot_two_bases = plots(TwoBases)


@still
@takes(bases=Several(Real(1), MOST_BASES), d_model=Even(4, WIDTH.most))
def plot_frequencies(bases=(1e2, 1e4, 1e8), d_model=128):
    """Draw the speed of each pair on a linear and on a logarithmic axis.

    `bases` is one base or a list of up to four, and each base has a curve. Speeds are in radians
    per token. Return the drawing. Raises TypeError or ValueError for arguments outside their
    ranges.
    """
    speeds = [encoding.angular_frequencies(d_model, base) for base in bases]
    drawing = Drawing(9.0, 3.88, stored_dpi=look.SCREEN_DPI)
    drawing.headline("On a logarithmic axis, every base is a straight line", x=84)
    linear = drawing.add_axes(84, 60, 340, 262, x=6, xlabel="pair i", title="linear axis")
    linear.set(ylabel="ω [rad/token]", ylim=(-0.05, 1.05))
    powers = drawing.add_axes(490, 60, 230, 262, x=6, xlabel="pair i", yscale="log")
    powers.set_title("logarithmic axis")
    for k, omega in enumerate(speeds):
        for ax in (linear, powers):
            ax.plot(omega, color=look.grey(k, len(bases)), linestyle=look.DASHES[k])
    look.set_ticks(powers.yaxis, range(-8, 1, 2))  # only now, because ticks widen the axis
    shares = powers.transData + powers.transAxes.inverted()  # in shares of the axes' size
    ends = shares.transform([(0, omega[-1]) for omega in speeds])[:, 1]
    for base, height in zip(bases, look.apart(ends, 20 / 262, (0, 1)), strict=True):
        place = {"va": "center", "xycoords": "axes fraction"}
        look.note(powers, f"base {power(base)}", (1, height), (3, 0), **place)
    slowest = [omega[-1] for omega in speeds]
    return drawing.described({"slowest pair": listed(slowest, "{} radians per token")})
