#!/usr/bin/env python3
"""Draw the first picture of the README: a sentence, and below each word its position's clocks."""

import sys
from pathlib import Path

import numpy as np
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.patches import FancyBboxPatch

from posenc_helpers import encoding
from posenc_helpers.figures import look
from posenc_helpers.figures.clock_face import on_circle
from posenc_helpers.figures.drawing import Drawing
from posenc_helpers.figures.speed import add_key
from posenc_helpers.wording import counted, number, rounded

STORED = Path(__file__).parents[1] / "docs" / "images" / "sentence.png"
WORDS = "the", "dog", "bit", "the", "man"
LEFT, TOP, ROW, RADIUS = 190, 148, 74, 31  # pixels: where clocks begin, their rows and size


@look.styled
def plot_sentence(words=WORDS, d_model=8, base=100.0):
    """Draw words, each with the clocks of its position below it, and return the drawing.

    A word that occurs twice is emphasized.
    """
    omega = encoding.angular_frequencies(d_model, base)
    height = TOP + ROW * len(omega) + 12
    drawing = Drawing(9.0, height / 100)
    drawing.headline("Every position has its own time of day", x=20)
    add_key(drawing, 762, height - 28)
    ax = drawing.add_axes(0, 0, 900, height, xlim=(0, 900), ylim=(0, height))
    ax.axis("off")
    wide = (880 - LEFT) / len(words)
    x, y = LEFT + wide * (np.arange(len(words)) + 0.5), height - TOP - ROW * np.arange(len(omega))
    twice = next((word for word in words if words.count(word) > 1), None)
    same = [p for p, word in enumerate(words) if word == twice]
    for p in same:
        ground = (x[p] - 50, y[-1] - 38), 100, y[0] - y[-1] + 138
        style = {"boxstyle": "round,pad=0,rounding_size=9", "linewidth": 0, "zorder": 0}
        ax.add_patch(FancyBboxPatch(*ground, facecolor=look.PALE, alpha=0.45, **style))
    size = min(24, 1.1 * wide / max(map(len, words)))
    for p, word in enumerate(words):
        style = {"ha": "center", "color": look.INK if p in same or not same else look.GREY}
        bold = {"fontsize": size, "fontweight": "bold", "parse_math": False}
        ax.text(x[p], y[0] + 69, word, **bold, **style)
        ax.text(x[p], y[0] + 46, f"position {p}", fontsize=13, **style)
    _draw_clocks(ax, x, y, omega)
    lengths = 2 * np.pi / omega
    ax.text(LEFT - 10, y[0] + 46, "tokens for one turn", ha="right", fontsize=13, color=look.GREY)
    for row, length in zip(y, lengths, strict=True):
        style = {"color": look.speed_letters(length), "fontsize": 15, "fontweight": "bold"}
        ax.text(LEFT - 10, row, rounded(length), ha="right", va="center", **style)
    listed = ", ".join(number(length) for length in lengths)
    text = (
        f"{counted(len(words), 'word')}, each with the hands of its position below it on "
        f"{counted(len(omega), 'clock')}, at base {number(base)}. Tokens for one turn: {listed}."
    )
    if same:
        finding = f"a Transformer can tell the first “{twice}” from the second"
        ax.text(20, 14, f"Same word, other hands: so {finding}", color=look.INK, parse_math=False)
        text += f" By the hands {finding}."
    return drawing.described(text)


def _draw_clocks(ax, x, y, omega):
    """Draw a clock at each of x and y: the angle since 12 as a sector, and its hand."""
    centres = np.stack(np.meshgrid(x, y, indexing="ij"), axis=-1).reshape(-1, 2)
    angles = np.outer(np.arange(len(x)), omega).ravel() % (2 * np.pi)
    colours = np.tile(look.speed(2 * np.pi / omega), (len(x), 1))
    around = RADIUS * on_circle(np.outer(angles, np.linspace(0, 1, 61)))
    faces = centres[:, np.newaxis] + RADIUS * on_circle(np.linspace(0, 2 * np.pi, 61))
    rims = {"facecolors": look.WHITE, "edgecolors": look.PALE, "linewidths": 2}
    ax.add_collection(PolyCollection(faces, **rims, zorder=1))
    sectors = np.concatenate([centres[:, np.newaxis], centres[:, np.newaxis] + around], axis=1)
    ax.add_collection(PolyCollection(sectors, facecolors=colours, alpha=0.2, zorder=2))
    ends = sectors[:, -1]
    hands = np.stack([centres, ends], axis=1)
    ax.add_collection(LineCollection(hands, colors=colours, linewidths=4.5, zorder=3))
    ax.scatter(*ends.T, s=90, c=colours, zorder=4)
    ax.scatter(*centres.T, s=16, c=look.WHITE, edgecolors=look.INK, linewidths=1.2, zorder=5)


if __name__ == "__main__":
    sys.exit(STORED.write_bytes(plot_sentence().png()) == 0)
