"""Any variant of the encoding, a convention or a bug, beside the paper's."""

import numpy as np

from posenc_helpers.checks import Whole, refused, takes
from posenc_helpers.encoding import positional_encoding
from posenc_helpers.models.conventions.bugs import BUGS
from posenc_helpers.models.conventions.conventions import CONVENTIONS
from posenc_helpers.models.conventions.tables import arranged_columns, convention_table

LARGEST_DRAWN = 2**21  # values of a table


@takes(d_model=Whole(1, LARGEST_DRAWN // 2), seq_len=Whole(2))
def rows_to_draw(seq_len, d_model):
    """Return `seq_len` as an int: more values than 2**21 take long, and show no more."""
    most = LARGEST_DRAWN // d_model
    if seq_len > most:
        raise refused("seq_len", f"at most {most:,} at d_model={d_model}", seq_len)
    return seq_len


def find_variant(name):
    """Return the entry of CONVENTIONS or BUGS that has this name."""
    if not isinstance(name, str) or name not in {**CONVENTIONS, **BUGS}:
        raise refused("variant", "a name of CONVENTIONS or BUGS", name, repr)
    return {**CONVENTIONS, **BUGS}[name]


def variant_table(name, seq_len, d_model, base):
    """Return the table of a convention or a bug; shape (seq_len, columns).

    Octaves, the speeds of NeRF, keep their own base: each clock is twice as fast as the last.
    """
    variant = find_variant(name)
    if name in BUGS:
        return variant.table(seq_len, d_model, base)
    octaves = variant.spacing == "octaves"
    return convention_table(name, seq_len, d_model, base=None if octaves else base)


def paper_table(seq_len, d_model, base):
    """Return the paper's table; an odd d_model, which it does not cover, lacks the last cosine."""
    if d_model % 2:
        return convention_table("xlm", seq_len, d_model, base=base)
    return positional_encoding(seq_len, d_model, base)


def in_paper_order(name, table, d_model):
    """Return the columns of a convention's table in the order sin, cos, sin, cos …"""
    convention = CONVENTIONS.get(name)
    if convention is None:
        return table
    sines, cosines, width = arranged_columns(convention, d_model)
    order = np.arange(width)  # a column of zeros stays last
    order[0 : 2 * sines.size : 2], order[1 : 2 * cosines.size : 2] = sines, cosines
    return table[:, order]
