"""What the base does to the speeds of the clocks."""

from __future__ import annotations

import numpy as np

from posenc_helpers import encoding
from posenc_helpers.arguments import even, several, whole
from posenc_helpers.figures.drawing import Drawing, add_axes
from posenc_helpers.figures.heatmap import HeatmapImage, show_encoding
from posenc_helpers.figures.look import (
    BASE_A,
    BASE_B,
    LINES,
    MUTED,
    PALE,
    grey,
    power_ticks,
    styled,
    value_ticks,
    whole_number_ticks,
)
from posenc_helpers.figures.quicktext import QuickText
from posenc_helpers.wording import counted, number, power

FURTHEST_EXPONENT = 6


class TwoBases(Drawing):
    """Two bases side by side: heatmaps, speeds and similarity."""

    @styled
    def __init__(self):
        super().__init__(9.0, 4.88)
        self.heat_axes = [add_axes(self.figure, left, 282, 370, 178) for left in (104, 510)]
        self.speed_ax = add_axes(self.figure, 104, 56, 330, 150)
        self.similarity_ax = add_axes(self.figure, 510, 56, 370, 150)
        self._label_axes()
        self.images = [HeatmapImage(ax) for ax in self.heat_axes]
        looks = ({"color": BASE_A}, {"color": BASE_B, "linestyle": "--"})
        self.speeds = [self.speed_ax.plot([], [], **look)[0] for look in looks]
        self.similarities = [self.similarity_ax.plot([], [], **look)[0] for look in looks]
        self.window = self.similarity_ax.axvline(1, color=MUTED, linestyle=":", zorder=1.5)
        self.titles = [
            ax.add_artist(
                QuickText(0, 1.04, transform=ax.transAxes, fontweight="bold", color=colour)
            )
            for ax, colour in zip(self.heat_axes, (BASE_A, BASE_B), strict=True)
        ]
        self.moving = [
            *(image.image for image in self.images), self.window, *self.speeds,
            *self.similarities, *self.titles,
        ]  # fmt: skip
        self.scales = [
            self.heat_axes[0].yaxis, *(ax.xaxis for ax in self.heat_axes), self.speed_ax.xaxis,
        ]  # fmt: skip

    def _label_axes(self):
        self.heat_axes[0].set_ylabel("position p")
        for ax in self.heat_axes:
            ax.set_xlabel("column j", labelpad=0)
            whole_number_ticks(ax.xaxis, 5)
            whole_number_ticks(ax.yaxis, 5)
        self.heat_axes[1].tick_params(left=False, labelleft=False)
        self.speed_ax.set_yscale("log")
        self.speed_ax.set_ylim(5e-9, 3)
        power_ticks(self.speed_ax.yaxis, (-8, -6, -4, -2, 0))
        self.speed_ax.set_xlabel("pair i")
        self.speed_ax.set_title("speed ω of each clock [rad/token]", loc="left")
        whole_number_ticks(self.speed_ax.xaxis, 5)
        self.similarity_ax.set_xscale("log")
        self.similarity_ax.set_xlim(1, 10**FURTHEST_EXPONENT)
        self.similarity_ax.set_ylim(-1.05, 1.05)
        power_ticks(self.similarity_ax.xaxis, range(FURTHEST_EXPONENT + 1))
        value_ticks(self.similarity_ax.yaxis)
        self.similarity_ax.axhline(0, color=PALE, linewidth=1, zorder=1)
        self.similarity_ax.set_xlabel("distance Δ [tokens], dotted: seq_len")
        self.similarity_ax.set_title("similarity k(Δ) of two positions", loc="left")

    def update(self, *, base_a, base_b, d_model, seq_len):
        """Show both bases for one `d_model` and one window."""
        seq_len, d_model = whole("seq_len", seq_len, 1), even("d_model", d_model)
        for base in (base_a, base_b):  # before anything is drawn
            encoding.angular_frequencies(d_model, base)
        distances = np.unique(np.geomspace(1, 10**FURTHEST_EXPONENT, 300).round())
        parts = []
        for k, base in enumerate((base_a, base_b)):
            show_encoding(self.images[k], seq_len, d_model, base)
            omega = encoding.angular_frequencies(d_model, base)
            turning = encoding.turning_pairs(seq_len, d_model, base)
            self.speeds[k].set_data(np.arange(len(omega)), omega)
            self.speeds[k].set_marker("o" if len(omega) <= 8 else "")
            self.similarities[k].set_data(distances, encoding.similarity(distances, d_model, base))
            self.titles[k].set_text(
                f"base {power(base)}: {turning:,} of {len(omega):,} complete a turn"
            )
            parts.append(
                f"at base {number(base)} {turning:,} of {len(omega):,} pairs complete a turn and "
                f"the slowest wavelength is {number(2 * np.pi / omega[-1])} tokens"
            )
        self.window.set_xdata([seq_len] * 2)
        self.speed_ax.set_xlim(-0.02 * len(omega), max(1, len(omega) - 1) * 1.02)
        self.text = f"{counted(seq_len, 'position')} by {d_model:,} columns: {'; '.join(parts)}."


@styled
def plot_two_bases(base_a=1e4, base_b=1e8, d_model=128, seq_len=50):
    """Draw two bases side by side and return the drawing."""
    drawing = TwoBases()
    drawing.update(base_a=base_a, base_b=base_b, d_model=d_model, seq_len=seq_len)
    return drawing


@styled
def plot_frequencies(bases=(1e2, 1e4, 1e8), d_model=128):
    """Draw the angular frequencies on a linear and on a logarithmic axis; return the drawing."""
    bases = several("bases", bases)
    drawing = Drawing(9.0, 3.6)
    linear = add_axes(drawing.figure, 84, 60, 340, 262)
    logarithmic = add_axes(drawing.figure, 500, 60, 290, 262)
    logarithmic.set_yscale("log")
    facts = []
    for k, base in enumerate(bases):
        omega = encoding.angular_frequencies(d_model, base)
        look = {"color": grey(k, len(bases)), "linestyle": LINES[k % len(LINES)]}
        linear.plot(omega, label=f"base {power(base)}", **look)
        logarithmic.plot(omega, **look)
        logarithmic.annotate(
            f"base {power(base)}", (len(omega) - 1, omega[-1]), (8, 0),
            textcoords="offset points", va="center",
        )  # fmt: skip
        facts.append(f"base {number(base)} falls from 1 to {number(omega[-1])}")
    linear.legend(loc="upper right")
    for ax, kind in ((linear, "linear axis"), (logarithmic, "logarithmic axis")):
        ax.set_xlabel("pair i")
        ax.set_title(kind, loc="left")
        whole_number_ticks(ax.xaxis, 6)
    linear.set_ylabel("ω [rad/token]")
    power_ticks(logarithmic.yaxis, range(-8, 1, 2))
    drawing.text = (
        f"Angular frequency of each of {d_model // 2} pairs: {'; '.join(facts)} radians per token. "
        "On the logarithmic axis each is a straight line."
    )
    return drawing
