"""What a reader has answered, and what is asked again: `progress()` and `review()`."""

from __future__ import annotations

import sys
from collections import defaultdict
from dataclasses import dataclass
from datetime import date, timedelta

from posenc_helpers.arguments import switch
from posenc_helpers.lessons import LESSONS, PREDICTIONS, kept
from posenc_helpers.lessons.prediction import RecallWidget
from posenc_helpers.wording import counted

DAYS = (1, 7, 30)  # from one right answer until the question is asked again
AT_ONCE = 4  # questions in one review
NOT_KEPT = (
    "Nothing is kept so far. `progress(keep=True)` keeps your answers, those that you gave since "
    "this notebook was started and all that follow, in the file `{}` on this computer."
)
WHERE = (
    "Your answers are in the file `{}` on this computer, and nowhere else. You can read it, copy "
    f"it, or move it and name the new place in the environment variable `{kept.VARIABLE}`. "
    "`progress(keep=False)` deletes it."
)
IN_A_BROWSER = "Python runs in your browser here, so the file is gone when you close the page."


@dataclass(frozen=True)
class Report:
    """A text in Markdown, as a notebook shows it."""

    text: str

    def __repr__(self):
        return self.text

    def _repr_markdown_(self):
        return self.text


def progress(*, keep: bool | None = None) -> Report:
    """Show which questions you have answered right, when, and what comes next.

    With `keep=True` your answers are kept, those of this kernel so far and all that follow;
    `keep=False` deletes what was kept.
    """
    fault = ""
    if keep is not None:
        fault = kept.begin() if switch("keep", keep) else kept.forget()
    return Report(fault) if fault else _read(_progress)


def review() -> RecallWidget | Report:
    """Ask predictions again, 1, 7 and 30 days after you were right, in their second wording."""
    return _read(_review)


def _read(show):
    """Show what was kept, or say that nothing is or that it cannot be read."""
    if not kept.agreed():
        return Report(NOT_KEPT.format(kept.shown_place()))
    try:
        given, unread = kept.answers()
    except OSError as fault:
        return Report(f"`{kept.shown_place()}` cannot be read: {fault.strerror}.")
    answered = defaultdict(dict)
    for day, name, right in given:
        answered[name].setdefault(day, right)  # the first answer of a day counts
    return show(answered, unread)


def _progress(answered, unread):
    firsts = {number: _firsts(one, answered) for number, one in LESSONS.items()}
    days = [day for ones in firsts.values() for day in ones.values()]
    parts = [
        f"**{sum(map(bool, days))} of {len(days)} questions** answered right.",
        _table(firsts),
        _next(firsts),
        _next_review(answered),
        WHERE.format(kept.shown_place()),
        IN_A_BROWSER if sys.platform == "emscripten" else "",
        f"{counted(unread, 'line')} of it cannot be read and will stay there." if unread else "",
    ]
    return Report("\n\n".join(filter(None, parts)))


def _firsts(lesson, answered):
    """Return the first day on which each question of a lesson was right, or None."""
    calls = {f"predict.{name}": name for name in lesson.asked["Prediction"]}
    calls |= {f"check.{name}": name for name in lesson.asked["Exercise"]}
    right = {name: [day for day, good in ones.items() if good] for name, ones in answered.items()}
    return {call: min(right.get(name, []), default=None) for call, name in calls.items()}


def _table(firsts):
    rows = []
    for number, ones in firsts.items():
        right = "; ".join(f"`{question}` {day}" for question, day in ones.items() if day)
        rows += [f"| {number} | {right} |"] if right else []
    return "\n".join(["| lesson | right for the first time |", "|---|---|", *rows]) if rows else ""


def _next(firsts):
    left = {no: [f"`{one}`" for one, day in ones.items() if not day] for no, ones in firsts.items()}
    number = next(filter(left.get, left), None)
    return f"**Next**: lesson {number}, {', '.join(left[number])}." if number else ""


def due(answered: dict[str, dict[date, bool]]) -> dict[str, date]:
    """Return when each prediction is asked again, soonest first.

    `answered` holds the verdict of each day on which it was answered. A right answer before its
    day changes nothing; after a wrong one the days begin anew.
    """
    days = {name: _due(ones) for name, ones in answered.items() if name in PREDICTIONS}
    return {name: days[name] for name in sorted(days, key=days.get) if days[name] < date.max}


def _due(ones):
    times, due = 0, date.min
    for day, right in ones.items():
        if not right:
            times, due = 0, day + timedelta(DAYS[0])
        elif day >= due:
            due = day + timedelta(DAYS[times]) if times < len(DAYS) else date.max
            times += 1
    return due


def _next_review(answered):
    days = list(due(answered).values())
    if today := sum(day <= date.today() for day in days):
        return f"**Review**: {counted(today, 'question')} today, with `review()`."
    return f"**Review**: the next question comes on {days[0]}." if days else ""


def _review(answered, _):
    today = [name for name, day in due(answered).items() if day <= date.today()]
    if today:
        return RecallWidget(*(PREDICTIONS[name] for name in today[:AT_ONCE]))
    return Report(_next_review(answered) or "Answer a prediction first.")
