"""Bad input: one line that names the argument, its value and what is allowed."""

import re

import numpy as np
import pytest

from posenc_helpers.models.conventions import convention_table, examine, recognize
from posenc_helpers.models.conventions.tables import find_variant, halves_order

AXES = "table must have the shape (positions, columns), got "
UNEVEN = "table must have at least two rows and an even number of columns, got shape "
STEEP = "base must be nearer to 1 at d_model={}: the {} are too large for float64".format
REFUSED = [  # a call, and how its message begins
    (lambda: recognize([[1, 2]]), "table must have at least two rows and two columns, got shape "),
    (lambda: examine(np.zeros((1, 4))), UNEVEN + "(1, 4)"),
    (lambda: examine(np.zeros(4)), AXES + "(4,)"),
    (lambda: find_variant("bert"), "variant must be a name of CONVENTIONS or BUGS, got 'bert'"),
    (lambda: convention_table("fairseq", 3, 3), "d_model must be an integer from 4 to 16,777,21"),
    (lambda: convention_table("nerf", 3, 4000), STEEP("4000, got 2.0", "frequencies")),
    (lambda: convention_table("nerf", [1, 2], 2_048), STEEP("2048, got 2.0", "angles")),
    (lambda: convention_table("paper", 10**6, 1_000), "a result must take at most 4 GiB, got 7 G"),
    (lambda: halves_order(2**30), "a result must take at most 4 GiB, got 8 GiB for d_model=10737"),
]


@pytest.mark.parametrize(("call", "wording"), REFUSED)
def test_what_is_refused(call, wording):
    with pytest.raises((TypeError, ValueError), match=f"^{re.escape(wording)}"):
        call()
