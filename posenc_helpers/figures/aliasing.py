"""Clocks that are seen once per token: a hand that is too fast seems to turn backward."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np

from posenc_helpers.arguments import finite, several, whole
from posenc_helpers.figures import look
from posenc_helpers.figures.clock_face import draw_clock_face, on_circle
from posenc_helpers.figures.drawing import Drawing
from posenc_helpers.wording import minus, number

MOST_HANDS = 3
MOST_OMEGA = 1_000  # radians per token
ARROW = {"arrowstyle": "-|>", "mutation_scale": 18, "linewidth": 2, "color": look.FOCUS}
ARROW |= {"shrinkA": 6, "shrinkB": 6}


def seen_step(omega):
    """Return the step in radians, from -pi up to pi, that a hand seems to make in one token."""
    return math.pi - (math.pi - omega) % math.tau


@look.styled
def plot_aliasing(omegas=(1, 5), tokens=4):
    """Draw where hands of some speeds stand at tokens 0, 1, 2 …; return the drawing.

    omegas : up to three angular frequencies, in radians per token, 0 to 1,000
    tokens : how many steps are drawn, 1 to 6
    """
    omegas = several("omegas", omegas, MOST_HANDS, finite, 0, MOST_OMEGA)
    tokens = whole("tokens", tokens, 1, 6)
    drawing, seen = Drawing(9.0, 3.6), []
    for k, omega in enumerate(omegas):
        ax = drawing.add_axes(450 + 290 * (k - len(omegas) / 2), 8, 290, 290)
        draw_clock_face(ax)
        ax.set(xlim=(-1.35, 1.35), ylim=(-1.35, 1.35))
        step, places = seen_step(omega), on_circle(omega * np.arange(tokens + 1))
        ax.plot(*places.T, "o", color=look.SINE, zorder=3)
        ax.plot(*np.transpose([(0, 0), places[-1]]), color=look.CURSOR, linewidth=2.5)
        arrow = {**ARROW, "connectionstyle": f"arc3,rad={0.35 if step < 0 else -0.35}"}
        for start, end in pairwise(places):
            ax.annotate("", end, start, arrowprops=arrow)
        for token, place in enumerate(places):
            ax.text(*(1.24 * place), str(token), ha="center", va="center")
        style = {"loc": "center", "color": look.FOCUS if step < 0 else "black"}
        looks_like = f"looks like {minus(number(step, 3))}"
        ax.set_title(f"ω = {number(omega)} rad/token\n{looks_like}", **style)
        seen.append(f"{number(omega)} rad/token looks like {number(step, 3)}")
    said = "; ".join(seen)
    return drawing.described(f"Hands seen once per token, {tokens} steps from 12: {said}.")
