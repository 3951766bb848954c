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
            name="arc",
            lesson="05",
            question=(
                "On the clock of pair 1 you see two hands: one for position 4, one for position "
                "7, three tokens on. Now you go to positions 900 and 903. What happens to the arc "
                "between the two hands?"
            ),
            options=(
                "It grows with the position.",
                "It depends on where the hands happen to stand.",
                "It stays the same.",
            ),
            right=2,
            reason=(
                "The hands stand at ω·p and ω·(p + 3). The difference is 3ω, and p is gone. Both "
                "hands turn together."
            ),
            replies={
                0: (
                    "The angle of each hand grows with the position. The arc is their difference, "
                    "and what has grown in both cancels."
                ),
                1: (
                    "Sine and cosine change by different amounts at different places, so this is "
                    "tempting. The hand itself turns at one constant speed."
                ),
            },
            try_it="drag `position` from one end to the other. Then move `shift`.",
        ),
        Prediction(
            name="double_shift",
            lesson="05",
            question=(
                "A matrix M takes the encoding of any position to the encoding three tokens on. "
                "Which matrix takes it six tokens on?"
            ),
            options=(
                "2 M: every number is doubled.",
                "M M: the shift by three is made twice.",
                "None: it would have to depend on the position.",
            ),
            right=1,
            reason=(
                "Three tokens on and three more are six. Every arc doubles, and the numbers in the "
                "matrix are the cosines and sines of these arcs."
            ),
            replies={
                0: (
                    "2 M makes every hand twice as long and turns it by the same arc as before. "
                    "No pair of the encoding is longer than 1."
                ),
                2: (
                    "One matrix does it for every position, because each hand turns by the same "
                    "arc wherever it stands."
                ),
            },
            try_it="set `shift` to 3, then to 6, and compare the arcs and the blocks.",
        ),
        Prediction(
            name="each_step_away",
            lesson="06",
            question=(
                "Two codes stand at the same position, d_model 512. You move one of them away, "
                "token by token, 99 times. Does every step make the distance between the two "
                "codes larger?"
            ),
            options=(
                "Yes, every step.",
                "Almost: some steps make it smaller.",
                "No: after 6.28 tokens they meet again.",
            ),
            right=1,
            reason=(
                "13 of the 99 steps make it smaller. The first is the step from 43 to 44 tokens. "
                "On the whole the distance grows, about as a logarithm does."
            ),
            replies={
                0: (
                    "That is true of the distance in tokens. The distance of the codes adds up "
                    "what 256 clocks say, and the fast ones come back again and again."
                ),
                2: (
                    "Clock 0 is back after 6.28 tokens, but the other 255 are not. A code repeats "
                    "only if all clocks return at once."
                ),
            },
            try_it=(
                "press “512 columns” and look at the curve below on the left. Then drag `d_model` "
                "down: the ripples grow."
            ),
        ),
        Prediction(
            name="before_or_after",
            lesson="06",
            question=(
                "Take the dot product of PE(20) with PE(19), and with PE(21). Does it tell the "
                "token before from the token after?"
            ),
            options=(
                "Yes: the one before is more similar.",
                "No: both dot products are equal.",
                "No, and no query made from PE(20) can.",
            ),
            right=1,
            reason=(
                "A dot product of two codes depends on cosines of their distance, and the cosine "
                "of -1 is the cosine of 1."
            ),
            replies={
                0: (
                    "Reading has a direction, and the codes do too. But the dot product with the "
                    "code itself looks at distance alone."
                ),
                2: (
                    "The raw dot product can't. Turn PE(20) first by a shift of -1: the query is "
                    "then PE(19), and it is most similar to the token before."
                ),
            },
            try_it="press “raw dot product”. Then move `offset` to -1, and to 1.",
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
