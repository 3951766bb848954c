"""What the base does to the speeds of the clocks."""

from __future__ import annotations

import numpy as np
from matplotlib.patches import Rectangle

from posenc_helpers import encoding
from posenc_helpers.arguments import positive, several, whole
from posenc_helpers.figures.drawing import MOST_BASES, Drawing, add_axes, drawn_width, updated
from posenc_helpers.figures.look import (
    BASE_A,
    BASE_B,
    DASHES,
    MUTED,
    PALE,
    fixed_ticks,
    grey,
    power_ticks,
    styled,
    whole_number_ticks,
)
from posenc_helpers.figures.quicktext import QuickText
from posenc_helpers.figures.table_image import HeatmapImage, show_encoding
from posenc_helpers.reach import similarity_reach
from posenc_helpers.wording import counted, number, power

DECADES = 8  # of distances


class TwoBases(Drawing):
    """Two bases side by side: heatmaps, speeds and similarity."""

    @styled
    def __init__(self):
        super().__init__(9.0, 4.88)
        self._make_axes()
        self.images = [HeatmapImage(ax) for ax in self.heat_axes]
        looks = ({"color": BASE_A}, {"color": BASE_B, "linestyle": "--"})
        self.speeds = [self.speed_ax.plot([], [], **look)[0] for look in looks]
        self.similarities = [self.similarity_ax.plot([], [], **look)[0] for look in looks]
        self.reaches = [_reach_mark(self.similarity_ax, look["color"]) for look in looks]
        self.window = self.similarity_ax.axvline(1, color=MUTED, linestyle=":", zorder=1.5)
        self.titles = [_quick_title(ax, look["color"]) for ax, look in zip(self.heat_axes, looks)]  # noqa: B905

    def _make_axes(self):
        self.heat_axes = [add_axes(self.figure, left, 282, 370, 178) for left in (104, 510)]
        for ax in self.heat_axes:
            ax.set_xlabel("column j", labelpad=0)
            whole_number_ticks(ax.xaxis, 5)
            whole_number_ticks(ax.yaxis, 5)
        self.heat_axes[0].set_ylabel("position p")
        self.heat_axes[1].tick_params(left=False, labelleft=False)
        self.speed_ax = add_axes(
            self.figure, 104, 56, 330, 150, yscale="log", ylim=(5e-9, 3), xlabel="pair i",
            title="speed ω of each clock [rad/token]",
        )  # fmt: skip
        power_ticks(self.speed_ax.yaxis, range(-8, 1, 2))
        whole_number_ticks(self.speed_ax.xaxis, 5)
        self._make_similarity_axes()

    def _make_similarity_axes(self):
        self.similarity_ax = add_axes(
            self.figure, 510, 56, 370, 150, xscale="log", xlim=(1, 10**DECADES),
            ylim=(-1.05, 1.05), xlabel="distance Δ [tokens]; dotted: seq_len",
            title="similarity k(Δ); ▼ reach; band: ± 1/√d",
        )  # fmt: skip
        power_ticks(self.similarity_ax.xaxis, range(0, DECADES + 1, 2))
        fixed_ticks(self.similarity_ax.yaxis)
        self.band = Rectangle((1, 0), 10**DECADES - 1, 0, color=PALE, linewidth=0, zorder=0)
        self.similarity_ax.add_patch(self.band)

    def update(self, *, base_a, base_b, d_model, seq_len):
        """Show both bases for one `d_model` and one window."""
        seq_len, d_model = whole("seq_len", seq_len, 1), drawn_width(d_model)
        bases = positive("base_a", base_a), positive("base_b", base_b)
        for base in bases:  # before anything is drawn
            encoding.wavelengths(d_model, base)
        facts = [self._draw_base(k, base, d_model, seq_len) for k, base in enumerate(bases)]
        self.window.set_xdata([seq_len] * 2)
        self.band.set(y=-(d_model**-0.5), height=2 * d_model**-0.5)
        self.speed_ax.set_xlim(-0.01 * d_model, max(1, d_model / 2 - 1) * 1.02)
        self.text = f"{counted(seq_len, 'position')} by {d_model:,} columns: {'; '.join(facts)}."

    def _draw_base(self, k, base, d_model, seq_len):
        """Draw the k-th base and return what is to be said about it."""
        omega = encoding.angular_frequencies(d_model, base)
        distances = np.unique(np.geomspace(1, 10**DECADES, 300).round())
        show_encoding(self.images[k], seq_len, d_model, base)
        self.speeds[k].set_data(np.arange(len(omega)), omega)
        self.speeds[k].set_marker("o" if len(omega) <= 8 else "")
        self.similarities[k].set_data(distances, encoding.similarity(distances, d_model, base))
        self.reaches[k].set_data([drawn_reach(base, d_model)], [0])
        turning = f"{encoding.turning_pairs(seq_len, d_model, base):,} of {len(omega):,}"
        self.titles[k].set_text(f"base {power(base)}: {turning} complete a turn")
        return (
            f"at base {number(base)} {turning} pairs complete a turn and "
            f"the slowest wavelength is {number(2 * np.pi / omega[-1])} tokens"
            f"{_and_reach(base, d_model)}"
        )


def _reach_mark(ax, colour):
    look = {"markersize": 11, "markeredgecolor": "white", "clip_on": False}
    return ax.plot([], [], "v", color=colour, **look)[0]


def drawn_reach(base, d_model):
    """Return the reach of a base, or NaN: less than one token is none, nor has one clock any."""
    reach = similarity_reach(base)
    return reach if reach >= 1 and d_model > 2 else np.nan


def _and_reach(base, d_model):
    reach = drawn_reach(base, d_model)
    return "" if np.isnan(reach) else f", the reach {number(round(reach))}"


def _quick_title(ax, colour):
    look = {"fontweight": "bold", "color": colour}
    return ax.add_artist(QuickText(0, 1.04, transform=ax.transAxes, **look))


def plot_two_bases(base_a=1e4, base_b=1e8, d_model=128, seq_len=50):
    """Draw two bases side by side and return the drawing."""
    return updated(TwoBases(), base_a=base_a, base_b=base_b, d_model=d_model, seq_len=seq_len)


@styled
def plot_frequencies(bases=(1e2, 1e4, 1e8), d_model=128):
    """Draw the angular frequencies on a linear and on a logarithmic axis; return the drawing.

    There are one to four bases.
    """
    bases, d_model = several("bases", bases, MOST_BASES), drawn_width(d_model)
    speeds = [encoding.angular_frequencies(d_model, base) for base in bases]
    drawing = Drawing(9.0, 3.6)
    panels = _frequency_panels(drawing.figure)
    for k, (base, omega) in enumerate(zip(bases, speeds, strict=True)):
        look = {"color": grey(k, len(bases)), "linestyle": DASHES[k]}
        _draw_frequencies(panels, f"base {power(base)}", omega, look)
    panels[0].legend(loc="upper right")
    falls = zip(map(number, bases), speeds, strict=True)
    facts = (f"base {base} falls from 1 to {number(omega[-1])}" for base, omega in falls)
    drawing.text = (
        f"Angular frequency of each of {counted(d_model // 2, 'pair')}: {'; '.join(facts)} "
        "radians per token. On the logarithmic axis each is a straight line."
    )
    return drawing


def _frequency_panels(figure):
    linear = add_axes(figure, 84, 60, 340, 262, title="linear axis", ylabel="ω [rad/token]")
    logarithmic = add_axes(figure, 500, 60, 290, 262, title="logarithmic axis", yscale="log")
    for ax in (linear, logarithmic):
        ax.set_xlabel("pair i")
        whole_number_ticks(ax.xaxis, 6)
    return linear, logarithmic


def _draw_frequencies(panels, label, omega, look):
    for ax in panels:
        ax.plot(omega, label=label, **look)
    place = {"textcoords": "offset points", "va": "center"}
    panels[1].annotate(label, (len(omega) - 1, omega[-1]), (8, 0), **place)
    power_ticks(panels[1].yaxis, range(-8, 1, 2))
