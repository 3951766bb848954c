"""One formula, many programs: the conventions that published code follows, and their tables.

    CONVENTIONS["fairseq"].note               what is different about it
    convention_table("fairseq", 50, 128)      the table that fairseq makes

Every table consists of pairs sin(omega_i p), cos(omega_i p), with omega_i = base ** (-2i/D).
Programs differ in the order of the columns, in the divisor D and in the position of the first row.
Each program is a row of conventions.csv. All angles are computed in float64, no matter what the
program does.
"""

import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from posenc_helpers.checks import Even, OneOf, Positive, Whole, must_fit, takes
from posenc_helpers.encoding import frequencies_of, rotations, too_large
from posenc_helpers.rows import rows


@dataclass(frozen=True)
class Convention:
    """How one program makes its table, in a few independent choices.

    layout            "interleaved" for sin, cos, sin, cos ..., or "halves" for all sines, then all
                      cosines
    first             which of the two comes first: "sin" or "cos"
    spacing           the divisor D in omega_i = base ** (-2i/D): "paper" for d_model, or "endpoint"
                      for d_model - 2, with which the slowest clock has omega = 1/base. "octaves"
                      has no divisor, and omega_i = base ** i
    base              the program's own base
    first_position    the position of row 0
    narrowest         the smallest d_model for which the program makes a table
    note, source      the difference, in a sentence, and the address of the program
    """

    name: str
    title: str
    layout: str
    first: str
    spacing: str
    base: float
    first_position: int
    narrowest: int
    note: str
    source: str


def _convention(row):
    kinds = {"base": float, "first_position": int, "narrowest": int}
    return Convention(**row | {name: kind(row[name]) for name, kind in kinds.items()})


CONVENTIONS = {
    row["name"]: _convention(row) for row in rows(Path(__file__).with_name("conventions.csv"))
}


@takes(name=OneOf(CONVENTIONS), seq_len=Whole(0))
def convention_table(name, seq_len, d_model, *, base=None):
    """Return the table that a program makes; shape (seq_len, d_model), float64.

    `name` is a key of CONVENTIONS, and d_model is even. Row 0 belongs to the convention's own first
    position. Without `base`, the program's own base is used. The source is
    `CONVENTIONS[name].source`.

    Raises TypeError or ValueError for arguments outside their ranges. Raises ValueError for a
    d_model that is odd or that the program refuses, for a table above 4 GiB, and if an angle
    exceeds float64.
    """
    convention = CONVENTIONS[name]
    width = Even(max(2, convention.narrowest), where=f" for {convention.title}")
    d_model = width.check("d_model", d_model)
    base = convention.base if base is None else Positive().check("base", base)
    must_fit(seq_len, d_model, seq_len=seq_len, d_model=d_model)
    divisors = {"endpoint": max(d_model - 2, 1), "octaves": -2}  # any number for a single clock
    exponents = -np.arange(0, d_model, 2) / divisors.get(convention.spacing, d_model)
    frequencies = frequencies_of(exponents, d_model, base)
    positions = convention.first_position + np.arange(seq_len)
    if not math.isfinite(positions.max(initial=0).item() * frequencies.max().item()):
        raise too_large(d_model, base, "angles")
    turns = rotations(positions, frequencies)
    parts = 0 - turns.imag, turns.real  # avoids -0.0 at position 0
    table = np.stack(parts if convention.first == "sin" else parts[::-1], axis=2)
    if convention.layout == "halves":
        table = table.swapaxes(1, 2)
    return table.reshape(seq_len, d_model)


def halves_order(d_model):
    """Return the columns of an interleaved table in the order of halves: 0, 2, 4 ..., 1, 3, 5 ...

    The result has shape (d_model,) and holds integers: halves = interleaved[:,
    halves_order(d_model)].
    """
    return np.r_[0:d_model:2, 1:d_model:2]


def interleaved_order(d_model):
    """Return the columns of a table in halves in interleaved order, such as 0, 4, 1, 5, 2, 6, 3, 7.

    The result has shape (d_model,) and holds integers: interleaved = halves[:,
    interleaved_order(d_model)].
    """
    return np.argsort(halves_order(d_model))
