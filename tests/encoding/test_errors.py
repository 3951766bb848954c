"""Bad input: the kind of error, and a message that names the argument, its value, what is allowed.

Warnings count as errors in this file, and so do NumPy's floating-point flags where it says so.
"""

import re
import tracemalloc
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

import posenc_helpers as pe
from posenc_helpers.precision import exact_encoding, rounded_encoding

pytestmark = pytest.mark.filterwarnings("error")


def raises(error, message):
    """Expect `error` with exactly this message."""
    return pytest.raises(error, match=f"^{re.escape(message)}$")


CODE = [0.0, 1.0, 0.0, 1.0]
TAKERS = {  # of each argument: what is allowed, values that are not, and who takes it
    "seq_len": ("an integer >= 0", [-1], [3.0, np.float64(4), True, "4", None, [4], Fraction(4)],
                [lambda v: pe.positional_encoding(v, 4),
                 lambda v: pe.mean_encoding(v, 4, max_rows=4),
                 lambda v: pe.turn_boundary(v, 4),
                 lambda v: pe.turning_pairs(v, 4)]),
    "d_model": ("an even integer >= 2", [7, 1, 0, -2, np.int64(5)], [4.0, np.True_, 4 + 0j],
                [pe.angular_frequencies,
                 pe.wavelengths,
                 lambda v: pe.positional_encoding(4, v),
                 lambda v: pe.mean_encoding(4, v, max_rows=4),
                 lambda v: pe.mean_encoding(4, v, max_rows=2),
                 lambda v: pe.shift_matrix(1, v),
                 lambda v: pe.similarity(1, v),
                 lambda v: pe.turn_boundary(50, v),
                 lambda v: pe.turning_pairs(50, v)]),
    "start": ("an integer", [], [1.5, True, None],
              [lambda v: pe.positional_encoding(4, 4, start=v)]),
    "max_rows": ("an integer >= 1", [0, -5], [1.5, True],
                 [lambda v: pe.mean_encoding(4, 4, max_rows=v)]),
    "base": ("a finite number > 0", [0, -10_000.0, float("nan"), float("inf"), np.float32("-inf")],
             ["10", None, True, np.False_, 1j, np.complex128(10), [10.0], Decimal(10)],
             [lambda v: pe.angular_frequencies(4, v),
              lambda v: pe.wavelengths(4, v),
              lambda v: pe.positional_encoding(4, 4, v),
              lambda v: pe.mean_encoding(4, 4, v, max_rows=2),
              lambda v: pe.shift_matrix(1, 4, v),
              lambda v: pe.shift_encoding(CODE, 1, v),
              lambda v: pe.similarity(1, 4, v),
              lambda v: pe.turn_boundary(50, 4, v),
              lambda v: pe.turning_pairs(50, 4, v)]),
    "offset": ("a finite number", [float("nan"), float("inf"), -float("inf")], ["10", True, 1j],
               [lambda v: pe.shift_matrix(v, 4), lambda v: pe.shift_encoding(CODE, v)]),
}  # fmt: skip


@pytest.mark.parametrize("name", TAKERS)
def test_what_is_allowed_is_said(name):
    allowed, out_of_range, other_kinds, takers = TAKERS[name]
    for take in takers:
        for value in out_of_range:
            with raises(ValueError, f"{name} must be {allowed}, got {value}"):
                take(value)
        for value in other_kinds:
            got = f"{value!r} ({type(value).__name__})"
            with raises(TypeError, f"{name} must be {allowed}, got {got}"):
                take(value)


def test_a_base_that_is_too_long_to_write():
    with raises(
        ValueError, "base must be a finite number > 0, got 10000000000000000000... (401 characters)"
    ):
        pe.wavelengths(4, 10**400)


@pytest.mark.parametrize(
    ("dtype", "text"),
    [
        (int, "<class 'int'>"),
        ("complex128", "'complex128'"),
        (bool, "<class 'bool'>"),
        ("banana", "'banana'"),
        (object, "<class 'object'>"),
        (np.dtype("M8[s]"), "dtype('<M8[s]')"),
    ],
)
def test_dtype_is_floating(dtype, text):
    message = f"dtype must be a floating type such as float64 or float32, got {text}"
    with raises(ValueError, message):
        pe.positional_encoding(4, 4, dtype=dtype)


@pytest.mark.parametrize("shape", [(), (3,), (0,), (4, 1), (2, 0), (2, 4, 7)])
def test_a_row_to_be_shifted_consists_of_pairs(shape):
    message = f"table must have a last axis of even length, (..., d_model), got shape {shape}"
    with raises(ValueError, message):
        pe.shift_encoding(np.ones(shape), 1)


def test_a_table_to_be_shifted_holds_finite_real_numbers():
    with raises(TypeError, "table must be finite real numbers, got an array of complex128"):
        pe.shift_encoding([1j, 0], 1)
    with raises(TypeError, "table must be finite real numbers, got an array of <U1"):
        pe.shift_encoding(["a", "b"], 1)
    with raises(ValueError, "table must be finite real numbers, got nan"):
        pe.shift_encoding([0.0, np.nan], 1)
    with raises(ValueError, "table must be one array of numbers, got rows of different lengths"):
        pe.shift_encoding([[1], [1, 2]], 1)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf")])
def test_offsets_are_finite(value):
    with raises(ValueError, f"offsets must be finite real numbers, got {value}"):
        pe.similarity([1, value], 4)


@pytest.mark.parametrize(
    ("value", "kind"), [("a", "<U1"), (True, "bool"), ([1j], "complex128"), (None, "object")]
)
def test_offsets_are_numbers(value, kind):
    with raises(TypeError, f"offsets must be finite real numbers, got an array of {kind}"):
        pe.similarity(value, 4)


def test_offsets_form_an_array():
    with raises(ValueError, "offsets must be one array of numbers, got rows of different lengths"):
        pe.similarity([[1], [1, 2]], 4)


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
    ("call", "name"),
    [
        (lambda: pe.positional_encoding(6, 2**64), "d_model"),
        (lambda: pe.angular_frequencies(10**400), "d_model"),
        (lambda: pe.turn_boundary(10**400, 4), "seq_len"),
        (lambda: pe.turning_pairs(10**400, 4), "seq_len"),
        (lambda: pe.shifted_attention(6, 8, offset=10**20), "offset"),
        (lambda: pe.mean_encoding(6, 8, max_rows=2**64), "max_rows"),
    ],
)
def test_integers_that_no_machine_counts(call, name):
    with pytest.raises(ValueError, match=rf"^{name} must .*, got \d{{20}}") as caught:
        call()
    assert len(str(caught.value)) <= 120


def test_an_integer_that_python_does_not_write():
    message = "seq_len must lie within -2**53 ... 2**53, got int too long to write"
    with raises(ValueError, message):
        pe.positional_encoding(10**5000, 4)


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


def test_messages_are_one_readable_line():
    for call in (
        lambda: pe.positional_encoding(4, 4, dtype=int),
        lambda: pe.positional_encoding(2**60, 4),
        lambda: pe.angular_frequencies(1024, 5e-324),
        lambda: pe.positional_encoding(4, 7),
    ):
        with pytest.raises(ValueError) as caught:
            call()
        message = str(caught.value)
        assert "\n" not in message
        assert len(message) <= 120
