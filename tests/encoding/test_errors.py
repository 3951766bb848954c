"""Bad input: the kind of error, and a message that names the argument, its value, what is allowed.

Warnings count as errors in this file, and so do NumPy's floating-point flags where it says so.
"""

import re
import tracemalloc
from functools import partial

import numpy as np
import pytest

import posenc_helpers as pe
from posenc_helpers import attention, encoding, precision
from tests.tables import rows

pytestmark = pytest.mark.filterwarnings("error")


STEEP = 1e307 ** -(1024 / 1022)  # the last clock turns by 1e307 radians per token
table, means = pe.positional_encoding, partial(pe.mean_encoding, max_rows=10)
KNOWN = {**vars(attention), **vars(encoding), **vars(precision), "means": means, "STEEP": STEEP}


@pytest.mark.parametrize(("call", "message"), rows(__file__, "errors.md"))
def test_what_is_refused_before_any_work_and_why(call, message):
    message = re.escape(message.replace("STEEP", str(STEEP)))
    tracemalloc.start()
    try:
        with pytest.raises(ValueError, match=f"^{message}$"):
            eval(call, KNOWN)
        assert tracemalloc.get_traced_memory()[1] < 2**22
    finally:
        tracemalloc.stop()


def test_the_furthest_positions_that_it_can():
    for start in (2**53 - 3, -(2**53)):
        rows = table(3, 8, start=start)
        assert np.abs(rows[:, 0::2] ** 2 + rows[:, 1::2] ** 2 - 1).max() <= 4e-15


def finite_or_refused(make, *arguments, **options):
    """Return whether a table is made; all its values are then numbers, and no flag is raised."""
    try:
        with np.errstate(all="raise"):
            made = make(*arguments, **options)
    except ValueError as error:
        assert str(error).startswith("base must be nearer to 1 at d_model=")  # noqa: PT017
        return False
    values = made[0] if isinstance(made, tuple) else made
    assert np.isfinite(values).all() and np.abs(values).max() <= 1 + 1e-15
    return True


@pytest.mark.parametrize("base", [5e-324, 1e-300, 0.3, 1.0, 1.0 + 2**-52, 1e8, 1.79e308])
@pytest.mark.parametrize("d_model", [2, 8, 512])
def test_no_warning_and_no_flag_whatever_the_base(base, d_model):
    made = [
        *(finite_or_refused(table, 70, d_model, base, start=-3, dtype=t) for t in ("d", "f", "e")),
        finite_or_refused(means, 1000, d_model, base, max_rows=7),
        finite_or_refused(pe.shift_matrix, 2.5, d_model, base),
        finite_or_refused(pe.shift_encoding, np.eye(d_model), 2.5, base),
        finite_or_refused(pe.similarity, [0, 1, 1e6], d_model, base),
    ]
    assert all(made) or base < 1e-299


def test_where_the_largest_angles_end():
    """The fastest clock turns by 2.5e304 radians per token: position 7,300 is about the last."""
    fast = {"d_model": 1000, "base": 1e-305}
    lengths, starts = range(500, 9_000, 100), range(7_000, 7_500, 3)
    for made in (
        [finite_or_refused(means, n, **fast) for n in lengths],
        [finite_or_refused(means, n, max_rows=1_000, **fast) for n in lengths],
        [finite_or_refused(table, 5, start=p, **fast) for p in starts],
        [finite_or_refused(table, 5, start=-p, **fast) for p in starts],
    ):
        assert made[0] and made == sorted(made, reverse=True) and not made[-1]
