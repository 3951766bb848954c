"""What no public function of the NumPy layer takes, by the name of the argument.

Each is refused at once with TypeError or ValueError, in one line that names the argument; nothing
warns. Extremes that are allowed are answered without a warning, by finite numbers.
"""

import inspect
import re
from copy import deepcopy
from fractions import Fraction
from importlib import import_module

import numpy as np
import pytest
from numpy.random import Generator

from posenc_helpers.models.adding import reading as adding
from posenc_helpers.models.training import head
from posenc_helpers.models.training import run as training
from posenc_helpers.models.training.tasks import draw_words, word_before

pytestmark = pytest.mark.filterwarnings("error")

NAN, INF = float("nan"), float("inf")
WING = (
    "adding.reading adding.tradeoff conventions.tables rope.rotary rope.scaling "
    "training.head training.run training.tasks"
)
LAYER = ["attention", "encoding", "precision", "reach", *(f"models.{one}" for one in WING.split())]
MODULES = [import_module(f"posenc_helpers.{name}") for name in LAYER]
HUGE = np.lib.stride_tricks.as_strided(np.zeros(1), (2**16, 2**16), (0, 0))
RANDOM, WORDS, CODES = np.random.default_rng(0), draw_words(5, 6), np.eye(3, 6)
HEAD, TEXT, WANTED = head.Head(WORDS, head.Added(6)), *word_before(RANDOM, 2, 6, 5)
LIMITS = adding.reading_limits(9, 4, vocab_size=3)

NOT_CHECKED = {  # called by figures, with what they have checked; made by functions above
    "fewer_if_long", "law_curve", "products", "swap_effect", "tried", "Limits", "Positions", "Stop",
    "checked_frequencies", "count_frozen", "count_turning", "encode_in_blocks",
    "frequencies_of", "rotations", "Trial", "stored_shares",
    "amplitude", "arranged_columns", "divisor", "pair_count",
    "ordered_share", "random_words",
}  # fmt: skip
FUNCTIONS = [
    *(LIMITS.room, LIMITS.shares, HEAD.scores, HEAD.weights, HEAD.answers, HEAD.slopes, HEAD.step),
    *(
        found
        for module in MODULES
        for name, found in vars(module).items()
        if getattr(found, "__module__", "") == module.__name__
        if not name.startswith("_") and name not in NOT_CHECKED
    ),
]
# One value for each argument, by its name, or by those of the function and the argument. Integers
# are 100 where nothing forbids it: that fits every type, while twice as much does not.
TAKEN = {
    **dict.fromkeys(("base", "count", "d_head", "d_model", "draws", "latest_start", "length"), 100),
    **dict.fromkeys(("offset", "seed", "seq_len", "start", "vocabulary"), 100),
    **dict.fromkeys(("clockwise", "learns", "mask"), True),
    **dict.fromkeys(("noise", "rate"), 1),
    **dict.fromkeys(("distance", "factor", "sharpness", "steps", "texts"), 2),
    **dict.fromkeys(("read", "order"), [0.5, 1]), "vocab_size": 100,
    **dict.fromkeys(("candidates", "codes", "table", "vectors"), CODES),
    **dict.fromkeys(("bases", "distances"), [1, 100]),
    "ramp": (1, 4),
    "scale": 4, "dtype": np.float32, "head": HEAD, "draw": word_before,
    "octaves": [1, 9], "offsets": range(100), "pairs": [49], "places": range(6), "scores": [1, 2],
    "positions": [1, 2, 3], "values": [1.5], "inputs": WORDS,
    "text": TEXT, "wanted": WANTED, "words": WORDS, "word_std": [1, 2], "name": "paper",
    "pairing": "halves", "precision": "bfloat16", "scaling": "yarn",
    "setup": "added", "random": RANDOM,
    "word_vectors.words": ["a", "b"], "convention_table.positions": 100,
    "Head.positions": head.Added(6),
}  # fmt: skip

NO_INTEGER = (1.5, "x" * 5_000, True, None, [1], 10**5_000, 2**60)
NO_COUNT = (*NO_INTEGER, -1)
NO_LENGTH = (*NO_COUNT, 0, 2**40)
NO_NUMBER = ("x", None, True, NAN, INF, -INF, 1j, [1.0], 10**400)
NO_SIZE = (*NO_NUMBER, -1.0)
NO_BASE = ("x", True, NAN, INF, 1j, [1.0], -1.0, 0)
NO_SWITCH = ("x", None, 1, 0, [])
MASKED = np.ma.masked_greater([[1.0, 2.0]], 1)
NO_NUMBERS = ("x", None, True, 1j, ["a"], [[1], [1, 2]], [NAN], [INF], [None], {}, MASKED)
NO_SIZES = (*NO_NUMBERS, 0, [-1.0])
NO_INPUTS = (*NO_NUMBERS, 3, [1.0], [1.0, 2.0], np.zeros((0, 4)))
NO_TABLE = (*NO_INPUTS, np.zeros((2, 3, 4)))
NO_POSITIONS = ("x", None, [[3]], [[1], [1, 2]], [NAN], ["a"])
NO_NAME = ("x", None, 3, ["x"])
WINDOWS = "positional_encoding turn_boundary turning_pairs".split()
REFUSED = {
    **dict.fromkeys(("clockwise", "learns", "mask"), NO_SWITCH),
    **dict.fromkeys(("count", "latest_start", "seed", "start", "steps"), NO_COUNT),
    **dict.fromkeys(("d_model", "length", "seq_len", "texts"), NO_LENGTH),
    **dict.fromkeys(("reading_limits.seq_len", "vocab_size"), (*NO_COUNT, 0, 513)),
    **dict.fromkeys(("order", "read"), (*NO_NUMBERS, [-0.1, 0], [0, 1.1])),
    **dict.fromkeys(("factor", "scale"), (*NO_SIZE, 0.5, 1e9)),
    **dict.fromkeys(("noise", "word_std"), (*NO_SIZE, 1e308)),
    **dict.fromkeys(("name", "pairing", "scaling", "setup"), NO_NAME),
    **dict.fromkeys(("draw", "head", "random"), ("x", None, 3, np.random)),
    "base": (*NO_SIZE, 0),
    "bases": ([], 0, [0], ["x"], [INF], [True], range(1, 1_000), None),
    "candidates": (*NO_TABLE, np.ones((2, 9))),
    "codes": NO_TABLE,
    "d_head": (*NO_LENGTH, 3),
    "distance": (*NO_LENGTH, 100),
    "distances": NO_SIZES,
    "draws": (*NO_LENGTH, 10**9),
    "dtype": (int, "complex128", bool, "banana", object, np.dtype("M8[s]")),
    "inputs": (*NO_INPUTS, 1e200 * np.ones((2, 2))),
    "octaves": ([], [-1], [0.5], ["x"], [41], range(100), None, -1),
    "offset": NO_INTEGER,
    "offsets": (*NO_NUMBERS, [True], [1j]),
    "similarity.d_model": (*NO_LENGTH, 2**24),  # of 100 offsets
    "pairs": ([50], [-1], [0.5], ["x"]),
    "places": (0.5, "x", -1, [-1] * 6, range(5), np.zeros((3, 6), int), [[1], [1, 2]], [2**60] * 6),
    "positions": (*NO_NUMBERS, 3.5, [[1.0, 2.0]]),
    "precision": ("float8", "", None, np.float32),
    "ramp": ("x", 3, (4, 1), (0, 1), (1, 2, 3), (1, NAN), [[1, 2]]),
    "rate": NO_SIZE,
    "scores": ("x", None, True, 1j, ["a"], [[1], [1, 2]], [], 3, [NAN], [INF], [-INF]),
    "sharpness": NO_SIZE,
    "table": NO_TABLE,
    "text": ("x", None, [1, 2], [[0.5]], [[-1, 0]], [[0, 5]], [[]], [[1], [1, 2]], 3, HUGE),
    "values": ([[1], [1, 2]], ["a"], 1j),
    "vectors": NO_INPUTS,
    "vocabulary": (*NO_LENGTH, 1, 10**6),
    "wanted": ("x", None, [[0.5]], *([[n] * 6] for n in (-2, 5, -1)), [[0] * 5], [[-1, -1, 4] * 2]),
    "words": (*NO_TABLE, HUGE),
    **dict.fromkeys((f"{name}.seq_len" for name in WINDOWS), NO_COUNT),
    **dict.fromkeys((f"{name}.start" for name in WINDOWS[:2]), NO_INTEGER),
    "convention_table.base": NO_BASE,
    "convention_table.d_model": (*NO_LENGTH, 3, 2**24 + 2),
    "convention_table.positions": (-1, 2.5, "x", None, 2**60, [[1, 2]], [NAN], ["a"]),
    "Head.positions": (3, "x", head.Added(8), head.AddedTable(np.eye(3)), head.Rotary(2)),
    "neighbour_law.word_std": NO_SIZES,
    "pair_turns.positions": (*NO_NUMBERS, HUGE),
    "rotary_head.d_model": (*NO_LENGTH, 2**20),
    "rotate.vectors": (*NO_NUMBERS, [1.0], np.ones((2, 3)), HUGE),
    "rounded_encoding.positions": (*NO_POSITIONS, 3),
    "self_attention.inputs": (*NO_TABLE, HUGE, 1e200 * np.ones((2, 2))),
    "shares.word_std": NO_SIZES,
    "shift_encoding.offset": NO_NUMBER,
    "shift_encoding.table": (*NO_NUMBERS, 3, [1.0], *map(np.ones, ((4, 1), (2, 0), 7))),
    "shift_matrix.offset": NO_NUMBER,
    "word_vectors.words": (3, None, "text", [1], [["a"]]),
}


def listed(table, function, name):
    """What TAKEN or REFUSED has for an argument of a function."""
    of_this = f"{function.__name__}.{name}"
    if not {of_this, name} & set(table):
        pytest.fail(f"say in TAKEN what `{name}` may be, and in REFUSED what it may not be")
    return table[of_this] if of_this in table else table[name]


@pytest.fixture(params=FUNCTIONS, ids=[function.__qualname__ for function in FUNCTIONS])
def function(request):
    """Each function in turn."""
    return request.param


@pytest.fixture
def given(function):
    """What it can be called with: each of its arguments."""
    return {name: listed(TAKEN, function, name) for name in inspect.signature(function).parameters}


def answered(function, given):
    """What a call gives, as something to compare; heads and generators are left as they were."""
    own = {name: deepcopy(n) for name, n in given.items() if isinstance(n, (head.Head, Generator))}
    result = deepcopy(function)(**{**given, **own})
    if isinstance(result, (head.Head, training.Run)):
        return getattr(result, "matrix", None), getattr(result, "key", None)
    if isinstance(result, head.Positions):
        return vars(result)
    return list(result) if inspect.isgenerator(result) else result


def test_what_makes_no_sense_is_refused(function, given):
    for name in given:
        for bad in listed(REFUSED, function, name):
            with pytest.raises((TypeError, ValueError)) as caught:
                answered(function, {**given, name: bad})
                pytest.fail(f"{name}={bad!r:.80} is taken")
            message = str(caught.value)
            assert re.search(rf"\b{name.rstrip('s')}", message), (name, message)
            assert len(message) <= 320 and "\n" not in message


def test_whole_numbers_of_any_type(function, given):
    """2 * np.uint8(200) is 144, where an argument is used before it is made an int."""
    expected = answered(function, given)
    for kind in (np.int8, np.uint8, np.uint64):
        numbers = {name: kind(n) for name, n in given.items() if type(n) is int}
        np.testing.assert_equal(answered(function, {**given, **numbers}), expected)


def test_bases_of_any_type_and_size(function, given):
    for base in (Fraction(7, 2), 2**64, np.float32(50), np.array(50.0), 1e-300, 1e300, 1.0, True):
        for name in {"base", "bases"} & set(given):
            try:
                answered(function, {**given, name: base if name == "base" else [base]})
                assert base is not True  # it counts as 1.0 among the keys of a cache
            except (TypeError, ValueError) as error:
                assert re.search("bases? must be", str(error))
