"""What students answered, read from their saved notebooks.

Nothing of a notebook is run. It reads the messages of `check` that it has stored, and these
can be written by hand in any editor: they are a look at what a class believes, not a mark.

File names, notebooks and messages come from students and are data. They may be anything.
"""

import csv
import json
import os
import re
import stat
from collections import deque
from dataclasses import dataclass
from pathlib import Path

from posenc_helpers.lessons import EXERCISES, LESSONS
from posenc_helpers.lessons.exercise import UNANSWERED, Exercise
from tools.class_report.sheets import NotASheet, Sheet, kept, typed

LARGEST = 20_000_000  # bytes; a lesson with its pictures has about 300,000
LONGEST_CELL = 100_000  # characters of a cell, and of a message, that are looked at
MOST_MESSAGES = 100  # of a cell, the last
STATUSES = {  # what an answer can be, and the words for it
    "right": "right",
    "mistake": "a listed mistake",
    "other": "wrong in another way",
    "version": "right, in words of another version of the course",
    "error": "stopped by an error",
    "unanswered": "not answered",
    "not run": "no result stored",
    "missing": "not in the notebook",
}

TABLE = re.compile(r"concept[-_ ]?test[^/]*\.csv", re.IGNORECASE)  # at the top of the folder
CHECK = re.compile(r"\bcheck\.(\w+)[ \t]*\(")
VERDICT = re.compile(r"^(?:Right\. |Not yet\. |Not answered yet\. )")


@dataclass(frozen=True)
class Answer:
    """What a notebook has stored of one exercise.

    `status` is one of `STATUSES`; `message` is that of a mistake as the exercise lists it, or
    another one.
    """

    exercise: Exercise
    status: str
    message: str = ""


@dataclass(frozen=True)
class Submission:
    """A saved notebook: its file below the folder, its lesson, its answers, and its fault.

    One that holds answers to the concept test has a `sheet`, and so has each line of a typed table.
    """

    file: str
    lesson: str = ""
    answers: tuple[Answer, ...] = ()
    problem: str = ""
    sheet: Sheet | None = None

    @property
    def who(self) -> str:
        """The first folder on the way to the file, or the file's own name where there is none."""
        return self.sheet.who if self.sheet else _who(self.file)


def _who(file):
    first, _, rest = file.partition("/")
    return first if rest else re.sub(r"\.ipynb$", "", first, flags=re.IGNORECASE)


class Unusable(Exception):
    """Why a file has no answers to read."""


# Files


def read_folder(folder) -> list[Submission]:
    """Read all notebooks below a folder, in the order of their names, and name all other files.

    Tables of the concept test, `concept-test*.csv`, are read as well if no student can have put
    them there: at the top of the folder. Links and hidden folders are not followed.
    Raises NotADirectoryError where there is no such folder.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise NotADirectoryError(f"there is no folder {str(folder)!r}")
    paths = sorted(Path(place, name) for place, name in _files(folder))
    return [one for path in paths for one in _read(path, path.relative_to(folder).as_posix())]


def _files(folder):
    closed = []
    for place, folders, names in os.walk(folder, onerror=lambda error: closed.append(error)):
        links = [name for name in folders if Path(place, name).is_symlink()]
        folders[:] = [name for name in folders if not name.startswith(".")]
        yield from ((place, name) for name in names + links if not name.startswith("."))
    yield from (os.path.split(error.filename) for error in closed)


def _read(path, file):
    """Return what a file holds, or one submission that says why it holds nothing."""
    try:
        _expect_readable(path)
        if TABLE.fullmatch(file):
            return _table(path, file)
        if not file.lower().endswith(".ipynb"):
            raise Unusable(
                "not read: a table of the concept test belongs at the top of the folder"
                if TABLE.fullmatch(path.name)
                else "not read: its name does not end in .ipynb"
            )
        return _notebook(_cells(_loaded(path)), file)
    except OSError as error:
        reason = f"not read: {type(error).__name__}"
    except (Unusable, NotASheet) as error:
        reason = str(error)
    return [Submission(file, problem=reason)]


def _notebook(cells, file):
    """Return a submission for each lesson that a notebook has exercises of."""
    sheet = kept(map(_output_text, (one for _, some in cells for one in some)), _who(file))
    if sheet:
        return [Submission(file, sheet=sheet)]
    if any(source.startswith("choose(") for source, _ in cells):
        raise Unusable("concept test: its answers were not kept")
    last = _last_checks(cells)
    lessons = [
        lesson
        for lesson, asked in LESSONS.items()
        if any(exercise.name in last for exercise in asked.exercises)
    ]
    if not lessons:
        raise Unusable("foreign: it has no exercise of this course")
    return [Submission(file, lesson, _answers(lesson, last)) for lesson in lessons]


def _table(path, file):
    """Return a submission for each line of a typed table of the concept test."""
    try:
        found = list(typed(path)) or ["it has no line of answers"]
    except csv.Error as error:
        raise Unusable(f"not read: it is no table: {error}") from None
    return [
        Submission(file, problem=one) if isinstance(one, str) else Submission(file, sheet=one)
        for one in found
    ]


def _expect_readable(path):
    found = path.lstat()
    if not stat.S_ISREG(found.st_mode):
        raise Unusable("not read: it is a link, or no file that can be opened")
    if found.st_size > LARGEST:
        raise Unusable(f"not read: it is larger than {LARGEST / 1e6:.0f} MB")


def _loaded(path):
    """Return what a notebook's file holds; raise Unusable if it is no text or no JSON."""
    try:
        return json.loads(path.read_text(encoding="utf-8-sig"))
    except (ValueError, RecursionError, MemoryError):
        raise Unusable("broken: it is no notebook") from None


def _cells(notebook):
    """Return (source, outputs) of the code cells; raise Unusable for anything but a notebook."""
    cells = notebook.get("cells") if isinstance(notebook, dict) else None
    if not isinstance(cells, list):
        raise Unusable("broken: it has no cells")
    code = (one for one in cells if isinstance(one, dict) and one.get("cell_type") == "code")
    return [(_text(cell.get("source")), _outputs(cell)) for cell in code]


def _outputs(cell):
    outputs = cell.get("outputs")
    return [one for one in outputs if isinstance(one, dict)] if isinstance(outputs, list) else []


def _text(value):
    """Return text that may be stored as lines; anything but text is empty."""
    if isinstance(value, list):
        value = "".join(line for line in value if isinstance(line, str))
    return value[:LONGEST_CELL] if isinstance(value, str) else ""


# Messages


@dataclass(frozen=True)
class Checked:
    """A cell that checks answers: the exercises' names, the last messages, whether it raised."""

    names: list[str]
    messages: list[str]
    failed: bool


def _last_checks(cells):
    """Return the names of exercises, each with the cell of its last check."""
    last = {}
    for source, outputs in cells:
        names = _checked_in(source)
        if names:
            messages = deque((text for one in outputs for text in _messages(one)), MOST_MESSAGES)
            failed = any(one.get("output_type") == "error" for one in outputs)
            last |= dict.fromkeys(names, Checked(names, list(messages), failed))
    return last


def _checked_in(source):
    """Return the exercises that a cell checks, outside of comments and texts."""
    lines = (re.split("[#'\"]", line, maxsplit=1)[0] for line in source.splitlines())
    return [name for line in lines for name in CHECK.findall(line) if name in EXERCISES]


def _messages(output):
    """Yield the messages of checks in an output: what a cell returned, showed or printed."""
    yield from filter(VERDICT.match, _output_text(output).splitlines())


def _output_text(output):
    data = output.get("data")
    return _text(data.get("text/plain")) if isinstance(data, dict) else _text(output.get("text"))


def _verdict(exercise, cell):
    """Return (status, message) of the last message that belongs to an exercise."""
    if cell is None:
        return "missing", ""
    named = [found for found in (_named(exercise, one) for one in cell.messages) if found]
    if named:
        return named[-1]
    if cell.failed:
        return "error", ""
    if len(cell.names) > 1 or not cell.messages:
        return "not run", ""
    last = cell.messages[-1]
    if last == UNANSWERED:
        return "unanswered", ""
    if last.startswith("Right. "):
        return "version", last.removeprefix("Right. ")
    return "other", last.removeprefix("Not yet. ")


def _named(exercise, message):
    """Return (status, message) for a message that this exercise alone gives, or None."""
    if message == f"Right. {exercise.right}":
        return "right", ""
    for mistake in exercise.replies.values():
        if message.startswith(f"Not yet. {mistake}"):
            return "mistake", mistake
    return None


def _answers(lesson, last):
    """Return the answers to all exercises of a lesson; the last check of an exercise counts."""
    return tuple(
        Answer(one, *_verdict(one, last.get(one.name))) for one in LESSONS[lesson].exercises
    )
