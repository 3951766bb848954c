"""Draw one number of the table with every step to it, single columns and rows, and a sum."""

import numpy as np

from posenc_helpers import encoding
from posenc_helpers.checks import Index, Reals, Several, Type, Whole, takes
from posenc_helpers.figures import look
from posenc_helpers.figures.clock_face import add_clock, fine, on_circle
from posenc_helpers.figures.downsampling import table_frequencies
from posenc_helpers.figures.drawing import POSITION, TABLE, WIDTH, Drawing, plots, still
from posenc_helpers.figures.heatmap import mean_of
from posenc_helpers.figures.paths import frame
from posenc_helpers.figures.speed import SpeedCurve
from posenc_helpers.figures.table_image import HeatmapImage, show_encoding
from posenc_helpers.wording import counted, listed, minus, number, rounded, said

WAVES, NAMES = (np.sin, np.cos), ("sine", "cosine")  # of even columns and of odd columns
WIDTHS = look.SINE_WIDTH, look.COSINE_WIDTH
STEP_HEIGHTS = (418, 386, 354, 322, 290, 256)
WAVE_WINDOW = 64
SHADOW = -1.3  # where the shadows of the hand fall, below the clock and beside it
MOST_CURVES = 4  # side by side
SUM_TITLES = ("word embeddings", "positional encoding", "input")


class Microscope(Drawing):
    """One cell of the table: its row and column, clock, wave and every step to its value."""

    size = 9.0, 5.0

    def make(self):
        self.headline(x=112)
        labels = {"xlabel": "column j", "ylabel": "position p [tokens]"}
        self.heat_ax = self.add_axes(112, 62, 292, 372, x=6, y=6, **labels)
        title = "sine thick, cosine thin; dots: column j"
        self.wave_ax = wave = self.add_axes(470, 62, 396, 120, x=5, y=look.SIGNED, title=title)
        wave.set(xlabel="position p [tokens]", ylim=(-1.25, 1.25))
        clock = add_clock(self, 424, 232, 200, 200, title="the clock of pair i", limit=1.4)
        self.image, self.name = HeatmapImage(self.heat_ax), self.write(112, 439, "", va="baseline")
        self.outline = look.outline(self.heat_ax, 2.5)
        self.curves = [wave.plot([], [], linewidth=width)[0] for width in WIDTHS]
        (self.samples,) = wave.plot([], [], "o", markersize=6)
        self.wave_line = wave.axvline(0, **look.CURSOR)
        (self.wave_dot,) = wave.plot([], [], "o", **look.DOT, clip_on=False)
        (self.arc,) = clock.plot([], [], color=look.GREY)
        (self.hand,) = clock.plot([], [], linewidth=4.5)
        self.shadows = [clock.plot([], [], linewidth=width)[0] for width in WIDTHS]
        (self.drop,) = clock.plot([], [], ":", color=look.GREY, linewidth=1.6)
        (self.tip,) = clock.plot([], [], "o", markersize=10)
        style = {"fontsize": 13, "va": "center"}
        self.steps = [self.write(632, y, "", **style) for y in STEP_HEIGHTS]

    @takes(**TABLE, position=Index("seq_len"), column=Index("d_model"))
    def update(self, position=8, column=2, seq_len=10, d_model=6, base=10_000.0):
        """Draw the number of the table at `position` and `column`, with every step to it.

        Positions are in tokens. Raises TypeError or ValueError for arguments outside their ranges.
        """
        frequencies = table_frequencies(seq_len, d_model, base)
        _, per_cell = show_encoding(self.image, 0, seq_len, frequencies)
        means = "" if per_cell == (1, 1) else ": each pixel is a mean"
        self.name.set_text(f"the table{means}")
        self.omega = omega = frequencies[column // 2]
        self.row = row = encoding.positional_encoding(1, d_model, base, start=position)[0]
        value = row[column]
        # In a large table one cell is too small to see, so the outline spans at least a fiftieth of
        # it.
        x, y = max(0.5, d_model / 100), max(0.5, seq_len / 100)
        for line in self.outline:
            line.set_data(frame(column - x, column + x, position - y, position + y))
        self._draw_wave(omega, position, column, seq_len)
        self.wave_dot.set_data([position], [value])
        self._draw_clock(omega * position)
        self._write_steps(d_model, position, column, omega, number(value))
        wavelength = 2 * np.pi / omega
        for line in (*self.curves, *self.shadows, self.samples, self.hand, self.tip):
            line.set_color(look.speed(wavelength))
        self.steps[-1].set(color=look.speed_letters(wavelength), fontweight="bold")
        what = f"The {NAMES[column % 2]} of pair {column // 2:,} at position {position:,}"
        self.title.set_text(minus(f"{what} is {number(value)}"))

    def facts(self, *, position, column, d_model, **_):
        """Return the partner column, the speed, the angle and both values of the pair."""
        pair = column // 2
        return {
            "pair": said("{}: columns {} and {}", pair, 2 * pair, 2 * pair + 1),
            "exponent 2i/d": said("{}", 2 * pair / d_model),
            "speed ω": said("{} radians per token", self.omega),
            "wavelength": said("{} tokens", 2 * np.pi / self.omega),
            "angle ω·p": said("{} radians", self.omega * position, written=fine),
            "sine": said("{}", self.row[2 * pair]),
            "cosine": said("{}", self.row[2 * pair + 1]),
            **mean_of(self.image),
        }

    def _draw_wave(self, omega, position, column, seq_len):
        half = WAVE_WINDOW // 2
        first = max(0, min((position // half - 1) * half, seq_len - WAVE_WINDOW))
        last = min(seq_len - 1, first + WAVE_WINDOW)
        smooth = np.linspace(first, max(last, first + 1), 500)
        positions = np.arange(first, last + 1)
        for curve, wave in zip(self.curves, WAVES, strict=True):
            curve.set_data(smooth, wave(omega * smooth))
        self.samples.set_data(positions, WAVES[column % 2](omega * positions))
        self.wave_ax.set_xlim(smooth[0] - 0.8, smooth[-1] + 0.8)
        self.wave_line.set_xdata([position] * 2)

    def _draw_clock(self, angle):
        x, y = on_circle(angle)
        self.arc.set_data(0.3 * on_circle(np.linspace(0, angle % (2 * np.pi), 120)).T)
        self.hand.set_data([0, x], [0, y])
        self.tip.set_data([x], [y])
        self.shadows[0].set_data([0, x], [SHADOW, SHADOW])
        self.shadows[1].set_data([SHADOW, SHADOW], [0, y])
        self.drop.set_data([x, x, SHADOW], [SHADOW, y, y])

    def _write_steps(self, d_model, position, column, omega, value):
        pair, name = column // 2, WAVES[column % 2].__name__
        lines = (
            f"j = {column:,}  →  i = {pair:,}, {name}",
            f"2i/d = {2 * pair:,}/{d_model:,} = {number(2 * pair / d_model)}",
            f"ω = b^(−2i/d) = {number(omega)}",
            f"angle = ω·p = {fine(omega * position)}",
            f"  = {fine(omega * position / (2 * np.pi))} turns",
            minus(f"{name}(angle) = {value}"),
        )
        for text, line in zip(self.steps, lines, strict=True):
            text.set_text(line)


plot_microscope = plots(Microscope)


# ------------------------------------------------------------------------- curves side by side


def _waves(headline, titles, x_label: str):
    """Return a drawing with up to four panels side by side, one for each curve, and their axes."""
    drawing = Drawing(9.0, 3.1)
    drawing.headline(headline, x=62)
    place = 62, 58, (900 - 70) // len(titles) - 22, 184
    style = {"x": 4, "y": look.SIGNED, "xlabel": x_label, "ylim": (-1.2, 1.2)}
    axes = drawing.add_panels(titles, *place, gap=22, **style)
    for ax in axes:
        look.zero_line(ax)
    return drawing, axes


@still
@takes(seq_len=Whole(1, 1_000), d_model=WIDTH, columns=Several(Index("d_model"), MOST_CURVES))
def plot_columns(columns, seq_len=100, d_model=128, base=10_000.0):
    """Draw single columns of the table as waves along the positions.

    `columns` is one column or a list of up to four, and positions are in tokens. Return the
    drawing. Raises TypeError or ValueError for arguments outside their ranges.
    """
    omega = encoding.angular_frequencies(d_model, base)
    lengths = encoding.wavelengths(d_model, base)
    headline = "Each column is a wave; λ is its length in tokens"
    titles = [f"j={j}, λ={rounded(lengths[j // 2])}" for j in columns]
    drawing, axes = _waves(headline, titles, "position p [tokens]")
    for ax, j in zip(axes, columns, strict=True):
        wave = WAVES[j % 2](omega[j // 2] * np.arange(seq_len))
        colour = look.speed(lengths[j // 2])
        ax.plot(wave, color=colour, linewidth=WIDTHS[j % 2] / 1.5, marker=".", markersize=5)
    found = [lengths[j // 2] for j in columns]
    return drawing.described({"wavelength of each column": listed(found, "{} tokens")})


@still
@takes(d_model=WIDTH, positions=Several(POSITION, MOST_CURVES))
def plot_chirps(positions, d_model=512, base=10_000.0):
    """Draw the sines of single rows along the pairs: chirps, not waves.

    `positions` is one position in tokens or a list of up to four. The shaded part is what a plot of
    the first 100 pairs shows. Return the drawing. Raises TypeError or ValueError for arguments
    outside their ranges.
    """
    omega = encoding.angular_frequencies(d_model, base)
    silent = min(positions) > 0 and omega[0] > omega[-1] < encoding.FROZEN_RANGE / max(positions)
    line = "Along a row, the sines slow down and fall silent"
    line = line if silent else "Each row shows the sines of all pairs"
    drawing, axes = _waves(line, [f"p = {p:,}" for p in positions], "pair i")
    crossings = []
    for ax, p in zip(axes, positions, strict=True):
        sines = np.sin(omega * p)
        ax.axvspan(0, min(100, len(omega)), color=look.PALE, alpha=0.4, zorder=-1)
        SpeedCurve(ax, linewidth=2.4).set_data(np.arange(len(omega)), sines, 2 * np.pi / omega)
        ax.set_xlim(-0.04 * len(omega), 1.04 * len(omega))
        crossings.append(np.count_nonzero(np.diff(np.sign(sines[sines != 0]))))
    return drawing.described({"sign changes at each position": listed(crossings)})


# --------------------------------------------------------------------------- words + positions


@still
def plot_sum(words, table, labels):
    """Draw words + positions = input as three tables.

    `words` and `table` are arrays of the same shape, (seq_len, d_model). All three tables share one
    colour scale. `labels` names the rows, which are at most 13. Return the drawing.

    Raises TypeError for arrays that do not hold real numbers. Raises ValueError for arrays that
    differ in shape, are not tables, are empty or hold values that are not finite, and for a number
    of labels that differs from the number of rows.
    """
    words, table = Reals().check("words", words), Reals().check("table", table)
    if words.shape != table.shape or words.ndim != 2 or not words.size:
        allowed = "have one shape, (seq_len, d_model), and not be empty"
        raise ValueError(f"words and table must {allowed}, got {words.shape} and {table.shape}")
    with np.errstate(over="ignore"):
        tables = words, table, Reals().check("words + table", words + table)
    limit, rows = max(1.0, float(np.abs(tables).max())), len(tables[0])
    names = Several(Type(object, "a name"), 13).check("labels", labels)
    if len(names) != rows:
        raise ValueError(f"labels must name {rows} rows, got {counted(len(names), 'name')}")
    drawing = Drawing(9.0, 3.56)
    drawing.headline("Each input is a word plus its position", x=78)
    axes = drawing.add_panels(SUM_TITLES, 78, 62, 212, 222, gap=50, x=4)
    for ax, values in zip(axes, tables, strict=True):
        image = HeatmapImage(ax, limits=(-limit, limit))
        _, many = image.show_means(values)
        ax.set_xlabel("column j" + f" (means of {many:,})" * (many > 1))
        ax.set_yticks(range(rows), names)
    image.add_colorbar("")
    for x, sign in ((315, "+"), (577, "=")):
        drawing.figure.text(x / 900, 0.52, sign, fontsize=24, ha="center", va="center")
    lowest, highest = (said("{}", end) for end in (values.min(), values.max()))
    return drawing.described({"lowest value of the input": lowest, "highest": highest})
