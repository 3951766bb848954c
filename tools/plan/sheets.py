"""What goes with a class on paper and on other platforms: votes, homework, solutions, a ticket."""

import csv
import io
import re
import textwrap

import xlsxwriter

from posenc_helpers.lessons import LESSONS
from tools.plan import Part, homework, notes_on
from tools.plan.slides import exit_question
from tools.questions.paper import NAME

# The columns of Kahoot's template; exams2kahoot of the R package exams describes its limits.
KAHOOT = [
    "Question - max 120 characters",
    *(f"Answer {number} - max 75 characters" for number in range(1, 5)),
    "Time limit (sec) – 5, 10, 20, 30, 60, 90, 120, or 240 secs",
    "Correct answer(s) - choose at least one",
]
SECONDS = 60
ROOM = "<div class='room'></div>"


def kahoot(questions) -> bytes:
    """The questions as a table for Kahoot, cut to the lengths that it takes."""
    file = io.BytesIO()
    with xlsxwriter.Workbook(file, {"in_memory": True}) as book:
        sheet = book.add_worksheet()
        sheet.write_row(0, 0, KAHOOT)
        for line, one in enumerate(questions, start=1):
            options = [_short(text, 75) for text in one.options]
            empty = [""] * (4 - len(options))
            row = [_short(one.question, 120), *options, *empty, SECONDS, one.right + 1]
            sheet.write_row(line, 0, row)
    return file.getvalue()


def _short(text, most):
    """A text without marks, or what it asks last where it is too long."""
    text = re.sub(r"[`$*]", "", text)
    sentences = re.split(r"(?<=[.?:])\s", text)
    while len(sentences) > 1 and len(" ".join(sentences)) > most:
        sentences.pop(0)
    return textwrap.shorten(" ".join(sentences), most, placeholder=" …")


def table(questions) -> bytes:
    """The questions, one a line with their options, to copy into a poll."""
    text = io.StringIO(newline="")
    csv.writer(text).writerows([one.question, *one.options] for one in questions)
    return text.getvalue().encode("utf-8-sig")


def exercises(name):
    """Yield the lesson, the number and the exercise of all homework of a plan."""
    for part in homework(name):
        wanted = re.search(r"exercises? (\d)(?: to (\d))?", part.words)
        first, last = (int(wanted[1]), int(wanted[2] or wanted[1])) if wanted else (1, 99)
        for number, one in enumerate(LESSONS[part.lesson].exercises, start=1):
            if first <= number <= last:
                yield part.lesson, number, one


def homework_sheet(name):
    """The homework of a plan as Markdown."""
    asked = [
        f"**Lesson {lesson}, exercise {number}.** {one.question}\n\n{ROOM}"
        for lesson, number, one in exercises(name)
    ]
    return "\n\n".join(["# Homework: positional encoding", NAME, *asked])


def solutions_sheet(name, rows):
    """The homework with its solutions and mistakes, and the exit question's answer."""
    parts = ["# Solutions: positional encoding"]
    for lesson, number, one in exercises(name):
        parts += [
            f"## Lesson {lesson}, exercise {number}: `{one.name}`",
            one.question,
            notes_on(one.name),
            f"```python\n{one.solution.strip()}\n```",
        ]
    parts += [
        f"## Exit question of lesson {of}\n\n{ask}\n\n{reply}" for of, ask, reply in exits(rows)
    ]
    return "\n\n".join(parts)


def exits(rows):
    """The exit questions of a class, or that of its last lesson: lesson, question, answer."""
    found = [one for row in rows for one in row.parts if one.heading == "Summary"]
    found = found or [Part("", rows[-1].parts[-1].lesson, "Summary")]
    return [(one.lesson, *exit_question(one).groups()) for one in found]


def ticket(rows):
    """The exit ticket as Markdown, twice on a page."""
    asked = "\n\n".join(f"{question}\n\n{ROOM}" for _, question, _ in exits(rows))
    return "\n\n".join([f"# Exit ticket\n\n{NAME}\n\n{asked}"] * 2)
