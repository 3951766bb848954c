"""How far an angle in few bits is off: error against position, and clocks that run away."""

from __future__ import annotations

import functools

import numpy as np

from posenc_helpers import encoding
from posenc_helpers.arguments import several, whole
from posenc_helpers.figures.drawing import Drawing, add_axes
from posenc_helpers.figures.look import (
    BASE_A,
    CURSOR,
    LAW,
    PALE,
    cursor_style,
    power_ticks,
    styled,
)
from posenc_helpers.precision import ROUND_OFF, exact_encoding, rounded, rounded_encoding
from posenc_helpers.wording import counted, number

FURTHEST = 100_000_000
MOST_PAIRS = 16  # whose errors are measured: the fastest, since an error grows with the angle
CLOCKS = 6
NOTHING = 1e-12  # degrees: the rounding of the hand itself
LEAST_ERROR = 1e-17
ERROR_DECADES = range(-16, 1, 4)


def fastest_pairs(d_model, base, most):
    """Return at most `most` pairs, those with the fastest clocks, in order."""
    omega = encoding.angular_frequencies(d_model, base)
    return np.sort(np.argsort(-omega, kind="stable")[:most])


def columns_of(pairs):
    """Return the columns of those pairs, each sine followed by its cosine."""
    return np.stack([2 * pairs, 2 * pairs + 1], axis=1).ravel()


@functools.lru_cache(maxsize=16)
def _exact(d_model, base, count, furthest):
    """Return positions in equal ratios and the exact values of the measured pairs there."""
    positions = np.unique(np.geomspace(1, furthest, count).round())
    pairs = fastest_pairs(d_model, base, MOST_PAIRS)
    return positions, columns_of(pairs), exact_encoding(positions, d_model, base, pairs)


@functools.lru_cache(maxsize=64)
def error_curve(precision, d_model, base, count=60, furthest=FURTHEST):
    """Return positions in equal ratios and the largest error of the table up to each of them.

    It ends where the format does.  Of wide tables the 16 fastest pairs are measured.
    """
    positions, columns, exact = _exact(d_model, base, count, furthest)
    table = rounded_encoding(positions, d_model, base, precision=precision)[:, columns]
    within = np.isfinite(table).all(axis=1)
    errors = np.abs(table - exact).max(axis=1)
    return positions[within], np.maximum.accumulate(errors[within])


def _error_axes(ax, furthest=FURTHEST):
    ax.set(xscale="log", yscale="log", xlim=(1, furthest), ylim=(LEAST_ERROR, 90))
    power_ticks(ax.xaxis, range(int(np.log10(furthest)) + 1))
    power_ticks(ax.yaxis, ERROR_DECADES)
    ax.axhline(2, color=PALE, linewidth=1, zorder=0.5)
    ax.set_ylabel("largest error")
    ax.set_xlabel("position p [tokens]")


@styled
def plot_precision(precisions=tuple(ROUND_OFF), d_model=128, base=10_000.0, furthest=FURTHEST):
    """Draw the largest error of the table against position for angles in several formats.

    A dashed line is the law p ε, where ε is the rounding error of the format.  `furthest` is the
    last position.  Returns the drawing.
    """
    precisions = several("precisions", [precisions] if isinstance(precisions, str) else precisions)
    furthest = whole("furthest", furthest, 10)
    curves = [error_curve(name, d_model, base, 300, furthest) for name in precisions]
    drawing = Drawing(9.0, 4.4)
    ax = add_axes(drawing.figure, 84, 60, 790, 340)
    _error_axes(ax, furthest)
    ax.set_title(
        "solid: measured; dashed: the law p·ε; thin line: 2, no error is larger", loc="left"
    )
    facts = []
    for name, (positions, errors) in zip(precisions, curves, strict=True):
        reach = np.array([1.0, min(furthest, 2 / ROUND_OFF[name])])
        ax.plot(reach, reach * ROUND_OFF[name], color=LAW, linestyle=(0, (5, 3)), linewidth=1.6)
        ax.plot(positions, errors, color="black", linewidth=2.2)
        above = ROUND_OFF[name] == max(ROUND_OFF[one] for one in precisions)
        ax.annotate(
            name, (10, 10 * ROUND_OFF[name]), (0, 12) if above else (8, -20),
            textcoords="offset points", ha="right" if above else "left", fontweight="bold",
        )  # fmt: skip
        facts.append(f"{name} {errors[-1]:.2g} at position {positions[-1]:,.0f}")
    drawing.text = (
        f"Largest error of a table with angles in {', '.join(precisions)} against position, on "
        f"logarithmic axes, d_model {d_model}, base {number(base)}: {', '.join(facts)}. "
        "Each grows as p times the rounding error of its format, until it reaches 2."
    )
    return drawing


class Drift(Drawing):
    """The fastest clocks with their true hands and those of rounded angles, and the errors."""

    @styled
    def __init__(self):
        super().__init__(9.0, 4.6)
        self.clock_ax = add_axes(self.figure, 10, 254, 880, 196)
        self.error_ax = add_axes(self.figure, 84, 58, 790, 150)
        self.clock_ax.axis("off")
        self.clock_ax.set(xlim=(0, 880), ylim=(0, 196))
        self.clock_ax.text(74, 182, "thin, black: the true hand", fontsize=13)
        self.clock_ax.text(
            320, 182, "thick: the hand of the rounded angle", fontsize=13, color=BASE_A,
            fontweight="bold",
        )  # fmt: skip
        _error_axes(self.error_ax)
        self.error_ax.set_title(
            "line: largest error up to p; dot: at p; dashed: the law p·ε", loc="left"
        )
        self._make_artists()
        self.moving = [
            self.circles, self.rounded_hands, self.rounded_tips, self.hands, self.tips,
            *self.labels, self.law, self.curve, self.here, self.dot,
        ]  # fmt: skip

    def _make_artists(self):
        wall, error = self.clock_ax, self.error_ax
        (self.circles,) = wall.plot([], [], color=PALE, linewidth=1.5)
        (self.rounded_hands,) = wall.plot([], [], color=BASE_A, linewidth=7)
        (self.rounded_tips,) = wall.plot([], [], "s", color=BASE_A, markersize=12)
        (self.hands,) = wall.plot([], [], color=CURSOR, linewidth=2.2)
        (self.tips,) = wall.plot([], [], "o", color=CURSOR, markersize=6)
        self.labels = [
            wall.text(0, 0, "", ha="center", va="top", fontsize=12) for _ in range(CLOCKS)
        ]
        (self.law,) = error.plot([], [], color=LAW, linestyle=(0, (5, 3)), linewidth=1.6)
        (self.curve,) = error.plot([], [], color=BASE_A, linewidth=2.2)
        self.here = error.axvline(1, **cursor_style())
        (self.dot,) = error.plot([], [], "o", color=CURSOR, clip_on=False)

    def update(self, *, precision, position, d_model, base):
        """Show the clocks at `position`, true and with every step rounded to `precision`."""
        position = whole("position", position, 1, FURTHEST)
        positions, errors = error_curve(precision, d_model, float(base))
        pairs = fastest_pairs(d_model, base, MOST_PAIRS)
        true = exact_encoding([position], d_model, base, pairs)[0]
        off = rounded_encoding([position], d_model, base, precision=precision)[0, columns_of(pairs)]
        self.rounded_position = float(rounded(position, precision))
        self.overflow = not np.isfinite(off).all()
        self.error = None if self.overflow else float(np.abs(off - true).max())
        shown = pairs[:CLOCKS]
        true, off = (row.reshape(-1, 2)[: len(shown)] for row in (true, off))
        self.degrees = degrees_between(true, off)
        self._draw_clocks(shown, true, off)
        self._draw_errors(precision, position, positions, errors)
        self._describe(precision, position, d_model, base, shown)

    def _draw_errors(self, precision, position, positions, errors):
        reach = np.array([1.0, FURTHEST])
        self.law.set_data(reach, reach * ROUND_OFF[precision])
        self.curve.set_data(positions, np.maximum(errors, LEAST_ERROR))
        self.here.set_xdata([position] * 2)
        shown = [] if self.overflow else [max(self.error, LEAST_ERROR)]
        self.dot.set_data([position] * len(shown), shown)

    def _draw_clocks(self, pairs, true, off):
        wide = 880 / len(pairs)
        radius = min(wide / 2 - 12, 62)
        centres = np.stack(
            [(np.arange(len(pairs)) + 0.5) * wide, np.full(len(pairs), 98.0)], axis=1
        )
        turn = np.linspace(0, 2 * np.pi, 61)
        x = np.concatenate([np.sin(turn), [np.nan, 0, 0, np.nan]])  # with a mark at 12
        y = np.concatenate([np.cos(turn), [np.nan, 0.86, 1.12, np.nan]])
        self.circles.set_data(
            (centres[:, :1] + radius * x).ravel(), (centres[:, 1:] + radius * y).ravel()
        )
        hands = (self.hands, self.tips, true), (self.rounded_hands, self.rounded_tips, off)
        for line, marks, ends in hands:
            tips = centres + radius * ends
            gaps = np.full_like(tips, np.nan)
            line.set_data(np.stack([centres, tips, gaps], axis=1).reshape(-1, 2).T)
            marks.set_data(tips.T)
        for k, label in enumerate(self.labels):
            label.set_visible(k < len(pairs))
            if k < len(pairs):
                label.set_position((centres[k, 0], centres[k, 1] - radius - 10))
                label.set_text(f"pair {pairs[k]}: {off_text(self.degrees[k])}")

    def _describe(self, precision, position, d_model, base, pairs):
        if self.overflow:
            said = "an angle is too large for the format, and a hand is missing"
        else:
            worst = int(np.argmax(self.degrees))
            said = (
                f"the worst of these hands, of pair {pairs[worst]}, is off by "
                f"{off_text(self.degrees[worst])}, and the largest error of a value is "
                f"{self.error:.1e}"
            )
        self.text = (
            f"{counted(len(pairs), 'clock')} of {d_model // 2} at position {position:,}, base "
            f"{number(base)}, with angles in {precision}: {said}."
        )


def degrees_between(true, off):
    """Return how far each hand is from the true one, 0 to 180 degrees; NaN where there is none."""
    one, other = (np.asarray(row).reshape(-1, 2) for row in (true, off))
    across = one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]
    return np.degrees(np.abs(np.arctan2(across, np.sum(one * other, axis=1))))


def off_text(degrees: float) -> str:
    """Return an angle for people: 12°, 0.0044° or 2e-08°, and a dash where there is none."""
    if np.isnan(degrees):
        return "none"
    if degrees < NOTHING:
        return "0°"
    if degrees >= 0.0005:
        return f"{number(degrees, 2)}°"
    return f"{degrees:.0e}°"


@styled
def plot_drift(position=10_000, precision="float32", d_model=128, base=10_000.0):
    """Draw clocks at one position, true and with angles in few bits; return the drawing."""
    drawing = Drift()
    drawing.update(precision=precision, position=position, d_model=d_model, base=base)
    return drawing
