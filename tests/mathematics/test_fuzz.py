"""Junk thrown at answers, functions, explorers and files: an answer or one line, nothing else.

`make test` throws the same few each time; `--hypothesis-profile=fuzz` throws more and others.
What fails is made as small as it can be, and printed with a line that repeats it.
"""

import copy
import inspect
import json
import math
import tempfile
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import posenc_helpers as pe
from posenc_helpers.lessons import EXERCISES
from posenc_helpers.models import public_names
from tools import answers, export, notebooks

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
EXPLORERS = [name for name in public_names() if name.endswith("Explorer")]
LESSONS = sorted(Path(__file__).parents[2].glob("notebooks/*.ipynb"))
# Of the examples that the profile asks for, where each takes long.
a_fifth, a_tenth = (settings(max_examples=settings.default.max_examples // n) for n in (5, 10))
made = cache(lambda name: public_names()[name]())


def one_line(error):
    """Check that an error says in one short line what is wrong."""
    text = str(error)
    assert text and len(text) <= 900, text
    assert "ufunc" not in text and "object has no attribute" not in text, text


@given(name=st.sampled_from(sorted(EXERCISES)), value=JUNK, returned=st.booleans())
def test_junk_is_never_judged_right(name, value, returned):
    exercise = EXERCISES[name]
    feedback = exercise.check((lambda *arguments: value) if returned else value)
    assert feedback.status in ("right", "wrong", "unanswered") and "\n" not in feedback.text
    if feedback.status == "right":
        assert not exercise.wants_function
        if not exercise.examine:  # which takes many answers
            assert np.allclose(np.ravel(value), np.ravel(exercise.right_answers[0]), rtol=0.1)


@st.composite
def calls(draw):
    """Draw a public function with its arguments, up to two of them junk."""
    name = draw(st.sampled_from(FUNCTIONS))
    parameters = inspect.signature(PUBLIC[name]).parameters.values()
    named = [p.name for p in parameters if p.default is p.empty or draw(st.booleans())]
    junk = draw(st.sets(st.sampled_from(named), max_size=2)) if named else ()
    good = {one: st.sampled_from(GOOD[one]) for one in named if one in GOOD and one not in junk}
    return name, {one: draw(good.get(one, JUNK)) for one in named}


@a_fifth
@given(call=calls())
def test_functions_answer_or_refuse(call):
    name, arguments = call
    try:
        PUBLIC[name](**copy.deepcopy(arguments))
    except (TypeError, ValueError) as error:
        one_line(error)


@a_tenth
@given(name=st.sampled_from(EXPLORERS), data=st.data())
def test_an_explorer_moves_or_refuses_and_stays(name, data):
    explorer = made(name)
    before = {label: control.value for label, control in explorer.controls.items()}
    stops = {label: st.sampled_from(list(one.stops)) for label, one in explorer.controls.items()}
    some = data.draw(st.sets(st.sampled_from(sorted(before)), min_size=1), "moved")
    moved = {label: data.draw(stops[label] | JUNK, label) for label in sorted(some)}
    try:
        explorer.apply(**moved)
    except (TypeError, ValueError) as error:
        one_line(error)
        assert {label: control.value for label, control in explorer.controls.items()} == before
    explorer.apply(**before)


@st.composite
def broken_notebooks(draw):
    """Draw the text of a lesson with a piece cut out, or with some of its values replaced."""
    text = draw(st.sampled_from(LESSONS)).read_text(encoding="utf-8")
    if draw(st.integers(0, 2)) == 0:
        begin = draw(st.integers(0, len(text)))
        end = begin + draw(st.integers(0, 99))
        return text[:begin] + draw(st.sampled_from(["", "\0", "{", '"', "9"])) + text[end:]
    notebook = json.loads(text)
    for _ in range(draw(st.integers(1, 3))):
        inner = notebook
        while inner and isinstance(inner, (dict, list)):
            place = inner
            key = draw(
                st.sampled_from(sorted(place) if isinstance(place, dict) else range(len(place)))
            )
            inner = place[key] if draw(st.integers(0, 6)) else None
        odd = [None, 3, "x", [], {}, [None], {"a": [1]}, "9" * 99, True]
        place[key] = copy.deepcopy(draw(st.sampled_from(odd)))
    return json.dumps(notebook)


@a_tenth
@given(text=broken_notebooks())
@pytest.mark.filterwarnings("ignore::UserWarning")  # a language that is not coloured
def test_broken_files_are_read_or_refused(text):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "lesson.ipynb")
        path.write_text(text, encoding="utf-8", errors="replace")
        try:
            export.page(notebooks.read(path))
        except (notebooks.Problem, export.Problem) as problem:
            one_line(problem)
        found, problems, paths = answers.counts(folder)
        assert paths == [path] and len(list(answers.rows(found))) + len(problems) > 0
