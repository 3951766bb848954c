"""What the base does to the speeds of the clocks, to hands that come round, and to neighbours."""

import numpy as np

from posenc_helpers import encoding
from posenc_helpers.checks import Even, Real, Several, takes
from posenc_helpers.figures import look
from posenc_helpers.figures.downsampling import table_frequencies
from posenc_helpers.figures.drawing import BASE, LENGTH, MOST_BASES, WIDTH, Drawing, plots, still
from posenc_helpers.figures.heatmap import mean_of
from posenc_helpers.figures.quicktext import QuickText
from posenc_helpers.figures.speed import SpeedStrip
from posenc_helpers.figures.table_image import HeatmapImage, show_encoding
from posenc_helpers.wording import decimals, listed, power, said, share_of


class TwoBases(Drawing):
    """Two bases side by side: the tables, and below them how far neighbours are apart."""

    size = 9.0, 4.0
    stored_dpi = look.SCREEN_DPI

    def make(self):
        self.headline(x=112)
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

    @takes(seq_len=LENGTH, d_model=WIDTH, base_a=BASE, base_b=BASE)
    def update(self, seq_len=50, d_model=128, base_a=1e2, base_b=1e4):
        """Draw two bases side by side, for one `d_model` and one window.

        A hand comes round when its pair completes a turn in the window. The bars are to scale: one
        as long as its table is wide is the distance of neighbours at base 1.
        """
        bases, pairs = (base_a, base_b), d_model // 2
        omegas = [table_frequencies(seq_len, d_model, base) for base in bases]
        self.lengths = [2 * np.pi / omega for omega in omegas]  # before anything is drawn
        self.steps = steps = [encoding.neighbour_distance(d_model, base) for base in bases]
        self.turning = [encoding.count_turning(seq_len, omega) for omega in omegas]
        widest = max(*steps, np.sqrt(d_model * (1 - np.cos(1))))
        for k, (base, step) in enumerate(zip(bases, steps, strict=True)):
            self.bars[k].set_data([0, step / widest], [0.2, 0.2])
            self.names[k].set_text(f"neighbours are {step:.2f} apart")
            self._draw_table(k, base, d_model, seq_len, omegas[k])
        left, right = (share_of(count, pairs, "hand", "come round") for count in self.turning)
        each = f"on the left, {self.turning[1]:,} on the right"
        self.title.set_text(f"{left} {each if left != right else 'on both sides'}")

    def facts(self, *, d_model, base_a, base_b, **_):
        """Return gear ratio, longest wavelength, hands that come round and the step of each."""
        found, pairs = {}, d_model // 2
        for k, (one, base) in enumerate((("A", base_a), ("B", base_b))):
            found |= {
                f"{one}: gear ratio": said("{}", base ** (2 / d_model)) if pairs > 1 else "none",
                f"{one}: longest λ": said("{} tokens", self.lengths[k].max()),
                f"{one}: hands that come round": said("{} of {}", self.turning[k], pairs),
                f"{one}: distance of neighbours": said("{}", self.steps[k], written=decimals(4)),
            }
        return {**found, **mean_of(self.images[0])}

    def _draw_table(self, k, base, d_model, seq_len, omega):
        """Draw the k-th table."""
        _, per_cell = show_encoding(self.images[k], 0, seq_len, omega)
        self.strips[k].show(self.lengths[k])
        what = " (means)" * (max(per_cell) > 1)
        self.titles[k].set_text(f"{'AB'[k]}: base {power(base)}{what}")
        # Those that do not come round are on the right; below base 1 they are on the left.
        columns = 2 * self.turning[k] if base >= 1 else d_model - 2 * self.turning[k]
        self.boundaries[k].set_xdata([columns - 0.5] * 2)


plot_two_bases = plots(TwoBases)


@still
@takes(bases=Several(Real(1), MOST_BASES), d_model=Even(4, WIDTH.most))
def plot_frequencies(bases=(1e2, 1e4, 1e8), d_model=128):
    """Draw the speed of each pair on a linear and on a logarithmic axis.

    There is a curve for each base. Return the drawing.
    """
    speeds = [encoding.angular_frequencies(d_model, base) for base in bases]
    drawing = Drawing(9.0, 3.88, stored_dpi=look.SCREEN_DPI)
    drawing.headline("On a logarithmic axis, every base is a straight line", x=84)
    linear = drawing.add_axes(84, 60, 340, 262, x=6, xlabel="pair i", title="linear axis")
    linear.set(ylabel="ω [rad/token]", ylim=(-0.05, 1.05))
    powers = drawing.add_axes(490, 60, 230, 262, x=6, xlabel="pair i", yscale="log")
    powers.set_title("logarithmic axis")
    for k, omega in enumerate(speeds):
        for ax in (linear, powers):
            ax.plot(omega, color=look.grey(k, len(bases)), linestyle=look.DASHES[k])
    look.set_ticks(powers.yaxis, range(-8, 1, 2))  # not before: they would widen the axis
    shares = powers.transData + powers.transAxes.inverted()  # of the axes' width and height
    ends = shares.transform([(0, omega[-1]) for omega in speeds])[:, 1]
    for base, height in zip(bases, look.apart(ends, 20 / 262, (0, 1)), strict=True):
        place = {"va": "center", "xycoords": "axes fraction"}
        look.note(powers, f"base {power(base)}", (1, height), (3, 0), **place)
    slowest = [omega[-1] for omega in speeds]
    return drawing.described({"slowest pair": listed(slowest, "{} radians per token")})
