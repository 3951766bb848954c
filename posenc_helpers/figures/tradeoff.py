"""What each base gains and loses: reading, order and score against the base."""

import numpy as np
from matplotlib.patches import Rectangle

from posenc_helpers.figures import look
from posenc_helpers.figures.drawing import Drawing, plots
from posenc_helpers.figures.quicktext import QuickText
from posenc_helpers.ranges import Real, Several, takes
from posenc_helpers.reach import similarity_reach
from posenc_helpers.tradeoff import BASES, DRAWS, ENOUGH, LENGTH, NOISE, WIDTH, score_bases
from posenc_helpers.wording import counted, number, percent, power

QUICK = 500  # draws for a picture that moves
DECADES = 6  # of bases
PAPER = 10_000
CURVES = (  # name, colour and kind of line, width
    ("read", look.GREY, "-.", 2.2),
    ("order", look.GREY, "--", 2.2),
    ("score", look.INK, "-o", 3),
)


class TradeOff(Drawing):
    """Shares read and ordered right and their score against the base, with one base marked."""

    places = {"base": (0, "x")}

    def __init__(self):
        super().__init__(9.0, 4.5)
        ax = _axes_of_bases(
            self, 84, 62, 730, 330, ylabel="share, or score",
            xlabel="base b; dotted: base = seq_len; ◆ the best score; band: 95 % of it and more",
        )  # fmt: skip
        # Not axhspan, which makes a polygon in Matplotlib 3.8.
        across, band = ax.get_yaxis_transform(), {"color": look.PALE, "linewidth": 0, "zorder": 0}
        self.enough = ax.add_patch(Rectangle((0, 0), 1, 1, transform=across, **band))
        self.length = ax.axvline(1, color=look.GREY, linestyle=":", zorder=0.5)
        self.cursor = ax.axvline(1, **look.CURSOR)
        self.curves, self.names = [], []
        for name, colour, style, width in CURVES:
            self.curves += ax.plot([], [], style, color=colour, linewidth=width, markersize=5)
            text = QuickText(1.4 * BASES[-1], 0, name, color=colour, fontweight="bold", va="center")
            self.names.append(ax.add_artist(text))
        (self.best,) = ax.plot([], [], "D", **look.DOT)
        (self.dot,) = ax.plot([], [], "o", **look.DOT)
        self.title, self.teased = self.headline(x=84), [self.length]

    @takes(base=Real(1, 10**DECADES), seq_len=LENGTH, noise=NOISE, d_model=WIDTH)
    def update(self, *, base, seq_len, noise, d_model):
        """Show the sweep over the grid for one length, noise and width, and mark `base`."""
        setting = seq_len, d_model, noise
        shares = score_bases(*setting, draws=QUICK)
        self.chosen = read, order, score = score_bases(*setting, [base], draws=QUICK)[:, 0]
        self.best_base, self.best_score = BASES[shares[2].argmax()], float(shares[2].max())
        self.of_best = percent(float(score / self.best_score) if self.best_score else 0.0)
        drawn = zip(self.curves, shares, self.names, _apart(shares[:, -1]), strict=True)
        for curve, share, name, height in drawn:
            curve.set_data(BASES, share)
            name.set_y(height)
        self.enough.set(y=ENOUGH * self.best_score, height=(1 - ENOUGH) * self.best_score)
        self.length.set_xdata([seq_len] * 2)
        self.cursor.set_xdata([base] * 2)
        self.best.set_data([self.best_base], [self.best_score])
        self.dot.set_data([base], [score])
        marked = f"score {score:.2f}, {self.of_best} of the best"
        self.title.set_text(f"Base {number(base)}: {marked}")
        self.text = (
            f"Reading, order and score against the base for {counted(seq_len, 'position')}, "
            f"noise {noise:g} and d_model {d_model}, {QUICK} draws for each base. The best of "
            f"{len(BASES)} bases is {number(self.best_base)} with {self.best_score:.2f}. Base "
            f"{number(base)}: {read:.2f} read right, {order:.2f} ordered right, {marked}."
        )

    def facts(self, *, base, **_):
        """Return what the base reads, orders and scores, and the best of the grid."""
        read, order, score = self.chosen
        return [
            ("read right", percent(read)),
            ("ordered right", percent(order)),
            ("score", f"{score:.2f}"),
            ("best on the grid", f"{self.best_score:.2f} at base {number(self.best_base)}"),
            ("share of the best", self.of_best),
            ("reach of the base", counted(round(similarity_reach(base)), "token")),
        ]


def _axes_of_bases(drawing, *place, **labels):
    style = {"xscale": "log", "xlim": (0.9, 10**DECADES * 1.1), "ylim": (-0.03, 1.1)} | labels
    return drawing.add_axes(*place, x=range(DECADES + 1), y=(0, 0.25, 0.5, 0.75, 1), **style)


def _apart(heights, least=0.075):
    """Return the heights, moved so that names written there do not touch; the order stays."""
    order = np.argsort(heights)
    moved = np.array(heights, dtype=float)
    for lower, upper in zip(order[:-1], order[1:], strict=True):
        moved[upper] = max(moved[upper], moved[lower] + least)
    return moved - max(0, moved.max() - 1.06)


@plots(TradeOff)
def plot_trade_off(base=10_000.0, *, seq_len=256, noise=0.5, d_model=128):
    """Draw reading, order and score against the base, and mark one; return the drawing.

    `base` is the choice, `seq_len` how many positions to tell apart and to order, `noise` the
    standard deviation of what is added to each column.
    """


@look.styled
@takes(seq_lens=Several(LENGTH, 4), noise=NOISE, d_model=WIDTH)
def plot_scores(seq_lens=(64, 256, 1_024, 4_096), noise=0.5, d_model=128):
    """Draw the score against the base for several lengths; return the drawing.

    `noise` is the standard deviation of what is added to each column.
    """
    scores = [score_bases(length, d_model, noise)[2] for length in seq_lens]
    drawing, facts, found = Drawing(9.0, 4.5), [], {}
    ax = _axes_of_bases(
        drawing, 84, 60, 700, 345, ylabel="score",
        xlabel="base b; ◆ the best for each length; dotted: the paper's base",
    )  # fmt: skip
    ax.axvline(PAPER, color=look.GREY, linestyle=":", zorder=0)
    heights = _apart([row[-1] for row in scores])
    for k, (length, row, height) in enumerate(zip(seq_lens, scores, heights, strict=True)):
        style = {"color": look.grey(k, len(seq_lens)), "linestyle": look.DASHES[k]}
        ax.plot(BASES, row, marker="o", markersize=4, **style)
        best = BASES[np.argmax(row)]
        ax.plot([best], [row.max()], "D", color=look.INK, markersize=10)
        found[length] = f"{power(best)} for {length:,}"
        ax.text(1.2 * BASES[-1], height, f"L = {length:,}", va="center", fontweight="bold")
        facts.append(
            f"{length:,} positions score best, {row.max():.2f}, at base {power(best)}, and "
            f"{row[BASES.index(PAPER)]:.2f} at the paper's"
        )
    ends = dict.fromkeys(found[length] for length in (min(found), max(found)))
    drawing.headline(f"The best base is {', and '.join(ends)} positions", x=84)
    return drawing.described(
        f"Score against the base at noise {noise:g} and d_model {d_model}, {DRAWS:,} draws for "
        f"each base. {'; '.join(facts)}."
    )
