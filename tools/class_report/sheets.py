"""Answers to the concept test: from saved notebooks, and from a table that a teacher has typed.

A notebook holds them only where its student ran the cell that keeps them. The table has one line
for each student and test; docs/questions.md says what it looks like.
"""

import csv
import re
from dataclasses import dataclass

from posenc_helpers.wording import one_line
from tools.questions import FORMS, misconceptions

WHENS = ("before", "after")
OPEN = "-"
LONGEST_TABLE = 10_000  # lines
KEPT = re.compile(r"^concept test (\w+) (\w+); code word: (.{0,200}); answers: ([\w-]+)$", re.M)


class NotASheet(ValueError):
    """What is wrong with a line of answers."""


@dataclass(frozen=True)
class Sheet:
    """One student's answers to one form: a letter for each question, or a dash."""

    who: str
    when: str
    form: str
    answers: str

    @property
    def key(self) -> str:
        """The code word; whether its letters are capitals does not matter."""
        return self.who.casefold()

    @property
    def right(self) -> list[bool]:
        """Which questions were answered rightly; one that was left open was not."""
        pairs = zip(misconceptions(), self.answers, strict=True)
        return [pair.forms[self.form].right == answer for pair, answer in pairs]


def sheet(who, when, form, answers):
    """Return a sheet; raise NotASheet with one line about what is wrong with it."""
    when, form, answers = when.strip().lower(), form.strip().upper(), answers.upper()
    if when not in WHENS:
        raise NotASheet(f"the test is {one_line(when, 20)!r}, and should be before or after")
    if form not in FORMS:
        raise NotASheet(f"the form is {one_line(form, 20)!r}, and should be A or B")
    if len(answers) != len(misconceptions()):
        raise NotASheet(f"{len(answers)} answers, and should be {len(misconceptions())}")
    if set(answers) - set("ABCD" + OPEN):
        raise NotASheet("an answer is none of A, B, C, D and is not left open")
    return Sheet(one_line(who.strip(), 80), when, form, answers)


def kept(texts, who):
    """The sheet that the outputs of a notebook hold, or None; the last one counts.

    `who` is used where the student gave no code word.
    """
    found = [match for text in texts for match in KEPT.finditer(text)]
    if not found:
        return None
    when, form, word, answers = found[-1].groups()
    return sheet(word.strip() or who, when, form, answers)


def typed(path):
    """Yield a sheet or what is wrong with it, by line, of a typed table (CSV).

    Its cells are separated by commas, semicolons or tabs, as the first line shows. A line without
    a code word is a student of its own.
    """
    numbers = [str(number) for number in range(1, len(misconceptions()) + 1)]
    with open(path, newline="", encoding="utf-8-sig") as file:
        header = file.readline()
        file.seek(0)
        rows = csv.DictReader(file, delimiter=max(",;\t", key=header.count))
        for row in rows:
            line = rows.line_num
            if line > LONGEST_TABLE:
                yield f"not read from line {line} on: a table may have {LONGEST_TABLE:,} lines"
                break
            try:
                row = {str(key).strip().lower(): str(value or "") for key, value in row.items()}
                given = [row[number].strip() or OPEN for number in numbers]
                if any(len(one) != 1 for one in given):
                    raise NotASheet("an answer has more than one letter")
                who = row["who"].strip() or f"line {line} of {path.name}"
                yield sheet(who, row["test"], row["form"], "".join(given))
            except KeyError as missing:
                yield f"line {line}: there is no column {missing}"
            except NotASheet as reason:
                yield f"line {line}: {reason}"
