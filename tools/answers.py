"""Which reply came how often, exercise by exercise: make answers FOLDER=...

Reads the notebooks that students have saved below FOLDER, runs nothing of them, prints a table and
writes it into build/answers.csv. It counts what `check` has replied to each exercise, as a notebook
has stored it. Anyone can write that there by hand, so it is a look at what a class believes, and no
mark. What students chose in a prediction is not stored in a notebook.

File names, notebooks and replies come from students. They may be anything, and are text here.
"""

import argparse
import csv
import json
import os
import re
import sys
from collections import Counter
from pathlib import Path

from posenc_helpers.lessons import EXERCISES, LESSONS
from posenc_helpers.wording import counted, one_line

BUILD = Path(__file__).resolve().parents[1] / "build"
LARGEST = 20_000_000  # bytes; a lesson with its pictures has about 300,000
CHECK = re.compile(r"\bcheck\.(\w+)[ \t]*\(")
REPLY = re.compile(r"(?:Right|Not yet|Not answered yet)\. ")
# Where a spreadsheet begins a cell, which may be after a semicolon, and what begins a formula.
FORMULA = re.compile(r'(^|;)(?=[\s"]*[=+\-@＝＋－＠])')
ERROR = "(stopped by an error)"
NO_MARK = "These are the replies that the notebooks have stored. They are no mark."


class Unusable(Exception):
    """Why a file has no answers to count."""


def files(folder, closed):
    """Yield the files below a folder, by name; folders that cannot be opened go into `closed`.

    Hidden files and folders are left out, and links to folders are not followed.
    """
    for place, folders, names in os.walk(folder, onerror=closed.append):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from (Path(place, name) for name in sorted(names) if not name.startswith("."))


def cells(path):
    """Return the sources and the outputs of a notebook's code cells; raise Unusable."""
    if path.suffix.lower() != ".ipynb":
        raise Unusable("not read: its name does not end in .ipynb")
    if path.is_symlink() or not path.is_file() or path.stat().st_size > LARGEST:
        raise Unusable(f"not read: a link, no file, or larger than {LARGEST / 1e6:.0f} MB")
    try:
        notebook = json.loads(path.read_text(encoding="utf-8-sig"))
    except (ValueError, RecursionError):
        raise Unusable("broken: it is no notebook") from None
    found = notebook.get("cells") if isinstance(notebook, dict) else None
    if not isinstance(found, list):
        raise Unusable("broken: it has no cells")
    code = [one for one in dicts(found) if one.get("cell_type") == "code"]
    return [(text(one.get("source")), dicts(one.get("outputs"))) for one in code]


def dicts(values):
    return [one for one in values if isinstance(one, dict)] if isinstance(values, list) else []


def text(value):
    """Return a text, which may be stored as lines; anything else is empty."""
    lines = value if isinstance(value, list) else [value]
    return "".join(line for line in lines if isinstance(line, str))


def checked(source):
    """Return the names that a cell checks, outside of comments and texts."""
    lines = (re.split("[#'\"]", line, maxsplit=1)[0] for line in source.splitlines())
    return [name for line in lines for name in CHECK.findall(line)]


def said(output):
    """Return the replies in what a cell has returned, shown or printed."""
    data = output.get("data")
    shown = text(data.get("text/plain") if isinstance(data, dict) else output.get("text"))
    return [line for line in shown.splitlines() if REPLY.match(line)]


def known(name, reply):
    """Return a reply of an exercise without the example that follows it, or None."""
    exercise = EXERCISES[name]
    mistakes = (f"Not yet. {one}" for one in exercise.replies.values())
    replies = (f"Right. {exercise.right}", *mistakes)
    return next((one for one in replies if reply.startswith(one)), None)


def stored(name, names, outputs):
    """Return the last reply to an exercise that a cell has stored, or "" where there is none.

    A cell that checks several exercises has told them apart only by replies that one of them has.
    """
    replies = [reply for output in outputs for reply in said(output)]
    if len(names) > 1:
        replies = [reply for reply in replies if known(name, reply)]
    if replies:
        return known(name, replies[-1]) or replies[-1]
    return ERROR if any(one.get("output_type") == "error" for one in outputs) else ""


def read(path):
    """Return {exercise: its last reply} of a notebook, and what is odd about it; raise Unusable."""
    replies, foreign = {}, []
    for source, outputs in cells(path):
        names = list(dict.fromkeys(checked(source)))
        foreign += [name for name in names if name not in EXERCISES]
        for name in names:
            if name in EXERCISES:
                replies[name] = stored(name, names, outputs)
    if not replies and not foreign:
        raise Unusable("without an exercise of this course")
    asked = [{one.name for one in lesson.exercises} for lesson in LESSONS.values()]
    missing = set().union(*(one for one in asked if one & replies.keys())) - replies.keys()
    other = [n for n, reply in replies.items() if reply[:7] == "Right. " and not known(n, reply)]
    odd = {
        "not run, no reply stored": [name for name, reply in replies.items() if not reply],
        "without the exercise": sorted(missing),
        "from another version of the course": foreign + other,
    }
    problems = [f"{what}: {', '.join(names)}" for what, names in odd.items() if names]
    return {name: reply for name, reply in replies.items() if reply}, "; ".join(problems)


def counts(folder):
    """Return {exercise: how often each reply came}, the problem of each file, and all files.

    Raises NotADirectoryError where there is no such folder.
    """
    if not Path(folder).is_dir():
        raise NotADirectoryError(f"there is no folder {str(folder)!r}")
    found, problems, closed = {name: Counter() for name in EXERCISES}, {}, []
    paths = list(files(folder, closed))
    for path in paths:
        replies = {}
        try:
            replies, problem = read(path)
        except (OSError, Unusable) as error:
            problem = str(error) if isinstance(error, Unusable) else f"not read: {error.strerror}"
        if problem:
            problems[path.relative_to(folder).as_posix()] = problem
        for name, reply in replies.items():
            found[name][reply] += 1
    problems |= {str(one.filename): f"not read: {one.strerror}" for one in closed}
    return found, problems, paths


def rows(found):
    """Yield lesson, exercise, times and reply in the order of the course, frequent ones first."""
    for number, lesson in LESSONS.items():
        for exercise in lesson.exercises:
            for reply, times in found[exercise.name].most_common():
                yield number, exercise.name, times, one_line(reply, 400)


def lines(found):
    """Yield the lines to print: one for each exercise, and below it one for each reply."""
    before = None
    for lesson, exercise, times, reply in rows(found):
        if exercise != before:
            yield f"\n{lesson} {exercise}: {counted(found[exercise].total(), 'notebook')}"
        before = exercise
        yield f"{times:6}  {one_line(reply, 110)}"


def write(found, path):
    """Write the table as CSV, in which a spreadsheet takes no cell for a formula."""
    path.parent.mkdir(parents=True, exist_ok=True)
    # With a mark at its start, by which spreadsheets know UTF-8.
    with open(path, "w", encoding="utf-8-sig", newline="") as file:
        table = csv.writer(file)
        table.writerow(["lesson", "exercise", "times", "reply"])
        table.writerows([*row[:3], FORMULA.sub(r"\1'", row[3])] for row in rows(found))


def main(arguments=None) -> int:
    """The command line: print the table and write it. Return 0, or 1 if it cannot be written."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", help="where the saved notebooks are: FOLDER=...")
    parser.add_argument("--csv", type=Path, default=BUILD / "answers.csv")
    options = parser.parse_args(arguments)
    sys.stdout.reconfigure(errors="backslashreplace")
    if not options.folder:
        parser.error("name the folder of the notebooks: FOLDER=...")
    try:
        found, problems, paths = counts(options.folder)
    except NotADirectoryError as error:
        parser.error(one_line(str(error)))
    if not paths and not problems:
        parser.error(f"there is no file below {one_line(options.folder)}")
    print(*lines(found), "", sep="\n")
    for file, problem in problems.items():
        print(f"{one_line(file)}: {one_line(problem)}")
    print(f"{counted(len(paths), 'file')}, {len(problems)} of them named above. {NO_MARK}")
    try:
        write(found, options.csv)
    except OSError as error:
        print(f"{options.csv} cannot be written: {error.strerror}.", file=sys.stderr)
        return 1
    print(f"The table is in {one_line(str(options.csv))}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
