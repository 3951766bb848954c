"""Draw queries and keys that are rotated."""

import numpy as np

from posenc_helpers import encoding
from posenc_helpers.checks import Even, Index, Real, Whole, takes
from posenc_helpers.figures import look
from posenc_helpers.figures.clock_face import add_clock, on_circle
from posenc_helpers.figures.drawing import BASE, POSITION, WIDTH, Drawing, plots, still
from posenc_helpers.figures.quicktext import QuickText
from posenc_helpers.figures.relative import HANDS, TIPS, arc_path, degrees
from posenc_helpers.models.rope.rotary import WIDEST, rotate
from posenc_helpers.wording import decimals, fixed, listed, minus, said

DECADES = 6  # decades of distances on the axis
DISTANCES = np.unique(np.geomspace(1, 10**DECADES, 320).round())


def rotated_scores(distances, d_model, width, base):
    """Return the scores of two PE(0) at these distances, over d/2, if `width` columns rotate."""
    rotated = width / d_model
    return 1 - rotated + rotated * encoding.similarity(distances, width, base)


# -------------------------------------------------------------------- two hands and their score


class Rotary(Drawing):
    """A key and a query on the clocks of three pairs, and their score by distance."""

    size = 9.0, 5.3

    def make(self):
        self.headline(x=20)
        # The key's hand is over the query's hand, which is wider.
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
        title = "score at some distances; grey: if all columns rotated"
        self.score_ax = ax = self.add_axes(
            84, 58, 796, 160, x=range(DECADES + 1), y=look.SHARES, xscale="log", title=title,
            xlim=(1, 10**DECADES), ylim=(-0.5, 1.1), xlabel="distance Δ [tokens]",
            ylabel="score / (d/2)",
        )  # fmt: skip
        ax.axhline(0, color=look.PALE, linewidth=1, zorder=0)
        # Dots instead of a line: between two far distances the score goes up and down.
        (self.all_rotated,) = ax.plot([], [], "o", color=look.GREY, markersize=2)
        (self.scores,) = ax.plot([], [], "o", color=look.RELATION, markersize=3.2)
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

        The clock in the middle belongs to `pair`. The others belong to the first and the last pair
        that rotates. `partial_rotary_factor` is the share of the columns that rotate. `position`
        and `distance` are in tokens. Raises TypeError or ValueError for arguments outside their
        ranges.
        """
        self.width = max(2 * int(d_model * partial_rotary_factor / 2), 2)  # only whole pairs rotate
        self.omegas = np.zeros(d_model // 2)  # pairs beyond do not turn
        self.omegas[: self.width // 2] = encoding.angular_frequencies(self.width, base)
        shown = 0, pair, self.width // 2 - 1
        ends = position, position + distance
        self.angles = self.omegas[[*shown]] * distance
        self._draw_clocks(shown, *ends)
        curves = [
            rotated_scores(DISTANCES, d_model, width, base) for width in (self.width, d_model)
        ]
        self.score = score = float(rotated_scores(distance, d_model, self.width, base))
        self._draw_scores(curves, distance, score)
        line = f"Key ● at position {ends[0]:,}, query ◆ at {ends[1]:,}"
        self.title.set_text(f"{line}: the score is {minus(fixed(score, 2))} of d/2")

    def facts(self, *, d_model, **_):
        """Return the arcs, the score and how many columns rotate."""
        return {
            "arcs, from left to right": listed(np.degrees(self.angles), "{}°", decimals(1)),
            "score / (d/2)": said("{}", self.score, written=decimals(3)),
            "columns that rotate": said("{} of {}", self.width, d_model),
        }

    def _draw_clocks(self, pairs, key, query):
        """Draw the hands of key and query, and the arcs between them."""
        for k, pair in enumerate(pairs):
            omega = self.omegas[pair]
            colour = look.speed(2 * np.pi / omega) if omega else look.GREY
            still = "" if pair < self.width // 2 else ", not rotated"
            self.titles[k].set_text(f"pair {pair:,}{still}")
            self.arcs[k].set_data(arc_path(omega * key, omega * (query - key)))
            self.arc_texts[k].set_text(f"arc {degrees(self.angles[k])}")
            for hand, p in zip(self.hands[2 * k :], (query, key), strict=False):
                hand.set_data(np.transpose([(0, 0), on_circle(omega * p)]))
                hand.set_color(colour)

    def _draw_scores(self, curves, distance, score):
        deep = min(np.min(curves), score) <= -0.5
        limits, ticks = ((-1.1, 1.1), look.SIGNED) if deep else ((-0.5, 1.1), look.SHARES)
        if self.score_ax.get_ylim() != limits:  # only where they differ: new ticks take time
            look.set_ticks(self.score_ax.yaxis, ticks)
            self.score_ax.set_ylim(limits)
        for dots, curve in zip((self.scores, self.all_rotated), curves, strict=True):
            dots.set_data(DISTANCES, curve)
        shown = [distance] if 1 <= distance <= 10**DECADES else []
        self.at_distance.set_xdata((shown or [0.1]) * 2)
        self.dot.set_data(shown, [score] * len(shown))


plot_rotary = plots(Rotary)


# ----------------------------------------------------------------- what a common shift changes

PARTS = "word · word", "word · code", "code · word", "code · code"  # of the score of two sums


@still
@takes(furthest=Whole(1, 10_000), distance=POSITION, d_model=Even(most=WIDEST))
def plot_common_shift(furthest=100, distance=3, *, d_model=64, base=10_000.0):
    """Draw how a score changes when query and key move on together, added and rotated.

    On the left are the four parts of the score of two sums of word and code, with a random matrix
    between the sums. On the right is the score of the same words, rotated. All changes start from
    0. Query and key move by up to `furthest` tokens. Return the drawing. Raises TypeError or
    ValueError for arguments outside their ranges.
    """
    parts, rotated = _moved_scores(furthest, distance, d_model, base)
    most = np.abs(parts).max()
    drawing = Drawing(9.0, 4.1)
    style = {"x": 5, "y": 5, "xlim": (0, furthest), "ylim": (-1.15 * most, 1.15 * most)}
    titles = (84, "added: four parts of a score"), (548, "rotated: one score")
    left, right = (drawing.add_axes(x, 62, 316, 260, title=title, **style) for x, title in titles)
    left.set_ylabel("change since the start")
    right.tick_params(labelleft=False)
    for ax in (left, right):
        ax.set_xlabel("both moved by [tokens]")
        look.zero_line(ax)
    changes = {}
    for k, (name, part) in enumerate(zip(PARTS, parts, strict=True)):
        style = {"color": look.grey(k, 4), "linestyle": look.DASHES[k], "linewidth": 2.4}
        left.plot(part, **style)
        drawing.draw_line([416, 462], [290 - 56 * k] * 2, **style)
        drawing.write(416, 264 - 56 * k, name, color=look.grey(k, 4))
        changes[name] = said("from {} to {}", part.min(), part.max(), written=decimals(2))
    right.plot(rotated, color=look.INK, linewidth=3)
    change = f"Parts of the added score change by up to {fixed(most, 1)}"
    drawing.headline(f"{change}, the rotated score stays")
    return drawing.described({**changes, PARTS[0]: "stays", "both rotated": "stays"})


def _moved_scores(furthest, distance, d_model, base):
    """Return changes of the four parts, (4, furthest + 1), and of the rotated score."""
    random = np.random.default_rng(8)
    query, key = random.normal(scale=0.5, size=(2, d_model))
    matrix = random.normal(scale=d_model**-0.5, size=(d_model, d_model))
    here, there = (
        encoding.positional_encoding(furthest + 1, d_model, base, start=p) for p in (distance, 0)
    )
    parts = np.stack([
        np.full(furthest + 1, query @ matrix @ key), there @ (query @ matrix),
        here @ (matrix @ key), np.sum((here @ matrix) * there, axis=1),
    ])  # fmt: skip
    rows, places = np.ones((furthest + 1, 1)), np.arange(furthest + 1)
    queries = rotate(rows * (query @ matrix), places + distance, base)
    rotated = np.sum(queries * rotate(rows * key, places, base), axis=1)
    return parts - parts[:, :1], rotated - rotated[0]
