"""Which reply came how often, whatever is in a folder of saved notebooks."""

import csv
import json

import pytest

from posenc_helpers.lessons import EXERCISES
from tools import answers

ANGLE = EXERCISES["angle"]
RIGHT = f"Right. {ANGLE.right}"
MISTAKE = f"Not yet. {ANGLE.replies['degrees']}"
LESSON = ["row_ten", "angle", "encode", "blind_position"]
NOT_ANSWERED = "Not answered yet. Replace the … and run the cell again."


def cell(name, *replies, **output):
    shown = [{"output_type": "execute_result", "data": {"text/plain": one}} for one in replies]
    outputs = shown + [output] * bool(output)
    return {"cell_type": "code", "source": [f"check.{name}(", "answer)"], "outputs": outputs}


def lesson(**replies):
    """Lesson 01 as a student saves it: what is not named is not answered, None is not run."""
    replies = {name: replies.get(name, NOT_ANSWERED) for name in LESSON}
    return [cell(name, *([reply] if reply else [])) for name, reply in replies.items()]


FOLDER = {
    "ann/01 fórmula (1).ipynb": lesson(angle=RIGHT, row_ten="Not yet. =1+1"),
    "ben/01 fórmula (1).ipynb": lesson(angle=RIGHT, row_ten="Not yet. =1+1"),  # the same name
    "[x]*?/$HOME; rm.IPYNB": [*lesson(), cell("angle", MISTAKE)],  # the last check counts
    "cy/error.ipynb": [*lesson(), cell("angle", output_type="error", evalue="<b>")],
    "cy/two.ipynb": [cell("angle(1); check.row_ten", RIGHT, "Not yet. 3.")],
    "dee/not run.ipynb": lesson(**dict.fromkeys(LESSON)),
    "dee/less.ipynb": lesson(encode=NOT_ANSWERED)[:-1],
    "eve/other.ipynb": [{"cell_type": "code", "source": "# check.angle(1)", "outputs": []}],
    "eve/old.ipynb": [*lesson(angle="Right. In older words."), cell("gone", "Right. So.")],
    "eve/odd.ipynb": [3, None, {"cell_type": "code", "source": 3, "outputs": [3, {"data": 3}]}],
    "eve/broken.ipynb": '{"cells": [',
    "eve/deep.ipynb": "[" * 100_000,
    "eve/list.ipynb": "[]",
    "eve/bytes.ipynb": "\ud800",
    "eve/01.zip": "PK",
    ".hidden/01.ipynb": "",
}
NAMED = {
    "cy/two.ipynb": "not run, no reply stored: row_ten; "
    "without the exercise: blind_position, encode",
    "dee/not run.ipynb": "not run, no reply stored: row_ten, angle, encode, blind_position",
    "dee/less.ipynb": "without the exercise: blind_position",
    "eve/other.ipynb": "without an exercise of this course",
    "eve/old.ipynb": "from another version of the course: gone, angle",
    "eve/odd.ipynb": "without an exercise of this course",
    "eve/broken.ipynb": "broken: it is no notebook",
    "eve/deep.ipynb": "broken: it is no notebook",
    "eve/list.ipynb": "broken: it has no cells",
    "eve/bytes.ipynb": "broken: it is no notebook",
    "eve/01.zip": "not read: its name does not end in .ipynb",
}


@pytest.fixture
def folder(tmp_path):
    for name, content in FOLDER.items():
        path = tmp_path / "class" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        text = content if isinstance(content, str) else json.dumps({"cells": content})
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
    return tmp_path / "class"


def test_replies_are_counted_and_files_without_are_named(folder, capsys):
    assert answers.main([str(folder), "--csv", str(folder / "new" / "a.csv")]) == 0
    with open(folder / "new" / "a.csv", newline="", encoding="utf-8-sig") as file:
        rows = [row for row in csv.reader(file) if row[1] in ("angle", "exercise")]
    times = {RIGHT: 3, NOT_ANSWERED: 1, MISTAKE: 1, answers.ERROR: 1, "Right. In older words.": 1}
    assert rows[:2] == [["lesson", "exercise", "times", "reply"], ["01", "angle", "3", RIGHT]]
    assert {row[3]: int(row[2]) for row in rows[1:]} == times
    out = capsys.readouterr().out
    named = out[out.rindex("\n\n") + 2 :].splitlines()[:-2]
    assert sorted(named) == [f"{file}: {problem}" for file, problem in sorted(NAMED.items())]
    assert "\n01 row_ten: 6 notebooks\n     4  Not answered" in out
    assert f"15 files, {len(NAMED)} of them named above." in out
