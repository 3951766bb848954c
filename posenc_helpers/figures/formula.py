"""One number of the table under the microscope, and the two ways to plot a sinusoid of it."""

from __future__ import annotations

import numpy as np

from posenc_helpers import encoding
from posenc_helpers.arguments import even, finite, finite_array, several, whole
from posenc_helpers.figures.drawing import Drawing, add_axes
from posenc_helpers.figures.heatmap import HeatmapImage, show_encoding
from posenc_helpers.figures.look import (
    COSINE,
    COSINE_TEXT,
    CURSOR,
    MUTED,
    PALE,
    SINE,
    cursor_style,
    styled,
    value_ticks,
    whole_number_ticks,
)
from posenc_helpers.wording import number

WAVE_WINDOW = 64


class Microscope(Drawing):
    """One cell of the table: where it stands, its clock, its wave and every step to its value."""

    @styled
    def __init__(self):
        super().__init__(9.0, 4.7)
        self.heat_ax = add_axes(self.figure, 104, 62, 300, 372)
        self.wave_ax = add_axes(self.figure, 470, 62, 410, 120)
        self.clock_ax = add_axes(self.figure, 424, 240, 190, 190)
        self._label_axes()
        self.image = HeatmapImage(self.heat_ax)
        self._make_artists()
        self.moving = [
            self.image.image, *self.outline, self.curve, self.samples, self.wave_line,
            self.wave_dot, self.arc, self.projection, self.hand, self.tip, *self.steps,
        ]  # fmt: skip
        self.scales = [self.heat_ax.xaxis, self.heat_ax.yaxis, self.wave_ax.xaxis]

    def _label_axes(self):
        self.heat_ax.set_xlabel("column j")
        self.heat_ax.set_ylabel("position p [tokens]")
        self.heat_ax.set_title("the table", loc="left")
        self.wave_ax.set_xlabel("position p [tokens]")
        self.wave_ax.set_title("column j along p", loc="left")
        whole_number_ticks(self.heat_ax.xaxis, 6)
        whole_number_ticks(self.heat_ax.yaxis, 6)
        whole_number_ticks(self.wave_ax.xaxis, 5)
        value_ticks(self.wave_ax.yaxis)
        self.wave_ax.set_ylim(-1.25, 1.25)
        draw_clock_face(self.clock_ax)
        self.clock_ax.set_title("the clock of pair i", loc="center")

    def _make_artists(self):
        self.outline = [
            self.heat_ax.plot([], [], color=colour, linewidth=width, clip_on=False)[0]
            for colour, width in (("white", 5), (CURSOR, 2.5))
        ]
        (self.curve,) = self.wave_ax.plot([], [], color=PALE, linewidth=1.5)
        (self.samples,) = self.wave_ax.plot([], [], "o", markersize=4)
        self.wave_line = self.wave_ax.axvline(0, **cursor_style())
        (self.wave_dot,) = self.wave_ax.plot([], [], "o", color=CURSOR, markersize=9, clip_on=False)
        (self.arc,) = self.clock_ax.plot([], [], color=MUTED, linewidth=2.5)
        (self.projection,) = self.clock_ax.plot([], [], linewidth=5, solid_capstyle="butt")
        (self.hand,) = self.clock_ax.plot([], [], color=CURSOR, linewidth=2.5)
        (self.tip,) = self.clock_ax.plot([], [], "o", color=CURSOR)
        self.steps = [
            self.figure.text(632 / 900, y / 470, "", fontsize=13, va="center")
            for y in (418, 386, 354, 322, 290, 256)
        ]

    def update(self, *, d_model, base, seq_len, position, column):
        """Show the cell (position, column) of the table and how its value comes about."""
        seq_len, d_model = whole("seq_len", seq_len, 1), even("d_model", d_model)
        position = whole("position", position, 0, seq_len - 1)
        column = whole("column", column, 0, d_model - 1)
        show_encoding(self.image, seq_len, d_model, base)
        pair = column // 2
        omega = encoding.angular_frequencies(d_model, base)[pair]
        value = encoding.positional_encoding(1, d_model, base, start=position)[0, column]
        colour = (SINE, COSINE)[column % 2]
        self._outline_cell(position, column, d_model, seq_len)
        self._draw_wave(omega, position, column, value, seq_len, colour)
        self._draw_clock(omega * position, column, colour)
        self._write_steps(d_model, base, position, column, omega, value)

    def _outline_cell(self, p, j, d_model, seq_len):
        # In a large table one cell is too small to see: outline at least a hundredth of it.
        x, y = max(0.5, d_model / 100), max(0.5, seq_len / 100)
        for line in self.outline:
            line.set_data([j - x, j + x, j + x, j - x, j - x], [p - y, p - y, p + y, p + y, p - y])

    def _draw_wave(self, omega, position, column, value, seq_len, colour):
        half = WAVE_WINDOW // 2
        first = max(0, min((position // half - 1) * half, seq_len - WAVE_WINDOW))
        last = min(seq_len - 1, first + WAVE_WINDOW)
        function = (np.sin, np.cos)[column % 2]
        smooth = np.linspace(first, max(last, first + 1), 500)
        whole = np.arange(first, last + 1)
        self.curve.set_data(smooth, function(omega * smooth))
        self.samples.set_data(whole, function(omega * whole))
        self.samples.set_color(colour)
        self.wave_ax.set_xlim(first - 0.8, max(last, first + 1) + 0.8)
        self.wave_line.set_xdata([position] * 2)
        self.wave_dot.set_data([position], [value])

    def _draw_clock(self, angle, column, colour):
        turn = np.linspace(0, angle % (2 * np.pi), 120)
        x, y = np.sin(angle), np.cos(angle)
        self.arc.set_data(0.3 * np.sin(turn), 0.3 * np.cos(turn))
        self.hand.set_data([0, x], [0, y])
        self.tip.set_data([x], [y])
        self.projection.set_data(([0, x], [y, y]) if column % 2 == 0 else ([x, x], [0, y]))
        self.projection.set_color(colour)

    def _write_steps(self, d_model, base, position, column, omega, value):
        pair, name = column // 2, ("sin", "cos")[column % 2]
        lines = (
            f"j = {column:,}  →  i = {pair:,}, {name}",
            f"2i/d = {2 * pair:,}/{d_model:,} = {number(2 * pair / d_model)}",
            f"ω = b^(−2i/d) = {number(omega)}",
            f"angle = ω·p = {number(omega * position)}",
            f"  = {number(omega * position / (2 * np.pi))} turns",
            f"{name}(angle) = {value:.4f}".replace("-", "−"),
        )
        for text, line in zip(self.steps, lines, strict=True):
            text.set_text(line)
        self.steps[-1].set_color((SINE, COSINE_TEXT)[column % 2])
        self.steps[-1].set_fontweight("bold")
        self.text = (
            f"Position {position:,}, column {column:,} of {d_model:,} at base {number(base)}: "
            f"pair {pair:,}, exponent {number(2 * pair / d_model)}, omega {number(omega)} radians "
            f"per token, angle {number(omega * position)} radians, {name} of it {value:.4f}."
        )


def draw_clock_face(ax):
    """Make `ax` a unit circle with 12 at the top: x is the sine, y is the cosine."""
    turn = np.linspace(0, 2 * np.pi, 181)
    ax.plot(np.sin(turn), np.cos(turn), color=PALE, linewidth=2)
    ax.plot([0, 0], [0.9, 1.1], color=MUTED, linewidth=2)
    ax.set_aspect("equal")
    ax.set(xlim=(-1.2, 1.2), ylim=(-1.2, 1.2))
    ax.axis("off")


@styled
def plot_microscope(position=8, column=2, d_model=6, base=10_000.0, seq_len=10):
    """Draw one number of the table with every step to it, and return the drawing."""
    drawing = Microscope()
    drawing.update(d_model=d_model, base=base, seq_len=seq_len, position=position, column=column)
    return drawing


class Waves(Drawing):
    """Several panels side by side, one curve each, on the same axes."""

    @styled
    def __init__(self, panels: int, x_label: str, height: float = 2.9):
        super().__init__(9.0, height)
        width = (900 - 70) // panels - 22
        self.axes = [
            add_axes(self.figure, 62 + k * (width + 22), 58, width, height * 100 - 100)
            for k in range(panels)
        ]
        for k, ax in enumerate(self.axes):
            ax.set_xlabel(x_label)
            ax.set_ylim(-1.2, 1.2)
            value_ticks(ax.yaxis)
            whole_number_ticks(ax.xaxis, 4)
            ax.axhline(0, color=PALE, linewidth=1, zorder=0)
            if k:
                ax.tick_params(labelleft=False)


@styled
def plot_columns(columns, seq_len=100, d_model=128, base=10_000.0):
    """Draw single columns of the table along the positions: true waves. Return the drawing."""
    seq_len, d_model = whole("seq_len", seq_len, 1), even("d_model", d_model)
    columns = [whole("column", j, 0, d_model - 1) for j in several("columns", columns)]
    table = encoding.positional_encoding(seq_len, d_model, base)
    lengths = encoding.wavelengths(d_model, base)
    drawing = Waves(len(columns), "position p [tokens]" if len(columns) < 5 else "p [tokens]")
    for ax, j in zip(drawing.axes, columns, strict=True):
        ax.plot(table[:, j], color=(SINE, COSINE)[j % 2], marker=".", markersize=5)
        ax.set_title(f"j={j}, λ={number(lengths[j // 2], 3)}", loc="left")
    waves = ", ".join(f"column {j} {number(lengths[j // 2], 4)} tokens" for j in columns)
    drawing.text = (
        f"Columns of the table (d_model {d_model}, base {number(base)}) along {seq_len} positions; "
        f"wavelengths: {waves}."
    )
    return drawing


@styled
def plot_chirps(positions, d_model=512, base=10_000.0):
    """Draw the sines of single rows along the pairs: chirps, not waves. Return the drawing.

    The shaded part is what a plot of the first 100 pairs shows.
    """
    omega = encoding.angular_frequencies(d_model, base)
    positions = [whole("position", p, 0) for p in several("positions", positions)]
    drawing = Waves(len(positions), "pair i")
    pairs = np.arange(d_model // 2)
    crossings = []
    for ax, p in zip(drawing.axes, positions, strict=True):
        ax.axvspan(0, min(100, len(pairs)), color="#eeeeee", zorder=-1)
        values = np.sin(omega * p)
        ax.plot(pairs, values, color=SINE)
        ax.set_title(f"p = {p}", loc="left")
        changes = np.count_nonzero(np.diff(np.sign(values[values != 0])))
        crossings.append(f"position {p}: {changes}")
    drawing.text = (
        f"Sine of omega_i p along the {len(pairs)} pairs for single positions: each falls silent "
        f"toward the slow pairs. Sign changes: {', '.join(crossings)}."
    )
    return drawing


@styled
def plot_sines(turns_per_ten_tokens=(1, 2, 0.5)):
    """Draw sines with their frequency and wavelength marked in tokens, and return the drawing."""
    turns_per_ten_tokens = [
        finite("turns_per_ten_tokens", turns, 0.01)
        for turns in several("turns_per_ten_tokens", turns_per_ten_tokens)
    ]
    drawing = Waves(len(turns_per_ten_tokens), "position p [tokens]", height=3.1)
    p = np.linspace(0, 20, 600)
    facts = []
    for ax, turns in zip(drawing.axes, turns_per_ten_tokens, strict=True):
        wavelength = 10 / turns
        omega = 2 * np.pi / wavelength
        ax.plot(p, np.sin(omega * p), color=SINE)
        ax.set_title(f"ω = {omega:.3f} rad/token", loc="left")
        ax.annotate(
            "", (0, -1.2), (wavelength, -1.2),
            arrowprops={"arrowstyle": "<->", "shrinkA": 0, "shrinkB": 0},
        )  # fmt: skip
        ax.text(wavelength / 2, -1.48, f"λ = {wavelength:g}", ha="center", va="center")
        ax.set_ylim(-1.7, 1.2)
        facts.append(f"omega {omega:.3f}, wavelength {wavelength:g}")
    drawing.text = f"Sines along 20 tokens, each between -1 and 1: {'; '.join(facts)} tokens."
    return drawing


@styled
def plot_sum(words, table, labels=None):
    """Draw words + positions = input as three tables and return the drawing.

    `words` and `table` are arrays of one shape, (seq_len, d_model); all three share one colour
    scale, and `labels` names the rows.
    """
    words, table = finite_array("words", words), finite_array("table", table)
    if words.shape != table.shape or words.ndim != 2 or not words.size:
        raise ValueError(
            "words and table must have one shape, (seq_len, d_model), and not be empty, "
            f"got {words.shape} and {table.shape}"
        )
    named = labels is not None
    labels = list(labels if named else range(len(words)))
    if len(labels) != len(words):
        raise ValueError(f"labels must name {len(words)} rows, got {len(labels)} names")
    drawing = Drawing(9.0, 3.3)
    total = words + table
    limit = max(1.0, float(np.abs([words, table, total]).max()))
    for k, (title, values) in enumerate(
        zip(("word embeddings", "positional encoding", "input"), (words, table, total), strict=True)
    ):
        ax = add_axes(drawing.figure, 78 + k * 262, 62, 212, 222)
        image = HeatmapImage(ax, limits=(-limit, limit))
        rows, columns = values.shape
        image.set_values(values, (-0.5, rows - 0.5), (-0.5, columns - 0.5))
        ax.set(xlim=(-0.5, columns - 0.5), ylim=(rows - 0.5, -0.5), xlabel="column j")
        ax.set_title(title, loc="left")
        whole_number_ticks(ax.xaxis, 4)
        ax.set_yticks(range(rows), labels if k == 0 else [""] * rows)
        if k:
            x = (78 + k * 262 - 25) / 900
            drawing.figure.text(x, 0.52, "+="[k - 1], fontsize=24, ha="center", va="center")
    if not named:
        drawing.figure.axes[0].set_ylabel("position p [tokens]")
    image.add_colorbar("")
    drawing.text = (
        f"Three tables of {rows} tokens by {columns} columns: word embeddings plus positional "
        f"encoding gives the input; values reach from {number(total.min(), 3)} to "
        f"{number(total.max(), 3)}."
    )
    return drawing
