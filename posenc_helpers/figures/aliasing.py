"""Clocks that are seen once per token: too fast a hand seems to turn backward."""

from __future__ import annotations

import math

import numpy as np

from posenc_helpers.arguments import finite, several, whole
from posenc_helpers.figures.drawing import Drawing, add_axes
from posenc_helpers.figures.formula import draw_clock_face
from posenc_helpers.figures.look import BASE_A, CURSOR, SINE, styled
from posenc_helpers.wording import number

MOST_CLOCKS = 3
ARROW = {"arrowstyle": "-|>", "mutation_scale": 18, "linewidth": 2, "shrinkA": 6, "shrinkB": 6}


def seen_step(omega):
    """Return the step in radians, from -pi up to pi, that a hand seems to make in one token."""
    return math.pi - (math.pi - omega) % math.tau


@styled
def plot_aliasing(omegas=(1, 5), tokens=4):
    """Draw where hands of some speeds stand at tokens 0, 1, 2 …; return the drawing.

    omegas : up to three angular frequencies, in radians per token
    tokens : how many steps are drawn, 1 to 6
    """
    omegas = [finite("omegas", omega, 0) for omega in several("omegas", omegas)]
    whole("number of omegas", len(omegas), 1, MOST_CLOCKS)
    tokens = whole("tokens", tokens, 1, 6)
    drawing = Drawing(9.0, 3.6)
    for k, omega in enumerate(omegas):
        left = 450 + 290 * (k - len(omegas) / 2)
        ax = add_axes(drawing.figure, left, 8, 290, 290)
        draw_clock_face(ax)
        ax.set(xlim=(-1.35, 1.35), ylim=(-1.35, 1.35))
        _draw_steps(ax, omega, tokens)
        look = {"loc": "center", "color": BASE_A if seen_step(omega) < 0 else "black"}
        looks_like = number(seen_step(omega), 3).replace("-", "−")
        ax.set_title(f"ω = {number(omega)} rad/token\nlooks like {looks_like}", **look)
    seen = (f"{number(w)} rad/token looks like {number(seen_step(w), 3)}" for w in omegas)
    drawing.text = f"Hands seen once per token, {tokens} steps from 12: {'; '.join(seen)}."
    return drawing


def _draw_steps(ax, omega, tokens):
    angles = omega * np.arange(tokens + 1)
    x, y = np.sin(angles), np.cos(angles)
    ax.plot(x, y, "o", color=SINE, zorder=3)
    ax.plot([0, x[-1]], [0, y[-1]], color=CURSOR, linewidth=2.5)
    for step in range(tokens):
        bend = 0.35 if seen_step(omega) < 0 else -0.35
        arrow = {**ARROW, "color": BASE_A, "connectionstyle": f"arc3,rad={bend}"}
        ax.annotate("", (x[step + 1], y[step + 1]), (x[step], y[step]), arrowprops=arrow)
    for token, (across, up) in enumerate(zip(x, y, strict=True)):
        ax.text(1.24 * across, 1.24 * up, str(token), ha="center", va="center")
