"""Texts longer than in training: which pairs turn, slower turns, and what trained heads find."""

import numpy as np
from matplotlib.patches import Rectangle

from posenc_helpers.encoding import turning_pairs
from posenc_helpers.figures import look
from posenc_helpers.figures.drawing import LENGTH, WIDTH, Drawing, plots
from posenc_helpers.figures.rotary import DISTANCES, score_axes
from posenc_helpers.ranges import Index, Real, takes
from posenc_helpers.scaling import Trial, attention_factor, rotary_frequencies, stored_shares
from posenc_helpers.wording import counted, number, share_of

LOOKS = {  # of each scaling: its name, colour, kind and width of line
    "none": ("as trained", look.GREY, "-", 2.2),
    "interpolation": ("p / s", look.INK, "--", 2.2),
    "ntk": ("NTK-aware", look.GREY, "-.", 2.8),
    "by parts": ("by parts", look.INK, "-", 3.2),
    "yarn": ("YaRN", look.INK, ":", 2.8),
}
LEAST_BASE = 2
OFTEN = 0.9  # share of right answers


class Scalings(Drawing):
    """Turns of each pair in training, its speed with each scaling, and the scores by distance."""

    def __init__(self):
        super().__init__(9.0, 5.4)
        self.title = self.headline(x=20)
        places = (20, 212, 348, 540, 708)
        for x, (name, colour, kind, width) in zip(places, LOOKS.values(), strict=True):
            self.draw_line([x, x + 46], [486, 486], color=colour, linestyle=kind, linewidth=width)
            self.write(x + 54, 486, name, color=colour, va="center")
        self.turn_ax = ax = self.add_axes(
            84, 306, 346, 136, x=5, y=range(-4, 6, 4), yscale="log", ylim=(1e-4, 1e5),
            title="turns in training: ● at least one, ○ less", xlabel="pair i", ylabel="turns",
        )  # fmt: skip
        ax.axhline(1, color=look.GREY, linewidth=1.2, linestyle="--", zorder=0.5)
        self.turned, self.unturned = (ax.scatter([], [], s=36) for _ in range(2))
        style = {"ylim": (0, 1.06), "title": "speed / as trained", "xlabel": "pair i"}
        self.speed_ax = self.add_axes(534, 306, 346, 136, x=5, y=look.SHARES, **style)
        self.pair_axes = self.turn_ax, self.speed_ax
        self.cursors = [ax.axvline(0, **look.CURSOR) for ax in self.pair_axes]
        self.speeds = _lines(self.speed_ax)
        title = "score by distance; grey ground: longer than in training, up to s times"
        ax = score_axes(self, 164, title)
        self.beyond = ax.add_patch(Rectangle((1, -1.2), 1, 2.4, color=look.PALE, zorder=0))
        self.curves = _lines(ax)

    @takes(
        d_model=WIDTH, seq_len=LENGTH, base=Real(LEAST_BASE), scale=Real(1, 64),
        pair=Index("d_model", per=2),
    )  # fmt: skip
    def update(self, *, d_model, base, seq_len, scale, pair):
        """Show a head of `d_model` columns, trained on `seq_len` tokens, at `scale` s.

        `pair` has a cursor.
        """
        one = {"scale": scale, "seq_len": seq_len}
        self.frequencies = [rotary_frequencies(d_model, base, scaling=s, **one) for s in LOOKS]
        self.turns = seq_len * self.frequencies[0] / (2 * np.pi)
        self.turning = turning_pairs(seq_len, d_model, base)
        self._draw_pairs(pair)
        for line, each in zip(self.curves, self.frequencies, strict=True):
            line.set_data(DISTANCES, scores_by_distance(DISTANCES, each))
        self.beyond.set(x=seq_len, width=(scale - 1) * seq_len)
        turning = share_of(self.turning, d_model // 2, "pair", "turn at least once")
        self.title.set_text(f"{turning} in {counted(seq_len, 'token')}")
        self.kept = [f"{each[pair] / self.frequencies[0][pair]:.3f}" for each in self.frequencies]
        named = zip(LOOKS.values(), self.kept, strict=True)
        listed = ", ".join(f"{name} {share}" for (name, *_), share in named)
        self.text = (
            f"Of {counted(d_model // 2, 'pair')} at d_model {d_model:,} and base {number(base)}, "
            f"{self.turning:,} turn at least once in {counted(seq_len, 'token')}; pair {pair:,} "
            f"makes {number(self.turns[pair], 3)} turns. At s = {scale:g} the speed, against that "
            f"in training, is: {listed}."
        )

    def facts(self, *, d_model, scale, pair, **_):
        """Return turns in training, the speeds of the pair, the leads and YaRN's factor."""
        names = ", ".join(name for name, *_ in LOOKS.values())
        leads = (d_model / 2 * (1 - scores_by_distance(1, each)) for each in self.frequencies)
        return [
            ("pairs that turn at least once", f"{self.turning:,} of {len(self.turns):,}"),
            (f"turns of pair {pair:,} in training", number(self.turns[pair], 3)),
            (f"in the order: {names}; ω / as trained", ", ".join(self.kept)),
            ("lead of distance 0 over 1, d/2 (1 − k(1))", ", ".join(number(n, 3) for n in leads)),
            ("YaRN multiplies scores by", f"{attention_factor('yarn', scale) ** 2:.3f}"),
        ]

    def _draw_pairs(self, pair):
        pairs = np.arange(len(self.turns))
        colours = look.speed(2 * np.pi / self.frequencies[0])
        points = np.column_stack([pairs, self.turns])
        self.turned.set(offsets=points[: self.turning], color=colours[: self.turning])
        self.unturned.set(offsets=points[self.turning :], edgecolor=colours[self.turning :])
        self.unturned.set_facecolor("none")
        for line, each in zip(self.speeds, self.frequencies, strict=True):
            line.set_data(pairs, each / self.frequencies[0])
            line.set_marker("o" if len(pairs) <= 8 else "")
        for ax, cursor in zip(self.pair_axes, self.cursors, strict=True):
            ax.set_xlim(-0.5, len(pairs) - 0.5)
            cursor.set_xdata([pair] * 2)


def scores_by_distance(distances, frequencies):
    """Return the score of two turned PE(0), over d/2: the mean of cos(omega Delta)."""
    return np.cos(np.multiply.outer(distances, frequencies)).mean(axis=-1)


def _lines(ax):
    """Return an empty line for each scaling."""
    names = "color", "linestyle", "linewidth"
    looks = (dict(zip(names, style, strict=True)) for _, *style in LOOKS.values())
    return [ax.plot([], [], **style)[0] for style in looks]


@plots(Scalings)
def plot_scalings(pair=40, *, d_model=128, base=10_000.0, seq_len=4_096, scale=4.0):
    """Draw the turns that each pair makes in training, its speed with each scaling, and the scores.

    The scalings are those of `rotary_frequencies`. Texts in training had `seq_len` tokens. Return
    the drawing.
    """


# ---------------------------------------------------------------------- what trained heads find

ASKED = {"near": "near: the word before", "far": "far: a marked word, 64 and more back"}


@look.styled
def plot_near_and_far():
    """Draw what heads trained on 64 words find in 256, with each scaling: a dot for each seed.

    "near" is the word before, and "far" a marked word at the beginning. The shares are the
    `stored_shares` of `posenc_helpers.scaling`. Return the drawing.
    """
    shares, drawing, facts = stored_shares(), Drawing(9.0, 4.2), []
    kept = dict.fromkeys(name for name, *_ in LOOKS.values())
    for k, (task, asked) in enumerate(ASKED.items()):
        ax = drawing.add_axes(
            128 + 394 * k, 62, 350, 272, x=look.SHARES, y=[], xlim=(-0.03, 1.03),
            ylim=(len(LOOKS) - 0.4, -0.6), title=asked, xlabel="share of right answers",
        )  # fmt: skip
        listed = []
        for row, (scaling, (name, *_)) in enumerate(LOOKS.items()):
            found = shares[Trial(task, 160.0, 64, 256, scaling)]
            ax.axhline(row, color=look.PALE, linewidth=1, zorder=0)
            heights = row + 0.16 * np.linspace(-1, 1, len(found))
            ax.plot(found, heights, "o", color=look.GREY, markersize=6, clip_on=False)
            median = np.median(found)
            ax.plot([median] * 2, [row - 0.36, row + 0.36], color=look.INK, linewidth=4)
            if k == 0:
                ax.text(-0.06, row, name, ha="right", va="center")
            if median < OFTEN:
                kept.pop(name, None)
            listed.append(f"{name} {median:.2f} ({found.min():.2f} to {found.max():.2f})")
        facts.append(f"{asked}: {', '.join(listed)}")
    drawing.headline(f"Right nine times in ten, {' and '.join(ASKED)}: {', '.join(kept) or 'none'}")
    return drawing.described(
        "Shares of right answers in texts of 256 words, of heads with RoPE trained on 64, base 160,"
        f" d_model 64; medians of eight seeds and their range. {'; '.join(facts)}."
    )
