"""What the class got wrong, as one page for the teacher: make class-report FOLDER=...

Reads the saved notebooks below FOLDER (saved.py), runs nothing, and writes build/class_report.html:
the two cells to show, the beliefs behind the mistakes (beliefs.py), frequent answers without a
reply, what the concept test says (concept_test.py), and each exercise: how many were right, which
mistakes were made, and the cell that answers each. No student is named unless --names is given.
"""

import html
import sys
from collections import Counter, defaultdict
from pathlib import Path

from posenc_helpers.lessons import LESSONS
from posenc_helpers.lessons.exercise import as_html
from posenc_helpers.wording import counted, one_line
from tools.class_report.answered_by import answered_by, read_lesson
from tools.class_report.beliefs import held, unforeseen
from tools.class_report.command import BUILD, NO_MARK, closing, folder_parser, found_below, write
from tools.class_report.concept_test import concept_part
from tools.class_report.parts import link, section_part, table
from tools.export import read_look, title
from tools.handout import PAGE

TITLE = "What the class got wrong"
MOST_SHOWN = 2  # cells, in five minutes
MOST_LISTED = 10  # beliefs, and answers without a reply
FEWEST = 5  # a share of fewer answers than this says little about a class

ELSE = {
    "other": "Wrong in another way.",
    "version": "Right, in words of another version of the course.",
    "error": "The cell stopped with an error.",
}

LOOK = """
.bar { display: flex; background: var(--code); height: 1.3rem; max-width: 46rem;
  border: 1px solid var(--line); }
.bar span { display: block; }
.right { background: #0072b2; }
.wrong { background: #e69f00; }
td:first-child { white-space: nowrap; }
td p { margin: 0; min-width: 12rem; white-space: normal; }
figure { margin: 1em 0; }
figure img { max-width: 100%; }
figure { padding-left: 0.8em; border-left: 0.25em solid var(--line); }
figcaption { font-weight: 600; }
figure pre { background: var(--code); margin: 0.4em 0; }
"""
POLICY = """<meta http-equiv="Content-Security-Policy"
  content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">"""


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
    """The shares of right and wrong answers as a bar; the text beside it says the same."""
    parts = {"right": right, "wrong": wrong, "neither": count - right - wrong}
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
        f"<h4>{html.escape(exercise.name)}</h4>",
        as_html(exercise.question),
        bar(right, wrong, len(found)),
        f"<p>{right} of {counted(len(found), 'notebook')} right, {wrong} wrong, "
        f"{len(found) - right - wrong} neither.{few}</p>",
        *mistakes_part(found, lesson, exercise, names, seen),
    ]


def mistakes_part(found, lesson, exercise, names, seen):
    """The table of what went wrong, the most frequent mistake first, and what answers it."""
    made = Counter(answer.message for _, answer in found if answer.status == "mistake")
    answers = {mistake: answered_by(lesson, exercise, mistake) for mistake, _ in made.most_common()}
    rows = [
        (as_html(mistake), link(lesson, section), [o for o, a in found if a.message == mistake])
        for mistake, section in answers.items()
    ]
    rows += [
        (as_html(text), "", [one for one, answer in found if answer.status == status])
        for status, text in ELSE.items()
    ]
    head = ["times", "mistake", "answered by", *["who"] * names]
    cells = [
        [len(who), text, leads_to, *[people(who)] * names] for text, leads_to, who in rows if who
    ]
    new = {section.heading: section for section in answers.values()}
    new = {heading: section for heading, section in new.items() if heading not in seen}
    seen.update(new)
    figures = [section_part(lesson, one) for one in new.values()]
    return [table("Mistakes", head, cells), *figures] if cells else []


def lesson_part(submissions, lesson, names, seen):
    """All exercises of a lesson that someone has handed in; `seen` as in `exercise_part`."""
    parts = [f"<h3>{lesson} · {html.escape(title(read_lesson(lesson)))}</h3>"]
    for exercise in LESSONS[lesson].exercises:
        found = tally(submissions, lesson, exercise)
        parts += exercise_part(found, lesson, exercise, names, seen)
    return parts


def show_part(beliefs, seen):
    """The cells that answer what most students believe; `seen` gets their sections."""
    picked = {}
    for belief, (who, _) in beliefs:
        place = belief.lesson, belief.heading
        if len(picked) < MOST_SHOWN or (place in picked and len(who) > 1):
            picked.setdefault(place, []).append((belief, len(who)))
    if not picked:
        return ["<p>There is no mistake that the course knows.</p>"]
    title = "Show these two cells, five minutes" if len(picked) > 1 else "Show this cell"
    parts = [f"<h2>{title}</h2>"]
    for (lesson, heading), some in picked.items():
        seen[lesson][heading] = section = some[0][0].section
        for belief, count in some:
            line = f"<strong>{counted(count, 'student')}:</strong> {_plain(belief.text)}"
            parts.append(f"<p>{line}</p>")
        parts.append(section_part(lesson, section))
    return parts


def beliefs_part(beliefs, names, seen):
    """The beliefs behind the mistakes of all exercises, and the cells that answer them."""
    if not beliefs:
        return []
    rows, figures = [], []
    for belief, (who, where) in beliefs[:MOST_LISTED]:
        section = belief.section
        if belief.heading not in seen[belief.lesson]:
            seen[belief.lesson][belief.heading] = section
            figures.append(section_part(belief.lesson, section))
        leads_to = f"{belief.lesson}: {link(belief.lesson, section)}"
        named = [html.escape(", ".join(one_line(one, 80) for one in sorted(who)))] * names
        rows.append([len(who), _plain(belief.text), ", ".join(sorted(where)), leads_to, *named])
    head = ["students", "what is behind", "in exercises", "answered by", *["who"] * names]
    return ["<h2>What the class believes</h2>", table("Beliefs behind", head, rows), *figures]


def unforeseen_part(submissions):
    """The wrong numbers without a reply that several students gave."""
    found = unforeseen(submissions)[:MOST_LISTED]
    rows = [[count, number, html.escape(exercise)] for exercise, number, count in found]
    head = ["students", "answer", "exercise"]
    shown = [table("Answers without a reply", head, rows)] if rows else []
    return ["<h2>Answers without a reply</h2>", *shown] if shown else []


def _plain(text):
    return html.escape(text.replace("`", ""))


def top_part(submissions):
    """The files, what the colours mean, and how far to trust it."""
    return [
        f"<p>{html.escape(closing(submissions))}</p>",
        "<p>In the bars, blue is right and orange is wrong.</p>",
        f"<p>{NO_MARK}</p>",
    ]


def problems_part(submissions, names):
    """The files that could not be read; counted, and listed only with names."""
    bad = [one for one in submissions if one.problem]
    if not bad:
        return []
    lines = [f"{one_line(one.file)}: {one.problem}" for one in bad]
    if not names:
        lines = [f"{n} × {problem}" for problem, n in Counter(o.problem for o in bad).items()]
    items = "".join(f"<li>{html.escape(line)}</li>" for line in lines)
    return ["<h2>Files without answers</h2>", f"<ul>{items}</ul>"]


def page(submissions, names=False):
    """The whole page as text."""
    lessons = sorted({one.lesson for one in submissions if one.lesson})
    seen = defaultdict(dict)
    sheets = [one.sheet for one in submissions if one.sheet]
    beliefs = held(submissions)
    parts = [
        f"<h1>{TITLE}</h1>",
        *show_part(beliefs, seen),
        *beliefs_part(beliefs, names, seen),
        *unforeseen_part(submissions),
        *concept_part(sheets, seen),
        "<h2>Exercise by exercise</h2>",
        *top_part(submissions),
    ]
    for lesson in lessons:
        parts += lesson_part(submissions, lesson, names, seen[lesson])
    parts += problems_part(submissions, names)
    look = read_look("common.css", "page.css") + LOOK
    return PAGE.format(title=TITLE, head=POLICY, look=look, body="\n".join(parts))


def main(arguments=None):
    """The command line. Return 0, or 1 if the page cannot be written."""
    parser = folder_parser(__doc__)
    parser.add_argument("--names", action="store_true", help="say who made which mistake")
    parser.add_argument("--to", type=Path, default=BUILD / "class_report.html")
    options = parser.parse_args(arguments)
    submissions = found_below(options.folder, parser)
    print(closing(submissions))
    return write(options.to, page(submissions, options.names))


if __name__ == "__main__":
    sys.exit(main())
