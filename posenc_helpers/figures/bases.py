"""What the base does to the speeds of the clocks, to hands that come round, and to neighbours."""

import numpy as np

from posenc_helpers import encoding
from posenc_helpers.checks import Even, Real, Several, takes
from posenc_helpers.figures import look
from posenc_helpers.figures.downsampling import table_frequencies
from posenc_helpers.figures.drawing import BASE, LENGTH, MOST_BASES, WIDTH, Drawing, plots
from posenc_helpers.figures.heatmap import means
from posenc_helpers.figures.quicktext import QuickText
from posenc_helpers.figures.speed import SpeedStrip
from posenc_helpers.figures.table_image import HeatmapImage, show_encoding
from posenc_helpers.wording import counted, number, power, share_of


class TwoBases(Drawing):
    """Two bases side by side: the tables, and below them how far neighbours are apart."""

    size = 9.0, 4.0
    stored_dpi = look.SCREEN_DPI

    def make(self):
        self.title = self.headline(x=112)
        lefts = 112, 526
        self.heat_axes = [self.add_axes(left, 128, 318, 206, x=5, y=5) for left in lefts]
        for ax in self.heat_axes:
            ax.tick_params(axis="x", pad=20)
            ax.set_xlabel("column j", labelpad=0)
        self.heat_axes[0].set_ylabel("position p")
        self.heat_axes[1].yaxis.set_visible(False)
        self.images = [HeatmapImage(ax) for ax in self.heat_axes]
        self.strips = [SpeedStrip(self, left, 104, 318) for left in lefts]
        dots = {"linewidth": 2.4, "linestyle": (0, (1, 1.2)), "gapcolor": look.WHITE}
        self.boundaries = [ax.axvline(0, color=look.INK, **dots) for ax in self.heat_axes]
        self.titles, self.names, self.bars = [], [], []
        for left, ax in zip(lefts, self.heat_axes, strict=True):
            bold = {"transform": ax.transAxes, "fontweight": "bold"}
            self.titles.append(ax.add_artist(QuickText(0, 1.04, **bold)))
            below = self.add_axes(left, 16, 318, 40, xlim=(0, 1), ylim=(0, 1))
            below.axis("off")
            self.bars += below.plot([], [], color=look.RELATION, lw=9, solid_capstyle="butt")
            bold.update(transform=below.transAxes, color=look.RELATION)
            self.names.append(below.add_artist(QuickText(0, 0.5, **bold)))

    @takes(base_a=BASE, base_b=BASE, d_model=WIDTH, seq_len=LENGTH)
    def update(self, base_a=1e2, base_b=1e4, d_model=128, seq_len=50):
        """Draw two bases side by side, for one `d_model` and one window.

        A hand comes round when its pair completes a turn in the window. The bars are to scale: one
        as long as its table is wide is the distance of neighbours at base 1.
        """
        bases, pairs = (base_a, base_b), d_model // 2
        for base in bases:  # before anything is drawn
            encoding.wavelengths(d_model, base)
        steps = [encoding.neighbour_distance(d_model, base) for base in bases]
        widest = max(*steps, np.sqrt(d_model * (1 - np.cos(1))))
        self.numbers, counts, said = [], [], []
        for k, (base, step) in enumerate(zip(bases, steps, strict=True)):
            self.bars[k].set_data([0, step / widest], [0.2, 0.2])
            self.names[k].set_text(f"neighbours are {step:.2f} apart")
            turning, longest, per_cell = self._draw_table(k, base, d_model, seq_len)
            ratio = number(base ** (2 / d_model)) if pairs > 1 else "none"
            self.numbers += [ratio, longest, f"{turning:,} of {pairs:,}", f"{step:.4f}"]
            counts.append(share_of(turning, pairs, "hand", "come round"))
            said.append(
                f"at base {number(base)}, {counts[k]}, the slowest takes {longest} for a turn, "
                f"and neighbours are {step:.2f} apart"
            )
        each = f"on the left, {turning:,} on the right"
        self.title.set_text(f"{counts[0]} {each if counts[0] != counts[1] else 'on both sides'}")
        what = f"{counted(seq_len, 'position')} by {d_model:,} columns"
        self.text = f"{what}: {'; '.join(said)}{means(*per_cell)}."

    def facts(self, **_):
        """Return gear ratio, longest wavelength, hands that come round and the step of each."""
        names = "gear ratio", "longest λ", "hands that come round", "distance of neighbours"
        names = [f"{base}: {name}" for base in "AB" for name in names]
        return list(zip(names, self.numbers, strict=True))

    def _draw_table(self, k, base, d_model, seq_len):
        """Draw the k-th table; return how many hands come round, the longest turn, and what a cell
        is the mean of.
        """
        omega = table_frequencies(seq_len, d_model, base)
        _, per_cell = show_encoding(self.images[k], 0, seq_len, omega)
        self.strips[k].show(2 * np.pi / omega)
        what = " (means)" * (max(per_cell) > 1)
        self.titles[k].set_text(f"{'AB'[k]}: base {power(base)}{what}")
        turning = encoding.count_turning(seq_len, omega)
        # Those that do not come round are on the right; below base 1 they are on the left.
        columns = 2 * turning if base >= 1 else d_model - 2 * turning
        self.boundaries[k].set_xdata([columns - 0.5] * 2)
        return turning, f"{number(2 * np.pi / omega.min())} tokens", per_cell


plot_two_bases = plots(TwoBases)


@look.styled
@takes(bases=Several(Real(1), MOST_BASES), d_model=Even(4, WIDTH.most))
def plot_frequencies(bases=(1e2, 1e4, 1e8), d_model=128):
    """Draw the angular frequencies on a linear and on a logarithmic axis; return the drawing."""
    speeds = [encoding.angular_frequencies(d_model, base) for base in bases]
    drawing, facts = Drawing(9.0, 3.88, stored_dpi=look.SCREEN_DPI), []
    drawing.headline("On a logarithmic axis, every base is a straight line", x=84)
    linear = drawing.add_axes(84, 60, 340, 262, x=6, xlabel="pair i", title="linear axis")
    linear.set(ylabel="ω [rad/token]", ylim=(-0.05, 1.05))
    powers = drawing.add_axes(490, 60, 230, 262, x=6, xlabel="pair i", yscale="log")
    powers.set_title("logarithmic axis")
    for k, (base, omega) in enumerate(zip(bases, speeds, strict=True)):
        for ax in (linear, powers):
            ax.plot(omega, color=look.grey(k, len(bases)), linestyle=look.DASHES[k])
        falls = f"falls from 1 to {number(omega[-1])}" if base > 1 else "stays at 1"
        facts.append(f"base {number(base)} {falls}")
    look.set_ticks(powers.yaxis, range(-8, 1, 2))  # not before: they would widen the axis
    shares = powers.transData + powers.transAxes.inverted()  # of the axes' width and height
    ends = shares.transform([(0, omega[-1]) for omega in speeds])[:, 1]
    for base, height in zip(bases, look.apart(ends, 20 / 262, (0, 1)), strict=True):
        place = {"va": "center", "xycoords": "axes fraction"}
        look.note(powers, f"base {power(base)}", (1, height), (3, 0), **place)
    return drawing.described(
        f"Angular frequency of each of {d_model // 2:,} pairs in radians per token: "
        f"{'; '.join(facts)}. On the logarithmic axis each is a straight line."
    )
