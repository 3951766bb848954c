"""The checks of arguments, each once; and integers of all types in every public function.

A small type of NumPy overflows where an argument is used before it is converted to an int:
2 * np.uint8(200) is 144.
"""

import re
from fractions import Fraction

import numpy as np
import pytest
from posenc_helpers.arguments import finite, finite_array, positive, several, switch, whole_array

import posenc_helpers as pe
from posenc_helpers import arguments
from posenc_helpers.models import conventions
from tests.figures.cases import PLOTS, SMALL, settings_of
from tests.figures.rendering import contents

CODES = pe.positional_encoding(100, 100, 100)
# The other functions are called in tests/test_bad_arguments.py, the plot functions with their
# defaults: a d_model of 128 fits into 8 bits, and twice as much does not.
GIVEN = {name: (PLOTS[name], settings_of(name) | SMALL.get(name, {})) for name in PLOTS} | {
    "examine": (conventions.examine, {"table": CODES}),
    "recognize": (conventions.recognize, {"table": CODES}),
}
WIDE = np.lib.stride_tricks.as_strided(np.zeros(1), (2**16, 2**16), (0, 0))


def as_type(kind, value):
    """Return `value` with every integer that fits `kind` converted to it, in lists too."""
    if isinstance(value, (list, tuple, range)):
        return [as_type(kind, one) for one in value]
    whole = isinstance(value, int) and not isinstance(value, bool)
    return kind(value) if whole and 0 <= value <= np.iinfo(kind).max else value


def outcome(function, given):
    """Return what a call gives, as something to compare."""
    result = function(**given)
    return (result.text, contents(result.figure)) if hasattr(result, "figure") else result


@pytest.mark.parametrize("name", GIVEN)
def test_every_integer_type_is_an_integer(name):
    function, given = GIVEN[name]
    expected = outcome(function, given)
    for kind in (np.uint8, np.uint64):
        converted = {key: as_type(kind, value) for key, value in given.items()}
        np.testing.assert_equal(outcome(function, converted), expected)


@pytest.mark.parametrize(
    ("check", "given", "wording"),
    [
        ("whole", (1.0, 0), "n must be an integer >= 0, got 1.0 (float)"),
        ("whole", (True, 0), "n must be an integer >= 0, got True (bool)"),
        ("whole", (-1, 0), "n must be an integer >= 0, got -1"),
        ("whole", (9, 0, 5), "n must be an integer from 0 to 5, got 9"),
        ("whole", (2**60, 0), "n must lie within -2**53 ... 2**53, got 1152921504606846976"),
        ("even", (3,), "n must be an even integer >= 2, got 3"),
        ("even", (2**31,), "n must be at most 2**24, got 2147483648"),
        ("finite", ("1",), "n must be a finite number, got '1' (str)"),
        ("finite", (np.inf, 0), "n must be a finite number >= 0, got inf"),
        ("finite", (3, 0, 2), "n must be a finite number >= 0 and <= 2, got 3"),
        ("positive", (0,), "n must be a finite number > 0, got 0"),
        ("positive", (10**400,), "n must be a finite number > 0, got 10000000000000000000... (401"),
        ("floating", (int,), "n must be a floating type such as float64 or float32, got <cl"),
        ("finite_array", ([1, np.nan],), "n must be finite real numbers, got nan"),
        ("finite_array", ([True],), "n must be finite real numbers, got an array of bool"),
        ("finite_array", ([[1], [1, 2]],), "n must be one array of numbers, got rows of different"),
        ("finite_array", (WIDE,), "a result must take at most 4 GiB, got 32 GiB for n=an array of"),
        ("whole_array", ([1.5], 0), "n must be integers, got an array of float64"),
        ("whole_array", ([-1], 0, 5), "n must be integers from 0 to 5, got -1"),
        ("finite_table", ([1],), "n must have the shape (rows, d_model), got (1,)"),
        ("finite_row", ([[1]],), "n must be a list of numbers, got shape (1, 1)"),
        ("switch", (1,), "n must be True or False, got 1 (int)"),
        ("one_of", ("c", ("a", "b")), "n must be one of a, b, got 'c'"),
        ("several", ([], 4), "n must hold at least one value, got none"),
        ("several", (range(5), 4), "n must hold at most 4 values, got range(0, 5)"),
        (
            "one_of",
            ("x" * 10**5, ("a",)),
            "n must be one of a, got 'xxxxxxxxxxxxxxxxxxx... (100002",
        ),
        ("whole", (10**5000, 0, 5), "n must be an integer from 0 to 5, got int too long to write"),
    ],
)
def test_what_a_check_says(check, given, wording):
    with pytest.raises((TypeError, ValueError), match=f"^{re.escape(wording)}"):
        getattr(arguments, check)("n", *given)


def test_what_a_check_makes_of_its_value():
    assert positive("n", Fraction(1, 2)) == finite("n", np.float32(0.5)) == 0.5
    assert finite_array("n", [Fraction(1, 2), 2**70]).tolist() == [0.5, 2.0**70]
    assert whole_array("n", np.array([3], np.uint8), 0).dtype == np.int64
    assert switch("n", np.True_) is True
    assert several("n", 3, 4) == [3]
