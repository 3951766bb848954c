"""How well a position can be read after each of a few random layers."""

from __future__ import annotations

import numpy as np

from posenc_helpers.arguments import whole
from posenc_helpers.depth import DEEPEST, position_by_depth
from posenc_helpers.figures import look
from posenc_helpers.figures.drawing import Drawing, add_axes
from posenc_helpers.wording import counted

MOST_SEEDS = 20
LOOKS = {
    False: {"color": look.FOCUS},
    True: {"color": look.COSINE, "linestyle": "--"},
}  # by causal mask


@look.styled
def plot_depth(depth=6, *, seeds=10):
    """Draw R2 of a read-out of the position after up to `depth` random layers.

    With residual connections on the left, without on the right; the lines are medians of up to 20
    seeds, the bands reach from the least to the greatest. Values below 0 are drawn at 0. `depth` is
    at most 12. Returns the drawing.
    """
    depth, seeds = whole("depth", depth, 1, DEEPEST), whole("seeds", seeds, 1, MOST_SEEDS)
    drawing, ends = Drawing(9.0, 3.7), {}
    panels = (84, True, "with residual connections"), (502, False, "without (dashed: causal mask)")
    for left, residual, title in panels:
        ax = add_axes(
            drawing.figure, left, 58, 370, 268, x=7, y=look.SHARES, title=title,
            xlabel="random layers", xlim=(-0.15, depth + 0.15), ylim=(-0.02, 1.05),
        )  # fmt: skip
        for causal, style in LOOKS.items():
            settings = {"residual": residual, "causal": causal}
            runs = [position_by_depth(depth, **settings, seed=s) for s in range(seeds)]
            low, middle, high = np.maximum(np.quantile(runs, (0, 0.5, 1), axis=0), 0)
            band = {"color": style["color"], "alpha": 0.2, "linewidth": 0}
            ax.fill_between(range(depth + 1), low, high, **band)
            ax.plot(middle, **style, marker="o", markersize=6)
            ends[residual, causal] = low[-1], high[-1]
        look.zero_line(ax)
    drawing.figure.axes[0].set_ylabel("R² of reading p")
    # Round numbers with a margin: the words must hold on every machine.
    least = min(ends[True, causal][0] for causal in LOOKS)
    most = max(ends[False, causal][1] for causal in LOOKS)
    drawing.text = (
        f"How well a linear read-out finds the position after {counted(depth, 'random layer')} in "
        f"{counted(seeds, 'draw')}: with residual connections R² is above "
        f"{max(0.0, np.floor(10 * (least - 0.02)) / 10):.1f}, without them below "
        f"{np.ceil(10 * (most + 0.02)) / 10:.1f}, with a causal mask or not."
    )
    return drawing
