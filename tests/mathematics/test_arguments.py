"""What no function of the mathematics and none that draws takes, argument by argument.

It is refused at once with TypeError or ValueError, in one line that says what must be; nothing
warns. Integers of every type and bases of every size are taken alike, or refused by name.
"""

import inspect
import re
from copy import deepcopy
from fractions import Fraction
from importlib import import_module
from types import GeneratorType

import numpy as np
import pytest
from numpy.random import Generator

from posenc_helpers import checks, positional_encoding
from posenc_helpers.models import conventions
from posenc_helpers.models.adding import reading as adding
from posenc_helpers.models.learned import positions as learned
from posenc_helpers.models.longer import stored_head
from posenc_helpers.models.training import head
from posenc_helpers.models.training import run as training
from posenc_helpers.models.training.tasks import draw_words, word_before
from tests.figures.cases import PLOTS, SMALL, redrawn, settings_of
from tests.figures.rendering import contents

pytestmark = pytest.mark.filterwarnings("error")

NAN, INF = float("nan"), float("inf")
WING = (
    "adding.reading conventions.tables rope.rotary rope.scaling "
    "training.head training.run training.tasks longer.heads"
)
LAYER = ["attention", "encoding", "precision", "reach", *(f"models.{one}" for one in WING.split())]
MODULES = [import_module(f"posenc_helpers.{name}") for name in LAYER]
HUGE = np.lib.stride_tricks.as_strided(np.zeros(1), (2**16, 2**16), (0, 0))
RANDOM, WORDS, CODES = np.random.default_rng(0), draw_words(5, 6), np.eye(3, 6)
ROTARY_HEAD = stored_head("far")
HEAD = head.Head(WORDS, head.AddedTable(np.eye(256, 6)))
TEXT, WANTED = word_before(RANDOM, 2, 6, 5)
LIMITS = adding.reading_limits(9, 4, vocab_size=3)

NOT_CHECKED = {  # called by figures, with what they have checked; made by functions above
    "products", "swap_effect", "tried", "Found", "Limits", "Positions", "Stop",
    "checked_frequencies", "count_frozen", "count_turning", "encode_in_blocks",
    "frequencies_of", "rotations",
    "arranged_columns", "divisor", "pair_count",
    "random_words", "too_large",
    "variant_table",
}  # fmt: skip
FUNCTIONS = [
    *(conventions.compare, conventions.examine, LIMITS.room, LIMITS.shares),
    *(HEAD.scores, HEAD.weights, HEAD.answers, HEAD.slopes, HEAD.step),
    *(learned.head_between, learned.noise_like),
    *(
        found
        for module in MODULES
        for name, found in vars(module).items()
        if getattr(found, "__module__", "") == module.__name__
        if not name.startswith("_") and name not in NOT_CHECKED
    ),
]
MATHEMATICS = {function.__qualname__: function for function in FUNCTIONS}
EVERY = [*MATHEMATICS, *PLOTS]
# One value for each argument, by its name, or by those of the function and the argument. Integers
# are 100 where nothing forbids it: that fits every type, while twice as much does not.
TAKEN = {
    **dict.fromkeys(("base", "count", "d_head", "d_model", "latest_start"), 100),
    **dict.fromkeys(("offset", "seed", "seq_len", "start", "vocab_size", "vocabulary"), 100),
    **dict.fromkeys(("clockwise", "learns", "mask"), True),
    **dict.fromkeys(("noise", "rate"), 1),
    **dict.fromkeys(("distance", "sharpness", "steps", "texts"), 2),
    **dict.fromkeys(("candidates", "table", "vectors"), CODES),
    **dict.fromkeys(("bases", "distances"), [1, 100]),
    "ramp": (1, 4),
    "scale": 4, "dtype": np.float32, "head": HEAD, "draw": word_before,
    **{"planes": np.eye(3, 384), "rows": np.eye(3, 384), "rng": RANDOM},
    "octaves": [1, 9], "offsets": range(100), "places": range(6), "scores": [1, 2],
    "positions": [1, 2, 3], "values": [1.5], "inputs": WORDS,
    "text": TEXT, "wanted": WANTED, "words": WORDS, "word_std": 1, "name": "paper",
    "pairing": "halves", "precision": "bfloat16", "scaling": "yarn",
    "clocks": "all", "random": RANDOM, "task": "far",
    **dict.fromkeys(("stored_head.seed", "found.seed"), 3),
    **dict.fromkeys(("waves.head", "scores_by_distance.head", "found_at.head"), ROTARY_HEAD),
    "angles": np.zeros((256, 32)),
    "word_vectors.words": ["a", "b"],
    "Head.positions": head.Rotary(6),
    **dict.fromkeys(("compare.table", "examine.table"), positional_encoding(100, 100, 100)),
}  # fmt: skip

NO_INTEGER = (1.5, "x" * 5_000, True, None, [1], 10**5_000, 2**60, -(2**60))
NO_NUMBER = ("x", None, True, NAN, INF, -INF, 1j, [1.0], 10**400)
MASKED = np.ma.masked_greater([[1.0, 2.0]], 1)
NO_NUMBERS = ("x", None, True, 1j, ["a"], [[1], [1, 2]], [None], {}, MASKED)
NO_TABLE = (*NO_NUMBERS, [NAN], [INF], 3, [1.0], np.zeros((0, 4)), np.zeros((2, 3, 4)))
# What is refused where `takes` does not say so, or beyond that: by the name of the argument, or by
# those of the function and the argument.
REFUSED = {
    **dict.fromkeys(("seed", "steps"), (*NO_INTEGER, -1)),
    "base": (*NO_NUMBER, 0, -1.0),
    "d_model": (*NO_INTEGER, -1, 0, 3, 2**40),
    "seq_len": (*NO_INTEGER, -1, 0, 2**40),
    "start": NO_INTEGER,
    "scale": (*NO_NUMBER, -1.0, 0.5, 1e9),
    **dict.fromkeys(("draw", "scaling", "clocks"), ("x", None, 3, np.random)),
    "table": NO_TABLE,
    "cmap": ("nope", 3),
    "distance": (*NO_INTEGER, -1, 0, 100),
    "labels": (["a"], "a"),
    "off": ([5], [-1], [0.5], ["a"]),
    "places": (0.5, "x", -1, [-1] * 6, range(5), np.zeros((3, 6), int), [[1], [1, 2]], [2**60] * 6),
    "ramp": ("x", 3, (4, 1), (0, 1), (1, 2, 3), (1, NAN), [[1, 2]]),
    "rows": NO_TABLE,
    "size": ((9, 0), (9,), (NAN, 4), (41, 4), (9, 2)),
    "text": ("x", None, [1, 2], [[0.5]], [[-1, 0]], [[0, 5]], [[]], [[1], [1, 2]], 3, HUGE),
    "wanted": ("x", None, [[0.5]], *([[n] * 6] for n in (-2, 5, -1)), [[0] * 5], [[-1, -1, 4] * 2]),
    "words": (3, None, [1], [["a"]], np.zeros((2, 3))),
    "convention_table.base": ("x", True, NAN, INF, 1j, [1.0], -1.0, 0),
    "convention_table.d_model": (*NO_INTEGER, -1, 0, 3, 2**24 + 2),
    "Head.positions": (3, "x", head.AddedTable(np.eye(3)), head.Rotary(2)),
    "Head.words": [HUGE],
    **dict.fromkeys(("waves.head", "scores_by_distance.head", "found_at.head"), (3, None, HEAD)),
    "found_at.angles": (*NO_NUMBERS, np.zeros((256, 4)), np.zeros((9, 32))),
    "interleaved_order.d_model": (*NO_INTEGER, -1, 0),
    "nearest_rows.candidates": [np.ones((2, 9))],
    "plot_encoding.seq_len": (*NO_INTEGER, -1, 0),
    "plot_learned_head.text": (3, None, "the " * 13),
    "rotary_head.d_model": [2**20],
    "rotate.positions": (3.5, [[1.0, 2.0]], [1, 2]),
    "rotate.vectors": ([1.0], np.ones((2, 3)), HUGE),
    "self_attention.inputs": (HUGE, 1e200 * np.ones((2, 2))),
    "softmax.scores": ([], 3, [NAN], [INF], [-INF]),
    "shift_encoding.table": (3, [1.0], *map(np.ones, ((4, 1), (2, 0), 7))),
    "similarity.d_model": [2**24],  # of 100 offsets
    **dict.fromkeys(("accuracy.texts", "train.texts"), [2**40]),
    "word_vectors.words": (3, None, "text", [1], [["a"]]),
}
SWITCHES = {"transpose"}


def beyond(kind, given):
    """Return what a kind of argument refuses: other types, and just beyond its ends."""
    if isinstance(kind, checks.Several):
        return (), range(1_000), *([value] for value in beyond(kind.one, given))
    if isinstance(kind, checks.Reals):
        shaped = NO_TABLE if "," in kind.shape.strip("(,)") else [[[1]]] * bool(kind.shape)
        return *NO_NUMBERS, *shaped, *([[0], [-1.0], [NAN], [INF]] if kind.above == 0 else [])
    if isinstance(kind, checks.Real):
        ends = np.nextafter(kind.least, -INF), np.nextafter(kind.most, INF)
        return *NO_NUMBER, *map(float, filter(np.isfinite, ends))
    if isinstance(kind, checks.Whole | checks.Index | checks.InWindow):
        limits = kind.limits(given) if hasattr(kind, "limits") else (kind.least, kind.most)
        ends = (least := limits[0]) - 1, limits[1] + 1, least + isinstance(kind, checks.Even)
        return *NO_INTEGER, *(int(end) for end in ends[: 2 + (ends[2] != least)] if abs(end) < INF)
    if isinstance(kind, checks.Dtype):
        return int, "complex128", bool, "banana", object, np.dtype("M8[s]")
    return "nobody", None, 1, [], np.random


def taken(name):
    """Return the arguments that a function can be called with."""
    if name in PLOTS:
        return settings_of(name) | SMALL.get(name, {})
    found = {}
    for one in inspect.signature(MATHEMATICS[name]).parameters:
        key = f"{name}.{one}" if f"{name}.{one}" in TAKEN else one
        assert key in TAKEN, f"say in TAKEN of {__file__} what `{one}` may be"
        found[one] = TAKEN[key]
    return found


def refused(name):
    """Return pairs of the name of an argument and a value that a function does not take for it."""
    function, given = PLOTS.get(name) or MATHEMATICS[name], taken(name)
    takes = getattr(function.__init__ if inspect.isclass(function) else function, "takes", {})
    for one in given.keys() - SWITCHES:
        kind, own = takes.get(one), f"{name}.{one}"
        assert kind or {own, one} & set(REFUSED), f"say in REFUSED what `{own}` must not be"
        more = REFUSED[own] if own in REFUSED else () if kind else REFUSED[one]
        yield from ((one, value) for value in [*(beyond(kind, given) if kind else ()), *more])


def answer(name, /, **changes):
    """Return what a call gives, as something to compare; heads and generators stay as they were."""
    if name in PLOTS:
        drawing = redrawn(name, **SMALL.get(name, {}) | changes)
        return drawing.text, contents(drawing.figure)
    given = taken(name) | changes
    own = {key: deepcopy(n) for key, n in given.items() if isinstance(n, head.Head | Generator)}
    result = deepcopy(MATHEMATICS[name])(**{**given, **own})
    if isinstance(result, head.Head | training.Run):
        return getattr(result, "matrix", None), getattr(result, "key", None)
    if isinstance(result, head.Positions):
        return vars(result)
    return list(result) if isinstance(result, GeneratorType) else result


def one_line(error, argument):
    """Check what an error says: which argument, or one of several, must be what."""
    message = str(error)
    assert re.search(rf"\b{argument[:-2] if argument[-1] == 's' else argument}", message), message
    assert " must " in message and len(message) <= 360 and "\n" not in message, message
    return message


@pytest.mark.parametrize("name", EVERY)
def test_what_makes_no_sense_is_refused_before_anything_moves(name):
    drawing = redrawn(name) if name in PLOTS else None
    before = drawing and (drawing.text, contents(drawing.figure))
    for argument, value in refused(name):
        with pytest.raises((TypeError, ValueError)) as caught:
            answer(name, **{argument: value})
            pytest.fail(f"{argument}={value!r:.80} is taken")
        message = one_line(caught.value, argument)
        if isinstance(value, float | str | None):
            assert str(value)[:18] in message or re.search("got (an array|shape)", message)
    assert before == (drawing and (drawing.text, contents(drawing.figure)))


@pytest.mark.parametrize("name", EVERY)
def test_whole_numbers_of_any_type(name):
    """2 * np.uint8(200) is 144, where an argument is used before it is made an int."""
    expected, given = answer(name), taken(name)
    for kind in (np.int8, np.uint8, np.uint64):
        np.testing.assert_equal(answer(name, **as_type(kind, given)), expected)


def as_type(kind, value):
    """Return `value` with every integer that fits `kind` converted to it, in lists too."""
    if isinstance(value, dict):
        return {name: as_type(kind, one) for name, one in value.items()}
    if isinstance(value, list | tuple | range):
        return [as_type(kind, one) for one in value]
    fits = type(value) is int and np.iinfo(kind).min <= value <= np.iinfo(kind).max
    return kind(value) if fits else value


BASE_NAMES = {"base", "bases", "base_a", "base_b"}
BASES = Fraction(10_000, 3), 2**64, np.array(50.0), 5e-324, 1e-300, 1.0, 1.79e308, True


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("name", [one for one in EVERY if set(taken(one)) & BASE_NAMES])
def test_bases_of_any_type_and_size(name, base):
    core = {key for key, one in MATHEMATICS.items() if one.__module__.endswith(".encoding")}
    for argument in BASE_NAMES & set(taken(name)):
        try:
            with np.errstate(all="raise" if name in core else None):
                found = answer(name, **{argument: [base] if argument == "bases" else base})
            assert base is not True  # it counts as 1.0 among the keys of a cache
        except (TypeError, ValueError) as error:
            one_line(error, argument.partition("_")[0])
        else:
            text = found[0] if name in PLOTS else repr(found) * (name in core)
            assert not re.search(r"\b(nan|inf)\b|Fraction", text)
