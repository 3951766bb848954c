"""Why positions at all: attention before and after a swap, and four ways to write a position."""

from __future__ import annotations

import numpy as np

from posenc_helpers import encoding
from posenc_helpers.attention import SENTENCE, swap_effect
from posenc_helpers.figures import look
from posenc_helpers.figures.drawing import BASE, WIDTH, Drawing, plots
from posenc_helpers.figures.heatmap import means_clause
from posenc_helpers.figures.paths import bars, frame, joined
from posenc_helpers.figures.table_image import HeatmapImage
from posenc_helpers.ranges import Index, Real, Whole, takes
from posenc_helpers.wording import ROUNDING, counted, number

CODE_HEIGHT = LONGEST_CODES = 290  # pixels and positions: a digit drawn as a mean would not jump
CODE_PLACES = ((70, 70), (232, 70), (394, 110), (596, 200))  # left edge and width


class Swap(Drawing):
    """Attention between words before and after two of them change places."""

    def __init__(self):
        super().__init__(9.0, 4.7)
        places = (84, "as written"), (398, "two words swapped")
        self.map_axes = [self.add_axes(x, 92, 244, 330, title=title) for x, title in places]
        for ax in self.map_axes:
            ax.set_xlabel("word attended to")
        self.map_axes[0].set_ylabel("word that attends")
        self.images = [HeatmapImage(ax, look.WEIGHT_COLOURS, (0, 1)) for ax in self.map_axes]
        style = {"color": "black", "linewidth": 2.5, "clip_on": False}
        self.frames = [ax.plot([], [], **style)[0] for ax in self.map_axes]
        self.bar_ax = ax = self.add_axes(
            708, 92, 168, 330, x=look.SHARES, xlim=(0, 1.02),
            title="change of output", xlabel="relative change",
        )  # fmt: skip
        (self.bars,) = ax.plot([], [], color=look.FOCUS, linewidth=10, solid_capstyle="butt")
        self.note = ax.text(0.5, 0.5, "", transform=ax.transAxes, ha="center")

    @takes(
        seq_len=Whole(2, len(SENTENCE)), d_model=WIDTH, base=BASE, first=Index("seq_len"),
        second=Index("seq_len"), gain=Real(-1_000, 1_000),
    )  # fmt: skip
    def update(self, *, seq_len, d_model, base, first, second, gain):
        """Swap the words at positions `first` and `second`; add `gain` times the encoding."""
        words, order = SENTENCE[:seq_len], np.arange(seq_len)
        order[[first, second]] = order[[second, first]]
        weights, self.change = swap_effect(words, order, d_model, base, gain)
        for k, row in enumerate((words, [words[k] for k in order])):
            self._draw_map(k, weights[k], row, (first, second))
        self._draw_bars(words)
        self.largest = largest = self.change.max()
        found = f"a word changes by up to {number(largest, 3)} of its length"
        found = "no word changes" if largest < ROUNDING else found
        self.note.set_text("no output changes" if largest < ROUNDING else "")
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
        self.map_axes[k].set_xticks(range(len(words)), words, rotation=90)
        self.map_axes[k].set_yticks(range(len(words)), words)
        right = len(words) - 0.5
        self.frames[k].set_data(joined(*(frame(-0.5, right, p - 0.5, p + 0.5) for p in rows)))

    def _draw_bars(self, words):
        rows = np.arange(len(words))
        self.bars.set_data(bars(rows, np.minimum(self.change, 1.02))[::-1])
        self.bar_ax.set_ylim(len(words) - 0.5, -0.5)
        self.bar_ax.set_yticks(rows, words)


@plots(Swap)
def plot_swap(seq_len=5, d_model=16, base=10_000.0, first=1, second=4, gain=0.0):
    """Draw attention before and after two words of the sentence are swapped; return the drawing.

    `gain` is how many times the encoding is added to the words.
    """


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
    drawing = Drawing(9.0, 4.0)
    for (title, code), (left, width) in zip(codes.items(), CODE_PLACES, strict=True):
        ax = drawing.add_axes(left, 60, width, CODE_HEIGHT, x=4, y=8, title=title, xlabel="column")
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
