"""How alike the codes of two positions are, and a head made by hand that looks at one of them."""

from __future__ import annotations

import numpy as np

from posenc_helpers import encoding
from posenc_helpers.arguments import finite, integer, positive, several, whole
from posenc_helpers.attention import shifted_attention
from posenc_helpers.figures.drawing import Drawing, add_axes, pixel_size
from posenc_helpers.figures.heatmap import HeatmapImage
from posenc_helpers.figures.look import (
    BASE_A,
    BASE_B,
    CURSOR,
    LAW,
    LINES,
    MUTED,
    PALE,
    WEIGHT_COLOURS,
    cursor_style,
    grey,
    power_ticks,
    styled,
    value_ticks,
    whole_number_ticks,
)
from posenc_helpers.wording import counted, number, power

EULER_GAMMA = 0.5772156649015329
WINDOW = 128  # positions that the head attends over; a longer text shows it on a piece of itself
MOST_PANELS = 3
STEP = 32  # by which that piece moves, so that its axes rest while the row moves


class GramAndHead(Drawing):
    """All dot products of codes beside the attention of a head, and one row of each below."""

    @styled
    def __init__(self):
        super().__init__(9.0, 5.0)
        self.maps = [add_axes(self.figure, left, 174, 340, 290) for left in (104, 546)]
        self.rows = [add_axes(self.figure, left, 58, 340, 100) for left in (104, 546)]
        self._label_axes()
        self.gram = HeatmapImage(self.maps[0])
        self.head = HeatmapImage(self.maps[1], WEIGHT_COLOURS, (0, 1))
        self._make_artists()
        self.moving = [
            self.gram.image, self.head.image, self.itself, self.zero, self.similarities, self.law,
            self.bars, *self.across, *self.down, *self.rings, *self.dots,
        ]  # fmt: skip
        self.scales = [*(ax.yaxis for ax in (*self.maps, self.rows[0]))]
        self.scales += [ax.xaxis for ax in self.rows]

    def _label_axes(self):
        self.maps[0].set_ylabel("position p [tokens]")
        self.maps[0].set_title("similarity k(q − p) (dashed: log law)", loc="left")
        self.maps[1].set_title("attention from p to q (dotted: itself)", loc="left")
        for ax in self.maps:
            ax.tick_params(bottom=False, labelbottom=False)
            whole_number_ticks(ax.yaxis, 6)
        for ax in self.rows:
            ax.set_xlabel("position q [tokens]")
            whole_number_ticks(ax.xaxis, 4)
        self.rows[0].set_ylabel("similarity")
        self.rows[1].set_ylabel("attention")
        self.rows[1].set_ylim(0, 1.06)
        self.rows[1].set_yticks([0, 0.5, 1], ["0", "0.5", "1"])

    def _make_artists(self):
        (left, right), (similarity, weight) = self.maps, self.rows
        (self.itself,) = right.plot([], [], color=MUTED, linestyle=":", linewidth=1.4)
        self.zero = similarity.axhline(0, color=PALE, linewidth=1)
        (self.similarities,) = similarity.plot([], [], color=BASE_B)
        (self.law,) = similarity.plot([], [], color=LAW, linestyle=(0, (5, 3)), linewidth=1.6)
        (self.bars,) = weight.plot([], [], color=BASE_A, solid_capstyle="butt")
        self.across = [ax.axhline(0, **cursor_style()) for ax in (left, right)]
        self.down = [ax.axvline(0, **cursor_style()) for ax in (similarity, weight)]
        ring = {"markerfacecolor": "none", "markeredgewidth": 1.8, "markersize": 11}
        dot = {"markersize": 7}
        self.rings = [
            ax.plot([], [], "o", color=CURSOR, clip_on=False, **ring)[0] for ax in (left, right)
        ]
        self.dots = [
            ax.plot([], [], "o", color=CURSOR, clip_on=False, **dot)[0]
            for ax in (similarity, weight)
        ]

    def update(self, *, d_model, base, seq_len, position, offset, sharpness):
        """Show the table of dot products of `seq_len` codes, and the head that turns its query by
        `offset`; of a text of more than `WINDOW` positions, the head on the piece around
        `position`.
        """
        seq_len = whole("seq_len", seq_len, 1)
        position = whole("position", position, 0, seq_len - 1)
        offset = integer("offset", offset, "an integer")
        keys = piece(seq_len, position)
        weights = shifted_attention(len(keys), d_model, base, offset=offset, sharpness=sharpness)
        cells = gram_cells(seq_len, d_model, base, pixel_size(self.maps[0])[1])
        self.window, self.weights = keys, weights  # nothing is changed before all is computed
        self.target = position + offset if position + offset in self.window else None
        on_targets = np.diagonal(self.weights, offset)
        self.least = float(on_targets.min()) if on_targets.size else None
        self._draw_gram(seq_len, *cells)
        self._draw_similarities(seq_len, d_model, base, position, offset)
        self._draw_head(position)
        self._move_cursor(position, seq_len)
        self._describe(d_model, base, seq_len, position, offset, sharpness)

    def _draw_gram(self, seq_len, cells, per_cell):
        self.per_cell = per_cell
        edges = (-0.5, len(cells) * per_cell - 0.5)
        self.gram.set_values(cells, edges, edges)
        self.maps[0].set(xlim=(-0.5, seq_len - 0.5), ylim=(seq_len - 0.5, -0.5))
        self.rows[0].set_xlim(-0.5, seq_len - 0.5)

    def _draw_similarities(self, seq_len, d_model, base, position, offset):
        shown = sampled(seq_len, position, pixel_size(self.rows[0])[0])
        similarities = encoding.similarity(shown - position, d_model, base)
        self.similarities.set_data(shown, similarities)
        self.similarities.set_marker("o" if seq_len <= 40 else "")
        self.similarities.set_markersize(4)
        distances, law = log_law(base, seq_len)
        self.law.set_data(
            np.concatenate([position - distances[::-1], [np.nan], position + distances]),
            np.concatenate([law[::-1], [np.nan], law]),
        )
        self.at_target = encoding.similarity(offset, d_model, base)
        _fit_similarities(self.rows[0], similarities)

    def _draw_head(self, position):
        first, last = self.window[0], self.window[-1]
        edges = (first - 0.5, last + 0.5)
        self.head.set_values(self.weights, edges, edges)
        self.maps[1].set(xlim=edges, ylim=edges[::-1])
        self.rows[1].set_xlim(edges)
        self.itself.set_data([first, last], [first, last])
        self.row = self.weights[position - first]
        self.bars.set_data(*upright(np.asarray(self.window), self.row))
        self.bars.set_linewidth(max(1.4, 0.72 * 0.75 * 340 / len(self.window)))

    def _move_cursor(self, position, seq_len):
        for line in self.across:
            line.set_ydata([position] * 2)
        for line in self.down:
            line.set_xdata([position] * 2)
        target = [] if self.target is None else [self.target]
        heights = [self.at_target], [] if self.target is None else [self.weight_of(self.target)]
        for ring, dot, height in zip(self.rings, self.dots, heights, strict=True):
            ring.set_data(target, [position] * len(target))
            dot.set_data(target, height[: len(target)])

    def weight_of(self, key):
        """Return the attention of the row to position `key`, or None if it is not in the piece."""
        return float(self.row[key - self.window[0]]) if key in self.window else None

    def _describe(self, d_model, base, seq_len, position, offset, sharpness):
        means = f", each cell the mean of {self.per_cell:,} by {self.per_cell:,} values"
        cut = len(self.window) < seq_len
        where = f" within positions {self.window[0]:,} to {self.window[-1]:,}" if cut else ""
        most = int(np.argmax(self.row))
        self.text = (
            f"Similarities of {counted(seq_len, 'position')} at d_model {d_model:,} and base "
            f"{number(base)}{means if self.per_cell > 1 else ''}; {abs(offset):,} apart it is "
            f"{self.at_target:.4f}. "
            f"A head with offset {signed(offset)} and sharpness {sharpness:g}: position "
            f"{position:,} attends{where} most to {self.window[most]:,}, "
            f"with {self.row[most]:.4f}."
        )


def piece(seq_len: int, position: int) -> range:
    """Return the positions that the head attends over: all, or `WINDOW` of them around one."""
    if seq_len <= WINDOW:
        return range(seq_len)
    first = min(max(0, position - WINDOW // 2 + STEP // 2), seq_len - WINDOW)
    if first < seq_len - WINDOW:
        first -= first % STEP
    return range(first, first + WINDOW)


def gram_cells(seq_len, d_model, base, most):
    """Return the table of k(q - p) for p, q = 0 ... seq_len - 1 and the positions per cell.

    Where there are more than `most` positions, a cell is the mean over as many p as q. The mean
    of dot products is the dot product of the means, and it depends on the distance of the cells
    alone: one row gives them all. The last cells may reach beyond seq_len.
    """
    per_cell = -(-seq_len // most)
    cells = -(-seq_len // per_cell)
    means = encoding.mean_encoding(cells * per_cell, d_model, base, max_rows=cells).values
    # Not a matrix product: the threads that it may start cost more than they save here.
    similarities = np.einsum("pj,j->p", means, means[0]) / (means.shape[1] / 2)
    places = np.arange(cells)
    return similarities[np.abs(places - places[:, np.newaxis])], per_cell


def sampled(seq_len, position, most):
    """Return at most `most` of the positions below seq_len: all, or some evenly spread and some
    that lie the denser the nearer they are to `position`.
    """
    if seq_len <= most:
        return np.arange(seq_len)
    near = np.geomspace(1, seq_len, most // 5)
    far = np.linspace(0, seq_len - 1, most - 2 * len(near) - 1)
    chosen = np.concatenate([far, position - near, [position], position + near]).round()
    return np.unique(chosen[(chosen >= 0) & (chosen < seq_len)])


def log_law(base, furthest):
    """Return distances between 3 and a third of the base, and 1 - (ln distance + γ)/ln base."""
    base = positive("base", base)
    most = min(base / 3, furthest)
    distances = np.geomspace(3, most, 40) if most > 3 else np.empty(0)
    return distances, 1 - (np.log(distances) + EULER_GAMMA) / np.log(base)


def _fit_similarities(ax, similarities):
    """Let the y axis run from 0 to 1, or from -1 where similarities fall below 0."""
    limits = (-1.1, 1.12) if similarities.min() < 0 else (-0.04, 1.12)
    if ax.get_ylim() == limits:
        return  # new ticks take time
    ax.set_ylim(limits)
    if limits[0] < -1:
        value_ticks(ax.yaxis)
    else:
        ax.set_yticks([0, 0.5, 1], ["0", "0.5", "1"])


def upright(places, heights):
    """Return the path of upright bars from 0, as x and y."""
    nothing = np.full(len(places), np.nan)
    x = np.stack([places, places, nothing], axis=1)
    return x.ravel(), np.stack([0 * heights, heights, nothing], axis=1).ravel()


@styled
def plot_similarity(bases=(1e2, 1e4, 1e8), d_model=512, furthest=100_000):
    """Draw similarity against distance with the line 1 - (ln Δ + γ)/ln b; return the drawing."""
    bases = [positive("base", base) for base in several("bases", bases)]
    furthest = whole("furthest", furthest, 10)
    drawing = Drawing(9.0, 3.9)
    ax = add_axes(drawing.figure, 84, 60, 780, 296)
    ax.set_xscale("log")
    distances = np.unique(np.geomspace(1, furthest, 600).round())
    facts = []
    for k, base in enumerate(bases):
        shade = grey(k, len(bases))
        similarity = encoding.similarity(distances, d_model, base)
        ax.plot(distances, similarity, color=shade, linewidth=1.8)
        ax.plot(*log_law(base, furthest), color=LAW, linestyle=(0, (5, 3)), linewidth=1.6)
        ax.annotate(
            f"base {power(base)}", (22, encoding.similarity(22, d_model, base)), (6, 14),
            textcoords="offset points", color=shade, fontweight="bold",
        )  # fmt: skip
        at_100 = encoding.similarity(100, d_model, base)
        facts.append(f"{number(at_100, 3)} at base {number(base)}")
    power_ticks(ax.xaxis, range(int(np.log10(furthest)) + 1))
    ax.set(xlim=(1, furthest), xlabel="distance Δ [tokens]", ylabel="similarity k(Δ)")
    ax.set_title("dashed: the straight line 1 − (ln Δ + 0.5772) / ln b", loc="left")
    ax.axhline(0, color=PALE, linewidth=1, zorder=0)
    drawing.text = (
        f"Similarity of two positions against their distance up to {furthest:,} tokens, d_model "
        f"{d_model}; at distance 100 it is {', '.join(facts)}. Each curve follows its straight "
        "line on the logarithmic axis, with ripples."
    )
    return drawing


@styled
def plot_attention_head(
    position=20, offset=-1, sharpness=2.0, *, d_model=64, base=10_000.0, seq_len=32
):
    """Draw similarities beside the attention of a head made by hand; return the drawing."""
    drawing = GramAndHead()
    drawing.update(
        d_model=d_model, base=base, seq_len=seq_len, position=position, offset=offset,
        sharpness=sharpness,
    )  # fmt: skip
    return drawing


@styled
def plot_gram(rows=(16, 44), *, d_model=64, base=10_000.0, seq_len=64):
    """Draw all dot products as a heatmap, and some of its rows twice; return the drawing.

    The rows stand once where they are and once by distance, where they lie on one another.
    """
    seq_len = whole("seq_len", seq_len, 1)
    rows = [whole("row", row, 0, seq_len - 1) for row in several("rows", rows)]
    drawing = Drawing(9.0, 4.5)
    heat = add_axes(drawing.figure, 104, 62, 340, 340)
    image = HeatmapImage(heat)
    cells, per_cell = gram_cells(seq_len, d_model, base, pixel_size(heat)[1])
    edges = (-0.5, len(cells) * per_cell - 0.5)
    image.set_values(cells, edges, edges)
    image.add_colorbar("")
    heat.set(xlim=(-0.5, seq_len - 0.5), ylim=(seq_len - 0.5, -0.5))
    heat.set(xlabel="position q [tokens]", ylabel="position p [tokens]")
    heat.set_title("similarity k of p and q", loc="left")
    beside = [add_axes(drawing.figure, 584, bottom, 296, 122) for bottom in (280, 62)]
    for k, row in enumerate(rows):
        look = {"color": (BASE_A, BASE_B)[k % 2], "linestyle": LINES[k % len(LINES)]}
        heat.axhline(row, color="white", linewidth=4.5)
        heat.axhline(row, **look)
        places = sampled(seq_len, row, 296)
        similarities = encoding.similarity(places - row, d_model, base)
        look |= {"marker": "o" if seq_len <= 40 else "", "markersize": 4}
        beside[0].plot(places, similarities, **look)
        beside[1].plot(places - row, similarities, **look)
    drawn = ", ".join(f"{row:,}" for row in rows)
    titles = (f"row{'s' * (len(rows) > 1)} {drawn} by position", "the same by distance")
    for ax, title, label in zip(
        beside, titles, ("position q [tokens]", "distance q − p [tokens]"), strict=True
    ):
        _fit_similarities(ax, np.concatenate([line.get_ydata() for line in ax.lines]))
        ax.set_title(title, loc="left")
        ax.set_xlabel(label)
        ax.axhline(0, color=PALE, linewidth=1, zorder=1)
    for axis in (heat.xaxis, heat.yaxis, *(ax.xaxis for ax in beside)):
        whole_number_ticks(axis, 4)
    farthest = encoding.similarity(seq_len - 1, d_model, base)
    means = f" Each cell is the mean of {per_cell:,} by {per_cell:,} values." * (per_cell > 1)
    drawing.text = (
        f"Dot products of the codes of {counted(seq_len, 'position')}, divided by "
        f"{d_model // 2:,}: 1 on the diagonal, {farthest:.2f} at the largest distance, constant "
        f"along each diagonal. Every row is the same curve, moved; drawn beside: {drawn}.{means}"
    )
    return drawing


@styled
def plot_distances(steps=99, *, d_model=512, base=10_000.0):
    """Draw similarity, distance of codes and its steps against the distance in tokens.

    There are `steps` steps: from 0 to 1, ..., from steps - 1 to steps. Those that make the
    distance of the codes smaller are coloured.
    """
    steps = whole("steps", steps, 1)
    apart = np.arange(steps + 1)
    similarities = encoding.similarity(apart, d_model, base)
    distances = np.sqrt(d_model * np.maximum(0, 1 - similarities))
    drawing = Drawing(9.0, 5.0)
    left = add_axes(drawing.figure, 84, 318, 340, 146)
    right = add_axes(drawing.figure, 536, 318, 340, 146)
    below = add_axes(drawing.figure, 84, 58, 792, 170)
    left.plot(apart, similarities, color=BASE_B)
    left.plot(*log_law(base, steps), color=LAW, linestyle=(0, (5, 3)), linewidth=1.6)
    left.set_title("similarity k(Δ) (dashed: log law)", loc="left")
    right.plot(apart, distances, color=BASE_B)
    right.set_title("distance of the codes", loc="left")
    for ax in (left, right):
        ax.set_xlim(0, steps)
        ax.set_xlabel("distance Δ [tokens]")
    left.set_ylim(min(0, 1.1 * similarities.min()), 1.05)
    right.set_ylim(0, 1.08 * distances.max())
    shrinks = _draw_steps(below, np.diff(distances))
    for ax in (left, right, below):
        whole_number_ticks(ax.xaxis, 10 if ax is below else 5)
    first = f", first that from {shrinks[0]:,} to {shrinks[0] + 1:,}" if len(shrinks) else ""
    drawing.text = (
        f"Similarity of two codes from Δ = 0 to {steps:,} at d_model {d_model:,} and base "
        f"{number(base)}, falling to {similarities[-1]:.3f}, and their distance, "
        f"{distances[1]:.2f} after one token and {distances[-1]:.2f} at the end. "
        f"Of {counted(steps, 'step')}, {len(shrinks):,} make the distance shorter{first}."
    )
    return drawing


def _draw_steps(ax, changes):
    """Draw the changes of a distance as bars, the negative ones coloured; return their places."""
    shrinks = np.flatnonzero(changes < 0)
    width = max(1.4, 0.72 * 0.6 * 792 / len(changes))
    for places, colour in ((np.flatnonzero(changes >= 0), MUTED), (shrinks, BASE_A)):
        ax.plot(
            *upright(places, changes[places]), color=colour, linewidth=width,
            solid_capstyle="butt",
        )  # fmt: skip
    ax.plot(shrinks, changes[shrinks], "v", color=BASE_A, markersize=7)
    deepest = -changes.min() if len(shrinks) else 0.02 * changes.max()
    ax.set_ylim(-3 * deepest, min(1.05 * changes.max(), 9 * deepest))
    ax.axhline(0, color="#444444", linewidth=0.8)
    ax.set_xlim(-0.6, len(changes) - 0.4)
    ax.set_xlabel("step from Δ to Δ + 1")
    cut = "; tall bars are cut off" if changes.max() > 9 * deepest else ""
    ax.set_title(f"what each step adds to that distance (coloured: less than 0{cut})", loc="left")
    if len(shrinks):
        at = shrinks[0]
        ax.text(at, -2.9 * deepest, f"{at:,} → {at + 1:,}", ha="center", va="bottom",
                color=BASE_A, fontweight="bold")  # fmt: skip
        ends = [-1.65 * deepest, changes[at] - 0.5 * deepest]
        ax.plot([at, at], ends, color=BASE_A, linewidth=1)
    return shrinks


@styled
def plot_directions(position=20, offset=-1, *, d_model=64, base=10_000.0, reach=8):
    """Draw the dot products of PE(position) with its neighbours, as it is and turned by `offset`.

    They are divided by d_model/2, so that the largest possible is 1.
    """
    position, reach = whole("position", position, 1), whole("reach", reach, 1)
    offset = integer("offset", offset, "an integer")
    places = np.arange(max(0, position - reach), position + reach + 1)
    drawing = Drawing(9.0, 3.7)
    titles = ("query PE(p): the raw dot product", f"query M PE(p), turned by {signed(offset)}")
    facts = []
    lowest = 1.0
    for k, (title, turned) in enumerate(zip(titles, (0, offset), strict=True)):
        ax = add_axes(drawing.figure, (84, 510)[k], 58, 370, 264)
        scores = encoding.similarity(places - position - turned, d_model, base)
        lowest = min(lowest, scores.min())
        ax.plot(places, scores, "o-", color=BASE_B, markersize=6, linewidth=1.4)
        ax.axvline(position, zorder=1, **cursor_style())
        for side in (-1, 1):
            score = encoding.similarity(side - turned, d_model, base)
            ax.plot([position + side], [score], "o", color=BASE_A, markersize=10)
            ax.annotate(
                f"{score:.3f}", (position + side, score), (10 * side, 7), fontweight="bold",
                textcoords="offset points", ha="right" if side < 0 else "left", color=BASE_A,
            )  # fmt: skip
            facts.append(f"{score:.3f}")
        ax.set_title(title, loc="left")
        ax.set(xlim=(position - reach - 0.8, position + reach + 0.8), xlabel="position q [tokens]")
        whole_number_ticks(ax.xaxis, 5)
    for ax in drawing.figure.axes:
        ax.set_ylim(lowest - 0.03, 1.06)
    drawing.figure.axes[0].set_ylabel("dot product / (d/2)")
    drawing.text = (
        f"Dot products of the code of position {position:,} with its neighbours, divided by "
        f"{d_model // 2:,}: {facts[0]} with the position before, {facts[1]} with the one after. "
        f"With the query turned by {signed(offset)}: {facts[2]} and {facts[3]}."
    )
    return drawing


def signed(offset: int) -> str:
    """Return an offset with its sign: +3 or −1."""
    return f"{offset:+,}".replace("-", "−") if offset else "0"


@styled
def plot_sharpness(
    sharpnesses=(0.5, 2, 8), *, position=20, offset=-1, d_model=64, base=10_000.0, seq_len=64
):
    """Draw the attention of one position for several sharpnesses; return the drawing."""
    sharpnesses = [finite("sharpness", one, 0) for one in several("sharpnesses", sharpnesses)]
    whole("the number of sharpnesses", len(sharpnesses), 1, MOST_PANELS)
    seq_len = whole("seq_len", seq_len, 1)
    position = whole("position", position, 0, seq_len - 1)
    offset = integer("offset", offset, "an integer")
    drawing = Drawing(9.0, 3.3)
    wide, around = (900 - 84 - 10) / len(sharpnesses), max(8, abs(offset) + 4)
    facts = []
    for k, sharpness in enumerate(sharpnesses):
        weights = shifted_attention(seq_len, d_model, base, offset=offset, sharpness=sharpness)
        row = weights[position]
        ax = add_axes(drawing.figure, 84 + k * wide, 58, wide - 24, 222)
        ax.plot(*upright(np.arange(seq_len), row), color=BASE_A, solid_capstyle="butt",
                linewidth=max(1.4, 0.72 * 0.7 * (wide - 24) / (2 * around + 1)))  # fmt: skip
        ax.axvline(position, zorder=1, **cursor_style())
        title = f"sharpness {sharpness:g}"
        if 0 <= position + offset < seq_len:
            weight = row[position + offset]
            ax.plot([position + offset], [weight], "o", color=CURSOR)
            title += f": {weight:.3f}"
            facts.append(f"{weight:.3f} at sharpness {sharpness:g}")
        ax.set_title(title, loc="left")
        ax.set(xlim=(position - around - 0.5, position + around + 0.5), ylim=(0, 1.06))
        ax.set_xlabel("position q")
        whole_number_ticks(ax.xaxis, 4)
        ax.set_yticks([0, 0.5, 1], ["0", "0.5", "1"] if k == 0 else [])
    drawing.figure.axes[0].set_ylabel("attention")
    on_target = ", ".join(facts) or "nothing: there is no such position"
    drawing.text = (
        f"Attention of position {position:,} among {counted(seq_len, 'position')}, query turned "
        f"by {signed(offset)}, d_model {d_model:,}. On its target falls {on_target}."
    )
    return drawing
