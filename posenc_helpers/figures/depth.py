"""How well a position can be read after each of a few random layers."""

from __future__ import annotations

import numpy as np

from posenc_helpers.depth import DEEPEST, position_by_depth
from posenc_helpers.figures import look
from posenc_helpers.figures.drawing import Drawing
from posenc_helpers.ranges import Whole, takes
from posenc_helpers.wording import counted

# By the name of a line: the options of its layers, its look, and where its name stands.
LINES = {
    "pre-norm": ({}, {"color": look.FOCUS}, 0.72),
    "post-norm": ({"norm": "post"}, {"color": look.COSINE}, 0.18),
    "no residual connection": ({"residual": False}, {"color": look.SINE}, 0.0),
    "(dashed: causal mask)": (
        {"residual": False, "causal": True}, {"color": look.SINE, "linestyle": "--"}, -0.08,
    ),
}  # fmt: skip


@look.styled
@takes(depth=Whole(1, DEEPEST), seeds=Whole(1, 20))
def plot_depth(depth=12, *, seeds=5):
    """Draw R2 of a read-out of the position after up to `depth` random layers.

    Four kinds of layers; the lines are medians over the seeds, the bands reach from the least to
    the greatest. Values below 0 are drawn at 0. Returns the drawing.
    """
    drawing, found = Drawing(9.0, 3.9), []
    ax = drawing.add_axes(
        84, 58, 570, 300, x=7, y=look.SHARES, xlabel="random layers",
        ylabel="R² of reading p", xlim=(-0.15, depth + 0.15), ylim=(-0.02, 1.05),
    )  # fmt: skip
    for name, (options, style, height) in LINES.items():
        runs = [position_by_depth(depth, **options, seed=s) for s in range(seeds)]
        low, middle, high = np.maximum(np.quantile(runs, (0, 0.5, 1), axis=0), 0)
        ax.fill_between(range(depth + 1), low, high, color=style["color"], alpha=0.2, linewidth=0)
        ax.plot(middle, **style, marker="o", markersize=6)
        ink = look.COSINE_TEXT if style["color"] == look.COSINE else style["color"]
        place = {"xy": (1.02, height), "xycoords": ("axes fraction", "data"), "va": "center"}
        ax.annotate(name, **place, color=ink)
        found.append(middle[-1])
    look.zero_line(ax)
    pre, post, without, masked = found
    return drawing.described(
        f"R² of a linear read-out of the position after {counted(depth, 'random layer')}, median "
        f"of {counted(seeds, 'draw')}: {pre:.1f} with pre-norm, {post:.1f} with post-norm; without "
        f"residual connections {without:.1f}, and {masked:.1f} with a causal mask."
    )
