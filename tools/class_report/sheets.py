"""Answers to the concept test: from saved notebooks, and from a table that a teacher has typed.

A notebook holds them only where its student ran the cell that keeps them. The table has one line
for each student and test; docs/questions.md says what it looks like.
"""

import codecs
import csv
import io
import re
import unicodedata
from dataclasses import dataclass

from posenc_helpers.wording import one_line
from tools.questions import FORMS, misconceptions

WHENS = ("before", "after")
OPEN = "-"
NUMBERS = [str(number) for number in range(1, len(misconceptions()) + 1)]
LONGEST_TABLE = 10_000  # lines
KEPT = re.compile(r"^concept test (\w+) (\w+); code word: (.{0,200}); answers: ([\w-]+)$", re.M)


class NotASheet(ValueError):
    """The fault in a line of answers."""


@dataclass(frozen=True)
class Sheet:
    """One student's answers to one form: a letter for each question, or a dash."""

    who: str
    when: str
    form: str
    answers: str

    @property
    def key(self) -> str:
        """The code word, however its letters are stored, capitals or not."""
        return unicodedata.normalize("NFKC", self.who).casefold()

    @property
    def right(self) -> list[bool]:
        """Which questions were answered rightly; one that was left open was not."""
        pairs = zip(misconceptions(), self.answers, strict=True)
        return [pair.forms[self.form].right == answer for pair, answer in pairs]


def sheet(who, when, form, answers):
    """Return a sheet; raise NotASheet with one line that names the fault."""
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
    """Yield a sheet or its fault, by line, of a typed table (CSV).

    Its cells are separated by commas, semicolons or tabs, as the first line shows. A line without
    a code word is a student of its own.
    """
    text = decoded(path.read_bytes())
    delimiter = max(",;\t", key=text.partition("\n")[0].count)
    rows = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    rows.fieldnames = [name.strip().lower() for name in rows.fieldnames or ()]
    missing = [name for name in ["who", "test", "form", *NUMBERS] if name not in rows.fieldnames]
    if missing:
        yield f"not read: its first line has no column {missing[0]!r}"
        return
    for row in rows:
        line = rows.line_num
        if line > LONGEST_TABLE:
            yield f"not read from line {line} on: a table may have {LONGEST_TABLE:,} lines"
            break
        try:
            if any(row.values()):
                yield _of_row(row, f"line {line} of {path.name}")
        except NotASheet as reason:
            yield f"line {line}: {reason}"


def decoded(data):
    """Text as spreadsheets save it: UTF-8, UTF-16 or, as Excel without a word, Windows-1252."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def _of_row(row, nameless):
    """The sheet of a line of a table; `nameless` is who it is without a code word."""
    if None in row:
        raise NotASheet("it has more cells than the first line")
    row = {name: (value or "").strip() for name, value in row.items()}
    given = [row[number] or OPEN for number in NUMBERS]
    if any(len(one) != 1 for one in given):
        raise NotASheet("an answer has more than one letter")
    return sheet(row["who"] or nameless, row["test"], row["form"], "".join(given))
