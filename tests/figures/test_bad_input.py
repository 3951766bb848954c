"""A bad argument is refused at once: the message names it, its value and what is allowed."""

import re
from fractions import Fraction

import numpy as np
import pytest

from tests.figures.cases import PLOTS, SMALL, redrawn, settings_of, table
from tests.figures.rendering import contents
from tests.tables import rows

pytestmark = pytest.mark.filterwarnings("error")

NAN, INF = float("nan"), float("inf")
NO_INTEGER = (1.5, "x", True, None)
NO_PLACE = (*NO_INTEGER, -1, 10**12)
NO_LENGTH = (*NO_INTEGER, -1, 0)
NO_NUMBER = ("x", None, True, NAN, INF)
NO_LIST = ((), range(1_000), ["x"])

BAD = {
    argument: eval(f"({values},)")
    for arguments, values in rows(__file__, "bad_input.md")
    for argument in arguments.split()
}
SWITCHES = {"colorbar", "transpose", "values"}
ARGUMENTS = [(name, one) for name in PLOTS for one in settings_of(name) if one not in SWITCHES]


@pytest.mark.parametrize(("name", "argument"), ARGUMENTS)
def test_refused(name, argument):
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


LIMITS = [  # those that are no literals; the others stand in limits.md
    ("plot_heatmap", {"table": np.zeros((0, 4))}, ["table", "(0, 4)"]),
    ("plot_heatmap", {"table": [[NAN, 1.0]]}, ["table", "finite", "nan"]),
    ("plot_heatmap", {"table": np.zeros((21, 20)), "values": True}, ["table", "400", "420"]),
    ("plot_sum", {"words": np.zeros((2, 2))}, ["(2, 2)", "(4, 4)"]),
    ("plot_sum", {"words": np.eye(4) * 1e308, "table": np.eye(4) * 1e308}, ["words + table"]),
]


@pytest.mark.parametrize(("name", "arguments", "parts"), LIMITS + table("limits.md"))
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
