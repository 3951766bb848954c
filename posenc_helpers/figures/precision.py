"""How far an angle in few bits is off: error against position, and clocks that drift away."""

from __future__ import annotations

import numpy as np

from posenc_helpers import precision as formats
from posenc_helpers.figures import look
from posenc_helpers.figures.clock_face import FACE, set_hands, write_below
from posenc_helpers.figures.drawing import BASE, LAST_POSITION, Drawing, plots
from posenc_helpers.figures.paths import copies
from posenc_helpers.precision import MEASURED_TO, ROUND_OFF
from posenc_helpers.ranges import Even, OneOf, Several, Whole, takes
from posenc_helpers.wording import ROUNDING, counted, number

WIDTH, FORMAT = Even(most=4_096), OneOf(tuple(ROUND_OFF))
CLOCKS = 6
LEAST_ERROR = 1e-17
ERROR_DECADES = range(-16, 1, 4)


def _error_axes(drawing, bottom, height, title, last=MEASURED_TO):
    ax = drawing.add_axes(
        84, bottom, 790, height, x=range(int(np.log10(last)) + 1), y=ERROR_DECADES,
        xscale="log", yscale="log", xlim=(1, last), ylim=(LEAST_ERROR, 90),
        title=title, xlabel="position p [tokens]", ylabel="largest error",
    )  # fmt: skip
    ax.axhline(2, color=look.PALE, linewidth=1, zorder=0.5, gid=look.STILL)
    return ax


@look.styled
@takes(
    precisions=Several(FORMAT, len(ROUND_OFF)), d_model=WIDTH, base=BASE,
    furthest=Whole(10, LAST_POSITION),
)  # fmt: skip
def plot_precision(precisions=tuple(ROUND_OFF), d_model=128, base=10_000.0, furthest=MEASURED_TO):
    """Draw the largest error of the table against position for angles in several formats.

    A dashed line is the law p ε, where ε is the rounding error of the format.  `furthest` is the
    last position.  Returns the drawing.
    """
    curves = [formats.error_curve(name, d_model, base, 300, furthest) for name in precisions]
    drawing, facts = Drawing(9.0, 4.4), []
    title = "solid: measured; dashed: the law p·ε; thin line: 2, no error is larger"
    ax = _error_axes(drawing, 60, 340, title, furthest)
    coarsest = max(precisions, key=ROUND_OFF.get)
    for name, (positions, errors) in zip(precisions, curves, strict=True):
        epsilon = ROUND_OFF[name]
        ends = np.array([1.0, min(furthest, 2 / epsilon)])
        ax.plot(ends, ends * epsilon, **look.law_style())
        ax.plot(positions, errors, color="black", linewidth=2.2)
        away, side = ((0, 12), "right") if name == coarsest else ((8, -20), "left")
        look.note(ax, name, (10, 10 * epsilon), away, ha=side, fontweight="bold")
        last = f"{name} {errors[-1]:.2g} at position {positions[-1]:,.0f}" if len(errors) else ""
        facts.append(last or f"{name} cannot hold the angle of position 1")
    return drawing.described(
        f"Largest error of a table with angles in {', '.join(precisions)} against position, on "
        f"logarithmic axes, d_model {d_model}, base {number(base)}: {', '.join(facts)}. "
        "Each grows as p times the rounding error of its format, until it reaches 2."
    )


class Drift(Drawing):
    """The fastest clocks with their true hands and those of rounded angles, and the errors."""

    def __init__(self):
        super().__init__(9.0, 4.6)
        self._make_clocks()
        title = "line: largest error up to p; dot: at p; dashed: the law p·ε"
        error = _error_axes(self, 58, 150, title)
        (self.law,) = error.plot([], [], **look.law_style())
        (self.curve,) = error.plot([], [], color=look.FOCUS, linewidth=2.2)
        self.here = error.axvline(1, **look.cursor_style())
        (self.dot,) = error.plot([], [], "o", color=look.CURSOR, clip_on=False)

    def _make_clocks(self):
        wall = self.add_axes(10, 254, 880, 196, xlim=(0, 880), ylim=(0, 196))
        wall.axis("off")
        wall.text(74, 182, "thin, black: the true hand", fontsize=13, gid=look.STILL)
        style = {"fontsize": 13, "color": look.FOCUS, "fontweight": "bold", "gid": look.STILL}
        wall.text(320, 182, "thick: the hand of the rounded angle", **style)
        (self.circles,) = wall.plot([], [], color=look.PALE, linewidth=1.5)
        (self.rounded_hands,) = wall.plot([], [], color=look.FOCUS, linewidth=7)
        (self.rounded_tips,) = wall.plot([], [], "s", color=look.FOCUS, markersize=12)
        (self.hands,) = wall.plot([], [], color=look.CURSOR, linewidth=2.2)
        (self.tips,) = wall.plot([], [], "o", color=look.CURSOR, markersize=6)
        style = {"ha": "center", "va": "top", "fontsize": 12}
        self.labels = [wall.text(0, 0, "", **style) for _ in range(CLOCKS)]

    @takes(precision=FORMAT, position=Whole(1, MEASURED_TO), d_model=WIDTH, base=BASE)
    def update(self, *, precision, position, d_model, base):
        """Show the clocks at `position`, true and with every step rounded to `precision`."""
        curve = formats.error_curve(precision, d_model, base)
        pairs = formats.fastest_pairs(d_model, base, formats.MEASURED_PAIRS)
        true = formats.exact_encoding([position], d_model, base, pairs)[0]
        off = formats.rounded_encoding([position], d_model, base, precision=precision)[0]
        off = off[formats.columns_of(pairs)]
        self.rounded_position = float(formats.rounded(position, precision))
        error = float(np.abs(off - true).max())  # NaN where the format holds no angle so large
        self.overflow = np.isnan(error)
        self.error = "no value at all" if self.overflow else f"{error:.1e}"
        shown = pairs[:CLOCKS]
        self._draw_clocks(shown, *(row.reshape(-1, 2)[: len(shown)] for row in (true, off)))
        self._draw_errors(precision, position, error, *curve)
        finding = "an angle is too large for the format, and a hand is missing"
        if not self.overflow:
            worst = int(np.argmax(self.angles_off))
            finding = (
                f"the worst of these hands, of pair {shown[worst]}, is off by "
                f"{off_text(self.angles_off[worst])}, and the largest error of a value is "
                f"{self.error}"
            )
        self.text = (
            f"{counted(len(shown), 'clock')} of {d_model // 2} at position {position:,}, base "
            f"{number(base)}, with angles in {precision}: {finding}."
        )

    def facts(self, *, precision, position, **_):
        """Return the position as the format holds it, the largest error, and the law."""
        rounding = ROUND_OFF[precision]
        held = "too large" if self.overflow else number(self.rounded_position)
        return [
            ("the format holds this position as", held),
            ("largest error of a sine or cosine", self.error),
            ("law p·ε", f"{position * rounding:.1e}"),
            ("ε", f"{rounding:.1e}"),
            ("hand of pair 0 is off by", off_text(self.angles_off[0])),
        ]

    def _draw_errors(self, precision, position, error, positions, errors):
        ends = np.array([1.0, MEASURED_TO])
        self.law.set_data(ends, ends * ROUND_OFF[precision])
        self.curve.set_data(positions, np.maximum(errors, LEAST_ERROR))
        self.here.set_xdata([position] * 2)
        self.dot.set_data([position], np.maximum([error], LEAST_ERROR))

    def _draw_clocks(self, pairs, true, off):
        self.angles_off = formats.angles_between(true, off)
        wide = 880 / len(pairs)
        radius = min(wide / 2 - 12, 62)
        centres = np.array([((k + 0.5) * wide, 98) for k in range(len(pairs))])
        self.circles.set_data(copies(FACE, centres, radius))
        set_hands(self.hands, self.tips, centres, centres + radius * true)
        set_hands(self.rounded_hands, self.rounded_tips, centres, centres + radius * off)
        named = zip(pairs, map(off_text, self.angles_off), strict=True)
        words = [f"pair {i}: {gap}" for i, gap in named]
        write_below(self.labels, centres - (0, radius + 10), words)


def off_text(angle: float) -> str:
    """Return an angle in degrees for people: 12°, 0.0044° or 2e-08°; "none" for NaN."""
    if np.isnan(angle):
        return "none"
    if angle < ROUNDING:
        return "0°"
    return f"{number(angle, 2)}°" if angle >= 0.0005 else f"{angle:.0e}°"


@plots(Drift)
def plot_drift(position=300, precision="bfloat16", d_model=128, base=10_000.0):
    """Draw clocks at one position, true and with angles in few bits; return the drawing."""
