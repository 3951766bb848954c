"""What `make answers` and `make class-report` share: their folder, their last line, their file."""

import argparse
import sys
from collections import Counter
from pathlib import Path

from posenc_helpers.wording import counted, one_line
from tools.class_report.saved import read_folder

BUILD = Path(__file__).resolve().parents[2] / "build"
UNFINISHED = ("unanswered", "not run", "missing", "error", "version")
NO_MARK = (
    "These are the messages that the notebooks have stored. They are no mark: anyone can write "
    "them there by hand, and the course shows its solutions to everybody."
)


def folder_parser(documentation):
    """The command line of what reads a folder of notebooks."""
    parser = argparse.ArgumentParser(description=documentation.partition("\n")[0])
    parser.add_argument("folder", help="where the saved notebooks are: FOLDER=...")
    return parser


def found_below(folder, parser):
    """The submissions below a folder; where there are none, end with a line that says so."""
    if not folder:
        parser.error("name the folder of the notebooks: FOLDER=...")
    try:
        submissions = read_folder(folder)
    except NotADirectoryError as error:
        parser.error(str(error))
    if not submissions:
        parser.error(f"there is no file below {one_line(folder)}")
    return submissions


def closing(submissions):
    """Say how many notebooks and answer sheets there were, and which of them need a look."""
    notebooks = [one for one in submissions if one.lesson]
    unfinished = sum(any(a.status in UNFINISHED for a in one.answers) for one in notebooks)
    copies = Counter((one.who, one.lesson) for one in notebooks)
    several = sum(count > 1 for count in copies.values())
    sheets = sum(bool(one.sheet) for one in submissions)
    problems = sum(bool(one.problem) for one in submissions)
    found = [
        (notebooks, f"{counted(len(notebooks), 'notebook')}, {unfinished} unfinished."),
        (several, f"In {counted(several, 'case')}, a student has more than one notebook of a "
        "lesson, and each is counted."),
        (sheets, f"{counted(sheets, 'answer sheet')} of the concept test."),
        (problems, f"{counted(problems, 'problem')}: files, or lines of a table, without answers."),
    ]  # fmt: skip
    return " ".join(line for count, line in found if count)


def write(path, text, encoding="utf-8"):
    """Write a file and say where it is, or why it cannot be written; return 0 or 1."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding=encoding, newline="")
    except OSError as error:
        reason = error.strerror or type(error).__name__
        hint = " Is it open in another program?" * isinstance(error, PermissionError)
        print(f"{path} cannot be written: {reason}.{hint}", file=sys.stderr)
        return 1
    print(f"It is in {one_line(str(path))}.")
    return 0
