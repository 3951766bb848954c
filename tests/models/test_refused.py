"""Bad input: one line that names the argument, its value and what is allowed."""

import re
from functools import partial

import numpy as np
import pytest

from posenc_helpers import positional_encoding
from posenc_helpers.models.conventions import convention_table, examine, recognize
from posenc_helpers.models.conventions.compare import find_variant, rows_to_draw
from posenc_helpers.models.conventions.tables import halves_order

INF = float("inf")
PAPER = positional_encoding(9, 64)
far = partial(convention_table, "paper", [1e300], 4, base=1e-300)
SMALL = "table must have at least two rows and two columns, got shape "
FINITE = "table must be finite real numbers, got nan"
UNEVEN = "table must have at least two rows and an even number of columns, got shape "
AXES = "table must have the shape (positions, columns), got "
VARIANT = "variant must be a name of CONVENTIONS or BUGS, got "
WIDTH = "d_model must be an integer from 1 to 1,048,576, got "
EVEN = "d_model must be an even integer >= 2 for the paper, "
MEMORY = "a result must take at most 4 GiB, got "
STEEP = "base must be nearer to 1 at d_model={}: the {} are too large for float64".format
REFUSED = [  # a call, and how its message begins
    (lambda: recognize([[1, 2]]), SMALL + "(1, 2)"),
    (lambda: recognize([[1], [2]]), SMALL + "(2, 1)"),
    (lambda: recognize([1, 2, 3]), AXES + "(3,)"),
    (lambda: recognize(np.zeros((1, 5, 4))), AXES + "(1, 5, 4)"),
    (lambda: recognize([[1, 2], [3, np.nan]]), FINITE),
    (lambda: examine(np.zeros((1, 4))), UNEVEN + "(1, 4)"),
    (lambda: examine(np.zeros((4, 3))), UNEVEN + "(4, 3)"),
    (lambda: examine(np.zeros(4)), AXES + "(4,)"),
    (lambda: examine(np.full((4, 4), np.nan)), FINITE),
    (lambda: examine(np.zeros((4, 4)), 0), "base must be a finite number > 0, got 0"),
    (lambda: find_variant("bert"), VARIANT + "'bert'"),
    (lambda: find_variant(["paper"]), VARIANT + "['paper']"),
    (lambda: rows_to_draw(699051, 3), "seq_len must be at most 699,050 at d_model=3, got 699051"),
    (lambda: rows_to_draw(1, 3), "seq_len must be an integer >= 2, got 1"),
    (lambda: rows_to_draw(2, 2**20 + 1), WIDTH + "1048577"),
    (lambda: rows_to_draw(2, 0), WIDTH + "0"),
    (lambda: convention_table("bert", 3, 4), "name must be one of 'paper', 'tensor2tensor', "),
    (
        lambda: convention_table("fairseq", 3, 3),
        "d_model must be an integer from 4 to 16,777,216 for fairseq, ",
    ),
    (lambda: convention_table("paper", 3, 4.0), EVEN + "got 4.0 (float)"),
    (lambda: convention_table("nerf", 3, 4000), STEEP("4000, got 2.0", "frequencies")),
    (lambda: convention_table("nerf", [1, 2], 2_048), STEEP("2048, got 2.0", "angles")),
    (far, STEEP("4, got 1e-300", "angles")),
    (lambda: convention_table("paper", 10**6, 1_000), MEMORY + "7 GiB for positions=1000000 and "),
    (lambda: halves_order(2**30), MEMORY + "8 GiB for d_model=1073741824"),
]


@pytest.mark.parametrize(("call", "wording"), REFUSED)
def test_what_is_refused(call, wording):
    with pytest.raises((TypeError, ValueError), match=f"^{re.escape(wording)}"):
        call()
