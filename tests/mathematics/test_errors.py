"""Bad input: the kind of error, and a message that names the argument, its value, what is allowed.

Warnings count as errors in this file, and so do NumPy's floating-point flags where it says so.
"""

import re
import tracemalloc

import numpy as np
import pytest

import posenc_helpers as pe
from posenc_helpers.attention import shifted_attention
from posenc_helpers.figures.downsampling import mean_encoding, table_frequencies
from posenc_helpers.precision import rounded_encoding

pytestmark = pytest.mark.filterwarnings("error")


STEEP = 1e307 ** -(1024 / 1022)  # the last clock turns by 1e307 radians per token
table = pe.positional_encoding
plot_encoding = pe.plot_encoding  # reads Matplotlib in, which no test should count


def means(seq_len, d_model, base, start=0, max_rows=10):
    frequencies = table_frequencies(seq_len, d_model, base, start)
    return mean_encoding(start, seq_len, frequencies, max_rows)


OUTSIDE = "{} must be at {} 2**53, got {}"
PAST = "start + seq_len must be at most 2**53, got start={} and seq_len={}"
MEMORY = "a result must take at most 4 GiB, got {} GiB for {}"
STEEPER = "base must be nearer to 1 at d_model=1024, got {}: the {} too large for float64"
ODD = "table must have a last axis of even length, (..., d_model), got shape (3,)"
FURTHER = STEEPER.format("1e-300", "angles at 1e+10 tokens are")

REFUSED = [
    (
        lambda: table(1, 4, start=-(2**53) - 1),
        "start must be at least -2**53, got -9007199254740993",
    ),
    (lambda: table(0, 4, start=2**64), OUTSIDE, "start", "most", 2**64),
    (lambda: table(2**63, 4), OUTSIDE, "seq_len", "most", 2**63),
    (lambda: table(2, 4, start=2**53 - 1), PAST, 2**53 - 1, 2),
    (lambda: plot_encoding(2**53, 4, start=1), PAST, 1, 2**53),
    (lambda: table(300, 1024, 1e-300, start=10**10), FURTHER),
    (lambda: table(4 * 10**10, 2), MEMORY, 596, "seq_len=40000000000 and d_model=2"),
    (lambda: table(2**32, 2, dtype="f"), MEMORY, 32, "seq_len=4294967296 and d_model=2"),
    (lambda: table(2**31, 2, dtype="e"), MEMORY, 8, "seq_len=2147483648 and d_model=2"),
    (lambda: pe.shift_matrix(1, 2**20), MEMORY, "8,192", "d_model=1048576"),
    (lambda: shifted_attention(2**20, 8), MEMORY, "8,192", "seq_len=1048576"),
    (lambda: rounded_encoding(np.zeros(2048), 2**20), MEMORY, 16, "d_model=1048576"),
    (lambda: pe.wavelengths(2**24 + 2), "d_model must be at most 2**24, got 16777218"),
    (lambda: pe.shift_encoding(np.ones(3), 1), ODD),
    (lambda: pe.angular_frequencies(1024, 5e-324), STEEPER, 5e-324, "frequencies are"),
    (lambda: pe.wavelengths(1024, 1.79e308), STEEPER, 1.79e308, "wavelengths are"),
    (lambda: pe.similarity([0, -1e10], 1024, 1e-300), FURTHER),
    (lambda: pe.shift_matrix(-1e10, 1024, 1e-300), FURTHER),
    (lambda: pe.shift_encoding(np.ones(1024), -1e10, 1e-300), FURTHER),
    # A block may reach further than the window of 3 tokens, those of means twice as far as 15.
    (lambda: table(3, 1024, STEEP), STEEPER, STEEP, "angles at 19 tokens are"),
    (lambda: plot_encoding(15, 1024, STEEP), STEEPER, STEEP, "angles at 62 tokens are"),
]


@pytest.mark.parametrize(("call", "message", "parts"), [(c, m, p) for c, m, *p in REFUSED])
def test_what_is_refused_before_any_work_and_why(call, message, parts):
    tracemalloc.start()
    try:
        with pytest.raises(ValueError, match=f"^{re.escape(message.format(*parts))}$"):
            call()
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
