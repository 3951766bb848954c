"""What is over a picture: a card until its question is answered, and then a mark at the guess.

A picture that would answer a question stays covered until the question is answered. A picture that
can show the guess marks it. Lessons report to `questions` what they ask and what is chosen, and
explorers listen there.
"""

import html
from collections.abc import Collection
from weakref import WeakSet

from posenc_helpers.checks import OneOf

COVERED = "To open this picture, choose Run → Run All Cells, then answer above."
CARD = "Answer above, and this picture opens."


class Questions:
    """The questions that were asked in this kernel, and the explorers that react to answers.

    Attributes
    ----------
    known : the names of all questions of the course, which the lessons put here
    chosen : the option that was chosen, by the text of its question
    """

    def __init__(self):
        self.known: Collection[str] = ()
        self.forget()

    def forget(self):
        """Forget all answers and the explorers that listen, as if the kernel were new."""
        self.chosen: dict[str, int] = {}
        self._words: dict[str, str] = {}  # by question: its text, for covers
        self._tasks: dict[str, str] = {}  # by question: what to try, as HTML
        self._marks: dict[str, dict | None] = {}  # by answered question
        self._listening = WeakSet()

    def ask(self, question: str, text: str, task: str = ""):
        """Keep the text of a question that is asked, and what to try after it, as HTML."""
        self._words[question] = text
        self._tasks[question] = task

    def words_of(self, question: str) -> str:
        """Return the text of a question, or "" if it was not asked."""
        return self._words.get(question, "")

    def task_of(self, question: str) -> str:
        """Return what to try after a question, as HTML, or "" if it was not asked."""
        return self._tasks.get(question, "")

    def awaits(self, question: str) -> bool:
        """Return whether an explorer waits for the answer to a question."""
        return any(question == explorer.cover.waits_for for explorer in self._listening)

    def answer(self, question: str, mark: dict | None = None):
        """Tell all explorers that a question is answered, and how to mark the guess."""
        self._marks[question] = mark
        for explorer in list(self._listening):
            explorer.on_answer(question, mark)

    def listen(self, explorer):
        """Tell an explorer all answers so far, and each new one from now on."""
        self._listening.add(explorer)
        for question, mark in self._marks.items():
            explorer.on_answer(question, mark)


questions = Questions()


class Cover:
    """What is over the picture of the explorer `name`.

    Attributes
    ----------
    waits_for : the question that must be answered before the picture opens, or ""
    mark : how to mark the guess, or None. A mark is a dict: `on` names the explorer, `settings` are
        those that the picture must have, `place` is in the words of the drawing, and `words` name
        the guess
    """

    def __init__(self, name: str, until: str):
        self.waits_for = OneOf(["", *sorted(questions.known)]).check("until", until)
        self.name, self.mark = name, None

    def take(self, question: str, mark: dict | None) -> bool:
        """Take an answer, and return whether it changes the picture."""
        marked = bool(mark) and mark["on"] == self.name
        self.mark = mark if marked else self.mark
        opens = question == self.waits_for
        self.waits_for = "" if opens else self.waits_for
        return marked or opens

    def lay_over(self, drawing, settings) -> str:
        """Return the HTML over a drawing with these settings: a card, a marked guess, or ""."""
        with drawing.lock:
            drawing.guessed = ""
            if self.waits_for:
                asked = html.escape(questions.words_of(self.waits_for))
                asked = f"<p><b>{asked}</b></p>" if asked else ""
                return f'<div class="posenc-cover"><div>{asked}{CARD}</div></div>'
            if self.mark and self.mark["settings"].items() <= settings.items():
                drawing.guessed = self.mark["words"]
                return _guess(drawing, drawing.place(self.mark["place"], **settings))
            return ""


def _guess(drawing, place) -> str:
    """Return the HTML that marks a guess and names it where the picture has room for words."""
    left, top, width, height = drawing.spot(**place)
    mark = f"left:{left:.2f}%;top:{top:.2f}%;width:{width:.2f}%;height:{height:.2f}%"
    (x, y), (across, up) = drawing.guess_at, drawing.figure.get_size_inches()
    at = f"left:{x / across:.2f}%;bottom:{y / up:.2f}%"
    return f'<div class="posenc-guess" style="{mark}"></div><p style="{at}">your guess</p>'
