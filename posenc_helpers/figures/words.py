"""Draw why positions matter: attention before and after a swap, and a head that sees the order."""

import numpy as np

from posenc_helpers import attention, checks
from posenc_helpers.attention import SENTENCE
from posenc_helpers.checks import SWITCH, Even, Real, WordOf, takes
from posenc_helpers.figures import look
from posenc_helpers.figures.drawing import BASE, Drawing, plots, still
from posenc_helpers.figures.paths import frame, joined
from posenc_helpers.figures.quicktext import empty_texts, show_fitting, show_texts, width
from posenc_helpers.figures.table_image import HeatmapImage
from posenc_helpers.wording import ROUNDING, decimals, listed, of_all, rounded, said

TOLD = " ".join(SENTENCE[:5])  # the sentence of the lessons
TYPED = checks.Sentence(3, len(SENTENCE), letters=12)
LEFT, ACROSS, GAP = 158, 726, 8  # pixels: left edge of the tiles, their width, and the gap
WORD, LABEL = 16, 14  # points


class Swap(Drawing):
    """What one word takes from the others, before and after two words change places."""

    size = 9.0, 2.76

    def make(self):
        self.headline(x=LEFT)
        rows = (237, "as written"), (112, "swapped")
        self.sentences = [Sentence(self, top, name) for top, name in rows]

    @takes(
        sentence=TYPED, **dict.fromkeys(("first", "second", "followed"), WordOf("sentence")),
        d_model=Even(most=512), base=BASE,  # each column has a pixel
        gain=Real(-1_000, 1_000), ask_for_the_word_before=SWITCH,
    )  # fmt: skip
    def update(
        self, sentence=TOLD, first=1, second=4, followed=2, d_model=16, base=10_000.0, *, gain=0.0,
        ask_for_the_word_before=False,
    ):  # fmt: skip
        """Draw what a word takes before and after the words at `first` and `second` change places.

        The word is at `followed` in the sentence as written, and is followed to its new position.
        `gain` is how many times the encoding is added to the words. With `ask_for_the_word_before`,
        a hand-built head reads only the codes: it is `shifted_attention` at sharpness 8 * gain**2.
        Raises TypeError or ValueError for arguments outside their ranges.
        """
        asked, self.words = ask_for_the_word_before, (words := sentence.split())
        order = np.arange(len(words))
        same = words[first] == words[second]
        if not same:
            order[[first, second]] = order[[second, first]]
        maps, outputs = attention.swap_effect(words, order, d_model, base, gain, asked)
        vectors = dict(zip(words, attention.word_vectors(words, d_model), strict=True))
        self.taken = before, after = [
            Taken([words[k] for k in row], [*row].index(followed), weights, out[followed], vectors)
            for row, weights, out in zip((np.sort(order), order), maps, outputs, strict=True)
        ]
        self.change = np.linalg.norm(after.output - before.output) / np.linalg.norm(before.output)
        most = max(one.largest(asked) for one in self.taken)
        for shown, taken in zip(self.sentences, self.taken, strict=True):
            shown.show(taken, most, asked)
        word = words[followed]
        line = what_is_taken(before, after) if asked else what_changes(word, self.change, gain)
        if same:
            line = f"“{words[first]}” and “{words[first]}” are one word, so nothing changes"
        show_fitting(self.title, line, look.HEADLINE, ACROSS)

    def facts(self, *, first, second, followed, **_):
        """Return the swapped words, what the word takes, and how much its output changes."""
        (before, after), word = self.taken, f"“{self.words[followed]}”"
        near = [one for one in self.taken if one.before]
        names = [one.before or "none" for one in self.taken]
        change = said("{}", self.change) if self.change > ROUNDING else "none, or rounding"
        return {
            "swapped": f"{self.words[first]} ↔ {self.words[second]}",
            f"{word} takes": before.shares(),
            "after the swap": after.shares(),
            f"word before {word}": ", after the swap ".join(names),
            "taken from the word before": listed([one.share for one in near], written=decimals(3)),
            "its cosine with the output": listed([one.cosine for one in near], written=decimals(2)),
            f"change of the output of {word}": change,
        }


plot_swap = plots(Swap)


class Taken:
    """What a word takes from the words of a sentence, above all from the previous word.

    `words` are in the order of the sentence, and the word is at `place`. `weights` are the weights
    of all words, shape (words, words). `output` is the output of this word, and `vectors` holds the
    vector of each word by name.

    Attributes
    ----------
    before : the previous word, or "". Then there are no `vector`, `share` and `cosine`
    vector : the vector of the previous word
    share, cosine : how much is taken from the previous word, and how alike it is to the output
    """

    def __init__(self, words, place, weights, output, vectors):
        self.words, self.place, self.weights, self.output = words, place, weights[place], output
        self.before = words[place - 1] if place else ""
        if place:
            self.share, self.vector = self.weights[place - 1], vectors[self.before]
            lengths = np.linalg.norm(output) * np.linalg.norm(self.vector)
            self.cosine = np.sum(output * self.vector) / lengths

    def largest(self, asked):
        """Return the largest number in its strips. With `asked`, the previous word has one too."""
        strips = [self.output, self.vector] if asked and self.before else [self.output]
        return max(np.abs(strip).max() for strip in strips)

    def shares(self):
        """Return what is taken from each word, without words that give almost nothing."""
        given = self.weights >= 0.005
        names = [self.words[k].replace("{", "{{").replace("}", "}}") for k in np.flatnonzero(given)]
        words = ", ".join(f"{{}} from {name}" for name in names)
        return said(words, *self.weights[given], written=of_all)


class Sentence:
    """A sentence as a row of tiles, with the output of one word and the previous word below."""

    def __init__(self, drawing, top, name):
        beside = {"x": LEFT - 14, "ha": "right", "va": "center", "parse_math": False}
        drawing.write(y=top - 18, text=name, **beside)
        self.followed = drawing.write(y=top - 72, text="", **beside)
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
        styles = {"fontsize": WORD, **middle}, {"fontsize": 13, "color": look.GREY, **middle}
        self.words, self.shares = empty_texts(axes[0], len(SENTENCE), *styles)

    def show(self, taken, most, asked):
        """Show a sentence, in which the number `most` has the darkest colour.

        If the head `asked` for the previous word, this word is shown too.
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
            show_fitting(self.words[k], taken.words[k], WORD, 2 * half * ACROSS / count - 4)
        shares = [
            of_all(share).replace("over", ">").replace("under", "<") for share in taken.weights
        ]
        show_texts(self.shares, [(k, 0.83) for k in range(count)], shares)
        self.output.show_means(taken.output[np.newaxis] / most)
        shown = bool(asked and taken.before)
        made = f"output of “{taken.words[taken.place]}”"
        other = f"vector of “{taken.before}”" * shown
        for label, text in (self.followed, made), (self.name, other):
            show_fitting(label, text, LABEL, LEFT - 20)
        self.word.image.set_visible(shown)
        self.word.show_means(taken.vector[np.newaxis] / most if shown else np.zeros((1, 1)))


def what_changes(word, change, gain) -> str:
    """Return the headline for words with codes, if the output changes by the share `change`."""
    if change < ROUNDING and not gain:
        return "No output differs: both sentences are one bag of words"
    some = "less than 0.01 %" if change < 1e-4 else f"{rounded(100 * change)} % of its length"
    does = "stays the same" if change < ROUNDING else f"changes by {some}"
    return f"The output of “{word}” {does}"


def what_is_taken(before, after) -> str:
    """Return the headline for a head that asks for the previous word."""
    word = f"“{before.words[before.place]}”"
    if max(np.ptp(before.weights), np.ptp(after.weights)) < ROUNDING:
        return f"{word} takes {of_all(before.weights[0])} from each word in both sentences"
    first, second = (
        f"takes {of_all(one.share)} from “{one.before}”" if one.before else "has no word before it"
        for one in (before, after)
    )
    if before.before == after.before:
        which = ", the word before it" * bool(before.before)
        return f"{word} {first}{which} in both sentences"
    return f"{word} {first}, and after the swap it {second}"


@still
@takes(sentence=TYPED, followed=WordOf("sentence"))
def plot_who_bit_whom(sentence=TOLD, followed=2):
    """Draw what a head without codes sees of a sentence, beside one that looks at the word before.

    On the left are only words, as in lesson 00. On the right is attention among codes of 64 columns
    at sharpness 8. `followed` is the word in the headline, counted from 0. Return the drawing.
    Raises TypeError or ValueError for arguments outside their ranges.
    """
    words = sentence.split()
    count = len(words)
    without = attention.self_attention(attention.word_vectors(words, 16))[0]
    rotated = attention.shifted_attention(count, 64, sharpness=8.0)
    drawing = Drawing(9.0, 4.3)
    titles = "only words: the head sees no order", "codes, the query rotated by −1"
    longest = max(width(word, LABEL) for word in words)
    level = longest < 330 / count - 8  # otherwise words are upright and need more room
    bottom, size = 74 if level else 150, LABEL * min(1, 78 / longest)
    for left, title, weights in zip((90, 540), titles, (without, rotated), strict=True):
        ax = drawing.add_axes(
            left, bottom, 330, 360 - bottom, title=title, xlabel="word attended to"
        )
        HeatmapImage(ax, look.WEIGHT_COLOURS, (0, 1)).show(weights)
        letters = {"fontsize": size, "parse_math": False}
        ax.set_xticks(range(count), words, rotation=0 if level else 90, **letters)
        ax.set_yticks(range(count), words, **letters)
    most = rotated.argmax(axis=1)
    word, seen = words[followed], words[most[followed]]
    before = ", the word before it" if followed else ", and has no word before it"
    show_fitting(drawing.headline(x=90), f"“{word}” looks at “{seen}”{before}", look.HEADLINE, 800)
    facts = {
        "largest share without codes": said("{}", without.max()),
        f"with codes, words 0 to {count - 1} look most at": listed(most),
    }
    return drawing.described(facts)
