"""What no public function of the NumPy layer takes, by the name of the argument.

Each is refused at once with TypeError or ValueError, in one line that names the argument; nothing
warns. Extremes that are allowed are answered without a warning, by finite numbers.
"""

import inspect
import re
import sys
from copy import deepcopy
from fractions import Fraction

import numpy as np
import pytest
from numpy.random import Generator

from posenc_helpers import (
    adding,
    attention,
    depth,
    encoding,
    head,
    precision,
    reach,
    rotary,
    scaling,
    tasks,
    tradeoff,
    training,
)
from posenc_helpers.head import Added, AddedTable, Head, Positions, Rotary
from posenc_helpers.tasks import draw_words, word_before
from posenc_helpers.variants import tables

pytestmark = pytest.mark.filterwarnings("error")

NAN, INF = float("nan"), float("inf")
NO_INTEGER = (1.5, "x" * 5_000, True, None, [1], 10**5_000, 2**60)
NO_COUNT = (*NO_INTEGER, -1)
NO_LENGTH = (*NO_COUNT, 0, 2**40)
NO_NUMBER = ("x", None, True, NAN, INF, -INF, 1j, [1.0], 10**400)
NO_SIZE = (*NO_NUMBER, -1.0)
NO_SWITCH = ("x", None, 1, 0, [])
NO_NUMBERS = ("x", None, True, 1j, ["a"], [[1], [1, 2]], [NAN], [INF], [None], {})
NO_TABLE = (*NO_NUMBERS, 3, [1.0, 2.0], np.zeros((0, 4)), np.zeros((2, 3, 4)))
NO_SHARES = (*NO_NUMBERS, 5, -0.1, [0.5, 1.1])
NO_ROW = (3, None, [[3]], [[1], [1, 2]], [0.5], [1e17], [NAN], ["a"])
OF_ITS_OWN = ("x", True, NAN, INF, 1j, [1.0], -1.0, 0)  # None: the base of the convention
HUGE = np.lib.stride_tricks.as_strided(np.zeros(1), (2**16, 2**16), (0, 0))

BAD = {
    "base": (*NO_SIZE, 0),
    "bases": ([], 0, [0], ["x"], [INF], [True], range(1, 1_000), None),
    "candidates": (*NO_TABLE, np.ones((2, 9))),
    "causal": NO_SWITCH,
    "clockwise": NO_SWITCH,
    "codes": NO_TABLE,
    "count": NO_COUNT,
    "d_head": (*NO_LENGTH, 3),
    "d_model": NO_LENGTH,
    "depth": (*NO_COUNT, 99),
    "distance": (*NO_LENGTH, 100),
    "distances": (*NO_NUMBERS, 0, [-1.0]),
    "draw": (3, None, "before"),
    "dtype": (int, "complex128", bool, "banana", object, np.dtype("M8[s]")),
    "draws": (*NO_LENGTH, 10**9),
    "head": (3, None, "x"),
    "inputs": (*NO_TABLE[:-1], 1e200 * np.ones((2, 2))),
    "learns": NO_SWITCH,
    "latest_start": NO_COUNT,
    "mask": NO_SWITCH,
    "noise": (*NO_SIZE, 1e308),
    "octaves": ([], [-1], [0.5], ["x"], [41], range(100), None, -1),
    "norm": ("x", None, 3, "middle"),
    "offset": NO_INTEGER,
    "offsets": (*NO_NUMBERS, [True], [1j]),
    "order": (*NO_SHARES, [0.1, 0.2, 0.3]),
    "pairing": ("x", None, 3, ["halves"]),
    "positions": (*NO_NUMBERS, 3.5, [[1.0, 2.0]]),
    "random": (3, None, np.random),
    "rate": NO_SIZE,
    "read": NO_SHARES,
    "residual": NO_SWITCH,
    "rng": (3, None, np.random),
    "scale": (*NO_SIZE, 0.5, 1e9),
    "scaling": ("x", None, 3, "yarns"),
    "factor": (*NO_SIZE, 0.5, 1e9),
    "length": NO_LENGTH,
    "max_rows": (*NO_COUNT, 0),
    "scores": ("x", None, True, 1j, ["a"], [[1], [1, 2]], [], 3, [NAN], [INF], [-INF]),
    "name": ("bert", ["paper"], None, 3),
    "pairs": ([50], [-1], [0.5], ["x"]),
    "precision": ("float8", "", None, np.float32),
    "seed": NO_COUNT,
    "seq_len": NO_LENGTH,
    "setup": ("x", None, 3, ["added"]),
    "share": (*NO_SIZE, 0, 1.1),
    "sharpness": NO_SIZE,
    "spread": (*NO_SIZE, 1e308),
    "start": NO_COUNT,
    "steps": NO_COUNT,
    "table": NO_TABLE,
    "text": ("x", None, [1, 2], [[0.5]], [[-1, 0]], [[0, 5]], [[]], [[1], [1, 2]], 3, HUGE),
    "texts": NO_LENGTH,
    "places": (0.5, "x", -1, [-1] * 6, range(5), np.zeros((3, 6), int), [[1], [1, 2]], [2**60] * 6),
    "values": ([[1], [1, 2]], ["a"], 1j),
    "vectors": NO_TABLE[:-1],
    "vocab_size": (*NO_LENGTH, 513),
    "vocabulary": (*NO_LENGTH, 1, 10**6),
    "wanted": ("x", None, [[0.5]], [[-2] * 6], [[5] * 6], [[0] * 5], [[-1] * 6], [[-1, -1, 4] * 2]),
    "word_std": (*NO_SIZE, 1e308),
    "words": (*NO_TABLE, HUGE),
}  # fmt: skip

# Where a name means something else: what is refused there.
ELSEWHERE = {
    "convention_table.positions": (-1, 2.5, "x", None, 2**60, [[1, 2]], [NAN], ["a"]),
    "convention_table.d_model": (*NO_LENGTH, 3, 2**24 + 2),
    "convention_table.base": OF_ITS_OWN,
    "convention_frequencies.base": OF_ITS_OWN,
    "exact_encoding.positions": NO_ROW,
    "rounded_encoding.positions": (3, None, [[3]], [[1], [1, 2]], [NAN], ["a"]),
    "turning_pairs.seq_len": NO_COUNT,
    "turn_boundary.seq_len": NO_COUNT,
    "frozen_columns.seq_len": NO_COUNT,
    "mean_encoding.seq_len": NO_COUNT,
    "positional_encoding.seq_len": NO_COUNT,
    "positional_encoding.start": NO_INTEGER,
    "mean_encoding.start": NO_INTEGER,
    "frozen_columns.start": NO_INTEGER,
    "shift_matrix.offset": NO_NUMBER,
    "shift_encoding.offset": NO_NUMBER,
    "shift_encoding.table": (*NO_NUMBERS, 3, [1.0], np.ones((4, 1)), np.ones((2, 0)), np.ones(7)),
    "word_vectors.words": (3, None, "text", [1], [["a"]]),
    "neighbour_law.word_std": (*NO_NUMBERS, 0, [-1.0]),
    "shares.word_std": (*NO_NUMBERS, 0, [-1.0]),
    "Head.positions": (3, "x", Added(8), AddedTable(np.eye(3)), Rotary(2)),
    "pair_turns.positions": (*NO_NUMBERS, HUGE),
    "rotary_head.d_model": (*NO_LENGTH, 2**20),
    "rotate.vectors": (*NO_NUMBERS, [1.0], np.ones((2, 3)), HUGE),
    "random_layer.inputs": (*NO_NUMBERS, 3, [1.0], np.zeros((0, 4)), HUGE),
    "self_attention.inputs": (*NO_TABLE, HUGE, 1e200 * np.ones((2, 2))),
}

RANDOM, WORDS, CODES = np.random.default_rng(0), draw_words(5, 6), np.eye(3, 6)
HEAD, TEXT, WANTED = Head(WORDS, Added(6)), *word_before(RANDOM, 2, 6, 5)
LIMITS = adding.reading_limits(9, 4, vocab_size=3)
# Where nothing forbids it integers are 100, which fits every type, while twice as much does not.
TASK = {"random": RANDOM, "count": 100, "seq_len": 100, "vocabulary": 100}
TRAINED = {"head": HEAD, "texts": 2, "draw": word_before, "seed": 1}
RUN = {"setup": "added", "d_model": 100, "base": 100, "seq_len": 100, "seed": 100}
SUM = {"seq_len": 100, "d_model": 100, "base": 100}
TRADE = {"seq_len": 100, "d_model": 100, "noise": 1}
SAID = {"text": TEXT, "places": range(6)}
LAYERS = {"norm": "pre", "residual": True, "causal": True}
TURNED = {"base": 100, "scaling": "by parts", "scale": 4, "seq_len": 100}

WINDOWS = {**SUM, "start": 100}

CALLS = [  # every public function, with each of its arguments
    (adding.found_after_projection, {**SUM, "count": 70, "seed": 100}),
    (adding.nearest_rows, {"vectors": WORDS, "candidates": CODES}),
    (adding.neighbour_law, {"word_std": [1, 2], "d_model": 100, "base": 100}),
    (adding.random_words, {"vocab_size": 100, "d_model": 100, "word_std": 2}),
    (adding.reading_limits, {**SUM, "vocab_size": 100}),
    (LIMITS.room, {"share": 0.9}),
    (LIMITS.shares, {"word_std": [1, 2]}),
    (attention.self_attention, {"inputs": WORDS}),
    (attention.shifted_attention, {**SUM, "offset": 100, "sharpness": 2}),
    (attention.softmax, {"scores": [1, 2]}),
    (attention.word_vectors, {"words": ["a", "b"], "d_model": 100}),
    (precision.exact_encoding, {"positions": [1], "d_model": 100, "base": 100, "pairs": [49]}),
    (precision.rounded, {"values": [1.5], "precision": "float16"}),
    (precision.rounded_encoding, {"positions": [1], "d_model": 100, "base": 100,
                                  "precision": "bfloat16"}),
    (tables.convention_frequencies, {"name": "paper", "d_model": 100, "base": 100}),
    (tables.convention_table, {"name": "paper", "positions": 100, "d_model": 100, "base": 100,
                               "dtype": np.float32}),
    (tables.halves_order, {"d_model": 100}),
    (tables.interleaved_order, {"d_model": 100}),
    (encoding.angular_frequencies, {"d_model": 100, "base": 100}),
    (encoding.frozen_columns, WINDOWS),
    (encoding.mean_encoding, {**WINDOWS, "max_rows": 9}),
    (encoding.positional_encoding, {**WINDOWS, "dtype": np.float64}),
    (encoding.shift_encoding, {"table": [[0, 1]], "offset": 100, "base": 100}),
    (encoding.shift_matrix, {"offset": 100, "d_model": 100, "base": 100}),
    (encoding.similarity, {"offsets": range(100), "d_model": 100, "base": 100}),
    (encoding.turn_boundary, SUM),
    (encoding.turning_pairs, SUM),
    (encoding.wavelengths, {"d_model": 100, "base": 100}),
    (depth.position_by_depth, {"depth": 1, "seed": 1, **LAYERS}),
    (depth.random_layer, {"inputs": WORDS, "rng": RANDOM, **LAYERS}),
    (head.Added, {"d_model": 100, "base": 100}),
    (head.AddedTable, {"table": CODES, "learns": True}),
    (head.Rotary, {"d_model": 100, **TURNED}),
    (head.Head, {"words": WORDS, "positions": Added(6), "mask": True}),
    (HEAD.scores, SAID),
    (HEAD.weights, SAID),
    (HEAD.answers, SAID),
    (HEAD.slopes, {**SAID, "wanted": WANTED}),
    (HEAD.step, {**SAID, "wanted": WANTED, "rate": 1}),
    (reach.log_law, {"distances": [1, 100], "base": 100}),
    (reach.ordered_shares, {"octaves": [1, 9], "d_model": 100, "base": 100}),
    (reach.similarity_reach, {"base": 100}),
    (rotary.pair_turns, {"positions": [1], "d_head": 100, **TURNED}),
    (rotary.rotate, {"vectors": CODES, "positions": [1, 2, 3], **TURNED, "pairing": "halves",
                     "clockwise": True}),
    (scaling.attention_factor, {"scaling": "yarn", "scale": 4}),
    (scaling.dynamic_scale, {"length": 100, "seq_len": 100, "factor": 2}),
    (scaling.kept_shares, {"d_head": 100, "base": 100, "scaling": "yarn", "seq_len": 100}),
    (scaling.ntk_base, {"scale": 4, "d_head": 100, "base": 100}),
    (scaling.rotary_frequencies, {"d_head": 100, **TURNED}),
    (tasks.draw_words, {"vocabulary": 100, "d_model": 100, "spread": 1, "seed": 100}),
    (tasks.far_marked_word, TASK),
    (tasks.marked_word, TASK),
    (tasks.word_before, {**TASK, "distance": 2}),
    (tradeoff.base_score, {"read": [0.5, 1], "order": [0.5, 1]}),
    (tradeoff.order_share, {**TRADE, "base": 100}),
    (tradeoff.read_share, {**TRADE, "base": 100, "draws": 100, "seed": 100}),
    (tradeoff.score_bases, {**TRADE, "bases": [1, 100], "draws": 100, "seed": 100}),
    (training.accuracy, {**TRAINED, "seq_len": 100, "start": 100}),
    (training.train, {**TRAINED, "seq_len": 100, "steps": 2, "rate": 1, "latest_start": 100}),
    (training.trained_head, {**RUN, "steps": 2}),
    (training.rotary_head, {"draw": word_before, "d_model": 100, "base": 100, "seq_len": 100,
                            "steps": 2, "seed": 100}),
    (training.Run, RUN),
    (training.filled_directions, {"codes": CODES}),
]  # fmt: skip
NOT_CHECKED = {  # called by figures, with what they have checked; made by functions above
    "fewer_if_long", "law_curve", "products", "swap_effect", "tried", "Limits", "Positions", "Stop",
    "checked_frequencies", "rotations", "MeanTable",
    "amplitude", "angles_between", "arranged_columns", "columns_of", "divisor", "error_curve",
    "fastest_pairs", "pair_count",
}  # fmt: skip
MODULES = {sys.modules[one.__module__] for one, _ in CALLS if not hasattr(one, "__self__")}


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
    own = f"{function.__name__}.{name}"
    return ELSEWHERE.get(own, BAD[name])


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
    for base in (Fraction(7, 2), 2**64, np.float32(50), np.array(50.0), 1e-300, 1e300):
        for name in {"base", "bases"} & set(given):
            try:
                answered(function, {**given, name: base if name == "base" else [base]})
            except ValueError as error:
                assert "base must be" in str(error)
