"""The texts of the lessons: what their grammar makes of them, and what is said of a broken one."""

from pathlib import Path

import pytest

from posenc_helpers.lessons import EXERCISES, LESSONS, texts
from posenc_helpers.lessons.markdown import BrokenText, read
from posenc_helpers.lessons.texts import Lesson

FOLDER = sorted(Path(texts.__file__).parent.glob("[0-9][0-9].md"))
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
        ("## Exercise", "### Exercise", "line 3: a heading with 3 # needs one with 2 above it"),
    ],
)
def test_a_broken_exercise_is_named_with_its_line(tmp_path, old, new, said):
    assert old in EXERCISE
    with pytest.raises(BrokenText) as error:
        _ = lesson(tmp_path, EXERCISE.replace(old, new)).exercises
    assert str(error.value).startswith(f"99.md, {said}") and "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("[x]", "[ ]", "line 3: `Prediction `turn`` needs options with [ ], and one of them with"),
        ("[ ]", "[x]", "line 3: `Prediction `turn`` needs options with [ ], and one of them with"),
        ("- [ ]", "-", "line 3: `Prediction `turn`` needs options with [ ], and one of them with"),
        ("  - No.\n", "", "line 7: an option needs one reply, indented below it"),
        ("move `it`.", "", "line 3: `Prediction `turn`` has nothing below a heading `Now try it`"),
    ],
)
def test_a_broken_prediction_is_named_with_its_line(tmp_path, old, new, said):
    with pytest.raises(BrokenText) as error:
        _ = lesson(tmp_path, PREDICTION.replace(old, new)).predictions
    assert str(error.value).startswith(f"99.md, {said}")


def test_an_expression_that_fails_is_named_and_not_blamed_on_the_student(tmp_path):
    (gear,) = lesson(tmp_path, EXERCISE.replace("1 / d_model", "1 / 0")).exercises
    with pytest.raises(BrokenText, match="99.md, line 32: `base .* raises ZeroDivisionError"):
        gear.check(lambda d_model, base: 3.0)


def test_everything_in_the_texts_is_used():
    for number, one in LESSONS.items():
        (top,) = read(next(path for path in FOLDER if path.stem == number)).parts
        assert top.title.startswith(f"Lesson {number}: ")
        titles = [part.title for part in top.parts]
        assert titles == [
            *(f"Prediction `{name}`" for name in one.asked["Prediction"]),
            *(f"Exercise `{name}`" for name in one.asked["Exercise"]),
        ]
    assert sum(len(one.exercises) for one in LESSONS.values()) == len(EXERCISES)
