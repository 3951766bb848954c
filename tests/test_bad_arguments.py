"""What no public function of the NumPy layer takes, by the name of the argument.

Each is refused at once with TypeError or ValueError, in one line that names the argument; nothing
warns. Extremes that are allowed are answered without a warning, by finite numbers.
"""

import inspect
import re
from copy import deepcopy
from fractions import Fraction
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
from numpy.random import Generator

from posenc_helpers import adding, training
from posenc_helpers.head import Added, Head, Positions
from posenc_helpers.tasks import draw_words, word_before

pytestmark = pytest.mark.filterwarnings("error")

NAN, INF = float("nan"), float("inf")
LAYER = (
    "adding attention depth encoding head precision reach rotary scaling tasks tradeoff training"
)
MODULES = [import_module(f"posenc_helpers.{name}") for name in [*LAYER.split(), "variants.tables"]]
HUGE = np.lib.stride_tricks.as_strided(np.zeros(1), (2**16, 2**16), (0, 0))
RANDOM, WORDS, CODES = np.random.default_rng(0), draw_words(5, 6), np.eye(3, 6)
HEAD, TEXT, WANTED = Head(WORDS, Added(6)), *word_before(RANDOM, 2, 6, 5)
LIMITS = adding.reading_limits(9, 4, vocab_size=3)

NAMES, REFUSED, CALLED = (
    [row[2:-2].split(" | ") for row in part.splitlines()[2:]]
    for part in Path(__file__).with_name("bad_arguments.md").read_text("utf-8").split("\n\n")
    if part.startswith("|")
)
KNOWN = {**globals(), **{one.__name__.rpartition(".")[2]: one for one in MODULES}}
for name, value in NAMES:
    KNOWN[name] = eval(value, KNOWN)
BAD = {name: eval(f"({values},)", KNOWN) for name, values in REFUSED}
CALLS = [(eval(function, KNOWN), eval(f"dict({given})", KNOWN)) for function, given in CALLED]
NOT_CHECKED = {  # called by figures, with what they have checked; made by functions above
    "fewer_if_long", "law_curve", "products", "swap_effect", "tried", "Limits", "Positions", "Stop",
    "checked_frequencies", "rotations", "MeanTable",
    "amplitude", "angles_between", "arranged_columns", "columns_of", "divisor", "error_curve",
    "fastest_pairs", "pair_count",
}  # fmt: skip


def answered(function, given):
    """What a call gives, as something to compare; heads and generators are left as they were."""
    own = {name: deepcopy(n) for name, n in given.items() if isinstance(n, (Head, Generator))}
    result = deepcopy(function)(**{**given, **own})
    if isinstance(result, (Head, training.Run)):
        return getattr(result, "matrix", None), getattr(result, "key", None)
    if isinstance(result, Positions):
        return vars(result)
    return list(result) if inspect.isgenerator(result) else result


def refused(function, name):
    return BAD.get(f"{function.__name__}.{name}", BAD[name])


each = pytest.mark.parametrize(
    ("function", "given"), CALLS, ids=[function.__qualname__ for function, _ in CALLS]
)


def test_every_public_function_is_called_with_each_argument():
    public = {
        name
        for module in MODULES
        for name, found in vars(module).items()
        if getattr(found, "__module__", "") == module.__name__ and not name.startswith("_")
    }
    assert public - NOT_CHECKED <= {function.__name__ for function, _ in CALLS}
    for function, given in CALLS:
        assert set(inspect.signature(function).parameters) == set(given), function


@each
def test_what_makes_no_sense_is_refused(function, given):
    for name in given:
        for bad in refused(function, name):
            with pytest.raises((TypeError, ValueError)) as caught:
                answered(function, {**given, name: bad})
                pytest.fail(f"{name}={bad!r:.80} is taken")
            message = str(caught.value)
            assert re.search(rf"\b{name.rstrip('s')}", message), (name, message)
            assert len(message) <= 320 and "\n" not in message


@each
def test_whole_numbers_of_any_type(function, given):
    """2 * np.uint8(200) is 144, where an argument is used before it is made an int."""
    expected = answered(function, given)
    for kind in (np.int8, np.uint8, np.uint64):
        numbers = {name: kind(n) for name, n in given.items() if type(n) is int}
        np.testing.assert_equal(answered(function, {**given, **numbers}), expected)


@each
def test_bases_of_any_type_and_size(function, given):
    for base in (Fraction(7, 2), 2**64, np.float32(50), np.array(50.0), 1e-300, 1e300, 1.0, True):
        for name in {"base", "bases"} & set(given):
            try:
                answered(function, {**given, name: base if name == "base" else [base]})
                assert base is not True  # it counts as 1.0 among the keys of a cache
            except (TypeError, ValueError) as error:
                assert re.search("bases? must be", str(error))
