"""Predictions: `predict.NAME()` asks a question before the slider is touched.

Press an option: then you read whether it is right and why, and only then what to try; explorers
that have waited for it open, and mark the guess. No choice is kept in the notebook. Where no
kernel runs, the question is shown with its answer folded.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from string import ascii_uppercase

import ipywidgets as widgets

from posenc_helpers.explorers import questions
from posenc_helpers.lessons.exercise import as_html

ANSWER = "Answer, when you have chosen"
WAITING = "Choose an answer. Its reasons appear here."
FIRST = re.compile(r"(?<=[.?]) ")  # where a sentence ends
LOOK = Path(__file__).with_suffix(".html").read_text("utf-8").rstrip()


@dataclass(frozen=True, kw_only=True)
class Prediction:
    """A question with its options, in which text between backticks is code.

    `replies` maps each option to its reply: why the right one is right, and for the others what
    they overlook. `right` is the index of the right one.
    `marks` maps options to how the explorer's picture marks them, see `explorers.covers.Cover`.
    `try_it` names the controls of the lesson's explorer in backticks, its buttons in “quotes”.
    `again` asks the same idea in another form, for lessons that come back to it.
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
        """What later lessons ask: the second wording if there is one, with nothing to try."""
        return replace(self.again or self, try_it="", marks={})

    def about(self, choice: int) -> str:
        return self.replies[self.options[choice]]

    def labelled(self, choice: int) -> str:
        return f"{ascii_uppercase[choice]}: {self.options[choice]}"

    def line(self, choice: int) -> str:
        """Return the reply to an option in one line: the verdict, and the first reason."""
        right = choice == self.right
        verdict = "Right." if right else f"Not this one: {ascii_uppercase[self.right]} is right."
        return f"{verdict} {FIRST.split(self.about(choice), 1)[0]}"

    def more(self, choice: int) -> str:
        """Return the rest of the reply, in paragraphs: all reasons, and what to try."""
        rest, other = FIRST.split(self.about(choice), 1)[1:], set(range(len(self.options)))
        order = dict.fromkeys([self.right, *sorted(other)])
        about = [f"{self.labelled(i)} {self.about(i)}" for i in order if i != choice]
        return "\n\n".join([*rest, *about]) + self._now_try_it()

    def answer(self) -> str:
        """Return the whole answer, for readers who cannot choose."""
        wrong = [choice for choice in range(len(self.options)) if choice != self.right]
        about = [f"{ascii_uppercase[choice]}: {self.about(choice)}" for choice in wrong]
        right = f"{self.labelled(self.right)} {self.about(self.right)}"
        return "\n\n".join([right, *about]) + self._now_try_it()

    def _now_try_it(self):
        return f"\n\nNow try it: {self.try_it}" if self.try_it else ""

    def mark(self, choice: int) -> dict | None:
        """Return how the explorer's picture marks an option, if it can."""
        option = self.options[choice]
        words = f"You guessed: {option}"
        return {**self.marks[option], "words": words} if option in self.marks else None

    def text(self) -> str:
        """Return question, options and answer as plain text."""
        options = "\n".join(self.labelled(i) for i in range(len(self.options)))
        return f"{self.question}\n\n{options}\n\n{ANSWER}:\n\n{self.answer()}"

    def folded(self) -> str:
        """Return question and options as HTML, with the answer folded."""
        options = "".join(f"<li>{html.escape(option)}</li>" for option in self.options)
        return (
            f'{as_html(self.question)}<ol type="A">{options}</ol>'
            f"<details><summary>{ANSWER}</summary>{as_html(self.answer())}</details>"
        )


class PredictionWidget(widgets.VBox):
    """A question, a button for each option, and room for the answer.

    Buttons, not radio buttons: the Tab key walks over them and gives nothing away, and a notebook
    in JupyterLab keeps the arrow keys, which radio buttons need, to itself.

    Attributes
    ----------
    choices : the buttons; ``choices[1].click()`` from code
    answer : the reply once one is pressed: one line, as before, and what it unfolds
    """

    def __init__(self, prediction: Prediction):
        self.prediction = prediction
        self.choices = [self._button(i) for i in range(len(prediction.options))]
        self.answer = widgets.HTML(_live(WAITING))
        self.answer.add_class("posenc-answer")
        question = widgets.HTML(LOOK + _said(as_html(prediction.question)))
        question.add_class("posenc-question")
        super().__init__(
            [question, *self.choices, self.answer],
            layout={"align_items": "flex-start", "overflow": "visible"},
        )

    def _button(self, choice):
        button = widgets.Button(
            description=self.prediction.labelled(choice),
            layout={"width": "auto", "height": "auto", "max_width": "100%"},
        )
        button.add_class("posenc-option")
        button.on_click(lambda _button: self._answer(choice))
        return button

    def _answer(self, choice):
        asked = self.prediction
        line = as_html(asked.line(choice)).removeprefix("<p>").removesuffix("</p>")
        more = as_html(asked.more(choice))
        self.answer.value = _live(f"<details><summary>{line}</summary>{more}</details>")
        questions.answer(asked.name, asked.mark(choice))

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
            question.layout.min_width = "0"  # a long reply is cut, and does not part them
        super().__init__(self.questions, layout={"flex_flow": "row wrap"})

    def __repr__(self):
        return "\n\n".join(map(repr, self.questions))

    def _repr_mimebundle_(self, **choice):
        bundle = super()._repr_mimebundle_(**choice)
        folded = "".join(one.prediction.folded() for one in self.questions)
        return {**bundle, "text/plain": repr(self), "text/html": folded}


def _said(text: str) -> str:
    """Return HTML in lines that read well, in the colour of the theme."""
    style = "line-height:1.5;max-width:54em;color:var(--jp-content-font-color1, inherit)"
    return f'<div style="{style}">{text}</div>'


def _live(text: str) -> str:
    """Return HTML that is read aloud when it comes."""
    return f'<div role="status" aria-live="polite">{_said(text)}</div>'
