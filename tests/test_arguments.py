"""Every argument of every public function: integers of all types, and values that are too long.

A small type of NumPy overflows where an argument is used before it is converted to an int:
2 * np.uint8(200) is 144.
"""

import inspect
import re

import numpy as np
import pytest

import posenc_helpers as pe
from tests.figures.rendering import contents

TYPES = [np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64]
TYPES_FOR_PLOTS = [np.uint8, np.uint64]  # a picture takes time
CODES = pe.positional_encoding(100, 100, 100)

# What each function is called with; for the rest its own defaults. Integers up to 127, the most
# that fits every type, and most of them so large that twice as much does not fit.
SHARED = {"seq_len": 100, "d_model": 100, "base": 100}
OWN = {
    "clock_speeds": {"table": CODES, "positions": range(100)},
    "convention_table": {"name": "paper", "positions": 100},
    "examine": {"table": CODES},
    "found_after_projection": {"count": 70},
    "mean_encoding": {"start": 100, "max_rows": 9},
    "ntk_base": {"scale": 100, "d_head": 100},
    "rotary_frequencies": {"d_head": 100, "scaling": "ntk", "scale": 100},
    "rotate": {"vectors": [[1, 100]], "positions": [100]},
    "plot_common_shift": {"furthest": 100, "distance": 100},
    "plot_longer_texts": {"tasks": "before", "scale": 2, "seq_len": 8, "d_model": 8},
    "plot_rotary": {"position": 100, "distance": 100, "pair": 49, "scale": 50},
    "nearest_rows": {"vectors": [[1, 100]], "candidates": [[100, 2], [100, 100]]},
    "neighbour_law": {"word_std": [1, 100]},
    "plot_attention_head": {"position": 70, "offset": 3, "sharpness": 2},
    "plot_chirps": {"positions": [1, 100]},
    "plot_clock_wall": {"position": 70, "noise": 1},
    "plot_columns": {"columns": [0, 99]},
    "plot_directions": {"position": 100, "offset": 3, "around": 100},
    "plot_drift": {"position": 100},
    "plot_encoding": {"start": 100},
    "plot_frequencies": {"bases": (2, 100)},
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
    "self_attention": {"inputs": [[1, 2], [100, 0]]},
    "shift_encoding": {"table": [[0, 1]], "offset": 100},
    "shift_matrix": {"offset": 100},
    "shifted_attention": {"offset": 100, "sharpness": 2},
    "similarity": {"offsets": range(100)},
    "softmax": {"scores": [1, 2, 100]},
    "word_vectors": {"words": ["a", "b"]},
}
FUNCTIONS = [name for name in pe.__all__ if inspect.isfunction(getattr(pe, name))]


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


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize(
    "bad",
    [
        pytest.param("x" * 100_000, id="text"),
        pytest.param(10**5000, id="integer", marks=pytest.mark.full),
        pytest.param([["x" * 100_000]], id="rows", marks=pytest.mark.full),
    ],
)
def test_a_long_value_is_cut_in_the_message(name, bad):
    """What is wrong is said in one line that can be read, and as TypeError or ValueError."""
    for key in arguments(name):
        try:
            getattr(pe, name)(**{**arguments(name), key: bad})
        except (TypeError, ValueError) as error:
            assert len(str(error)) <= 320  # the longest names all conventions
            assert "\n" not in str(error)
            assert re.sub("(es|s)$", "", key) in str(error)
