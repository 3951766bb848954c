"""Junk thrown at functions: an answer or one line, nothing else.

`make test` throws the same few each time; `--hypothesis-profile=fuzz` throws more and others.
What fails is made as small as it can be, and printed with a line that repeats it.
"""

import copy
import inspect
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import posenc_helpers as pe
from posenc_helpers.models import public_names

pytestmark = pytest.mark.filterwarnings("error")

ODD = [
    None, ..., True, False, 0, -1, 10**400, -0.0, 5e-324, 1e300, math.nan, math.inf, 1j, "", "1",
    b"x", {"a": 1}, set(), range(3), object, len, Fraction(1, 3), np.float16(3), np.int8(5),
    np.datetime64("2020"), np.ma.masked_all(3), [1, [2, 3]], [10**400],
]  # fmt: skip
SHAPES = arrays.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=3)
JUNK = st.recursive(
    st.sampled_from(ODD)
    | st.floats()
    | st.integers(-(2**70), 2**200)
    | st.text(max_size=9)
    | arrays.arrays(arrays.scalar_dtypes(), SHAPES),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=6,
)
GOOD = {
    "base": [2, 10.0, 1e4, 1e8, 0.5, 1],
    "d_model": [2, 4, 18, 64],
    "d_head": [2, 4, 64],
    "seq_len": [1, 2, 5, 50, 300],
    "position": [0, 3, 49],
    "positions": [[0, 1, 2], 5],
    "distances": [[1, 2, 3]],
    "offset": [-1, 0, 3],
    "offsets": [[1, 5], 3],
    "pair": [0, 1],
    "start": [0, 7, -3, 10**6],
    "table": [np.eye(4), pe.positional_encoding(9, 4)],
    "vectors": [np.eye(3, 4)],
    "words": [["a", "b", "c"], "abc"],
}
PUBLIC = {name: one for name, one in public_names().items() if name[0].islower()}
FUNCTIONS = [name for name, one in PUBLIC.items() if inspect.isfunction(one)]


def one_line(error):
    """Check that an error says in one short line what is wrong."""
    text = str(error)
    assert text and len(text) <= 900, text
    assert "ufunc" not in text and "object has no attribute" not in text, text


@st.composite
def calls(draw):
    """Draw a public function with its arguments, up to two of them junk."""
    name = draw(st.sampled_from(FUNCTIONS))
    parameters = inspect.signature(PUBLIC[name]).parameters.values()
    named = [p.name for p in parameters if p.default is p.empty or draw(st.booleans())]
    junk = draw(st.sets(st.sampled_from(named), max_size=2)) if named else ()
    good = {one: st.sampled_from(GOOD[one]) for one in named if one in GOOD and one not in junk}
    return name, {one: draw(good.get(one, JUNK)) for one in named}


@settings(max_examples=settings.default.max_examples // 5)  # each takes long
@given(call=calls())
def test_functions_answer_or_refuse(call):
    name, arguments = call
    try:
        PUBLIC[name](**copy.deepcopy(arguments))
    except (TypeError, ValueError) as error:
        one_line(error)
