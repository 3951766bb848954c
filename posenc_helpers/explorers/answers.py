"""Which questions have been answered in this kernel, and what pictures have to do with it.

A picture that would answer a question stays covered until it is answered. A picture that can show
the guess marks it. Lessons report choices to `answered`; explorers listen.
"""

from collections.abc import Collection
from weakref import WeakSet


class Answers:
    """The questions that were asked, the guesses, and the explorers that hear of them.

    Attributes
    ----------
    known : the names of all questions that there are; lessons put theirs here
    """

    def __init__(self):
        self.known: Collection[str] = ()
        self.forget()

    def forget(self):
        """Forget all answers and who listens, as if the kernel were new."""
        self._words: dict[str, str] = {}  # by question, for covers
        self._marks: dict[str, dict | None] = {}  # by question that is answered
        self._listening = WeakSet()

    def ask(self, question: str, text: str):
        """Keep the words of a question that is asked."""
        self._words[question] = text

    def words_of(self, questions) -> str:
        """Return the text of the first of these questions that was asked."""
        return next((words for name, words in self._words.items() if name in questions), "")

    def answer(self, question: str, mark: dict | None = None):
        """Tell all explorers that a question is answered, and how to mark the guess."""
        self._marks[question] = mark
        for explorer in list(self._listening):
            explorer.on_answer(question, mark)

    def listen(self, explorer):
        """Tell an explorer all answers so far, and from now on each new one."""
        self._listening.add(explorer)
        for question, mark in self._marks.items():
            explorer.on_answer(question, mark)


answered = Answers()
