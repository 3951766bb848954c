"""Draw what can be read from the sum of a word and a code."""

import functools

import numpy as np

from posenc_helpers.checks import Even, Index, Real, Several, Whole, takes
from posenc_helpers.encoding import positional_encoding
from posenc_helpers.figures import look
from posenc_helpers.figures.drawing import BASE, Drawing, plots, still
from posenc_helpers.figures.paths import bars
from posenc_helpers.figures.quicktext import QuickText
from posenc_helpers.figures.table_image import HeatmapImage
from posenc_helpers.models.adding import reading as adding
from posenc_helpers.models.adding.reading import MOST
from posenc_helpers.wording import counted, listed, number, of_all, said

SMALLEST, LARGEST = 0.01, 10.0  # standard deviations of words
SIZES = np.geomspace(SMALLEST, LARGEST, 181)  # at which the law is drawn
WORD = 0  # the word of the sum
KINDS = (  # styles for word and position: the line, and the mark at one size
    ({"color": look.WORD, "linewidth": 2.2}, {"color": look.WORD, "marker": "s"}),
    ({"color": look.POSITION, "linewidth": 3.6}, {"color": look.POSITION, "marker": "o"}),
)
COUNT, WIDTH = Whole(1, MOST), Even(most=MOST)


@functools.lru_cache(maxsize=8)
def _tried(seq_len, d_model, base, vocab_size):
    """Return the limits, the paths of both shares by size, and the law at SIZES."""
    limits = adding.reading_limits(seq_len, d_model, base, vocab_size=vocab_size)
    paths = _stairs(limits.word, 0, 1), _stairs(limits.position, 1, 0)
    return limits, paths, adding.neighbour_law(SIZES, d_model, base)


def _stairs(limits, first, last):
    """Return the path of a share from `first` to `last`, with a step at each of the limits."""
    sizes = np.sort(np.clip(limits, SMALLEST / 2, 2 * LARGEST), axis=None)  # ends out of sight
    ends = [SMALLEST / 2, *sizes.repeat(2), 2 * LARGEST]
    return ends, np.linspace(first, last, sizes.size + 1).repeat(2)


def _tries(tried, seq_len, vocab_size):
    """Return words for how many of all words and positions are tried."""
    words, places = tried
    return said("words {} of {}, positions {} of {}", words, vocab_size, places, seq_len)


class Shares:
    """Shares of words and positions that are read correctly, by the size of the words, on axes.

    `bottom` is the lower edge of the pale ground.
    """

    def __init__(self, ax, bottom=0):
        self.bottom = bottom
        ax.set(xscale="log", xlim=(SMALLEST, LARGEST))
        ax.set(xlabel="size of the words (standard deviation)")
        ax.set_xticks([0.01, 0.1, 1, 10], ["0.01", "0.1", "1", "10"])
        ax.minorticks_off()
        look.set_ticks(ax.yaxis, look.SHARES)
        style = {"fontweight": "bold", "gid": look.STILL}  # names, above the curves
        ax.text(0.0125, 1.06, "position", color=look.POSITION, **style)
        ax.text(8, 1.06, "word", color=look.WORD, ha="right", **style)
        (self.room,) = ax.fill([1, 1, 1, 1], [0, 0, 1, 1], color=look.PALE, linewidth=0, zorder=0)
        (self.law,) = ax.plot([], [], **look.LAW_LINE)
        self.curves = [ax.plot([], [], **line)[0] for line, _ in KINDS]

    def update(self, seq_len, d_model, base, vocab_size):
        """Draw both shares, the law, and the ground where 90 % of both are read.

        Return the limits.
        """
        limits, paths, law = _tried(seq_len, d_model, base, vocab_size)
        for curve, path in zip(self.curves, paths, strict=True):
            curve.set_data(path)
        self.law.set_data(SIZES, law)
        least, most = limits.room()
        left, right = np.clip([least, max(least, most)], SMALLEST, LARGEST)
        self.room.set_xy([(left, self.bottom), (right, self.bottom), (right, 1), (left, 1)])
        return limits


class WordAndPosition(Drawing):
    """Shares read correctly by the size of the words, and one sum with what is read from it."""

    size = 9.0, 5.3
    places = {"size": (0, "x"), "share": (0, "y")}
    guess_at = 470, 20

    def make(self):
        self.headline(x=70)
        ax = self.add_axes(70, 58, 372, 380, ylim=(-0.03, 1.16))
        ax.set_title("share read correctly (dashed: law)")
        self.shown = Shares(ax)
        self.cursor = ax.axvline(1, **look.CURSOR)
        self.heights = [ax.plot([], [], clip_on=False, **mark)[0] for _, mark in KINDS]
        # The strip shows a word, a code and their sum. Below it is what is read from the sum.
        ax = self.add_axes(546, 372, 334, 92)
        self.columns = ax.add_artist(QuickText(0, 1.08, transform=ax.transAxes))
        ax.set_yticks(range(3), ["word", "code", "sum"])
        ax.xaxis.set_visible(False)
        self.strip = HeatmapImage(ax)
        style = {"x": 5, "y": [], "ylim": (0, 1.1)}
        above = self.add_axes(546, 230, 334, 78, title="closeness of codes", **style)
        below = self.add_axes(546, 58, 334, 78, title="closeness of words", xlabel="word", **style)
        above.set_xlabel("position q [tokens]")
        self.score_axes = above, below
        above.set_title("○ right, ● read", loc="right", fontsize=13)
        (self.positions,) = above.plot([], [], color=look.POSITION, linewidth=1.6)
        (self.words,) = below.plot([], [], color=look.WORD, solid_capstyle="butt")
        self.rings, self.dots = [], []
        for ax in self.score_axes:
            self.rings += ax.plot([], [], **look.RING)
            self.dots += ax.plot([], [], "o", color=look.INK, markersize=7, clip_on=False)

    @takes(
        seq_len=COUNT, d_model=WIDTH, base=BASE, vocab_size=COUNT,
        word_std=Real(SMALLEST, LARGEST), position=Index("seq_len"),
    )  # fmt: skip
    def update(
        self, position=40, *, seq_len=100, d_model=64, base=10_000.0, word_std=0.5, vocab_size=50
    ):
        """Draw what is read from the sum of a random word and the code of `position`.

        The word is the first of `vocab_size` words, whose numbers have the standard deviation
        `word_std`. On the left are the shares of words and positions that are read correctly, by
        the size of the words. They come from up to 20 words at up to 20 positions. On the right is
        one sum. Positions are in tokens. Raises TypeError or ValueError for arguments outside their
        ranges.
        """
        codes = positional_encoding(seq_len, d_model, base)
        words = adding.random_words(vocab_size, d_model, word_std)
        word, code = words[WORD], codes[position]
        limits = self.shown.update(seq_len, d_model, base, vocab_size)
        self.shares, self.both = limits.shares(word_std), limits.room()
        self.cursor.set_xdata([word_std] * 2)
        for mark, share in zip(self.heights, self.shares, strict=True):
            mark.set_data([word_std], [share])
        rows = np.stack([word, code, word + code])  # all three on one scale
        self.lengths = np.linalg.norm(word), np.linalg.norm(code)
        _, many = self.strip.show_means(rows / np.abs(rows).max())
        columns = "column by column" if many == 1 else f"each stripe is {many} columns"
        self.columns.set_text(f"one sum, {columns}")
        self.tried = limits.word.shape
        sums, right = counted(limits.word.size, "sum"), [*map(of_all, self.shares)]
        line = f"The position is right in {right[1]} of {sums}, the word in {right[0]}"
        self.title.set_text(line)
        self._draw_scores(word + code, codes, words, position)

    def facts(self, *, position, seq_len, vocab_size, **_):
        """Return the sizes that leave room for both, the lengths, and what is read."""
        read_place, read_word = self.read
        return {
            "90 % of both at word_std": room(*self.both),
            "length of word, code": listed(self.lengths),
            "position read from this sum": said("{} (right: {})", read_place, position),
            "word read from it": said("{} (right: {})", read_word, WORD),
            "tried": _tries(self.tried, seq_len, vocab_size),
        }

    def _draw_scores(self, total, codes, words, position):
        """Draw how near the sum is to each code and word, and mark the right and nearest ones."""
        near_codes = adding.products(total[np.newaxis], codes)[0]
        near_words = adding.products(total[np.newaxis], words)[0]
        near_words -= np.einsum("nd,nd->n", words, words) / 2
        self.read = int(near_codes.argmax()), int(near_words.argmax())
        heights = _from_0_to_1(near_codes), _from_0_to_1(near_words)
        self.positions.set_data(np.arange(len(codes)), heights[0])
        self.words.set_data(bars(np.arange(len(words)), heights[1]))
        self.words.set_linewidth(max(1.4, 0.72 * 0.7 * 334 / len(words)))
        for k, right in enumerate((position, WORD)):
            self.score_axes[k].set_xlim(-0.5, len(heights[k]) - 0.5)
            self.rings[k].set_data([right], [heights[k][right]])
            self.dots[k].set_data([self.read[k]], [heights[k][self.read[k]]])


plot_word_and_position = plots(WordAndPosition)


def room(least, most) -> str:
    """Return words for the sizes of the words at which both parts can be read.

    They have at least two digits, and enough to distinguish the two ends.
    """
    if least >= most:
        return "none"
    digits = next(n for n in range(2, 18) if number(least, n) != number(most, n))
    ends = [end for end in (least, most) if np.isfinite(end)]
    words = "{} to {}" if len(ends) == 2 else "{} to any size"
    return said(words, *ends, written=functools.partial(number, digits=digits))


def _from_0_to_1(scores):
    """Return scores moved and scaled so that the largest is 1 and the smallest 0."""
    lowest, highest = scores.min(), scores.max()
    return (scores - lowest) / (highest - lowest) if highest > lowest else np.ones(len(scores))


# ------------------------------------------------------------------------------- still picture


@still
@takes(d_models=Several(WIDTH, 4), seq_len=COUNT, base=BASE, vocab_size=COUNT)
def plot_reading(d_models=(64, 128, 512), *, seq_len=100, base=10_000.0, vocab_size=512):
    """Draw the shares of words and positions that are read correctly, by the size of the words.

    `d_models` is one width or a list of up to four, drawn side by side. Grey marks the sizes at
    which 90 % of both are read correctly. Return the drawing. Raises TypeError or ValueError for
    arguments outside their ranges.
    """
    drawing, facts = Drawing(9.0, 4.0), {}
    titles, style = [f"d_model {one}" for one in d_models], {"gap": 26, "ylim": (-0.03, 1.16)}
    place = 76, 58, 832 / len(d_models) - 26, 262
    axes = drawing.add_panels(titles, *place, **style)
    for ax, d_model in zip(axes, d_models, strict=True):
        limits = Shares(ax, style["ylim"][0]).update(seq_len, d_model, base, vocab_size)
        ax.set_xticks([0.1, 1], ["0.1", "1"])
        ax.set_xlabel("size of the words")
        both = limits.room()
        facts[f"90 % of both at d_model {d_model}"] = room(*both)
    axes[0].set_ylabel(f"share of {counted(limits.word.size, 'sum')} read right")
    sizes = f"sizes {room(*both)} leave" if both[0] < both[1] else "no size leaves"
    drawing.headline(f"At d_model {d_models[-1]}, {sizes} room for both", x=76)
    for end in (SMALLEST, LARGEST):
        shares = listed(limits.shares(end)[::-1], written=of_all)
        facts[f"right positions and words of size {end:g} at d_model {d_models[-1]}"] = shares
    return drawing.described({**facts, "tried": _tries(limits.word.shape, seq_len, vocab_size)})
