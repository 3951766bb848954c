"""A bad argument is refused at once: the message names it, its value and what is allowed."""

import re
from fractions import Fraction

import numpy as np
import pytest

from tests.figures.cases import PLOTS, SMALL, redrawn, settings_of, table
from tests.figures.rendering import contents

NAN, INF = float("nan"), float("inf")

NO_INTEGER = (1.5, "x", True, None)
NO_PLACE = (*NO_INTEGER, -1, 10**12)
NO_LENGTH = (*NO_INTEGER, -1, 0)
NO_NUMBER = ("x", None, True, NAN, INF)
NONE, TOO_MANY = (), range(1_000)

# What no plot function takes for an argument of that name. Lists may hold one bad value.
BAD = {
    "around": (*NO_PLACE, 0),
    "ax": (3, "x"),
    "base": (*NO_NUMBER, 0, -1.0),
    "base_a": (*NO_NUMBER, 0, -1.0),
    "base_b": (*NO_NUMBER, 0, -1.0),
    "bases": (NONE, TOO_MANY, [0], ["x"]),
    "cmap": ("nope", 3),
    "column": NO_PLACE,
    "columns": NO_PLACE,
    "ids_by": ("row", 3, None),
    "d_model": (*NO_LENGTH, 3),
    "d_models": (NONE, TOO_MANY, [3], [0], ["x"]),
    "depth": (*NO_LENGTH, 99),
    "draws": (*NO_LENGTH, 99),
    "distance": NO_PLACE,
    "first": NO_PLACE,
    "furthest": NO_PLACE,
    "gain": (*NO_NUMBER, 1e308),
    "hours": NO_PLACE,
    "labels": (["a"], "a"),
    "minutes": NO_PLACE,
    "noise": (*NO_NUMBER, -0.1, 1e308),
    "offset": NO_INTEGER,
    "omega": (*NO_NUMBER, 0, 1e308),
    "omegas": (NONE, TOO_MANY, [-1], [NAN], ["x"]),
    "padding": ("both", 3, None),
    "pair": NO_PLACE,
    "pairs": (NONE, TOO_MANY, [99], [0.5]),
    "partial_rotary_factor": (*NO_NUMBER, 0, 1.5),
    "position": NO_PLACE,
    "positions": (NONE, TOO_MANY, [-1], [0.5], ["x"]),
    "precision": ("half", "float8"),
    "precisions": (NONE, TOO_MANY, ["float8"]),
    "rows": (NONE, TOO_MANY, [99], [-1]),
    "scale": (*NO_NUMBER, 0.5, 65),
    "second": NO_PLACE,
    "setups": (NONE, TOO_MANY, ["nobody"], [3]),
    "seconds": NO_PLACE,
    "seeds": (*NO_LENGTH, 99),
    "seq_len": NO_LENGTH,
    "seq_lens": (NONE, TOO_MANY, [3], [0.5], ["x"]),
    "sharpness": (*NO_NUMBER, -1),
    "sharpnesses": (NONE, TOO_MANY, [-1], [NAN]),
    "shift": NO_INTEGER,
    "shifts": (NONE, TOO_MANY, [NAN], ["x"]),
    "size": ((9, 0), (9,), (NAN, 4)),
    "start": NO_INTEGER,
    "starts": (NONE, TOO_MANY, [0.5], ["x"]),
    "step": NO_PLACE,
    "steps": (*NO_PLACE, 0),
    "table": ([1, 2], np.zeros((0, 4)), [["a"]], [[1j]], [[NAN, 1.0]], [[INF]], [[1], [1, 2]]),
    "tasks": (NONE, TOO_MANY, ["nobody"], [3]),
    "tokens": NO_PLACE,
    "trained": NO_PLACE,
    "turns_per_ten_tokens": (NONE, TOO_MANY, [0], [NAN]),
    "variant": ("nobody",),
    "vocab_size": (*NO_LENGTH, 513),
    "word_std": (*NO_NUMBER, 0, -1.0, 11),
    "word_stds": (NONE, TOO_MANY, [0], [NAN], ["x"]),
    "words": ([1, 2], np.zeros((0, 4)), [["a"]], [[NAN, 1.0]], np.zeros((2, 3))),
}


SWITCHES = {"colorbar", "transpose", "values"}
ARGUMENTS = [(name, argument) for name in PLOTS for argument in settings_of(name)]


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    ("name", "argument"), [pair for pair in ARGUMENTS if pair[1] not in SWITCHES]
)
def test_refused(name, argument):
    drawing = redrawn(name)
    before = contents(drawing.figure), drawing.text
    for value in BAD[argument]:
        with pytest.raises((TypeError, ValueError)) as caught:
            redrawn(name, **{argument: value})
        assert_says(str(caught.value), argument, value)
    # What is wrong is found before the first artist moves.
    assert (contents(drawing.figure), drawing.text) == before


def assert_says(message, argument, value):
    """The message has the name, perhaps in the singular for one of a list, and the value."""
    assert (argument[:-2] if argument.endswith("s") else argument[:4]) in message
    assert re.search(" must .+, got ", message), message
    assert len(message) < 200
    if isinstance(value, float | int | str | None):
        assert str(value)[:20] in message


# Those that are no literals; the others stand in limits.md.
LIMITS = [
    ("plot_heatmap", {"table": np.zeros((0, 4))}, ["table", "(0, 4)"]),
    ("plot_heatmap", {"table": [[NAN, 1.0]]}, ["table", "finite", "nan"]),
    ("plot_heatmap", {"table": np.zeros((21, 20)), "values": True}, ["table", "400", "420"]),
    ("plot_columns", {"columns": range(6)}, ["columns", "at most 5", "range(0, 6)"]),
    ("plot_chirps", {"positions": range(6)}, ["positions", "at most 5", "range(0, 6)"]),
    ("plot_chirps", {"positions": 10**9 + 1}, ["position", "0 to 1000000000", "1000000001"]),
    ("plot_sum", {"words": np.zeros((2, 2))}, ["(2, 2)", "(4, 4)"]),
    ("plot_sum", {"words": np.eye(4) * 1e308, "table": np.eye(4) * 1e308}, ["words + table"]),
    ("plot_frequencies", {"bases": range(1, 6)}, ["bases", "at most 4", "range(1, 6)"]),
    ("plot_gram", {"rows": range(5)}, ["rows", "at most 4", "range(0, 5)"]),
    ("plot_distances", {"steps": 10**7}, ["steps", "10000000", "1 to 10000"]),
    ("plot_directions", {"around": 10**7}, ["around", "10000000", "1 to 1000"]),
    ("plot_sharpness", {"seq_len": 10**6}, ["seq_len", "1000000", "1 to 1000"]),
    ("plot_attention_head", {"offset": 10**10}, ["offset", "-1000000000 to 1000000000"]),
    ("plot_codes", {"seq_len": 10**6}, ["seq_len", "1000000", "1 to 290"]),
    ("plot_shift", {"shift": -(10**10)}, ["shift", "-1000000000 to 1000000000"]),
    ("plot_shift_on_clocks", {"positions": range(6)}, ["positions", "range(0, 6)", "at most 5"]),
    ("plot_shift_on_clocks", {"pairs": range(4)}, ["pairs", "range(0, 4)", "at most 3"]),
    ("plot_shift_matrices", {"shifts": range(5)}, ["shifts", "range(0, 5)", "at most 4"]),
    ("plot_aliasing", {"omegas": range(4)}, ["omegas", "range(0, 4)", "at most 3"]),
    ("plot_reach", {"bases": range(2, 7)}, ["bases", "range(2, 7)", "at most 4"]),
    ("plot_windows", {"starts": range(4)}, ["starts", "range(0, 4)", "at most 3"]),
    ("plot_past_the_end", {"setups": ["mask"] * 5}, ["setups", "at most 4"]),
    ("plot_reading", {"d_models": range(5)}, ["d_models", "at most 4", "range(0, 5)"]),
    ("plot_scores", {"seq_lens": range(5)}, ["seq_lens", "range(0, 5)", "at most 4"]),
]
LIMITS += table("limits.md")


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(("name", "arguments", "parts"), LIMITS)
def test_what_is_allowed_is_said(name, arguments, parts):
    with pytest.raises((TypeError, ValueError)) as caught:
        redrawn(name, **arguments)
    message = str(caught.value)
    assert not [part for part in parts if part not in message], message
    assert len(message) < 200


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("plot_attention_head", {"sharpness": 1e308}),
        ("plot_sharpness", {"sharpnesses": 1e308}),
        ("plot_swap", {"gain": -1_000}),
        ("plot_clock_wall", {"noise": 1_000}),
        ("plot_precision", {"precisions": "float16", "base": 1e-10}),
        ("plot_drift", {"precision": "float16", "base": 1e-10}),
        *(("plot_frequencies", {"bases": base}) for base in (1e-100, 1e300)),
        *(("plot_ordered_shares", {"bases": base}) for base in (1.001, 1e300)),
        *(("plot_museum", {"base": base}) for base in (0.01, 1e300, 1e308)),
    ],
)
def test_extremes_are_drawn_without_a_warning(name, arguments):
    text = redrawn(name, **arguments).text
    assert not re.search(r"\bnan\b|\binf\b", text)


@pytest.mark.parametrize(
    ("name", "size", "blamed"),
    [
        ("plot_gram", {"seq_len": 3}, "row"),
        ("plot_attention_head", {"seq_len": 3}, "position"),
        ("plot_sharpness", {"seq_len": 3}, "position"),
        ("plot_word_and_position", {"seq_len": 3}, "position"),
        ("plot_shift", {"seq_len": 3}, "position"),
        ("plot_shift", {"d_model": 2}, "pair"),
        ("plot_shift_on_clocks", {"d_model": 2}, "pair"),
        ("plot_rotary", {"d_model": 2}, "pair"),
    ],
)
def test_a_size_that_is_too_small_for_a_default_is_named(name, size, blamed):
    """Nobody gave the place that does not fit: the message says what was given."""
    ((given, value),) = size.items()
    with pytest.raises(ValueError, match=f"^{blamed} must be .+ at {given}={value}, got "):
        redrawn(name, **size)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("base", [Fraction(10_000, 3), 2**70, 1e300, 1e-300])
@pytest.mark.parametrize("name", [name for name in PLOTS if "base" in settings_of(name)])
def test_bases_of_any_kind_and_size_are_drawn_or_refused(name, base):
    try:
        text = redrawn(name, **SMALL.get(name, {}), base=base).text
    except ValueError as error:
        assert re.search(r"\bbase\b", str(error)), error
    else:
        assert not re.search(r"\bnan\b|\binf\b|Fraction", text)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("base", [Fraction(10_000, 3), 2**70, 1e300, 1e-300])
@pytest.mark.parametrize("name", ["two_bases", "frequencies", "reach", "ordered_shares"])
def test_one_of_several_bases_as_well(name, base):
    argument = "base_a" if name == "two_bases" else "bases"
    try:
        redrawn(f"plot_{name}", **{argument: base})
    except ValueError as error:
        assert re.search("base.* must .+, got ", str(error)), error
