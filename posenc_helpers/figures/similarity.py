"""Draw how alike two positions' codes are, and a hand-built head that looks at one of them."""

import numpy as np

from posenc_helpers import encoding
from posenc_helpers.attention import shifted_attention
from posenc_helpers.checks import Even, Index, Positive, Real, Several, Whole, takes
from posenc_helpers.figures import look
from posenc_helpers.figures.downsampling import mean_similarity
from posenc_helpers.figures.drawing import MOST_BASES, SHIFT, TABLE, WIDTH, Drawing, plots, still
from posenc_helpers.figures.paths import bars
from posenc_helpers.figures.table_image import HeatmapImage
from posenc_helpers.reach import log_law, similarity_reach
from posenc_helpers.wording import decimals, listed, minus, number, of_all, power, rounded, said

PIECE = 128  # positions that are drawn: only a piece of a longer text
STEP = 32  # step of this piece, so that its axes rest while the row moves
TWO, FOUR = decimals(2), decimals(4)
NAMED = Whole(-(10**6), 10**6)  # offsets that a title has room for
ALIKE = 0.9  # above this share of the largest weight, two cells look equally dark


class AttentionHead(Drawing):
    """All dot products of codes beside the attention of a head, and one row of each below."""

    size = 9.0, 5.15

    def make(self):
        self.headline(x=114)
        titles = (114, "similarity k(q − p)"), (552, "attention (dotted: q = p)")
        place = {"bottom": 174, "width": 328, "height": 275, "x": "none", "y": 6}
        self.maps = [self.add_axes(left, title=title, **place) for left, title in titles]
        self.rows = similarity, weight = [
            self.add_axes(x, 58, 328, 100, x=4, ylabel=name, xlabel="position q [tokens]")
            for x, name in ((114, "similarity"), (552, "attention"))
        ]
        self.maps[0].set_ylabel("position p [tokens]")
        look.set_ticks(weight.yaxis, look.SHARES)
        weight.set_ylim(-0.08, 1.06)
        self.gram = HeatmapImage(self.maps[0], look.SIGNED_COLOURS)
        self.head = HeatmapImage(self.maps[1], look.WEIGHT_COLOURS, (0, 1))
        (self.itself,) = self.maps[1].plot([], [], color=look.GREY, linestyle=":", linewidth=1.6)
        similarity.axhline(0, color=look.PALE, linewidth=1)
        (self.similarities,) = similarity.plot([], [], color=look.RELATION, markersize=4)
        (self.bars,) = weight.plot([], [], color=look.RELATION, solid_capstyle="butt")
        self.across = [ax.axhline(0, **look.CURSOR) for ax in self.maps]
        self.down = [ax.axvline(0, **look.CURSOR) for ax in self.rows]
        self.rings = [ax.plot([], [], **look.RING)[0] for ax in self.maps]
        self.dots = [ax.plot([], [], "o", clip_on=False, **look.DOT)[0] for ax in self.rows]

    @takes(**TABLE, position=Index("seq_len"), offset=SHIFT, sharpness=Real(0))
    def update(
        self, position=20, offset=-1, *, seq_len=32, d_model=64, base=10_000.0, sharpness=8.0
    ):
        """Draw similarities beside the attention of a head that rotates its query by `offset`.

        Positions and `offset` are in tokens. Of a text with more than 128 positions, only 128
        around `position` are drawn, and only these are keys. Raises TypeError or ValueError for
        arguments outside their ranges, and ValueError if an angle exceeds float64.
        """
        keys = piece(seq_len, position)
        places = np.array(keys)
        weights = shifted_attention(len(keys), d_model, base, offset=offset, sharpness=sharpness)
        gaps = np.subtract.outer(places, places)
        similarities = encoding.similarity(gaps, d_model, base)
        self.keys, self.seq_len = keys, seq_len  # set only after all that may fail
        self.target = position + offset if position + offset in keys else None
        self.least = np.diagonal(weights, offset).min(initial=np.inf)
        self.at_target = encoding.similarity(offset, d_model, base)
        self.row = weights[position - keys[0]]
        self.gram.show(similarities, (keys[0],) * 2)
        self.head.show(weights, (keys[0],) * 2)
        self.itself.set_data(places[[0, -1]], places[[0, -1]])
        self._draw_rows(places, similarities[position - keys[0]])
        self._move_cursor(position)
        self.title.set_text(self._looks(position))

    def _looks(self, position):
        """Return the headline that says where the head looks from `position`."""
        best, count = int(np.argmax(self.row)), len(self.keys)
        alike = int(np.sum(self.row > ALIKE * self.row[best]))
        if alike > 1:
            nearly = "nearly " if np.ptp(self.row) else ""
            most = "most " if alike < count else ""
            return f"Position {position:,} looks {most}at {alike} of {count} keys, {nearly}alike"
        looks = f"position {position:,} looks most at {self.keys[best]:,}: {of_all(self.row[best])}"
        whole = f"{looks.capitalize()} of its attention"
        return whole if count == self.seq_len else f"Of {count} keys, {looks}"

    def facts(self, *, d_model, position, offset, **_):
        """Return similarity and distance of the target, and where the attention goes."""
        near = range(position - 1, position + 2)
        least = said("{}", self.least, written=FOUR)
        apart = np.sqrt(d_model * max(0.0, 1 - self.at_target))
        return {
            "keys": said("{}, from position {} on", len(self.keys), self.keys[0]),
            f"k({signed(offset)})": said("{}", self.at_target, written=FOUR),
            "distance of the two codes": said("{}", apart, written=decimals(3)),
            "largest attention": said("{}", self.row.max(), written=FOUR),
            minus(f"attention on the target, {position + offset:,}"): self._on(position + offset),
            f"attention on {listed(near)}": self._on(*near),
            "least on a target, all rows drawn": "no targets" if np.isinf(self.least) else least,
        }

    def _on(self, *keys):
        """Return the attention on some keys, or words for positions that are not among the keys."""
        text = range(self.seq_len)
        beyond = ("not among the keys" if k in text else "no such position" for k in keys)
        words = ["{}" if k in self.keys else none for k, none in zip(keys, beyond, strict=True)]
        weights = [self.row[k - self.keys[0]] for k in keys if k in self.keys]
        return said(", ".join(words), *weights, written=FOUR)

    def _draw_rows(self, places, similarities):
        """Draw the rows of the cursor, one below each map."""
        self.similarities.set_data(places, similarities)
        self.similarities.set_marker("o" if len(places) <= 40 else "")
        self.bars.set_data(bars(places, self.row))
        self.bars.set_linewidth(max(1.4, 0.72 * 0.75 * 328 / len(places)))
        for ax in self.rows:
            look.set_limits(ax, (places[0] - 0.5, places[-1] + 0.5))
        limits, ticks = (-0.04, 1.12), look.SHARES
        if similarities.min() < 0:
            limits, ticks = (-1.1, 1.12), look.SIGNED
        if self.rows[0].get_ylim() != limits:  # only where they differ: new ticks take time
            look.set_ticks(self.rows[0].yaxis, ticks)
            self.rows[0].set_ylim(limits)

    def _move_cursor(self, position):
        for across, down in zip(self.across, self.down, strict=True):
            across.set_ydata([position] * 2)
            down.set_xdata([position] * 2)
        target = [] if self.target is None else [self.target]
        heights = [self.at_target for _ in target], [self.row[p - self.keys[0]] for p in target]
        for ring, dot, height in zip(self.rings, self.dots, heights, strict=True):
            ring.set_data(target, [position] * len(target))
            dot.set_data(target, height)


plot_attention_head = plots(AttentionHead)


def piece(seq_len: int, position: int) -> range:
    """Return the positions that are drawn: all of them, or `PIECE` around `position`."""
    if seq_len <= PIECE:
        return range(seq_len)
    first = min(max(0, position - PIECE // 2 + STEP // 2), seq_len - PIECE)
    if first < seq_len - PIECE:
        first -= first % STEP
    return range(first, first + PIECE)


def signed(offset: int) -> str:
    """Return an offset with its sign: +3 or −1."""
    return minus(f"{offset:+,}") if offset else "0"


# ------------------------------------------------------------------------------ still pictures


@still
@takes(position=Whole(1, 10**6), d_model=WIDTH, offset=NAMED, around=Whole(1, 1_000))
def plot_directions(position=20, offset=-1, *, d_model=64, base=10_000.0, around=8):
    """Draw the dot products of one code with its neighbours, as it is and rotated.

    The code is rotated by `offset` tokens. Products are divided by d_model/2, so that none is above
    1. `around` is the number of positions on either side that are drawn. Return the drawing. Raises
    TypeError or ValueError for arguments outside their ranges.
    """
    neighbours = np.arange(-min(around, position), around + 1)
    scores = [encoding.similarity(neighbours - rotated, d_model, base) for rotated in (0, offset)]
    titles = "query PE(p): the raw dot product", f"query M PE(p), rotated by {signed(offset)}"
    drawing, found, depth = Drawing(9.0, 4.0, stored_dpi=look.SCREEN_DPI), [], 1 - np.min(scores)
    for left, title, row in zip((104, 524), titles, scores, strict=True):
        ax = drawing.add_axes(
            left, 64, 340, 258, x=4, title=title, xlabel="position q [tokens]",
            xlim=position + np.array([-1, 1]) * (around + 0.8),
            ylim=(1 - 1.1 * depth, 1 + depth / 6),
        )  # fmt: skip
        ax.tick_params(axis="x", pad=9)
        style = {"color": look.RELATION, "markersize": 6, "linewidth": 2.2}
        ax.plot(position + neighbours, row, "o-", **style)
        ax.axvline(position, zorder=1, **look.CURSOR)
        for side, align in ((-1, "right"), (1, "left")):
            score = row[neighbours == side][0]
            found.append(score)
            ax.plot([position + side], [score], "o", **look.DOT, markeredgewidth=1.5)
            place = (position + side, score), (10 * side, 7)
            look.note(ax, said("{}", score, written=TWO), *place, ha=align, fontweight="bold")
    drawing.figure.axes[0].set_ylabel("dot product / (d/2)")
    scores = said("{} at p − 1 and {} at p + 1", *found[2:], written=TWO)
    drawing.headline(f"The query rotated by {signed(offset)} scores {scores}")
    pairs = {"as it is, at p − 1 and p + 1": found[:2], "rotated": found[2:]}
    return drawing.described({key: listed(two, written=decimals(3)) for key, two in pairs.items()})


def short(base: float) -> str:
    """Return a base of 10 or more in the shorter form for a label, such as 10⁴ or 12 M."""
    return min(power(base), rounded(base), key=len)


FURTHEST = 10**5  # tokens
BOLD = {"fontweight": "bold"}


@still
@takes(d_model=Even(4, 1024), base=Positive(above=1))
def plot_letting_go(d_model=512, base=10_000.0):
    """Draw the cosines of some pairs, two turns each, and the mean of all by distance.

    This mean is the similarity k of two codes. Distances go from 1 to 100,000 tokens on a
    logarithmic scale. At most eight pairs are drawn, spread evenly. Return the drawing. Raises
    TypeError or ValueError for arguments outside their ranges.
    """
    omega = encoding.angular_frequencies(d_model, base)
    some = omega[np.unique(np.linspace(0, len(omega) - 1, 8).round().astype(int))]
    drawing = Drawing(9.0, 4.3, stored_dpi=look.SCREEN_DPI)  # many colours make a large file
    quarters = np.pi / 2 / some[[0, -1]]
    fast, slow = (number(one, 2) for one in quarters)
    line = f"The fastest hand turns a quarter in {fast} tokens, the slowest in {slow}"
    drawing.headline(line)
    pairs = f"Cosines of {len(some)} of {len(omega):,} pairs"
    what = f"{pairs}, up to two turns each; the fast ripples of k are smoothed"
    drawing.write(60, 388, what, color=look.GREY, fontsize=13)
    ax = drawing.add_axes(
        84, 62, 646, 306, xscale="log", x=range(6), y=look.SIGNED, ylim=(-1.08, 1.08),
        xlim=(1, FURTHEST), xlabel="distance Δ [tokens]", ylabel="cosine",
    )  # fmt: skip
    look.zero_line(ax)
    angles = np.linspace(1e-9, 4 * np.pi, 360)  # a logarithmic axis has no 0
    for one in some:
        for turn, alpha in ((angles[:180], 1), (angles[179:], 0.3)):
            ax.plot(turn / one, np.cos(turn), color=look.speed(2 * np.pi / one), alpha=alpha)
    for ink, width in ((look.WHITE, 6), (look.INK, 3)):
        ax.plot(*mean_similarity(FURTHEST, d_model, base), color=ink, linewidth=width)
    ink = {"color": look.speed_letters(2 * np.pi / some[-1]), **BOLD}
    ends = (1.0, "slow pairs stay", ink), (0.86, "near 1 longest", {}), (0.14, "similarity k", BOLD)
    for height, name, style in (*ends, (0.0, "is the mean", {}), (-0.14, "of all pairs", {})):
        look.note(ax, name, (FURTHEST, height), (10, 0), va="center", **style)
    alike = encoding.similarity([1, 100, 10_000], d_model, base)
    facts = {
        "first and last pair turn a quarter in": said("{} and {} tokens", *quarters),
        "similarity k at 1, 100 and 10,000 tokens": listed(alike, written=TWO),
    }
    return drawing.described(facts)


@still
@takes(bases=Several(Real(10, 10**8), MOST_BASES), d_model=Even(64, 1024))
def plot_reach(bases=(1e2, 1e4, 1e6), d_model=512):
    """Draw similarity and the log law by distance for some bases, and the step to the neighbour.

    Distances are in tokens. The law is a straight line on this logarithmic scale. A triangle marks
    where it is 0, which is the reach. The step is the distance between the codes of neighbours.
    Return the drawing. Raises TypeError or ValueError for arguments outside their ranges.
    """
    drawing = Drawing(9.0, 4.3, stored_dpi=look.SCREEN_DPI)
    last = int(np.ceil(np.log10(max(bases)))) + 1
    ax = drawing.add_axes(
        84, 62, 500, 306, xscale="log", x=range(0, last + 1, 2), y=look.SHARES, xlim=(1, 10**last),
        ylim=(-0.44, 1.05), xlabel="distance Δ [tokens]; dashed: log law",
        ylabel="similarity k, mean in a pixel",
    )  # fmt: skip
    look.zero_line(ax)
    title = "step to the neighbour"
    right = drawing.add_axes(630, 62, 250, 306, y="none", xlabel="base", title=title)
    marks = np.log10([similarity_reach(base) for base in bases]) / last
    labels = 10 ** (last * look.apart(marks, 0.25, (0, 1)))
    steps = [encoding.neighbour_distance(d_model, base) for base in bases]
    for k, (base, step) in enumerate(zip(bases, steps, strict=True)):
        colour, reach = look.grey(k, len(bases)), similarity_reach(base)
        ax.plot(*mean_similarity(10**last, d_model, base), color=colour)
        law = np.array([1, reach * base**0.14])
        ax.plot(law, log_law(law, base), zorder=3, **{**look.LAW_LINE, "linewidth": 2.4})
        ax.plot([reach], [0], "v", color=colour, markersize=12, zorder=4, mec=look.WHITE)
        name = f"base {short(base)}:\n{rounded(reach)}"
        place = {"ha": "center", "va": "top", "fontsize": 12.5}
        ax.text(labels[k], -0.26, name, color=colour, **place, **BOLD)
        right.bar([k], [step], color=colour, width=0.6)
        look.note(right, f"{step:.2f}", (k, step), (0, 5), ha="center", **BOLD)
    right.set_ylim(0, 1.15 * max(steps))
    right.set_xticks(range(len(bases)), map(short, bases), fontsize=13)
    low, high = min(bases), max(bases)
    closer = of_all(1 - min(steps) / max(steps))
    times = f"Base {short(high)} has {rounded(high / low)} times the reach of {short(low)}"
    found = f"{times}, with neighbours {closer} closer"
    if low == high:
        found = f"At base {short(low)} the reach is {rounded(similarity_reach(low))} tokens"
    drawing.headline(found, x=84)
    reaches = [similarity_reach(base) for base in bases]
    facts = {
        "reach of each base": listed(reaches, "{} tokens"),
        "distance of neighbours": listed(steps, written=TWO),
    }
    return drawing.described(facts)
