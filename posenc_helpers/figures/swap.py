"""Why positions at all: attention before and after a swap, and four ways to write a position."""

from __future__ import annotations

import numpy as np

from posenc_helpers import encoding
from posenc_helpers.arguments import finite, whole
from posenc_helpers.attention import SENTENCE, self_attention, word_vectors
from posenc_helpers.figures.drawing import Drawing, add_axes
from posenc_helpers.figures.heatmap import HeatmapImage
from posenc_helpers.figures.look import (
    BASE_A,
    WEIGHT_COLOURS,
    styled,
    value_ticks,
    whole_number_ticks,
)
from posenc_helpers.wording import counted, number

NOTHING = 1e-12


class Swap(Drawing):
    """Attention between words before and after two of them change places."""

    @styled
    def __init__(self):
        super().__init__(9.0, 4.7)
        self.map_axes = [add_axes(self.figure, left, 92, 244, 330) for left in (84, 398)]
        self.bar_ax = add_axes(self.figure, 708, 92, 168, 330)
        titles = ("as written", "two words swapped")
        for ax, title in zip(
            (*self.map_axes, self.bar_ax), (*titles, "change of output"), strict=True
        ):
            ax.set_title(title, loc="left")
            ax.set_xlabel("word attended to")
        self.map_axes[0].set_ylabel("word that attends")
        self.bar_ax.set_xlim(0, 1.02)
        self.bar_ax.set_xticks([0, 0.5, 1], ["0", "0.5", "1"])
        self.bar_ax.set_xlabel("part of its size")
        self.images = [HeatmapImage(ax, WEIGHT_COLOURS, (0, 1)) for ax in self.map_axes]
        (self.bars,) = self.bar_ax.plot([], [], color=BASE_A, linewidth=10, solid_capstyle="butt")
        self.note = self.bar_ax.text(0.5, 0.5, "", transform=self.bar_ax.transAxes, ha="center")
        self.marks = [
            ax.plot([], [], color="black", linewidth=2.5, clip_on=False)[0] for ax in self.map_axes
        ]
        self.moving = [*(image.image for image in self.images), *self.marks, self.bars, self.note]
        self.scales = [axis for ax in self.map_axes for axis in (ax.xaxis, ax.yaxis)]
        self.scales.append(self.bar_ax.yaxis)

    def update(self, *, seq_len, d_model, base, first, second, gain):
        """Swap the words at positions `first` and `second`; add `gain` times the encoding."""
        seq_len, gain = whole("seq_len", seq_len, 2, len(SENTENCE)), finite("gain", gain)
        first = whole("first", first, 0, seq_len - 1)
        second = whole("second", second, 0, seq_len - 1)
        words = SENTENCE[:seq_len]
        order = np.arange(seq_len)
        order[[first, second]] = order[[second, first]]
        weights, self.change = swap_effect(words, order, d_model, base, gain)
        for image, table, shown in zip(
            self.images, weights, (np.arange(seq_len), order), strict=True
        ):
            image.set_values(table, (-0.5, seq_len - 0.5), (-0.5, seq_len - 0.5))
            names = [words[k] for k in shown]
            image.ax.set_xticks(range(seq_len), names, rotation=90)
            image.ax.set_yticks(range(seq_len), names)
            image.ax.set(xlim=(-0.5, seq_len - 0.5), ylim=(seq_len - 0.5, -0.5))
        for line in self.marks:
            line.set_data(*_frames((first, second), seq_len))
        self._draw_bars(words, seq_len)
        self.note.set_text("no output changes" if self.change.max() < NOTHING else "")
        self.text = (
            f"Attention among {seq_len} words before and after the words at positions {first} and "
            f"{second} change places, encoding added with gain {gain:g}: the output of "
            + (
                "no word changes."
                if self.change.max() < NOTHING
                else f"a word changes by up to {number(self.change.max(), 3)} of its length."
            )
        )

    def _draw_bars(self, words, seq_len):
        rows = np.repeat(np.arange(seq_len), 3).astype(float)
        lengths = np.stack(
            [np.zeros(seq_len), np.minimum(self.change, 1.02), np.full(seq_len, np.nan)]
        )
        self.bars.set_data(lengths.T.ravel(), rows)
        self.bar_ax.set_ylim(seq_len - 0.5, -0.5)
        self.bar_ax.set_yticks(range(seq_len), words)


def swap_effect(words, order, d_model, base, gain):
    """Return the two attention maps and how much each word's output changes when words are put
    in `order`, relative to the output's length. Words keep their place in the second answer.
    """
    vectors = word_vectors(words, d_model)
    table = gain * encoding.positional_encoding(len(words), d_model, base)
    weights, outputs = self_attention(vectors + table)
    swapped_weights, swapped = self_attention(vectors[order] + table)
    back = np.argsort(order)
    change = np.linalg.norm(swapped[back] - outputs, axis=1) / np.linalg.norm(outputs, axis=1)
    return (weights, swapped_weights), change


def _frames(rows, seq_len):
    """Return the path around whole rows of a square table."""
    left, right = -0.5, seq_len - 0.5
    x, y = [], []
    for p in rows:
        x += [left, right, right, left, left, np.nan]
        y += [p - 0.5, p - 0.5, p + 0.5, p + 0.5, p - 0.5, np.nan]
    return x, y


@styled
def plot_swap(seq_len=5, d_model=16, base=10_000.0, first=1, second=4, gain=0.0):
    """Draw attention before and after two words of the sentence are swapped; return the drawing."""
    drawing = Swap()
    drawing.update(
        seq_len=seq_len, d_model=d_model, base=base, first=first, second=second, gain=gain
    )
    return drawing


@styled
def plot_codes(seq_len=32, d_model=16, base=10_000.0):
    """Draw four ways to write the same positions: index, fraction, bits and sinusoids."""
    seq_len = whole("seq_len", seq_len, 1)
    positions = np.arange(seq_len)
    bits = max(1, int(seq_len - 1).bit_length())
    codes = {
        "index p": positions[:, None],
        "p / (L − 1)": positions[:, None] / max(1, seq_len - 1),
        "binary digits": (positions[:, None] >> np.arange(bits)) & 1,
        "sinusoids": encoding.positional_encoding(seq_len, d_model, base),
    }
    drawing = Drawing(9.0, 4.0)
    places = ((70, 70), (232, 70), (394, 110), (596, 200))
    for (title, code), (left, width) in zip(codes.items(), places, strict=True):
        ax = add_axes(drawing.figure, left, 60, width, 290)
        ax.set_title(title, loc="left")
        _draw_code(ax, code)
    drawing.figure.axes[0].set_ylabel("position p [tokens]")
    drawing.text = (
        f"The positions 0 to {seq_len - 1} in four codes: the index grows to {seq_len - 1}, the "
        f"fraction grows to 1 in steps of 1/{max(1, seq_len - 1)}, "
        f"{counted(bits, 'binary digit')} jump between 0 and 1, {d_model} sinusoids move smoothly "
        "between -1 and 1."
    )
    return drawing


def _draw_code(ax, code):
    """Draw one code of positions with a colour bar over the values that it takes."""
    rows, columns = code.shape
    limit = max(1, code.max())
    image = HeatmapImage(ax, limits=(-limit, limit))
    image.set_values(code, (-0.5, rows - 0.5), (-0.5, columns - 0.5))
    ax.set(xlim=(-0.5, columns - 0.5), ylim=(rows - 0.5, -0.5), xlabel="column")
    whole_number_ticks(ax.xaxis, 4)
    whole_number_ticks(ax.yaxis, 8)
    if columns == 1:
        ax.set_xticks([0])
    bar = image.add_colorbar("")
    if code.min() < 0:
        value_ticks(bar.ax.yaxis)
    else:
        bar.ax.set_ylim(0, limit)
        bar.ax.set_yticks([0, limit], ["0", f"{limit:g}"])
