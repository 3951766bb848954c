"""Which questions have been answered in this kernel, and what pictures have to do with it.

A picture that would answer a question stays covered until it is answered. A picture that can show
what was guessed marks it. Lessons tell here what was chosen; explorers listen.
"""

from weakref import WeakSet

_GUESSES: dict[str, dict | None] = {}  # by question: how the picture marks what was guessed
_LISTENING = WeakSet()


def answer(question: str, mark: dict | None = None):
    """Tell all explorers that a question is answered, and how to mark what was guessed."""
    _GUESSES[question] = mark
    for explorer in list(_LISTENING):
        explorer.on_answer(question, mark)


def listen(explorer):
    """Tell an explorer what is answered, and from now on what will be."""
    _LISTENING.add(explorer)
    for question, mark in _GUESSES.items():
        explorer.on_answer(question, mark)


def forget():
    """Forget all answers and who listens, as if the kernel were new."""
    _GUESSES.clear()
    _LISTENING.clear()
