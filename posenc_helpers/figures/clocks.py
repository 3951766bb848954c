"""Each pair of columns as the hand of a clock: x is the sine, y is the cosine."""

from __future__ import annotations

import math

import numpy as np
from matplotlib.cm import ScalarMappable
from matplotlib.colors import Normalize

from posenc_helpers import encoding
from posenc_helpers.arguments import even, finite, whole
from posenc_helpers.figures.drawing import Drawing, add_axes
from posenc_helpers.figures.formula import draw_clock_face
from posenc_helpers.figures.look import (
    BASE_A,
    CURSOR,
    MUTED,
    PALE,
    SINE,
    cursor_style,
    styled,
    whole_number_ticks,
)
from posenc_helpers.figures.quicktext import QuickText
from posenc_helpers.wording import counted, number

MOST_CLOCKS = 16
TRAIL = 40
SEARCHED = 2_000
SPREAD = 3.0
BLOCK = 64  # candidates


class ClockWall(Drawing):
    """A wall of clocks with trails and turn counters, and the positions that fit their hands."""

    @styled
    def __init__(self):
        super().__init__(9.0, 5.12)
        self.wall_ax = add_axes(self.figure, 10, 178, 880, 326)
        self.fit_ax = add_axes(self.figure, 84, 58, 796, 78)
        self.wall_ax.axis("off")
        self.wall_ax.set(xlim=(0, 880), ylim=(0, 326))
        self.wall_ax.text(74, 312, "below each clock: its pair i and its turns since position 0",
                          fontsize=13)  # fmt: skip
        self.fit_ax.set_xlabel("position that the hands could mean [tokens]")
        self.fit_ax.set_ylabel("misfit")
        self.fit_ax.set_title("reading the time: the low points fit the hands", loc="left")
        self.fit_ax.set_ylim(-0.08, 2.1)
        self.fit_ax.set_yticks([0, 1, 2])
        whole_number_ticks(self.fit_ax.xaxis, 8)
        self._make_artists()
        self.moving = [
            self.circles, *self.trails, self.hands, self.tips, *self.labels,
            self.misfit, self.fits, self.truth,
        ]  # fmt: skip
        self.scales = [self.fit_ax.xaxis]

    def _make_artists(self):
        wall, fit = self.wall_ax, self.fit_ax
        (self.circles,) = wall.plot([], [], color=PALE, linewidth=1.5)
        looks = ((2.5, 0.25), (4, 0.45), (5.5, 0.75))
        self.trails = [
            wall.plot([], [], "o", color=SINE, markersize=size, alpha=alpha, markeredgewidth=0)[0]
            for size, alpha in looks
        ]
        (self.hands,) = wall.plot([], [], color=CURSOR, linewidth=2.5)
        (self.tips,) = wall.plot([], [], "o", color=CURSOR, markersize=7)
        self.labels = [
            wall.add_artist(QuickText(ha="center", va="top", fontsize=12))
            for _ in range(MOST_CLOCKS)
        ]
        (self.misfit,) = fit.plot([], [], color=MUTED, linewidth=1.4)
        (self.fits,) = fit.plot([], [], "o", color=BASE_A, markersize=6, clip_on=False)
        self.truth = fit.axvline(0, **cursor_style())

    def update(self, *, d_model, base, seq_len, position, noise=0.0):
        """Show the clocks at `position`, hands shaken by `noise`, and what they could mean."""
        seq_len, d_model = whole("seq_len", seq_len, 1), even("d_model", d_model)
        position, noise = whole("position", position, 0, seq_len - 1), finite("noise", noise, 0)
        omega = encoding.angular_frequencies(d_model, base)
        pairs = shown_pairs(d_model)
        centres, radius = wall_places(len(pairs))
        hands = noisy_row(position, d_model, base, noise)
        self._draw_faces(centres, radius)
        self._draw_trails(omega[pairs], position, centres, radius)
        self._draw_hands(hands.reshape(-1, 2)[pairs], centres, radius)
        self._write_labels(pairs, omega[pairs] * position / (2 * np.pi), centres, radius)
        self._draw_fits(hands, d_model, base, seq_len, position, noise)
        self._describe(omega, d_model, base, position, noise)

    def _draw_faces(self, centres, radius):
        turn = np.linspace(0, 2 * np.pi, 61)
        x = np.concatenate([np.sin(turn), [np.nan, 0, 0, np.nan]])  # with a mark at 12
        y = np.concatenate([np.cos(turn), [np.nan, 0.86, 1.12, np.nan]])
        self.circles.set_data(_around(centres, radius, x, y))

    def _draw_trails(self, omega, position, centres, radius):
        ages = np.arange(1, min(TRAIL, position) + 1)
        for line, chosen in zip(self.trails, (ages > 15, (ages > 5) & (ages <= 15), ages <= 5)):  # noqa: B905
            angles = np.outer(omega, position - ages[chosen])
            x, y = np.sin(angles), np.cos(angles)
            line.set_data(
                (centres[:, :1] + radius * x).ravel(), (centres[:, 1:] + radius * y).ravel()
            )

    def _draw_hands(self, hands, centres, radius):
        tips = centres + radius * hands
        gaps = np.full_like(tips, np.nan)
        self.hands.set_data(np.stack([centres, tips, gaps], axis=1).reshape(-1, 2).T)
        self.tips.set_data(tips.T)

    def _write_labels(self, pairs, turns, centres, radius):
        for k, label in enumerate(self.labels):
            label.set_visible(k < len(pairs))
            if k < len(pairs):
                label.set_position((centres[k, 0], centres[k, 1] - radius - 5))
                label.set_text(f"{pairs[k]}: {turns_text(turns[k])}")

    def _draw_fits(self, hands, d_model, base, seq_len, position, noise):
        first = max(0, min(position - SEARCHED // 2, seq_len - SEARCHED))
        first -= first % (SEARCHED // 4)
        candidates = np.arange(first, min(seq_len, first + 2 * SEARCHED - SEARCHED // 4))
        self.searched = (candidates[0], candidates[-1])
        distance = misfits(hands, candidates[0], len(candidates), d_model, base)
        self.fitting = candidates[distance <= fit_threshold(noise, d_model)]
        self.misfit.set_data(candidates, distance)
        self.fits.set_data(self.fitting, distance[self.fitting - candidates[0]])
        self.truth.set_xdata([position] * 2)
        self.fit_ax.set_xlim(candidates[0] - 0.5, candidates[-1] + 0.5)

    def _describe(self, omega, d_model, base, position, noise):
        turns = omega[[0, -1]] * position / (2 * np.pi)
        shown = min(MOST_CLOCKS, len(omega))
        self.text = (
            f"{shown} of {counted(len(omega), 'clock')} at position {position:,}, "
            f"base {number(base)}: the first has made {turns_text(turns[0])} turns, "
            f"the last {turns_text(turns[1])}. "
            f"With noise {noise:g} on the hands, {len(self.fitting):,} "
            f"position{'s fit' if len(self.fitting) != 1 else ' fits'}."
        )


def turns_text(turns: float) -> str:
    """Return a number of turns with the decimals that matter on a clock."""
    if turns >= 100:
        return f"{turns:,.0f}"
    return f"{turns:.2f}" if turns >= 0.1 else f"{turns:.4f}"


def shown_pairs(d_model: int):
    """Return the pairs that the wall has room for: all, or evenly spread from first to last."""
    pairs = d_model // 2
    return np.unique(np.linspace(0, pairs - 1, min(pairs, MOST_CLOCKS)).round().astype(int))


def wall_places(count: int):
    """Return the centres, shape (count, 2), and the radius of `count` clocks on the wall."""
    rows = 1 if count <= 5 else 2
    columns = math.ceil(count / rows)
    wide, high = 880 / columns, 304 / rows
    k = np.arange(count)
    centres = np.stack([(k % columns + 0.5) * wide, 304 - (k // columns + 0.5) * high + 9], axis=1)
    return centres, min(wide / 2 - 8, high / 2 - 16)


def noisy_row(position, d_model, base, noise):
    """Return the encoding of `position` plus Gaussian noise of that standard deviation.

    The noise has the same shape for every setting, so that only its size moves with the slider.
    """
    row = encoding.positional_encoding(1, d_model, base, start=position)[0]
    return row + noise * np.random.default_rng(0).normal(size=d_model)


def misfits(hands, first, count, d_model, base):
    """Return the root mean square distance, per hand, of `hands` to each candidate's hands.

    A candidate is a block and a place in it. Its hands are those of that place in the first block,
    turned. So all the dot products with `hands` come from two short tables.
    """
    fine = encoding.positional_encoding(BLOCK, d_model, base, start=first).view(complex)
    omega = encoding.angular_frequencies(d_model, base)
    coarse = np.exp(-1j * np.outer(BLOCK * np.arange(-(-count // BLOCK)), omega))
    asked = fine.conj() * hands.view(complex)
    # Not a matrix product: the threads that it may start cost far more than they save here.
    products = np.einsum("bj,pj->bp", coarse.view(float), asked.view(float))
    squares = hands @ hands + d_model / 2 - 2 * products.ravel()[:count]
    return np.sqrt(np.maximum(squares, 0) / (d_model / 2))


def fit_threshold(noise, d_model):
    """Return the misfit up to which a position still fits: noise on both coordinates, and more
    by three standard deviations of what that noise itself may vary.
    """
    return np.sqrt(2) * noise * np.sqrt(1 + SPREAD * np.sqrt(2 / d_model)) + 1e-6


def _around(centres, radius, x, y):
    """Return the path (x, y) drawn around each centre, as one pair of coordinate arrays."""
    return (
        (centres[:, :1] + radius * x).ravel(),
        (centres[:, 1:] + radius * y).ravel(),
    )


@styled
def plot_clock_wall(position=99, d_model=18, base=10_000.0, seq_len=100, noise=0.0):
    """Draw the wall of clocks at one position and return the drawing."""
    drawing = ClockWall()
    drawing.update(d_model=d_model, base=base, seq_len=seq_len, position=position, noise=noise)
    return drawing


@styled
def plot_pairs_as_circles(seq_len=100, d_model=18, base=10_000.0, columns=3):
    """Draw every pair of columns as points on a circle, position as colour; return the drawing."""
    seq_len, columns = whole("seq_len", seq_len, 1), whole("columns", columns, 1, 3)
    table = encoding.positional_encoding(seq_len, d_model, base)
    turns = encoding.angular_frequencies(d_model, base) * (seq_len - 1) / (2 * np.pi)
    rows = math.ceil(len(turns) / columns)
    drawing = Drawing(9.0, 2.35 * rows + 0.2)
    colours = Normalize(0, seq_len - 1)
    for i in range(len(turns)):
        left, bottom = 60 + 250 * (i % columns), 235 * (rows - 1 - i // columns) + 18
        ax = add_axes(drawing.figure, left, bottom, 200, 190)
        draw_clock_face(ax)
        ax.scatter(
            table[:, 2 * i], table[:, 2 * i + 1], c=np.arange(seq_len), norm=colours,
            cmap="viridis", s=34, linewidths=0, zorder=3,
        )  # fmt: skip
        ax.set_title(f"i = {i}: {turns_text(turns[i])} turns", loc="center")
    bar_ax = add_axes(drawing.figure, 812, 30, 14, drawing.figure.get_size_inches()[1] * 100 - 70)
    bar = drawing.figure.colorbar(ScalarMappable(colours, "viridis"), cax=bar_ax)
    bar.set_label("position p [tokens]")
    bar.outline.set_visible(False)
    made = ", ".join(turns_text(t) for t in turns)
    drawing.text = (
        f"{counted(len(turns), 'circle')}, one for each pair, with {counted(seq_len, 'position')} "
        f"as coloured points; in {counted(seq_len - 1, 'step')} the pairs make {made} turns."
    )
    return drawing


@styled
def plot_time_of_day(hours=10, minutes=8, seconds=42):
    """Draw a time of day as the hands for seconds, minutes and hours; return the drawing."""
    hours, minutes = whole("hours", hours, 0, 23), whole("minutes", minutes, 0, 59)
    seconds = whole("seconds", seconds, 0, 59)
    elapsed = (hours * 60 + minutes) * 60 + seconds
    periods = {"seconds": 60, "minutes": 3_600, "hours": 43_200}
    drawing = Drawing(9.0, 3.1)
    drawing.figure.text(60 / 900, 0.94, f"{hours:02}:{minutes:02}:{seconds:02}", fontsize=15)
    for k, (name, period) in enumerate(periods.items()):
        ax = add_axes(drawing.figure, 60 + 290 * k, 20, 215, 215)
        draw_clock_face(ax)
        angle = 2 * np.pi * (elapsed % period) / period
        ax.plot([0, np.sin(angle)], [0, np.cos(angle)], color=CURSOR, linewidth=3)
        ax.plot([np.sin(angle)], [np.cos(angle)], "o", color=CURSOR)
        for mark in (3, 6, 9):
            x, y = 0.8 * np.sin(mark * np.pi / 6), 0.8 * np.cos(mark * np.pi / 6)
            ax.text(x, y, str(mark), ha="center", va="center", color="#555555")
        ax.set_title(f"{name}: one turn in {period:,} s", loc="center")
    drawing.text = (
        f"Three clock faces at {hours:02}:{minutes:02}:{seconds:02}: the hands for seconds, "
        "minutes and hours, which take 60, 3,600 and 43,200 seconds for one turn."
    )
    return drawing
