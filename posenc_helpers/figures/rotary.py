"""Queries and keys that are turned: their arc, their score, and slower turns for longer texts."""

from __future__ import annotations

import numpy as np
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle

from posenc_helpers import encoding
from posenc_helpers.arguments import finite, one_of, place, several, whole
from posenc_helpers.figures import look
from posenc_helpers.figures.clock_face import draw_clock_face, on_circle
from posenc_helpers.figures.drawing import (
    Drawing,
    add_axes,
    drawn_place,
    drawn_width,
    updated,
    write,
)
from posenc_helpers.figures.quicktext import QuickText
from posenc_helpers.figures.relative import HANDS, TIPS, arc_path, degrees
from posenc_helpers.reach import similarity_reach
from posenc_helpers.rotary import SCALINGS, ntk_base, rotary_frequencies, rotate
from posenc_helpers.tasks import far_marked_word, marked_word, word_before
from posenc_helpers.training import LONGEST_RUN, WIDEST, accuracy, rotary_head
from posenc_helpers.wording import counted, number

TITLES = {"none": "as trained", "interpolation": "p / s", "ntk": "NTK-aware"}
COLOURS = dict(zip(SCALINGS, (look.CURSOR, look.COSINE_TEXT, look.SIMILARITY), strict=True))
STYLES = dict(zip(SCALINGS, look.DASHES, strict=False))
DECADES = 6  # of distances on the axis
DISTANCES = np.unique(np.geomspace(1, 10**DECADES, 320).round())
MOST_DRAWN_SCALE = 64
MOST_SHIFT = 10_000
WORD_STD = 0.5


def scaled_similarity(distances, d_model, base, scaling, scale):
    """Return k of these distances with a scaling: the score of two turned PE(0), over d_model/2."""
    if scaling == "interpolation":
        distances = np.divide(distances, scale)
    return encoding.similarity(distances, d_model, _base(d_model, base, scaling, scale))


def scaled_reach(d_model, base, scaling, scale):
    """Return the distance in tokens at which the log law is 0, with a scaling."""
    reach = similarity_reach(_base(d_model, base, scaling, scale))
    return reach * scale if scaling == "interpolation" else reach


def _base(d_model, base, scaling, scale):
    return ntk_base(scale, d_model, base) if scaling == "ntk" else base


# -------------------------------------------------------------------- two hands and their score


class RotaryScores(Drawing):
    """A key and a query on the clock of one pair for each scaling, and the scores by distance."""

    @look.styled
    def __init__(self):
        super().__init__(9.0, 5.3)
        self._make_clocks()
        self._make_speeds()
        self._make_scores()

    def _make_clocks(self):
        """Make a clock for each scaling; the key's hand lies over the query's, which is wider."""
        style = {
            "ha": "center", "va": "center", "transform": self.figure.transFigure,
            "family": ["DejaVu Sans"], "fontweight": "bold",
        }  # fmt: skip
        self.arcs, self.hands, self.arc_texts = [], [], []
        for x, scaling in zip((10, 216, 422), SCALINGS, strict=True):
            ax = add_axes(self.figure, x, 280, 200, 200)
            draw_clock_face(ax)
            _name_scaling(self.figure, x + 48, 492, scaling)
            self.arcs += ax.plot([], [], color=look.FOCUS, linewidth=2.2)
            for k in (1, 0):
                self.hands += ax.plot([], [], **{**TIPS[k], **HANDS[k], "markevery": [1]})
            text = QuickText((x + 100) / 900, 270 / 530, "", fontsize=12, **style)
            self.arc_texts.append(self.figure.add_artist(text))
        heading = QuickText(0.5, 516 / 530, "", fontsize=13, **style)
        self.heading = self.figure.add_artist(heading)

    def _make_speeds(self):
        self.speed_ax = add_axes(
            self.figure, 684, 306, 196, 160, x=4, y=look.SHARES, ylim=(0, 1.06),
            title="speed / as trained", xlabel="pair i",
        )  # fmt: skip
        self.speeds = _scaling_lines(self.speed_ax)
        self.at_pair = self.speed_ax.axvline(0, **look.cursor_style())

    def _make_scores(self):
        self.score_ax = ax = add_axes(
            self.figure, 84, 58, 796, 164, x=range(DECADES + 1), y=look.SHARES, xscale="log",
            xlim=(1, 10**DECADES), ylim=(-0.5, 1.1),
            xlabel="distance Δ [tokens] (▼ reach)", ylabel="score / (d/2)",
            title="score by distance; grey: longer than any text in training, up to s times",
        )  # fmt: skip
        look.zero_line(ax)
        self.beyond = ax.add_patch(Rectangle((1, -1.2), 1, 2.4, color="#ececec", zorder=0))
        self.curves = _scaling_lines(ax)
        self.at_distance = ax.axvline(1, **look.cursor_style())
        sizes = zip(SCALINGS, (11, 17, 9), strict=True)  # the last two often nearly coincide
        self.reaches = [
            ax.plot([], [], "v", color=COLOURS[s], markersize=size, markeredgecolor="white")[0]
            for s, size in sizes
        ]
        dot = {"marker": "o", "markersize": 8, "clip_on": False}
        self.dots = [ax.plot([], [], color=COLOURS[s], **dot)[0] for s in SCALINGS]

    def update(self, *, d_model, base, seq_len, scale, position, distance, pair):
        """Show a key at `position` and a query `distance` tokens later, on the clock of `pair`.

        `scale` is s of interpolation and of NTK-aware scaling, from 1 to 64; texts in training had
        `seq_len` positions.
        """
        d_model, seq_len = drawn_width(d_model), whole("seq_len", seq_len, 1)
        scale = finite("scale", scale, 1, MOST_DRAWN_SCALE)
        position, distance = drawn_place("position", position), drawn_place("distance", distance)
        pair = place("pair", pair, d_model // 2 - 1, d_model=d_model)
        frequencies = [rotary_frequencies(d_model, base, scaling=s, scale=scale) for s in SCALINGS]
        curves = [scaled_similarity(DISTANCES, d_model, base, s, scale) for s in SCALINGS]
        self.scores, neighbours = np.transpose(
            [scaled_similarity([distance, 1], d_model, base, s, scale) for s in SCALINGS]
        )
        self.leads = (1 - neighbours) * d_model / 2  # of distance 0 over distance 1
        self.reach = [scaled_reach(d_model, base, s, scale) for s in SCALINGS]
        self.omegas = [each[pair] for each in frequencies]
        ends = position, position + distance
        self.heading.set_text(f"pair {pair:,}: key ● at {ends[0]:,}, query ◆ at {ends[1]:,}")
        arcs = self._draw_clocks(*ends)
        self._draw_speeds(frequencies, pair)
        self._draw_scores(curves, seq_len, scale, distance)
        self.text = (
            f"A key at position {ends[0]:,} and a query at {ends[1]:,}, d_model "
            f"{d_model:,}, base {number(base)}, trained on {counted(seq_len, 'position')}, "
            f"s = {scale:g}. On the clock of pair {pair:,} the arc between them is {arcs[0]} as "
            f"trained, {arcs[1]} with p / s and {arcs[2]} with NTK-aware scaling; their scores, "
            f"divided by d/2, are {self.scores[0]:.3f}, {self.scores[1]:.3f} and "
            f"{self.scores[2]:.3f}."
        )

    def _draw_clocks(self, key, query):
        """Draw the hands of both and the arcs between them; return the arcs in words."""
        arcs = [degrees(omega * (query - key)) for omega in self.omegas]
        for k, omega in enumerate(self.omegas):
            self.arcs[k].set_data(arc_path(omega * key, omega * (query - key)))
            self.arc_texts[k].set_text(f"arc {arcs[k]}")
            for hand, p in zip(self.hands[2 * k :], (query, key), strict=False):
                hand.set_data(np.transpose([(0, 0), on_circle(omega * p)]))
        return arcs

    def _draw_speeds(self, frequencies, pair):
        for line, each in zip(self.speeds, frequencies, strict=True):
            line.set_data(np.arange(len(each)), each / frequencies[0])
            line.set_marker("o" if len(each) <= 8 else "")
        self.speed_ax.set_xlim(-0.5, len(frequencies[0]) - 0.5)
        self.at_pair.set_xdata([pair] * 2)

    def _draw_scores(self, curves, seq_len, scale, distance):
        deep = min(np.min(curves), self.scores.min()) <= -0.5
        limits, ticks = ((-1.1, 1.1), look.SIGNED) if deep else ((-0.5, 1.1), look.SHARES)
        if self.score_ax.get_ylim() != limits:  # new ticks take time
            look.fixed_ticks(self.score_ax.yaxis, ticks)
            self.score_ax.set_ylim(limits)
        shown = [distance] if 1 <= distance <= 10**DECADES else []
        self.at_distance.set_xdata((shown or [0.1]) * 2)
        for k, reach in enumerate(self.reach):
            self.curves[k].set_data(DISTANCES, curves[k])
            self.dots[k].set_data(shown, [self.scores[k]] * len(shown))
            inside = 1 <= reach <= 10**DECADES
            self.reaches[k].set_data(([reach], [0.95]) if inside else ([], []))
        self.beyond.set_x(seq_len)
        self.beyond.set_width((scale - 1) * seq_len)


def _draw_sample(figure, x, y, length, **style):
    """Draw a level piece of a line at a place in pixels, as a key to what is drawn like it."""
    across, up = figure.get_size_inches() * 100
    ends = np.array([x, x + length]) / across
    figure.add_artist(
        Line2D(ends, [y / up] * 2, transform=figure.transFigure, linewidth=2.2, **style)
    )


def _name_scaling(figure, x, y, scaling):
    """Write the name of a scaling beside a piece of its line."""
    colour = COLOURS[scaling]
    _draw_sample(figure, x, y, 34, color=colour, linestyle=STYLES[scaling])
    write(figure, x + 42, y, TITLES[scaling], color=colour, fontweight="bold", va="center")


def _scaling_lines(ax):
    """Return an empty line for each scaling."""
    return [
        ax.plot([], [], color=COLOURS[s], linestyle=STYLES[s], linewidth=2)[0] for s in SCALINGS
    ]


def plot_rotary(
    position=12, distance=3, pair=3, *, d_model=128, base=10_000.0, seq_len=2_048, scale=4.0
):
    """Draw a key at `position` and a query `distance` later, turned in three ways, and the scores.

    The three are: as trained, positions divided by `scale`, and NTK-aware scaling. Texts in
    training had `seq_len` positions; `scale` is from 1 to 64. Return the drawing.
    """
    settings = {"d_model": d_model, "base": base, "seq_len": seq_len, "scale": scale}
    return updated(RotaryScores(), **settings, position=position, distance=distance, pair=pair)


# ----------------------------------------------------------------- what a common shift changes

PARTS = (  # of a score of sums of word and code, each with its colour
    ("word · word", look.CURSOR), ("word · code", look.FOCUS),
    ("code · word", look.COSINE_TEXT), ("code · code", look.SIMILARITY),
)  # fmt: skip


@look.styled
def plot_common_shift(furthest=100, distance=3, *, d_model=64, base=10_000.0):
    """Draw how a score changes when query and key move on together, added and turned.

    Left: the four parts of the score of two sums of word and code, with a random matrix between
    them. Right: the score of the same words, turned. Both start from 0. `furthest` is how far they
    move, at most 10,000 tokens. Return the drawing.
    """
    furthest = whole("furthest", furthest, 1, MOST_SHIFT)
    distance, d_model = drawn_place("distance", distance), drawn_width(d_model, WIDEST)
    parts, turned = _moved_scores(furthest, distance, d_model, base)
    most = 1.15 * np.abs(parts).max()
    drawing = Drawing(9.0, 3.8)
    left, right = (
        add_axes(
            drawing.figure, left, 62, 316, 260, x=5, y=5, title=title,
            xlabel="both moved by [tokens]", xlim=(0, furthest), ylim=(-most, most),
        )
        for left, title in ((84, "added: four parts of a score"), (558, "turned: one score"))
    )  # fmt: skip
    left.set_ylabel("change of the score")
    for ax in (left, right):
        look.zero_line(ax)
    varies = []
    for k, ((name, colour), part) in enumerate(zip(PARTS, parts, strict=True)):
        style = {"color": colour, "linestyle": look.DASHES[k]}
        left.plot(part, linewidth=2, **style)
        _draw_sample(drawing.figure, 416, 290 - 56 * k, 36, **style)
        write(drawing.figure, 416, 268 - 56 * k, name, color=colour, fontweight="bold")
        varies.append(f"{name} up to {np.ptp(part):.1f}")
    right.plot(turned, color=look.CURSOR, linewidth=2)
    drawing.text = (
        f"The change of a score while query and key, {counted(distance, 'token')} apart, move on "
        f"together by up to {counted(furthest, 'token')}, d_model {d_model}. With codes added, "
        f"its parts vary: {', '.join(varies)}. With both turned it stays the same."
    )
    return drawing


def _moved_scores(furthest, distance, d_model, base):
    """Return the changes of the four parts, (4, furthest + 1), and those of the turned score."""
    random = np.random.default_rng(8)
    query, key = random.normal(scale=WORD_STD, size=(2, d_model))
    matrix = random.normal(scale=d_model**-0.5, size=(d_model, d_model))
    codes = encoding.positional_encoding(furthest + distance + 1, d_model, base)
    here, there = codes[distance:], codes[: furthest + 1]
    parts = np.stack([
        np.full(furthest + 1, query @ matrix @ key), there @ (query @ matrix),
        here @ (matrix @ key), np.sum((here @ matrix) * there, axis=1),
    ])  # fmt: skip
    rows, places = np.ones((furthest + 1, 1)), np.arange(furthest + 1)
    turned = np.sum(
        rotate(rows * (query @ matrix), places + distance, base) * rotate(rows * key, places, base),
        axis=1,
    )
    return parts - parts[:, :1], turned - turned[0]


# ---------------------------------------------------------------- texts longer than in training

TASKS = {  # what is asked: drawn in training, drawn in the test, title, share by guessing
    "before": (word_before, word_before, "the word before", 1 / 16),
    "marked": (marked_word, far_marked_word, "a marked word at position 0", 1 / 8),
}
MANY_TEXTS = 200
MOST_TIMES = 8  # as long as in training


@look.styled
def plot_longer_texts(tasks=("before", "marked"), *, scale=4, seq_len=32, d_model=64):
    """Draw the share of right answers by position in texts `scale` times as long as in training.

    One or two of the tasks "before", the word before, and "marked", a marked word at the very
    beginning; a head with RoPE, base 10,000, for each. `scale` is a whole number from 2 to 8.
    Return the drawing.
    """
    tasks = [tasks] if isinstance(tasks, str) else several("tasks", tasks, len(TASKS))
    tasks = [one_of("task", task, TASKS) for task in tasks]
    scale, seq_len = whole("scale", scale, 2, MOST_TIMES), whole("seq_len", seq_len, 2, LONGEST_RUN)
    d_model, length = drawn_width(d_model, WIDEST), scale * seq_len
    drawing, facts = Drawing(9.0, 4.1), []
    wide = (900 - 84 - 20) / len(tasks)
    for k, task in enumerate(tasks):
        *draws, title, guessed = TASKS[task]
        ax = add_axes(
            drawing.figure, 84 + k * wide, 62, wide - 30, 274, x=5, y=look.SHARES, title=title,
            xlabel="position p [tokens]", xlim=(-0.5, length - 0.5), ylim=(0, 1.06),
        )  # fmt: skip
        ax.tick_params(labelleft=k == 0)
        ax.axhline(guessed, color=look.MUTED, linestyle=":", linewidth=1.4)
        ax.axvline(seq_len - 0.5, **look.cursor_style())
        shares = scaled_shares(*draws, scale, seq_len, d_model)
        for scaling, row in shares.items():
            ax.plot(row, color=COLOURS[scaling], linestyle=STYLES[scaling], linewidth=2)
        facts.append(f"{title}, {_told(shares, seq_len)}")
    drawing.figure.axes[0].set_ylabel("share of right answers")
    for k, scaling in enumerate(SCALINGS):
        _name_scaling(drawing.figure, 230 + 190 * k, 392, scaling)
    drawing.text = (
        f"Shares of right answers up to position {length - 1} of heads with RoPE trained "
        f"on {seq_len} words at a time, d_model {d_model}. Right from position {seq_len} on: "
        f"{'; '.join(facts)}."
    )
    return drawing


def scaled_shares(drawn, tested, scale, seq_len, d_model):
    """Return the shares of right answers by position, in a dict by scaling, of a trained head."""
    head = rotary_head(drawn, d_model, seq_len=seq_len)
    head.positions.scale = scale
    shares = {}
    for scaling in SCALINGS:
        head.positions.scaling = scaling
        shares[scaling] = accuracy(head, scale * seq_len, texts=MANY_TEXTS, draw=tested)
    return shares


def _told(shares, seq_len):
    """Say how often each scaling is right beyond the length of training, in coarse words."""
    said = {}
    for scaling, row in shares.items():
        mean = np.nanmean(row[seq_len:])
        often = "at least nine times in ten" if mean > 0.9 else "more often than not"
        said.setdefault(often if mean > 0.5 else "mostly not", []).append(TITLES[scaling])
    return ", ".join(f"{' and '.join(names)} {often}" for often, names in said.items())
