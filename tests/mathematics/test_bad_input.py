"""A bad argument is refused at once: the message names it, its value and what is allowed."""

import re
from fractions import Fraction

import numpy as np
import pytest

from posenc_helpers import ranges
from tests.figures.cases import PLOTS, SMALL, redrawn, settings_of
from tests.figures.rendering import contents

pytestmark = pytest.mark.filterwarnings("error")

NAN, INF = float("nan"), float("inf")
NO_INTEGER = (1.5, "x", True, None)
NO_NUMBER = ("x", None, True, NAN, INF)

OTHERWISE = {  # what is refused where no range of `takes` says so, by the name of the argument
    "base": (*NO_NUMBER, 0, -1.0),
    "cmap": ("nope", 3),
    "d_model": (*NO_INTEGER, -1, 0),
    "labels": (["a"], "a"),
    "off": ([5], [-1], [0.5], ["a"]),
    "rows": ([1, 2], np.zeros((0, 4)), [["a"]], [[NAN, 1.0]]),
    "seq_len": (*NO_INTEGER, -1, 0),
    "size": ((9, 0), (9,), (NAN, 4), (41, 4), (9, 2)),
    "start": NO_INTEGER,
    "text": (3, None, "the " * 13),
    "table": ([1, 2], np.zeros((0, 4)), [["a"]], [[1j]], [[NAN, 1.0]], [[INF]], [[1], [1, 2]]),
    "variant": ("nobody", 3, None),
    "words": ([1, 2], np.zeros((0, 4)), [["a"]], [[NAN, 1.0]], np.zeros((2, 3))),
}
SWITCHES = {"transpose"}
ARGUMENTS = [(name, one) for name in PLOTS for one in settings_of(name) if one not in SWITCHES]


def beyond(allowed, settings):
    """Return what a range of `posenc_helpers.ranges` refuses: other kinds, and just beyond it."""
    if isinstance(allowed, ranges.OneOf):
        return "nobody", 3, None
    if isinstance(allowed, ranges.Start):
        return NO_INTEGER
    if isinstance(allowed, ranges.Several):
        one = beyond(allowed.one, settings)
        return (), range(1_000), *([value] for value in one if value is not None)
    if isinstance(allowed, ranges.Positive):
        return *NO_NUMBER, allowed.above, -1.0
    if isinstance(allowed, ranges.Real):
        ends = np.nextafter(allowed.least, -INF), np.nextafter(allowed.most, INF)
        return *NO_NUMBER, *map(float, filter(np.isfinite, ends))
    if hasattr(allowed, "limits"):
        least, most = allowed.limits(settings)
        return *NO_INTEGER, least - 1, most + 1
    odd = [3] if isinstance(allowed, ranges.Even) else []
    ends = [] if allowed.least is None else [allowed.least - 1]
    return *NO_INTEGER, *odd, *ends, *([] if allowed.most is None else [allowed.most + 1])


def refused(name, argument):
    """Return what a plot function does not take for one of its arguments."""
    allowed = getattr(PLOTS[name], "takes", {}).get(argument)
    if allowed is not None:
        return beyond(allowed, settings_of(name))
    assert argument in OTHERWISE, f"add what `{argument}` must not be to OTHERWISE in {__file__}"
    return OTHERWISE[argument]


@pytest.mark.parametrize(("name", "argument"), ARGUMENTS)
def test_refused(name, argument):
    drawing = redrawn(name)
    before = contents(drawing.figure), drawing.text
    for value in refused(name, argument):
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


def test_docstrings_list_what_is_taken():
    """Those of pictures that move list it too, and a range that follows from another argument."""
    for line in ("noise : a number from 0 to 1,000", "position : an integer from 0 to seq_len - 1"):
        assert f"    {line}\n" in PLOTS["plot_clock_wall"].__doc__
    line = "columns : up to 4, each an integer from 0 to d_model - 1"
    assert f"    {line}\n" in PLOTS["plot_columns"].__doc__


LIMITS = [  # what does not fit together, and other limits: what their messages say
    ("plot_linked_heatmap", {"seq_len": 5, "start": 20}, ["position", "20 to 24, got 10"]),
    ("plot_sum", {"words": [1, 2], "table": [1, 2]}, ["words and table must", "(2,)"]),
    ("plot_sum", {"words": np.zeros((2, 2))}, ["(2, 2)", "(4, 4)"]),
    ("plot_sum", {"words": np.eye(4) * 1e308, "table": np.eye(4) * 1e308}, ["words + table"]),
    ("plot_sum", {"labels": ["a", "b", "c"]}, ["labels must name 4 rows, got 3 names"]),
    ("plot_frequencies", {"bases": 1e-300}, ["base must", ">= 1, got 1e-300"]),
    ("plot_gain_and_cost", {"bases": 1}, ["base must", "> 1, got 1"]),
    ("plot_scalings", {"base": 1}, ["base must", ">= 2, got 1"]),
    ("plot_convention", {"seq_len": 1}, ["seq_len must be an integer >= 2, got 1"]),
    ("plot_convention", {"d_model": 5}, ["d_model must be an even", "for Whisper, got 5"]),
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
    *(("plot_ordered_shares", "bases", base) for base in (1.001, 1e300)),
    *(("plot_frequencies", "bases", base) for base in (1, 1e300)),
]


@pytest.mark.parametrize(("name", "argument", "value"), EXTREMES)
def test_extremes_are_drawn_without_a_warning(name, argument, value):
    text = redrawn(name, **{argument: value}).text
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
