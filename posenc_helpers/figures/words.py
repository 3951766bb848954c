"""Why positions at all: attention before and after a swap, and a head that sees the order."""

import numpy as np

from posenc_helpers import attention
from posenc_helpers.attention import SENTENCE
from posenc_helpers.checks import SWITCH, Even, Index, Real, Whole, takes
from posenc_helpers.figures import look
from posenc_helpers.figures.drawing import BASE, Drawing, plots, still
from posenc_helpers.figures.paths import frame, joined
from posenc_helpers.figures.quicktext import empty_texts, show_texts
from posenc_helpers.figures.table_image import HeatmapImage
from posenc_helpers.wording import ROUNDING, decimals, listed, of_all, rounded, said

FEW_WORDS = 5  # of the sentence, as the lessons tell it
FOLLOWED = 2  # "bit", whose output is drawn, wherever the word goes
LEFT, ACROSS, GAP = 158, 726, 8  # pixels: where tiles begin, how wide they are, and between two


class Swap(Drawing):
    """What one word takes from the others, before and after two words change places."""

    size = 9.0, 2.76

    def make(self):
        self.headline(x=LEFT)
        rows = (237, "as written"), (112, "swapped")
        self.sentences = [Sentence(self, top, name) for top, name in rows]

    @takes(
        seq_len=Whole(FEW_WORDS, len(SENTENCE)), first=Index("seq_len"), second=Index("seq_len"),
        d_model=Even(most=512), base=BASE,  # so that each column has a pixel
        gain=Real(-1_000, 1_000), ask_for_the_word_before=SWITCH,
    )  # fmt: skip
    def update(
        self, first=1, second=4, seq_len=5, d_model=16, base=10_000.0, *, gain=0.0,
        ask_for_the_word_before=False,
    ):  # fmt: skip
        """Draw what "bit" takes before and after the words at `first` and `second` change places.

        `gain` is how many times the encoding is added to the words. With `ask_for_the_word_before`
        a head made by hand reads the codes alone: `shifted_attention` at sharpness 8 * gain**2.
        """
        asked, words, order = ask_for_the_word_before, SENTENCE[:seq_len], np.arange(seq_len)
        same = words[first] == words[second]
        if not same:
            order[[first, second]] = order[[second, first]]
        maps, outputs = attention.swap_effect(words, order, d_model, base, gain, asked)
        vectors = dict(zip(words, attention.word_vectors(words, d_model), strict=True))
        self.taken = before, after = [
            Taken([words[k] for k in row], [*row].index(FOLLOWED), weights, out[FOLLOWED], vectors)
            for row, weights, out in zip((range(seq_len), order), maps, outputs, strict=True)
        ]
        self.change = np.linalg.norm(after.output - before.output) / np.linalg.norm(before.output)
        most = max(one.largest(asked) for one in self.taken)
        for sentence, taken in zip(self.sentences, self.taken, strict=True):
            sentence.show(taken, most, asked)
        line = what_is_taken(before, after) if asked else what_changes(self.change, gain)
        line = f"“{words[first]}” for “{words[first]}”: nothing changes" if same else line
        self.title.set_text(line)

    def facts(self, *, first, second, **_):
        """Return the swapped words, what "bit" takes, and how much its output changes."""
        before, after = self.taken
        near = [one for one in self.taken if one.before]
        change = said("{}", self.change) if self.change > ROUNDING else "none, or rounding"
        return {
            "swapped": f"{SENTENCE[first]} ↔ {SENTENCE[second]}",
            "“bit” takes": before.shares(),
            "after the swap": after.shares(),
            "word before “bit”": f"{before.before}, after the swap {after.before or 'none'}",
            "taken from it": listed([one.share for one in near], written=decimals(3)),
            "its cosine with the output": listed([one.cosine for one in near], written=decimals(2)),
            "change of the output of “bit”": change,
        }


plot_swap = plots(Swap)


class Taken:
    """What "bit" takes in a sentence, from the word before it in particular.

    `words` are in the order of the sentence, and "bit" is at `place`. `weights` are of all words,
    (words, words), `output` is that of "bit", and `vectors` has the vector of each word by name.

    Attributes
    ----------
    before : the word before "bit"; empty where there is none, and what follows is not there
    vector : that of this word
    share, cosine : what "bit" takes from it, and how alike it is to the output
    """

    def __init__(self, words, place, weights, output, vectors):
        self.words, self.place, self.weights, self.output = words, place, weights[place], output
        self.before = words[place - 1] if place else ""
        if place:
            self.share, self.vector = self.weights[place - 1], vectors[self.before]
            lengths = np.linalg.norm(output) * np.linalg.norm(self.vector)
            self.cosine = np.sum(output * self.vector) / lengths

    def largest(self, asked):
        """Return the largest number in its strips; with `asked` the word before has one."""
        strips = [self.output, self.vector] if asked and self.before else [self.output]
        return max(np.abs(strip).max() for strip in strips)

    def shares(self):
        """Return what is taken from each word except those that give almost nothing."""
        given = self.weights >= 0.005
        words = ", ".join(f"{{}} from {self.words[k]}" for k in np.flatnonzero(given))
        return said(words, *self.weights[given], written=of_all)


class Sentence:
    """A sentence as a row of tiles; below it what "bit" makes of it, and the word before."""

    def __init__(self, drawing, top, name):
        beside = {"x": LEFT - 14, "ha": "right", "va": "center"}
        drawing.write(y=top - 18, text=name, **beside)
        drawing.write(y=top - 72, text="output of “bit”", **beside)
        self.name = drawing.write(y=top - 98, text="", color=look.WORD, **beside)
        places = (top - 36, 36), (top - 82, 20), (top - 108, 20)
        bare = {"width": ACROSS, "x": "none", "y": "none"}
        axes = [drawing.add_axes(LEFT, y, height=height, **bare) for y, height in places]
        self.tiles = HeatmapImage(axes[0], look.WEIGHT_COLOURS, (0, 1))
        self.output, self.word = map(HeatmapImage, axes[1:])
        for ax in (axes[0], axes[2]):
            ax.spines[:].set_visible(False)
        lines = (look.WHITE, GAP * 0.72), (look.PALE, 1.6), (look.INK, 2.6)
        self.gaps, self.rims, self.frame = (
            axes[0].plot([], [], color=colour, linewidth=width, clip_on=False)[0]
            for colour, width in lines
        )
        middle = {"ha": "center", "va": "center"}
        styles = {"fontsize": 16, **middle}, {"fontsize": 13, "color": look.GREY, **middle}
        self.words, self.shares = empty_texts(axes[0], len(SENTENCE), *styles)

    def show(self, taken, most, asked):
        """Show a sentence; `most` is the number whose colour is the darkest.

        The word before is shown if it was `asked` for.
        """
        count = len(taken.words)
        self.tiles.show(taken.weights[np.newaxis])
        half = 0.5 - GAP / 2 / (ACROSS / count)
        rims = [frame(k - half, k + half, -0.5, 0.5) for k in range(count)]
        self.frame.set_data(rims[taken.place])
        self.rims.set_data(joined(*rims))
        edges = np.arange(count + 1) - 0.5
        self.gaps.set_data(joined(*(np.array([(x, x), (-0.5, 0.5)]) for x in edges)))
        show_texts(self.words, [(k, 0) for k in range(count)], taken.words)
        for k, colour in enumerate(self.tiles.letter_colours()):
            self.words[k].set(color=colour, weight="bold" if k == taken.place else "normal")
        shares = [
            of_all(share).replace("over", ">").replace("under", "<") for share in taken.weights
        ]
        show_texts(self.shares, [(k, 0.83) for k in range(count)], shares)
        self.output.show_means(taken.output[np.newaxis] / most)
        shown = bool(asked and taken.before)
        self.name.set_text(f"“{taken.before}” alone" if shown else "")
        self.word.image.set_visible(shown)
        self.word.show_means(taken.vector[np.newaxis] / most if shown else np.zeros((1, 1)))


def what_changes(change, gain) -> str:
    """Return the first line for words with codes added, whose output changes by this share."""
    if change < ROUNDING and not gain:
        return "No output differs: both sentences are one bag of words"
    some = "less than 0.01 %" if change < 1e-4 else f"{rounded(100 * change)} % of its length"
    does = "stays the same" if change < ROUNDING else f"changes by {some}"
    return f"The output of “bit” {does}"


def what_is_taken(before, after) -> str:
    """Return the first line for a head that asks for the word before."""
    if max(np.ptp(before.weights), np.ptp(after.weights)) < ROUNDING:
        return f"{of_all(before.share)} from each word, in both sentences"
    line = f"{of_all(before.share).capitalize()} from “{before.before}”"
    if not after.before:
        return f"{line}; after the swap no word before it"
    if before.before == after.before:
        return f"{line}, the word before in both sentences"
    return f"{line}, after the swap {of_all(after.share)} from “{after.before}”"


@still
def plot_who_bit_whom():
    """Draw what words alone see of a sentence, beside the head that looks at the word before.

    Left, words alone as in lesson 00; right, attention among codes of 64 columns at
    sharpness 8. Return the drawing.
    """
    words = SENTENCE[:FEW_WORDS]
    alone = attention.self_attention(attention.word_vectors(words, 16))[0]
    turned = attention.shifted_attention(FEW_WORDS, 64, sharpness=8.0)
    drawing = Drawing(9.0, 4.3)
    titles = "words alone: their order is not seen", "codes, the query turned by −1"
    for left, title, weights in zip((90, 540), titles, (alone, turned), strict=True):
        ax = drawing.add_axes(left, 74, 330, 286, title=title, xlabel="word attended to")
        HeatmapImage(ax, look.WEIGHT_COLOURS, (0, 1)).show(weights)
        ax.set_xticks(range(FEW_WORDS), words)
        ax.set_yticks(range(FEW_WORDS), words)
    most = turned.argmax(axis=1)
    drawing.headline(f"“{words[2]}” looks at “{words[most[2]]}”: the word before", x=90)
    facts = {
        "the largest share that words alone give": said("{}", alone.max()),
        "with codes, words 0 to 4 look most at": listed(most),
    }
    return drawing.described(facts)
