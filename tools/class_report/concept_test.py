"""The concept test in the class report: what to show next, what was learned, how questions did."""

import html

from posenc_helpers.lessons.exercise import as_html
from posenc_helpers.wording import counted
from tools.class_report.answered_by import sections
from tools.class_report.concept import beliefs, gain, items, learned, tests
from tools.class_report.parts import link, section_part
from tools.class_report.statistics import Unknown
from tools.export import formulas

WEAK = 0.2  # Ebel and Frisbie (1991) advise to look again at a question that tells apart less
READING = """<p>The <strong>gain</strong> is the share of what could be learned that was learned:
0 is nothing, 1 is everything (Hake, 1998). In brackets is an interval: in 95 of 100 classes drawn
like yours, it would hold the gain of all such students. It does not say where the gain came
from.</p>"""
APART = f"""<p><strong>Tells apart</strong> is the correlation of a right answer with the rest of
the test (point-biserial), with its interval. <em>Look again</em> stands where even the upper end is
below {WEAK}: those who know more do not answer the question better.</p>"""


def concept_part(sheets, seen):
    """The part of the report on the concept test; nothing where nobody took it.

    `seen` gets the sections of lessons that it shows: {lesson: {heading: section}}.
    """
    if not sheets:
        return []
    table, figures = _show_next(sheets, seen)
    return [
        "<h2>Concept test</h2>",
        *_top(sheets),
        *table,
        "<h3>What was learned</h3>",
        READING,
        *_learned(sheets),
        "<h3>How the questions did</h3>",
        APART,
        _items(sheets),
        *(["<h3>What to show</h3>"] * bool(figures)),
        *figures,
    ]


def _top(sheets):
    taken = ", ".join(
        f"{counted(len(given), 'answer sheet')} {when} the course"
        for when, given in tests(sheets).items()
    )
    found = gain(sheets)
    said = f"not told: {found}" if isinstance(found, Unknown) else f"<strong>{found}</strong>"
    return [f"<p>{taken}. Gain of the class: {said}.</p>"]


def _show_next(sheets, seen):
    """The table of the misconceptions that stay, and the cells that answer them."""
    when, found = beliefs(sheets)
    rows, figures = [], []
    for one in found:
        lesson, section = one.misconception.lesson, _section(one.misconception)
        if section.heading not in seen[lesson]:
            figures.append(section_part(lesson, section))
            seen[lesson][section.heading] = section
        rows.append(
            [
                f"{one.held} of {one.count}",
                _rich(one.misconception.belief),
                str(one.otherwise),
                f"{lesson}: {link(lesson, section)}",
            ]
        )
    head = ["hold it", "what they believe", "wrong otherwise", "show next"]
    title = f"<h3>What to show next: beliefs {when} the course</h3>"
    table = _table("Beliefs", head, rows) if rows else "<p>No misconception was chosen.</p>"
    return [title, table], figures


def _section(misconception):
    """The section of a lesson that a misconception names."""
    lesson, heading = misconception.lesson, misconception.heading
    return next(one for one in sections(lesson) if one.heading == heading)


def _learned(sheets):
    found = learned(sheets)
    if not found[0].before[1]:
        return ["<p>Nobody took both tests under the same code word, so no gain is told.</p>"]
    rows = [
        [_rich(one.misconception.belief), *map(_share, (one.before, one.after)), str(one.gain)]
        for one in found
    ]
    head = ["misconception", "right before", "right after", "gain"]
    return [_table("What was learned", head, rows)]


def _items(sheets):
    rows = [
        [
            f"{one.form}{one.number}",
            *map(_share, one.right.values()),
            _correlation(one.apart),
            str(one.untaken) or "–",
            str(one.left_open),
            _rich(one.question.text),
        ]
        for one in items(sheets)
    ]
    head = [
        "item",
        "right before",
        "right after",
        "tells apart",
        "nobody took",
        "left open",
        "question",
    ]
    return _table("How the questions did", head, rows)


def _share(pair):
    return f"{pair[0]} of {pair[1]}" if pair[1] else "–"


def _correlation(value):
    weak = not isinstance(value, Unknown) and value.high < WEAK
    return f"{value} <strong>Look again.</strong>" if weak else str(value)


def _rich(text):
    return formulas(as_html(text))


def _table(label, head, rows):
    heads = "".join(f'<th scope="col">{one}</th>' for one in head)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return (
        f'<div class="scroll" tabindex="0" role="group" aria-label="{html.escape(label)}">'
        '<table class="concept">'
        f"<thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table></div>"
    )
