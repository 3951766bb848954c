"""The checks of arguments, each once; and integers of all types in every public function.

A small type of NumPy overflows where an argument is used before it is converted to an int:
2 * np.uint8(200) is 144.
"""

import re
from fractions import Fraction

import numpy as np
import pytest

import posenc_helpers as pe
from posenc_helpers import arguments
from posenc_helpers.arguments import finite, finite_array, positive, several, switch, whole_array
from tests.figures.cases import PLOTS, settings_of
from tests.figures.rendering import contents
from tests.tables import rows

CODES = pe.positional_encoding(100, 100, 100)
# The other functions are called in tests/test_bad_arguments.py, the plot functions with their
# defaults: a d_model of 128 fits into 8 bits, and twice as much does not.
GIVEN = {name: (getattr(pe, name), settings_of(name)) for name in PLOTS} | {
    "examine": (pe.examine, {"table": CODES}),
    "recognize": (pe.recognize, {"table": CODES, "positions": range(100)}),
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


@pytest.mark.parametrize(("check", "given", "said"), rows(__file__, "checks.md"))
def test_what_a_check_says(check, given, said):
    with pytest.raises((TypeError, ValueError), match=f"^{re.escape(said)}"):
        getattr(arguments, check)("n", *eval(f"({given},)"))


def test_what_a_check_makes_of_its_value():
    assert positive("n", Fraction(1, 2)) == finite("n", np.float32(0.5)) == 0.5
    assert finite_array("n", [Fraction(1, 2), 2**70]).tolist() == [0.5, 2.0**70]
    assert whole_array("n", np.array([3], np.uint8), 0).dtype == np.int64
    assert switch("n", np.True_) is True
    assert several("n", 3, 4) == [3]
