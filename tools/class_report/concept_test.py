"""The concept test in the class report: what to show next, the gain, how questions did."""

from collections import Counter

import numpy as np

from posenc_helpers.lessons.exercise import as_html
from posenc_helpers.wording import counted
from tools.class_report.answered_by import sections
from tools.class_report.parts import link, section_part, table
from tools.class_report.sheets import OPEN, WHENS
from tools.class_report.statistics import (
    FEWEST,
    Estimate,
    gain_of_question,
    normalized_gain,
    point_biserial,
)
from tools.export import formulas
from tools.questions import FORMS, misconceptions

WEAK = 0.2  # Ebel and Frisbie (1991) advise to look again at a question that tells apart less
READING = """<p>The <strong>gain</strong> is the share of what could be learned that was learned:
0 is nothing, 1 is everything (Hake, 1998). In brackets is an interval: in 95 of 100 classes drawn
like yours, it would hold the gain of all such students. It does not say where the gain came
from.</p>"""
APART = f"""<p><strong>Tells apart</strong> is the correlation of a right answer with the rest of
the test (point-biserial), with its interval. <em>Look again</em> means that even the upper end is
below {WEAK}: those who know more do not answer the question better.</p>"""


def concept_part(sheets, seen):
    """The part of the report on the concept test; nothing where it was not taken.

    `seen` gets the sections of lessons that it shows: {lesson: {heading: section}}.
    """
    if not sheets:
        return []
    beliefs, figures = _show_next(sheets, seen)
    return [
        "<h2>Concept test</h2>",
        _top(sheets),
        *beliefs,
        "<h3>Gain</h3>",
        READING,
        _learned(sheets),
        "<h3>How the questions did</h3>",
        APART,
        _questions(sheets),
        *(["<h3>What to show</h3>"] * bool(figures)),
        *figures,
    ]


def tests(sheets):
    """The sheets of each test, {when: {code word: sheet}}; the last of a code word counts."""
    return {when: {one.key: one for one in sheets if one.when == when} for when in WHENS}


def _top(sheets):
    given = tests(sheets)
    taken = ", ".join(
        f"{counted(len(some), 'answer sheet')} {when} the course" for when, some in given.items()
    )
    repeated = len(sheets) - sum(map(len, given.values()))
    again = (
        f" Left out: {counted(repeated, 'sheet')} whose code word comes again later in the same "
        "test."
    )
    found = normalized_gain(*paired(sheets).mean(axis=2))
    gain = f"<strong>{found}</strong>" if isinstance(found, Estimate) else f"not known: {found}"
    return f"<p>{taken}.{again if repeated else ''} Gain of the class: {gain}.</p>"


def paired(sheets):
    """The right answers before and after of those who took both tests: two tables of bools."""
    before, after = tests(sheets).values()
    both = [who for who in before if who in after]
    rows = [[given[who].right for who in both] for given in (before, after)]
    return np.array(rows, bool).reshape(2, len(both), len(misconceptions()))


def beliefs(sheets):
    """The last test that was given and, for each misconception, who holds it and who does not.

    A list of (misconception, how many hold it, how many are wrong otherwise), the most frequent
    first; then of how many students.
    """
    when, given = [(when, given) for when, given in tests(sheets).items() if given][-1]
    found = []
    for number, pair in enumerate(misconceptions()):
        options = [dict(pair.forms[one.form].lettered()) for one in given.values()]
        letters = [one.answers[number] for one in given.values()]
        chosen = [of[letter] for of, letter in zip(options, letters, strict=True) if letter in of]
        held = sum(option.is_misconception for option in chosen)
        found.append((pair, held, sum(not option.is_right for option in chosen) - held))
    return when, sorted(found, key=lambda one: -one[1]), len(given)


def _show_next(sheets, seen):
    """The table of the misconceptions that stay, and the cells that answer them."""
    when, found, count = beliefs(sheets)
    rows, figures = [], []
    for pair, held, otherwise in found:
        if not held:
            break
        section = next(one for one in sections(pair.lesson) if one.heading == pair.heading)
        if section.heading not in seen[pair.lesson]:
            figures.append(section_part(pair.lesson, section))
            seen[pair.lesson][section.heading] = section
        leads_to = f"{pair.lesson}: {link(pair.lesson, section)}"
        rows.append([f"{held} of {count}", _rich(pair.belief), otherwise, leads_to])
    head = ["hold it", "what they believe", "wrong otherwise", "show next"]
    title = f"<h3>What to show next: beliefs {when} the course</h3>"
    return [title, table("Beliefs", head, rows) if rows else "<p>None was chosen.</p>"], figures


def _learned(sheets):
    before, after = paired(sheets)
    if not len(before):
        return "<p>No one took both tests under the same code word, so the gain is not known.</p>"
    rows = [
        [_rich(pair.belief), _share(was), _share(became), gain_of_question(was, became)]
        for pair, was, became in zip(misconceptions(), before.T, after.T, strict=True)
    ]
    return table("Gain", ["misconception", "right before", "right after", "gain"], rows)


def _questions(sheets):
    """The table of the questions of each form that somebody took."""
    head = "item|right before|right after|tells apart|not chosen|left open|question".split("|")
    rows = [
        _question(number, form, [one for one in sheets if one.form == form])
        for form in FORMS
        for number in range(len(misconceptions()))
        if any(one.form == form for one in sheets)
    ]
    return table("How the questions did", head, rows)


def _question(number, form, sheets):
    question = misconceptions()[number].forms[form]
    before, after = tests(sheets).values()
    given = list((before | after).values())
    chosen = Counter(one.answers[number] for one in given)
    wrong = [letter for letter, option in question.lettered() if not option.is_right]
    untaken = ", ".join(letter for letter in wrong if not chosen[letter]) or "–"
    right = np.array([one.right for one in given])
    apart = point_biserial(right[:, number], right.sum(axis=1) - right[:, number])
    weak = isinstance(apart, Estimate) and apart.high < WEAK
    return [
        f"{form}{number + 1}",
        *(_share([one.right[number] for one in some.values()]) for some in (before, after)),
        f"{apart} <strong>Look again.</strong>" if weak else apart,
        untaken if len(given) >= FEWEST else f"{counted(len(given), 'answer')}; it takes {FEWEST}",
        chosen[OPEN],
        _rich(question.text),
    ]


def _share(right):
    return f"{sum(right)} of {len(right)}" if len(right) else "–"


def _rich(text):
    return formulas(as_html(text))
