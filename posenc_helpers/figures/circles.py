"""All positions of a window on the circles of the pairs, and how far round each hand gets."""

import numpy as np
from matplotlib.collections import LineCollection

from posenc_helpers import encoding
from posenc_helpers.figures import clock_face, look
from posenc_helpers.figures.drawing import TABLE, Drawing, plots
from posenc_helpers.figures.paths import copies
from posenc_helpers.figures.speed import add_key
from posenc_helpers.ranges import takes
from posenc_helpers.wording import counted, number, share_of

MOST_DOTS = 1_800  # on all circles together
WIDE = 880
SHADES = {"cmap": look.POSITION_COLOURS, "vmin": 0, "vmax": 1}
RING = 1.2  # radius of the arcs, in radii of the circles
SPREAD, SHRUNK = np.array([1, 1.17]), 0.88  # of the places on the wall of clocks: room for rings


class Circles(Drawing):
    """Every pair as a circle: its positions as dots, light first and dark last, and its arc."""

    def __init__(self):
        super().__init__(9.0, 4.5)
        self.title = self.headline(x=20)
        help = "Dots: positions, light to dark. Ring: the hand's way. Below: tokens for one turn."
        self.write(20, 404, help, color=look.GREY, fontsize=13)
        add_key(self, 762, 428)
        ax = self.add_axes(10, 4, WIDE, 404, xlim=(0, WIDE), ylim=(0, 404))
        ax.axis("off")
        (self.faces,) = ax.plot([], [], color=look.PALE, linewidth=1.5, zorder=0.5)
        self.arcs = ax.add_collection(LineCollection([], linewidths=4.5), autolim=False)
        self.dots = ax.scatter([0], [0], c=[0], s=22, linewidths=0, **SHADES)
        styles = clock_face.LABEL, clock_face.NAME
        self.labels, self.names = clock_face.empty_texts(ax, *styles)

    @takes(**TABLE)
    def update(self, *, d_model, base, seq_len):
        """Show the positions 0 to seq_len - 1, or some of them, and the arcs they reach."""
        self.frequencies = omega = encoding.angular_frequencies(d_model, base)
        pairs = clock_face.shown_pairs(d_model)
        centres, radius = clock_face.wall_places(len(pairs))
        centres, radius = centres * SPREAD, SHRUNK * radius
        self.positions = shown_positions(seq_len, MOST_DOTS // len(pairs))
        self.turns = omega * (seq_len - 1) / (2 * np.pi)
        angles = 2 * np.pi * np.minimum(self.turns[pairs], 1)
        lengths = 2 * np.pi / omega[pairs]
        self.faces.set_data(copies(clock_face.FACE[:61], centres, radius))
        self.arcs.set(segments=arcs(centres, RING * radius, angles), color=look.speed(lengths))
        tips = clock_face.on_circle(np.multiply.outer(self.positions, omega[pairs]))
        self.dots.set_offsets((centres + radius * tips).reshape(-1, 2))
        self.dots.set_array(np.repeat(np.linspace(0, 1, len(self.positions)), len(pairs)))
        turns = [clock_face.turns_text(n) for n in self.turns[pairs]]
        place = centres, RING * radius
        clock_face.label_speeds(self.labels, self.names, *place, pairs, lengths)
        full = np.count_nonzero(self.turns >= 1)
        self.full = f"{full:,} of {len(omega):,}"
        round_ = share_of(full, len(omega), "hand", "get all the way round")
        self.title.set_text(f"{round_} in {counted(seq_len, 'token')}")
        self.text = (
            f"{len(pairs)} of {counted(len(omega), 'circle')} with "
            f"{counted(len(self.positions), 'dot')} each, for {counted(seq_len, 'position')} at "
            f"base {number(base)}: {round_}; the first "
            f"makes {turns[0]} turns, the last {turns[-1]}."
        )

    def facts(self, **_):
        """Return which hands get all the way round, and the arc of the last one."""
        first, last = np.degrees(self.frequencies[[0, -1]])
        return [
            ("hands that get all the way round", self.full),
            ("last hand gets to", f"{number(360 * self.turns[-1], 3)}°"),
            ("one token turns the first hand by", f"{first:.1f}°"),
            ("the last by", f"{number(last, 3)}°"),
        ]


def arcs(centres, radius, angles):
    """Return arcs that start at 12 and turn clockwise, one around each centre: (count, 61, 2)."""
    turned = np.multiply.outer(angles, np.linspace(0, 1, 61))
    return centres[:, np.newaxis] + radius * clock_face.on_circle(turned)


def shown_positions(seq_len, most):
    """Return all positions below seq_len, or `most` of them, scattered at random.

    Evenly spaced ones would make patterns of their own. The places are always the same share of
    the window, so that dots move smoothly with it.
    """
    if seq_len <= most:
        return np.arange(seq_len)
    return np.sort(np.floor(np.random.default_rng(0).random(most) * seq_len))


@plots(Circles)
def plot_circles(seq_len=100, d_model=18, base=10_000.0):
    """Draw the positions of a window on the circles of the pairs and return the drawing."""
