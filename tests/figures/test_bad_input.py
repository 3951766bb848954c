"""A bad argument is refused at once: the message names it, its value and what is allowed."""

import re
from fractions import Fraction

import numpy as np
import pytest

from tests.figures.cases import PLOTS, SMALL, redrawn, settings_of
from tests.figures.rendering import contents

pytestmark = pytest.mark.filterwarnings("error")

NAN, INF = float("nan"), float("inf")
NO_INTEGER = (1.5, "x", True, None)
NO_PLACE = (*NO_INTEGER, -1, 10**12)
NO_LENGTH = (*NO_INTEGER, -1, 0)
NO_NUMBER = ("x", None, True, NAN, INF)
NO_LIST = ((), range(1_000), ["x"])

BAD = {  # what is refused, by the name of the argument; lists may hold one bad value
    **dict.fromkeys("around column columns distance first furthest hours".split(), NO_PLACE),
    **dict.fromkeys("minutes pair position second seconds step steps".split(), NO_PLACE),
    **dict.fromkeys(("tokens", "trained"), NO_PLACE),
    **dict.fromkeys(("base", "base_a", "base_b"), (*NO_NUMBER, 0, -1.0)),
    **dict.fromkeys(("bases", "word_stds"), (*NO_LIST, [0])),
    **dict.fromkeys(("depth", "draws", "seeds", "seq_len", "vocab_size"), NO_LENGTH),
    **dict.fromkeys(("gain", "noise", "partial_rotary_factor", "scale", "word_std"), NO_NUMBER),
    **dict.fromkeys(("ids_by", "padding", "precision", "variant"), ("nobody", 3, None)),
    **dict.fromkeys(("offset", "shift", "start"), NO_INTEGER),
    **dict.fromkeys(("omegas", "sharpnesses"), (*NO_LIST, [-1], [NAN])),
    **dict.fromkeys(("pairs", "positions", "rows", "seq_lens", "starts"), (*NO_LIST, [0.5])),
    **dict.fromkeys(("precisions", "setups", "tasks"), (*NO_LIST, ["nobody"], [3])),
    **dict.fromkeys(("shifts", "turns_per_ten_tokens"), (*NO_LIST, [NAN])),
    "ax": (3, "x"),
    "cmap": ("nope", 3),
    "d_model": (*NO_LENGTH, 3),
    "d_models": (*NO_LIST, [3], [0]),
    "labels": (["a"], "a"),
    "omega": (*NO_NUMBER, 0),
    "sharpness": (*NO_NUMBER, -1),
    "size": ((9, 0), (9,), (NAN, 4), (41, 4), (9, 2)),
    "table": ([1, 2], np.zeros((0, 4)), [["a"]], [[1j]], [[NAN, 1.0]], [[INF]], [[1], [1, 2]]),
    "words": ([1, 2], np.zeros((0, 4)), [["a"]], [[NAN, 1.0]], np.zeros((2, 3))),
}
SWITCHES = {"colorbar", "transpose", "values"}
ARGUMENTS = [(name, one) for name in PLOTS for one in settings_of(name) if one not in SWITCHES]


@pytest.mark.parametrize(("name", "argument"), ARGUMENTS)
def test_refused(name, argument):
    assert argument in BAD, f"add what `{argument}` must not be to BAD in {__file__}"
    drawing = redrawn(name)
    before = contents(drawing.figure), drawing.text
    for value in BAD[argument]:
        with pytest.raises((TypeError, ValueError)) as caught:
            redrawn(name, **{argument: value})
        message = str(caught.value)
        assert (argument[:-2] if argument.endswith("s") else argument[:4]) in message  # singular
        assert re.search(" must .+, got ", message), message
        assert len(message) < 200
        if isinstance(value, float | int | str | None):
            assert str(value)[:20] in message
    # What is wrong is found before the first artist moves.
    assert (contents(drawing.figure), drawing.text) == before


BILLION, AT = 10**9, " at {}={}".format
RANGES = {  # the least and the greatest value, of integers or of floats, and what they follow from
    "aliasing": {"omegas": (0.0, 1e3), "tokens": (1, 6)},
    "attention_head": {"position": (0, 31, AT("seq_len", 32)), "offset": (-BILLION, BILLION)},
    "batch": {"start": (0, 9_000), "seq_len": (1, 16)},
    "chirps": {"positions": (0, BILLION)},
    "clock_wall": {"position": (0, 99, AT("seq_len", 100)), "noise": (0.0, 1e3)},
    "codes": {"seq_len": (1, 290)},
    "columns": {"columns": (0, 127), "seq_len": (1, 100_000)},
    "common_shift": {"furthest": (1, 10_000), "distance": (0, BILLION), "d_model": (2, 256)},
    "depth": {"depth": (1, 12), "seeds": (1, 20)},
    "directions": {"position": (1, BILLION), "around": (1, 1_000)},
    "distances": {"steps": (1, 10_000)},
    "drift": {"position": (1, 10**8)},
    "encoding": {"d_model": (2, 16_384)},
    "gram": {"rows": (0, 63, AT("seq_len", 64))},
    "grid_similarity": {"seq_len": (1, 200)},
    "learned_scores": {"seq_len": (2, 64), "d_model": (2, 128)},
    "linked_heatmap": {"position": (0, 49), "column": (0, 127)},
    "microscope": {"position": (0, 9, AT("seq_len", 10)), "column": (0, 5)},
    "norms": {"word_stds": (1e-3, 10.0)},
    "pairs_as_circles": {"columns": (1, 3), "seq_len": (1, 2_000), "d_model": (2, 72)},
    "past_the_end": {"seq_len": (2, 64), "d_model": (2, 64)},
    "precision": {"furthest": (10, BILLION), "d_model": (2, 4_096)},
    "projection": {"draws": (1, 20), "seq_len": (2, 512), "d_models": (2, 512)},
    "reading": {"d_models": (2, 512), "seq_len": (1, 512), "vocab_size": (1, 512)},
    "rotary": {
        "position": (0, BILLION), "distance": (0, BILLION), "pair": (0, 63, AT("d_model", 128)),
        "partial_rotary_factor": (0.01, 1.0),
    },
    "scalings": {"scale": (1.0, 64.0), "pair": (0, 63, AT("d_model", 128))},
    "scores": {"seq_lens": (4, 4_096)},
    "scores_by_distance": {"furthest": (1, 1_000)},
    "sharpness": {"position": (0, 63, AT("seq_len", 64)), "seq_len": (1, 1_000)},
    "shift": {
        "pair": (0, 7, AT("d_model", 16)), "position": (0, 999, AT("seq_len", 1_000)),
        "shift": (-BILLION, BILLION),
    },
    "shift_matrices": {"d_model": (2, 64)},
    "shift_on_clocks": {"pairs": (0, 7, AT("d_model", 16)), "positions": (0, BILLION)},
    "sine_alone": {"omega": (-100.0, 100.0), "seq_len": (4, 10_000)},
    "sines": {"turns_per_ten_tokens": (0.01, 100.0)},
    "swap": {"seq_len": (2, 12), "first": (0, 4, AT("seq_len", 5)), "gain": (-1e3, 1e3)},
    "time_of_day": {"hours": (0, 23), "minutes": (0, 59), "seconds": (0, 59)},
    "trade_off": {
        "base": (1.0, 1e6), "seq_len": (4, 4_096), "noise": (0.0, 2.0), "d_model": (2, 512),
    },
    "training": {"d_model": (2, 256), "seq_len": (2, 256), "step": (0, 200), "trained": (0, 200)},
    "two_bases": {"d_model": (2, 16_384)},
    "word_and_position": {
        "seq_len": (1, 512), "vocab_size": (1, 512), "d_model": (2, 512), "word_std": (0.01, 10.0),
        "position": (0, 99, AT("seq_len", 100)),
    },
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "argument", "ends"),
    [(f"plot_{name}", one, ends) for name, row in RANGES.items() for one, ends in row.items()],
)
def test_the_next_value_beyond_a_range_is_refused(name, argument, ends):
    least, most, *at = ends
    allowed = f"a finite number >= {least:g} and <= {most:g}"
    beyond = np.nextafter(least, -INF), np.nextafter(most, INF)
    if isinstance(least, int):
        allowed, beyond = f"an integer from {least} to {most}", (least - 1, most + 1)
    if argument in ("d_model", "d_models"):  # below are no even integers >= 2, as everywhere
        beyond = (most + 2,)
    for value in beyond:
        with pytest.raises(ValueError) as caught:
            redrawn(name, **{argument: value})
        said = f" must be {allowed}{''.join(at)}, got {value}"
        assert str(caught.value) in (argument + said, argument[:-1] + said)


MOST = {  # how many values a list holds
    "bases": 4, "columns": 5, "d_models": 4, "omegas": 3, "pairs": 3, "positions": 5, "rows": 4,
    "seq_lens": 4, "setups": 4, "sharpnesses": 3, "shifts": 4, "starts": 3, "word_stds": 3,
}  # fmt: skip


LISTS = [one for one in ARGUMENTS if isinstance(settings_of(one[0])[one[1]], list | tuple)]


@pytest.mark.parametrize(("name", "argument"), [one for one in LISTS if one[1] in MOST])
def test_a_longer_list_is_refused(name, argument):
    said = f"^{argument} must hold at most {MOST[argument]} values, got "
    with pytest.raises(ValueError, match=said):
        redrawn(name, **{argument: settings_of(name)[argument][:1] * (MOST[argument] + 1)})


LIMITS = [  # what does not fit together, and other limits: what their messages say
    ("plot_heatmap", {"table": np.zeros((21, 20)), "values": True}, ["table", "400", "420"]),
    ("plot_linked_heatmap", {"seq_len": 5, "start": 20}, ["position", "20 to 24, got 10"]),
    ("plot_sum", {"words": [1, 2], "table": [1, 2]}, ["words and table must", "(2,)"]),
    ("plot_sum", {"words": np.zeros((2, 2))}, ["(2, 2)", "(4, 4)"]),
    ("plot_sum", {"words": np.eye(4) * 1e308, "table": np.eye(4) * 1e308}, ["words + table"]),
    ("plot_sum", {"labels": ["a", "b", "c"]}, ["labels must name 4 rows, got 3 names"]),
    ("plot_frequencies", {"bases": 1e-300}, ["base must", ">= 1e-100, got 1e-300"]),
    ("plot_reach", {"bases": 1}, ["base must", "> 1, got 1"]),
    ("plot_scalings", {"base": 1}, ["base must", ">= 2, got 1"]),
    ("plot_sine_alone", {"omega": 0}, ["omega must", "within seq_len=1000 positions, got 0"]),
    ("plot_grid_similarity", {"d_model": 6}, ["d_model must be a multiple of 4, got 6"]),
    ("plot_convention", {"seq_len": 1}, ["seq_len must be an integer >= 2, got 1"]),
    ("plot_convention", {"d_model": 5}, ["d_model must be an even", "for Whisper, got 5"]),
    ("plot_museum", {"seq_len": 10**5, "d_model": 2}, ["base must", "65,504", "seq_len=100000"]),
    ("plot_museum", {"base": 1e-101}, ["base must", "65,504", "got 1e-101"]),
    ("plot_museum", {"seq_len": 1}, ["seq_len must be an integer >= 2, got 1"]),
    ("plot_precision", {"base": 1e-60}, ["base must be nearer to 1", "got 1e-60"]),
    ("plot_drift", {"base": 1e-60}, ["base must be nearer to 1", "got 1e-60"]),
]


@pytest.mark.parametrize(("name", "arguments", "parts"), LIMITS)
def test_what_is_allowed_is_said(name, arguments, parts):
    with pytest.raises((TypeError, ValueError)) as caught:
        redrawn(name, **arguments)
    message = str(caught.value)
    assert not [part for part in parts if part not in message], message
    assert len(message) < 200


EXTREMES = [
    ("plot_attention_head", "sharpness", 1e308),
    ("plot_sharpness", "sharpnesses", 1e308),
    ("plot_swap", "gain", -1_000),
    ("plot_clock_wall", "noise", 1_000),
    *((f"plot_{name}", "base", 1e-10) for name in ("precision", "drift")),
    *(("plot_ordered_shares", "bases", base) for base in (1.001, 1e300)),
    *(("plot_museum", "base", base) for base in (0.01, 1e300, 1e308)),
    *(("plot_frequencies", "bases", base) for base in (1e-100, 1e300)),
]


@pytest.mark.parametrize(("name", "argument", "value"), EXTREMES)
def test_extremes_are_drawn_without_a_warning(name, argument, value):
    few_bits = {"plot_precision": {"precisions": "float16"}, "plot_drift": {"precision": "float16"}}
    text = redrawn(name, **few_bits.get(name, {}), **{argument: value}).text
    assert not re.search(r"\bnan\b|\binf\b", text)


@pytest.mark.parametrize("base", [Fraction(10_000, 3), 2**70, 1e300, 1e-300])
@pytest.mark.parametrize(
    ("name", "argument"), [pair for pair in ARGUMENTS if pair[1] in ("base", "base_a", "bases")]
)
def test_bases_of_any_kind_and_size_are_drawn_or_refused(name, argument, base):
    try:
        text = redrawn(name, **SMALL.get(name, {}), **{argument: base}).text
    except ValueError as error:
        assert re.search(r"\bbase", str(error)), error
    else:
        assert not re.search(r"\bnan\b|\binf\b|Fraction", text)
