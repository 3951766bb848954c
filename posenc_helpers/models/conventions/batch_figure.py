"""A batch of three texts of different lengths: the position of each token, and the code it gets."""

import numpy as np

from posenc_helpers import encoding
from posenc_helpers.figures import look
from posenc_helpers.figures.drawing import BASE, WIDTH, Drawing, plots
from posenc_helpers.figures.quicktext import QuickText
from posenc_helpers.figures.table_image import HeatmapImage
from posenc_helpers.ranges import OneOf, Whole, takes
from posenc_helpers.wording import counted, number

TEXTS = "ABC"
LONGEST, LATEST = 16, 9_000  # slots and start: more leave no room for letters
PADDINGS = ("right", "left")
IDS_BY = ("slot", "mask", "text")
PAD = -1


def text_lengths(seq_len) -> list[int]:
    """Return how many tokens each text has: `seq_len`, about 5/8 and about 3/8 of it."""
    return [seq_len, -(-5 * seq_len // 8), -(-3 * seq_len // 8)]


def batch_positions(seq_len, padding, ids_by, start=0):
    """Return which position each token gets and which it has by itself: (texts, slots), twice.

    Padding is -1 in both. Positions are counted "by slot"; by the "mask": tokens alone count; or
    by "text", as where the batch axis is taken for that of the tokens.
    """
    slots, lengths = np.arange(seq_len), np.array(text_lengths(seq_len))[:, np.newaxis]
    mask = slots < lengths if padding == "right" else slots >= seq_len - lengths
    own = start + np.cumsum(mask, axis=1) - 1
    text = start + np.arange(len(lengths))[:, np.newaxis]
    given = {"slot": start + slots, "mask": own, "text": text}[ids_by]
    return np.where(mask, given, PAD), np.where(mask, own, PAD)


class Batch(Drawing):
    """Three tables side by side, one for each text: a row for each slot, and its position."""

    def __init__(self):
        super().__init__(9.0, 4.9)
        self.axes = [self.add_axes(142 + 290 * k, 56, 146, 344, x=3) for k in range(len(TEXTS))]
        self.images = [HeatmapImage(ax) for ax in self.axes]
        letters = {"ha": "right", "va": "center", "fontsize": 13, "clip_on": False}
        self.labels, self.titles = [], []
        for ax in self.axes:
            self.labels.append([ax.add_artist(QuickText(**letters)) for _ in range(LONGEST)])
            title = QuickText(0, 1.03, transform=ax.transAxes, fontweight="bold")
            self.titles.append(ax.add_artist(title))
            ax.set_xlabel("column j", labelpad=1)
            ax.yaxis.set_visible(False)
        self.heading = self.headline(x=20)
        help = "2 ≠ 5: the token gets the code of position 2 and is at 5 in its own text"
        self.write(20, 442, help, fontsize=13, color=look.GREY)

    @takes(
        padding=OneOf(PADDINGS), ids_by=OneOf(IDS_BY), start=Whole(0, LATEST),
        d_model=WIDTH, base=BASE, seq_len=Whole(1, LONGEST),
    )  # fmt: skip
    def update(self, *, padding, ids_by, start, d_model, base, seq_len):
        """Show a batch whose longest text has `seq_len` tokens; the first one is at `start`."""
        codes = encoding.positional_encoding(seq_len + len(TEXTS), d_model, base, start=start)
        given, own = batch_positions(seq_len, padding, ids_by, start)
        self.given, self.wrong = given, int(np.sum(given != own))
        self.tokens = sum(text_lengths(seq_len))
        for k, image in enumerate(self.images):
            rows = codes[np.maximum(given[k] - start, 0)]
            image.show_means(np.where(given[k, :, np.newaxis] == PAD, 0, rows))
            self._label(k, given[k], own[k])
        wrong = f"{self.wrong} of {self.tokens} tokens" if self.wrong else "No token"
        gets = "gets" if self.wrong in (0, 1) else "get"
        self.heading.set_text(f"{wrong} {gets} another code than alone")
        rows = [row[row != PAD] for row in given]
        named = zip(TEXTS, rows, strict=True)
        listed = "; ".join(f"{text} from {row[0]:,} to {row[-1]:,}" for text, row in named)
        ways = {"slot": "by slot", "mask": "by the mask", "text": "by text"}
        self.text = (
            f"Three texts of lengths {', '.join(map(str, text_lengths(seq_len)))}, padded on the "
            f"{padding}, their positions counted {ways[ids_by]} from {start:,}: {listed}; and "
            f"their codes, {d_model:,} columns at base {number(base)}. {self.wrong} of "
            f"{self.tokens} tokens get another code than in their text alone."
        )

    def facts(self, *, d_model, base, seq_len, start, **_):
        """Return the positions of the last text, how many codes are wrong, and what comes next."""
        ids = ["–" if p == PAD else f"{p:,}" for p in self.given[-1]]
        first = self.given[0][:2]
        alike = encoding.similarity(int(first[-1] - first[0]), d_model, base)
        next_ones = ", ".join(f"{start + length:,}" for length in text_lengths(seq_len))
        return [
            (f"position_ids of {TEXTS[-1]}", " ".join(ids)),
            ("tokens with another code than alone", f"{self.wrong} of {self.tokens}"),
            (f"similarity of the first two tokens of {TEXTS[0]}", f"{alike:.3f}"),
            ("next token's position", next_ones),
        ]

    def _label(self, text, given, own):
        self.titles[text].set_text(f"{TEXTS[text]}: {counted(int(np.sum(own != PAD)), 'token')}")
        across = -0.5 - 0.03 * np.ptp(self.axes[text].get_xlim())
        for slot, label in enumerate(self.labels[text]):
            p, right = (given[slot], own[slot]) if slot < len(given) else (PAD, PAD)
            label.set_position((across, slot))
            wrong = f"{p:,}" if p == right else f"{p:,} ≠ {right:,}"
            written = "pad" if right == PAD else wrong
            label.set_text(written if slot < len(given) else "")
            label.set_color(look.GREY if right == PAD else look.INK)
            label.set_fontweight("normal" if p == right else "bold")


@plots(Batch)
def plot_batch(padding="right", ids_by="slot", start=0, *, d_model=32, base=1e4, seq_len=8):
    """Draw the positions and codes of a batch of three texts; return the drawing.

    Parameters
    ----------
    padding : "right" or "left" of the shorter texts
    ids_by : how positions are counted: by "slot", by the "mask", or by "text"
    start : how many tokens come before each text, in a cache
    d_model, base : of the codes
    seq_len : tokens of the longest text; the others have about 5/8 and 3/8 of them
    """
