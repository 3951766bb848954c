"""Which questions have been answered in this kernel, and what pictures have to do with it.

A picture that would answer a question stays covered until it is answered. A picture that can show
the guess marks it. Lessons report choices here; explorers listen.
"""

from collections.abc import Collection
from weakref import WeakSet

known: Collection[str] = ()  # the names of all questions: lessons put theirs here
_GUESSES: dict[str, dict | None] = {}  # by question: how the picture marks the guess
_ASKED: dict[str, tuple[str, str]] = {}  # by question: its text and its options, for covers
_LISTENING = WeakSet()


def questions() -> tuple[str, ...]:
    """Return the names of all predictions."""
    return tuple(sorted(known))


def ask(question: str, text: str, options: str):
    """Keep the words of a question that is asked, for the covers of pictures that wait for it."""
    _ASKED[question] = text, options


def words_of(questions) -> tuple[str, str]:
    """Return the text and the options of the first of these questions that was asked."""
    return next((words for name, words in _ASKED.items() if name in questions), ("", ""))


def answer(question: str, mark: dict | None = None):
    """Tell all explorers that a question is answered, and how to mark the guess."""
    _GUESSES[question] = mark
    for explorer in list(_LISTENING):
        explorer.on_answer(question, mark)


def listen(explorer):
    """Tell an explorer all answers so far, and from now on each new one."""
    _LISTENING.add(explorer)
    for question, mark in _GUESSES.items():
        explorer.on_answer(question, mark)


def forget():
    """Forget all answers and who listens, as if the kernel were new."""
    _GUESSES.clear()
    _ASKED.clear()
    _LISTENING.clear()
