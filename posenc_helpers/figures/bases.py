"""What the base does to the speeds of the clocks, and how far similarity reaches for a base."""

import numpy as np
from matplotlib.patches import Rectangle

from posenc_helpers import encoding
from posenc_helpers.checks import Positive, Real, Several, takes
from posenc_helpers.figures import look
from posenc_helpers.figures.downsampling import table_frequencies
from posenc_helpers.figures.drawing import BASE, LENGTH, MOST_BASES, WIDTH, Drawing, plots
from posenc_helpers.figures.quicktext import QuickText
from posenc_helpers.figures.speed import SpeedStrip
from posenc_helpers.figures.table_image import HeatmapImage, show_encoding
from posenc_helpers.reach import ordered_share, ordered_shares, similarity_reach
from posenc_helpers.wording import counted, number, power, share_of

DECADES = 8  # of distances


class TwoBases(Drawing):
    """Two bases side by side: heatmaps, speeds and similarity."""

    size = 9.0, 5.27
    stored_dpi = look.SCREEN_DPI
    places = {"distance": (3, "x")}

    def make(self):
        self.title = self.headline(x=112)
        self.heat_axes = [self.add_axes(left, 302, 318, 164, x=5, y=5) for left in (112, 526)]
        for ax in self.heat_axes:
            ax.tick_params(axis="x", pad=20)
            ax.set_xlabel("column j", labelpad=0)
        self.heat_axes[0].set_ylabel("position p")
        self.heat_axes[1].yaxis.set_visible(False)
        self.speed_ax = self.add_axes(
            112, 56, 322, 142, x=5, y=range(-8, 1, 2), yscale="log", ylim=(5e-9, 3),
            xlabel="pair i", title="speed ω of each clock [rad/token]",
        )  # fmt: skip
        self.similarity_ax = ax = self.add_axes(
            526, 56, 354, 142, x=range(0, DECADES + 1, 2), y=look.SIGNED, xscale="log",
            xlim=(1, 10**DECADES), ylim=(-1.05, 1.05),
            xlabel="distance Δ [tokens]; dotted: seq_len",
            title="similarity k(Δ); ▼ reach; band: ± 1/√d",
        )  # fmt: skip
        self.band = Rectangle((1, 0), 10**DECADES - 1, 0, color=look.PALE, linewidth=0, zorder=0)
        ax.add_patch(self.band)
        self.window = ax.axvline(1, color=look.GREY, linestyle=":", zorder=1.5)
        self.strips = [SpeedStrip(self, left, 284, 318) for left in (112, 526)]
        self._make_curves()

    def _make_curves(self):
        self.images = [HeatmapImage(ax) for ax in self.heat_axes]
        self.speeds, self.similarities, self.reaches = [], [], []
        self.titles, self.names = [], []
        mark = {"marker": "v", "markersize": 11, "markeredgecolor": look.WHITE, "clip_on": False}
        looks = {"color": look.INK}, {"color": look.GREY, "linestyle": "--"}
        across = self.speed_ax.get_yaxis_transform()
        for k, (ax, style) in enumerate(zip(self.heat_axes, looks, strict=True)):
            self.speeds += self.speed_ax.plot([], [], **style)
            self.similarities += self.similarity_ax.plot([], [], **style)
            self.reaches += self.similarity_ax.plot([], [], **style, **mark)
            bold = {"fontweight": "bold", "color": style["color"]}
            self.titles.append(ax.add_artist(QuickText(0, 1.04, transform=ax.transAxes, **bold)))
            name = QuickText(1.02 + 0.06 * k, 1, "AB"[k], transform=across, va="center", **bold)
            self.names.append(self.speed_ax.add_artist(name))

    @takes(base_a=BASE, base_b=BASE, d_model=WIDTH, seq_len=LENGTH)
    def update(self, base_a=1e4, base_b=1e8, d_model=128, seq_len=50):
        """Draw two bases side by side, for one `d_model` and one window."""
        for base in (base_a, base_b):  # before anything is drawn
            encoding.wavelengths(d_model, base)
        drawn = [self._draw_base(k, b, d_model, seq_len) for k, b in enumerate((base_a, base_b))]
        listed, self.numbers, turning = zip(*drawn, strict=True)
        at_a, at_b = f"base {power(base_a)}", f"base {power(base_b)}"
        pairs = share_of(turning[0], d_model // 2, "pair", "complete a turn")
        self.title.set_text(f"{pairs} at {at_a}, {turning[1]:,} at {at_b}")
        self.window.set_xdata([seq_len] * 2)
        self.band.set(y=-(d_model**-0.5), height=2 * d_model**-0.5)
        self.speed_ax.set_xlim(-0.01 * d_model, max(1, d_model / 2 - 1) * 1.02)
        fastest = max(speeds.get_ydata().max() for speeds in self.speeds)  # 1, or more below base 1
        self.speed_ax.set_ylim(top=3 * min(fastest, 1e300))
        self.text = f"{counted(seq_len, 'position')} by {d_model:,} columns: {'; '.join(listed)}."

    def facts(self, **_):
        """Return gear ratio, longest wavelength, reach and k(1) of each base."""
        names = "A: gear ratio", "longest λ", "reach", "k(1)", "B: gear ratio"
        a, b = self.numbers
        return list(zip((*names, *names[1:4]), (*a, *b), strict=True))

    def _draw_base(self, k, base, d_model, seq_len):
        """Draw the k-th base; return a sentence, numbers for `facts`, and how many pairs turn."""
        omega = table_frequencies(seq_len, d_model, base)
        distances = np.unique(np.geomspace(1, 10**DECADES, 300).round())
        show_encoding(self.images[k], 0, seq_len, omega)
        self.strips[k].show(2 * np.pi / omega)
        self.speeds[k].set_data(np.arange(len(omega)), omega)
        self.speeds[k].set_marker("o" if len(omega) <= 8 else "")
        similarities = encoding.similarity(distances, d_model, base)
        self.similarities[k].set_data(distances, similarities)
        turning = encoding.count_turning(seq_len, omega)
        self.titles[k].set_text(f"{'AB'[k]}: base {power(base)}, {('solid', 'dashed')[k]}")
        self.names[k].set_y(omega[-1])
        reach, several = similarity_reach(base), d_model > 2  # one clock has no reach
        reaches = several and reach >= 1  # nor is less than one token any
        self.reaches[k].set_data([reach if reaches else np.nan], [0])
        ratio = number(base ** (2 / d_model)) if several else "none"
        longest = f"{number(2 * np.pi / omega.min())} tokens"
        far = f"{number(round(reach))} tokens" if reaches else "none"
        complete = share_of(turning, len(omega), "pair", "complete a turn")
        also = f", the reach {far}" if reaches else ""
        listed = f"at base {number(base)} {complete} and the slowest wavelength is {longest}{also}"
        return listed, (ratio, longest, far, f"{similarities[0]:.4f}"), turning


plot_two_bases = plots(TwoBases)


@look.styled
@takes(bases=Several(Real(1), MOST_BASES), d_model=WIDTH)
def plot_frequencies(bases=(1e2, 1e4, 1e8), d_model=128):
    """Draw the angular frequencies on a linear and on a logarithmic axis; return the drawing."""
    speeds = [encoding.angular_frequencies(d_model, base) for base in bases]
    drawing, facts = Drawing(9.0, 3.88, stored_dpi=look.SCREEN_DPI), []
    drawing.headline("On a logarithmic axis, every base is a straight line", x=84)
    linear = drawing.add_axes(84, 60, 340, 262, x=6, xlabel="pair i", title="linear axis")
    linear.set_ylabel("ω [rad/token]")
    powers = drawing.add_axes(500, 60, 290, 262, x=6, xlabel="pair i", yscale="log")
    powers.set_title("logarithmic axis")
    for k, (base, omega) in enumerate(zip(bases, speeds, strict=True)):
        label, last = f"base {power(base)}", omega[-1]
        for ax in (linear, powers):
            ax.plot(omega, color=look.grey(k, len(bases)), linestyle=look.DASHES[k])
        look.note(powers, label, (len(omega) - 1, last), (8, 0), va="center")
        facts.append(f"base {number(base)} falls from 1 to {number(last)}")
    look.power_ticks(powers.yaxis, range(-8, 1, 2))  # not before: they would widen the axis
    return drawing.described(
        f"Angular frequency of each of {counted(d_model // 2, 'pair')}: {'; '.join(facts)} "
        "radians per token. On the logarithmic axis each is a straight line."
    )


OCTAVES = range(24)
BASES = Several(Positive(above=1), MOST_BASES)


@look.styled
@takes(bases=BASES, d_model=WIDTH)
def plot_ordered_shares(bases=(1e2, 1e4, 1e6), d_model=512):
    """Draw, octave by octave, the share of distances that similarity orders correctly."""
    drawing, facts = Drawing(9.0, 4.2, stored_dpi=look.SCREEN_DPI), []
    drawing.headline("Far beyond its reach, a base orders distances like a coin toss", x=84)
    ax = drawing.add_axes(
        84, 60, 780, 290, y=look.SHARES, ylabel="share ordered correctly",
        xlabel="octave from distance Δ [tokens]; ▼ the reach of each base",
    )  # fmt: skip
    for k, base in enumerate(bases):
        colour = look.grey(k, len(bases))
        style = {"color": colour, "fontweight": "bold", "va": "center", "annotation_clip": False}
        shares, far = ordered_shares(OCTAVES, d_model, base), similarity_reach(base)
        octaves = 2.0 ** np.array(OCTAVES)
        ax.plot(octaves, shares, "o", color=colour, linestyle=look.DASHES[k], markersize=5)
        if far < 2 ** (OCTAVES[-1] + 1.5):
            ax.plot([far], [1.09], "v", color=colour, markersize=11, clip_on=False)
            look.note(ax, f"base {power(base)}", (far, 1.09), (9, 0), **style)
        worst = int(np.argmin(shares))
        facts.append(f"{shares[worst]:.2f} from {2**worst:,} tokens on at base {number(base)}")
    ax.set_xscale("log", base=2)
    places = [2.0**n for n in range(0, OCTAVES[-1] + 1, 4)]
    ax.set_xticks(places, [f"{place:,.0f}" for place in places])
    ax.minorticks_off()
    ax.set(xlim=(0.9, 2 ** (OCTAVES[-1] + 1.5)), ylim=(-0.04, 1.16))
    ax.axhline(0.5, color=look.GREY, linestyle="--", linewidth=1.4, zorder=0)
    ax.text(1, 0.52, "a coin toss", color=look.GREY, va="bottom")
    return drawing.described(
        f"Share of distances Δ with k(Δ) > k(2Δ), octave by octave up to {2 ** OCTAVES[-1]:,} "
        f"tokens, d_model {d_model}. It starts at 1, is least near the base ({'; '.join(facts)}), "
        "and is about one half far beyond."
    )


TRIED = np.geomspace(10, 10**8, 57)  # bases
DISTANCES = np.arange(1, 1_001)


@look.styled
@takes(bases=BASES, d_model=WIDTH)
def plot_gain_and_cost(bases=(1e2, 1e4), d_model=512):
    """Draw what a larger base buys, distances in the right order, and costs, a step between codes.

    In order: the share of distances up to 1,000 tokens with k(Δ) > k(2Δ). The step is the distance
    of neighbours over √d_model, that of codes at right angles. Mark `bases`; return the drawing.
    """
    drawing = Drawing(9.0, 4.0, stored_dpi=look.SCREEN_DPI)
    ax = drawing.add_axes(
        84, 62, 560, 280, x=range(2, 9), y=look.SHARES, xscale="log", xlim=(10, 10**8),
        ylim=(0, 1.05), xlabel="base", title="share in the right order, and step over √d",
    )  # fmt: skip
    gain, cost = gain_and_cost(TRIED, d_model)
    ax.plot(TRIED, gain, color=look.RELATION, linewidth=3.4)
    ax.plot(TRIED, cost, color=look.GREY, linewidth=2.4, linestyle="--")
    names = ("distances in order", look.RELATION), ("step to the neighbour", look.GREY)
    for values, (name, colour) in zip((gain, cost), names, strict=True):
        look.note(ax, name, (10**8, values[-1]), (10, 0), color=colour, annotation_clip=False)
    marked = gain_and_cost(bases, d_model)
    for base, *values in zip(bases, *marked, strict=True):
        ax.axvline(base, **look.CURSOR)
        ax.plot([base] * 2, values, "o", **look.DOT)
    ends = (f"{100 * row[0]:.0f} → {100 * row[-1]:.0f} %" for row in marked)
    found = "base {} → {}: order {}, step {}".format(power(bases[0]), power(bases[-1]), *ends)
    drawing.headline(found.capitalize(), x=84)
    return drawing.described(
        f"Share of distances up to 1,000 tokens that similarity orders, and the distance of "
        f"neighbours over √d, against the base, d_model {d_model}: {found}."
    )


def gain_and_cost(bases, d_model):
    """Return for each base the share of distances in order, and the step, over √d_model."""
    gain = np.array([ordered_share(DISTANCES, d_model, base) for base in bases])
    return gain, np.sqrt([1 - encoding.similarity(1, d_model, base) for base in bases])
