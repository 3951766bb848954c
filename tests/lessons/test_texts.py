"""The texts of the lessons: what their grammar makes of them, and what is said of a broken one."""

import re

import pytest

from posenc_helpers.lessons import EXERCISES, LESSONS, PREDICTIONS
from posenc_helpers.lessons.markdown import BrokenText
from posenc_helpers.lessons.texts import Lesson

EXERCISE = """\
# Lesson 99: gears

## Exercise `gear`

How many teeth
has it?

- Arguments: `d_model`, `base`
- Cases: `(4, 100)` (a small one), `Case((6, 10), "six")`
- Answer: `base ** (2 / d_model)`
- Decimals: `2` (and no more)

### Said of a right answer

Few.

### Hint

Use `base`.

### Solution

```python
# A comment is no heading.

check.gear(lambda d, b: b ** (2 / d))
```

### Mistakes

- You took `1/d`.
  - `base ** (1 / d_model)`
  - `d_model`
- Near.
  - `2` within `0.5`
  - recognized by `cut_off`
"""
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


def lesson(folder, text):
    path = folder / "99.md"
    path.write_text(text, encoding="utf-8")
    return Lesson(path)


def test_an_exercise_is_read(tmp_path):
    (gear,) = lesson(tmp_path, EXERCISE).exercises
    assert (gear.name, gear.question) == ("gear", "How many teeth has it?")
    assert (gear.right, gear.hint) == ("Few.", "Use `base`.")
    assert gear.solution.startswith("# A comment is no heading.\n\ncheck.gear(")
    assert (gear.decimals, gear.within, gear.relative, gear.hidden) == (2, 0, 0, ())
    assert [case.label for case in gear.cases] == ["d_model=4, base=100", "six"]
    assert [case.numbers for case in gear.cases] == [(4, 100), ()]
    assert [right.item() for right in gear.right_answers] == [10, pytest.approx(10 ** (1 / 3))]
    (first, causes), (second, likes) = gear.mistakes.items()
    assert (first, second) == ("You took `1/d`.", "Near.")
    assert [cause(4, 16) for cause in causes] == [2, 4]
    assert likes[0].examples == pytest.approx((1.525, 2, 2.475))
    assert likes[1].judge([gear.right_answers[0] - 1], gear.right_answers[:1])


def test_a_prediction_is_read(tmp_path):
    (turn,) = lesson(tmp_path, PREDICTION).predictions
    assert (turn.name, turn.question, turn.right) == ("turn", "Which?", 1)
    assert turn.replies == {"This.": "No.", "That.": "Yes, it is."}
    assert turn.try_it == "move `it`."


def test_the_place_of_the_right_option_depends_on_the_name_alone(tmp_path):
    wrong, right = "- [ ] This.\n  - No.\n", "- [x] That.\n  - Yes,\n    it is.\n"
    last = "- [ ] All of these.\n  - No.\n"
    places = set()
    for name in ("turn", "move", "drag", "look", "wait", "read"):
        text, shown = PREDICTION.replace("`turn`", f"`{name}`"), []
        for options in (wrong + right + last, right + wrong + last):
            (one,) = lesson(tmp_path, text.replace(wrong + right, options)).predictions
            assert one.options[one.right] == "That." and one.about(one.right) == "Yes, it is."
            shown.append(one.options)
        assert shown[0] == shown[1] and shown[0][-1] == "All of these."
        places.add(one.right)
    assert places == {0, 1}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("### Hint", "### Help", "line 3: `Exercise `gear`` has `Help`, which is none of Said of"),
        ("Use `base`.", "", "line 3: `Exercise `gear`` has nothing below a heading `Hint`"),
        ("- Decimals", "- Digits", "line 3: `Exercise `gear`` has `Digits`, which is none of Arg"),
        ("- Answer: `base ** (2 / d_model)`\n", "", "line 3: `Exercise `gear`` needs a question"),
        ("How many teeth\nhas it?", "", "line 3: `Exercise `gear`` needs a question and"),
        ("`2` (and", "2 (and", "line 11: an expression between backticks is missing in 'Decimals"),
        ("`(4, 100)`", "`(4, 100`", "line 9: `(4, 100` is no expression of Python"),
        ("`2` (and", "`two` (and", "line 11: `two` raises NameError: name 'two' is not defined"),
        ("within", "near", "line 35: '`2` near `0.5`' is neither an expression, nor `within`"),
        ("- You took `1/d`.\n", "", "line 31: this item is indented, and no item stands above it"),
        ("```\n\n### Mist", "\n### Mist", "line 23: this code has no end"),
        ("- You took", "- Bare.\n- You took", "line 31: a mistake needs what gives it, indented"),
        (
            "## Exercise `gear`",
            "## Exercise gear",
            "line 3: 'Exercise gear' is neither Exercise `N",
        ),
        ("## Exercise", "### Exercise", "line 3: a heading with 3 # needs one with 2 above it"),
        ("[x]", "[ ]", "line 3: `Prediction `turn`` needs options with [ ], and one of them with"),
        ("[ ]", "[x]", "line 3: `Prediction `turn`` needs options with [ ], and one of them with"),
        ("- [ ]", "-", "line 3: `Prediction `turn`` needs options with [ ], and one of them with"),
        ("  - No.\n", "", "line 7: an option needs one reply, indented below it"),
        ("- Yes", "- Yes\n  - more", "line 11: an option has one reply, and below it only `marked"),
        ("move `it`.", "", "line 3: `Prediction `turn`` has nothing below a heading `Now try it`"),
    ],
)
def test_a_broken_text_is_named_with_its_line(tmp_path, old, new, said):
    text = PREDICTION if "Prediction" in said or "option" in said else EXERCISE
    assert old in text
    with pytest.raises(BrokenText) as error:
        broken = lesson(tmp_path, text.replace(old, new))
        _ = broken.exercises, broken.predictions
    assert str(error.value).startswith(f"99.md, {said}") and "\n" not in str(error.value)


def test_a_file_from_another_editor_is_read(tmp_path):
    windows = ("\ufeff" + EXERCISE.replace("  - ", "\t* ")).replace("\n", "\r\n")
    (tmp_path / "99.md").write_bytes(windows.encode())
    assert len(Lesson(tmp_path / "99.md").exercises[0].mistakes) == 2
    (tmp_path / "99.md").write_bytes("## Lösung".encode("latin-1"))
    with pytest.raises(BrokenText, match="99.md, line 1: the file is not saved as UTF-8"):
        Lesson(tmp_path / "99.md")


def test_an_expression_that_fails_is_named_and_not_blamed_on_the_student(tmp_path):
    (gear,) = lesson(tmp_path, EXERCISE.replace("1 / d_model", "1 / 0")).exercises
    with pytest.raises(BrokenText, match="99.md, line 32: `base .* raises ZeroDivisionError"):
        gear.check(lambda d_model, base: 3.0)


def said_in(one):
    """All that an exercise or a prediction says in prose."""
    if hasattr(one, "mistakes"):
        return [one.question, one.right, one.hint, *one.mistakes]
    assert all(len(option) <= 60 for option in one.options)  # one line each
    return [one.question, one.try_it, *one.options, *one.replies.values()]


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
