"""Draw the museum of bugs, and the positions of a batch."""

import textwrap

import numpy as np

from posenc_helpers import encoding
from posenc_helpers.checks import Even, OneOf, Whole, takes
from posenc_helpers.figures import look
from posenc_helpers.figures.drawing import BASE, Drawing, plots, still
from posenc_helpers.figures.paths import copies
from posenc_helpers.figures.quicktext import QuickText
from posenc_helpers.figures.table_image import HeatmapImage
from posenc_helpers.models.conventions.bugs import BUGS
from posenc_helpers.models.conventions.invariants import INVARIANTS, misses
from posenc_helpers.wording import counted, decimals, listed, said, share_of

TITLE_LETTERS = 9  # letters of an invariant's title that fit into one line
CHECK = np.array([[-0.9, 0.0], [-0.25, -0.7], [0.95, 0.85]])
CROSS = np.array([[-0.75, -0.75], [0.75, 0.75], [np.nan, np.nan], [-0.75, 0.75], [0.75, -0.75]])


def write_lines(ax, x, y, lines, spacing, **style):
    """Write lines of text around the height `y`, each line as a separate text."""
    for k, line in enumerate(lines):
        height = y + ((len(lines) - 1) / 2 - k) * spacing
        ax.text(x, height, line, va="center", gid=look.STILL, **style)


CELL, LINE, HEAD = 87, 40, 52  # screen pixels


@still
@takes(seq_len=Whole(2, 4_096), d_model=Even(most=512))
def plot_museum(seq_len=512, d_model=64):
    """Draw a line for each bug and a column for each invariant: what passes, what fails.

    The tables have `seq_len` positions, `d_model` columns and base 10,000. Return the drawing.
    Raises TypeError or ValueError for arguments outside their ranges.
    """
    missed = [misses(bug.table(seq_len, d_model)) for bug in BUGS.values()]
    height = HEAD + LINE * len(BUGS)
    drawing = Drawing(9.0, (height + 48) / 100)
    ax = drawing.add_axes(10, 10, 880, height, xlim=(0, 880), ylim=(0, height))
    ax.axis("off")
    middles = 880 - CELL * (len(INVARIANTS) - 0.5 - np.arange(len(INVARIANTS)))
    for x, title in zip(middles, INVARIANTS, strict=True):
        lines = textwrap.wrap(title, TITLE_LETTERS)
        write_lines(ax, x, height - 24, lines, 19, ha="center", fontsize=12.5)
    centres = {True: [], False: []}
    for line, (bug, found) in enumerate(zip(BUGS.values(), missed, strict=True)):
        y = height - HEAD - (line + 0.5) * LINE
        ax.axhline(y + LINE / 2, color=look.PALE, linewidth=1)
        lines = textwrap.wrap(bug.title, 20)
        write_lines(ax, 0, y, lines, 17, ha="left", fontsize=12.5)
        for x, off in zip(middles, found.values(), strict=True):
            centres[off <= 1].append((x, y))
    styles = {
        True: {"color": look.GREY, "linewidth": 1.6, "solid_capstyle": "round"},
        False: {"color": look.INK, "linewidth": 4.2, "solid_capstyle": "butt"},
    }
    for passes, shape in ((True, CHECK), (False, CROSS)):
        marks = copies(shape, np.reshape(centres[passes], (-1, 2)) - (24, 0), 7)
        ax.plot(*marks, **styles[passes])
    for x, y in centres[False]:
        ax.text(x - 10, y, "fails", va="center", fontsize=12.5, fontweight="bold")
    counts = [sum(not off <= 1 for off in found.values()) for found in missed]
    line = share_of(np.count_nonzero(counts), len(BUGS), "bug", "fail at least one invariant")
    drawing.headline(f"{seq_len:,} × {d_model}: {line}", x=10)
    titles = (bug.title for bug in BUGS.values())
    facts = {one: said("fails {}", count) for one, count in zip(titles, counts, strict=True)}
    return drawing.described(facts)


TEXTS = "ABC"
LONGEST, LATEST = 16, 9_000  # most slots and latest start: more leave no room for letters
WIDEST = 128  # columns, each at least a pixel wide
PAD = -1


def text_lengths(seq_len) -> list[int]:
    """Return how many tokens each text has: `seq_len`, about 5/8 and about 3/8 of it."""
    return [seq_len, -(-5 * seq_len // 8), -(-3 * seq_len // 8)]


def batch_positions(seq_len, padding, ids_by, start=0):
    """Return the position that each token gets, and its own position, each (texts, slots).

    Padding is -1 in both. Positions are counted by "slot", by the "mask", which counts only tokens,
    or by "text", which mistakes the batch axis for the token axis.
    """
    slots, lengths = np.arange(seq_len), np.array(text_lengths(seq_len))[:, np.newaxis]
    mask = slots < lengths if padding == "right" else slots >= seq_len - lengths
    own = start + np.cumsum(mask, axis=1) - 1
    text = start + np.arange(len(lengths))[:, np.newaxis]
    given = {"slot": start + slots, "mask": own, "text": text}[ids_by]
    return np.where(mask, given, PAD), np.where(mask, own, PAD)


class Batch(Drawing):
    """Three tables side by side, one for each text: a row for each slot, and its position."""

    size = 9.0, 4.9

    def make(self):
        self.axes = [self.add_axes(142 + 290 * k, 56, 146, 344, x=3) for k in range(len(TEXTS))]
        self.images = [HeatmapImage(ax) for ax in self.axes]
        letters = {"ha": "right", "va": "center", "fontsize": 13, "clip_on": False}
        self.labels, self.titles = [], []
        for ax in self.axes:
            self.labels.append([ax.add_artist(QuickText(**letters)) for _ in range(LONGEST)])
            title = QuickText(0, 1.03, transform=ax.transAxes, fontweight="bold")
            self.titles.append(ax.add_artist(title))
            ax.yaxis.set_visible(False)
        self.headline(x=20)
        style = {"fontsize": 13, "color": look.GREY, "transform": self.figure.transFigure}
        self.key = self.figure.add_artist(QuickText(20 / 900, 442 / 490, **style))

    @takes(
        padding=OneOf(("right", "left")), ids_by=OneOf(("slot", "mask", "text")),
        start=Whole(0, LATEST), seq_len=Whole(1, LONGEST), d_model=Even(most=WIDEST), base=BASE,
    )  # fmt: skip
    def update(self, padding="right", ids_by="slot", start=0, *, seq_len=8, d_model=32, base=1e4):
        """Draw the positions and codes of a batch of three texts.

        Raises TypeError or ValueError for arguments outside their ranges.

        Parameters
        ----------
        padding : "right" or "left" of the shorter texts
        ids_by : how positions are counted: by "slot", by the "mask", or by "text"
        start : how many tokens come before each text, in a cache
        seq_len : tokens of the longest text. The others have about 5/8 and 3/8 of them
        d_model, base : width and base of the codes
        """
        codes = encoding.positional_encoding(seq_len + len(TEXTS), d_model, base, start=start)
        given, own = batch_positions(seq_len, padding, ids_by, start)
        wrong, tokens = int(np.sum(given != own)), sum(text_lengths(seq_len))
        self.given, self.wrong = given, said("{} of {}", wrong, tokens)
        for k, image in enumerate(self.images):
            rows = codes[np.maximum(given[k] - start, 0)]
            image.show(np.where(given[k, :, np.newaxis] == PAD, 0, rows))
            self.axes[k].set_xlabel("column j", labelpad=1)
            self._label(k, given[k], own[k])
        found = share_of(wrong, tokens, "token", "get the code of a wrong position")
        self.title.set_text(found)
        key = ""
        if wrong:
            p, right = (ids[given != own][0] for ids in (given, own))
            key = f"{p:,} ≠ {right:,}: the token gets the code of {p:,}, alone it is at {right:,}"
        self.key.set_text(key)

    def facts(self, *, d_model, base, seq_len, start, **_):
        """Return the positions of the texts, the number of wrong codes, and the next positions."""
        ids = {}
        for text, row in zip(TEXTS, self.given, strict=True):
            words = " ".join("–" if p == PAD else "{}" for p in row)
            ids[f"position_ids of {text}"] = said(words, *row[row != PAD])
        alike = encoding.similarity(int(np.ptp(self.given[0][:2])), d_model, base)
        alike = said("{}", float(alike), written=decimals(3)) if seq_len > 1 else "–"
        return {
            **ids,
            "tokens with the code of a wrong position": self.wrong,
            "similarity of the first two tokens of A": alike,
            "next position of each, alone": listed(np.add(text_lengths(seq_len), start)),
        }

    def _label(self, text, given, own):
        self.titles[text].set_text(f"{TEXTS[text]}: {counted(int(np.sum(own != PAD)), 'token')}")
        across = -0.5 - 0.03 * np.ptp(self.axes[text].get_xlim())
        for slot, label in enumerate(self.labels[text]):
            p, right = (given[slot], own[slot]) if slot < len(given) else (PAD, PAD)
            written = f"{p:,}" if p == right else f"{p:,} ≠ {right:,}"
            written = "pad" * (slot < len(given)) if right == PAD else written
            label.set(position=(across, slot), text=written)
            label.set_color(look.GREY if right == PAD else look.INK)
            label.set_fontweight("normal" if p == right else "bold")


plot_batch = plots(Batch)
