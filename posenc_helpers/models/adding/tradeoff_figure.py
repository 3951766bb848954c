"""What each base gains and loses: reading, order and score against the base."""

import numpy as np
from matplotlib.patches import Rectangle

from posenc_helpers.figures import look
from posenc_helpers.figures.drawing import Drawing
from posenc_helpers.ranges import Real, takes
from posenc_helpers.tradeoff import BASES, ENOUGH, LENGTH, NOISE, WIDTH, score_bases
from posenc_helpers.wording import counted, number, percent

DECADES = 6  # of bases
CURVES = (  # name, colour and kind of line, width
    ("read", look.GREY, "-.", 2.2),
    ("order", look.GREY, "--", 2.2),
    ("score", look.INK, "-o", 3),
)


@look.styled
@takes(base=Real(1, 10**DECADES), seq_len=LENGTH, noise=NOISE, d_model=WIDTH)
def plot_trade_off(base=10_000.0, *, seq_len=256, noise=0.5, d_model=128):
    """Draw reading, order and score against the base, and mark one; return the drawing.

    `base` is the choice, `seq_len` how many positions to tell apart and to order, `noise` the
    standard deviation of what is added to each column.
    """
    setting, drawing = (seq_len, d_model, noise), Drawing(9.0, 4.5)
    shares, (read, order, score) = score_bases(*setting), score_bases(*setting, [base])[:, 0]
    best, top = BASES[shares[2].argmax()], float(shares[2].max())
    ax = drawing.add_axes(
        84, 62, 730, 330, x=range(DECADES + 1), y=look.SHARES, xscale="log",
        xlim=(0.9, 10**DECADES * 1.1), ylim=(-0.03, 1.1), ylabel="share, or score",
        xlabel="base b; dotted: base = seq_len; ◆ the best score; band: 95 % of it and more",
    )  # fmt: skip
    # Not axhspan, which makes a polygon in Matplotlib 3.8.
    across, band = ax.get_yaxis_transform(), {"color": look.PALE, "linewidth": 0, "zorder": 0}
    ax.add_patch(Rectangle((0, ENOUGH * top), 1, (1 - ENOUGH) * top, transform=across, **band))
    ax.axvline(seq_len, color=look.GREY, linestyle=":", zorder=0.5)
    ax.axvline(base, **look.CURSOR)
    for (name, colour, style, width), curve, height in zip(
        CURVES, shares, _apart(shares[:, -1]), strict=True
    ):
        ax.plot(BASES, curve, style, color=colour, linewidth=width, markersize=5)
        ax.text(1.4 * BASES[-1], height, name, color=colour, fontweight="bold", va="center")
    ax.plot([best], [top], "D", **look.DOT)
    ax.plot([base], [score], "o", **look.DOT)
    marked = f"score {score:.2f}, {percent(float(score / top) if top else 0.0)} of the best"
    drawing.headline(f"Base {number(base)}: {marked}", x=84)
    return drawing.described(
        f"Reading, order and score against the base for {counted(seq_len, 'position')}, noise "
        f"{noise:g} and d_model {d_model}. The best of {len(BASES)} bases is {number(best)} with "
        f"{top:.2f}. Base {number(base)}: {read:.2f} read right, {order:.2f} ordered right, "
        f"{marked}."
    )


def _apart(heights, least=0.075):
    """Return the heights, moved so that names written there do not touch; the order stays."""
    order = np.argsort(heights)
    moved = np.array(heights, dtype=float)
    for lower, upper in zip(order[:-1], order[1:], strict=True):
        moved[upper] = max(moved[upper], moved[lower] + least)
    return moved - max(0, moved.max() - 1.06)
