"""What the class got wrong, as one page for the teacher: make class-report FOLDER=...

Reads the saved notebooks below FOLDER, runs nothing, and writes build/class_report.html: for each
exercise how many were right, which mistakes were made how often, and the cell of the lesson that
answers each (answered_by.py). Answers to the concept test are told as well (concept_page.py). No
student is named unless --names is given.
"""

import html
import sys
from collections import Counter, defaultdict
from pathlib import Path

from posenc_helpers.lessons import LESSONS
from posenc_helpers.lessons.exercise import as_html
from posenc_helpers.wording import counted, one_line
from tools.class_report.answered_by import answered_by, read_lesson
from tools.class_report.concept_test import concept_part
from tools.class_report.parts import link, section_part
from tools.class_report.saved import closing, folder_parser, found_below
from tools.export import read_look, title

ROOT = Path(__file__).resolve().parents[2]
FEWEST = 5  # a share of fewer answers than this says little about a class

ELSE = {"other": "Wrong in another way.", "error": "The cell stopped with an error."}

COLOURS = {"right": "right", "wrong": "wrong", "open": "no answer"}

LOOK = """
.bar { display: flex; height: 1.3rem; max-width: 46rem; border: 1px solid var(--line); }
.bar span { display: block; }
.right { background: #0072b2; }
.wrong { background: #e69f00; }
.open { background: var(--code); }
.key { display: inline-block; width: 0.9em; height: 0.9em; border: 1px solid var(--line);
  vertical-align: -0.1em; }
td.count { text-align: right; white-space: nowrap; }
td p { margin: 0; }
td:nth-child(2) { min-width: 12rem; }
.concept td { min-width: 0; }
.concept td:first-child { white-space: nowrap; }
figure { margin: 1em 0; padding-left: 0.8em; border-left: 0.25em solid var(--line); }
figcaption { font-weight: 600; }
figure pre { background: var(--code); margin: 0.4em 0; }
"""
PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy"
  content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<title>What the class got wrong</title>
<style>
{look}
</style>
</head>
<body>
<main class="text">
<h1>What the class got wrong</h1>
{body}
</main>
</body>
</html>
"""


# The page


def tally(submissions, lesson, exercise):
    """The answers to an exercise, each with its submission."""
    return [
        (one, answer)
        for one in submissions
        if one.lesson == lesson
        for answer in one.answers
        if answer.exercise is exercise
    ]


def people(ones):
    """Names, each once, in order."""
    return ", ".join(html.escape(one_line(who, 80)) for who in sorted({one.who for one in ones}))


def bar(right, wrong, count):
    """The shares of right, wrong and missing answers as a bar; the text beside it says the same."""
    parts = {"right": right, "wrong": wrong, "open": count - right - wrong}
    spans = (f'<span class="{kind}" style="flex:{part}"></span>' for kind, part in parts.items())
    return f'<div class="bar" aria-hidden="true">{"".join(spans)}</div>'


def exercise_part(found, lesson, exercise, names, seen):
    """An exercise: its question, how many were right, its mistakes, and what answers them.

    `seen` holds the sections of the lesson that the page shows already.
    """
    counts = Counter(answer.status for _, answer in found)
    right, wrong = counts["right"], counts["mistake"] + counts["other"]
    few = " Few answers: read the shares with care." if right + wrong < FEWEST else ""
    return [
        f"<h3>{html.escape(exercise.name)}</h3>",
        as_html(exercise.question),
        bar(right, wrong, len(found)),
        f"<p>{right} of {counted(len(found), 'notebook')} right, {wrong} wrong, "
        f"{len(found) - right - wrong} without an answer.{few}</p>",
        *mistakes_part(found, lesson, exercise, names, seen),
    ]


def mistakes_part(found, lesson, exercise, names, seen):
    """The table of what went wrong, the most frequent mistake first, and what answers it."""
    made = Counter(answer.said for _, answer in found if answer.status == "mistake")
    answers = {mistake: answered_by(lesson, exercise, mistake) for mistake, _ in made.most_common()}
    rows = [
        table_row(as_html(mistake), who_said(found, mistake), link(lesson, section), names)
        for mistake, section in answers.items()
    ]
    for status, text in ELSE.items():
        ones = [one for one, answer in found if answer.status == status]
        rows += [table_row(text, ones, "", names)] if ones else []
    new = {section.heading: section for section in answers.values()}
    new = {heading: section for heading, section in new.items() if heading not in seen}
    seen.update(new)
    return [table(rows, names), *(section_part(lesson, one) for one in new.values())] * bool(rows)


def who_said(found, mistake):
    return [one for one, answer in found if answer.said == mistake]


def table(rows, names):
    head = ["times", "mistake", "answered by", *(["who"] if names else [])]
    cells = "".join(f'<th scope="col">{name}</th>' for name in head)
    return (
        '<div class="scroll" tabindex="0" role="group" aria-label="Mistakes"><table>'
        f"<thead><tr>{cells}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
    )


def table_row(text, ones, leads_to, names):
    who = f"<td>{people(ones)}</td>" if names else ""
    return f'<tr><td class="count">{len(ones)}</td><td>{text}</td><td>{leads_to}</td>{who}</tr>'


def lesson_part(submissions, lesson, names, seen):
    """All exercises of a lesson that someone has handed in; `seen` as in `exercise_part`."""
    parts = [f"<h2>{lesson} · {html.escape(title(read_lesson(lesson)))}</h2>"]
    for exercise in LESSONS[lesson].exercises:
        found = tally(submissions, lesson, exercise)
        parts += exercise_part(found, lesson, exercise, names, seen)
    return parts


def top_part(submissions):
    """What was read, what the colours mean, and how far to trust it."""
    key = '<span class="key {}" aria-hidden="true"></span> {}'
    colours = ", ".join(key.format(kind, said) for kind, said in COLOURS.items())
    return [
        f"<p>{html.escape(closing(submissions))}</p>",
        f"<p>In the bars: {colours}.</p>",
        "<p>The page counts the messages that the notebooks have stored. They can be forged, so "
        "it is for planning the next class and not for marks.</p>",
    ]


def problems_part(submissions, names):
    """The notebooks that could not be read; counted, and listed only with names."""
    bad = [one for one in submissions if one.problem]
    if not bad:
        return []
    counts = Counter(one.problem for one in bad)
    lines = [f"<li>{count} × {html.escape(problem)}</li>" for problem, count in counts.items()]
    if names:
        lines = [
            f"<li>{html.escape(one_line(one.file))}: {html.escape(one.problem)}</li>" for one in bad
        ]
    return ["<h2>Notebooks without answers</h2>", f"<ul>{''.join(lines)}</ul>"]


def page(submissions, names=False):
    """The whole page as text."""
    lessons = sorted({one.lesson for one in submissions if one.lesson})
    seen = defaultdict(dict)
    sheets = [one.sheet for one in submissions if one.sheet]
    parts = [*top_part(submissions), *concept_part(sheets, seen)]
    for lesson in lessons:
        parts += lesson_part(submissions, lesson, names, seen[lesson])
    parts += problems_part(submissions, names)
    look = read_look("common.css", "page.css") + LOOK
    return PAGE.format(look=look, body="\n".join(parts))


def main(arguments=None):
    """The command line. Return 0, or 1 if there is nothing to report on."""
    parser = folder_parser(__doc__)
    parser.add_argument("--names", action="store_true", help="say who made which mistake")
    parser.add_argument("--to", type=Path, default=ROOT / "build" / "class_report.html")
    options = parser.parse_args(arguments)
    submissions = found_below(options.folder, parser)
    if not submissions:
        return 1
    options.to.parent.mkdir(parents=True, exist_ok=True)
    options.to.write_text(page(submissions, options.names), encoding="utf-8", newline="\n")
    print(f"{options.to}\n{closing(submissions)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
