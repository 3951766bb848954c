"""Predictions: `predict.NAME()` asks a question before the slider is touched.

Press an option: then you read whether it is right and why, and only then what to try. No choice is
kept anywhere. Where no kernel runs, the question stands there with its answer folded.
"""

from __future__ import annotations

import html
from dataclasses import dataclass
from string import ascii_uppercase

import ipywidgets as widgets

from posenc_helpers.exercises import shelf
from posenc_helpers.exercises.exercise import as_html

__all__ = ["PREDICTIONS", "Prediction", "PredictionWidget", "predict"]

ANSWER = "Answer, when you have chosen"
WRAPPED = "<style>.posenc-option {white-space: normal; text-align: left}</style>"


@dataclass(frozen=True, kw_only=True)
class Prediction:
    """A question with its options, in which text between backticks is code.

    `replies` has a text for each wrong option: why it is tempting, and what is wrong with it.
    `try_it` names the controls of the lesson's explorer in backticks, its buttons in “quotes”.
    """

    name: str
    lesson: str  # the first two digits of the notebook
    question: str
    options: tuple[str, ...]
    right: int  # index of the right option
    reason: str
    replies: dict[int, str]
    try_it: str

    def reply(self, choice: int) -> str:
        """Return what is said about an option, in paragraphs."""
        if choice == self.right:
            said = f"{self.labelled(choice)}\n\nRight. {self.reason}"
        else:
            said = (
                f"{self.labelled(choice)}\n\nNot this one. {self.replies[choice]}\n\n"
                f"Right is {self.labelled(self.right)} {self.reason}"
            )
        return f"You chose {said}\n\nNow try it: {self.try_it}"

    def labelled(self, choice: int) -> str:
        return f"{ascii_uppercase[choice]}: {self.options[choice]}"

    def answer(self) -> str:
        """Return the whole answer, for readers who cannot choose."""
        wrong = [f"{ascii_uppercase[i]}: {text}" for i, text in sorted(self.replies.items())]
        right = f"{self.labelled(self.right)} {self.reason}"
        return "\n\n".join([right, *wrong, f"Now try it: {self.try_it}"])

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
    answer : what is said once one is pressed
    """

    def __init__(self, prediction: Prediction):
        self.prediction = prediction
        self.choices = [self._button(i) for i in range(len(prediction.options))]
        longest = max(len(prediction.reply(i)) for i in range(len(prediction.options)))
        self.answer = widgets.HTML(_live(""), layout={"min_height": f"{_lines(longest)}em"})
        super().__init__(
            [widgets.HTML(WRAPPED + _said(prediction.question)), *self.choices, self.answer],
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
        self.answer.value = _live(self.prediction.reply(choice))

    def __repr__(self):
        return self.prediction.text()

    def _repr_mimebundle_(self, include=None, exclude=None):
        bundle = super()._repr_mimebundle_(include=include, exclude=exclude)
        written = {"text/plain": self.prediction.text(), "text/html": self.prediction.folded()}
        return {**bundle, **written}


def _said(text: str) -> str:
    """Return text as HTML in lines that read well, in the colour of the theme."""
    style = "line-height:1.5;max-width:44em;color:var(--jp-content-font-color1, inherit)"
    return f'<div style="{style}">{as_html(text) if text else ""}</div>'


def _live(text: str) -> str:
    """Return text that is read aloud when it comes."""
    return f'<div role="status" aria-live="polite">{_said(text)}</div>'


def _lines(characters: int) -> int:
    """Return the height, in em, of a reply in four paragraphs that is this long."""
    return round(1.5 * characters / 80) + 9


PREDICTIONS = {
    prediction.name: prediction
    for prediction in (
        Prediction(
            name="swap",
            lesson="00",
            question=(
                "You give self-attention the five words “the dog bit the man”, as vectors and "
                "nothing else. Then you swap “dog” and “man”. What happens to the output vector "
                "that belongs to “bit”?"
            ),
            options=(
                "It changes, because its neighbours have changed.",
                "It stays the same.",
                "It changes: it now takes from “man” what it took from “dog”.",
            ),
            right=1,
            reason=(
                "A score depends on two vectors, not on where they stand. So “bit” has the same "
                "scores as before, in another order. The softmax gives each word the same weight, "
                "and the weighted sum is the same."
            ),
            replies={
                0: (
                    "It is how you read the sentence: its meaning has changed. "
                    "But attention has no neighbours. It sees a set of words."
                ),
                2: (
                    "That would be so if a weight belonged to a place. "
                    "It belongs to a word: what “bit” takes from “dog” moves with “dog”."
                ),
            },
            try_it=(
                "leave `gain` at 0 and swap other words with `first` and `second`. "
                "Then move `gain` up."
            ),
        ),
        Prediction(
            name="same_speed",
            lesson="01",
            question=(
                "The table has the columns 0, 1, 2, 3, 4, 5. Which column runs at the same speed "
                "as column 4?"
            ),
            options=("Column 3.", "Column 5.", "None: each column has its own speed."),
            right=1,
            reason=(
                "Columns 4 and 5 are the pair i = 2. They share one ω: column 4 takes its sine, "
                "column 5 its cosine."
            ),
            replies={
                0: (
                    "Columns 3 and 4 are neighbours, but a pair starts at an even column. "
                    "Column 3 is the cosine of the pair i = 1, together with column 2."
                ),
                2: (
                    "Many programs get this wrong and put the column into the exponent. "
                    "The formula has 2i there, and i numbers pairs."
                ),
            },
            try_it=(
                "move `column` from 4 to 5. The pair and the angle stay, and sine becomes cosine."
            ),
        ),
        Prediction(
            name="row_zero",
            lesson="01",
            question="What is row 0, the encoding of the first token?",
            options=(
                "All zeros.",
                "The sines and cosines of 1: 0.84, 0.54 and so on.",
                "Zeros and ones in turn.",
            ),
            right=2,
            reason=(
                "At position 0 every angle is 0. The sine of 0 is 0 and the cosine of 0 is 1, in "
                "every pair."
            ),
            replies={
                0: (
                    "Every angle is 0, but an angle is not yet a number of the table. "
                    "Half of the columns take the cosine."
                ),
                1: (
                    "That is the first pair of row 1. Positions count from 0, "
                    "so the first token has position 0."
                ),
            },
            try_it="move `position` to 0, then `column` from one end to the other.",
        ),
        Prediction(
            name="double_width",
            lesson="02",
            question=(
                "You double d_model from 128 to 256 and change nothing else. What does the table "
                "gain?"
            ),
            options=(
                "Longer range: its slowest wave becomes twice as long.",
                "More columns over the same range of speeds.",
                "Faster waves on the left, to fill the new columns.",
            ),
            right=1,
            reason=(
                "The speeds still run from 1 down to almost 1/b. There are twice as many steps in "
                "between. The longest wave grows a little, from 54,410 to 58,470 tokens."
            ),
            replies={
                0: (
                    "More columns look like more room. But the exponent 2i/d is measured "
                    "against d: it still stops short of 1."
                ),
                2: (
                    "The fastest pair has the exponent 0 at every width. "
                    "It always makes one radian per token."
                ),
            },
            try_it="press “50 × 128” and “50 × 256” in turn.",
        ),
        Prediction(
            name="larger_base",
            lesson="03",
            question=(
                "The window has 50 positions, d_model is 128. With base 10⁴, 51 columns move by "
                "less than 0.1. You raise the base to 10⁸. How many are frozen now?"
            ),
            options=("About 25.", "Still 51.", "About 90.", "102: twice as many."),
            right=2,
            reason="It is 89. The slow pairs become slower still.",
            replies={
                0: (
                    "A larger number sounds like more motion. But the base stands in the "
                    "denominator: it slows the pairs down."
                ),
                1: (
                    "Only pair 0 keeps its speed. For every other pair the base is raised to a "
                    "power above 0."
                ),
                3: (
                    "Squaring the base about halves the number of columns that move, "
                    "from 77 to 39. It does not double the number that rest."
                ),
            },
            try_it="press “10⁴ and 10⁸”, then drag `base B`.",
        ),
        Prediction(
            name="fastest_pair",
            lesson="03",
            question=(
                "You raise the base from 10⁴ to 10⁸. What happens to the fastest pair, pair 0?"
            ),
            options=("It gets faster.", "It gets slower.", "Nothing."),
            right=2,
            reason=(
                "Its exponent is 0, and b⁰ = 1 for every base. Pair 0 always makes one radian per "
                "token."
            ),
            replies={
                0: (
                    "The base spreads the speeds further apart. It does so downward: the fastest "
                    "pair stays where it is, and the others fall behind."
                ),
                1: (
                    "That is so for every other pair. Pair 0 has the exponent 0, so the base has "
                    "no hold on it."
                ),
            },
            try_it="drag `base B` from end to end and look at the first column.",
        ),
        Prediction(
            name="last_hand",
            lesson="04",
            question=(
                "d_model is 18, so there are nine clocks. All start at 12. You let 99 tokens pass, "
                "from position 0 to position 99. Where is the hand of the last clock?"
            ),
            options=(
                "It has made a full turn.",
                "It points to 3.",
                "You can hardly see that it has moved.",
            ),
            right=2,
            reason="It has turned by 1.6 degrees. Its full turn takes 22,581 tokens.",
            replies={
                0: "The first three clocks have made full turns. The others are too slow for that.",
                1: (
                    "A quarter of a turn is about what the fifth clock has made. "
                    "Each clock takes 2.8 times as long as the one before."
                ),
            },
            try_it="drag `position` to its end. Then make `seq_len` larger and drag again.",
        ),
        Prediction(
            name="two_layouts",
            lesson="07",
            question=(
                "One program stores sine and cosine in turn. Another stores all sines first, then "
                "all cosines, with the same frequencies. A model was trained with the first table. "
                "You run it with the second. What happens?"
            ),
            options=(
                "Nothing: both tables hold the same numbers.",
                "It breaks: the columns stand in another order.",
                "It breaks: the second table has other angles.",
            ),
            right=1,
            reason=(
                "Each column of one table is a column of the other. But the model has learned what "
                "to expect in which column."
            ),
            replies={
                0: (
                    "They do. But a vector is numbers in an order, and column for column the two "
                    "tables differ by up to 2."
                ),
                2: (
                    "The angles are the same. Put the columns of the second table into the order "
                    "of the first, and nothing is left of the difference but rounding."
                ),
            },
            try_it="press “all sines first”, then “the same, in order”.",
        ),
        Prediction(
            name="which_check",
            lesson="07",
            question=(
                "A table counts its positions from 1 where it should count from 0. You have four "
                "checks. Which one notices?"
            ),
            options=(
                "All rows have the same length.",
                "Dot products of rows depend on the distance alone.",
                "Row 0 is 0, 1, 0, 1 and so on.",
                "The ratio of neighbouring wavelengths is right.",
            ),
            right=2,
            reason=(
                "Every row is a right row, that of the next position. Only a check that knows what "
                "position 0 looks like can notice."
            ),
            replies={
                0: "Every row is the right row of some position, and all of those have one length.",
                1: "A shift of all positions leaves every distance as it is.",
                3: "The clocks run at the right speeds. They were only started one token early.",
            },
            try_it="choose the bug with positions from 1 in `variant` and look at the marks.",
        ),
    )
}


def _predict(prediction):
    return lambda: PredictionWidget(prediction)


predict = shelf("prediction", _predict, PREDICTIONS)
