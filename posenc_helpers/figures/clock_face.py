"""Clocks of any figure: a face, hands, their places side by side and what stands below them."""

from __future__ import annotations

import math

import numpy as np

from posenc_helpers.figures import look
from posenc_helpers.figures.paths import strokes

MOST_CLOCKS = 16  # on a wall


def on_circle(angles):
    """Return the points of a unit circle at these angles, clockwise from 12: (..., 2)."""
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1)


FACE = np.concatenate(  # a circle and a mark at 12
    [on_circle(np.linspace(0, 2 * np.pi, 61)), [(np.nan, np.nan), (0, 0.86), (0, 1.12)]]
)


def add_clock(drawing, *place, title="", limit=1.2):
    """Return axes with a unit circle, 12 at the top: x is the sine, y is the cosine."""
    limits = {"xlim": (-limit, limit), "ylim": (-limit, limit)}
    ax = drawing.add_axes(*place, aspect="equal", **limits)
    ax.set_title(title, loc="center")
    ax.axis("off")
    style = {"linewidth": 2, "gid": look.STILL}
    ax.plot(*on_circle(np.linspace(0, 2 * np.pi, 181)).T, color=look.PALE, **style)
    ax.plot([0, 0], [0.9, 1.1], color=look.MUTED, **style)
    return ax


def set_hands(hands, tips, centres, ends):
    """Let the line `hands` lead from each of `centres` to each of `ends`, and `tips` mark these."""
    hands.set_data(strokes(centres, ends))
    tips.set_data(np.transpose(ends))


def write_below(labels, places, words):
    """Show as many of `labels` as there are words, at these places."""
    for label in labels[len(words) :]:
        label.set_visible(False)
    for label, place, text in zip(labels, places, words, strict=False):
        label.set(visible=True, position=place, text=text)


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
