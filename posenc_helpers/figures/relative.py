"""A shift by k tokens turns every hand by its own angle, wherever it stands."""

from __future__ import annotations

import numpy as np
from matplotlib.lines import Line2D

from posenc_helpers import encoding
from posenc_helpers.arguments import even, finite, integer, several, whole
from posenc_helpers.figures.drawing import Drawing, add_axes
from posenc_helpers.figures.formula import draw_clock_face
from posenc_helpers.figures.heatmap import HeatmapImage
from posenc_helpers.figures.look import (
    BASE_A,
    COSINE,
    CURSOR,
    PALE,
    SINE,
    cursor_style,
    styled,
    value_ticks,
    whole_number_ticks,
)
from posenc_helpers.wording import counted, number

AFTER = BASE_A  # the hand after the shift, and the arc that leads to it
HANDS = (  # at p and at p + k: the second is wider and lies below, to be seen where they agree
    {"color": CURSOR, "linewidth": 2.2, "zorder": 2.5},
    {"color": AFTER, "linewidth": 4.5, "zorder": 2.4},
)
TIPS = (
    {"color": CURSOR, "marker": "o", "markersize": 7, "zorder": 2.7, "clip_on": False},
    {"color": AFTER, "marker": "D", "markersize": 10, "zorder": 2.6, "clip_on": False},
)
BLOCKS = 8  # of the matrix, drawn around the chosen pair
TURNS = 12  # of an arc, drawn as a spiral; whole turns beyond are left out
SMALL = 1e-12  # differences up to this are rounding


class Shift(Drawing):
    """Two hands and the arc between them, the matrix of the shift, and what it makes of PE(p)."""

    @styled
    def __init__(self):
        super().__init__(9.0, 5.16)
        self.clock_ax = add_axes(self.figure, 48, 254, 234, 234)
        self.matrix_ax = add_axes(self.figure, 374, 222, 262, 262)
        self.vector_axes = [add_axes(self.figure, x, 222, 42, 262) for x in (668, 753, 838)]
        self.names_ax = add_axes(self.figure, 668, 222, 212, 262)  # over all three of them
        self.row_ax = add_axes(self.figure, 84, 58, 796, 76)
        self._label_axes()
        self.matrix = HeatmapImage(self.matrix_ax)
        self.vectors = [HeatmapImage(ax) for ax in self.vector_axes]
        self._make_artists()
        self._write_names()
        self.moving = [
            self.arc, *self.hands[::-1], *self.tips[::-1], self.heading, *self.numbers,
            self.matrix.image, *(vector.image for vector in self.vectors), *self.outlines,
            self.true_sines, self.true_cosines, self.predicted,
        ]  # fmt: skip
        self.scales = [self.matrix_ax.xaxis, self.matrix_ax.yaxis, self.row_ax.xaxis]

    def _label_axes(self):
        draw_clock_face(self.clock_ax)
        self.matrix_ax.set_title("$M_k$ around pair i", loc="left")
        self.matrix_ax.set_xlabel("column j", labelpad=0)
        for ax in self.vector_axes:
            ax.tick_params(left=False, bottom=False, labelleft=False, labelbottom=False)
            ax.set_xlim(-0.5, 0.5)
        self.names_ax.axis("off")
        self.names_ax.set_xlim(0, 212)
        self.row_ax.set_xlabel("column j", labelpad=0)
        self.row_ax.set_title(
            "all columns: rings are the true PE(p + k), dots are $M_k$ PE(p)", loc="left"
        )
        self.row_ax.set_ylim(-1.35, 1.35)
        self.row_ax.axhline(0, color=PALE, linewidth=1, zorder=0)
        value_ticks(self.row_ax.yaxis)
        whole_number_ticks(self.row_ax.xaxis, 8)
        for axis in (self.matrix_ax.xaxis, self.matrix_ax.yaxis):
            whole_number_ticks(axis, 5)

    def _make_artists(self):
        clock, row = self.clock_ax, self.row_ax
        (self.arc,) = clock.plot([], [], color=AFTER, linewidth=2.2)
        self.hands = [clock.plot([], [], **look)[0] for look in HANDS]
        self.tips = [clock.plot([], [], **look)[0] for look in TIPS]
        self.outlines = [
            ax.plot([], [], color=colour, linewidth=width, clip_on=False)[0]
            for ax in (self.matrix_ax, self.names_ax)
            for colour, width in (("white", 4), (CURSOR, 2))
        ]
        ring = {"marker": "o", "linestyle": "", "markerfacecolor": "none", "clip_on": False}
        (self.true_sines,) = row.plot([], [], color=SINE, **ring)
        (self.true_cosines,) = row.plot([], [], color=COSINE, **ring)
        (self.predicted,) = row.plot([], [], "o", color=CURSOR, clip_on=False)

    def _write_names(self):
        write = self.figure.text
        self.heading = write(14 / 900, 498 / 516, "", fontsize=13)
        write(14 / 900, 254 / 516, "● hand at p", color=CURSOR)
        write(322 / 900, 254 / 516, "◆ at p + k", color=AFTER, ha="right")
        write(20 / 900, 206 / 516, "block", va="center")
        mono = {"family": "DejaVu Sans Mono", "fontsize": 15, "va": "center"}
        self.numbers = [write(92 / 900, y / 516, "", **mono) for y in (219, 193)]
        for left, inward in ((84, 7), (278, -7)):
            x = [left + inward, left, left, left + inward]
            bracket = Line2D(
                np.divide(x, 900), np.divide([234, 234, 178, 178], 516),
                color=CURSOR, linewidth=1.6, transform=self.figure.transFigure,
            )  # fmt: skip
            self.figure.add_artist(bracket)
        for x, name in ((21, "PE(p)"), (106, r"$M_k\,$PE(p)"), (191, "PE(p+k)")):
            write((668 + x) / 900, 491 / 516, name, ha="center")
        write(652 / 900, 353 / 516, "×", ha="center", va="center", fontsize=16)
        for x in (63, 148):
            write((668 + x) / 900, 353 / 516, "=", ha="center", va="center", fontsize=16)

    def update(self, *, d_model, base, position, shift, pair):
        """Show the shift by `shift` tokens from `position`, and the clock and block of `pair`."""
        d_model, position = even("d_model", d_model), whole("position", position, 0)
        pair, shift = (
            whole("pair", pair, 0, d_model // 2 - 1),
            integer("shift", shift, "an integer"),
        )
        omega = encoding.angular_frequencies(d_model, base)
        here, there = (
            encoding.positional_encoding(1, d_model, base, start=p)[0]
            for p in (position, position + shift)
        )
        moved = encoding.shift_encoding(here, shift, base)
        self.difference = float(np.abs(moved - there).max())
        self.angle = omega[pair] * shift
        self._draw_clock(omega[pair] * position, here, there, pair)
        self._draw_matrix(omega * shift, np.stack([here, moved, there]), pair)
        self._draw_row(moved, there)
        self._write(omega, base, position, shift, pair)

    def _draw_clock(self, start, here, there, pair):
        self.arc.set_data(arc_path(start, self.angle))
        self.arc.set_linewidth(2.2 if abs(self.angle) < 8 * np.pi else 1)
        for hand, tip, row in zip(self.hands, self.tips, (here, there), strict=True):
            x, y = row[2 * pair : 2 * pair + 2]
            hand.set_data([0, x], [0, y])
            tip.set_data([x], [y])

    def _draw_matrix(self, angles, rows, pair):
        shown = shown_blocks(len(angles), pair)
        edges = (2 * shown.start - 0.5, 2 * shown.stop - 0.5)
        self.matrix.set_values(blocks_on_a_diagonal(angles[shown.start : shown.stop]), edges, edges)
        for image, row in zip(self.vectors, rows, strict=True):
            part = row[2 * shown.start : 2 * shown.stop]
            image.set_values(part[:, np.newaxis], edges, (-0.5, 0.5))
        self.matrix_ax.set_xlim(edges)
        for ax in (self.matrix_ax, self.names_ax, *self.vector_axes):
            ax.set_ylim(edges[::-1])
        low, high = 2 * pair - 0.5, 2 * pair + 1.5
        down = [low, low, high, high, low, np.nan]
        for line in self.outlines[:2]:
            line.set_data([low, high, high, low, low, np.nan], down)
        edge = np.array([0, 42, 42, 0, 0, np.nan])
        across = np.concatenate([edge, edge + 85, edge + 170])
        for line in self.outlines[2:]:
            line.set_data(across, down * 3)

    def _draw_row(self, moved, there):
        j = np.arange(len(there))
        size = float(np.clip(760 / len(there), 3, 11))
        for line, first in ((self.true_sines, 0), (self.true_cosines, 1)):
            line.set_data(j[first::2], there[first::2])
            line.set_markersize(size)
            line.set_markeredgewidth(max(1.0, size / 5))
        self.predicted.set_data(j, moved)
        self.predicted.set_markersize(max(1.2, 0.38 * size))
        self.row_ax.set_xlim(-0.5, len(there) - 0.5)

    def _write(self, omega, base, position, shift, pair):
        cosine, sine = np.cos(self.angle), np.sin(self.angle)
        self.heading.set_text(f"pair {pair:,}:  arc ω·k = {degrees(self.angle)}".replace("-", "−"))
        for text, entries in zip(self.numbers, ((cosine, sine), (-sine, cosine)), strict=True):
            text.set_text("  ".join(entry(value) for value in entries))
        angles = (degrees(omega[pair] * p % (2 * np.pi)) for p in (position, position + shift))
        self.text = (
            f"Pair {pair:,} of {len(omega):,} at base {number(base)}: the hands at positions "
            f"{position:,} and {position + shift:,} point to {' and '.join(angles)}, and the arc "
            f"between them is {degrees(self.angle)}. Its block of the matrix for the shift by "
            f"{counted(shift, 'token')} holds the cosine {cosine:.4f} and the sine {sine:.4f}. "
            f"Prediction and true encoding differ by {rounding(self.difference)}."
        )


def degrees(angle: float) -> str:
    """Return an angle in radians as degrees for people, with one decimal unless that is 0.0."""
    value = float(np.degrees(angle))
    return f"{number(value, 2) if 0 < abs(value) < 0.05 else format(value + 0.0, ',.1f')}°"


def entry(value: float) -> str:
    """Return a number of a block with three decimals and room for its sign."""
    text = f"{value: .3f}"
    return (text if float(text) else " 0.000").replace("-", "−")


def rounding(difference: float) -> str:
    """Return a difference in words: rounding errors are not the same on every machine."""
    return "less than 10⁻¹²" if difference < SMALL else number(difference, 2)


def shown_blocks(pairs: int, pair: int) -> range:
    """Return the pairs whose blocks are drawn: the page of eight that `pair` is on."""
    first = max(0, min(pair - pair % BLOCKS, pairs - BLOCKS))
    return range(first, min(first + BLOCKS, pairs))


def blocks_on_a_diagonal(angles):
    """Return the matrix with the block [[cos, sin], [-sin, cos]] of each angle on its diagonal."""
    matrix = np.zeros((2 * len(angles), 2 * len(angles)))
    even_columns = np.arange(0, 2 * len(angles), 2)
    matrix[even_columns, even_columns] = np.cos(angles)
    matrix[even_columns + 1, even_columns + 1] = np.cos(angles)
    matrix[even_columns, even_columns + 1] = np.sin(angles)
    matrix[even_columns + 1, even_columns] = -np.sin(angles)
    return matrix


def arc_path(start: float, angle: float):
    """Return x and y of the arc from `start` over `angle`, clockwise from 12, with an arrowhead.

    More than one turn becomes a spiral; beyond `TURNS`, whole turns are left out.
    """
    whole_turns = max(0, int(abs(angle) / (2 * np.pi)) - TURNS + 1)
    angle -= np.sign(angle) * 2 * np.pi * whole_turns
    turns = abs(angle) / (2 * np.pi)
    path = np.linspace(0, angle, 24 + int(48 * turns))
    radius = 0.5 + min(0.09, 0.36 / max(turns, 1)) * np.abs(path) / (2 * np.pi)
    x, y = radius * np.sin(start + path), radius * np.cos(start + path)
    if abs(angle) < 0.02:  # too short for an arrowhead
        return x, y
    back = min(0.28, 0.6 * abs(angle))
    head_angles = start + angle - np.sign(angle) * np.array([back, 0, back])
    head_radii = radius[-1] + np.array([0.3, 0, -0.3]) * back
    return (
        np.concatenate([x, [np.nan], head_radii * np.sin(head_angles)]),
        np.concatenate([y, [np.nan], head_radii * np.cos(head_angles)]),
    )


@styled
def plot_shift(position=4, shift=3, pair=1, d_model=16, base=10_000.0):
    """Draw one shift: the arc of a pair, the matrix and what it predicts. Return the drawing.

    Raises
    ------
    ValueError : if `position` is negative, `pair` is not one of the d_model/2 pairs, `d_model` is
        not even or `base` is not positive.
    TypeError : if `position`, `shift`, `pair` or `d_model` is not an integer.
    """
    drawing = Shift()
    drawing.update(d_model=d_model, base=base, position=position, shift=shift, pair=pair)
    return drawing


@styled
def plot_shift_on_clocks(
    shift=3, positions=(0, 4, 30, 1_000), pairs=(1, 2), d_model=16, base=10_000.0
):
    """Draw the arc of one shift at several positions, a row for each pair; return the drawing."""
    shift, d_model = integer("shift", shift, "an integer"), even("d_model", d_model)
    positions = [whole("position", p, 0) for p in several("positions", positions)]
    pairs = [whole("pair", i, 0, d_model // 2 - 1) for i in several("pairs", pairs)]
    whole("number of positions", len(positions), 1, 5)
    whole("number of pairs", len(pairs), 1, 3)
    omega = encoding.angular_frequencies(d_model, base)
    size = min(188, 780 // len(positions), 400 // len(pairs))
    drawing = Drawing(9.0, ((size + 14) * len(pairs) + 46) / 100)
    for row, i in enumerate(pairs):
        bottom = (size + 14) * (len(pairs) - 1 - row) + 8
        labels = (f"pair {i}", "arc", degrees(omega[i] * shift).replace("-", "−"))
        for label, above in zip(labels, (22, 0, -22), strict=True):
            drawing.figure.text(
                14 / 900, (bottom + size / 2 + above) / (100 * drawing.figure.get_figheight()),
                label, va="center", color=AFTER, fontweight="bold",
            )  # fmt: skip
        for column, p in enumerate(positions):
            centre = 110 + (column + 0.5) * 780 / len(positions)
            ax = add_axes(drawing.figure, centre - size / 2, bottom, size, size)
            draw_clock_face(ax)
            _draw_hands(ax, omega[i], p, shift)
            if row == 0:
                ax.set_title(f"p = {p:,}", loc="center")
    arcs = ", ".join(f"{degrees(omega[i] * shift)} for pair {i}" for i in pairs)
    drawing.text = (
        f"The hands at p and at p + {shift} on the clocks of {counted(len(pairs), 'pair')}, for "
        f"p = {', '.join(f'{p:,}' for p in positions)}. The arc between the two hands is the same "
        f"at every p: {arcs}."
    )
    return drawing


def _draw_hands(ax, omega, position, shift):
    """Draw the hands of one clock at `position` and `shift` tokens on, with the arc between."""
    ax.plot(*arc_path(omega * position, omega * shift), color=AFTER, linewidth=2)
    for p, hand, tip in zip((position, position + shift), HANDS, TIPS, strict=True):
        x, y = np.sin(omega * p), np.cos(omega * p)
        ax.plot([0, x], [0, y], **hand)
        ax.plot([x], [y], **tip)


@styled
def plot_shift_matrices(shifts=(0, 1, 10, -10), d_model=16, base=10_000.0):
    """Draw the matrix of each of up to four shifts as an image; return the drawing.

    `d_model` is at most 64: in a wider matrix the blocks are too small to see.
    """
    shifts = [finite("shift", k) for k in several("shifts", shifts)]
    whole("number of shifts", len(shifts), 1, 4)
    d_model = whole("d_model", even("d_model", d_model), 2, 64)
    matrices = [encoding.shift_matrix(k, d_model, base) for k in shifts]
    drawing = Drawing(9.0, 2.76)
    for column, (k, matrix) in enumerate(zip(shifts, matrices, strict=True)):
        ax = add_axes(drawing.figure, 74 + 190 * column, 56, 176, 176)
        image = HeatmapImage(ax)
        edges = (-0.5, d_model - 0.5)
        image.set_values(matrix, edges, edges)
        ax.set(xlim=edges, ylim=edges[::-1])
        ax.set_xlabel("column j")
        ax.set_title(f"k = {k:g}".replace("-", "−"), loc="left")
        for axis in (ax.xaxis, ax.yaxis):
            whole_number_ticks(axis, 4)
        if column:
            ax.tick_params(labelleft=False)
        else:
            ax.set_ylabel("row")
    image.add_colorbar("")
    corners = (
        f"{matrix[0, 0]:.3f} and {matrix[0, 1]:.3f} at k = {k:g}"
        for matrix, k in zip(matrices, shifts, strict=True)
    )
    drawing.text = (
        f"The matrices of {counted(len(shifts), 'shift')}, {d_model} by {d_model}, with "
        f"{counted(d_model // 2, 'block')} of 2 by 2 on the diagonal and zeros elsewhere. "
        f"The first block begins with {', '.join(corners)}."
    )
    return drawing


@styled
def plot_sine_alone(omega=0.1, shift=10, seq_len=1_000):
    """Draw what a straight line makes of sin ωp alone, and of sine and cosine together.

    Left: sin ω(p + k) against sin ωp, an ellipse, and the line that fits best. Right: what the
    best combination of sine and cosine predicts, against the truth. Return the drawing.
    """
    omega, shift = finite("omega", omega), integer("shift", shift, "an integer")
    angle = omega * np.arange(whole("seq_len", seq_len, 4))
    if np.ptp(np.sin(angle)) < 1e-6:
        raise ValueError(
            f"omega must make the sine move within seq_len={seq_len} positions, got {omega:g}"
        )
    target = np.sin(angle + omega * shift)
    alone, r2_alone = _fit(np.stack([np.sin(angle), np.ones_like(angle)], axis=1), target)
    both, r2_both = _fit(np.stack([np.sin(angle), np.cos(angle)], axis=1), target)
    drawing = Drawing(9.0, 4.3)
    panels = (
        (np.sin(angle), "sin ωp", f"from the sine alone: R² = {r2_alone:.3f}"),
        (both, "prediction from sin ωp and cos ωp", f"from both: R² = {r2_both:.3f}"),
    )
    for k, (x, name, title) in enumerate(panels):
        ax = add_axes(drawing.figure, 96 + 430 * k, 62, 320, 320)
        ax.plot(x, target, "o", color=SINE, markersize=4, markeredgewidth=0)
        order = np.argsort(x)
        fitted = (alone, both)[k]
        ax.plot(x[order], fitted[order], **cursor_style())
        ax.set(xlim=(-1.1, 1.1), ylim=(-1.1, 1.1), aspect="equal", xlabel=name)
        ax.set_title(title, loc="left")
        value_ticks(ax.xaxis)
        value_ticks(ax.yaxis)
        ax.set_ylabel("sin ω(p + k)")
    _mark_two_futures(drawing.figure.axes[0], omega * shift)
    drawing.text = (
        f"The sine k = {shift} tokens on, at ω = {omega:g} and "
        f"{counted(len(angle), 'position')}, against the sine now: an ellipse, and the best "
        f"straight line explains R² = {r2_alone:.3f} of it. With the cosine added the points lie "
        f"on the line: R² = {r2_both:.3f}."
    )
    return drawing


def _mark_two_futures(ax, arc):
    """Mark the two points of the ellipse where the sine is one half."""
    later = np.sin(np.array([np.pi / 6, 5 * np.pi / 6]) + arc)
    ax.plot([0.5, 0.5], later, "D:", color=AFTER, markersize=8, linewidth=2)
    middle = later.mean() + 0.26
    for text, above in (("one sine", 0.14), ("now, two", 0), ("sines later", -0.14)):
        ax.text(0.45, middle + above, text, color=AFTER, ha="right", va="center")


def _fit(inputs, target):
    """Return the least-squares prediction of `target` from the columns of `inputs`, and its R²."""
    fitted = inputs @ np.linalg.lstsq(inputs, target, rcond=None)[0]
    spread = np.sum((target - target.mean()) ** 2)
    return fitted, 1 - np.sum((target - fitted) ** 2) / spread
