"""Queries and keys that are turned, and slower turns for longer texts."""

import numpy as np
from matplotlib.patches import Rectangle

from posenc_helpers import encoding
from posenc_helpers.checks import Even, Index, Real, Whole, takes
from posenc_helpers.encoding import turning_pairs
from posenc_helpers.figures import look
from posenc_helpers.figures.clock_face import add_clock, on_circle
from posenc_helpers.figures.drawing import BASE, LENGTH, POSITION, WIDTH, Drawing, plots
from posenc_helpers.figures.quicktext import QuickText
from posenc_helpers.figures.relative import HANDS, TIPS, arc_path, degrees
from posenc_helpers.models.rope.rotary import WIDEST, rotate
from posenc_helpers.models.rope.scaling import (
    Trial,
    attention_factor,
    rotary_frequencies,
    stored_shares,
)
from posenc_helpers.wording import counted, minus, number, rounded, share_of

DECADES = 6  # of distances on the axis
DISTANCES = np.unique(np.geomspace(1, 10**DECADES, 320).round())


def score_axes(drawing, height, title):
    """Return axes for the scores at DISTANCES, divided by d/2, at the bottom of a drawing."""
    ax = drawing.add_axes(
        84, 58, 796, height, x=range(DECADES + 1), y=look.SHARES, xscale="log", title=title,
        xlim=(1, 10**DECADES), ylim=(-0.5, 1.1), xlabel="distance Δ [tokens]",
        ylabel="score / (d/2)",
    )  # fmt: skip
    ax.axhline(0, color=look.PALE, linewidth=1, zorder=0)
    return ax


def turned_scores(distances, d_model, width, base):
    """Return the scores of two PE(0) at these distances over d/2, if `width` columns turn."""
    turned = width / d_model
    return 1 - turned + turned * encoding.similarity(distances, width, base)


# -------------------------------------------------------------------- two hands and their score


class Rotary(Drawing):
    """A key and a query on the clocks of three pairs, and their score by distance."""

    size = 9.0, 5.3

    def make(self):
        self.heading = self.headline(x=20)
        # The key's hand lies over the query's, which is wider.
        style = {"ha": "center", "va": "center", "transform": self.figure.transFigure}
        self.arcs, self.hands, self.titles, self.arc_texts = [], [], [], []
        for x in (70, 350, 630):
            ax = add_clock(self, x, 278, 200, 200)
            self.arcs += ax.plot([], [], color=look.RELATION, linewidth=2.4)
            for k in (1, 0):
                self.hands += ax.plot([], [], **{**TIPS[k], **HANDS[k], "markevery": [1]})
            for texts, y in ((self.titles, 486), (self.arc_texts, 268)):
                text = QuickText((x + 100) / 900, y / 530, fontsize=14, **style)
                texts.append(self.figure.add_artist(text))
        title = "score by distance; dashed: if all columns turned"
        self.score_ax = ax = score_axes(self, 160, title)
        (self.all_turned,) = ax.plot([], [], color=look.GREY, linestyle="--")
        (self.curve,) = ax.plot([], [], color=look.RELATION, linewidth=3.2)
        self.at_distance = ax.axvline(1, **look.CURSOR)
        (self.dot,) = ax.plot([], [], "o", clip_on=False, **look.DOT)

    @takes(
        d_model=WIDTH, base=BASE, partial_rotary_factor=Real(0.01, 1), position=POSITION,
        distance=POSITION, pair=Index("d_model", per=2),
    )  # fmt: skip
    def update(
        self, position=12, distance=3, pair=3, *, d_model=128, base=1e4, partial_rotary_factor=1.0
    ):
        """Draw a key at `position` and a query `distance` later on three clocks, and their score.

        The clock in the middle is that of `pair`, the others are those of the first and of the
        last pair that turns. `partial_rotary_factor` is the share of the columns that turn.
        """
        self.width = max(2 * int(d_model * partial_rotary_factor / 2), 2)  # whole pairs
        self.omegas = np.zeros(d_model // 2)  # those beyond stand still
        self.omegas[: self.width // 2] = encoding.angular_frequencies(self.width, base)
        shown = 0, pair, self.width // 2 - 1
        ends = position, position + distance
        self.angles = self._draw_clocks(shown, *ends)
        curves = [turned_scores(DISTANCES, d_model, width, base) for width in (self.width, d_model)]
        self.score = float(turned_scores(distance, d_model, self.width, base))
        self._draw_scores(curves, distance)
        ends_and_score = (
            f"Key ● at {ends[0]:,}, query ◆ at {ends[1]:,}: score {self.score:.2f} of d/2"
        )
        self.heading.set_text(minus(ends_and_score))
        self.text = (
            f"A key at position {ends[0]:,} and a query at {ends[1]:,}, d_model {d_model:,}, "
            f"{self.width:,} columns turned, base {number(base)}. The arc between them is "
            f"{self.angles[0]} on the clock of pair 0, {self.angles[1]} on that of pair {pair:,} "
            f"and {self.angles[2]} on that of pair {shown[2]:,}; their score, divided by d/2, is "
            f"{self.score:.3f}."
        )

    def facts(self, *, d_model, **_):
        """Return the arcs, the score and how many columns turn."""
        return [
            ("arcs, from left to right", ", ".join(self.angles)),
            ("score / (d/2)", f"{self.score:.3f}"),
            ("columns that turn", f"{self.width:,} of {d_model:,}"),
        ]

    def _draw_clocks(self, pairs, key, query):
        """Draw the hands of both and the arcs between them; return the arcs in words."""
        arcs = [degrees(self.omegas[pair] * (query - key)) for pair in pairs]
        for k, pair in enumerate(pairs):
            omega = self.omegas[pair]
            colour = look.speed(2 * np.pi / omega) if omega else look.GREY
            still = "" if pair < self.width // 2 else ", not turned"
            self.titles[k].set_text(f"pair {pair:,}{still}")
            self.arcs[k].set_data(arc_path(omega * key, omega * (query - key)))
            arc = rounded(np.degrees(omega * (query - key)))
            self.arc_texts[k].set_text(minus(f"arc {arc}°"))
            for hand, p in zip(self.hands[2 * k :], (query, key), strict=False):
                hand.set_data(np.transpose([(0, 0), on_circle(omega * p)]))
                hand.set_color(colour)
        return arcs

    def _draw_scores(self, curves, distance):
        deep = min(np.min(curves), self.score) <= -0.5
        limits, ticks = ((-1.1, 1.1), look.SIGNED) if deep else ((-0.5, 1.1), look.SHARES)
        if self.score_ax.get_ylim() != limits:  # new ticks take time
            look.fixed_ticks(self.score_ax.yaxis, ticks)
            self.score_ax.set_ylim(limits)
        for line, curve in zip((self.curve, self.all_turned), curves, strict=True):
            line.set_data(DISTANCES, curve)
        shown = [distance] if 1 <= distance <= 10**DECADES else []
        self.at_distance.set_xdata((shown or [0.1]) * 2)
        self.dot.set_data(shown, [self.score] * len(shown))


plot_rotary = plots(Rotary)


# ----------------------------------------------------------------- what a common shift changes

PARTS = "word · word", "word · code", "code · word", "code · code"  # of a score of sums


@look.styled
@takes(furthest=Whole(1, 10_000), distance=POSITION, d_model=Even(most=WIDEST))
def plot_common_shift(furthest=100, distance=3, *, d_model=64, base=10_000.0):
    """Draw how a score changes when query and key move on together, added and turned.

    Left: the four parts of the score of two sums of word and code, with a random matrix between
    them. Right: the score of the same words, turned. Both start from 0. `furthest` is how far they
    move, in tokens. Return the drawing.
    """
    parts, turned = _moved_scores(furthest, distance, d_model, base)
    most = 1.15 * np.abs(parts).max()
    drawing = Drawing(9.0, 4.1)
    style = {"x": 5, "y": 5, "xlim": (0, furthest), "ylim": (-most, most)}
    titles = (84, "added: four parts of a score"), (558, "turned: one score")
    left, right = (drawing.add_axes(x, 62, 316, 260, title=title, **style) for x, title in titles)
    left.set_ylabel("change of the score")
    for ax in (left, right):
        ax.set_xlabel("both moved by [tokens]")
        look.zero_line(ax)
    varies = []
    for k, (name, part) in enumerate(zip(PARTS, parts, strict=True)):
        style = {"color": look.grey(k, 4), "linestyle": look.DASHES[k], "linewidth": 2.4}
        left.plot(part, **style)
        drawing.draw_line([416, 462], [290 - 56 * k] * 2, **style)
        drawing.write(416, 264 - 56 * k, name, color=look.grey(k, 4))
        varies.append(f"{name} up to {np.ptp(part):.1f}")
    right.plot(turned, color=look.INK, linewidth=3)
    moved = np.ptp(parts.sum(axis=0))
    drawing.headline(f"Added: the score changes by up to {rounded(moved)}. Turned: not at all")
    return drawing.described(
        f"The change of a score while query and key, {counted(distance, 'token')} apart, move on "
        f"together by up to {counted(furthest, 'token')}, d_model {d_model}. With codes added, "
        f"its parts vary: {', '.join(varies)}. With both turned it stays the same."
    )


def _moved_scores(furthest, distance, d_model, base):
    """Return the changes of the four parts, (4, furthest + 1), and those of the turned score."""
    random = np.random.default_rng(8)
    query, key = random.normal(scale=0.5, size=(2, d_model))
    matrix = random.normal(scale=d_model**-0.5, size=(d_model, d_model))
    codes = encoding.positional_encoding(furthest + distance + 1, d_model, base)
    here, there = codes[distance:], codes[: furthest + 1]
    parts = np.stack([
        np.full(furthest + 1, query @ matrix @ key), there @ (query @ matrix),
        here @ (matrix @ key), np.sum((here @ matrix) * there, axis=1),
    ])  # fmt: skip
    rows, places = np.ones((furthest + 1, 1)), np.arange(furthest + 1)
    queries = rotate(rows * (query @ matrix), places + distance, base)
    turned = np.sum(queries * rotate(rows * key, places, base), axis=1)
    return parts - parts[:, :1], turned - turned[0]


LOOKS = {  # of each scaling: its name, colour, kind and width of line
    "none": ("as trained", look.GREY, "-", 2.2),
    "interpolation": ("p / s", look.INK, "--", 2.2),
    "ntk": ("NTK-aware", look.GREY, "-.", 2.8),
    "by parts": ("by parts", look.INK, "-", 3.2),
    "yarn": ("YaRN", look.INK, ":", 2.8),
}
LEAST_BASE = 2


class Scalings(Drawing):
    """Turns of each pair in training, its speed with each scaling, and the scores by distance."""

    size = 9.0, 5.4

    def make(self):
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
    def update(self, pair=40, *, d_model=128, base=10_000.0, seq_len=4_096, scale=4.0):
        """Draw the turns of each pair in training, its speed with each scaling, and the scores.

        The scalings are those of `rotary_frequencies`, to `scale` times the `seq_len` tokens of
        texts in training. `pair` has a cursor.
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


plot_scalings = plots(Scalings)


def scores_by_distance(distances, frequencies):
    """Return the score of two turned PE(0), over d/2: the mean of cos(omega Delta)."""
    return np.cos(np.multiply.outer(distances, frequencies)).mean(axis=-1)


def _lines(ax):
    """Return an empty line for each scaling."""
    names = "color", "linestyle", "linewidth"
    looks = (dict(zip(names, style, strict=True)) for _, *style in LOOKS.values())
    return [ax.plot([], [], **style)[0] for style in looks]


# ---------------------------------------------------------------------- what trained heads find

ASKED = {"near": "near: the word before", "far": "far: a marked word, 64 and more back"}


@look.styled
def plot_near_and_far():
    """Draw what heads trained on 64 words find in 256, with each scaling: a dot for each seed.

    "near" is the word before, and "far" a marked word at the beginning. The shares are the
    `stored_shares` of `posenc_helpers.models.rope.scaling`. Return the drawing.
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
            if median < 0.9:
                kept.pop(name, None)
            listed.append(f"{name} {median:.2f} ({found.min():.2f} to {found.max():.2f})")
        facts.append(f"{asked}: {', '.join(listed)}")
    drawing.headline(f"Right nine times in ten, {' and '.join(ASKED)}: {', '.join(kept) or 'none'}")
    return drawing.described(
        "Shares of right answers in texts of 256 words, of heads with RoPE trained on 64, base 160,"
        f" d_model 64; medians of eight seeds and their range. {'; '.join(facts)}."
    )
