"""The museum as one picture: bugs across invariants, with what passes and what fails."""

from __future__ import annotations

import textwrap

import numpy as np

from posenc_helpers.figures.conventions import (
    CHECK,
    CROSS,
    mark_lines,
    title_lines,
    write_lines,
)
from posenc_helpers.figures.drawing import Drawing, add_axes
from posenc_helpers.figures.look import FAILS, PALE, PASSES, styled
from posenc_helpers.figures.paths import copies
from posenc_helpers.variants.bugs import BUGS
from posenc_helpers.variants.compare import rows_to_draw
from posenc_helpers.variants.invariants import INVARIANTS, examine
from posenc_helpers.wording import number

CELL, LINE, HEAD = 87, 40, 52  # screen pixels
LETTERS = 20  # in a line of a title


@styled
def plot_museum(seq_len=512, d_model=64, base=10_000.0):
    """Draw a line for each bug and a column for each invariant: what passes, what fails.

    The tables have `seq_len` positions and `d_model` columns, together at most 2**21
    values.  Returns the drawing.
    """
    seq_len = rows_to_draw(seq_len, d_model)
    found = {name: examine(bug.table(seq_len, d_model, base), base) for name, bug in BUGS.items()}
    drawing = Drawing(9.0, (HEAD + LINE * len(BUGS) + 20) / 100)
    height = HEAD + LINE * len(BUGS)
    ax = add_axes(drawing.figure, 10, 10, 880, height)
    ax.axis("off")
    ax.set(xlim=(0, 880), ylim=(0, height))
    _write_titles(ax, height)
    passing, failing = [], []
    for line, findings in enumerate(found.values()):
        for column, finding in enumerate(findings.values()):
            (passing if finding.passes else failing).append(_place(line, column, height))
    _draw_marks(ax, passing, failing)
    drawing.text = _text(found, seq_len, d_model, base)
    return drawing


def _place(line, column, height):
    left = 880 - CELL * len(INVARIANTS)
    return left + (column + 0.5) * CELL, height - HEAD - (line + 0.5) * LINE


def _write_titles(ax, height):
    for column, invariant in enumerate(INVARIANTS.values()):
        x, _ = _place(0, column, height)
        write_lines(ax, x, height - 24, title_lines(invariant.title), 19, ha="center", fontsize=12)
    for line, bug in enumerate(BUGS.values()):
        _, y = _place(line, 0, height)
        ax.axhline(y + LINE / 2, color=PALE, linewidth=1)
        write_lines(ax, 0, y, textwrap.wrap(bug.title, LETTERS), 17, ha="left", fontsize=12.5)


def _draw_marks(ax, passing, failing):
    checks, crosses = mark_lines(ax)
    for line, shape, centres, word, colour in (
        (checks, CHECK, passing, "passes", PASSES), (crosses, CROSS, failing, "fails", FAILS),
    ):  # fmt: skip
        line.set_data(copies(shape, np.array(centres) - (30, 0), 7))
        for x, y in centres:
            ax.text(x - 16, y, word, va="center", color=colour, fontsize=12)


def _text(found, seq_len, d_model, base):
    caught = {name: sum(not one.passes for one in findings.values())
              for name, findings in found.items()}  # fmt: skip
    said = ", ".join(f"{BUGS[name].title}: {count}" for name, count in caught.items())
    return (
        f"Grid of {len(BUGS)} bugs and {len(INVARIANTS)} invariants, for tables of {seq_len:,} "
        f"positions, {d_model:,} columns and base {number(base)}. Invariants that fail: {said}."
    )
