"""How far a table is from that of every known program and of every bug of the museum."""

import math
from contextlib import suppress

import numpy as np

from posenc_helpers.checks import Positive, takes
from posenc_helpers.clocks import as_table
from posenc_helpers.models.conventions.bugs import BUGS
from posenc_helpers.models.conventions.tables import CONVENTIONS, convention_table
from posenc_helpers.wording import number

SAME = 0.01  # tables agree that differ by less everywhere
FEW = 16  # rows that show whether a table is transposed
NEAREST = 3  # tables that do not agree and are printed too


@takes(base=Positive())
def compare(table, base=10_000.0):
    """Print how far a table is from that of each known program and bug, the nearest first.

    `table` has a row for each position and an even number of columns.  If its columns are the
    positions, it is transposed first.  A line says to how many decimals two tables agree, or which
    row is the first to differ by 0.01.  It prints all tables that agree, the three nearest
    others, and the paper's.  All have this `base`, except that of NeRF, which has none.
    """
    table = as_table(table)
    if not _known(table[:FEW], base)[1] and _known(table.T[:FEW], base)[1]:
        table = table.T
        print("This table is transposed: each column holds one position. Its transpose:")
    found, agreeing = _known(as_table(table, even=True), base)
    print(f"{f'at base {number(base)}':40} largest difference")
    for place, (name, off) in enumerate(found.items()):
        if place < len(agreeing) + NEAREST or name == "paper":
            title = f"bug: {BUGS[name].title}" if name in BUGS else CONVENTIONS[name].title
            decimals = math.floor(-math.log10(max(off.max(), 1e-12)))
            row = f"first differs in row {np.argmax(off >= SAME)}"
            words = f"agrees to {decimals} decimals" if name in agreeing else row
            print(f"{title:40} {off.max():<8.2g} {words}")
    if not CONVENTIONS.keys() & agreeing:
        what = "Only a bug agrees" if agreeing else "No known table agrees to 2 decimals"
        print(f"{what} at base {number(base)}. Is the base another? Call compare(table, base=…)")


def _known(table, base):
    """Return by how much rows of known tables differ from it, and which agree; nearest first."""
    found = {}
    for name in CONVENTIONS | BUGS:
        with suppress(ValueError):  # where a program refuses this width, or this base
            off = np.abs(_made(name, *table.shape, base) - table)
            found[name] = np.nan_to_num(off, nan=np.inf).max(axis=1).round(12)
    # Programs come before bugs where two digits are the same.
    found = dict(sorted(found.items(), key=lambda one: float(f"{one[1].max():.2g}")))
    return found, [name for name, off in found.items() if off.max() < SAME]


def _made(name, seq_len, d_model, base):
    """Return the table of a convention or a bug.

    Octaves, the speeds of NeRF, keep their own base: each clock is twice as fast as the last.
    """
    if name in BUGS:
        return BUGS[name].table(seq_len, d_model, base)
    octaves = CONVENTIONS[name].spacing == "octaves"
    return convention_table(name, seq_len, d_model, base=None if octaves else base)
