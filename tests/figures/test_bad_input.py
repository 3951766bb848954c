"""A bad argument is refused at once: the message names it, its value and what is allowed."""

import re
from fractions import Fraction

import numpy as np
import pytest

from tests.figures.cases import PLOTS, SMALL, redrawn, settings_of
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


LIMITS = [  # function, arguments of which one is too large or does not fit, what is said
    ("plot_heatmap", {"table": [1, 2]}, ["table", "(2,)"]),
    ("plot_heatmap", {"table": np.zeros((0, 4))}, ["table", "(0, 4)"]),
    ("plot_heatmap", {"table": [["a"]]}, ["table", "numbers"]),
    ("plot_heatmap", {"table": [[NAN, 1.0]]}, ["table", "finite", "nan"]),
    ("plot_heatmap", {"table": np.zeros((21, 20)), "values": True}, ["table", "400", "420"]),
    ("plot_heatmap", {"size": (41, 4)}, ["size", "2.5 to 40", "(41, 4)"]),
    ("plot_heatmap", {"size": (9, 2)}, ["size", "2.5 to 40", "(9, 2)"]),
    ("plot_encoding", {"d_model": 16_386}, ["d_model", "2 to 16384", "16386"]),
    ("plot_linked_heatmap", {"seq_len": 5}, ["position", "10", "0 to 4"]),
    ("plot_linked_heatmap", {"seq_len": 5, "start": 20}, ["position", "10", "20 to 24"]),
    ("plot_linked_heatmap", {"d_model": 4}, ["column", "9", "0 to 3"]),
    ("plot_microscope", {"position": 10}, ["position", "10", "0 to 9"]),
    ("plot_microscope", {"column": 6}, ["column", "6", "0 to 5"]),
    ("plot_columns", {"columns": [128]}, ["column", "128", "0 to 127"]),
    ("plot_columns", {"columns": range(6)}, ["columns", "at most 5", "range(0, 6)"]),
    ("plot_columns", {"columns": []}, ["columns", "at least one"]),
    ("plot_columns", {"seq_len": 100_001}, ["seq_len", "1 to 100000", "100001"]),
    ("plot_chirps", {"positions": range(6)}, ["positions", "at most 5", "range(0, 6)"]),
    ("plot_chirps", {"positions": 10**9 + 1}, ["position", "0 to 1000000000", "1000000001"]),
    ("plot_sines", {"turns_per_ten_tokens": 0}, ["turns_per_ten_tokens", ">= 0.01", "0"]),
    ("plot_sines", {"turns_per_ten_tokens": 101}, ["turns_per_ten_tokens", "<= 100", "101"]),
    ("plot_sum", {"words": np.zeros((2, 2))}, ["(2, 2)", "(4, 4)"]),
    ("plot_sum", {"words": [1, 2], "table": [1, 2]}, ["words", "table", "(2,)"]),
    ("plot_sum", {"labels": "abc"}, ["labels", "4", "3"]),
    ("plot_sum", {"words": np.eye(4) * 1e308, "table": np.eye(4) * 1e308}, ["words + table"]),
    ("plot_clock_wall", {"position": 100}, ["position", "100", "0 to 99"]),
    ("plot_clock_wall", {"noise": 1_001}, ["noise", "1001", ">= 0 and <= 1000"]),
    ("plot_pairs_as_circles", {"columns": 4}, ["columns", "4", "1 to 3"]),
    ("plot_pairs_as_circles", {"seq_len": 2_001}, ["seq_len", "2001", "1 to 2000"]),
    ("plot_pairs_as_circles", {"d_model": 74}, ["d_model", "74", "2 to 72"]),
    ("plot_time_of_day", {"hours": 24}, ["hours", "24", "0 to 23"]),
    ("plot_two_bases", {"d_model": 20_000}, ["d_model", "20000", "2 to 16384"]),
    ("plot_frequencies", {"bases": 1e-300}, ["base", "1e-300", ">= 1e-100"]),
    ("plot_frequencies", {"bases": range(1, 6)}, ["bases", "at most 4", "range(1, 6)"]),
    ("plot_gram", {"rows": (64,)}, ["row", "64", "0 to 63"]),
    ("plot_gram", {"rows": range(5)}, ["rows", "at most 4", "range(0, 5)"]),
    ("plot_distances", {"steps": 10**7}, ["steps", "10000000", "1 to 10000"]),
    ("plot_directions", {"position": 0}, ["position", "0", "1 to 1000000000"]),
    ("plot_directions", {"around": 10**7}, ["around", "10000000", "1 to 1000"]),
    ("plot_sharpness", {"sharpnesses": (1, 2, 3, 4)}, ["sharpnesses", "at most 3", "(1, 2, 3, 4)"]),
    ("plot_sharpness", {"position": 64}, ["position", "64", "0 to 63"]),
    ("plot_sharpness", {"seq_len": 10**6}, ["seq_len", "1000000", "1 to 1000"]),
    ("plot_attention_head", {"position": 32}, ["position", "32", "0 to 31"]),
    ("plot_attention_head", {"offset": 10**10}, ["offset", "-1000000000 to 1000000000"]),
    ("plot_swap", {"seq_len": 13}, ["seq_len", "13", "2 to 12"]),
    ("plot_swap", {"first": 5}, ["first", "5", "0 to 4"]),
    ("plot_swap", {"gain": 1_001}, ["gain", "1001", ">= -1000 and <= 1000"]),
    ("plot_codes", {"seq_len": 10**6}, ["seq_len", "1000000", "1 to 290"]),
    ("plot_shift", {"pair": 8}, ["pair", "8", "0 to 7"]),
    ("plot_shift", {"position": 1_000}, ["position", "1000", "0 to 999"]),
    ("plot_shift", {"shift": -(10**10)}, ["shift", "-1000000000 to 1000000000"]),
    ("plot_shift_on_clocks", {"positions": range(6)}, ["positions", "range(0, 6)", "at most 5"]),
    ("plot_shift_on_clocks", {"pairs": range(4)}, ["pairs", "range(0, 4)", "at most 3"]),
    ("plot_shift_on_clocks", {"pairs": [8]}, ["pair", "8", "0 to 7"]),
    ("plot_shift_matrices", {"shifts": range(5)}, ["shifts", "range(0, 5)", "at most 4"]),
    ("plot_shift_matrices", {"d_model": 66}, ["d_model", "66", "2 to 64"]),
    ("plot_sine_alone", {"omega": 0}, ["omega", "0", "seq_len"]),
    ("plot_sine_alone", {"omega": 101}, ["omega", "101", ">= -100 and <= 100"]),
    ("plot_sine_alone", {"seq_len": 3}, ["seq_len", "3", "4 to 10000"]),
    ("plot_aliasing", {"omegas": range(4)}, ["omegas", "range(0, 4)", "at most 3"]),
    ("plot_aliasing", {"omegas": 1_001}, ["omega", "1001", ">= 0 and <= 1000"]),
    ("plot_aliasing", {"tokens": 7}, ["tokens", "7", "1 to 6"]),
    ("plot_reach", {"bases": range(2, 7)}, ["bases", "range(2, 7)", "at most 4"]),
    ("plot_reach", {"bases": 1}, ["base", "1", "> 1"]),
    ("plot_windows", {"starts": range(4)}, ["starts", "range(0, 4)", "at most 3"]),
    ("plot_training", {"positions": "nobody"}, ["positions", "nobody", "learned"]),
    ("plot_training", {"d_model": 258}, ["d_model", "258", "2 to 256"]),
    ("plot_training", {"seq_len": 257}, ["seq_len", "257", "2 to 256"]),
    ("plot_training", {"step": 201}, ["step", "201", "0 to 200"]),
    ("plot_training", {"trained": -1}, ["trained", "-1", "0 to 200"]),
    ("plot_rotary", {"position": -1}, ["position", "-1", "0 to 1000000000"]),
    ("plot_rotary", {"distance": -1}, ["distance", "-1", "0 to 1000000000"]),
    ("plot_rotary", {"pair": 64}, ["pair", "64", "0 to 63"]),
    ("plot_rotary", {"partial_rotary_factor": 2}, ["partial_rotary_factor", "2", "<= 1"]),
    ("plot_rotary", {"partial_rotary_factor": 0}, ["partial_rotary_factor", "0", ">= 0.01"]),
    ("plot_scalings", {"base": 1}, ["base", "1", ">= 2"]),
    ("plot_scalings", {"scale": 65}, ["scale", "65", ">= 1 and <= 64"]),
    ("plot_scalings", {"pair": 64}, ["pair", "64", "0 to 63"]),
    ("plot_common_shift", {"furthest": 0}, ["furthest", "0", "1 to 10000"]),
    ("plot_common_shift", {"distance": -1}, ["distance", "-1", "0 to"]),
    ("plot_common_shift", {"d_model": 258}, ["d_model", "258", "2 to 256"]),
    ("plot_past_the_end", {"setups": ["mask"] * 5}, ["setups", "at most 4"]),
    ("plot_past_the_end", {"seq_len": 65}, ["seq_len", "2 to 64", "65"]),
    ("plot_past_the_end", {"d_model": 66}, ["d_model", "64", "66"]),
    ("plot_clock_wall", {"seq_len": 3}, ["position", "0 to 2 at seq_len=3", "99"]),
    ("plot_past_the_end", {"setups": "nobody"}, ["nobody", "anywhere"]),
    ("plot_learned_scores", {"seq_len": 127}, ["seq_len", "127", "2 to 64"]),
    ("plot_learned_scores", {"d_model": 256}, ["d_model", "256", "2 to 128"]),
    ("plot_batch", {"padding": "both"}, ["padding", "both", "right, left"]),
    ("plot_batch", {"ids_by": "row"}, ["ids_by", "row", "slot, mask, text"]),
    ("plot_batch", {"start": 9_001}, ["start", "9001", "0 to 9000"]),
    ("plot_batch", {"seq_len": 17}, ["seq_len", "17", "1 to 16"]),
    ("plot_grid_similarity", {"seq_len": 201}, ["seq_len", "201", "1 to 200"]),
    ("plot_grid_similarity", {"d_model": 6}, ["d_model", "6", "multiple of 4"]),
    ("plot_scores_by_distance", {"furthest": 1_001}, ["furthest", "1001", "1 to 1000"]),
    ("plot_convention", {"variant": "nobody"}, ["variant", "nobody", "CONVENTIONS"]),
    ("plot_convention", {"columns": "sorted"}, ["columns", "sorted", "as stored"]),
    ("plot_convention", {"seq_len": 1}, ["seq_len", "1", "2"]),
    ("plot_convention", {"d_model": 5}, ["d_model", "5", "even", "Whisper"]),
    ("plot_museum", {"seq_len": 100_000, "d_model": 2}, ["base", "65,504", "seq_len=100000"]),
    ("plot_museum", {"base": 1e-101}, ["base", "1e-101", "65,504"]),
    ("plot_museum", {"seq_len": 1}, ["seq_len", "1", "2"]),
    ("plot_precision", {"precisions": ["float8"]}, ["precision", "float8", "bfloat16"]),
    ("plot_precision", {"furthest": 9}, ["furthest", "9", "10 to 1000000000"]),
    ("plot_precision", {"d_model": 4_098}, ["d_model", "4098", "2 to 4096"]),
    ("plot_precision", {"base": 1e-60}, ["base", "1e-60", "nearer to 1"]),
    ("plot_word_and_position", {"seq_len": 513}, ["seq_len", "513", "1 to 512"]),
    ("plot_word_and_position", {"vocab_size": 513}, ["vocab_size", "513", "1 to 512"]),
    ("plot_word_and_position", {"d_model": 514}, ["d_model", "514", "2 to 512"]),
    ("plot_word_and_position", {"word_std": 0.001}, ["word_std", "0.001", ">= 0.01 and <= 10"]),
    ("plot_word_and_position", {"position": 100}, ["position", "100", "0 to 99"]),
    ("plot_reading", {"d_models": range(5)}, ["d_models", "at most 4", "range(0, 5)"]),
    ("plot_reading", {"d_models": 1024}, ["d_model", "1024", "2 to 512"]),
    ("plot_norms", {"word_stds": (1, 2, 3, 4)}, ["word_stds", "at most 3", "(1, 2, 3, 4)"]),
    ("plot_norms", {"word_stds": 11}, ["word_std", "11", ">= 0.001 and <= 10"]),
    ("plot_projection", {"draws": 21}, ["draws", "21", "1 to 20"]),
    ("plot_projection", {"seq_len": 1}, ["seq_len", "1", "2 to 512"]),
    ("plot_depth", {"depth": 13}, ["depth", "13", "1 to 12"]),
    ("plot_depth", {"seeds": 21}, ["seeds", "21", "1 to 20"]),
    ("plot_trade_off", {"base": 2e6}, ["base", "2000000", ">= 1 and <= 1e+06"]),
    ("plot_trade_off", {"seq_len": 4_097}, ["seq_len", "4097", "4 to 4096"]),
    ("plot_trade_off", {"noise": 2.1}, ["noise", "2.1", ">= 0 and <= 2"]),
    ("plot_trade_off", {"d_model": 514}, ["d_model", "514", "2 to 512"]),
    ("plot_scores", {"seq_lens": 4_097}, ["seq_lens", "4097", "4 to 4096"]),
    ("plot_scores", {"seq_lens": range(5)}, ["seq_lens", "range(0, 5)", "at most 4"]),
    ("plot_drift", {"position": 0}, ["position", "0", "1 to 100000000"]),
    ("plot_drift", {"base": 1e-60}, ["base", "1e-60", "nearer to 1"]),
]


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
