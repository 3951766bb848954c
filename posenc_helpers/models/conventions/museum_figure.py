"""The museum as one picture: bugs across invariants, with what passes and what fails."""

import textwrap

import numpy as np

from posenc_helpers.figures import look
from posenc_helpers.figures.conventions import CHECK, CROSS, mark_lines, title_lines, write_lines
from posenc_helpers.figures.drawing import Drawing
from posenc_helpers.figures.paths import copies
from posenc_helpers.ranges import Even, Whole, takes
from posenc_helpers.variants.bugs import BUGS
from posenc_helpers.variants.invariants import INVARIANTS, examine

CELL, LINE, HEAD = 87, 40, 52  # screen pixels
LETTERS = 20  # in a line of a title


@look.styled
@takes(seq_len=Whole(2, 4_096), d_model=Even(most=512))
def plot_museum(seq_len=512, d_model=64):
    """Draw a line for each bug and a column for each invariant: what passes, what fails.

    The tables have `seq_len` positions, `d_model` columns and base 10,000.  Returns the drawing.
    """
    found = {name: examine(bug.table(seq_len, d_model)) for name, bug in BUGS.items()}
    height = HEAD + LINE * len(BUGS)
    drawing = Drawing(9.0, (height + 48) / 100)
    ax = drawing.add_axes(10, 10, 880, height, xlim=(0, 880), ylim=(0, height))
    ax.axis("off")
    middles = 880 - CELL * (len(INVARIANTS) - 0.5 - np.arange(len(INVARIANTS)))
    for x, invariant in zip(middles, INVARIANTS.values(), strict=True):
        lines = title_lines(invariant.title)
        write_lines(ax, x, height - 24, lines, 19, ha="center", fontsize=12.5)
    centres = {True: [], False: []}
    for line, (name, findings) in enumerate(found.items()):
        y = height - HEAD - (line + 0.5) * LINE
        ax.axhline(y + LINE / 2, color=look.PALE, linewidth=1)
        lines = textwrap.wrap(BUGS[name].title, LETTERS)
        write_lines(ax, 0, y, lines, 17, ha="left", fontsize=12.5)
        for x, finding in zip(middles, findings.values(), strict=True):
            centres[finding.passes].append((x, y))
    looks = (True, CHECK, "passes", look.INK), (False, CROSS, "fails", look.GREY)
    for marks, (passes, shape, word, colour) in zip(mark_lines(ax), looks, strict=True):
        marks.set_data(copies(shape, np.reshape(centres[passes], (-1, 2)) - (30, 0), 7))
        for x, y in centres[passes]:
            ax.text(x - 16, y, word, va="center", color=colour, fontsize=12.5)
    failing = {name: sum(not one.passes for one in those.values()) for name, those in found.items()}
    bad = sum(count > 0 for count in failing.values())
    drawing.headline(f"{bad} of {len(BUGS)} bugs fail at least one invariant", x=10)
    listed = ", ".join(f"{BUGS[name].title}: {count}" for name, count in failing.items())
    return drawing.described(
        f"Grid of {len(BUGS)} bugs and {len(INVARIANTS)} invariants, for tables of {seq_len:,} "
        f"positions, {d_model:,} columns and base 10,000. Invariants that fail: {listed}."
    )
