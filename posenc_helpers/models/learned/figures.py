"""Draw what a published model learned: rows on circles, gears of three, a head in a sentence."""

import numpy as np

from posenc_helpers.checks import OneOf, Reals, Type, Whole, Wholes, quoted, takes
from posenc_helpers.figures import look
from posenc_helpers.figures.clock_face import add_clock
from posenc_helpers.figures.drawing import Drawing, plots, still
from posenc_helpers.figures.paths import bars
from posenc_helpers.figures.table_image import HeatmapImage
from posenc_helpers.models.learned import positions as learned
from posenc_helpers.wording import decimals, listed, of_all, rounded, said

SENTENCES = (
    "the dog bit the man and the woman found the lost dog",
    "the teacher read a book to the child",
    "a small blue bird sat on the old tree in the garden",
)
MOST_WORDS, LAST = 12, 511
TWO = decimals(2)
MOST_DIALS = 7
WINDOW = 13  # rows over which a speed is averaged
GEAR = 3


def rows_and_circles():
    """Return the rows of MiniLM that run along circles, and these circles."""
    rows = learned.learned_positions()[learned.FIRST : learned.LAST]
    return rows, learned.circles(rows)


def write_turn(drawing, middle, top, circle, unit):
    """Write below a dial how many tokens one turn takes, with the word tokens if `unit`."""
    words = rounded(circle.wavelength) + " tokens" * unit
    letters = {"color": look.speed_letters(circle.wavelength), "fontweight": "bold"}
    drawing.write(middle, top, words, ha="center", va="top", fontsize=15, **letters)


class LearnedHead(Drawing):
    """The clocks of all-MiniLM-L6-v2 and what its head for the word before does in a sentence."""

    size = 9.0, 5.4

    def make(self):
        self.headline(x=20)
        self.table, (_, self.circles) = learned.learned_positions(), rows_and_circles()
        self.radii, self.hands = [], []
        for k, circle in enumerate(self.circles):
            colour = look.speed(circle.wavelength)
            middle = 20 + (k + 0.5) * (880 / len(self.circles))
            ax = add_clock(self, middle - 64, 376, 128, 128, limit=1.75)
            dots = circle.hands(self.table[1:511])  # the other rows are far away
            self.radii.append(np.abs(dots).mean())
            dots = dots / self.radii[k]
            style = {"s": 5, "color": colour, "alpha": 0.5, "linewidths": 0, "gid": look.STILL}
            ax.scatter(dots.imag, dots.real, **style)
            self.hands += ax.plot([], [], color=colour, linewidth=4.5, marker="o", markevery=[1])
            write_turn(self, middle, 372, circle, k == 0)
        self.map_ax = self.add_axes(104, 99, 332, 211, title="attention of the head")
        self.image = HeatmapImage(self.map_ax, look.WEIGHT_COLOURS, (0, 1))
        style = {"xlim": (0, 1), "title": "on the word before", "xlabel": "share of attention"}
        self.bar_ax = ax = self.add_axes(540, 99, 330, 211, x=look.SHARES, **style)
        (self.bars,) = ax.plot([], [], color=look.RELATION, linewidth=5)

    @takes(sentence=OneOf(SENTENCES), start=Whole(0, LAST - MOST_WORDS + 1))
    def update(self, sentence=SENTENCES[0], start=200, *, text="", off=()):
        """Draw the learned clocks of all-MiniLM-L6-v2, and the attention of its head in a sentence.

        The first word has the position `start`, in tokens. `text` may hold up to 12 of the
        `known_words` instead of the sentence. `off` lists the circles that are switched off, where
        0 is the fastest. Raises TypeError or ValueError for arguments outside their ranges, and
        ValueError for other words.
        """
        words = (Type(str, "a text").check("text", text) or sentence).lower().split()
        if len(words) > MOST_WORDS:
            raise ValueError(f"text must have at most {MOST_WORDS} words, got {quoted(text)}")
        off = Wholes(0, len(self.circles) - 1).check("off", off).ravel().tolist()
        window = self.table[start : start + len(words)]
        window = learned.without(window, [self.circles[k] for k in off])
        self.attention = learned.previous_word_head(words, table=window)
        for k, (circle, hand) in enumerate(zip(self.circles, self.hands, strict=True)):
            end = circle.hands(self.table[start]) / self.radii[k]
            hand.set_data([0, end.imag], [0, end.real])
            hand.set_visible(k not in off)
        self.image.show(self.attention)
        self.map_ax.set_xticks(range(len(words)), words, rotation=90)
        self.map_ax.set_yticks(range(len(words)), words)
        before = np.append(0, np.diag(self.attention, -1))
        self.bars.set_data(bars(np.arange(len(words)), before)[::-1])
        self.bar_ax.set(ylim=(len(words) - 0.5, -0.5))
        self.bar_ax.set_yticks(range(len(words)), words)
        self.share, seen = "no such word", f"The word at position {start} has no word before it"
        if len(words) > 1:
            share, on = before[1:].mean(), "of the attention is on the word before"
            seen = f"From position {start + 1} on, {of_all(share)} {on}"
            self.share = said("{}", share, written=TWO)
        self.title.set_text(seen)

    def facts(self, *, off, **_):
        """Return attention on the previous word and on the word itself, chance, and the circles."""
        lengths = [one.wavelength for k, one in enumerate(self.circles) if k not in off]
        return {
            "attention on the word before": self.share,
            "on the word itself": said("{}", np.diag(self.attention).mean(), written=TWO),
            "chance": said("{}", 1 / len(self.attention), written=TWO),
            "circles that are on": listed(lengths, "{} tokens") if lengths else "none",
        }


plot_learned_head = plots(LearnedHead)


@still
@takes(count=Whole(2, 2 * MOST_DIALS))
def plot_learned_circles(rows, count=10):
    """Draw the circles that the rows of a table are on: the rows as dots.

    The circles are found among the table's `count` main directions, and at most seven are drawn.
    Below each are the mean tokens of a turn and by how much its radius varies. `rows` has shape
    (positions, columns). Return the drawing. Raises TypeError or ValueError for arguments outside
    their ranges.
    """
    rows = Reals("(rows, columns)").check("rows", rows)
    circles = learned.circles(rows, count)[:MOST_DIALS]
    hands = [circle.hands(rows) for circle in circles]
    dots = [hand / np.abs(hand).mean() for hand in hands]
    limit = max([1.6, *(1.02 * np.abs(each).max() for each in dots)])
    spread = [learned.radius_variation(hand) for hand in hands]
    drawing, wide = Drawing(9.0, 2.6), 880 / max(len(circles), 1)
    for k, circle in enumerate(circles):
        left, share = 20 + (k + 0.5) * wide, f"± {of_all(spread[k])}"
        ax = add_clock(drawing, left - 66, 68, 132, 132, limit=limit)
        colour = look.speed(circle.wavelength)
        ax.scatter(dots[k].imag, dots[k].real, s=3, color=colour, linewidths=0)
        write_turn(drawing, left, 62, circle, k == 0)
        varies = share if k else f"radius {share}"
        drawing.write(left, 36, varies, ha="center", va="top", fontsize=13)
    ends = " to ".join(dict.fromkeys(of_all(end(spread)) for end in (min, max) if spread))
    drawing.headline(f"The radius varies by {ends}" if ends else "No row is on a circle", x=20)
    lengths = listed([circle.wavelength for circle in circles], "{} tokens")
    radii = listed(spread, written=of_all)
    return drawing.described({"one turn of each circle in": lengths, "its radius varies by": radii})


@still
def plot_gears():
    """Draw how long three hands of the learned clocks take for a turn, divided by 1, 3 and 9.

    The rows are 128 to 508 of all-MiniLM-L6-v2, and each speed is a mean over 13 rows. Return the
    drawing.
    """
    rows, circles = rows_and_circles()
    drawing = Drawing(9.0, 3.9)
    drawing.headline("Three hands change speed together and make 9, 3 and 1 turns", x=20)
    ax = drawing.add_axes(
        70, 62, 690, 250, x=[150, 200, 300, 400, 500], y=[5, 6, 7], xlim=(128, 509),
        ylim=(4.6, 7.4), title="tokens for one turn, divided by 1, 3 and 9",
        xlabel="position p [tokens]",
    )  # fmt: skip
    places = np.arange(len(rows) - WINDOW) + learned.FIRST + WINDOW / 2
    facts = {}
    for k, circle in enumerate(circles[:3]):
        angles = np.unwrap(np.angle(circle.hands(rows)))
        turns = 2 * np.pi * WINDOW / (angles[WINDOW:] - angles[:-WINDOW]) / GEAR**k
        colour = look.speed(circle.wavelength)
        ax.plot(places, turns, color=colour, linewidth=(3.4, 2.4, 1.4)[k], zorder=3 - k)
        name = f"{rounded(circle.wavelength)} / {GEAR**k}"
        letters = {"color": look.speed_letters(circle.wavelength), "fontweight": "bold"}
        drawing.write(772, 250 - 34 * k, name, va="center", fontsize=15, **letters)
        facts[f"one turn of {name} in"] = said("{} to {} tokens", turns.min(), turns.max())
    return drawing.described(facts)
