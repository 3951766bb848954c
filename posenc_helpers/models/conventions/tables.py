"""The tables that published programs make, and those of bugs, beside the paper's.

    convention_table("fairseq", 50, 128)      the table that fairseq makes

All angles are computed in float64, whatever the program does.
"""

import math

import numpy as np

from posenc_helpers.checks import Even, OneOf, Positive, Whole, must_fit, takes
from posenc_helpers.encoding import frequencies_of, rotations, too_large
from posenc_helpers.models.conventions.bugs import BUGS
from posenc_helpers.models.conventions.conventions import CONVENTIONS


@takes(name=OneOf(CONVENTIONS), seq_len=Whole(0))
def convention_table(name, seq_len, d_model, *, base=None):
    """Return the table that a program makes; shape (seq_len, columns), float64.

    `name` is a key of CONVENTIONS.  Row 0 belongs to the convention's own first position.  There
    are d_model columns, except where the convention gives an odd d_model more or fewer.  Without
    `base` it is the program's own.  Raises ValueError for a d_model that the program refuses.
    """
    convention = CONVENTIONS[name]
    least, program = convention.narrowest, f" for {convention.title}"
    even = convention.odd == "error"
    kind = Even(least, where=program) if even else Whole(least, 2**Even.bits, program)
    d_model = kind.check("d_model", d_model)
    base = convention.base if base is None else Positive().check("base", base)
    must_fit(seq_len, d_model, seq_len=seq_len, d_model=d_model)
    exponents = -2 * np.arange(pair_count(convention, d_model)) / divisor(convention, d_model)
    frequencies = frequencies_of(exponents, d_model, base)
    positions = convention.first_position + np.arange(seq_len)
    if not math.isfinite(positions.max(initial=0).item() * frequencies.max().item()):
        raise too_large(d_model, base, "angles")
    turns = rotations(positions, frequencies)
    if convention.amplitude != "1":
        turns *= d_model**-0.5
    sines, cosines, width = arranged_columns(convention, d_model)
    table = np.zeros((seq_len, width))
    table[:, sines] -= turns.imag[:, : sines.size]  # no -0.0 at position 0
    table[:, cosines] = turns.real[:, : cosines.size]
    return table


def halves_order(d_model):
    """Return the columns of an interleaved table in the order of halves: 0, 2, 4 ..., 1, 3, 5 ...

    halves = interleaved[:, halves_order(d_model)].  Shape (d_model,), integers.
    """
    return np.r_[0:d_model:2, 1:d_model:2]


def interleaved_order(d_model):
    """Return the columns of a table in halves in interleaved order, as 0, 4, 1, 5, 2, 6, 3, 7.

    interleaved = halves[:, interleaved_order(d_model)].  Shape (d_model,), integers.
    """
    return np.argsort(halves_order(d_model))


def pair_count(convention, d_model):
    """Return how many clocks there are; one without its cosine counts."""
    return -(-d_model // 2) if convention.odd in ("trim", "extra") else d_model // 2


def divisor(convention, d_model):
    """Return D in omega_i = base ** (-2i/D)."""
    return {
        "paper": d_model,
        "endpoint": max(2 * (d_model // 2) - 2, 1),  # with a single clock: any number will do
        "even": d_model + d_model % 2,
        "pairs": d_model - d_model % 2,
        "octaves": -2,
    }[convention.spacing]


def arranged_columns(convention, d_model):
    """Return the columns of the sines, of the cosines, and how many columns there are."""
    pairs = pair_count(convention, d_model)
    columns = 2 * pairs - (d_model % 2 if convention.odd == "trim" else 0)
    if convention.layout == "interleaved":
        leading, following = np.arange(0, columns, 2), np.arange(1, columns, 2)
    else:
        leading, following = np.arange(pairs), np.arange(pairs, columns)
    padded = columns + (d_model % 2 if convention.odd == "pad" else 0)
    if convention.first == "cos":
        leading, following = following, leading
    return leading, following, padded


# ------------------------------------------------------------------- a program's or a bug's


def variant_table(name, seq_len, d_model, base):
    """Return the table of a convention or a bug; shape (seq_len, columns).

    Octaves, the speeds of NeRF, keep their own base: each clock is twice as fast as the last.
    """
    if name in BUGS:
        return BUGS[name].table(seq_len, d_model, base)
    octaves = CONVENTIONS[name].spacing == "octaves"
    return convention_table(name, seq_len, d_model, base=None if octaves else base)
