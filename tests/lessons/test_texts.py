"""The texts of the lessons follow their grammar, and a broken text is refused with its line."""

import re
import subprocess
import sys
from importlib import import_module
from types import ModuleType

import pytest

from posenc_helpers import lessons
from posenc_helpers.lessons import EXERCISES, LESSONS, PREDICTIONS
from posenc_helpers.lessons.exercise import Exercise, exercise
from posenc_helpers.lessons.markdown import BrokenText
from posenc_helpers.lessons.texts import Lesson
from posenc_helpers.models import public_names

EXERCISE = "\n\n".join([
    "# Lesson 99: gears", "## Exercise `gear`", "How many teeth\nhas it?",
    "### Reply to a right answer", "Few.", "### Hint", "Use `base`.", "### Solution",
    "```python\n# A comment is no heading.", "check.gear(10)\n```",
    "### Mistakes", "- `exponent`: You took `1/d`.\n- `two`: Near.\n",
])  # fmt: skip
PREDICTION = "\n\n".join([
    "# Lesson 99: gears", "## Prediction `turn`", "Which?",
    "- [ ] This.\n  - No.\n- [x] That.\n  - Yes,\n    it is.", "### Now try it", "move `it`.\n",
])  # fmt: skip
AGAIN = "\n### Again\n\nOnce more?\n\n- [x] Here.\n  - Yes.\n- [ ] There.\n  - No.\n"


@exercise()
def gear():
    yield "right", 10
    yield "exponent", 5
    yield "two", 2


CODE = ModuleType("lessons.lesson99")
CODE.gear = gear


def lesson(folder, text):
    path = folder / "99.md"
    path.write_text(text, encoding="utf-8")
    return Lesson(path, CODE)


GEAR, OF_GEAR = "line 3: `Exercise `gear`` ", "a mistake of `Exercise `gear`` begins with its name"
OPTIONS = "line 3: `Prediction `turn`` needs a question, options with [ ], and one of them"
BROKEN = [  # a text, what is replaced in it, the replacement, and the name of the fault
    (EXERCISE, "### Hint", "### Help", GEAR + "has nothing below a heading `Hint`"),
    (EXERCISE, "How many teeth\nhas it?", "", GEAR + "needs a question, and no list"),
    (EXERCISE, "`exponent`", "exponent", f"line 26: {OF_GEAR}"),
    (EXERCISE, "`gear`", "`geer`", "line 3: lesson99.py makes no exercise with the name `geer`"),
    (EXERCISE, "- `two`: Near.\n", "", GEAR + "has no text for the mistake `two`"),
    (EXERCISE, "Exercise `gear`", "Exercise gear", "line 3: 'Exercise gear' is neither Exercise `"),
    (PREDICTION, "[x] That", "That", OPTIONS),
    (PREDICTION, "Yes,\n    it", "Yes.\n  - It", "line 11: an option has one reply, and below"),
    (PREDICTION, "  - No.\n", "", "line 7: an option needs one reply, indented below it"),
    (PREDICTION + AGAIN, "Once more?", "", "line 17: `Again` needs a question"),
]


@pytest.mark.parametrize(("text", "old", "new", "wording"), BROKEN)
def test_a_broken_text_is_named_with_its_line(tmp_path, text, old, new, wording):
    assert old in text
    with pytest.raises(BrokenText) as error:
        broken = lesson(tmp_path, text.replace(old, new))
        _ = broken.exercises, broken.predictions
    assert str(error.value).startswith(f"99.md, {wording}") and "\n" not in str(error.value)


@pytest.mark.parametrize("number", LESSONS)
def test_the_texts_ask_what_python_answers_in_plain_words(number):
    """The texts and the Python of a lesson name the same exercises, and the texts read plainly."""
    asked, code = LESSONS[number], import_module(f"{lessons.__name__}.lesson{number}")
    made = {name for name, one in vars(code).items() if isinstance(one, Exercise)}
    assert made == {one.name for one in asked.exercises} and 2 <= len(made) <= 6
    marked = vars(code).get("MARKED", {}).keys()
    assert {one.name for one in asked.predictions if one.marks} == marked
    for text in (text for one in asked.exercises + asked.predictions for text in said_in(one)):
        assert not re.search(r"\b(simply|obviously|just|easy|easily|clearly)\b|!", text), text
        assert text == text.strip() and text[-1] in ".?)" and "  " not in text
        assert text.count("`") % 2 == 0
    for mark in (mark for one in asked.predictions for mark in one.marks.values()):
        drawing = public_names()[mark["on"]].picture[0]()
        drawing.place(mark["place"], **mark["settings"])  # refuses a place that the picture lacks


def said_in(one):
    """Return all texts of an exercise or a prediction."""
    if hasattr(one, "hint"):
        return [one.question, one.right, one.hint, *one.replies.values()]
    both = [one] if one.again is None else [one, one.again]
    assert all(len(option) <= 60 for each in both for option in each.options)  # one line each
    texts = (t for each in both for t in (each.question, *each.options, *each.replies.values()))
    return [one.try_it, *texts]


def test_names_are_known_without_loading_a_lesson_and_none_stands_twice():
    code = """import sys, posenc_helpers as pe
dir(pe.check), repr(pe.predict), pe.ClocksExplorer(until="swap")
names = [name for name in sys.modules if "lessons.lesson" in name or ".models" in name]
pe.hint.row_ten()
assert names == [] and "posenc_helpers.lessons.lesson01" in sys.modules"""
    subprocess.run([sys.executable, "-c", code], check=True)
    assert sum(len(one.exercises) for one in LESSONS.values()) == len(EXERCISES)
    assert sum(len(one.predictions) for one in LESSONS.values()) == len(PREDICTIONS)
