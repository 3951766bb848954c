"""The texts of the lessons: what their grammar makes of them, and how a broken one is refused."""

import re
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from posenc_helpers import lessons
from posenc_helpers.lessons import EXERCISES, LESSONS, PREDICTIONS
from posenc_helpers.lessons.exercise import Case, Unwritten, exercise, near
from posenc_helpers.lessons.markdown import BrokenText
from posenc_helpers.lessons.texts import Lesson
from posenc_helpers.models import public_names

EXERCISE = """\
# Lesson 99: gears

## Exercise `gear`

How many teeth
has it?

### Reply to a right answer

Few.

### Hint

Use `base`.

### Solution

```python
# A comment is no heading.

check.gear(lambda d, b: b ** (2 / d))
```

### Mistakes

- `exponent`: You took `1/d`.
- `two`: Near.
"""


@exercise([(4, 100), Case((6, 10), "six")], decimals=2)
def gear(d_model, base):
    yield "right", base ** (2 / d_model)
    yield "exponent", base ** (1 / d_model), d_model
    yield "two", near(2, 0.5)
    yield "two", lambda found: found < 0


PREDICTION = """\
# Lesson 99: gears

## Prediction `turn`

Which?

- [ ] This.
  - No.
- [x] That.
  - Yes,
    it is.

### Now try it

move `it`.
"""


CODE = ModuleType("lessons.lesson99")
CODE.gear, CODE.MARKED = gear, {"marked": ("HeatmapExplorer", {"d_model": 128})}


def lesson(folder, text):
    path = folder / "99.md"
    path.write_text(text, encoding="utf-8")
    return Lesson(path, CODE)


def test_an_exercise_is_read(tmp_path):
    (gear,) = lesson(tmp_path, EXERCISE).exercises
    assert (gear.name, gear.question) == ("gear", "How many teeth has it?")
    assert (gear.right, gear.hint) == ("Few.", "Use `base`.")
    assert gear.solution.startswith("# A comment is no heading.\n\ncheck.gear(")
    assert (gear.decimals, gear.within, gear.relative) == (2, 0, 0)
    assert [case.label for case in gear.cases] == ["d_model=4, base=100", "six"]
    assert [right.item() for right in gear.right_answers] == [10, pytest.approx(10 ** (1 / 3))]
    assert gear.replies == {"exponent": "You took `1/d`.", "two": "Near."}
    first, second, *likes = gear.wrong_answers(Case((4, 16), ""))
    assert (first, second) == (("exponent", 2), ("exponent", 4))
    assert [name for name, _ in likes] == ["two", "two"]
    assert gear.check(lambda d_model, base: 2.4).text.startswith("Not yet. Near.")
    assert "larger" in gear.check(lambda d_model, base: 2.6 - d_model // 6).text


AGAIN = "\n### Again\n\nOnce more?\n\n- [x] Here.\n  - Yes.\n- [ ] There.\n  - No.\n"


def test_a_second_wording_is_read(tmp_path):
    (turn,) = lesson(tmp_path, PREDICTION + AGAIN).predictions
    assert (turn.question, turn.again.question, turn.again.name) == ("Which?", "Once more?", "turn")
    assert turn.again.replies == {"Here.": "Yes.", "There.": "No."}
    assert turn.again.options[turn.again.right] == "Here." and turn.recalled == turn.again
    (turn,) = lesson(tmp_path, PREDICTION).predictions
    assert turn.again is None and turn.recalled.options == turn.options


@pytest.mark.parametrize(
    ("old", "new", "wording"),
    [
        ("[x] Here", "[ ] Here", "line 17: `Again` needs a question, options"),
        ("  - Yes.\n- [ ] There", "- [ ] There", "line 21: an option needs one reply"),
        ("Once more?", "", "line 17: `Again` needs a question"),
    ],
)
def test_a_broken_second_wording_is_named_with_its_line(tmp_path, old, new, wording):
    assert old in AGAIN
    with pytest.raises(BrokenText, match=f"99.md, {wording}"):
        _ = lesson(tmp_path, PREDICTION + AGAIN.replace(old, new)).predictions


def test_a_prediction_is_read(tmp_path):
    (turn,) = lesson(tmp_path, PREDICTION).predictions
    assert (turn.name, turn.question, turn.right) == ("turn", "Which?", 1)
    assert turn.replies == {"This.": "No.", "That.": "Yes, it is."}
    assert turn.try_it == "move `it`."


def test_a_mark_is_read(tmp_path):
    text = PREDICTION.replace("it is.\n", "it is.\n  - marked at `column 3`\n")
    (turn,) = lesson(tmp_path, text.replace("turn", "marked")).predictions
    mark = {"on": "HeatmapExplorer", "settings": {"d_model": 128}, "place": "column 3"}
    assert turn.mark(1 - turn.right) is None
    assert turn.mark(turn.right) == {**mark, "words": "You guessed: That."}


@pytest.mark.parametrize(
    ("old", "new", "wording"),
    [
        ("### Hint", "### Help", "line 3: `Exercise `gear`` has nothing below a heading `Hint`"),
        ("Use `base`.", "", "line 3: `Exercise `gear`` has nothing below a heading `Hint`"),
        ("has it?", "has it?\n\n- Hm", "line 3: `Exercise `gear`` needs a question, and no"),
        ("How many teeth\nhas it?", "", "line 3: `Exercise `gear`` needs a question, and no list"),
        ("`exponent`", "exponent", "line 26: a mistake of `Exercise `gear`` begins with its"),
        ("`exponent`", "`exponnet`", "line 26: a mistake of `Exercise `gear`` begins with its"),
        ("`two`", "`exponent`", "line 27: a mistake of `Exercise `gear`` begins with its name"),
        ("`gear`", "`geer`", "line 3: lesson99.py makes no exercise with the name `geer`"),
        ("```\n\n### Mist", "\n### Mist", "line 3: `Exercise `gear`` has no text for the mistake"),
        ("- `two`: Near.\n", "", "line 3: `Exercise `gear`` has no text for the mistake `two`"),
        (
            "## Exercise `gear`",
            "## Exercise gear",
            "line 3: 'Exercise gear' is neither Exercise `N",
        ),
        (
            "[x]",
            "[ ]",
            "line 3: `Prediction `turn`` needs a question, options with [ ], and one of",
        ),
        (
            "[ ]",
            "[x]",
            "line 3: `Prediction `turn`` needs a question, options with [ ], and one of",
        ),
        (
            "- [ ]",
            "-",
            "line 3: `Prediction `turn`` needs a question, options with [ ], and one of",
        ),
        ("Yes,\n    it", "Yes.\n  - It", "line 11: an option has one reply, and below it only"),
        ("  - No.\n", "", "line 7: an option needs one reply, indented below it"),
        ("move `it`.", "", "line 3: `Prediction `turn`` has nothing below a heading `Now try it`"),
    ],
)
def test_a_broken_text_is_named_with_its_line(tmp_path, old, new, wording):
    text = PREDICTION if "Prediction" in wording or "option" in wording else EXERCISE
    assert old in text
    with pytest.raises(BrokenText) as error:
        broken = lesson(tmp_path, text.replace(old, new))
        _ = broken.exercises, broken.predictions
    assert str(error.value).startswith(f"99.md, {wording}") and "\n" not in str(error.value)


def test_a_file_from_another_editor_is_read(tmp_path):
    windows = ("\ufeff" + EXERCISE.replace("- `", "* `")).replace("\n", "\r\n")
    (tmp_path / "99.md").write_bytes(windows.encode())
    assert len(Lesson(tmp_path / "99.md", CODE).exercises[0].replies) == 2


@pytest.mark.parametrize("number", LESSONS)
def test_what_is_asked_and_what_it_needs_of_python_have_the_same_names(number):
    """A missing or misspelt name of an exercise or a mistake stops its making, as tried above."""
    asked, code = LESSONS[number], import_module(f"{lessons.__name__}.lesson{number}")
    made = [name for name, one in vars(code).items() if isinstance(one, Unwritten)]
    unasked = set(made) - {one.name for one in asked.exercises}
    assert [place_of(Path(code.__file__), name) for name in unasked] == []
    marked = {one.name for one in asked.predictions if one.marks}
    assert marked == vars(code).get("MARKED", {}).keys()


def place_of(path, words):
    """The file and line in which some words are first."""
    lines = path.read_text(encoding="utf-8").splitlines()
    at = next(number for number, line in enumerate(lines, 1) if words.split(":")[0] in line)
    return f"{path.name}, line {at}: {words}"


@pytest.mark.parametrize("name", [name for name, one in PREDICTIONS.items() if one.marks])
def test_the_places_of_marks_are_places_of_the_picture(name):
    for mark in PREDICTIONS[name].marks.values():
        drawing = public_names()[mark["on"]].picture[0]()
        try:
            drawing.place(mark["place"], **mark["settings"])
        except ValueError as error:
            (path,) = (
                Path(lessons.__file__).with_name(f"{number}.md")
                for number, lesson in LESSONS.items()
                if PREDICTIONS[name] in lesson.predictions
            )
            pytest.fail(place_of(path, f"marked at `{mark['place']}`: {error}"))


def said_in(one):
    """All that an exercise or a prediction says in prose."""
    if hasattr(one, "hint"):
        return [one.question, one.right, one.hint, *one.replies.values()]
    both = [one] if one.again is None else [one, one.again]
    assert all(len(option) <= 60 for each in both for option in each.options)  # one line each
    texts = (t for each in both for t in (each.question, *each.options, *each.replies.values()))
    return [one.try_it, *texts]


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=list(LESSONS))
def test_the_prose_is_plain(lesson):
    for text in (text for one in lesson.exercises + lesson.predictions for text in said_in(one)):
        assert not re.search(r"\b(simply|obviously|just|easy|easily|clearly)\b|!", text), text
        assert text == text.strip() and text[-1] in ".?)" and "  " not in text
        assert text.count("`") % 2 == 0


def test_two_to_four_exercises_make_a_lesson_and_no_name_stands_twice():
    assert all(2 <= len(one.exercises) <= 4 for one in LESSONS.values())
    assert sum(len(one.exercises) for one in LESSONS.values()) == len(EXERCISES)
    assert sum(len(one.predictions) for one in LESSONS.values()) == len(PREDICTIONS)
