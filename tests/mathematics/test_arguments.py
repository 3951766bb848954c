"""Every public function refuses bad arguments, one by one, in plain words."""

import inspect
import re

import numpy as np
import pytest

from posenc_helpers import models, positional_encoding
from posenc_helpers.models import longer, training
from tests.figures.cases import PLOTS, SMALL, redrawn, settings_of

pytestmark = pytest.mark.filterwarnings("error")

NAN, INF = float("nan"), float("inf")
WORDS, TABLE = training.draw_words(5, 6), positional_encoding(100, 6)
RANDOM = np.random.default_rng(0)
TEXT, WANTED = training.word_before(RANDOM, 2, 6, 5)
HEAD = training.Head(WORDS, training.AddedTable(TABLE))
FUNCTIONS = {
    **{f"Head.{name}": getattr(HEAD, name) for name in ("scores", "slopes", "step")},
    **{
        name: one
        for name, one in models.public_names().items()
        if (inspect.isfunction(one) and name != "tournament")  # tested in test_tournament.py
        or name in ("AddedTable", "Head", "Rotary")
    },
}
TAKEN = {  # values of arguments that have no default, or a default that takes long
    "angles": np.zeros((256, 32)), "base": 6, "candidates": TABLE, "count": 6, "d_head": 6,
    "d_model": 6, "fast": [1, 1j], "hands": [1, 1j], "head": HEAD, "inputs": WORDS, "name": "paper",
    "offset": 6, "offsets": range(9),
    "positions": range(100), "random": RANDOM, "rng": RANDOM, "rows": np.eye(9, 384),
    "scale": 4, "scaling": "yarn", "scores": [1, 2], "seed": 2, "seq_len": 6,
    "slow": [1, 1j], "steps": 2, "switched_off": [], "table": TABLE, "task": "far", "text": TEXT,
    "vectors": TABLE, "vocabulary": 6, "wanted": WANTED, "word_std": 1, "words": WORDS,
    "previous_word_head.table": np.eye(9, 384), "previous_word_head.words": ["a"],
    "word_vectors.words": ["a", "b"],
    "Head.positions": training.Rotary(6), "planes": np.eye(9, 384),
    "pure_waves.wavelengths": [6],
    "by_window.head": training.Head(WORDS, training.Positions()),
    **dict.fromkeys(("waves.head", "found_at.head"), longer.stored_head("far")),
}  # fmt: skip
JUNK = "x", 1j, NAN  # what hardly any argument may be
NO_INTEGER, NO_NUMBER = (*JUNK, True, 2.0, 2**60, [[1]]), (*JUNK, True, INF, [[1]], 10**400)
NO_TABLE = *JUNK, ["a"], [[1], [1, 2]], 3, np.zeros((2, 3, 4))
INTEGERS = """column count d_head d_model d_models distance first followed furthest hours
    latest_start minutes pair pairs position second seconds seed seq_len step steps texts trained
    vocab_size vocabulary"""
NUMBERS = """base base_a base_b bases gain noise partial_rotary_factor ramp_begins ramp_ends rate
    scale sharpness turns_per_ten_tokens within"""
REFUSED = {  # what else than JUNK an argument refuses
    **dict.fromkeys(INTEGERS.split(), (*NO_INTEGER, -1)),
    **dict.fromkeys(NUMBERS.split(), (*NO_NUMBER, -1.0)),
    **dict.fromkeys(("candidates", "inputs", "planes", "rows", "table", "vectors"), NO_TABLE),
    **dict.fromkeys(("clockwise", "learns", "mask"), (*JUNK, 1)),
    **dict.fromkeys(("base", "base_a", "base_b", "bases"), (*NO_NUMBER, 0, -1.0)),
    **dict.fromkeys(("d_model", "d_models", "d_head"), (*NO_INTEGER, -2, 0, 3)),
    **dict.fromkeys(("names", "transpose"), ()),
    **dict.fromkeys(("start", "starts"), NO_INTEGER),
    "dtype": ("x", int, complex, bool, object),
    "labels": ("a", ["a"]),
    "off": ([9], [-1], [0.5], ["a"]),
    "places": (0.5, "x", -1, [-1] * 6, range(5), [[1], [1, 2]], [2**60] * 6),
    "ramp": (*JUNK, 3, (4, 1), (0, 1), (1, 2, 3), (1, NAN)),
    "size": ((9, 0), (9,), (NAN, 4), (41, 4)),
    "switched_off": ([3],),
    "text": (*JUNK, [1, 2], [[0.5]], [[-1, 0]], [[0, 5]], [[]], [[1], [1, 2]]),
    "wanted": (*JUNK, [[0.5]], [[-2] * 6], [[5] * 6], [[0] * 5], [[-1] * 6]),
    "words": (*JUNK, 3, [1]),
    **dict.fromkeys(("fast", "slow", "hands"), ("x", NAN, [])),
    "found_at.angles": (*JUNK, np.zeros((9, 32))),
    "plot_learned_head.text": (1j, 3, "the " * 13),
    "plot_swap.gain": NO_NUMBER,
    "softmax.scores": (*JUNK, [], 3, [INF], [-INF]),
    "shift_encoding.table": (*JUNK, 3, np.ones((4, 1)), np.ones(7)),
    "word_vectors.d_model": (*NO_INTEGER, 0),
}


def chosen(table, name, argument, otherwise):
    return table.get(f"{name}.{argument}", table.get(argument, otherwise))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_bad_argument_is_refused_in_a_line_and_nothing_moves(name):
    """The line names the argument, says what it must be, and says what was given."""
    if name in PLOTS:
        given = settings_of(name) | SMALL.get(name, {})
    else:
        parameters = inspect.signature(FUNCTIONS[name]).parameters.values()
        given = {one.name: chosen(TAKEN, name, one.name, one.default) for one in parameters}
    call = (lambda **given: redrawn(name, **given)) if name in PLOTS else FUNCTIONS[name]
    before = name in PLOTS and redrawn(name).alt
    for argument in given:
        for value in chosen(REFUSED, name, argument, JUNK):
            with pytest.raises((TypeError, ValueError)) as caught:
                call(**given | {argument: value})
                pytest.fail(f"{argument}={value!r:.80} is taken")
            message = str(caught.value)
            assert re.search(rf"\b{argument.removesuffix('s')}", message), message
            assert " must " in message and len(message) <= 360 and "\n" not in message, message
            written = str(value)[:18] in message or isinstance(value, list | tuple | np.ndarray)
            assert written or re.search(r"got (an array|shape|\()", message), message
    assert before == (name in PLOTS and redrawn(name).alt)
    if name not in PLOTS and name != "recall":
        given = {one: np.int16(two) if type(two) is int else two for one, two in given.items()}
        call(**given)
