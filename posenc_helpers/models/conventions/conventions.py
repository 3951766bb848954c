"""One formula, many programs: the conventions that published code follows.

    CONVENTIONS["fairseq"].note               what is different about it

Every table is made of pairs sin(omega_i p), cos(omega_i p), with omega_i = base ** (-2i/D).
Programs differ in the order of the columns, in the divisor D, in where they start to count and in
what they do when d_model is odd.  What each of them does is in conventions.csv, a row each.
"""

from dataclasses import dataclass
from pathlib import Path

from posenc_helpers.rows import rows


@dataclass(frozen=True)
class Convention:
    """How one program makes its table, in a few independent choices.

    layout            "interleaved": sin, cos, sin, cos ...; "halves": all sines, then all cosines
    first             which of the two comes first: "sin" or "cos"
    spacing           the divisor D in omega_i = base ** (-2i/D):
                      "paper" d_model; "endpoint" 2 (d_model//2) - 2, so that the slowest clock
                      has omega = 1/base; "even" d_model rounded up to even; "pairs" rounded down;
                      "octaves" has no divisor: omega_i = base ** i
    base              the program's own
    first_position    the position of row 0
    odd               what an odd d_model gives: "error"; "trim", without the last cosine; "pad",
                      a last column of zeros; "extra", d_model + 1 columns; "fewer", d_model - 1
    narrowest         the smallest d_model that the program makes a table for
    amplitude         "1" or "d_model**-0.5": every value is multiplied by it
    note, source      the difference, in a sentence, and the address of the program
    """

    name: str
    title: str
    layout: str
    first: str
    spacing: str
    base: float
    first_position: int
    odd: str
    narrowest: int
    amplitude: str
    note: str
    source: str


def _convention(row):
    kinds = {"base": float, "first_position": int, "narrowest": int}
    return Convention(**row | {name: kind(row[name]) for name, kind in kinds.items()})


CONVENTIONS = {row["name"]: _convention(row) for row in rows(Path(__file__).with_suffix(".csv"))}
