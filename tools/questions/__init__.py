"""Questions with one right option, wherever the course asks them: in lessons, quiz, concept test.

Their texts are in three places, each question in one of them: the predictions in
posenc_helpers/lessons, the quiz in docs/quiz.md, the concept test in docs/concept-test.md. All are
of the same kind: an option is an item with [x] or [ ], and below it is the reply to those who
choose it. Text between backticks is code, between dollar signs a formula, and a picture is
named as ![what it shows](figure:NAME).
"""

import re
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from string import ascii_uppercase

from posenc_helpers.lessons import LESSONS
from posenc_helpers.lessons.markdown import read

ROOT = Path(__file__).resolve().parents[2]
QUIZ = ROOT / "docs" / "quiz.md"
CONCEPT_TEST = ROOT / "docs" / "concept-test.md"
FORMS = ("A", "B")
MISCONCEPTION = "the misconception"

FIGURE = re.compile(r"!\[([^]]+)\]\(figure:(\w+)\)")
PIECE = re.compile(rf"`(?P<code>[^`]+)`|\$(?P<formula>[^$]+)\$|(?P<figure>{FIGURE.pattern})")


@dataclass(frozen=True)
class Option:
    """What can be chosen, and the reply to those who do.

    `is_misconception`: whoever chooses it holds what a pair of the concept test is about.
    """

    text: str
    reply: str
    is_right: bool
    is_misconception: bool = False


@dataclass(frozen=True)
class Question:
    """A question, its options in the order in which they are shown, and its lessons."""

    name: str
    text: str
    options: tuple[Option, ...]
    lessons: tuple[str, ...]

    @property
    def right(self) -> str:
        """The letter of the right option."""
        return next(letter for letter, one in self.lettered() if one.is_right)

    def lettered(self):
        return list(zip(ascii_uppercase, self.options, strict=False))

    def silent(self):
        """The question without its replies, for a test that measures and does not teach."""
        return replace(self, options=tuple(replace(one, reply="") for one in self.options))


@dataclass(frozen=True)
class Misconception:
    """One wrong belief, a question on it in each form, and the section of a lesson that shows it.

    `belief` is a sentence that is not true; `lesson` and `heading` name the section.
    """

    name: str
    belief: str
    lesson: str
    heading: str
    forms: dict[str, Question]


def predictions() -> tuple[Question, ...]:
    """The predictions of all lessons, in their order."""
    return tuple(
        prediction(one, lesson) for lesson, asked in LESSONS.items() for one in asked.predictions
    )


def prediction(one, lesson) -> Question:
    """A prediction of a lesson, or its second wording."""
    replies = enumerate(one.replies.items())
    options = tuple(Option(text, reply, k == one.right) for k, (text, reply) in replies)
    return Question(one.name, one.question, options, (lesson,))


@cache
def introduction(path) -> tuple[str, str]:
    """The title of a file of questions, and the text before the first question."""
    top = read(path).parts[0]
    return top.title, top.text


@cache
def quiz() -> tuple[Question, ...]:
    """The questions of the quiz."""
    return tuple(_quiz_question(part) for part in read(QUIZ).parts[0].parts)


def _quiz_question(part):
    name = _matched(part, r"Question `(\w+)`", part.title)[1]
    return _question(part, name, tuple(re.findall(r"\d\d", _setting(part, "Lesson"))))


@cache
def misconceptions() -> tuple[Misconception, ...]:
    """The pairs of the concept test."""
    return tuple(map(_misconception, read(CONCEPT_TEST).parts[0].parts))


def form(letter: str) -> tuple[Question, ...]:
    """The questions of one form of the concept test."""
    return tuple(one.forms[letter] for one in misconceptions())


def _misconception(part):
    name = _matched(part, r"Misconception `(\w+)`", part.title)[1]
    lesson, heading = _matched(part, r"lesson (\d\d), (.+)", _setting(part, "Show")).groups()
    forms = {
        letter: _question(part.below(letter), f"{name}_{letter}", (lesson,)) for letter in FORMS
    }
    return Misconception(name, part.text, lesson, heading, forms)


def _matched(part, pattern, text):
    found = re.fullmatch(pattern, text)
    if not found:
        raise part.broken(f"{text!r} does not read as {pattern}")
    return found


def _setting(part, key):
    for item in part.items:
        if item.text.startswith(f"{key}: "):
            return item.text.removeprefix(f"{key}: ")
    raise part.broken(f"`{part.title}` has no line that begins with `- {key}:`")


def _question(part, name, lessons):
    """A question of the options below a heading; raise BrokenText if something is missing."""
    options = [_option(item) for item in part.items if item.text.startswith("[")]
    if not part.text or sum(one.is_right for one in options) != 1:
        raise part.broken(f"`{part.title}` needs a question and options, one of them with [x]")
    return Question(name, part.text, tuple(options), lessons)


def _option(item):
    mark, text = _matched(item, r"\[([x ])\] (.+)", item.text).groups()
    replies = [below.text for below in item.items]
    marked = MISCONCEPTION in replies
    if len(replies) != 1 + marked or replies[0] == MISCONCEPTION:
        raise item.broken("an option needs one reply, indented below it")
    return Option(text, replies[0], mark == "x", marked)


def pieces(text):
    """Yield the kinds and the contents of a text's pieces: text, code, formula, or figure.

    The content of a figure is what `FIGURE` matches: what it shows, and its name.
    """
    end = 0
    for found in PIECE.finditer(text):
        if text[end : found.start()]:
            yield "text", text[end : found.start()]
        yield found.lastgroup, found[found.lastgroup]
        end = found.end()
    if text[end:]:
        yield "text", text[end:]
