"""Why positions at all: attention before and after a swap, and where a model takes positions in."""

import numpy as np
from matplotlib.patches import Rectangle

from posenc_helpers import attention, encoding
from posenc_helpers.attention import SENTENCE
from posenc_helpers.checks import Index, Real, Whole, takes
from posenc_helpers.figures import look
from posenc_helpers.figures.drawing import BASE, WIDTH, Drawing, plots
from posenc_helpers.figures.heatmap import means_clause
from posenc_helpers.figures.paths import bars, frame, joined
from posenc_helpers.figures.quicktext import QuickText
from posenc_helpers.figures.table_image import HeatmapImage
from posenc_helpers.wording import ROUNDING, counted, minus, number, rounded

FEW_WORDS, FEW_NUMBERS = 5, 16  # whose weights and outputs are written into their cells
CODE_HEIGHT = LONGEST_CODES = 290  # pixels and positions: a digit drawn as a mean would not jump
CODE_PLACES = ((70, 70), (232, 70), (394, 110), (596, 200))  # left edge and width


class Swap(Drawing):
    """Attention between words before and after two of them change places."""

    size = 9.0, 5.35

    def make(self):
        self.title = self.headline(x=20)
        places = (84, "as written"), (398, "two words swapped")
        self.map_axes = [self.add_axes(x, 232, 244, 236, title=title) for x, title in places]
        for ax in self.map_axes:
            ax.set_xlabel("word attended to")
        self.map_axes[0].set_ylabel("word that attends")
        self.images = [HeatmapImage(ax, look.WEIGHT_COLOURS, (0, 1)) for ax in self.map_axes]
        style = {"color": look.INK, "linewidth": 2.5, "clip_on": False}
        self.frames = [ax.plot([], [], **style)[0] for ax in self.map_axes]
        style = {"xlim": (-0.06, 1.02), "title": "change of output", "xlabel": "relative change"}
        self.bar_ax = ax = self.add_axes(708, 232, 168, 236, x=look.SHARES, **style)
        (self.bars,) = ax.plot([], [], color=look.INK, linewidth=4)
        (self.dots,) = ax.plot([], [], "o", color=look.INK, markersize=9, clip_on=False)
        self.weights = [room_for_numbers(ax, FEW_WORDS**2) for ax in self.map_axes]
        self._named = [None, None, None]  # the words on the axes, which take long to write
        # The output of one word before and after the swap, one strip above the other.
        title = QuickText(100 / 900, 112 / 535, transform=self.figure.transFigure)
        self.strip_title = self.figure.add_artist(title)
        strips = [self.add_axes(100, bottom, 776, 34) for bottom in (66, 22)]
        for ax, name in zip(strips, ("written", "swapped"), strict=True):
            for axis in (ax.xaxis, ax.yaxis):
                axis.set_visible(False)
            self.write(92, 83 if name == "written" else 39, name, ha="right", va="center")
        self.strips = [HeatmapImage(ax) for ax in strips]
        self.outputs = [room_for_numbers(ax, FEW_NUMBERS) for ax in strips]

    @takes(
        seq_len=Whole(2, len(SENTENCE)), d_model=WIDTH, base=BASE, first=Index("seq_len"),
        second=Index("seq_len"), gain=Real(-1_000, 1_000),
    )  # fmt: skip
    def update(self, seq_len=5, d_model=16, base=10_000.0, first=1, second=4, gain=0.0):
        """Draw attention before and after the words at `first` and `second` change places.

        `gain` is how many times the encoding is added to the words.
        """
        words, order = SENTENCE[:seq_len], np.arange(seq_len)
        order[[first, second]] = order[[second, first]]
        weights, outputs = attention.swap_effect(words, order, d_model, base, gain)
        before, after = outputs
        self.change = np.linalg.norm(after - before, axis=1) / np.linalg.norm(before, axis=1)
        self.largest = largest = self.change.max()
        for k, row in enumerate((words, [words[k] for k in order])):
            self._draw_map(k, weights[k], row, (first, second))
        rows = np.arange(seq_len)
        self.bars.set_data(bars(rows, np.minimum(self.change, 1.02))[::-1])
        self.dots.set_data(np.minimum(self.change, 1.02), rows)
        if words != self._named[2]:
            self._named[2] = words
            self.bar_ax.set_ylim(seq_len - 0.5, -0.5)
            self.bar_ax.set_yticks(rows, words)
        others = [k for k in (2, *range(seq_len)) if k < seq_len and k not in (first, second)]
        self._draw_strips((others or [first])[0], words, outputs)
        if first == second:
            self.title.set_text(f"“{words[first]}” is swapped with itself, so nothing changes")
        found = f"a word changes by up to {number(largest, 3)} of its length"
        found = "no word changes" if largest < ROUNDING else found
        self.text = (
            f"Attention among {seq_len} words before and after the words at positions {first} and "
            f"{second} change places, encoding added with gain {gain:g}: the output of {found}."
        )

    def facts(self, *, first, second, gain, **_):
        """Return the swapped words and the largest change of an output."""
        largest = number(self.largest, 3)
        if 0 < self.largest < ROUNDING:
            largest = f"{self.largest:.1e} (rounding)"
        return [
            ("swapped", f"{SENTENCE[first]} ↔ {SENTENCE[second]}"),
            ("positions added with gain", f"{gain:g}"),
            ("largest change of a word's output", largest),
        ]

    def _draw_map(self, k, weights, words, rows):
        """Draw the attention among `words`, with a frame around each of `rows`."""
        self.images[k].show(weights)
        write_numbers(self.weights[k], self.images[k], weights)
        if words != self._named[k]:
            self._named[k] = words
            self.map_axes[k].set_xticks(range(len(words)), words, rotation=90)
            self.map_axes[k].set_yticks(range(len(words)), words)
        right = len(words) - 0.5
        self.frames[k].set_data(joined(*(frame(-0.5, right, p - 0.5, p + 0.5) for p in rows)))

    def _draw_strips(self, followed, words, outputs):
        """Draw the output of the word that is followed, in both sentences."""
        most = max(np.abs(output[followed]).max() for output in outputs)
        for strip, written, output in zip(self.strips, self.outputs, outputs, strict=True):
            row = output[followed : followed + 1]
            strip.show_means(row / most)
            write_numbers(written, strip, row)
        numbers = counted(outputs[0].shape[1], "number")
        self.strip_title.set_text(f"the output of “{words[followed]}”, {numbers}")
        self.title.set_text(first_line(words, followed, self.change))


plot_swap = plots(Swap)


@look.styled
def plot_who_bit_whom():
    """Draw what words alone see of a sentence, beside the head that looks at the word before.

    Left, the map of lesson 00 without positions; right, attention among codes of 64 columns at
    sharpness 8. Return the drawing.
    """
    words = SENTENCE[:FEW_WORDS]
    alone = attention.self_attention(attention.word_vectors(words, 16))[0]
    turned = attention.shifted_attention(FEW_WORDS, 64, sharpness=8.0)
    drawing = Drawing(9.0, 4.3)
    titles = "words alone: the same in any order", "codes, the query turned by −1"
    for left, title, weights in zip((90, 540), titles, (alone, turned), strict=True):
        ax = drawing.add_axes(left, 74, 330, 286, title=title, xlabel="word attended to")
        HeatmapImage(ax, look.WEIGHT_COLOURS, (0, 1)).show(weights)
        ax.set_xticks(range(FEW_WORDS), words)
        ax.set_yticks(range(FEW_WORDS), words)
    most = turned.argmax(axis=1)
    drawing.headline(f"“{words[2]}” looks at “{words[most[2]]}”: the word before", x=90)
    looks = ", ".join(f"{p} at {q}" for p, q in enumerate(most))
    return drawing.described(
        f"Attention among {FEW_WORDS} words. Words alone: the same map in any order. Codes, with "
        f"the query turned by -1: position {looks}."
    )


def room_for_numbers(ax, most):
    """Return so many empty texts, each to be written into the middle of a cell."""
    style = {"ha": "center", "va": "center", "fontsize": 13}
    return [ax.add_artist(QuickText(**style, transform=ax.transData)) for _ in range(most)]


def write_numbers(texts, image, numbers):
    """Write numbers into their cells, if there are texts for all."""
    shown, colours = [((0, 0), "", look.INK)] * len(texts), image.letter_colours()
    if numbers.size <= len(texts):
        for k, ((row, column), value) in enumerate(np.ndenumerate(numbers)):
            written = minus(f"{value:.2f}".replace("0.", "."))
            shown[k] = (column, row), written, colours[k]
    for text, (place, written, colour) in zip(texts, shown, strict=True):
        text.set(position=place, text=written, color=colour)


def first_line(words, followed, change) -> str:
    """Return what is seen: how much the outputs of two words change, as shares of their length."""
    most = int(change.argmax())
    if change[most] < ROUNDING:
        return "Not one number differs: to attention both sentences are the same"
    line = f"“{words[most]}” changes by {rounded(100 * change[most])} % of its length"
    if change[followed] < ROUNDING:
        return f"{line}, “{words[followed]}” stays the same"
    if followed == most:
        return line
    return f"{line}, “{words[followed]}” by {rounded(100 * change[followed])} %"


@look.styled
@takes(seq_len=Whole(1, LONGEST_CODES), d_model=WIDTH)
def plot_codes(seq_len=32, d_model=16, base=10_000.0):
    """Draw four ways to write the same positions: index, fraction, bits and sinusoids.

    Returns the drawing.
    """
    positions, last = np.arange(seq_len)[:, np.newaxis], max(1, seq_len - 1)
    bits = max(1, (seq_len - 1).bit_length())
    codes = {
        "index p": positions,
        "p / (L − 1)": positions / last,
        "binary digits": (positions >> np.arange(bits)) & 1,
        "sinusoids": encoding.positional_encoding(seq_len, d_model, base),
    }
    drawing = Drawing(9.0, 4.3)
    drawing.headline("The index grows, digits jump, sinusoids move smoothly", x=70)
    for (title, code), (left, width) in zip(codes.items(), CODE_PLACES, strict=True):
        ax = drawing.add_axes(left, 60, width, CODE_HEIGHT, x=4, y=8, title=title, xlabel="column")
        ax.tick_params(labelleft=ax is drawing.figure.axes[0])
        limit = max(1, code.max())
        image = HeatmapImage(ax, limits=(-limit, limit))
        per_cell = image.show_means(code)
        if code.shape[1] == 1:
            ax.set_xticks([0])
        bar = image.add_colorbar("")
        look.fixed_ticks(bar.ax.yaxis, look.SIGNED if code.min() < 0 else (0, limit))
        bar.ax.set_ylim(-limit if code.min() < 0 else 0, limit)
    drawing.figure.axes[0].set_ylabel("position p [tokens]")
    return drawing.described(
        f"The positions 0 to {seq_len - 1} in four codes: the index grows to {seq_len - 1}, the "
        f"fraction grows to 1 in steps of 1/{last}, {counted(bits, 'binary digit')} jump between "
        f"0 and 1, {d_model} sinusoids move smoothly between -1 and 1" + means_clause(*per_cell)
    )


BOXES = (  # left, bottom, width, height in pixels; text; colour
    (12, 120, 96, 70, "tokens", look.GREY),
    (148, 170, 150, 70, "word vectors\n(learned)", look.WORD),
    (148, 60, 150, 70, "codes of the\npositions\n(formula)", look.POSITION),
    (390, 44, 270, 208, "", look.GREY),
    (404, 170, 86, 54, "head", look.RELATION),
    (404, 84, 86, 54, "head", look.RELATION),
    (532, 124, 114, 62, "each token\nby itself", look.GREY),
    (694, 120, 84, 70, "layer 2,\n3, …", look.GREY),
    (806, 120, 86, 70, "new\nvectors", look.GREY),
)
ARROWS = (  # from x, y to x, y
    (108, 165, 148, 200), (108, 145, 148, 100), (298, 205, 330, 165), (298, 95, 330, 145),
    (352, 155, 390, 155), (490, 197, 532, 169), (490, 111, 532, 141), (660, 155, 694, 155),
    (778, 155, 806, 155),
)  # fmt: skip


@look.styled
def plot_model():
    """Draw how tokens become vectors, get the codes of their positions and pass through layers."""
    drawing = Drawing(9.0, 2.7)
    drawing.headline("Positions enter once, before the first layer", x=12)
    ax = drawing.add_axes(0, 0, 900, 250, xlim=(0, 900), ylim=(30, 280))
    ax.axis("off")
    for left, bottom, width, height, text, colour in BOXES:
        place = (left, bottom), width, height
        ax.add_patch(Rectangle(*place, fill=False, edgecolor=colour, linewidth=2))
        ax.text(left + width / 2, bottom + height / 2, text, ha="center", va="center")
    arrow = {"arrowstyle": "->", "linewidth": 1.5, "color": look.GREY}
    for *start, to_x, to_y in ARROWS:
        ax.annotate("", (to_x, to_y), start, arrowprops=arrow)
    ax.text(341, 155, "+", ha="center", va="center", fontsize=20, fontweight="bold")
    for x, y, text in ((525, 235, "layer 1"), (447, 154, "⋮"), (447, 63, "attention")):
        ax.text(x, y, text, ha="center", va="center", fontweight="bold")
    return drawing.described(
        "A Transformer from left to right: tokens become learned word vectors; the codes of their "
        "positions, from a formula, are added; in layer 1, several heads of attention stand side "
        "by side, and then each token is worked on by itself; more layers follow; a new vector for "
        "each token comes out."
    )
