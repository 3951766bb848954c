"""Draw how a shift by Δ tokens turns every hand by its own angle, the same at every position."""

from functools import partial

import numpy as np

from posenc_helpers import encoding
from posenc_helpers.checks import Index, Several, Whole, takes
from posenc_helpers.figures import look
from posenc_helpers.figures.clock_face import add_clock, fine, on_circle
from posenc_helpers.figures.drawing import BASE, POSITION, SHIFT, WIDTH, Drawing, plots, still
from posenc_helpers.figures.paths import frame, joined
from posenc_helpers.figures.table_image import HeatmapImage
from posenc_helpers.wording import ROUNDING, decimals, fixed, listed, minus, number, said

HANDS = (  # at p and at p + Δ: the second is wider and below, so both are visible where they agree
    {"color": look.INK, "linewidth": 2.2, "zorder": 2.5},
    {"linewidth": 4.5, "zorder": 2.4},
)
TIPS = (
    {"color": look.INK, "marker": "o", "markersize": 7, "zorder": 2.7, "clip_on": False},
    {"color": look.INK, "marker": "D", "markersize": 10, "zorder": 2.6, "clip_on": False},
)
BLOCKS = 8  # blocks of the matrix that are drawn, around the chosen pair
TURNS = 12  # longest spiral that is drawn: of a longer arc, whole turns are left out
PAIR = Index("d_model", per=2)
FEWER = Whole(0, 10**6), Whole(-(10**6), 10**6)  # ranges for clocks that are side by side


class Shift(Drawing):
    """Two hands and the arc between them, the matrix of the shift, and what it makes of PE(p)."""

    size = 9.0, 4.1

    def make(self):
        self._make_clock()
        self._make_product()
        self._make_ruler()

    def _make_clock(self):
        """Make the clock, with the numbers of its block below it."""
        self.headline(x=14)
        ax = add_clock(self, 54, 148, 222, 222)
        (self.arc,) = ax.plot([], [], linewidth=2.2)
        self.hands = [ax.plot([], [], **style)[0] for style in HANDS]
        self.tips = [ax.plot([], [], **style)[0] for style in TIPS]
        self.write(14, 144, "● hand at p")
        self.write(300, 144, "◆ at p + Δ", ha="right")
        self.write(20, 101, "block", va="center")
        mono = {"family": "DejaVu Sans Mono", "fontsize": 15, "va": "center"}
        self.numbers = [self.write(92, y, "", **mono) for y in (114, 88)]
        for left, inward in ((84, 7), (278, -7)):
            x = [left + inward, left, left, left + inward]
            self.draw_line(x, [129, 129, 73, 73], color=look.INK, linewidth=1.6)

    def _make_product(self):
        """Make the matrix, the vectors before and after, and the frames around a pair's part."""
        ax = self.add_axes(374, 114, 238, 238, x=5, y=5, title=r"$M_\Delta$, the block framed")
        ax.set_xlabel("column j", labelpad=0)
        self.matrix, self.vectors = HeatmapImage(ax), []
        for x, name in ((662, "PE(p)"), (750, r"$M_\Delta\,$PE(p)"), (838, "PE(p+Δ)")):
            beside = self.add_axes(x, 114, 42, 238, x="none", y="none")
            self.vectors.append(HeatmapImage(beside))
            self.write(x + 21, 359, name, ha="center")
        for x, sign in ((638, "×"), (727, "="), (815, "=")):
            self.write(x, 230, sign, ha="center", va="center", fontsize=16)
        self.over = self.add_axes(662, 114, 218, 238, xlim=(0, 218))  # covers all three vectors
        self.over.axis("off")
        self.outlines = [*look.outline(ax, 2), *look.outline(self.over, 2)]

    def _make_ruler(self):
        """Make a line that stands for the text, with both positions on it."""
        self.ruler_ax = ax = self.add_axes(84, 44, 788, 14, x=6, y="none", ylim=(-1, 1))
        ax.set_xlabel("position in the text", labelpad=0)
        ax.spines["left"].set_visible(False)
        (self.sequence,) = ax.plot([], [], color=look.PALE, linewidth=6)
        self.on_ruler = [ax.plot([], [], **style)[0] for style in TIPS]

    @takes(
        seq_len=Whole(1, POSITION.most), d_model=WIDTH, base=BASE, position=Index("seq_len"),
        shift=SHIFT, pair=PAIR,
    )  # fmt: skip
    def update(self, position=4, shift=3, pair=1, seq_len=1_000, d_model=16, base=10_000.0):
        """Draw the shift by `shift` tokens from `position`: an arc, the matrix, its product.

        The clock and the framed block belong to `pair`. The shift may lead beyond the ends of the
        text. Raises TypeError or ValueError for arguments outside their ranges, and ValueError if
        an angle exceeds float64.
        """
        omega = encoding.angular_frequencies(d_model, base)
        ends = position, position + shift
        here, there = (encoding.positional_encoding(1, d_model, base, start=p)[0] for p in ends)
        moved = encoding.shift_encoding(here, shift, base)
        self.difference = float(np.abs(moved - there).max())
        self.angle = omega[pair] * shift
        self._draw_clock(omega[pair], position, here, there, pair)
        self._draw_product(shift, base, here, moved, there, pair)
        self.on_ruler[0].set_data([position], [0])
        self.on_ruler[1].set_data([ends[1] if 0 <= ends[1] < seq_len else np.nan], [0])
        self.sequence.set_data([0, seq_len - 1], [0, 0])
        self.ruler_ax.set_xlim(-0.5, seq_len - 0.5)
        early = np.radians(0.05)  # so that no hand reads 360.0°
        angles = ((omega[pair] * p + early) % (2 * np.pi) - early for p in ends)
        self.hands_at = [float(np.degrees(angle)) for angle in angles]

    def facts(self, *, shift, **_):
        """Return the arc, both hands, the block, and how much prediction and truth differ."""
        way = "" if shift == 0 else " clockwise" if shift > 0 else " anticlockwise"
        here, there = (said("{}°", angle, written=decimals(1)) for angle in self.hands_at)
        block, angle = (np.cos(self.angle), np.sin(self.angle)), abs(self.angle)
        return {
            "arc ω·Δ": said("{}°" + way, float(np.degrees(angle)), written=decimals(1)),
            "in turns": said("{}", angle / (2 * np.pi), written=fine),
            "hand at p": here,
            "hand at p + Δ": there,
            "cosine and sine of its block": said("{} and {}", *block, written=decimals(4)),
            "largest difference between prediction and truth": rounding(self.difference),
        }

    def _draw_clock(self, omega, position, here, there, pair):
        self.title.set_text(arc_line(pair, [self.angle]))
        self.arc.set_data(arc_path(omega * position, self.angle))
        self.arc.set_linewidth(2.2 if abs(self.angle) < 8 * np.pi else 1)
        for line in (self.arc, self.hands[1], self.tips[1]):
            line.set_color(look.speed(2 * np.pi / omega))
        for hand, tip, row in zip(self.hands, self.tips, (here, there), strict=True):
            x, y = row[2 * pair : 2 * pair + 2]
            hand.set_data([0, x], [0, y])
            tip.set_data([x], [y])
        cosine, sine = np.cos(self.angle), np.sin(self.angle)
        for text, entries in zip(self.numbers, ((cosine, sine), (-sine, cosine)), strict=True):
            text.set_text("  ".join(entry(value) for value in entries))

    def _draw_product(self, shift, base, here, moved, there, pair):
        columns = shown_columns(len(here), pair)
        first = columns.start
        unit_vectors = np.eye(columns.stop - first, len(here), first)
        part = encoding.shift_encoding(unit_vectors, shift, base)[:, columns].T
        self.matrix.show(part, (first, first))
        for image, row in zip(self.vectors, (here, moved, there), strict=True):
            image.show(row[columns, np.newaxis], (first, 0))
        self.over.set_ylim(self.matrix.ax.get_ylim())
        edges = 2 * pair - 0.5, 2 * pair + 1.5
        block = frame(*edges, *edges)
        vectors = joined(*(frame(left, left + 42, *edges) for left in (0, 88, 176)))
        for line, path in zip(self.outlines, (block, block, vectors, vectors), strict=True):
            line.set_data(path)


plot_shift = plots(Shift)


def arc_line(pair, angles) -> str:
    """Return the headline about the arc of `pair`, the first of all the `angles` that are drawn."""
    some = ", drawn in part" if np.abs(angles).max() > 2 * np.pi * TURNS else ""
    return minus(f"The arc of pair {pair:,} is {degrees(angles[0])} at every position{some}")


def degrees(angle: float) -> str:
    """Return an angle in radians as text in degrees."""
    return f"{fixed(float(np.degrees(angle)), 1)}°"


def entry(value: float) -> str:
    """Return a number of a block with two decimals and room for its sign."""
    text = f"{value: .2f}" if abs(value) >= 0.005 or abs(value) < ROUNDING else number(value, 1)
    return minus(f"{text if float(text) else '0.00':>5}")


def rounding(difference: float) -> str:
    """Return a difference as text, or "rounding" where its digits depend on the machine."""
    two_digits = partial(number, digits=2)
    return "rounding" if difference < ROUNDING else said("{}", difference, written=two_digits)


def shown_columns(d_model: int, pair: int) -> slice:
    """Return the columns whose blocks are drawn: the page of eight pairs that `pair` is on."""
    pairs = d_model // 2
    first = max(0, min(pair - pair % BLOCKS, pairs - BLOCKS))
    return slice(2 * first, 2 * min(first + BLOCKS, pairs))


def arc_path(start: float, angle: float):
    """Return x and y of the arc from `start` over `angle`, clockwise from 12, with an arrowhead.

    Angles are in radians. An arc of more than one turn becomes a spiral. Beyond `TURNS` turns,
    whole turns are left out.
    """
    if abs(angle) > 2 * np.pi * TURNS:
        angle = np.fmod(angle, 2 * np.pi) + np.sign(angle) * 2 * np.pi * (TURNS - 1)
    turns = abs(angle) / (2 * np.pi)
    path = np.linspace(0, angle, 24 + int(48 * turns))
    radii = 0.5 + min(0.09, 0.36 / max(turns, 1)) * np.abs(path) / (2 * np.pi)
    arc = radii * on_circle(start + path).T
    if abs(angle) < 0.02:  # too short for an arrowhead
        return arc
    back = min(0.28, 0.6 * abs(angle))
    head = start + angle - np.sign(angle) * np.array([back, 0, back])
    return joined(arc, (radii[-1] + np.array([0.3, 0, -0.3]) * back) * on_circle(head).T)


# ------------------------------------------------------------------------------ still pictures


@still
@takes(positions=Several(FEWER[0], 5), shift=FEWER[1], d_model=WIDTH, pairs=Several(PAIR, 3))
def plot_shift_on_clocks(
    positions=(0, 4, 30, 1_000), shift=3, pairs=(1, 2), d_model=16, base=10_000.0
):
    """Draw the arc of one shift at several positions, a row for each pair.

    `positions` and `shift` are in tokens. There are up to five positions and up to three pairs.
    Return the drawing. Raises TypeError or ValueError for arguments outside their ranges.
    """
    omega = encoding.angular_frequencies(d_model, base)[pairs]
    arcs = [degrees(speed * shift) for speed in omega]
    aside = min(max(110, 30 + 11 * max(map(len, arcs))), 600)
    wide = (890 - aside) / len(positions)
    size = min(184, int(wide), 400 // len(pairs))
    drawing = Drawing(9.0, ((size + 14) * len(pairs) + 74) / 100)
    drawing.headline(arc_line(pairs[0], omega * shift), x=14)
    for row, (i, speed) in enumerate(zip(pairs, omega, strict=True)):
        bottom = (size + 14) * (len(pairs) - 1 - row) + 8
        colour, letters = look.speed(2 * np.pi / speed), look.speed_letters(2 * np.pi / speed)
        for above, label in ((22, f"pair {i}"), (0, "arc"), (-22, minus(arcs[row]))):
            style = {"va": "center", "color": letters, "fontweight": "bold"}
            drawing.write(14, bottom + size / 2 + above, label, **style)
        for k, p in enumerate(positions):
            left = aside + (k + 0.5) * wide - size / 2
            ax = add_clock(drawing, left, bottom, size, size, title="" if row else f"p = {p:,}")
            ax.plot(*arc_path(speed * p, speed * shift), color=colour, linewidth=2)
            inks = look.INK, colour
            for end, hand, tip, ink in zip((p, p + shift), HANDS, TIPS, inks, strict=True):
                x, y = on_circle(speed * end)
                ax.plot([0, x], [0, y], **{**hand, "color": ink})
                ax.plot([x], [y], **{**tip, "color": ink})
    turned = np.degrees(omega * shift).tolist()
    return drawing.described({"arc of each pair": listed(turned, "{}°", decimals(1))})
