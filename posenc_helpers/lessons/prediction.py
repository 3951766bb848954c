"""Predictions: `predict.NAME()` asks a question before the slider is touched.

When you press an option, the page itself shows whether it is right and why, even while cells run.
When the kernel gets the answer, explorers that wait for it open and mark the guess. The notebook
keeps no choice. If no kernel runs, the question is shown with its answer folded.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from string import ascii_uppercase

import ipywidgets as widgets

from posenc_helpers.explorers import questions
from posenc_helpers.explorers.live import hear_while_cells_run
from posenc_helpers.lessons.exercise import as_html

ANSWER = "Answer, when you have chosen"
WAITING = "Choose an answer. Its reasons appear here."
BUSY = (
    "Python is still busy with the cells. Your answer is kept, and Python takes it up afterwards."
)
STORED = "<p><small>To press an answer in JupyterLab, choose Run → Run All Cells.</small></p>"
LOOK = Path(__file__).with_suffix(".html").read_text("utf-8").rstrip()


@dataclass(frozen=True, kw_only=True)
class Prediction:
    """A question with its options. Text between backticks is code.

    `replies` maps each option to its reply: why the right option is right, and what each other
    option overlooks. `right` is the index of the right option. `marks` maps options to their marks
    in the explorer's picture, see `explorers.covers.Cover`. `try_it` names the controls of the
    lesson's explorer in backticks and its buttons in “quotes”. `again` asks about the same idea in
    another form, for later lessons.
    """

    name: str
    question: str
    replies: dict[str, str]
    right: int
    try_it: str = ""
    marks: dict[str, dict] = field(default_factory=dict)
    again: Prediction | None = None

    @property
    def options(self) -> list[str]:
        return list(self.replies)

    @property
    def recalled(self) -> Prediction:
        """The question for later lessons: in its second wording, if any, with nothing to try."""
        return replace(self.again or self, try_it="", marks={})

    def about(self, choice: int) -> str:
        return self.replies[self.options[choice]]

    def labelled(self, choice: int) -> str:
        return f"{ascii_uppercase[choice]}: {self.options[choice]}"

    @property
    def labels(self) -> list[str]:
        return [self.labelled(choice) for choice in range(len(self.options))]

    def reply(self, choice: int) -> str:
        """Return the reply to an option as HTML: the reason, then a text about the wrong choice."""
        if choice == self.right:
            told = _led("✓ Right.", self.about(choice))
            return f'<div class="posenc-reply posenc-right">{told}</div>'
        right, chosen = ascii_uppercase[self.right], ascii_uppercase[choice]
        reason = _led(f"✗ Not this one. {right} is right.", self.about(self.right))
        own = _led(f"{chosen}, your answer:", self.about(choice))
        return f'<div class="posenc-reply">{reason}{own}</div>'

    def task(self) -> str:
        """Return what to try as HTML, or ""."""
        return _led("Now try it:", self.try_it) if self.try_it else ""

    def answer(self) -> str:
        """Return the whole answer as text, for readers who cannot choose."""
        wrong = [choice for choice in range(len(self.options)) if choice != self.right]
        about = [f"{ascii_uppercase[choice]}: {self.about(choice)}" for choice in wrong]
        right = f"{self.labelled(self.right)} {self.about(self.right)}"
        tried = [f"Now try it: {self.try_it}"] * bool(self.try_it)
        return "\n\n".join([right, *about, *tried])

    def mark(self, choice: int) -> dict | None:
        """Return the mark of an option in the explorer's picture, or None."""
        option = self.options[choice]
        words = f"You guessed: {option}"
        return {**self.marks[option], "words": words} if option in self.marks else None

    def text(self) -> str:
        """Return question, options and answer as plain text."""
        options = "\n".join(self.labels)
        return f"{self.question}\n\n{options}\n\n{ANSWER}:\n\n{self.answer()}"

    def folded(self) -> str:
        """Return the question and its options as HTML, with the answer folded."""
        asked = as_html("\n\n".join([self.question, *self.labels]))
        answer = f"<details><summary>{ANSWER}</summary>{as_html(self.answer())}</details>"
        return asked + answer + STORED


class PredictionWidget(widgets.VBox):
    """A question, a button for each option, and the replies to all of them. Only one is visible.

    A press makes its button active in the page, and the style sheet shows the reply. Toggle buttons
    are better than radio buttons here: the Tab key moves along them without choosing, and
    JupyterLab keeps the arrow keys, which radio buttons need, for itself.

    Attributes
    ----------
    options : the buttons
    answer : the replies, and what follows them: what to try, or that Python is busy
    """

    def __init__(self, prediction: Prediction):
        self.prediction = prediction
        self._shown_below = False  # whether an explorer that waits for it shows what to try
        right = prediction.options[prediction.right]
        marks = ["posenc-right" if one == right else "posenc-other" for one in prediction.options]
        self.options = widgets.ToggleButtons(options=prediction.labels, icons=marks, value=None)
        self.options.add_class("posenc-options")
        self.options.observe(self._hear, names="index")
        hear_while_cells_run(self.options)
        replies = "".join(map(prediction.reply, range(len(marks))))
        self.answer = widgets.HTML(
            f'<div class="posenc-replies" role="status">{replies}'
            f'<p class="posenc-waiting">{WAITING}</p></div>'
            f'<div class="posenc-after" role="status"><p class="posenc-busy">{BUSY}</p>'
            f'<div class="posenc-task">{prediction.task()}</div></div>'
        )
        question = widgets.HTML(LOOK + as_html(prediction.question))
        question.add_class("posenc-question")
        super().__init__([question, self.options, self.answer], layout={"overflow": "visible"})
        self.add_class("posenc-card")
        if (chosen := questions.chosen.get(prediction.question)) is not None:
            self.choose(chosen)  # the cell was run again

    def choose(self, choice: int):
        """Press the button of an option."""
        self.options.index = choice

    def _hear(self, change):
        asked = self.prediction
        questions.chosen[asked.question] = change.new
        self._shown_below |= questions.awaits(asked.name)
        shown = ["posenc-try"] * (not self._shown_below)
        self._dom_classes = ("posenc-card", f"posenc-chose-{change.new + 1}", *shown)
        questions.answer(asked.name, asked.mark(change.new))

    def __repr__(self):
        return self.prediction.text()

    def _repr_mimebundle_(self, **choice):
        written = {"text/plain": self.prediction.text(), "text/html": self.prediction.folded()}
        return {**super()._repr_mimebundle_(**choice), **written}


class RecallWidget(widgets.HBox):
    """Predictions of earlier lessons, asked again side by side in their second wording."""

    def __init__(self, *predictions: Prediction):
        self.questions = [PredictionWidget(p.recalled) for p in predictions]
        for question in self.questions:
            question.layout.flex = "1 1 22em"
            question.layout.min_width = "0"
        super().__init__(self.questions, layout={"flex_flow": "row wrap"})

    def __repr__(self):
        return "\n\n".join(map(repr, self.questions))

    def _repr_mimebundle_(self, **choice):
        bundle = super()._repr_mimebundle_(**choice)
        folded = "".join(one.prediction.folded() for one in self.questions)
        return {**bundle, "text/plain": repr(self), "text/html": folded}


def _led(lead: str, text: str) -> str:
    """Return a text as HTML with some words in bold before it."""
    return as_html(text).replace("<p>", f"<p><b>{lead}</b> ", 1)
