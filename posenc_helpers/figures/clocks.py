"""Each pair of columns as the hand of a clock: x is the sine, y is the cosine."""

from __future__ import annotations

import math
import re
from itertools import pairwise

import numpy as np

from posenc_helpers import encoding
from posenc_helpers.clocks import fit_threshold, misfits, noisy_row
from posenc_helpers.figures import clock_face, look
from posenc_helpers.figures.drawing import TABLE, Drawing, plots
from posenc_helpers.figures.paths import copies
from posenc_helpers.figures.quicktext import QuickText
from posenc_helpers.ranges import Even, Index, Real, Several, Whole, takes
from posenc_helpers.wording import counted, minus, number

MOST_CIRCLES = 36  # of `plot_pairs_as_circles`
MOST_POINTS = 2_000  # on each of them
MOST_NOISE = 1_000  # times the length of a hand
TRAIL = 40
SEARCHED = 2_000
PLACE = re.compile(r"clock (\d+) at (\d+(?:\.\d+)?)°")
PERIODS = {"seconds": 60, "minutes": 3_600, "hours": 43_200}


# --------------------------------------------------------------------------------- the wall


class ClockWall(Drawing):
    """A wall of clocks with trails and turn counters, and the positions that fit their hands."""

    def __init__(self):
        super().__init__(9.0, 5.12)
        self.wall_ax = self.add_axes(10, 178, 880, 326, xlim=(0, 880), ylim=(0, 326))
        self.wall_ax.axis("off")
        note = "below each clock: its pair i and its turns since position 0"
        self.wall_ax.text(74, 312, note, fontsize=13, gid=look.STILL)
        self._make_clocks()
        self.fit_ax = ax = self.add_axes(
            84, 58, 796, 78, x=8, y=(0, 1, 2), ylim=(-0.08, 2.1), ylabel="misfit",
            xlabel="candidate position [tokens]",
            title="reading the time: the low points fit the hands",
        )  # fmt: skip
        (self.misfit,) = ax.plot([], [], color=look.MUTED, linewidth=1.4)
        (self.fits,) = ax.plot([], [], "o", color=look.FOCUS, markersize=6, clip_on=False)
        self.truth = ax.axvline(0, **look.cursor_style())

    def place(self, words, *, d_model, **_):
        """Return the arguments of `mark_guess` for a place such as "clock 8 at 90°"."""
        found, pairs = PLACE.fullmatch(words), clock_face.shown_pairs(d_model)
        if not found or int(found[1]) not in pairs:
            raise ValueError(f"{words!r} is no place in this picture: it has clock 0 at 90°")
        centres, radius = clock_face.wall_places(len(pairs))
        tips = centres + radius * clock_face.on_circle(math.radians(float(found[2])))
        x, y = tips[pairs == int(found[1])][0]
        return {"x": x, "y": y}

    def _make_clocks(self):
        wall, trail = self.wall_ax, {"color": look.SINE, "markeredgewidth": 0}
        (self.circles,) = wall.plot([], [], color=look.PALE, linewidth=1.5)
        self.trails = []
        for size, alpha in ((2.5, 0.25), (4, 0.45), (5.5, 0.75)):
            self.trails += wall.plot([], [], "o", markersize=size, alpha=alpha, **trail)
        (self.hands,) = wall.plot([], [], color=look.CURSOR, linewidth=2.5)
        (self.tips,) = wall.plot([], [], "o", color=look.CURSOR, markersize=7)
        style = {"ha": "center", "va": "top", "fontsize": 12}
        self.labels = [wall.add_artist(QuickText(**style)) for _ in range(clock_face.MOST_CLOCKS)]

    @takes(**TABLE, position=Index("seq_len"), noise=Real(0, MOST_NOISE))
    def update(self, *, d_model, base, seq_len, position, noise=0.0):
        """Show the clocks at `position`, hands shaken by `noise`, and the positions that fit."""
        self.frequencies = omega = encoding.angular_frequencies(d_model, base)
        pairs, hands = clock_face.shown_pairs(d_model), noisy_row(position, d_model, base, noise)
        self._draw_clocks(omega[pairs], hands.reshape(-1, 2)[pairs], position)
        turns = [clock_face.turns_text(n) for n in omega[pairs] * position / (2 * np.pi)]
        words = [f"{i}: {n}" for i, n in zip(pairs, turns, strict=True)]
        clock_face.write_below(self.labels, self.centres - (0, self.radius + 5), words)
        self._draw_fits(hands, d_model, base, seq_len, position, noise)
        fit = "fits" if len(self.fitting) == 1 else "fit"
        self.text = (
            f"{len(pairs)} of {counted(len(omega), 'clock')} at position {position:,}, "
            f"base {number(base)}: the first has made {turns[0]} turns, the last {turns[-1]}. "
            f"With noise {noise:g} on the hands, {counted(len(self.fitting), 'position')} {fit}."
        )

    def facts(self, **_):
        """Return the positions that fit the hands and the speeds of the first and last clock."""
        count, lengths = len(self.fitting), 2 * np.pi / self.frequencies
        shown = ", ".join(f"{p:,}" for p in self.fitting[:6]) + (" …" if count > 6 else "")
        return [
            ("positions that fit the hands", f"{count:,}: {shown}" if count else "0"),
            ("searched", "positions {:,} to {:,}".format(*self.searched)),
            ("first clock: one turn in", f"{number(lengths[0])} tokens"),
            ("last clock", f"{number(lengths[-1])} tokens"),
        ]

    def _draw_clocks(self, omega, hands, position):
        self.centres, self.radius = centres, radius = clock_face.wall_places(len(omega))
        self.circles.set_data(copies(clock_face.FACE, centres, radius))
        ages = np.arange(1, min(TRAIL, position) + 1)
        chosen = ages > 15, (ages > 5) & (ages <= 15), ages <= 5
        for line, those in zip(self.trails, chosen, strict=True):
            been = clock_face.on_circle(np.outer(omega, position - ages[those]))
            line.set_data((centres[:, np.newaxis] + radius * been).reshape(-1, 2).T)
        clock_face.set_hands(self.hands, self.tips, centres, centres + radius * hands)

    def _draw_fits(self, hands, d_model, base, seq_len, position, noise):
        first = max(0, min(position - SEARCHED // 2, seq_len - SEARCHED))
        first -= first % (SEARCHED // 4)
        candidates = np.arange(first, min(seq_len, first + 2 * SEARCHED - SEARCHED // 4))
        self.searched = (candidates[0], candidates[-1])
        distance = misfits(hands, first, len(candidates), d_model, base)
        self.fitting = candidates[distance <= fit_threshold(noise, d_model)]
        self.misfit.set_data(candidates, distance)
        self.fits.set_data(self.fitting, distance[self.fitting - first])
        self.truth.set_xdata([position] * 2)
        self.fit_ax.set_xlim(candidates[0] - 0.5, candidates[-1] + 0.5)


@plots(ClockWall)
def plot_clock_wall(position=12, d_model=18, base=10_000.0, seq_len=100, noise=0.0):
    """Draw the wall of clocks at one position and return the drawing."""


# ------------------------------------------------------------------------------ still pictures


@look.styled
@takes(
    seq_len=Whole(1, MOST_POINTS), d_model=Even(most=2 * MOST_CIRCLES), columns=Whole(1, 3)
)  # fmt: skip
def plot_pairs_as_circles(seq_len=100, d_model=18, base=10_000.0, columns=3):
    """Draw every pair of columns as points on a circle, position as colour; return the drawing."""
    turns = encoding.angular_frequencies(d_model, base) * (seq_len - 1) / (2 * np.pi)
    made = [clock_face.turns_text(n) for n in turns]
    rows = math.ceil(len(turns) / columns)
    drawing = Drawing(9.0, 2.35 * rows + 0.2)
    style = {"c": np.arange(seq_len), "cmap": "viridis", "s": 34, "linewidths": 0, "zorder": 3}
    table = encoding.positional_encoding(seq_len, d_model, base)
    for i, points in enumerate(np.split(table, len(turns), axis=1)):
        place = 60 + 250 * (i % columns), 235 * (rows - 1 - i // columns) + 18
        ax = clock_face.add_clock(drawing, *place, 200, 190, title=f"i = {i}: {made[i]} turns")
        dots = ax.scatter(*points.T, **style)
    bar_ax = drawing.add_axes(812, 30, 14, drawing.figure.get_figheight() * 100 - 70)
    bar = drawing.figure.colorbar(dots, cax=bar_ax, label="position p [tokens]")
    bar.outline.set_visible(False)
    return drawing.described(
        f"{counted(len(turns), 'circle')}, one for each pair, with {counted(seq_len, 'position')} "
        f"as coloured points; in {counted(seq_len - 1, 'step')} the pairs make "
        f"{', '.join(made)} turns."
    )


@look.styled
@takes(hours=Whole(0, 23), minutes=Whole(0, 59), seconds=Whole(0, 59))
def plot_time_of_day(hours=10, minutes=8, seconds=42):
    """Draw a time of day as the hands for seconds, minutes and hours; return the drawing."""
    time = f"{hours:02}:{minutes:02}:{seconds:02}"
    drawing = Drawing(9.0, 3.1)
    drawing.figure.text(60 / 900, 0.94, time, fontsize=15)
    elapsed = (hours * 60 + minutes) * 60 + seconds
    for k, (name, period) in enumerate(PERIODS.items()):
        title = f"{name}: one turn in {period:,} s"
        ax = clock_face.add_clock(drawing, 60 + 290 * k, 20, 215, 215, title=title)
        end = clock_face.on_circle(2 * np.pi * (elapsed % period / period))
        ax.plot(*np.transpose([(0, 0), end]), color=look.CURSOR, linewidth=3)
        ax.plot(*end, "o", color=look.CURSOR)
        for mark in (3, 6, 9):
            place = 0.8 * clock_face.on_circle(mark * np.pi / 6)
            ax.text(*place, str(mark), ha="center", va="center", color="#555555")
    return drawing.described(
        f"Three clock faces at {time}: the hands for seconds, "
        "minutes and hours, which take 60, 3,600 and 43,200 seconds for one turn."
    )


# ------------------------------------------------------------- hands seen once per token

ARROW = {"arrowstyle": "-|>", "mutation_scale": 18, "linewidth": 2, "color": look.FOCUS}
ARROW |= {"shrinkA": 6, "shrinkB": 6}


def seen_step(omega):
    """Return the step in radians, from -pi up to pi, that a hand seems to make in one token."""
    return math.pi - (math.pi - omega) % math.tau


@look.styled
@takes(omegas=Several(Real(0, 1_000), 3), tokens=Whole(1, 6))
def plot_aliasing(omegas=(1, 5), tokens=4):
    """Draw where hands of some speeds point at tokens 0, 1, 2 …; return the drawing.

    A hand that is too fast for one look per token seems to turn backward. `omegas` are in radians
    per token, `tokens` counts the steps.
    """
    drawing, seen = Drawing(9.0, 3.6), []
    for k, omega in enumerate(omegas):
        left = 450 + 290 * (k - len(omegas) / 2)
        ax = clock_face.add_clock(drawing, left, 8, 290, 290, limit=1.35)
        step, places = seen_step(omega), clock_face.on_circle(omega * np.arange(tokens + 1))
        ax.plot(*places.T, "o", color=look.SINE, zorder=3)
        ax.plot(*np.transpose([(0, 0), places[-1]]), color=look.CURSOR, linewidth=2.5)
        arrow = {**ARROW, "connectionstyle": f"arc3,rad={0.35 if step < 0 else -0.35}"}
        for start, end in pairwise(places):
            ax.annotate("", end, start, arrowprops=arrow)
        for token, place in enumerate(places):
            ax.text(*(1.24 * place), str(token), ha="center", va="center")
        style = {"loc": "center", "color": look.FOCUS if step < 0 else "black"}
        speed, looks_like = f"{number(omega)} rad/token", f"looks like {number(step, 3)}"
        ax.set_title(minus(f"ω = {speed}\n{looks_like}"), **style)
        seen.append(f"{speed} {looks_like}")
    said = "; ".join(seen)
    return drawing.described(f"Hands seen once per token, {tokens} steps from 12: {said}.")
