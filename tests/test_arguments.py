"""The checks of arguments, each once; and integers of all types in every public function.

A small type of NumPy overflows where an argument is used before it is converted to an int:
2 * np.uint8(200) is 144.
"""

import inspect
import re
from fractions import Fraction

import numpy as np
import pytest

import posenc_helpers as pe
from posenc_helpers.arguments import (
    even,
    finite,
    finite_array,
    finite_row,
    finite_table,
    floating,
    one_of,
    positive,
    several,
    switch,
    whole,
    whole_array,
)
from tests.figures.rendering import contents
from tests.test_bad_arguments import CALLS

TYPES = [np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64]
TYPES_FOR_PLOTS = [np.uint8, np.uint64]  # a picture takes time
CODES = pe.positional_encoding(100, 100, 100)

# What each function is called with; for the rest its own defaults. Integers up to 127, the most
# that fits every type, and most of them so large that twice as much does not fit.
SHARED = {"seq_len": 100, "d_model": 100, "base": 100}
OWN = {
    "convention_table": {"name": "paper", "positions": 100},
    "examine": {"table": CODES},
    "mean_encoding": {"start": 100, "max_rows": 9},
    "plot_batch": {"start": 100, "seq_len": 16},
    "plot_common_shift": {"furthest": 100, "distance": 100},
    "plot_rotary": {"position": 100, "distance": 100, "pair": 49, "partial_rotary_factor": 1},
    "plot_scalings": {"pair": 49, "scale": 50},
    "plot_attention_head": {"position": 70, "offset": 3, "sharpness": 2},
    "plot_chirps": {"positions": [1, 100]},
    "plot_clock_wall": {"position": 70, "noise": 1},
    "plot_columns": {"columns": [0, 99]},
    "plot_directions": {"position": 100, "offset": 3, "around": 100},
    "plot_drift": {"position": 100},
    "plot_encoding": {"start": 100},
    "plot_frequencies": {"bases": (2, 100)},
    "plot_scores_by_distance": {"furthest": 100},
    "plot_gram": {"rows": (16, 70)},
    "plot_heatmap": {"table": np.eye(100), "start": 100},
    "plot_learned_scores": {"d_model": 8, "seq_len": 5},
    "plot_linked_heatmap": {"start": 100, "position": 120, "column": 99},
    "plot_microscope": {"position": 70, "column": 99},
    "plot_past_the_end": {"setups": ("mask",), "d_model": 8, "seq_len": 5},
    "plot_pairs_as_circles": {"d_model": 18, "columns": 2},
    "plot_precision": {"precisions": "float16", "furthest": 100},
    "plot_projection": {"d_models": (2, 70), "draws": 2},
    "plot_reading": {"d_models": (2, 100), "vocab_size": 100},
    "plot_scores": {"seq_lens": (4, 9), "noise": 1},
    "plot_sharpness": {"sharpnesses": (1, 8), "position": 70, "offset": 3},
    "plot_shift": {"position": 99, "shift": 100, "pair": 49},
    "plot_shift_matrices": {"shifts": (0, 100), "d_model": 64},
    "plot_shift_on_clocks": {"positions": (0, 100), "pairs": (1, 49)},
    "plot_sine_alone": {"omega": 1, "shift": 100},
    "plot_sum": {"words": np.eye(4), "table": np.eye(4)},
    "plot_swap": {"seq_len": 5, "gain": 2},
    "plot_training": {"d_model": 8, "seq_len": 5, "step": 10, "trained": 10},
    "plot_two_bases": {"base_a": 2, "base_b": 100},
    "plot_word_and_position": {"position": 70, "word_std": 2, "vocab_size": 100},
    "positional_encoding": {"start": 100},
    "recognize": {"table": CODES, "positions": range(100)},
    "shift_encoding": {"table": [[0, 1]], "offset": 100},
    "shift_matrix": {"offset": 100},
    "similarity": {"offsets": range(100)},
}
FUNCTIONS = [  # those of the other modules are called in tests/test_bad_arguments.py
    name
    for name in pe.__all__
    if inspect.isfunction(getattr(pe, name)) and getattr(pe, name) not in dict(CALLS)
    if name != "recall"  # takes names of questions alone
]
WIDE = np.lib.stride_tricks.as_strided(np.zeros(1), (2**16, 2**16), (0, 0))


def arguments(name):
    """Return the arguments of a call, by name."""
    parameters = inspect.signature(getattr(pe, name)).parameters.values()
    given = {**SHARED, **OWN.get(name, {})}
    defaults = {p.name: p.default for p in parameters if p.default is not p.empty}
    return {**defaults, **{p.name: given[p.name] for p in parameters if p.name in given}}


def as_type(kind, value):
    """Return `value` with every integer that fits `kind` converted to it, in lists too."""
    if isinstance(value, (list, tuple, range)):
        return [as_type(kind, one) for one in value]
    whole = isinstance(value, int) and not isinstance(value, bool)
    return kind(value) if whole and value >= np.iinfo(kind).min else value


def outcome(name, given):
    """Return what a call gives, as something to compare."""
    result = getattr(pe, name)(**given)
    if not hasattr(result, "figure"):
        return result
    return result.text, contents(result.figure)


def assert_same(found, expected):
    if isinstance(expected, dict):
        assert found.keys() == expected.keys()
        found, expected = list(found.values()), list(expected.values())
    if isinstance(expected, (list, tuple)):
        assert len(found) == len(expected)
        for one, other in zip(found, expected, strict=True):
            assert_same(one, other)
    else:
        assert np.array_equal(found, expected)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_integer_type_is_an_integer(name):
    given = arguments(name)
    expected = outcome(name, given)
    for kind in TYPES_FOR_PLOTS if name.startswith("plot_") else TYPES:
        converted = {key: as_type(kind, value) for key, value in given.items()}
        assert_same(outcome(name, converted), expected)


CHECKS = [  # each check of an argument, what it refuses, and what it says
    (whole, (1.0, 0), "n must be an integer >= 0, got 1.0 (float)"),
    (whole, (True, 0), "n must be an integer >= 0, got True (bool)"),
    (whole, (-1, 0), "n must be an integer >= 0, got -1"),
    (whole, (9, 0, 5), "n must be an integer from 0 to 5, got 9"),
    (whole, (2**60, 0), f"n must lie within -2**53 ... 2**53, got {2**60}"),
    (even, (3,), "n must be an even integer >= 2, got 3"),
    (even, (2**31,), "n must be at most 2**24, got 2147483648"),
    (finite, ("1",), "n must be a finite number, got '1' (str)"),
    (finite, (np.inf, 0), "n must be a finite number >= 0, got inf"),
    (finite, (3, 0, 2), "n must be a finite number >= 0 and <= 2, got 3"),
    (positive, (0,), "n must be a finite number > 0, got 0"),
    (positive, (10**400,), "n must be a finite number > 0, got 10000000000000000000... (401"),
    (floating, (int,), "n must be a floating type such as float64 or float32, got <class 'int'>"),
    (finite_array, ([1, np.nan],), "n must be finite real numbers, got nan"),
    (finite_array, ([True],), "n must be finite real numbers, got an array of bool"),
    (finite_array, ([[1], [1, 2]],), "n must be one array of numbers, got rows of different"),
    (finite_array, (WIDE,), "a result must take at most 4 GiB, got 32 GiB for n=an array of shape"),
    (whole_array, ([1.5], 0), "n must be integers, got an array of float64"),
    (whole_array, ([-1], 0, 5), "n must be integers from 0 to 5, got -1"),
    (finite_table, ([1],), "n must have the shape (rows, d_model), got (1,)"),
    (finite_row, ([[1]],), "n must be a list of numbers, got shape (1, 1)"),
    (switch, (1,), "n must be True or False, got 1 (int)"),
    (one_of, ("c", ("a", "b")), "n must be one of a, b, got 'c'"),
    (several, ([], 4), "n must hold at least one value, got none"),
    (several, (range(5), 4), "n must hold at most 4 values, got range(0, 5)"),
    (one_of, ("x" * 10**5, ("a",)), "n must be one of a, got 'xxxxxxxxxxxxxxxxxxx... (100002"),
    (whole, (10**5000, 0, 5), "n must be an integer from 0 to 5, got int too long to write"),
]


@pytest.mark.parametrize(("check", "given", "said"), CHECKS)
def test_what_a_check_says(check, given, said):
    with pytest.raises((TypeError, ValueError), match=f"^{re.escape(said)}"):
        check("n", *given)


def test_what_a_check_makes_of_its_value():
    assert positive("n", Fraction(1, 2)) == finite("n", np.float32(0.5)) == 0.5
    assert finite_array("n", [Fraction(1, 2), 2**70]).tolist() == [0.5, 2.0**70]
    assert whole_array("n", np.array([3], np.uint8), 0).dtype == np.int64
    assert switch("n", np.True_) is True
    assert several("n", 3, 4) == [3]
