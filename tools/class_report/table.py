"""What students answered, as a table: make answers FOLDER=...

Reads the saved notebooks below FOLDER (saved.py), runs nothing, prints who answered what, and
writes the same into build/answers.csv.
"""

import csv
import io
import re
import sys
from pathlib import Path

from posenc_helpers.wording import one_line
from tools.class_report.command import BUILD, NO_MARK, closing, folder_parser, found_below, write
from tools.class_report.saved import STATUSES

COLUMNS = ["who", "file", "lesson", "exercise", "status", "message"]
# Where a spreadsheet begins a cell, which may be after a semicolon, and what begins a formula.
FORMULA = re.compile(r'(^|;)(?=[\s"]*[=+\-@＝＋－＠])')


def rows(submissions):
    """Yield the rows of the table: one for each answer, and one for each file without any."""
    for one in submissions:
        place = {"who": one.who, "file": one.file, "lesson": one.lesson}
        if one.problem:
            yield place | {"status": one.problem}
        for answer in one.answers:
            found = {"exercise": answer.exercise.name, "status": STATUSES[answer.status]}
            yield place | found | {"message": first_sentence(answer.message)}


def first_sentence(message: str) -> str:
    """Return as much of a message as a table has room for."""
    return one_line(re.split(r"(?<=[.?])\s", message, maxsplit=1)[0], 120)


def harmless(value: str) -> str:
    """Return text that a spreadsheet shows and does not compute, on one line."""
    return FORMULA.sub(r"\1'", one_line(value, 300))


def as_csv(submissions) -> str:
    """The table as text, in which a spreadsheet takes no cell for a formula."""
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, COLUMNS, restval="")
    writer.writeheader()
    for row in rows(submissions):
        writer.writerow({key: harmless(value) for key, value in row.items()})
    return text.getvalue()


def lines(submissions):
    """Yield the lines to print: a line for each file, and below it one for each answer."""
    width = max((len(_file(one)) for one in submissions), default=0)
    for one in submissions:
        yield f"{_file(one):{width}}  {_content(one)}"
        for answer in one.answers:
            message = f": {first_sentence(answer.message)}" if answer.message else ""
            yield f"    {answer.exercise.name}: {STATUSES[answer.status]}{message}"


def _file(one):
    return one_line(one.file, 60)


def _content(one):
    if one.sheet:
        return f"concept test {one.sheet.when}, form {one.sheet.form}: {one.sheet.answers}"
    return one.problem or f"lesson {one.lesson}"


def main(arguments=None) -> int:
    """The command line: print the table and write it. Return 0, or 1 if it cannot be written."""
    parser = folder_parser(__doc__)
    parser.add_argument("--csv", type=Path, default=BUILD / "answers.csv")
    options = parser.parse_args(arguments)
    sys.stdout.reconfigure(errors="backslashreplace")
    submissions = found_below(options.folder, parser)
    print(*lines(submissions), "", closing(submissions), NO_MARK, "", sep="\n")
    # With a mark at its start, by which spreadsheets know UTF-8.
    return write(options.csv, as_csv(submissions), "utf-8-sig")


if __name__ == "__main__":
    sys.exit(main())
