"""How well a position can be read after each of a few random layers."""

from __future__ import annotations

import numpy as np

from posenc_helpers.arguments import whole
from posenc_helpers.depth import DEEPEST, position_by_depth
from posenc_helpers.figures.drawing import Drawing, add_axes
from posenc_helpers.figures.look import (
    COSINE,
    FOCUS,
    SHARES,
    fixed_ticks,
    styled,
    whole_number_ticks,
    zero_line,
)
from posenc_helpers.wording import counted

MOST_SEEDS = 20
LOOKS = {False: {"color": FOCUS}, True: {"color": COSINE, "linestyle": "--"}}  # by causal mask


@styled
def plot_depth(depth=6, *, seeds=10):
    """Draw R2 of a read-out of the position after up to `depth` random layers.

    With residual connections on the left, without on the right; the lines are medians of up to 20
    seeds, the bands reach from the least to the greatest. Values below 0 are drawn at 0. `depth` is
    at most 12. Returns the drawing.
    """
    depth, seeds = whole("depth", depth, 1, DEEPEST), whole("seeds", seeds, 1, MOST_SEEDS)
    drawing = Drawing(9.0, 3.7)
    panels = (84, True, "with residual connections"), (502, False, "without (dashed: causal mask)")
    ends = {}
    for left, residual, title in panels:
        ax = _depth_axes(drawing.figure, left, title, depth)
        ends[residual] = [_draw_runs(ax, depth, residual, causal, seeds) for causal in LOOKS]
        zero_line(ax)
    drawing.figure.axes[0].set_ylabel("R² of reading p")
    drawing.text = _told(depth, seeds, ends)
    return drawing


def _depth_axes(figure, left, title, depth):
    ax = add_axes(figure, left, 58, 370, 268, title=title, ylim=(-0.02, 1.05))
    ax.set(xlabel="random layers", xlim=(-0.15, depth + 0.15))
    fixed_ticks(ax.yaxis, SHARES)
    whole_number_ticks(ax.xaxis, 7)
    return ax


def _told(depth, seeds, ends):
    """Say how far a position can be read, in numbers that hold on every machine."""
    with_residual = min(low for low, _ in ends[True])
    without = max(high for _, high in ends[False])
    return (
        f"How well a linear read-out finds the position after {counted(depth, 'random layer')} in "
        f"{counted(seeds, 'draw')}: with residual connections R² is above {_below(with_residual)}, "
        f"without them below {_above(without)}, with a causal mask or not."
    )


def _draw_runs(ax, depth, residual, causal, seeds):
    """Draw the line and the band of one kind of net; return least and greatest after the last."""
    runs = [
        position_by_depth(depth, residual=residual, causal=causal, seed=s) for s in range(seeds)
    ]
    low, middle, high = np.maximum(np.quantile(runs, (0, 0.5, 1), axis=0), 0)
    look = LOOKS[causal]
    ax.fill_between(range(depth + 1), low, high, color=look["color"], alpha=0.2, linewidth=0)
    ax.plot(middle, **look, marker="o", markersize=6)
    return low[-1], high[-1]


def _below(value):
    """Return a round number clearly below a value, for words that must hold on every machine."""
    return f"{max(0.0, np.floor(10 * (value - 0.02)) / 10):.1f}"


def _above(value):
    return f"{np.ceil(10 * (value + 0.02)) / 10:.1f}"
