"""What students answered, read from their saved notebooks: make marks FOLDER=...

Nothing of a notebook is run. What is read are the messages of `check` that it has stored, and these
can be forged in any editor: for marks that count, nbgrader runs the answers again.

File names, notebooks and messages come from students and are data. They may be anything.
"""

import argparse
import csv
import json
import os
import re
import stat
import sys
from collections import Counter, deque
from dataclasses import dataclass
from pathlib import Path

from posenc_helpers.lessons import EXERCISES, LESSONS
from posenc_helpers.lessons.exercise import UNANSWERED, Exercise
from posenc_helpers.wording import counted, one_line
from tools.class_report.sheets import NotASheet, Sheet, kept, typed

ROOT = Path(__file__).resolve().parents[2]
LARGEST = 20_000_000  # bytes; a lesson with its pictures has about 300,000
LONGEST_CELL = 100_000  # characters of a cell, and of a message, that are looked at
MOST_MESSAGES = 100  # of a cell, the last
FORGED = (
    "These are the messages that the notebooks have stored. Anyone can write them there by hand. "
    "For marks that count, use nbgrader: docs/marks.md."
)
STATUSES = {  # what an answer can be, and what is said of it
    "right": "right",
    "mistake": "a listed mistake",
    "other": "wrong in another way",
    "error": "stopped by an error",
    "unanswered": "not answered",
    "not run": "no result stored",
    "missing": "not in the notebook",
}
UNFINISHED = ("unanswered", "not run", "missing", "error")

READ = re.compile(r".*\.ipynb|concept-test.*\.csv", re.DOTALL)
CHECK = re.compile(r"(?:\w+[ \t]*=[ \t]*)?(?:print\()?check\.(\w+)\(")
VERDICT = re.compile(r"^(?:Right\. |Not yet\. |Not answered yet\. )")


@dataclass(frozen=True)
class Answer:
    """What a notebook has stored of one exercise.

    `status` is one of `STATUSES`; `said` is the message of a mistake as the exercise lists it, or
    what else was said.
    """

    exercise: Exercise
    status: str
    said: str = ""


@dataclass(frozen=True)
class Submission:
    """A saved notebook: its file below the folder, its lesson, its answers, and what is wrong.

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

    def count(self, *statuses: str) -> int:
        return sum(answer.status in statuses for answer in self.answers)


def _who(file):
    first, _, rest = file.partition("/")
    return first if rest else first.removesuffix(".ipynb")


class Unusable(Exception):
    """Why a file has no answers to read."""


# Files


def read_folder(folder) -> list[Submission]:
    """Read all notebooks below a folder, in the order of their names; links are not followed.

    Tables of the concept test, `concept-test*.csv`, are read as well.
    Raises NotADirectoryError where there is no such folder.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise NotADirectoryError(f"there is no folder {str(folder)!r}")
    paths = sorted(Path(place, name) for place, name in _files(folder) if READ.fullmatch(name))
    return [one for path in paths for one in _read(path, path.relative_to(folder))]


def _files(folder):
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name != ".ipynb_checkpoints"]
        yield from ((place, name) for name in names)


def _read(path, place):
    """Return a submission for each lesson that a notebook has exercises of, or one that says why
    there is none."""
    file = place.as_posix()
    try:
        if file.endswith(".csv"):
            return _table(path, file)
        cells = _cells(_loaded(path))
        sheet = kept(map(_output_text, (one for _, some in cells for one in some)), _who(file))
    except (Unusable, NotASheet) as reason:
        return [Submission(file, problem=str(reason))]
    if sheet:
        return [Submission(file, sheet=sheet)]
    last = _last_checks(cells)
    lessons = [
        lesson
        for lesson, asked in LESSONS.items()
        if any(exercise.name in last for exercise in asked.exercises)
    ]
    if any(source.startswith("choose(") for source, _ in cells):
        return [Submission(file, problem="concept test: its answers were not kept")]
    if not lessons:
        return [Submission(file, problem="foreign: it has no exercise of this course")]
    return [Submission(file, lesson, _answers(lesson, last)) for lesson in lessons]


def _table(path, file):
    """Return a submission for each line of a typed table of the concept test."""
    try:
        _expect_readable(path)
        return [
            Submission(file, problem=one) if isinstance(one, str) else Submission(file, sheet=one)
            for one in typed(path)
        ]
    except (OSError, ValueError, csv.Error):
        raise Unusable("not read: it is no table in UTF-8") from None


def _expect_readable(path):
    found = path.lstat()
    if not stat.S_ISREG(found.st_mode):
        raise Unusable("not read: it is a link, or no file")
    if found.st_size > LARGEST:
        raise Unusable(f"not read: it is larger than {LARGEST / 1e6:.0f} MB")


def _loaded(path):
    """Return what a notebook's file holds; raise Unusable if it is no text or no JSON."""
    try:
        _expect_readable(path)
        return json.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise Unusable(f"not read: {type(error).__name__}") from None
    except (ValueError, RecursionError, MemoryError):
        raise Unusable("broken: it is no notebook") from None


def _cells(notebook):
    """Return (source, outputs) of the code cells; raise Unusable for what is no notebook."""
    cells = notebook.get("cells") if isinstance(notebook, dict) else None
    if not isinstance(cells, list):
        raise Unusable("broken: it has no cells")
    code = (one for one in cells if isinstance(one, dict) and one.get("cell_type") == "code")
    return [(_text(cell.get("source")), _outputs(cell)) for cell in code]


def _outputs(cell):
    outputs = cell.get("outputs")
    return [one for one in outputs if isinstance(one, dict)] if isinstance(outputs, list) else []


def _text(value):
    """Return text that may be stored as lines; what is no text is empty."""
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
    """Return the exercises whose checks begin a line of a cell."""
    calls = map(CHECK.match, map(str.lstrip, source.splitlines() if "check." in source else ()))
    return [call[1] for call in calls if call and call[1] in EXERCISES]


def _messages(output):
    """Yield the messages of checks in an output: what a cell returned, showed or printed."""
    yield from filter(VERDICT.match, _output_text(output).splitlines())


def _output_text(output):
    data = output.get("data")
    return _text(data.get("text/plain")) if isinstance(data, dict) else _text(output.get("text"))


def _verdict(exercise, cell):
    """Return (status, said) of the last message that belongs to an exercise."""
    if cell is None:
        return "missing", ""
    named = [found for found in (_named(exercise, one) for one in cell.messages) if found]
    if named:
        return named[-1]
    if cell.failed:
        return "error", ""
    if len(cell.names) > 1 or not cell.messages:
        return "not run", ""
    if cell.messages[-1] == UNANSWERED:
        return "unanswered", ""
    return "other", cell.messages[-1].removeprefix("Not yet. ")


def _named(exercise, message):
    """Return (status, said) for a message that this exercise alone gives, or None."""
    if message == f"Right. {exercise.right}":
        return "right", ""
    for mistake in exercise.mistakes:
        if message.startswith(f"Not yet. {mistake}"):
            return "mistake", mistake
    return None


def _answers(lesson, last):
    """Return the answers to all exercises of a lesson; the last check of an exercise counts."""
    return tuple(
        Answer(one, *_verdict(one, last.get(one.name))) for one in LESSONS[lesson].exercises
    )


# Tables


def name_of(said: str) -> str:
    """Return the first sentence of a message: short enough for a table."""
    return one_line(re.split(r"(?<=[.?])\s", said, maxsplit=1)[0], 120)


def rows(submissions):
    """Yield the rows of the table: one for each answer, and one for each notebook without any."""
    for one in submissions:
        place = {"who": one.who, "file": one.file, "lesson": one.lesson}
        if one.problem:
            yield place | {"status": one.problem}
        for answer in one.answers:
            said = {"exercise": answer.exercise.name, "status": STATUSES[answer.status]}
            yield place | said | {"mistake": name_of(answer.said)}


def harmless(value: str) -> str:
    """Return text that a spreadsheet shows and does not compute, on one line."""
    line = one_line(value, 300)
    return f"'{line}" if line.lstrip("'").startswith(("=", "+", "-", "@", "\\t", "\\r")) else line


def write_csv(submissions, path) -> None:
    """Write the table; spreadsheets read it as UTF-8 and take no cell for a formula."""
    columns = ["who", "file", "lesson", "exercise", "status", "mistake"]
    with open(path, "w", newline="", encoding="utf-8-sig") as file:
        writer = csv.DictWriter(file, columns, restval="")
        writer.writeheader()
        for row in rows(submissions):
            writer.writerow({key: harmless(value) for key, value in row.items()})


def lines(submissions):
    """Yield what is printed: a line for each notebook, a line for each mistake below it."""
    width = max((len(_shown(one)) for one in submissions), default=0)
    for one in submissions:
        yield f"{_shown(one):{width}}  {_summary(one)}"
        for answer in one.answers:
            if answer.status in ("mistake", "other"):
                yield f"    {answer.exercise.name}: {name_of(answer.said)}"


def _shown(one):
    return one_line(one.file, 60)


def _summary(one):
    if one.problem:
        return one.problem
    if one.sheet:
        right = sum(one.sheet.right)
        return f"concept test {one.sheet.when}, form {one.sheet.form}: {right} right"
    right = f"{one.count('right')} of {counted(len(one.answers), 'answer')} right"
    counts = Counter(answer.status for answer in one.answers if answer.status in UNFINISHED)
    left = ", ".join(f"{count} {STATUSES[status]}" for status, count in counts.items())
    return f"lesson {one.lesson}: {right}" + (f"; unfinished: {left}" if left else "")


def closing(submissions):
    """Return how many notebooks and answer sheets there were and how many need a look."""
    bad = sum(bool(one.problem) for one in submissions)
    unfinished = sum(one.count(*UNFINISHED) > 0 for one in submissions)
    sheets = sum(bool(one.sheet) for one in submissions)
    if sheets == len(submissions):
        return f"{counted(sheets, 'answer sheet')} of the concept test."
    return (
        f"{counted(len(submissions) - sheets, 'notebook')}: {unfinished} unfinished, "
        f"{bad} broken, foreign or not read."
        + (f" {counted(sheets, 'answer sheet')} of the concept test." if sheets else "")
    )


def folder_parser(documentation):
    """The command line of what reads a folder of notebooks."""
    parser = argparse.ArgumentParser(description=documentation.partition("\n")[0])
    parser.add_argument("folder", help="where the saved notebooks are: FOLDER=...")
    return parser


def found_below(folder, parser):
    """The submissions below a folder; where there are none, say so."""
    if not folder:
        parser.error("name the folder of the notebooks: FOLDER=...")
    try:
        submissions = read_folder(folder)
    except NotADirectoryError as error:
        parser.error(str(error))
    if not submissions:
        print(f"There is no notebook below {one_line(folder)}.", file=sys.stderr)
    return submissions


def main(arguments=None) -> int:
    """The command line: print the table and write it. Return 0, or 1 if nothing was found."""
    parser = folder_parser(__doc__)
    parser.add_argument("--csv", type=Path, default=ROOT / "build" / "marks.csv")
    options = parser.parse_args(arguments)
    sys.stdout.reconfigure(errors="backslashreplace")
    submissions = found_below(options.folder, parser)
    if not submissions:
        return 1
    options.csv.parent.mkdir(parents=True, exist_ok=True)
    write_csv(submissions, options.csv)
    print(*lines(submissions), "", closing(submissions), sep="\n")
    print(f"The table is in {one_line(str(options.csv))}.\n\n{FORGED}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
