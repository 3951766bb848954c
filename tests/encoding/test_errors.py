"""Bad input: the kind of error, and a message that names the argument, its value, what is allowed.

Warnings count as errors in this file, and so do NumPy's floating-point flags where it says so.
"""

import re
import tracemalloc

import numpy as np
import pytest

import posenc_helpers as pe
from posenc_helpers.precision import exact_encoding, rounded_encoding

pytestmark = pytest.mark.filterwarnings("error")


def raises(error, message):
    """Expect `error` with exactly this message."""
    return pytest.raises(error, match=f"^{re.escape(message)}$")


@pytest.mark.parametrize(
    ("seq_len", "start", "message"),
    [
        (1, -(2**53) - 1, f"start must lie within -2**53 ... 2**53, got {-(2**53) - 1}"),
        (0, 2**64, f"start must lie within -2**53 ... 2**53, got {2**64}"),
        (2**63, 0, f"seq_len must lie within -2**53 ... 2**53, got {2**63}"),
        (2, 2**53 - 1, "start + seq_len must be at most 2**53, got start=9007199254740991 and "
         "seq_len=2"),
    ],
)  # fmt: skip
def test_positions_that_float64_cannot_count(seq_len, start, message):
    with raises(ValueError, message):
        pe.positional_encoding(seq_len, 4, start=start)
    with raises(ValueError, message):
        pe.mean_encoding(seq_len, 4, start=start, max_rows=10)


@pytest.mark.parametrize(
    ("call", "size"),
    [
        (lambda: pe.positional_encoding(4 * 10**10, 2),
         "596 GiB for seq_len=40000000000 and d_model=2"),
        (lambda: pe.positional_encoding(2**32, 2, dtype=np.float32),
         "32 GiB for seq_len=4294967296 and d_model=2"),
        (lambda: pe.positional_encoding(2**31, 2, dtype=np.float16),  # computed in float64
         "32 GiB for seq_len=2147483648 and d_model=2"),
        (lambda: pe.mean_encoding(2**40, 2, max_rows=2**39),
         "8,192 GiB for max_rows=549755813888 and d_model=2"),
        (lambda: pe.shift_matrix(1, 2**20), "8,192 GiB for d_model=1048576"),
        (lambda: pe.shifted_attention(2**20, 8), "8,192 GiB for seq_len=1048576"),
        (lambda: rounded_encoding(np.zeros(2048), 2**20),
         "16 GiB for d_model=1048576"),
        (lambda: exact_encoding(range(2048), 2**20),
         "16 GiB for d_model=1048576"),
    ],
)  # fmt: skip
def test_what_cannot_fit_is_refused_before_any_work(call, size):
    tracemalloc.start()
    try:
        with raises(ValueError, f"a result must take at most 4 GiB, got {size}"):
            call()
        assert tracemalloc.get_traced_memory()[1] < 2**20
    finally:
        tracemalloc.stop()


def test_the_widest_table_has_frequencies_that_fit():
    with raises(ValueError, f"d_model must be at most 2**24, got {2**24 + 2}"):
        pe.wavelengths(2**24 + 2)


def test_the_furthest_positions_that_it_can():
    for start in (2**53 - 3, -(2**53)):
        table = pe.positional_encoding(3, 8, start=start)
        assert np.abs(table[:, 0::2] ** 2 + table[:, 1::2] ** 2 - 1).max() <= 4e-15


def test_numbers_too_large_for_float64():
    nearer = "base must be nearer to 1 at d_model=1024, got"
    with raises(ValueError, f"{nearer} 5e-324: the frequencies are too large for float64"):
        pe.angular_frequencies(1024, 5e-324)
    with raises(ValueError, f"{nearer} 1.79e+308: the wavelengths are too large for float64"):
        pe.wavelengths(1024, 1.79e308)
    message = f"{nearer} 1e-300: the angles at 1e+10 tokens are too large for float64"
    with raises(ValueError, message):
        pe.positional_encoding(3, 1024, 1e-300, start=10**10)
    with raises(ValueError, message):
        pe.mean_encoding(300, 1024, 1e-300, start=10**10, max_rows=10)
    with raises(ValueError, message):
        pe.similarity([0, -1e10], 1024, 1e-300)
    with raises(ValueError, message):
        pe.shift_matrix(-1e10, 1024, 1e-300)
    with raises(ValueError, message):
        pe.shift_encoding(np.ones(1024), -1e10, 1e-300)


def test_angles_of_the_first_rows_of_a_block_are_finite_too():
    """The window is 3 or 300 tokens, but rows are turned from positions further out."""
    base = 1e307 ** -(1024 / 1022)  # the last clock turns by 1e307 radians per token
    message = f"base must be nearer to 1 at d_model=1024, got {base}: the angles at "
    with raises(ValueError, f"{message}67 tokens are too large for float64"):
        pe.positional_encoding(3, 1024, base)
    with raises(ValueError, f"{message}207 tokens are too large for float64"):
        pe.mean_encoding(15, 1024, base, max_rows=5)


@pytest.mark.parametrize("base", [5e-324, 1e-300, 0.3, 1.0, 1.0 + 2**-52, 1e8, 1.79e308])
@pytest.mark.parametrize("d_model", [2, 8, 512])
def test_no_warning_and_no_flag_whatever_the_base(base, d_model):
    with np.errstate(all="raise"):
        try:
            tables = [
                pe.positional_encoding(70, d_model, base, start=-3, dtype=dtype)
                for dtype in (np.float64, np.float32, np.float16)
            ]
            tables.append(pe.mean_encoding(1000, d_model, base, max_rows=7).values)
            tables.append(pe.shift_matrix(2.5, d_model, base))
            tables.append(pe.shift_encoding(tables[0], 2.5, base))
            tables.append(pe.similarity([0, 1, 1e6], d_model, base))
        except ValueError as error:
            assert base < 1e-299  # noqa: PT017
            assert str(error).startswith(f"base must be nearer to 1 at d_model={d_model}, got ")
            return
    for table in tables:
        assert np.isfinite(table).all()
        assert np.abs(table).max() <= 1 + 1e-15


def finite_or_refused(make, *arguments, **options):
    """Return whether a table is made; all its values are then numbers, and no flag is raised."""
    try:
        with np.errstate(all="raise", under="ignore"):
            assert np.isfinite(make(*arguments, **options)[0]).all()
    except ValueError as error:
        assert str(error).startswith("base must be nearer to 1")  # noqa: PT017
        return False
    return True


def test_where_the_largest_angles_end():
    """The fastest clock turns by 2.5e304 radians per token: position 7,300 is about the last."""
    fast = {"d_model": 1000, "base": 1e-305}
    lengths, starts = range(500, 9_000, 100), range(7_000, 7_500, 3)
    for made in (
        [finite_or_refused(pe.mean_encoding, n, max_rows=10, **fast) for n in lengths],
        [finite_or_refused(pe.mean_encoding, n, max_rows=1_000, **fast) for n in lengths],
        [finite_or_refused(pe.positional_encoding, 5, start=p, **fast) for p in starts],
        [finite_or_refused(pe.positional_encoding, 5, start=-p, **fast) for p in starts],
    ):
        assert made[0]
        assert made == sorted(made, reverse=True)
        assert not made[-1]
